// A poster where doubles end: in parts, whose dwells and proofs are those of the whole.
#include "app/produce/poster.hpp"
#include "compute/model/text.hpp"
#include "compute/service/dwell_access.hpp"
#include "tests/files/sandbox.hpp"

#include <cstring>
#include <iterator>
#include <set>

namespace mariani::app {
namespace {

// Around i the set looks alike at every depth, and its dwells grow slowly. More than fits one part.
PosterJob around_i(const fs::path& folder) {
    PosterJob job;
    job.size = {4100, 8};
    job.picture = folder / "p.png";
    job.dwells = folder / "d.npy";
    job.settings.view = {{0, 1}, *parse_length("1e-33")};
    set_dwell_limit(job.settings, 300);
    job.settings.engine.backend = Backend::cpu;
    return job;
}

// After the header, whose length stands in its bytes 8 and 9.
std::vector<std::uint32_t> dwells_in(const std::string& npy) {
    const std::size_t begin =
        10 + static_cast<unsigned char>(npy.at(8)) + 256u * static_cast<unsigned char>(npy.at(9));
    std::vector<std::uint32_t> dwells((npy.size() - begin) / sizeof(std::uint32_t));
    std::memcpy(dwells.data(), npy.data() + begin, dwells.size() * sizeof(std::uint32_t));
    return dwells;
}

class DeepPosterTest : public Sandbox {
  protected:
    std::vector<std::uint32_t> dwells_of_whole(const PosterJob& job) {
        FrameProgress unseen;
        const auto frame = dispatcher.compute(frame_request(job.settings, job.size), {}, unseen);
        const auto field = host_copy(frame->dwells);
        const auto dwells = field.host<std::uint32_t>();
        std::vector<std::uint32_t> all;
        for (int y = 0; y < job.size.height; ++y)
            for (int x = 0; x < job.size.width; ++x) all.push_back(dwells.at(x, y));
        return all;
    }

    EngineDispatcher dispatcher;
    std::atomic<double> progress{0};
};

TEST_F(DeepPosterTest, EveryPixelOfEveryPartIsProvenAndThatOfTheWhole) {
    const PosterJob job = around_i(folder);
    const auto result = make_poster(job, dispatcher, {}, progress);
    ASSERT_TRUE(result);
    EXPECT_GT(result->parts, 1);
    EXPECT_EQ(result->plan.precision, Precision::deltas);
    const DeltaStats& deltas = result->stats.deltas.value();
    EXPECT_EQ(deltas.pixels_of(Rung::deltas) + deltas.pixels_of(Rung::double_double) +
                  deltas.pixels_of(Rung::direct),
              pixel_count(job.size));
    const auto dwells = dwells_in(text_of(*job.dwells));
    EXPECT_GT(std::set(dwells.begin(), dwells.end()).size(), 10u) << "there is something to see";
    EXPECT_EQ(dwells, dwells_of_whole(job));
    EXPECT_NE(text_of(job.picture).find("mariani:proof"), std::string::npos);
}

}  // namespace
}  // namespace mariani::app
