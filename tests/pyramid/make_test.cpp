// Posters that are made: every level is the picture of its size, whoever computes which cell.
#include "app/produce/pyramid/estimate_pyramid.hpp"
#include "app/produce/pyramid/make_pyramid.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/files/sandbox.hpp"

#include <cmath>
#include <thread>

namespace mariani::app {
namespace {

constexpr PyramidDevice processor{Backend::cpu, 0};

struct PyramidMakeTest : Sandbox {
    Settings settings;
    PyramidShape shape{{2048, 1024}, 512, 4};
    PyramidProgress progress;

    PyramidMakeTest() {
        settings.view.height = 1.2;
        settings.engine.dwell_limit = 300;
        settings.engine.fill = FillRule::safe;
    }

    PyramidWork work_in(const fs::path& place, std::vector<PyramidDevice> devices = {processor}) {
        EngineDispatcher dispatcher;
        PyramidWork work;
        work.folder = place;
        work.manifest = begin_pyramid(place, plan_pyramid(settings, shape, dispatcher));
        work.cells = *planned_cells(work.manifest, dispatcher, {});
        work.devices = std::move(devices);
        PyramidLogs logs(place, shape);
        logs.refresh();
        work.finished = logs.records();
        return work;
    }

    void make(const fs::path& place, std::size_t part = 0, std::size_t parts = 1) {
        const PyramidWork work = work_in(place);
        LocalCells cells(work.cells.size(), part, parts);
        make_pyramid(work, cells, {}, progress);
    }

    static PyramidCheck checked(const fs::path& place) {
        std::atomic<std::int64_t> read{0};
        return *check_pyramid(place, {}, read);
    }

    std::vector<std::uint32_t> picture(ImageSize size) const {
        EngineDispatcher dispatcher;
        FrameProgress unseen;
        const auto frame = dispatcher.compute(frame_request(settings, size), {}, unseen);
        const Field dwells = host_copy(frame->dwells);
        const auto values = dwells.host<std::uint32_t>().values;
        return {values.begin(), values.end()};
    }

    void expect_every_level_is_its_picture(const fs::path& place) const {
        PyramidReader reader(place);
        for (int level = 0; level < shape.levels; ++level) {
            const ImageSize size = level_size(shape, level);
            EXPECT_EQ(reader.dwells(level, whole(size), ~0U), picture(size)) << "level " << level;
        }
    }
};

TEST_F(PyramidMakeTest, EveryLevelIsThePictureOfItsSize) {
    make(folder / "p");
    expect_every_level_is_its_picture(folder / "p");
    const PyramidCheck check = checked(folder / "p");
    EXPECT_EQ(check.cells, 8 + 2 + 1 + 1);
    EXPECT_TRUE(check.damaged.empty());
}

TEST_F(PyramidMakeTest, SoItIsForSizesThatNothingDivides) {
    shape = {{1531, 777}, 256, 4};
    settings.view = {{-0.745, 0.113}, 0.02};
    make(folder / "p");
    expect_every_level_is_its_picture(folder / "p");
}

TEST_F(PyramidMakeTest, SoItIsForJuliaSetsAndLongDwells) {
    settings.view = {{0, 0}, 3, PlanePoint{-0.8, 0.156}};
    settings.engine.dwell_limit = 70'000;  // which needs 32 bits
    make(folder / "p");
    expect_every_level_is_its_picture(folder / "p");
}

TEST_F(PyramidMakeTest, SoItIsInDeepZoomWhereEveryDwellIsProven) {
    shape = {{512, 256}, 256, 2};
    settings.view = {{0, 1}, *parse_length("1e-33")};
    make(folder / "p");
    expect_every_level_is_its_picture(folder / "p");
    const PyramidReader reader(folder / "p");
    for (const auto& entry : reader.records()) EXPECT_EQ(entry.second.unproven, 0);
}

TEST_F(PyramidMakeTest, PartsInAnyOrderMakeTheSamePoster) {
    make(folder / "whole");
    for (const std::size_t part : {2, 0, 1}) make(folder / "parts", part, 3);
    EXPECT_EQ(checked(folder / "parts").hash, checked(folder / "whole").hash);
    EXPECT_EQ(checked(folder / "parts").cells, 12);
}

TEST_F(PyramidMakeTest, AStoppedOneGoesOnWhereItWas) {
    make(folder / "whole");
    std::stop_source stop;
    {
        const PyramidWork work = work_in(folder / "p");
        LocalCells cells(work.cells.size());
        std::jthread stopping([&] {
            while (progress.cells < 14) std::this_thread::yield();  // 12 are those of the whole
            stop.request_stop();
        });
        make_pyramid(work, cells, stop.get_token(), progress);
    }
    const auto first = checked(folder / "p").cells;
    EXPECT_GE(first, 2);
    make(folder / "p");
    EXPECT_EQ(checked(folder / "p").hash, checked(folder / "whole").hash);
}

TEST_F(PyramidMakeTest, ADamagedShardIsFoundRemovedAndMadeAgain) {
    make(folder / "p");
    const PyramidCheck whole = checked(folder / "p");
    fs::path shard;
    const PyramidReader reader(folder / "p");
    for (const auto& entry : reader.records())
        if (entry.second.bytes > 1000) shard = shard_path(folder / "p", entry.first);
    ASSERT_FALSE(shard.empty());
    std::fstream file(shard, std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(100);
    const char byte = static_cast<char>(file.get() ^ 1);
    file.seekp(100);
    file.put(byte);
    file.close();
    const PyramidCheck found = checked(folder / "p");
    ASSERT_EQ(found.damaged.size(), 1U);
    EXPECT_NE(found.damaged[0].find(shard.string()), std::string::npos);
    EXPECT_FALSE(fs::exists(shard));
    EXPECT_EQ(checked(folder / "p").cells, whole.cells - 1);
    make(folder / "p");
    EXPECT_EQ(checked(folder / "p").hash, whole.hash);
}

TEST_F(PyramidMakeTest, AReaderSeesCellsAsTheyAreFinished) {
    const PyramidWork work = work_in(folder / "p");
    PyramidReader reader(folder / "p");
    EXPECT_EQ(reader.chunk(0, 0, 0), std::nullopt);
    LocalCells cells(work.cells.size());
    make_pyramid(work, cells, {}, progress);
    EXPECT_EQ(reader.refresh().size(), work.cells.size());
    EXPECT_NE(reader.chunk(0, 0, 0), std::nullopt);
}

TEST_F(PyramidMakeTest, TheEstimateOfBytesIsNotFarFromThem) {
    shape = {{8192, 8192}, 2048, 6};
    settings.view = {};
    const PyramidWork work = work_in(folder / "p");
    EngineDispatcher dispatcher;
    const auto estimate = estimated_disk(work.manifest, dispatcher, {});
    LocalCells cells(work.cells.size());
    make_pyramid(work, cells, {}, progress);
    const double ratio =
        static_cast<double>(estimate->bytes) / static_cast<double>(progress.bytes.load());
    EXPECT_LT(std::abs(std::log2(ratio)), 0.6) << estimate->bytes << " of " << progress.bytes;
    EXPECT_GT(estimate->compressing_s, 0);
}

TEST_F(PyramidMakeTest, ADiskWithoutRoomIsRefused) {
    EXPECT_EQ(why_no_room(folder / "new" / "poster", 1), std::nullopt);
    EXPECT_NE(why_no_room(folder, std::int64_t{1} << 60), std::nullopt);
}

TEST_F(PyramidMakeTest, OnGpuAndProcessorTheSamePoster) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    make(folder / "cpu");
    auto devices = all_pyramid_devices();
    devices.push_back(processor);
    for (const auto& some : {all_pyramid_devices(), devices}) {
        const fs::path place = folder / ("gpu" + std::to_string(some.size()));
        const PyramidWork work = work_in(place, some);
        LocalCells cells(work.cells.size());
        make_pyramid(work, cells, {}, progress);
        EXPECT_EQ(checked(place).hash, checked(folder / "cpu").hash);
    }
}

}  // namespace
}  // namespace mariani::app
