// The work done by the cpu engines: the same on every machine, so that a change means a change of
// the algorithm. If you reduce it, enter the new numbers here; larger ones are a regression.
#include "compute/model/limits.hpp"
#include "tests/engines/frames.hpp"

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

struct Work {
    std::int64_t regions;
    std::int64_t pixels_iterated;
    std::int64_t iterations;
    std::int64_t leaf_iterations;  // of these, within leaves, not on borders
    bool operator==(const Work&) const = default;
};

void PrintTo(const Work& work, std::ostream* out) {
    *out << work.regions << " regions, " << work.pixels_iterated << " pixels iterated, "
         << work.iterations << " iterations, " << work.leaf_iterations << " of them in leaves";
}

// 512 x 512 pixels, dwell limit 1000, f64, g 4, r 2.
Work work_on_cpu(EngineKind kind, Scheme scheme, const View& view, bool shortcuts, int B) {
    auto asked = plan(512, 512, 1000, view);
    asked.engine = kind;
    asked.scheme = scheme;
    asked.backend = Backend::cpu;
    asked.shortcuts = shortcuts;
    asked.keep_regions = false;
    asked.subdivision = {4, 2, B};
    const auto stats = compute(*find_engine(kind, Backend::cpu)->make(), asked).stats;
    return {stats.total().regions, stats.total().pixels_iterated, stats.total().iterations,
            stats.total().leaf_iterations};
}

void expect_work(const View& view, bool shortcuts, const Work& ex, const Work& B16,
                 const Work& B2) {
    EXPECT_EQ(work_on_cpu(EngineKind::ex, Scheme::sbr, view, shortcuts, 16), ex);
    for (const auto kind : {EngineKind::dp, EngineKind::ask})
        for (const auto scheme : {Scheme::sbr, Scheme::mbr}) {
            SCOPED_TRACE(std::string(name_of(kind)) + " " + std::string(name_of(scheme)));
            EXPECT_EQ(work_on_cpu(kind, scheme, view, shortcuts, 16), B16);
            EXPECT_EQ(work_on_cpu(kind, scheme, view, shortcuts, 2), B2);
        }
}

TEST(CpuWork, WithoutShortcuts) {
    expect_work(paper, false, {1, 262144, 100759536, 100759536}, {272, 180328, 40985560, 32752374},
                {9576, 125528, 22725214, 1792322});
    expect_work(seahorse, false, {1, 262144, 104973206, 104973206},
                {280, 185316, 45678106, 36782041}, {10772, 139996, 34989680, 5939925});
    expect_work(elephant, false, {1, 262144, 137367739, 137367739},
                {224, 144488, 31246769, 22472577}, {6972, 96292, 20661524, 1961750});
}

TEST(CpuWork, WithShortcuts) {
    expect_work(paper, true, {1, 262144, 5651146, 5651146}, {272, 180328, 5605170, 4837152},
                {9576, 125528, 4543426, 923730});
    expect_work(seahorse, true, {1, 262144, 34972029, 34972029}, {280, 185316, 33626217, 29300651},
                {10772, 139996, 28247301, 5860674});
    expect_work(elephant, true, {1, 262144, 9274424, 9274424}, {224, 144488, 9106602, 8000024},
                {6972, 96292, 8032534, 1661189});
}

}  // namespace
}  // namespace mariani::tests
