#include "app/measure/tuning.hpp"

#include "compute/model/printable.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace mariani::app {
namespace {

int octave_of(std::uint32_t value) {
    return std::bit_width(value) - 1;
}

// The same picture with fewer pixels if a side exceeds `max_side`.
ImageSize within(ImageSize image, std::int64_t max_side) {
    const std::int64_t longer = std::max<std::int64_t>({image.width, image.height, max_side});
    const auto scaled = [&](int side) {
        return static_cast<int>(std::max<std::int64_t>(1, side * max_side / longer));
    };
    return {scaled(image.width), scaled(image.height)};
}

std::string octave_text(int octave) {
    const auto first = std::int64_t{1} << octave;
    return fmt::format("{} to {}", first, 2 * first - 1);
}

}  // namespace

TuningClass tuning_class(const Frame& frame, const DwellSummary& summary) {
    const FramePlan& plan = frame.plan;
    TuningClass where;
    where.device = frame.stats.device;
    where.engine = plan.engine == EngineKind::dp ? EngineKind::dp : EngineKind::ask;
    where.scheme = plan.scheme;
    where.backend = plan.backend;
    where.precision = plan.precision;
    where.fill = plan.fill;
    where.shortcuts = plan.shortcuts;
    where.height_decade = static_cast<int>(std::floor(log10(plan.view.height)));
    where.dwell_octave = octave_of(plan.dwell_limit);
    where.side_octave =
        octave_of(static_cast<std::uint32_t>(std::max(plan.image.width, plan.image.height)));
    const auto pixels = static_cast<double>(pixel_count(plan.part));
    const double inside = 1 - static_cast<double>(summary.escaped) / pixels;
    where.inside_quarters = static_cast<int>(std::ceil(4 * inside));
    where.julia = plan.view.julia.has_value();
    return where;
}

std::optional<TuningClass> tuning_class(const FrameRequest& request, const RunEngine& run,
                                        const std::stop_token& stop) {
    FrameRequest asked = request;
    // A smaller picture might get by with less.
    asked.precision = request.precision.value_or(suited_precision(request.view, request.image));
    asked.keep_regions = asked.smooth = asked.exterior = asked.count_work = false;
    asked.image = within(request.image, 4096);
    asked.part = whole(asked.image);
    auto frame = run(asked, stop);
    if (!frame) return std::nullopt;
    const DwellSummary summary = summarise(frame->dwells, request.dwell_limit);
    frame->plan.image = request.image;
    return tuning_class(*frame, summary);
}

std::string tuning_class_text(const TuningClass& where) {
    static constexpr std::array<const char*, 5> inside{
        "nothing inside", "up to a quarter inside", "a quarter to half inside",
        "half to three quarters inside", "over three quarters inside"};
    return fmt::format("{}height 1e{} to 1e{}, dwell limit {}, longer side {} pixels, {}",
                       where.julia ? "Julia sets, " : "", where.height_decade,
                       where.height_decade + 1, octave_text(where.dwell_octave),
                       octave_text(where.side_octave),
                       inside[static_cast<std::size_t>(where.inside_quarters)]);
}

Tuning tuning_of(const TuningClass& where, const SweepRow& best) {
    return {where, best.cell, best.speedup(),
            fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr)))};
}

std::string tuning_text(const Tuning& tuning) {
    const auto& [g, r, B] = tuning.best.subdivision;
    const BlockSize block = tuning.best.block;
    return fmt::format("g {} r {} B {}{}, as tuned on {}", g, r, B,
                       tuning.where.backend == Backend::cuda
                           ? fmt::format(", block {}x{}", block.width, block.height)
                           : "",
                       printable(tuning.date, longest_quote));
}

void use(const Tuning& tuning, EngineRequest& engine) {
    set_subdivision(engine, tuning.best.subdivision);
    if (tuning.where.backend == Backend::cuda) engine.block = tuning.best.block;
}

}  // namespace mariani::app
