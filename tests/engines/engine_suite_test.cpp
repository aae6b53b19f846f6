// Requirements on every engine, tested for each engine and scheme of the registry.
#include "compute/engine.hpp"
#include "compute/model/text.hpp"
#include "compute/service/dwell_access.hpp"
#include "tests/engines/each_engine.hpp"
#include "tests/engines/reference.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <stop_token>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

class EngineSuite : public EachEngine {
  protected:
    Frame run(const FramePlan& asked) { return compute(*engine_, own(asked)); }

    // The work is not compared if borders are recomputed at every level.
    static std::vector<Region> comparable(const Frame& frame, std::vector<Region> regions) {
        if (recomputes_borders(frame.plan))
            for (auto& region : regions) region.iterations = 0;
        return regions;
    }

    // Compares a frame with the reference, with and without shortcuts.
    void expect_reference(const FramePlan& asked) {
        const Frame frame = run(asked);
        expect_consistent(frame);
        if (subdivides()) {
            const auto expected = reference::subdivided(asked);
            EXPECT_EQ(dwells_of(frame), expected.dwells);
            EXPECT_EQ(comparable(frame, regions_of(frame)), comparable(frame, expected.regions));
        } else {
            EXPECT_EQ(dwells_of(frame), reference::exhaustive(asked));
        }
        FramePlan shortened = asked;
        shortened.shortcuts = true;
        const Frame shortcut = run(shortened);
        expect_consistent(shortcut);
        EXPECT_EQ(dwells_of(shortcut), dwells_of(frame));
        EXPECT_LE(shortcut.stats.total().iterations, frame.stats.total().iterations);
    }
};

TEST_P(EngineSuite, ComputesImagesOfAnySize) {
    for (const auto& [width, height] :
         {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 2}, {31, 17}, {97, 61}, {64, 64}, {3, 200}}) {
        SCOPED_TRACE(std::to_string(width) + "x" + std::to_string(height));
        auto asked = plan(width, height, 100);
        asked.subdivision = {4, 2, 4};
        expect_reference(asked);
    }
}

TEST_P(EngineSuite, SubdividesWithAnyParameters) {
    for (const auto& subdivision : {SubdivisionParams{1, 2, 1},
                                    {1, 2, 4},
                                    {3, 3, 2},
                                    {2, 5, 3},
                                    {4, 7, 1},
                                    {90, 2, 16},
                                    {200, 3, 1},
                                    {1, 2, 1000},
                                    {5, 2, 65536},
                                    {1, 100, 1}}) {
        SCOPED_TRACE(testing::Message()
                     << "g " << subdivision.g << " r " << subdivision.r << " B " << subdivision.B);
        auto asked = plan(83, 59, 60);
        asked.subdivision = subdivision;
        expect_reference(asked);
    }
}

TEST_P(EngineSuite, KeepsToTheDwellLimit) {
    for (const std::uint32_t limit : {1U, 2U, 15U, 16U, 17U, 64U, 272U, 528U, 65534U, 65535U}) {
        SCOPED_TRACE(limit);
        auto asked = plan(limit > 1000 ? 16 : 64, limit > 1000 ? 12 : 48, limit);
        asked.subdivision = {2, 2, 4};
        expect_reference(asked);
        expect_reference([&] {
            asked.view = elephant;
            return asked;
        }());
    }
}

// A GPU stores 2-byte dwells up to a limit of 65534, and 4-byte dwells above it.
TEST_P(EngineSuite, HasTheSameDwellsAtTheGreatestLimitOf2BytesAndAtTheNext) {
    auto asked = plan(101, 67, 65534, {{-0.75, 4.7938e-5}, 2e-8});
    asked.shortcuts = true;
    asked.subdivision = {2, 2, 4};
    const auto dwells = dwells_of(run(asked));
    asked.dwell_limit = 65535;
    auto expected = dwells_of(run(asked));
    EXPECT_GT(std::ranges::count_if(expected, [](auto dwell) { return dwell >> 15 == 1; }), 100);
    for (std::uint32_t& dwell : expected) dwell = std::min(dwell, 65534U);
    EXPECT_EQ(dwells, expected);
}

TEST_P(EngineSuite, ComputesAnyView) {
    for (const auto& view : {seahorse, elephant, View{{5, 5}, 1}, View{{-1e6, 1e6}, 1e6},
                             View{{0, 0}, 1e6}, View{{-2, 0}, 1e-6}, View{{0.25, 0}, 1e-9},
                             View{{-0.75, 0.01}, 1e-3}, View{{0, 0}, 1e-300}}) {
        SCOPED_TRACE(testing::Message() << to_text(view.centre) << " " << to_text(view.height));
        auto asked = plan(70, 50, 200, view);
        asked.subdivision = {2, 2, 4};
        expect_reference(asked);
    }
}

// Connected, thin as hair, dust, and the two whose sets are known: a disc and a line.
TEST_P(EngineSuite, ComputesJuliaSets) {
    for (const PlanePoint& c :
         {PlanePoint{-0.12, 0.74}, {0, 1}, {0.3, 0.5}, {0.5, 0.5}, {0, 0}, {-2, 0}, {2, 0}})
        for (const View& view : {View{{0, 0}, 3.6, c}, View{{0.3, -0.6}, 0.05, c}})
            for (const FillRule fill : {FillRule::uniform, FillRule::interior, FillRule::safe})
                for (const Precision precision : {Precision::f64, Precision::f32}) {
                    SCOPED_TRACE(testing::Message() << to_text(view) << " " << name_of(fill));
                    auto asked = plan(71, 52, 200, view);
                    asked.subdivision = {3, 2, 4};
                    asked.fill = fill;
                    asked.precision = precision;
                    expect_reference(asked);
                }
}

TEST_P(EngineSuite, FillsNoDiscAndNoDustWrongly) {
    const FramePlan disc = [] {
        auto asked = plan(160, 160, 500, {{0, 0}, 3.2, PlanePoint{0, 0}});
        asked.subdivision = {4, 2, 4};
        return asked;
    }();
    const auto dwells = dwells_of(run(disc));
    for (int y = 0; y < 160; ++y)
        for (int x = 0; x < 160; ++x) {
            const double modulus = std::hypot(x - 79.5, y - 79.5) * 0.02;
            if (std::abs(modulus - 1) < 0.03) continue;
            ASSERT_EQ(dwells[static_cast<std::size_t>(y * 160 + x)] == 500, modulus < 1);
        }
    auto dust = plan(300, 200, 500, {{0, 0}, 2.4, PlanePoint{0.36, 0.2}});
    dust.subdivision = {2, 2, 4};
    dust.fill = FillRule::safe;
    EXPECT_EQ(dwells_of(run(dust)), reference::exhaustive(dust));
}

TEST_P(EngineSuite, ComputesInSinglePrecision) {
    for (const auto& view : {paper, seahorse, elephant, View{{-0.745, 0.113}, 2e-6}}) {
        auto asked = plan(120, 75, 300, view);
        asked.precision = Precision::f32;
        asked.subdivision = {3, 2, 4};
        expect_reference(asked);
    }
}

TEST_P(EngineSuite, ObeysTheFillRule) {
    for (const auto rule : {FillRule::uniform, FillRule::interior, FillRule::safe})
        for (const auto& view : {paper, seahorse, elephant}) {
            SCOPED_TRACE(std::string(name_of(rule)));
            auto asked = plan(150, 110, 200, view);
            asked.fill = rule;
            asked.subdivision = {2, 2, 2};
            expect_reference(asked);
        }
}

// Zoomed out, the whole set lies within a border of dwell 0.
TEST_P(EngineSuite, DoesNotFillARegionThatHoldsTheWholeSet) {
    for (const double height : {8.0, 20.0, 5.0})
        for (const int g : {1, 3}) {
            auto asked = plan(101, 101, 100, {{0, 0}, height});
            asked.subdivision = {g, 2, 4};
            const Frame frame = run(asked);
            const auto dwells = dwells_of(frame);
            EXPECT_EQ(dwells[50 * 101 + 50], 100U) << "c = 0 is inside";
            EXPECT_EQ(dwells, reference::exhaustive(asked));
        }
}

TEST_P(EngineSuite, ComputesPartsOfAnImage) {
    const auto all = reference::exhaustive(plan(90, 64, 150, seahorse));
    for (const PixelRect part : {PixelRect{0, 0, 90, 64},
                                 {18, 12, 54, 39},
                                 {72, 51, 18, 13},
                                 {36, 0, 18, 64},
                                 {0, 25, 90, 13}}) {
        auto asked = plan(90, 64, 150, seahorse);
        asked.part = part;
        asked.subdivision = {5, 2, 4};
        expect_reference(asked);
        asked.fill = FillRule::safe;
        const auto dwells = dwells_of(run(asked));
        for (int y = 0; y < part.height; ++y)
            for (int x = 0; x < part.width; ++x)
                ASSERT_EQ(dwells[static_cast<std::size_t>(y * part.width + x)],
                          all[static_cast<std::size_t>((part.y + y) * 90 + part.x + x)]);
    }
}

TEST_P(EngineSuite, ComputesAScreenful) {
    auto asked = plan(3840, 2160, 40);
    asked.subdivision = {5, 2, 8};
    const Frame frame = run(asked);
    expect_consistent(frame);
    const auto dwells = dwells_of(frame);
    for (int y = 0; y < 2160; y += 31)
        for (int x = 0; x < 3840; x += 29)
            ASSERT_EQ(dwells[static_cast<std::size_t>(y * 3840 + x)], reference::dwell(asked, x, y))
                << x << "," << y;
}

TEST_P(EngineSuite, ThreadsDoNotChangeTheFrame) {
    for (const bool smooth : {false, true}) {
        auto asked = plan(301, 203, 400, seahorse);
        asked.subdivision = {3, 2, 2};
        asked.shortcuts = true;
        asked.smooth = smooth;
        asked.threads = 1;
        const Frame one = run(asked);
        for (const int threads : {2, 5, 0}) {
            asked.threads = threads;
            expect_same(one, run(asked));
        }
    }
}

TEST_P(EngineSuite, KeepsRegionsOnlyWhenAsked) {
    auto asked = plan(50, 50, 50);
    asked.keep_regions = false;
    EXPECT_FALSE(run(asked).regions);
}

TEST_P(EngineSuite, LeavesNothingOfOldFramesInReusedMemory) {
    auto asked = plan(120, 90, 80);
    asked.smooth = true;
    asked.subdivision = {2, 2, 2};
    const Frame fresh = run(asked);
    for (int i = 0; i < 4; ++i) {  // overwrites the pool's memory with other values
        auto other = asked;
        other.view = seahorse;
        const Frame spoilt = run(other);
        if (!spoilt.dwells.on_host()) continue;
        const auto spoil = [](const auto values, auto value) {
            std::ranges::fill(std::span(const_cast<decltype(value)*>(values.data()), values.size()),
                              value);
        };
        spoil(spoilt.dwells.host<std::uint32_t>().values, 0xDEADBEEFU);
        spoil(spoilt.fractions.host<float>().values, -77.0F);
    }
    expect_same(fresh, run(asked));
}

TEST_P(EngineSuite, FramesOutliveTheirEngine) {
    const auto asked = plan(40, 30, 50);
    const Frame frame = run(asked);
    const auto before = dwells_of(frame);
    engine_.reset();
    EXPECT_EQ(dwells_of(frame), before);
}

TEST_P(EngineSuite, ReturnsNothingWhenStopped) {
    auto asked = plan(500, 400, 10'000'000, {{-0.1, 0}, 0.1});
    asked.engine = entry().kind;
    asked.backend = entry().backend;
    asked.scheme = GetParam().scheme;
    asked.fill = FillRule::safe;
    asked.subdivision = {64, 2, 4};
    FrameProgress progress;
    std::stop_source before;
    before.request_stop();
    EXPECT_FALSE(engine_->compute(asked, before.get_token(), progress));

    FrameProgress running;
    std::stop_source meanwhile;
    std::jthread stopper([&] {
        while (running.pixels_total == 0) std::this_thread::yield();
        meanwhile.request_stop();
    });
    EXPECT_FALSE(engine_->compute(asked, meanwhile.get_token(), running));
    EXPECT_LT(running.pixels_done.load(), running.pixels_total.load());
    expect_consistent(run(plan(64, 64, 50)));
}

TEST_P(EngineSuite, FractionsContinueTheDwellSmoothly) {
    const View zoomed_out{{3, 2}, 8};  // a region of dwell 0 spans several octaves here
    for (const auto precision : {Precision::f64, Precision::f32})
        for (const auto& view : {paper, seahorse, elephant, zoomed_out}) {
            auto asked = plan(256, 256, 600, view);
            asked.precision = precision;
            asked.smooth = true;
            asked.subdivision = {4, 2, 8};
            const Frame frame = run(asked);
            const auto dwells = dwells_of(frame);
            const auto fractions = fractions_of(frame);
            ASSERT_EQ(fractions.size(), dwells.size());
            for (int y = 0; y < 256; y += 3)
                for (int x = 0; x < 256; x += 3) {
                    const auto at = static_cast<std::size_t>(y * 256 + x);
                    if (dwells[at] != reference::dwell(asked, x, y)) continue;
                    ASSERT_NEAR(fractions[at], reference::fraction(asked, x, y), 0.03)
                        << x << "," << y << " dwell " << dwells[at];
                }
            if (precision == Precision::f64) {
                asked.smooth = false;
                EXPECT_EQ(dwells_of(run(asked)), dwells);
            }
        }
}

TEST_P(EngineSuite, GivesTheDwellOfOnePixel) {
    auto asked = plan(37, 23, 200, seahorse);
    asked.part = {9, 5, 28, 12};
    const Frame frame = run(asked);
    const auto dwells = dwells_of(frame);
    for (int y = 0; y < asked.part.height; ++y)
        for (int x = 0; x < asked.part.width; ++x)
            ASSERT_EQ(value_at(frame.dwells, asked.part.x + x, asked.part.y + y),
                      dwells[static_cast<std::size_t>(y * asked.part.width + x)]);
}

TEST_P(EngineSuite, StatesWhatRan) {
    const Frame frame = run(plan(32, 32, 20));
    EXPECT_EQ(frame.plan.engine, entry().kind);
    EXPECT_EQ(frame.plan.backend, entry().backend);
    EXPECT_EQ(frame.plan.precision, Precision::f64);
    auto single = plan(32, 32, 20);
    single.precision = Precision::f32;
    EXPECT_EQ(run(single).plan.precision, Precision::f32);
    const char* unit = entry().backend == Backend::cpu ? " thread" : " SMs";
    EXPECT_NE(frame.stats.device.find(unit), std::string::npos) << frame.stats.device;
    EXPECT_GT(frame.stats.compute_ms, 0);
}

INSTANTIATE_TEST_SUITE_P(Registry, EngineSuite, testing::ValuesIn(all_candidates()),
                         [](const auto& candidate) { return name_of_candidate(candidate.param); });

}  // namespace
}  // namespace mariani::tests
