// Posters that are made: every level is the picture of its size, whoever computes which cell.
#include "app/produce/pyramid/estimate_pyramid.hpp"
#include "app/produce/pyramid/make_pyramid.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_registry.hpp"
#include "tests/files/sandbox.hpp"

#include <algorithm>
#include <cmath>
#include <thread>

#include <fmt/core.h>

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

    // As in the folder "cpu", by all GPUs, and with the processor.
    void expect_the_same_on_gpus() {
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

    static PyramidCheck checked(const fs::path& place) {
        std::atomic<std::int64_t> read{0};
        return *check_pyramid(place, {}, read);
    }

    std::vector<std::uint32_t> picture(ImageSize size) const {
        EngineDispatcher dispatcher;
        FrameProgress unseen;
        const auto frame = dispatcher.compute(frame_request(settings, size), {}, unseen);
        const Field dwells = host_copy(frame->dwells), fractions = host_copy(frame->fractions);
        const auto whole = dwells.host<std::uint32_t>().values;
        std::vector<std::uint32_t> values(whole.begin(), whole.end());
        if (fractions)
            std::ranges::transform(
                whole, fractions.host<float>().values, values.begin(),
                [&](std::uint32_t dwell, float fraction) {
                    return to_smooth_value({dwell, fraction}, settings.engine.dwell_limit);
                });
        return values;
    }

    // What `render --show` has in colours.
    std::vector<std::uint32_t> map(ImageSize size) const {
        EngineDispatcher dispatcher;
        FrameProgress unseen;
        FrameRequest request = frame_request(settings, size);
        request.backend = Backend::cpu;
        const auto frame = dispatcher.compute(request, {}, unseen);
        if (settings.colouring.shown == render::Quantity::work) {
            const auto work = frame->work.host<std::uint32_t>().values;
            return {work.begin(), work.end()};
        }
        const RegionMap regions = frame->regions->map(size);
        const auto kinds = regions.kinds.host<RegionKind>().values;
        const auto lines = border_lines(regions);
        std::vector<std::uint32_t> values;
        for (std::size_t i = 0; i < kinds.size(); ++i) {
            const auto width = static_cast<std::size_t>(size.width);
            const auto origin =
                origin_of(kinds[i], std::min(lines[i % width], lines[width + i / width]));
            values.push_back(settings.colouring.shown == render::Quantity::level
                                 ? origin.level
                                 : static_cast<std::uint32_t>(origin.outcome));
        }
        return values;
    }

    void expect_every_level_is_its_picture(const fs::path& place) const {
        const bool dwells = settings.colouring.shown == render::Quantity::dwell;
        PyramidReader reader(place);
        for (int level = 0; level < shape.levels; ++level) {
            const ImageSize size = level_size(shape, level);
            EXPECT_EQ(reader.dwells(level, whole(size), ~0U), dwells ? picture(size) : map(size))
                << "level " << level;
        }
    }

    // Smooth values: of the same dwells, and of fractions that differ by 1/256 at most.
    static void expect_alike(const std::vector<std::uint32_t>& values,
                             const std::vector<std::uint32_t>& others) {
        ASSERT_EQ(values.size(), others.size());
        for (std::size_t i = 0; i < values.size(); ++i) {
            const auto [dwell, fraction] = from_smooth_value(values[i]);
            const auto [other_dwell, other_fraction] = from_smooth_value(others[i]);
            ASSERT_EQ(dwell, other_dwell) << i;
            ASSERT_NEAR(fraction, other_fraction, 1.0 / 256) << i;
        }
    }

    void show(render::Quantity quantity, EngineKind engine) {
        shape = {{1024, 1024}, 256, 3};
        settings.engine.shortcuts = false;
        settings.engine.engine = engine;
        settings.colouring.shown = quantity;
    }

    void expect_refused(const std::string& why) const {
        EngineDispatcher dispatcher;
        try {
            plan_pyramid(settings, shape, dispatcher);
            ADD_FAILURE() << "not refused: " << why;
        } catch (const std::invalid_argument& error) {
            EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
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

TEST_F(PyramidMakeTest, SoItIsForSmoothColours) {
    shape = {{1024, 1024}, 256, 3};
    settings.colouring.smooth = true;
    settings.engine.backend = Backend::cpu;
    make(folder / "p");
    expect_every_level_is_its_picture(folder / "p");
}

// Another reference rounds otherwise.
TEST_F(PyramidMakeTest, SoItIsForSmoothColoursInDeepZoomTo256ths) {
    shape = {{512, 256}, 256, 2};
    settings.view = {{0, 1}, *parse_length("1e-33")};
    settings.colouring.smooth = true;
    make(folder / "p");
    PyramidReader reader(folder / "p");
    for (int level = 0; level < shape.levels; ++level) {
        const ImageSize size = level_size(shape, level);
        expect_alike(reader.dwells(level, whole(size), ~0U), picture(size));
    }
}

TEST_F(PyramidMakeTest, ASmoothOneHasTheDwellsOfAWholeOne) {
    make(folder / "whole");
    settings.colouring.smooth = true;
    make(folder / "smooth");
    EXPECT_TRUE(checked(folder / "smooth").damaged.empty());
    PyramidReader whole_one(folder / "whole"), smooth(folder / "smooth");
    const PixelRect rect = whole(level_size(shape, 1));
    const auto dwells = whole_one.dwells(1, rect, ~0U);
    auto decoded = smooth.dwells(1, rect, ~0U);
    EXPECT_EQ(summary_of(whole_one.manifest(), {rect, dwells}),
              summary_of(smooth.manifest(), {rect, decoded}));
    for (auto& value : decoded) value = smooth.manifest().pixel_of(value).dwell;
    EXPECT_EQ(decoded, dwells);
}

TEST_F(PyramidMakeTest, ASmoothOneIsRefusedWhereItsValuesNeedMoreThan32Bits) {
    settings.colouring.smooth = true;
    settings.engine.dwell_limit = max_smooth_limit + 1;
    expect_refused("has a dwell limit of at most 4000000, not 4000001");
}

TEST_F(PyramidMakeTest, SoItIsForMapsOfTheWorkTheLevelsAndTheOutcomes) {
    for (const auto quantity :
         {render::Quantity::work, render::Quantity::level, render::Quantity::outcome})
        for (const auto engine : {EngineKind::ask, EngineKind::dp, EngineKind::ex}) {
            const auto name =
                fmt::format("{} {}", static_cast<int>(quantity), static_cast<int>(engine));
            SCOPED_TRACE(name);
            show(quantity, engine);
            settings.engine.backend = Backend::cpu;
            make(folder / name);
            expect_every_level_is_its_picture(folder / name);
            const PyramidCheck check = checked(folder / name);
            EXPECT_EQ(check.cells, 16 + 4 + 1);
            EXPECT_TRUE(check.damaged.empty());
        }
}

TEST_F(PyramidMakeTest, AMapIsRefusedWhereItsCellsWouldNotFitTogether) {
    show(render::Quantity::work, EngineKind::ask);
    settings.engine.shortcuts = true;
    expect_refused("needs --shortcuts off");
    settings.engine.shortcuts = false;
    settings.engine.g = 2;
    expect_refused("g must be at least 4, or --cell larger");
    settings.colouring.shown = render::Quantity::level;
    expect_refused("g must be at least 4, or --cell larger");
    settings.engine.g.reset();
    settings.engine.engine.reset();
    settings.view = {{0, 1}, *parse_length("1e-33")};
    expect_refused("maps of deep zoom");
}

TEST_F(PyramidMakeTest, AMapOfTheWorkIsByWhatIteratesBordersOnce) {
    constexpr PyramidDevice gpu{Backend::cuda, 0};
    show(render::Quantity::work, EngineKind::ask);
    settings.engine.scheme = Scheme::mbr;
    expect_refused("needs --scheme wpr");
    PyramidManifest manifest;
    manifest.settings = settings;
    EXPECT_FALSE(why_unlike(manifest, gpu));
    EXPECT_FALSE(why_unlike(manifest, processor));
    manifest.settings.engine.engine = EngineKind::dp;
    EXPECT_TRUE(why_unlike(manifest, gpu));
    EXPECT_FALSE(why_unlike(manifest, processor));
    manifest.settings.colouring.shown = render::Quantity::level;
    EXPECT_FALSE(why_unlike(manifest, gpu));
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
    const auto estimate = estimated_disk(work.manifest, work.cells, Backend::cpu, dispatcher, {});
    LocalCells cells(work.cells.size());
    make_pyramid(work, cells, {}, progress);
    const double ratio =
        static_cast<double>(estimate->bytes) / static_cast<double>(progress.bytes.load());
    EXPECT_LT(std::abs(std::log2(ratio)), 0.6) << estimate->bytes << " of " << progress.bytes;
    EXPECT_GT(estimate->compressing_s, 0);
}

TEST_F(PyramidMakeTest, SoItIsForSmoothColoursWhichTakeMore) {
    shape = {{4096, 4096}, 2048, 5};
    settings.view = {};
    EngineDispatcher dispatcher;
    const auto estimate = [&](const fs::path& place) {
        const PyramidWork work = work_in(place);
        return estimated_disk(work.manifest, work.cells, Backend::cpu, dispatcher, {})->bytes;
    };
    const auto of_whole = estimate(folder / "whole");
    settings.colouring.smooth = true;
    const auto of_smooth = estimate(folder / "smooth");
    make(folder / "smooth");
    EXPECT_GT(of_smooth, 2 * of_whole);
    EXPECT_NEAR(std::log2(static_cast<double>(of_smooth) / static_cast<double>(progress.bytes)), 0,
                0.6);
}

// Cells that take long are tried in their middles.
TEST_F(PyramidMakeTest, AnEstimateComputesNoMoreThanItHasTimeFor) {
    for (const std::uint32_t limit : {300U, 10'000'000U}) {
        settings.engine.dwell_limit = limit;
        const PyramidWork work = work_in(folder / std::to_string(limit));
        const SampledCells sampled = sampled_cells(work.manifest, work.cells, processor);
        double pixels = 0;
        for (const FrameRequest& request : sampled.requests)
            pixels += static_cast<double>(pixel_count(request.part));
        const auto cells = static_cast<double>(sampled.requests.size());
        EXPECT_EQ(pixels, cells * (limit == 300 ? 512 * 512 : 256 * 256));
        EXPECT_GE(sampled.times * pixels, 2048 * 1024) << "of the largest level";
    }
}

TEST_F(PyramidMakeTest, ADiskWithoutRoomIsRefused) {
    EXPECT_EQ(why_no_room(folder / "new" / "poster", 1), std::nullopt);
    EXPECT_NE(why_no_room(folder, std::int64_t{1} << 60), std::nullopt);
}

TEST_F(PyramidMakeTest, OnGpuAndProcessorTheSamePoster) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    make(folder / "cpu");
    expect_the_same_on_gpus();
}

// Their logarithms may differ in the last bit.
TEST_F(PyramidMakeTest, OnGpuAndProcessorSmoothDwellsTo256ths) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    settings.colouring.smooth = true;
    make(folder / "cpu");
    const PyramidWork work = work_in(folder / "gpu", all_pyramid_devices());
    LocalCells cells(work.cells.size());
    make_pyramid(work, cells, {}, progress);
    PyramidReader one(folder / "cpu"), other(folder / "gpu");
    for (int level = 0; level < shape.levels; ++level) {
        const PixelRect rect = whole(level_size(shape, level));
        expect_alike(one.dwells(level, rect, ~0U), other.dwells(level, rect, ~0U));
    }
}

TEST_F(PyramidMakeTest, OnGpuAndProcessorTheSameMap) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    for (const auto quantity :
         {render::Quantity::work, render::Quantity::level, render::Quantity::outcome}) {
        show(quantity, EngineKind::ask);
        make(folder / "cpu");
        expect_the_same_on_gpus();
        for (const auto& entry : fs::directory_iterator(folder)) fs::remove_all(entry.path());
    }
}

}  // namespace
}  // namespace mariani::app
