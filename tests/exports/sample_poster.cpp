#include "tests/exports/sample_poster.hpp"

#include "compute/model/field.hpp"

namespace mariani::app::tests {

std::uint32_t sample_dwell(int level, int x, int y) {
    const int side = 400 >> level;  // of squares that hold one dwell, in part of the picture
    if (x >> level > 600 && y >> level < 300) return 512;
    if (x << level < 2 * side) return static_cast<std::uint32_t>(7 + level);
    return static_cast<std::uint32_t>((x * x / 7 + y * 13 + level * 5) % 400 + 1);
}

PyramidManifest sample_manifest(ImageSize size, int cell, int levels) {
    PyramidManifest manifest;
    manifest.shape = {size, cell, levels};
    manifest.levels.resize(static_cast<std::size_t>(levels), {Precision::f64, EngineKind::ex, {}});
    manifest.settings.engine.dwell_limit = 512;
    manifest.version = "0.1.0";
    return manifest;
}

namespace {

void add_cell(PyramidWriter& writer, const PyramidManifest& manifest, CellPlace cell) {
    const PixelRect inside = pixels_of(manifest.shape, cell);
    const int side = manifest.shape.cell;
    const PixelRect rect{inside.x, inside.y, side, side};
    std::vector<std::uint32_t> dwells;
    for (int y = rect.y; y < rect.y + side; ++y)
        for (int x = rect.x; x < rect.x + side; ++x)
            dwells.push_back(contains(inside, x, y) ? sample_dwell(cell.level, x, y)
                                                    : manifest.dwell_limit());
    const FieldChunks chunks = chunks_of(field_of(rect, std::move(dwells)), rect, chunk_side,
                                         manifest.type(), manifest.dwell_limit());
    ChunkCodec codec;
    const auto shard = codec.shard_of(chunks, manifest.dwell_limit());
    CellRecord record;
    record.cell = cell;
    record.bytes = static_cast<std::int64_t>(shard.size());
    if (shard.empty()) record.uniform = manifest.dwell_limit();
    record.hash = hash_of(chunks);
    record.device = "a formula";
    writer.add(record, shard);
}

}  // namespace

void finish_cell(const std::filesystem::path& folder, const PyramidManifest& manifest,
                 CellPlace cell) {
    PyramidWriter writer(folder);
    add_cell(writer, manifest, cell);
    writer.flush();
}

void finish_level(const std::filesystem::path& folder, const PyramidManifest& manifest, int level) {
    const auto [columns, rows] = cells_of(manifest.shape, level);
    PyramidWriter writer(folder);
    for (int y = 0; y < rows; ++y)
        for (int x = 0; x < columns; ++x) add_cell(writer, manifest, {level, x, y});
    writer.flush();
}

PyramidManifest make_sample(const std::filesystem::path& folder, ImageSize size, int cell) {
    const auto manifest = begin_pyramid(folder, sample_manifest(size, cell, all_levels(size)));
    for (int level = 0; level < manifest.shape.levels; ++level)
        finish_level(folder, manifest, level);
    return manifest;
}

}  // namespace mariani::app::tests
