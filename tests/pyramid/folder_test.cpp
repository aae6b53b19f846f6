// A poster's folder: its manifest, its logs, and what is refused.
#include "app/produce/pyramid/pyramid_logs.hpp"
#include "app/produce/pyramid/pyramid_plan.hpp"
#include "tests/files/sandbox.hpp"

namespace mariani::app {
namespace {

PyramidManifest small_manifest() {
    Settings settings;
    settings.view.centre.re = *parse_coordinate("-0.7453");
    settings.engine.dwell_limit = 200;
    const PyramidShape shape{{1024, 512}, 256, 3};
    return plan_pyramid(settings, shape, EngineDispatcher());
}

CellRecord record_at(CellPlace cell) {
    CellRecord record;
    record.cell = cell;
    record.uniform = 9;
    record.hash = 0xFEDCBA9876543210;
    record.iterations = 12'345'678'901;
    record.device = "a \"device\"";
    return record;
}

class PyramidFolderTest : public Sandbox {
  protected:
    const fs::path place = folder / "poster";
    void expect_refused(const PyramidManifest& manifest, const std::string& why) {
        try {
            begin_pyramid(place, manifest);
            ADD_FAILURE() << "not refused";
        } catch (const std::runtime_error& error) {
            EXPECT_NE(std::string(error.what()).find(why), std::string::npos) << error.what();
        }
    }
};

TEST_F(PyramidFolderTest, KeepsItsManifest) {
    const PyramidManifest manifest = small_manifest();
    EXPECT_FALSE(is_pyramid(place));
    begin_pyramid(place, manifest);
    EXPECT_TRUE(is_pyramid(place));
    const PyramidManifest read = read_manifest(place);
    EXPECT_EQ(manifest_to_json(read), manifest_to_json(manifest));
    EXPECT_EQ(read.settings.view, manifest.settings.view);
    EXPECT_EQ(read.levels, manifest.levels);
    EXPECT_EQ(read.type(), ElementType::uint16);
}

TEST_F(PyramidFolderTest, KeepsWhatIsStoredAndIsOfDwellsWhereNothingSaysSo) {
    PyramidManifest manifest = small_manifest();
    manifest.settings.colouring.samples = 2;
    EXPECT_EQ(manifest_from_json(manifest_to_json(manifest)).samples(), 2);
    manifest.settings.colouring = {};
    manifest.settings.colouring.shown = render::Quantity::work;
    std::string text = manifest_to_json(manifest);
    const PyramidManifest map = manifest_from_json(text);
    EXPECT_EQ(map.quantity(), render::Quantity::work);
    EXPECT_EQ(map.type(), ElementType::uint32);
    EXPECT_EQ(map.fill_value(), 0U);
    const auto field = text.find("  \"quantity\": \"work\",\n");
    ASSERT_NE(field, std::string::npos) << text;
    text.erase(field, text.find('\n', field) + 1 - field);
    const PyramidManifest earlier = manifest_from_json(text);
    EXPECT_EQ(earlier.quantity(), render::Quantity::dwell);
    EXPECT_EQ(earlier.fill_value(), 200U);
}

TEST_F(PyramidFolderTest, KeepsThatItsDwellsAreSmooth) {
    PyramidManifest manifest = small_manifest();
    manifest.settings.colouring.smooth = true;
    std::string text = manifest_to_json(manifest);
    const PyramidManifest smooth = manifest_from_json(text);
    EXPECT_TRUE(smooth.smooth());
    EXPECT_EQ(smooth.type(), ElementType::uint32);
    EXPECT_EQ(smooth.fill_value(), 200 * smooth_unit);
    EXPECT_EQ(smooth.pixel_of(smooth.fill_value()).dwell, 200U);
    manifest.settings.engine.dwell_limit = max_smooth_limit + 1;
    EXPECT_THROW(manifest_from_json(manifest_to_json(manifest)), std::invalid_argument);
    manifest.settings.colouring.shown = render::Quantity::work;
    EXPECT_FALSE(manifest_from_json(manifest_to_json(manifest)).smooth());
    text.erase(text.find("  \"smooth\": true,\n"), std::string("  \"smooth\": true,\n").size());
    EXPECT_FALSE(manifest_from_json(text).smooth()) << "as earlier ones say it";
    EXPECT_EQ(manifest_from_json(text).pixel_of(7), (DwellAndFraction{7, 0}));
}

// Another machine may have chosen other levels: those of the first hold.
TEST_F(PyramidFolderTest, IsContinuedWithTheLevelsOfWhoBeganIt) {
    const PyramidManifest manifest = begin_pyramid(place, small_manifest());
    PyramidManifest other = manifest;
    other.levels[0].subdivision.g = 7;
    other.settings.colouring.palette = "inferno";
    EXPECT_EQ(begin_pyramid(place, other).levels, manifest.levels);
}

TEST_F(PyramidFolderTest, RefusesAnotherPosterAndSaysWhatDiffers) {
    const PyramidManifest manifest = begin_pyramid(place, small_manifest());
    PyramidManifest other = manifest;
    other.shape.cell = 512;
    expect_refused(other, "its cell is 256, and 512 was asked for");
    other = manifest;
    other.settings.engine.dwell_limit = 300;
    expect_refused(other, "its dwell is 200, and 300 was asked for");
    other = manifest;
    other.settings.view.height = 1;
    expect_refused(other, "its height_im is");
    other = manifest;
    other.settings.colouring.shown = render::Quantity::level;
    expect_refused(other, "its quantity is \"dwell\", and \"level\" was asked for");
    other = manifest;
    other.settings.colouring.smooth = true;
    expect_refused(other, "its kind of dwells is \"whole\", and \"smooth\" was asked for");
    other = manifest;
    other.settings.colouring.samples = 2;
    expect_refused(other, "its number of samples is 1, and 2 was asked for");
}

TEST_F(PyramidFolderTest, RefusesAFolderOfSomethingElse) {
    fs::create_directories(place);
    std::ofstream(place / "letter.txt") << "dear";
    expect_refused(small_manifest(), "is not empty and not a poster");
    EXPECT_THROW(read_manifest(place), std::runtime_error);
}

TEST_F(PyramidFolderTest, RefusesADamagedManifest) {
    begin_pyramid(place, small_manifest());
    std::ofstream(manifest_path(place)) << "{\"mariani_poster\": 1";
    EXPECT_THROW(read_manifest(place), std::runtime_error);
    std::ofstream(manifest_path(place)) << "{\"mariani_poster\": 2}";
    EXPECT_THROW(read_manifest(place), std::runtime_error);
}

TEST_F(PyramidFolderTest, CountsWhatIsLoggedAndThere) {
    const PyramidManifest manifest = begin_pyramid(place, small_manifest());
    PyramidLogs logs(place, manifest.shape);
    {
        PyramidWriter writer(place);
        CellRecord empty = record_at({0, 1, 1});
        writer.add(empty, {});
        const std::vector<std::byte> shard(40);
        writer.add(record_at({0, 2, 1}), shard);
        EXPECT_TRUE(logs.refresh().empty());  // not flushed
        writer.flush();
        EXPECT_EQ(logs.refresh(), (std::vector<CellPlace>{{0, 1, 1}, {0, 2, 1}}));
        EXPECT_TRUE(logs.refresh().empty());
        writer.add(record_at({2, 0, 0}), {});
        writer.flush();
        EXPECT_EQ(logs.refresh(), (std::vector<CellPlace>{{2, 0, 0}}));
    }
    EXPECT_EQ(logs.records().at({0, 2, 1}).bytes, 40);
    fs::resize_file(shard_path(place, {0, 2, 1}), 39);
    PyramidLogs later(place, manifest.shape);
    later.refresh();
    EXPECT_EQ(later.records().size(), 2U);
}

TEST_F(PyramidFolderTest, PassesOverTornAndForeignLines) {
    const PyramidManifest manifest = begin_pyramid(place, small_manifest());
    const std::string line = log_line(record_at({1, 0, 0}));
    std::string flipped = line;
    flipped[10] ^= 1;
    std::ofstream(place / "done" / "host.1.log")
        << line.substr(0, line.size() / 2) << "\n"
        << flipped << "\n\n"
        << log_line(record_at({1, 9, 0})) << log_line(record_at({0, 0, 0})) << line.substr(0, 20);
    PyramidLogs logs(place, manifest.shape);
    logs.refresh();
    ASSERT_EQ(logs.records().size(), 1U);
    EXPECT_EQ(logs.records().begin()->first, (CellPlace{0, 0, 0}));
}

TEST(LogLine, KeepsARecord) {
    CellRecord record = record_at({3, 2, 1});
    record.bytes = 77;
    record.unproven = 3;
    record.ms = 1.5;
    const std::string line = log_line(record);
    const auto read = record_of(std::string_view(line).substr(0, line.size() - 1));
    ASSERT_TRUE(read);
    EXPECT_EQ(read->cell, record.cell);
    EXPECT_EQ(read->uniform, record.uniform);
    EXPECT_EQ(read->bytes, record.bytes);
    EXPECT_EQ(read->hash, record.hash);
    EXPECT_EQ(read->iterations, record.iterations);
    EXPECT_EQ(read->unproven, record.unproven);
    EXPECT_EQ(read->device, record.device);
}

}  // namespace
}  // namespace mariani::app
