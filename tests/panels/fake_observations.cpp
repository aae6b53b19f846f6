#include "tests/panels/fake_observations.hpp"

#include <array>
#include <cmath>

namespace mariani::app {
namespace {

LevelStats level(int number, double side, std::int64_t regions, std::int64_t filled,
                 std::int64_t leaves, std::int64_t iterations, double ms) {
    LevelStats stats;
    stats.level = number;
    stats.side = side;
    stats.regions = regions;
    stats.filled = filled;
    stats.leaves = leaves;
    stats.subdivided = regions - filled - leaves;
    stats.iterations = iterations;
    stats.ms = ms;
    return stats;
}

std::vector<PaletteView> palettes() {
    const auto ramp = [](const char* name, std::array<render::Rgb8, 4> colours) {
        return PaletteView{name, {colours.begin(), colours.end()}};
    };
    return {ramp("blue-gold", {{{0, 7, 100}, {237, 255, 255}, {255, 170, 0}, {0, 2, 0}}}),
            ramp("viridis", {{{68, 1, 84}, {49, 104, 142}, {53, 183, 121}, {253, 231, 37}}}),
            ramp("inferno", {{{0, 0, 4}, {120, 28, 109}, {237, 105, 37}, {252, 255, 164}}}),
            ramp("/home/user/palettes/volcano.map",
                 {{{0, 0, 0}, {255, 0, 0}, {255, 255, 0}, {255, 255, 255}}})};
}

std::vector<BookmarkView> bookmarks() {
    return {{"paper", "The view of the papers", {}, 512, true, 0},
            {"seahorse", "Seahorse valley", {{-0.745, 0.113}, 0.02}, 1024, true, 0},
            {"elephant", "Elephant valley", {{0.275, 0.007}, 0.03}, 1024, true, 0},
            {"my own place", "", {{-1.25, 0.02}, 1e-6}, 4096, false, 0}};
}

}  // namespace

Frame fake_frame(EngineKind engine) {
    Frame frame;
    frame.plan.image = {880, 800};
    frame.plan.part = whole(frame.plan.image);
    frame.plan.engine = engine;
    frame.plan.backend = Backend::cpu;
    frame.plan.precision = Precision::f64;
    frame.stats.device = "AMD EPYC 9R14, 2 threads, AVX-512";
    frame.stats.compute_ms = 12.31;
    if (engine == EngineKind::ex) {
        frame.stats.levels = {level(0, 880, 1, 0, 1, 151'388'160, 12.31)};
        return frame;
    }
    frame.stats.engine_reason = "ASK: filling saves 83 % of the iterations here";
    frame.stats.levels = {
        level(0, 220, 16, 1, 0, 2'400'000, 1.51), level(1, 110, 60, 14, 0, 5'210'000, 2.03),
        level(2, 55, 184, 52, 0, 6'120'000, 2.20), level(3, 27.5, 528, 170, 0, 7'020'000, 2.61),
        level(4, 13.75, 1'432'000, 462, 1'431'538, 9'870'000, 3.96)};
    return frame;
}

WorkSums fake_work() {
    WorkSums work;
    work.max = 1'234;
    work.outcomes = {
        {{600'000, 0}, {30'000, 1'000'000}, {24'000, 20'000'000}, {50'000, 9'620'000}}};
    work.levels = {{100'000, 620'000}, {604'000, 30'000'000}};
    return work;
}

Observations fake_observations() {
    Observations seen;
    seen.hardware.cuda_unavailable = "there is no GPU";
    seen.now = 100;
    seen.frame = std::make_shared<Frame>(fake_frame());
    for (int i = 0; i < 200; ++i)
        seen.history.push_back({11 + 5 * std::abs(std::sin(i * 0.21)) + (i % 37 == 0 ? 14 : 0),
                                0.8 + 0.1 * (i % 5), 1.3 + 0.2 * (i % 3)});
    seen.display_fps = 60;
    seen.picture = {880, 800};
    seen.cursor = PlanePoint{-0.743643887037151, 0.131825904205330};
    seen.cursor_dwell = {1317, 4096};
    seen.can_undo = true;
    seen.palettes = palettes();
    seen.bookmarks = bookmarks();
    return seen;
}

}  // namespace mariani::app
