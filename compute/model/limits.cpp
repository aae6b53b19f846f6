#include "compute/model/limits.hpp"

#include "compute/model/suited.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace mariani {
namespace {

std::optional<std::string> why_coordinate_invalid(std::string_view name, const Coordinate& value) {
    if (std::abs(value.nearest()) <= limits::max_coordinate) return std::nullopt;
    return std::string(name) + " is " + to_text(value) + ": it must be from " +
           to_text(-limits::max_coordinate) + " to " + to_text(limits::max_coordinate);
}

std::optional<std::string> why_height_invalid(Length height, Length min) {
    if (height >= min && height <= limits::max_height) return std::nullopt;
    // A text may have had any exponent: of those beyond, one stands for all.
    const bool far_below = height > Length(0) && log10(height) < -1e9;
    return "the view's height is " + (far_below ? "below 1e-1000000000" : to_text(height)) +
           ": it must be from " + to_text(min) + " to " + to_text(limits::max_height);
}

std::optional<std::string> why_julia_invalid(const PlanePoint& c) {
    if (std::hypot(c.re.nearest(), c.im.nearest()) <= limits::julia_modulus) return std::nullopt;
    return "the c of the Julia set is " + to_text(c) +
           ": it must lie within |c| <= " + to_text(limits::julia_modulus) +
           ", because the set is only dust beyond";
}

}  // namespace

Length least_height(const View& view) {
    return view.julia ? limits::min_double_height : limits::min_height;
}

std::optional<std::string> why_invalid(std::string_view name, std::int64_t value,
                                       IntegerRange allowed) {
    if (allowed.holds(value)) return std::nullopt;
    return std::string(name) + " is " + std::to_string(value) +
           ": it must be a whole number from " + std::to_string(allowed.min) + " to " +
           std::to_string(allowed.max);
}

std::optional<std::vector<int>> parse_integers(std::string_view text, IntegerRange allowed,
                                               ListRange range) {
    const auto list = parse_list(text, range);
    if (!list) return std::nullopt;
    std::vector<int> integers;
    for (const double value : *list) {
        const bool whole = value == std::floor(value) && std::abs(value) < 1e9;
        if (!whole || !allowed.holds(static_cast<std::int64_t>(value))) return std::nullopt;
        if (std::ranges::find(integers, static_cast<int>(value)) == integers.end())
            integers.push_back(static_cast<int>(value));
    }
    return integers;
}

std::optional<std::string> why_invalid(const View& view) {
    if (auto why = why_coordinate_invalid("the centre's real part", view.centre.re)) return why;
    if (auto why = why_coordinate_invalid("the centre's imaginary part", view.centre.im))
        return why;
    if (view.julia)
        if (auto why = why_julia_invalid(*view.julia)) return why;
    return why_height_invalid(view.height, limits::min_height);
}

std::optional<std::string> why_invalid(const SubdivisionParams& subdivision) {
    if (auto why = why_invalid("g", subdivision.g, limits::g)) return why;
    if (auto why = why_invalid("r", subdivision.r, limits::r)) return why;
    return why_invalid("B", subdivision.B, limits::B);
}

std::optional<std::string> why_invalid(const BlockSize& block) {
    constexpr IntegerRange side{1, limits::block_threads};
    if (auto why = why_invalid("the block's width", block.width, side)) return why;
    if (auto why = why_invalid("the block's height", block.height, side)) return why;
    if (block.width * block.height <= limits::block_threads) return std::nullopt;
    return "the block is " + std::to_string(block.width) + "x" + std::to_string(block.height) +
           ": it must have at most " + std::to_string(limits::block_threads) + " threads";
}

std::optional<std::string> why_invalid(std::optional<EngineKind> engine,
                                       std::optional<Scheme> scheme,
                                       std::optional<Backend> backend) {
    if (scheme != Scheme::wpr || engine == EngineKind::ex) return std::nullopt;
    if (engine == EngineKind::dp)
        return "a warp per region (WPR) is for ASK only; DP has SBR and MBR";
    if (backend == Backend::cpu)
        return "a warp per region (WPR) needs a GPU; the CPU has SBR and MBR";
    return std::nullopt;
}

std::optional<std::string> why_invalid(const Piece& piece, ImageSize image) {
    for (const int side : {piece.whole.width, piece.whole.height})
        if (auto why = why_invalid("the whole picture's side", side, limits::whole_side))
            return why;
    if (piece.x < 0 || piece.y < 0 || image.width > piece.whole.width - piece.x ||
        image.height > piece.whole.height - piece.y)
        return "the piece is not inside the picture of " + to_text(piece.whole);
    return std::nullopt;
}

std::optional<std::string> why_invalid(const FrameRequest& request) {
    if (auto why = why_height_invalid(request.view.height, least_height(request.view))) return why;
    if (auto why = why_invalid(request.view)) return why;
    if (request.precision)
        if (auto why = why_no_effect(*request.precision, request.view, piece_of(request).whole))
            return why;
    if (auto why = why_invalid("the image's width", request.image.width, limits::side)) return why;
    if (auto why = why_invalid("the image's height", request.image.height, limits::side))
        return why;
    if (auto why = why_invalid(piece_of(request), request.image)) return why;
    if (auto why = why_invalid("the dwell limit", request.dwell_limit, limits::dwell)) return why;
    if (auto why =
            why_invalid("the number of threads", request.threads.value_or(1), limits::threads))
        return why;
    if (auto why = why_invalid("the GPU's number", request.device.value_or(0), limits::device))
        return why;
    const auto& part = request.part;
    if (empty(part) || part.x < 0 || part.y < 0 || part.width > request.image.width - part.x ||
        part.height > request.image.height - part.y)
        return "the part to compute is not inside the image of " + to_text(request.image);
    if (auto why = why_invalid(request.block.value_or(BlockSize{}))) return why;
    if (auto why = why_invalid(request.engine, request.scheme, request.backend)) return why;
    const SubdivisionParams defaults;
    return why_invalid(SubdivisionParams{request.g.value_or(defaults.g),
                                         request.r.value_or(defaults.r), request.B});
}

void refuse(const std::optional<std::string>& why) {
    if (why) throw std::invalid_argument(*why);
}

void refuse_unavailable(Backend backend, const std::optional<std::string>& cuda_unavailable) {
    if (backend == Backend::cuda && cuda_unavailable)
        refuse("the backend is cuda: " + *cuda_unavailable);
}

}  // namespace mariani
