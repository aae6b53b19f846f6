// How much work the cuda engines do: the same on every GPU, so a change of it is a change of the
// algorithm. Whoever makes it smaller writes the new numbers here; larger ones are a regression.
#include "tests/cuda/on_cuda.hpp"

namespace mariani::tests {
namespace {

struct Work {
    std::int64_t regions;
    std::int64_t pixels_iterated;
    std::int64_t iterations;
    std::int64_t leaf_iterations;  // of those: within leaves, not on borders
    int levels;                    // of ASK as many launches, but for WPR's small regions
    bool operator==(const Work&) const = default;
};

void PrintTo(const Work& work, std::ostream* out) {
    *out << work.regions << " regions, " << work.pixels_iterated << " pixels iterated, "
         << work.iterations << " iterations, " << work.leaf_iterations << " of them in leaves, "
         << work.levels << " levels";
}

// Of view paper: 512 x 512 pixels, dwell limit 1000, f64, no shortcuts, g 4, r 2.
Work work_of(Contender contender, int B) {
    Place place = places[0];
    place.dwell_limit = 1000;
    FrameRequest request = on(Backend::cuda, contender, request_of(place, {512, 512}));
    request.keep_regions = false;
    request.subdivision = {4, 2, B};
    const auto engine = cuda::make_engine(contender.kind);
    const auto stats = frame_of(*engine, request).stats;
    return {stats.regions(), stats.pixels_iterated(), stats.iterations(), stats.leaf_iterations(),
            static_cast<int>(stats.levels.size())};
}

TEST_F(OnCuda, TheEnginesDoNoMoreWorkThanTheyDid) {
    const Work ex{1, 262144, 100759536, 100759536, 1};
    const Work anew16{272, 196484, 45130768, 32752374, 3};
    const Work anew2{9576, 240220, 42098208, 1792322, 6};
    const Work once16{272, 180328, 40985560, 32752374, 3};
    const Work once2{9576, 125528, 22725214, 1792322, 6};
    EXPECT_EQ(work_of({EngineKind::ex, Scheme::sbr}, 16), ex);
    for (const Contender& contender : contenders) {
        if (contender.kind == EngineKind::ex) continue;
        SCOPED_TRACE(name_of(contender.kind));
        SCOPED_TRACE(name_of(contender.scheme));
        const bool once = contender.scheme == Scheme::wpr;
        EXPECT_EQ(work_of(contender, 16), once ? once16 : anew16);
        EXPECT_EQ(work_of(contender, 2), once ? once2 : anew2);
    }
}

}  // namespace
}  // namespace mariani::tests
