// A poster on disk: a folder that other programs read as OME-Zarr 0.5 (Zarr 3 with sharding).
//
//   poster.json           the manifest: what was asked for, and its shape
//   zarr.json             a group whose multiscales name the levels
//   K/zarr.json           the array of level K: uint16, or uint32 where its values need it
//   K/c/Y/X               the shard of a cell; none where all its values are the fill value
//   done/HOST.PID.log     a line for each finished cell: nothing counts that is not logged
//
// Its values are dwells, or smooth values (compute/model/smooth_value.hpp), or of a map another
// quantity of each pixel. A cell's are a function of the manifest alone, whoever computes them and
// in which order; smooth ones to 1/256, as devices round logarithms differently.
#pragma once

#include "app/produce/pyramid/shape.hpp"
#include "app/produce/pyramid/shard.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/smooth_value.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// How the cells of a level are computed, whatever the machine: with nothing left to choose of what
// its dwells depend on. That of `render` for a picture of the level's size.
struct PyramidLevel {
    Precision precision = Precision::f64;
    EngineKind engine = EngineKind::ask;
    SubdivisionParams subdivision;
    bool operator==(const PyramidLevel&) const = default;
};

struct PyramidManifest {
    PyramidShape shape;
    // View, engine as asked for, colouring; not where it is computed. The colouring shows what is
    // stored; the scheme is that of a map of the work, which depends on it.
    Settings settings;
    std::vector<PyramidLevel> levels;  // as many as the shape has
    std::string version;               // of mariani that began it

    std::uint32_t dwell_limit() const { return settings.engine.dwell_limit; }
    render::Quantity quantity() const { return settings.colouring.shown; }
    // Whether fractions are stored beside dwells.
    bool smooth() const {
        return settings.colouring.smooth && quantity() == render::Quantity::dwell;
    }
    int samples() const { return settings.colouring.samples; }  // a side, of each pixel asked for
    // What pixels outside the picture have, and most inside.
    std::uint32_t fill_value() const {
        if (quantity() != render::Quantity::dwell) return 0;
        return smooth() ? smooth_unit * dwell_limit() : dwell_limit();
    }
    // What a value says of its pixel: the dwell, or what else is stored, and the fraction.
    DwellAndFraction pixel_of(std::uint32_t value) const {
        return smooth() ? from_smooth_value(value) : DwellAndFraction{value, 0};
    }
    // How values are stored. In deep zoom one may be unknown, which is the greatest uint32.
    ElementType type() const;
};

// "dwells", "work": the values of such a poster.
std::string_view values_of(render::Quantity quantity);

// Why a poster cannot be smooth; nullopt if it can, or is not to be.
std::optional<std::string> why_not_smooth(const PyramidManifest& manifest);

// What the colours of a poster's values need to know of them; of a map the greatest alone.
DwellSummary summary_of(const PyramidManifest& manifest, const HostField<std::uint32_t>& values);

inline constexpr std::int64_t max_manifest_bytes = std::int64_t{1} << 20;
std::string manifest_to_json(const PyramidManifest& manifest);
// Throws std::invalid_argument: which field, why, what is allowed.
PyramidManifest manifest_from_json(std::string_view text);

// What is known of a finished cell.
struct CellRecord {
    CellPlace cell;
    std::optional<std::uint32_t> uniform;  // its one value
    std::int64_t bytes = 0;                // of its shard; 0: it has none
    std::uint64_t hash = 0;                // hash_of() its chunks
    std::int64_t iterations = 0;
    std::int64_t unproven = 0;  // pixels of deep zoom whose dwell is not proven
    double ms = 0;              // computing it
    std::string device;
};

using CellRecords = std::map<CellPlace, CellRecord>;

// The same for the same values, whatever computed and compressed them: XXH3 of one hash a chunk.
std::uint64_t hash_of(const FieldChunks& chunks);
std::uint64_t combined(std::uint64_t hash, std::uint64_t next);

std::filesystem::path manifest_path(const std::filesystem::path& folder);
std::filesystem::path shard_path(const std::filesystem::path& folder, CellPlace cell);

// Whether a folder holds a poster.
bool is_pyramid(const std::filesystem::path& folder);
// Throws std::runtime_error: no such folder, none of ours, damaged, of a later version.
PyramidManifest read_manifest(const std::filesystem::path& folder);
// Makes the folder with this manifest and Zarr's metadata; or finds the same poster there, begun
// earlier, and returns its manifest, with the levels of the machine that began it. Several
// processes may begin one at a time. Throws std::runtime_error: the folder holds another poster
// (what differs), or anything else, or cannot be written.
PyramidManifest begin_pyramid(const std::filesystem::path& folder, const PyramidManifest& manifest);

// Which of Zarr's files are missing, in words; the second writes them again.
std::vector<std::string> missing_metadata(const std::filesystem::path& folder,
                                          const PyramidManifest& manifest);
void mend_metadata(const std::filesystem::path& folder, const PyramidManifest& manifest);

// The records that this process adds. Shards appear whole, in batches: those of a batch are synced,
// then their folders, then their lines, which are synced too. Thread-safe.
class PyramidWriter {
  public:
    // Throws std::runtime_error.
    explicit PyramidWriter(std::filesystem::path folder);
    ~PyramidWriter();  // what is not flushed is not logged, and will be computed again
    PyramidWriter(const PyramidWriter&) = delete;
    PyramidWriter& operator=(const PyramidWriter&) = delete;

    // Writes the cell's shard, if it has one, and keeps its record for the next batch. Throws
    // std::runtime_error: which file, why; then nothing of it is counted.
    void add(CellRecord record, std::span<const std::byte> shard);
    // Ends the batch. Throws std::runtime_error.
    void flush();

  private:
    struct State;
    std::unique_ptr<State> state_;
};

// The finished cells of a folder, which may grow: damaged lines are skipped, and cells whose shard
// is missing or has another length are not counted. One thread at a time.
class PyramidLogs {
  public:
    PyramidLogs(std::filesystem::path folder, const PyramidShape& shape);

    // Reads what was added since, at most so many lines. Returns the cells that are new. Throws
    // std::runtime_error.
    std::vector<CellPlace> refresh(std::int64_t most_lines = all_lines);
    static constexpr std::int64_t all_lines = std::numeric_limits<std::int64_t>::max();
    bool complete() const { return left_ > 0; }  // the last time it read all lines that there were
    const CellRecords& records() const { return records_; }

  private:
    void read_more(const std::filesystem::path& log, std::vector<CellPlace>& added);
    void take(std::string_view line, std::vector<CellPlace>& added);

    std::filesystem::path folder_;
    PyramidShape shape_;
    std::map<std::filesystem::path, std::int64_t> read_;  // bytes of each log
    CellRecords records_;
    std::int64_t left_ = 0;  // lines that may still be read
};

// Reads chunks of finished cells. One thread at a time; several readers may read a folder.
class PyramidReader {
  public:
    // Throws what read_manifest() and PyramidLogs::refresh() throw.
    explicit PyramidReader(std::filesystem::path folder,
                           std::int64_t most_lines = PyramidLogs::all_lines);
    ~PyramidReader();

    const std::filesystem::path& folder() const { return folder_; }
    const PyramidManifest& manifest() const { return manifest_; }
    // As of the last refresh(); the constructor calls it once.
    const CellRecords& records() const { return logs_.records(); }
    std::vector<CellPlace> refresh(std::int64_t most_lines = PyramidLogs::all_lines) {
        return logs_.refresh(most_lines);
    }
    bool knows_all() const { return logs_.complete(); }

    struct Chunk {
        std::optional<std::uint32_t> uniform;  // else chunk_side squared values, row by row
        std::vector<std::uint32_t> values;
    };
    // The chunk at this column and row of a level's chunks; nullopt while its cell is not finished.
    // Outside the picture stands the fill value. Throws std::runtime_error if its shard is
    // damaged: which, and that --check finds and the same command mends it.
    std::optional<Chunk> chunk(int level, int column, int row);

    // The values of a rectangle of a level, row by row; where a cell is not finished, `missing`.
    std::vector<std::uint32_t> dwells(int level, PixelRect rect, std::uint32_t missing);

    // All chunks of a finished cell as they were written. Throws like chunk().
    FieldChunks cell(CellPlace place);

  private:
    ShardReader& shard(CellPlace place);

    std::filesystem::path folder_;
    PyramidManifest manifest_;
    PyramidLogs logs_;
    ChunkCodec codec_;
    std::vector<std::byte> bytes_;
    std::map<CellPlace, std::unique_ptr<ShardReader>> open_;  // a few of the last read
};

// The poster's engine, on the devices of `here`.
EngineRequest engine_of_poster(const PyramidManifest& manifest, const EngineRequest& here);

// Takes a poster's engine, dwell limit and colours, and makes the Mandelbrot set what is shown.
// What belongs to this machine stays, as does the view.
void show_poster(Settings& settings, const PyramidManifest& manifest);

}  // namespace mariani::app
