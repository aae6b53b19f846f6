#include "app/produce/pyramid/pyramid_folder.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <fmt/core.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

namespace mariani::app {
namespace {

constexpr std::size_t open_shards = 16;

std::uint32_t value_at(std::span<const std::byte> bytes, ElementType type, std::size_t at) {
    std::uint32_t value = 0;
    const auto width = static_cast<std::size_t>(bytes_of(type));
    std::memcpy(&value, &bytes[at * width], width);
    return value;
}

// All the same as the first: each byte equals the one of the value before.
bool is_uniform(std::span<const std::byte> bytes, ElementType type) {
    const auto width = static_cast<std::size_t>(bytes_of(type));
    return std::memcmp(bytes.data(), bytes.data() + width, bytes.size() - width) == 0;
}

}  // namespace

std::uint64_t hash_of(const FieldChunks& chunks) {
    std::vector<std::uint64_t> hashes;
    hashes.reserve(chunks.places.size());
    for (std::size_t i = 0; i < chunks.places.size(); ++i) {
        if (chunks.places[i] == FieldChunks::uniform) {
            hashes.push_back(chunks.values[i]);
        } else {
            const auto bytes = chunks.chunk(chunks.places[i]);
            hashes.push_back(XXH3_64bits(bytes.data(), bytes.size()));
        }
    }
    return XXH3_64bits(hashes.data(), hashes.size() * sizeof(hashes[0]));
}

std::uint64_t combined(std::uint64_t hash, std::uint64_t next) {
    return XXH3_64bits_withSeed(&next, sizeof next, hash);
}

PyramidReader::PyramidReader(std::filesystem::path folder, std::int64_t most_lines)
    : folder_(std::move(folder)),
      manifest_(read_manifest(folder_)),
      logs_(folder_, manifest_.shape) {
    logs_.refresh(most_lines);
}

PyramidReader::~PyramidReader() = default;

ShardReader& PyramidReader::shard(CellPlace place) {
    if (const auto open = open_.find(place); open != open_.end()) return *open->second;
    if (open_.size() == open_shards) open_.erase(open_.begin());
    const int side = chunks_a_side(manifest_.shape);
    auto reader = std::make_unique<ShardReader>(shard_path(folder_, place), side * side);
    return *open_.emplace(place, std::move(reader)).first->second;
}

std::optional<PyramidReader::Chunk> PyramidReader::chunk(int level, int column, int row) {
    const int side = chunks_a_side(manifest_.shape);
    const CellPlace place{level, column / side, row / side};
    const auto record = records().find(place);
    if (record == records().end()) return std::nullopt;
    if (record->second.uniform) return Chunk{record->second.uniform, {}};
    if (record->second.bytes == 0) return Chunk{manifest_.fill_value(), {}};
    const ElementType type = manifest_.type();
    bytes_.resize(std::size_t{chunk_side} * chunk_side * static_cast<std::size_t>(bytes_of(type)));
    if (!shard(place).read(row % side * side + column % side, codec_, bytes_))
        return Chunk{manifest_.fill_value(), {}};
    if (is_uniform(bytes_, type)) return Chunk{value_at(bytes_, type, 0), {}};
    Chunk read{std::nullopt, std::vector<std::uint32_t>(std::size_t{chunk_side} * chunk_side)};
    for (std::size_t i = 0; i < read.values.size(); ++i) read.values[i] = value_at(bytes_, type, i);
    return read;
}

std::vector<std::uint32_t> PyramidReader::dwells(int level, PixelRect rect, std::uint32_t missing) {
    std::vector<std::uint32_t> dwells(static_cast<std::size_t>(pixel_count(rect)), missing);
    for (int row = rect.y / chunk_side; row * chunk_side < rect.y + rect.height; ++row)
        for (int column = rect.x / chunk_side; column * chunk_side < rect.x + rect.width;
             ++column) {
            const auto found = chunk(level, column, row);
            if (!found) continue;
            const int left = std::max(rect.x, column * chunk_side);
            const int right = std::min(rect.x + rect.width, (column + 1) * chunk_side);
            const int top = std::max(rect.y, row * chunk_side);
            const int bottom = std::min(rect.y + rect.height, (row + 1) * chunk_side);
            const PixelRect whole{column * chunk_side, row * chunk_side, chunk_side, chunk_side};
            for (int y = top; y < bottom; ++y) {
                auto* const to = &dwells[index(rect, left, y)];
                if (found->uniform)
                    std::fill_n(to, right - left, *found->uniform);
                else
                    std::copy_n(&found->values[index(whole, left, y)], right - left, to);
            }
        }
    return dwells;
}

FieldChunks PyramidReader::cell(CellPlace place) {
    const int side = chunks_a_side(manifest_.shape);
    FieldChunks chunks;
    chunks.side = chunk_side;
    chunks.columns = chunks.rows = side;
    chunks.type = manifest_.type();
    const auto bytes = static_cast<std::size_t>(chunks.chunk_bytes());
    std::shared_ptr<std::byte[]> slab;
    bytes_.resize(bytes);
    for (int i = 0; i < side * side; ++i) {
        const CellRecord& record = records().at(place);
        chunks.places.push_back(FieldChunks::uniform);
        chunks.values.push_back(record.uniform.value_or(manifest_.fill_value()));
        if (record.bytes == 0 || !shard(place).read(i, codec_, bytes_)) continue;
        chunks.values.back() = value_at(bytes_, chunks.type, 0);
        if (is_uniform(bytes_, chunks.type)) continue;
        const std::int64_t number = chunks.mixed_count++, within = number % chunks.chunks_a_slab();
        chunks.places.back() = static_cast<std::int32_t>(number);
        if (within == 0) {
            slab = std::make_shared_for_overwrite<std::byte[]>(FieldChunks::slab_bytes);
            append_slab(chunks, slab);
        }
        std::ranges::copy(bytes_, slab.get() + within * chunks.chunk_bytes());
    }
    return chunks;
}

}  // namespace mariani::app
