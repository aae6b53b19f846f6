// Pictures of the ladder beside plain iteration in many digits.
#include "compute/workloads/mandelbrot/deep/engine/ladder.hpp"

#include "compute/cuda/engines.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"
#include "oracle.hpp"
#include "places.hpp"

#include <algorithm>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

namespace mariani::deep {
namespace {

std::int64_t pixels_of(const Picture& picture, Rung rung) {
    return picture.statistics.pixels[static_cast<std::size_t>(rung)];
}

Picture computed(const Request& request) {
    Ladder ladder(2);
    Progress progress;
    return *ladder.compute(request, {}, progress);
}

// Every dwell certified, and those that are looked at right.
Picture expect_proven(const Request& request, int checked) {
    Picture picture = computed(request);
    EXPECT_EQ(pixels_of(picture, Rung::none), 0);
    EXPECT_EQ(std::accumulate(picture.statistics.pixels.begin(), picture.statistics.pixels.end(),
                              std::int64_t{0}),
              pixel_count(request.size));
    EXPECT_EQ(wrong_pixels(request, picture, checked), std::vector<std::string>{});
    return picture;
}

struct Shallow {
    const char* name;
    Request request;
};
class DeepShallowTest : public testing::TestWithParam<Shallow> {};
TEST_P(DeepShallowTest, IsProvenAndRight) {
    expect_proven(GetParam().request, 400);
}
INSTANTIATE_TEST_SUITE_P(
    , DeepShallowTest,
    testing::Values(Shallow{"home", {{"-0.5", "0", "2"}, {96, 96}, 512}},
                    Shallow{"far", {{"1", "1", "1000"}, {65, 33}, 100}},
                    Shallow{"beside_the_set", {{"3", "-4", "1"}, {16, 16}, 100}},
                    Shallow{"seahorses", {{"-0.7436", "0.1318", "1e-3"}, {64, 96}, 2000}},
                    Shallow{"a_cusp", {{"0.25", "0", "1e-5"}, {64, 64}, 5000}},
                    Shallow{"one_pixel", {{"-0.75", "0.1", "1e-6"}, {1, 1}, 1000}},
                    Shallow{"limit_1", {{"-0.5", "0", "4"}, {32, 32}, 1}},
                    Shallow{"one_row", {{"-0.5", "0.6", "1e-2"}, {200, 1}, 300}}),
    [](const auto& test) { return std::string(test.param.name); });

class DeepPlaceLadderTest : public testing::TestWithParam<const KnownPlace*> {};
TEST_P(DeepPlaceLadderTest, IsProvenAndRightWithJumpsAndWithout) {
    const KnownPlace& known = *GetParam();
    const Request request{known.place, {24, 24}, known.limit};
    const Picture picture = expect_proven(request, known.limit > 20'000 ? 12 : 40);
    const auto [least, most] = std::ranges::minmax(picture.dwells);
    EXPECT_GT(most, least);
    Request slow = request;
    slow.jumps = false;
    const Picture stepped = computed(slow);
    EXPECT_EQ(stepped.dwells, picture.dwells);
    EXPECT_EQ(stepped.statistics.work.jumps, 0U);
    EXPECT_EQ(pixels_of(stepped, Rung::none), 0);
    EXPECT_LE(picture.statistics.work.steps, stepped.statistics.work.steps);
}
INSTANTIATE_TEST_SUITE_P(, DeepPlaceLadderTest,
                         testing::Values(&place_1e14(), &place_1e50(), &place_1e113(),
                                         &place_1e300(), &place_1e533(), &place_1e1086()),
                         [](const auto& test) {
                             return "height_1e" + std::string(test.param->name).substr(3);
                         });

TEST(DeepLadderTest, SaysWhatItDid) {
    const Picture shallow = computed({place_1e50().place, {32, 32}, 15'000});
    EXPECT_FALSE(shallow.statistics.shared_exponents);
    EXPECT_EQ(shallow.statistics.reference_bits, 172 + 192);
    EXPECT_EQ(shallow.statistics.reference_steps, 15'000);
    EXPECT_GT(shallow.statistics.work.steps, 0U);
    EXPECT_GT(shallow.statistics.work.jumps, 0U);
    EXPECT_GT(shallow.statistics.work.rebases, 0U);
    EXPECT_GT(pixels_of(shallow, Rung::deltas), 0);
    EXPECT_GT(pixels_of(shallow, Rung::double_double), 0);
    const Picture deep = computed({place_1e300().place, {16, 16}, 4000});
    EXPECT_TRUE(deep.statistics.shared_exponents);
}

// Where doubles' range ends: shared exponents take over, and all heights around it are right.
TEST(DeepLadderTest, AcrossTheEndOfDoublesRange) {
    for (const char* height : {"1e-280", "1e-289", "1e-290", "1e-291", "1e-295"}) {
        SCOPED_TRACE(height);
        Place place = place_1e300().place;
        place.height = height;
        const Picture picture = expect_proven({place, {16, 16}, 4000}, 40);
        EXPECT_EQ(picture.statistics.shared_exponents, std::string(height) > "1e-290");
        EXPECT_EQ(pixels_of(picture, Rung::direct), 0);
    }
}

// Where two doubles take to an exponent of their own, the first dwells by them: pitches of 2^-880.
TEST(DeepLadderTest, AcrossTheEndOfTwoDoublesRange) {
    for (const char* height : {"1e-200", "1e-262", "1e-263", "1e-264", "1e-265"}) {
        SCOPED_TRACE(height);
        Place place = place_1e300().place;
        place.height = height;
        Request request{place, {16, 16}, 4000};
        request.precision = Precision::double_double;
        const Picture picture = expect_proven(request, 40);
        EXPECT_EQ(pixels_of(picture, Rung::double_double), 16 * 16);
    }
}

// At the tip of the antenna orbits stay near 2, where jumps could pass an escape. c = -2 itself
// never leaves the circle's edge, which only exact arithmetic can tell.
TEST(DeepLadderTest, NearTheNoEscapeRadius) {
    expect_proven({{"-1.9999", "0", "1e-4"}, {33, 33}, 400}, 300);
    const Request flake{{"-1.99996619445000000000000000000000000000000000000000199238024364228"
                         "25805082982419748245652766772489142",
                         "0", "1e-97"},
                        {24, 24},
                        4000};
    const Picture picture = expect_proven(flake, 40);
    EXPECT_LT(picture.statistics.work.steps, 1000 * 24 * 24U);
    Request slow = flake;
    slow.jumps = false;
    EXPECT_EQ(computed(slow).dwells, picture.dwells);
    const Picture tip = expect_proven({{"-2", "0", "1e-60"}, {15, 15}, 300}, 225);
    EXPECT_EQ(tip.dwells[7 * 15 + 7], 0U);
    EXPECT_GE(pixels_of(tip, Rung::direct), 1);
}

// Around -2 and further up the antenna orbits stay at the circle's edge for hundreds of steps:
// which side of it they are on is known to as many digits as deltas have, before a reference that
// escapes as well, and jumps lead past all of these steps.
TEST(DeepLadderTest, TheTipIsProvenByDeltas) {
    const std::string left = "-2." + std::string(29, '0') + "1",
                      right = "-1." + std::string(99, '9');
    for (const Request& request : {Request{{"-2", "0", "1e-20"}, {24, 24}, 1000},
                                   Request{{"-2", "0", "1e-300"}, {24, 24}, 1000},
                                   Request{{"-2", "3e-41", "1e-40"}, {24, 24}, 1000},
                                   Request{{left, "0", "1e-28"}, {24, 24}, 1000},
                                   Request{{right, "0", "3e-98"}, {24, 24}, 1000},
                                   Request{{right, "0", "1e-321"}, {24, 24}, 2000}}) {
        SCOPED_TRACE(request.place.re + ", " + request.place.height);
        const Picture picture = expect_proven(request, 40);
        EXPECT_EQ(pixels_of(picture, Rung::direct), 0);
        EXPECT_GT(pixels_of(picture, Rung::deltas), 500);
        EXPECT_GT(picture.statistics.work.jumps, 0U);
        EXPECT_LT(picture.statistics.work.steps, 80 * 24 * 24U);
        Request slow = request;
        slow.jumps = false;
        EXPECT_EQ(computed(slow).dwells, picture.dwells);
        Request preview = request;
        preview.quality = Quality::preview;
        EXPECT_EQ(computed(preview).dwells, picture.dwells);
    }
}

// The exact points of cycles that repel: no bound lasts, but exact arithmetic does.
TEST(DeepLadderTest, PointsWithExactOrbits) {
    const Picture at_i = expect_proven({{"0", "1", "1e-200"}, {9, 9}, 2000}, 81);
    EXPECT_EQ(at_i.dwells[4 * 9 + 4], 2000U);
    EXPECT_EQ(at_i.rungs[4 * 9 + 4], Rung::direct);
    const Picture at_tip = expect_proven({{"-1.5", "0", "1"}, {3, 3}, 5000}, 9);
    EXPECT_EQ(at_tip.dwells[4], 5000U);
}

std::vector<std::uint32_t> row_of(const Picture& picture, int y) {
    const auto width = picture.part.width;
    const auto first = picture.dwells.begin() + std::ptrdiff_t{y} * width;
    return {first, first + width};
}

// A real c above -2 and at most 1/4 never escapes, however chaotic its orbit is: no bound of an
// error could tell.
TEST(DeepLadderTest, RealPointsOfTheSetNeverEscape) {
    const Request antenna{{"-1.8", "0", "1e-20"}, {33, 33}, 8000};
    const Picture picture = expect_proven(antenna, 20);
    EXPECT_EQ(row_of(picture, 16), std::vector<std::uint32_t>(33, 8000));
    Request preview = antenna;
    preview.quality = Quality::preview;
    EXPECT_EQ(row_of(computed(preview), 16), std::vector<std::uint32_t>(33, 8000));
    // A row that is real though the centre is not: 2 pitches of height / 5 above it.
    const Request high{{"-1.8", "-2.e-20", "5E-20"}, {9, 5}, 3000};
    const Picture beside = expect_proven(high, 0);  // the oracle's row is not real
    EXPECT_EQ(row_of(beside, 0), std::vector<std::uint32_t>(9, 3000));
    EXPECT_EQ(beside.dwells[9], oracle_dwell(high, 0, 1, 4000));
    // And one that is not, by less than the computed points are off.
    const std::string nearly = "-1." + std::string(119, '9') + "e-20";
    const Request chaotic{{"-1.8", nearly, "5e-20"}, {1, 5}, 3000};
    EXPECT_EQ(computed(chaotic).dwells[0], oracle_dwell(chaotic, 0, 0, 8000));
    EXPECT_LT(computed(chaotic).dwells[0], 3000U);
}

// So near to the real axis that chaos is over before any bits tell on which side of it an orbit is.
TEST(DeepLadderTest, WhatNothingProvesIsNotKnown) {
    Request request{{"-1.8", "1e-9000", "1e-20"}, {1, 1}, 20'000};
    request.smooth = true;
    const Picture picture = computed(request);
    EXPECT_EQ(pixels_of(picture, Rung::none), 1);
    EXPECT_EQ(picture.dwells[0], unknown_dwell);
    EXPECT_EQ(picture.fractions.host<float>().values[0], 0);
    request.quality = Quality::preview;
    EXPECT_NE(computed(request).dwells[0], unknown_dwell);
}

// The ends of the real axis's part of the set: -2 has a modulus of 2 at once.
TEST(DeepLadderTest, TheRealAxisEndsExactly) {
    const auto ends = [](const char* re) {
        return row_of(expect_proven({{re, "0", "3e-40"}, {3, 3}, 100}, 9), 1);
    };
    EXPECT_EQ(ends("-2"), (std::vector<std::uint32_t>{0, 0, 100}));
    EXPECT_EQ(ends("0.25"), (std::vector<std::uint32_t>{100, 100, 100}));
    // Further right points escape, after pi / sqrt(c - 1/4) steps.
    const Picture cusp = expect_proven({{"0.25", "0", "3e-4"}, {3, 3}, 500}, 9);
    EXPECT_EQ(cusp.dwells[4], 500U);
    EXPECT_LT(cusp.dwells[5], 500U);
}

// In a third of a million bits it would take minutes; and at a nucleus of a small period, the last
// one, the reference is nearly 0 so often that no jump goes far.
TEST(DeepLadderTest, WhereNothingEscapesFewDigitsProveIt) {
    for (const auto& [re, height] : {std::pair{"0.25", "1e-100000"},
                                     {"-0.75", "1e-100000"},
                                     {"-1.25", "1e-100000"},
                                     {"0.1", "1e-100000"},
                                     {"-1.7548776662466927600495088963585286918946", "1e-30"}}) {
        SCOPED_TRACE(re);
        Request request{{re, "0", height}, {8, 8}, 20'000};
        for (const bool filled : {false, true}) {
            if (filled) request.subdivision = Subdivision{};
            const Picture picture = computed(request);
            EXPECT_EQ(pixels_of(picture, Rung::none), 0);
            EXPECT_EQ(picture.dwells, std::vector<std::uint32_t>(64, 20'000));
            EXPECT_EQ(picture.statistics.reference_steps, 0);
        }
    }
    // By a little less than the radius it is not so: beside the cusp all escape.
    const Request beside{{"0.250001", "0", "1e-500"}, {8, 8}, 20'000};
    EXPECT_EQ(wrong_pixels(beside, computed(beside), 4), std::vector<std::string>{});
}

// The orbit of -2 needs two bits, and around it all pixels stay at the circle's edge for as many
// steps as the picture is deep.
TEST(DeepLadderTest, AnExactReferenceCostsNothing) {
    Progress progress;
    Reference reference(from_decimal("-2", 400'000), from_decimal("0", 400'000), 332'000);
    reference.extend(100'000, {}, progress);  // which would be minutes
    EXPECT_EQ(reference.points().size(), 100'001U);
    EXPECT_EQ(reference.points().back().gap.mantissa, 0);
    const Picture picture = computed({{"-2", "0", "1e-100000"}, {8, 8}, 200'000});
    EXPECT_EQ(pixels_of(picture, Rung::deltas), 64);
    // 4^n times 1e-100000 is of the order of 1 after 166,096 steps.
    EXPECT_NEAR(std::ranges::max(picture.dwells), 166'096, 20);
}

// Just beside the antenna orbits are chaotic for longer than two doubles know where they are.
TEST(DeepLadderTest, WhatTwoDoublesLeaveIsProvenInLimbs) {
    Request request{{"-1.9", "1e-40", "1e-12"}, {96, 1}, 1000};
    const Picture picture = expect_proven(request, 96);
    EXPECT_GT(pixels_of(picture, Rung::direct), 48);
    EXPECT_EQ(picture.statistics.direct_steps, 0U);
    request.precision = Precision::many_digits;
    const Picture plain = expect_proven(request, 0);
    EXPECT_EQ(plain.dwells, picture.dwells);
    EXPECT_GT(plain.statistics.direct_steps, 0U);
    EXPECT_EQ(plain.statistics.work.steps, 0U);
}

TEST(DeepLadderTest, ThreadsChangeNothing) {
    const Request request{place_1e50().place, {32, 32}, 12'000};
    Progress progress;
    Ladder one(1), four(4);
    const Picture a = *one.compute(request, {}, progress), b = *four.compute(request, {}, progress);
    EXPECT_EQ(a.dwells, b.dwells);
    EXPECT_EQ(a.rungs, b.rungs);
    EXPECT_EQ(a.statistics.work, b.statistics.work);
}

TEST(DeepLadderTest, OneReferenceServesShallowerViewsAndOtherLimits) {
    Ladder ladder(2);
    Progress progress;
    const auto compute = [&](const Request& request) {
        Picture picture = *ladder.compute(request, {}, progress);
        EXPECT_EQ(wrong_pixels(request, picture, 30), std::vector<std::string>{});
        EXPECT_EQ(pixels_of(picture, Rung::none), 0);
        return picture;
    };
    Request request{place_1e113().place, {24, 24}, 1200};
    EXPECT_EQ(compute(request).statistics.reference_bits, 572);
    request.dwell_limit = 1400;
    EXPECT_EQ(compute(request).statistics.reference_steps, 1400);
    request.dwell_limit = 1100;
    EXPECT_EQ(compute(request).statistics.reference_steps, 1400);
    request.place.height = "1e-40";
    request.place.im.resize(50);  // a little beside it
    EXPECT_EQ(compute(request).statistics.reference_bits, 572);
    request.place.height = "1e-60";  // of which it is no part any more
    EXPECT_EQ(compute(request).statistics.reference_bits, 396);
    request.place = {"-0.5", "0", "2"};
    EXPECT_EQ(compute(request).statistics.reference_bits, 396);
    request.place = {"-2", "0", "1"};
    EXPECT_EQ(compute(request).statistics.reference_bits, 197);
}

// What coarse jumps leave open is tried again with fine ones, and only then on the next rung: it
// gets no more pixels than those that fine jumps alone leave, as coloured pictures have them.
TEST(DeepLadderTest, CoarseJumpsLeaveNothingToTheNextRung) {
    Request request{place_1e50().place, {32, 32}, 12'000};
    const Picture coarse_first = expect_proven(request, 40);
    request.smooth = true;
    const Picture fine = computed(request);
    EXPECT_EQ(fine.dwells, coarse_first.dwells);
    EXPECT_GT(pixels_of(coarse_first, Rung::double_double), 0);
    EXPECT_LE(pixels_of(coarse_first, Rung::double_double), pixels_of(fine, Rung::double_double));
    EXPECT_LT(coarse_first.statistics.work.steps, fine.statistics.work.steps);
}

// A preview claims nothing, and is mostly right.
TEST(DeepLadderTest, APreviewIsNamedSo) {
    Request request{place_1e113().place, {32, 32}, 1100};
    const Picture proven = computed(request);
    request.quality = Quality::preview;
    const Picture preview = computed(request);
    EXPECT_EQ(std::ranges::max(preview.dwells), request.dwell_limit);
    EXPECT_EQ(pixels_of(preview, Rung::none), 32 * 32);
    EXPECT_LT(preview.statistics.work.steps, proven.statistics.work.steps);
    int same = 0;
    for (std::size_t i = 0; i < preview.dwells.size(); ++i)
        same += preview.dwells[i] == proven.dwells[i] ? 1 : 0;
    EXPECT_GT(same, 32 * 32 * 9 / 10);
}

void expect_same_pictures(const Request& request) {
    SCOPED_TRACE(request.place.height);
    Progress progress;
    Ladder processor(0), device(0, 0);
    const Picture a = *processor.compute(request, {}, progress);
    const Picture b = *device.compute(request, {}, progress);
    EXPECT_EQ(a.dwells, b.dwells);
    EXPECT_EQ(a.rungs, b.rungs);
    EXPECT_EQ(a.iterations, b.iterations);
    EXPECT_EQ(a.known, b.known);
    EXPECT_EQ(a.statistics.work, b.statistics.work);
    EXPECT_EQ(progress.done, progress.total);
    if (!request.smooth) return;
    const auto values = [](const Field& field) {
        const auto all = field.host<float>().values;
        return std::vector<float>(all.begin(), all.end());
    };
    EXPECT_EQ(values(a.fractions), values(b.fractions));
    EXPECT_EQ(values(a.exterior.distances), values(b.exterior.distances));
    EXPECT_EQ(values(a.exterior.normals), values(b.exterior.normals));
}

TEST(DeepLadder_cuda, PicturesAsOnTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (const auto* known : {&place_1e14(), &place_1e50(), &place_1e533()})
        for (const Quality quality : {Quality::proven, Quality::preview}) {
            SCOPED_TRACE(known->name);
            Request request{known->place, {40, 30}, known->limit};
            request.quality = quality;
            expect_same_pictures(request);
        }
}

// Odd sizes, and colours' fields.
TEST(DeepLadder_cuda, PartsAndFieldsAsOnTheProcessor) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    for (const auto* known : {&place_1e113(), &place_1e533()}) {
        Request request{known->place, {101, 67}, known->limit};
        request.part = PixelRect{33, 5, 61, 43};
        expect_same_pictures(request);
        request.smooth = request.exterior = true;
        expect_same_pictures(request);
        request.part.reset();  // which would have to consist of cells
        request.subdivision = Subdivision{};
        expect_same_pictures(request);
    }
}

// More than the device has at a time.
TEST(DeepLadder_cuda, AMillionPixelsAndSomeMore) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    Request request{{"-0.7436", "0.1318", "1e-3"}, {1153, 1031}, 300};
    static_assert(1153 * 1031 > (1 << 20) + (1 << 16));
    expect_same_pictures(request);
}

// As few as threads have sooner.
TEST(DeepLadder_cuda, AFewPixels) {
    if (const auto why = mariani::cuda::unavailable()) GTEST_SKIP() << *why;
    expect_same_pictures({place_1e50().place, {3, 2}, 11'000});
}

// Stopped in each of its stages; what follows is whole.
TEST(DeepLadderTest, StopsInEveryStage) {
    const KnownPlace& known = place_1e50();
    for (const Stage stage :
         {Stage::reference, Stage::table, Stage::pixels, Stage::double_double}) {
        Ladder ladder(2);
        Progress progress;
        std::stop_source stop;
        std::optional<Picture> picture;
        std::jthread worker([&] {
            picture = ladder.compute({known.place, {256, 256}, 40'000}, stop.get_token(), progress);
        });
        while (progress.stage < stage || (stage == Stage::reference && progress.total == 0))
            std::this_thread::yield();
        stop.request_stop();
        worker.join();
        EXPECT_FALSE(picture.has_value());
        const Request small{known.place, {4, 4}, 11'000};
        Progress next;
        const Picture after = *ladder.compute(small, {}, next);
        EXPECT_EQ(wrong_pixels(small, after, 4), std::vector<std::string>{});
    }
}

// Those of the cardioid and of the disc of period 2, beside plain iteration.
TEST(DeepLadderTest, TheoremsTellWhichPointsNeverEscape) {
    const Picture home = expect_proven({{"-0.5", "0", "2.5"}, {96, 72}, 400}, 96 * 72);
    const auto theorem = pixels_of(home, Rung::theorem);
    const auto inside = std::ranges::count(home.dwells, 400U);
    EXPECT_GT(theorem, 0.9 * static_cast<double>(inside));
    EXPECT_LE(theorem, inside);
    EXPECT_EQ(pixels_of(computed({{"-1", "0", "0.3"}, {8, 8}, 1'000'000}), Rung::theorem), 64);
    // Beside their borders too.
    for (const Place& place : {Place{"-0.1", "0.65", "0.05"}, Place{"-1", "0.25", "0.01"}}) {
        const Picture found = expect_proven({place, {64, 48}, 2000}, 64 * 48);
        EXPECT_GT(pixels_of(found, Rung::theorem), 500);
    }
    // Where the bulb meets the cardioid, and at the cusp, no point is taken for an inner one.
    for (const char* re : {"-0.75", "0.25"}) {
        const Picture border = expect_proven({{re, "1e-9", "1e-9"}, {16, 16}, 300}, 256);
        EXPECT_EQ(pixels_of(border, Rung::theorem), 0) << re;
    }
}

// What escaped below the lower limit is kept, and the rest is that of a picture from the start.
TEST(DeepLadderTest, GoesOnWithThePixelsThatReachedTheLimit) {
    for (const bool fill : {false, true}) {
        Request request{{"0", "1", "1e-20"}, {64, 48}, 600};
        request.smooth = request.exterior = true;
        if (fill) request.subdivision = Subdivision{{4, 2, 4}, FillRule::uniform};
        const Picture whole = computed(request);
        auto sorted = whole.dwells;
        std::ranges::nth_element(sorted, sorted.begin() + 32 * 48);
        Request lower = request;
        lower.dwell_limit = sorted[32 * 48];
        const Picture low = computed(lower);
        const KnownPixels known{lower.dwell_limit, low.dwells, low.rungs, low.fractions,
                                low.exterior};
        Ladder ladder(2);
        Progress progress;
        const Picture resumed = *ladder.compute(request, {}, progress, {}, &known);
        EXPECT_EQ(resumed.dwells, whole.dwells);
        EXPECT_EQ(resumed.rungs, whole.rungs);
        const auto same = [](const Field& one, const Field& other) {
            return std::ranges::equal(one.host<float>().values, other.host<float>().values);
        };
        EXPECT_TRUE(same(resumed.fractions, whole.fractions));
        EXPECT_TRUE(same(resumed.exterior.distances, whole.exterior.distances));
        EXPECT_TRUE(same(resumed.exterior.normals, whole.exterior.normals));
        EXPECT_LT(resumed.statistics.work.steps, whole.statistics.work.steps);
    }
}

// From the first pixel on that they prove, of many.
TEST(DeepLadderTest, StopsWhileLimbsAreAtWork) {
    const Request request{{"-1.9", "1e-40", "1e-12"}, {4096, 1}, 1000};
    Ladder ladder(2);
    Progress progress;
    std::stop_source stop;
    std::int64_t proven = 0;
    const auto watch = [&](const Picture& picture) {
        if (progress.stage != Stage::direct) return;
        proven = std::ranges::count(picture.rungs, Rung::direct);
        stop.request_stop();
    };
    EXPECT_FALSE(ladder.compute(request, stop.get_token(), progress, watch));
    EXPECT_GT(proven, 0);
    EXPECT_LT(proven, 1000);
    EXPECT_LT(progress.done, progress.total);
    Progress next;
    const Picture after = *ladder.compute(request, {}, next);
    EXPECT_GT(pixels_of(after, Rung::direct), 1000);
    EXPECT_EQ(wrong_pixels(request, after, 20), std::vector<std::string>{});
}

}  // namespace
}  // namespace mariani::deep
