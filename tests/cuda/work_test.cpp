// The work done by the cuda engines: the same on every GPU, so that a change means a change of the
// algorithm. If you reduce it, enter the new numbers here; larger ones are a regression.
#include "compute/workloads/mandelbrot/workload.hpp"
#include "tests/cuda/on_cuda.hpp"

namespace mariani::tests {
namespace {

struct Work {
    std::int64_t regions;
    std::int64_t pixels_iterated;
    std::int64_t iterations;
    std::int64_t leaf_iterations;  // of these, within leaves, not on borders
    std::size_t levels;
    std::int64_t launches;
    bool operator==(const Work&) const = default;
};

void PrintTo(const Work& work, std::ostream* out) {
    *out << work.regions << " regions, " << work.pixels_iterated << " pixels iterated, "
         << work.iterations << " iterations, " << work.leaf_iterations << " of them in leaves, "
         << work.levels << " levels, " << work.launches << " launches";
}

// For view paper: 512 x 512 pixels, dwell limit 1000, f64, no shortcuts, g 4, r 2.
Work work_of(Contender contender, int B) {
    constexpr double unhurried_ms = 1e6;  // no launch is cut short on a slow GPU
    Place place = places[0];
    place.dwell_limit = 1000;
    FramePlan plan = on(Backend::cuda, contender, plan_of(place, {512, 512}));
    plan.keep_regions = false;
    plan.subdivision = {4, 2, B};
    const auto engine =
        cuda::make_engine(contender.kind, mandelbrot::cuda_painters(), {.launch_ms = unhurried_ms});
    const auto stats = frame_of(*engine, plan).stats;
    EXPECT_EQ(stats.failed_launches, 0);
    return {stats.total().regions,         stats.total().pixels_iterated, stats.total().iterations,
            stats.total().leaf_iterations, stats.levels.size(),           stats.launches};
}

// Equal for all that subdivide, except for whether borders are read back, and the launches.
constexpr Work recomputed_16(std::int64_t launches) {
    return {272, 196484, 45130768, 32752374, 3, launches};
}
constexpr Work recomputed_2(std::int64_t launches) {
    return {9576, 240220, 42098208, 1792322, 6, launches};
}

TEST_F(OnCuda, ExDoesNoMoreWorkThanItDid) {
    const Work all{1, 262144, 100759536, 100759536, 1, 1};
    EXPECT_EQ(work_of({EngineKind::ex, Scheme::sbr}, 16), all);
}

// The host launches the first level, and every region launches what follows from it: its children,
// its fill or its leaf.
TEST_F(OnCuda, DpDoesNoMoreWorkThanItDid) {
    for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
        SCOPED_TRACE(name_of(scheme));
        EXPECT_EQ(work_of({EngineKind::dp, scheme}, 16), recomputed_16(1 + 272));
        EXPECT_EQ(work_of({EngineKind::dp, scheme}, 2), recomputed_2(1 + 9576));
    }
}

// One launch per level, and with MBR one more for fills and leaves.
TEST_F(OnCuda, AskDoesNoMoreWorkThanItDid) {
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::sbr}, 16), recomputed_16(3));
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::sbr}, 2), recomputed_2(6));
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::mbr}, 16), recomputed_16(2 * 3));
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::mbr}, 2), recomputed_2(2 * 6));
}

// The two levels of large regions, and one launch for everything below them.
TEST_F(OnCuda, WprDoesNoMoreWorkThanItDid) {
    const Work at_16{272, 180328, 40985560, 32752374, 3, 3};
    const Work at_2{9576, 125528, 22725214, 1792322, 6, 3};
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::wpr}, 16), at_16);
    EXPECT_EQ(work_of({EngineKind::ask, Scheme::wpr}, 2), at_2);
}

}  // namespace
}  // namespace mariani::tests
