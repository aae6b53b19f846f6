#include "compute/workloads/gasket/fractal.hpp"

#include "compute/model/text.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stdexcept>

namespace mariani::gasket {
namespace {

// Rows of a box, top first; '#' is a copy. Copies are numbered row by row.
Fractal drawn(std::string name, std::span<const std::string_view> rows) {
    Fractal fractal{std::move(name), static_cast<int>(rows.size()), {}};
    for (int y = 0; y < fractal.side; ++y)
        for (int x = 0; x < fractal.side; ++x)
            if (rows[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)] == '#')
                fractal.offsets.push_back({x, y});
    return fractal;
}

Fractal drawn(std::string name, std::initializer_list<std::string_view> rows) {
    return drawn(std::move(name), std::span(rows.begin(), rows.size()));
}

std::vector<Fractal> make_fractals() {
    return {drawn("gasket", {"#.", "##"}),
            drawn("carpet", {"###", "#.#", "###"}),
            drawn("vicsek", {".#.", "###", ".#."}),
            drawn("x", {"#.#", ".#.", "#.#"}),
            drawn("h", {"#.#", "###", "#.#"}),
            drawn("bottles", {"###", "#.#", "#.#"}),
            drawn("chandelier", {".#.", "###", "..."}),
            drawn("candy", {".##.", "####", "####", ".##."}),
            drawn("cantor", {"#.#", "...", "..."})};
}

// "X,Y"
std::optional<Offset> parse_offset(std::string_view text) {
    const auto comma = text.find(',');
    if (comma == std::string_view::npos) return std::nullopt;
    const auto x = parse_integer(text.substr(0, comma)), y = parse_integer(text.substr(comma + 1));
    if (!x || !y) return std::nullopt;
    return Offset{*x, *y};
}

// A fractal written S:X,Y/X,Y/..., valid or not; nothing if the text is none.
std::optional<Fractal> parse_offsets(std::string_view text) {
    const auto colon = text.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    const auto side = parse_integer(text.substr(0, colon));
    if (!side) return std::nullopt;
    Fractal fractal{std::string(text), *side, {}};
    std::string_view rest = text.substr(colon + 1);
    while (true) {
        const auto slash = rest.find('/');
        const auto offset = parse_offset(rest.substr(0, slash));
        if (!offset) return std::nullopt;
        fractal.offsets.push_back(*offset);
        if (slash == std::string_view::npos) return fractal;
        rest.remove_prefix(slash + 1);
    }
}

}  // namespace

std::span<const Fractal> named_fractals() {
    static const std::vector<Fractal> fractals = make_fractals();
    return fractals;
}

const Fractal* find_fractal(std::string_view name) {
    const auto all = named_fractals();
    const auto found = std::ranges::find(all, name, &Fractal::name);
    return found == all.end() ? nullptr : &*found;
}

void validate(const Fractal& fractal) {
    const auto fail = [](const std::string& what) { throw std::invalid_argument(what); };
    if (fractal.side < Fractal::min_side || fractal.side > Fractal::max_side)
        fail("a fractal's box has from " + std::to_string(Fractal::min_side) + " to " +
             std::to_string(Fractal::max_side) + " boxes along a side, not " +
             std::to_string(fractal.side));
    if (fractal.offsets.empty()) fail("a fractal needs at least one copy in its box");
    for (auto offset = fractal.offsets.begin(); offset != fractal.offsets.end(); ++offset) {
        const std::string at = std::to_string(offset->x) + "," + std::to_string(offset->y);
        if (std::min(offset->x, offset->y) < 0 || std::max(offset->x, offset->y) >= fractal.side)
            fail("the copy at " + at + " is outside the box: x and y go from 0 to " +
                 std::to_string(fractal.side - 1));
        if (std::find(fractal.offsets.begin(), offset, *offset) != offset)
            fail("two copies are at " + at + ": copies must not overlap");
    }
}

Fractal parse_fractal(std::string_view text) {
    if (const Fractal* named = find_fractal(text)) return *named;
    auto fractal = parse_offsets(text);
    if (!fractal) {
        std::string names;
        for (const Fractal& each : named_fractals()) names += each.name + ", ";
        throw std::invalid_argument("the fractal is " + in_quotes(std::string(text)) +
                                    ": it must be one of " + names +
                                    "or S:X,Y/X,Y/..., the side of a box and the copies in it, as "
                                    "in 2:0,0/0,1/1,1");
    }
    validate(*fractal);
    if (fractal->offsets.size() < 2)
        throw std::invalid_argument("a fractal needs at least two copies in its box");
    return *fractal;
}

std::string offsets_text(const Fractal& fractal) {
    std::string text = std::to_string(fractal.side);
    char between = ':';
    for (const auto& [x, y] : fractal.offsets) {
        text.append(1, between).append(std::to_string(x));
        text.append(1, ',').append(std::to_string(y));
        between = '/';
    }
    return text;
}

int max_level(const Fractal& fractal) {
    constexpr int most = 20;
    constexpr std::uint64_t side_limit = std::uint64_t{1} << 30;
    constexpr std::uint64_t cell_limit = std::uint64_t{1} << 32;
    const auto s = static_cast<std::uint64_t>(fractal.side);
    const auto k = static_cast<std::uint64_t>(fractal.offsets.size());
    int level = 0;
    std::uint64_t side = s, cells = k;  // of the next level
    for (; level < most && side < side_limit && cells < cell_limit; ++level) {
        side *= s;
        cells *= k;
    }
    return level;
}

}  // namespace mariani::gasket
