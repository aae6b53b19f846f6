// A shard of a Zarr 3 array ("sharding_indexed"): the chunks of a cell one after another, each
// compressed by zstd with the frame's checksum, then an index of (offset, length) pairs and its
// CRC-32C. Chunks of one value share one frame for each value; those that hold the array's fill
// value have none.
#pragma once

#include "compute/service/dwell_access.hpp"
#include "render/files/regular_file.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace mariani::app {

// Compresses chunks, one at a time; keeps its memory for the next one. One thread at a time.
class ChunkCodec {
  public:
    ChunkCodec();
    ~ChunkCodec();
    ChunkCodec(const ChunkCodec&) = delete;
    ChunkCodec& operator=(const ChunkCodec&) = delete;

    // The chunk's frame, until the next call. Throws std::bad_alloc.
    std::span<const std::byte> compress(std::span<const std::byte> chunk);
    // The bytes of a shard of these chunks, until the next call; none if all have the fill value.
    // Throws std::bad_alloc.
    std::span<const std::byte> shard_of(const FieldChunks& chunks, std::uint32_t fill_value);
    // False if the frame is damaged or holds another number of bytes.
    bool decompress(std::span<const std::byte> frame, std::span<std::byte> chunk);

  private:
    struct Library;
    std::unique_ptr<Library> library_;
    std::vector<std::byte> frame_, shard_;
};

// A shard file that is read. Its index is checked when it is opened. One thread at a time.
class ShardReader {
  public:
    // A shard has `chunks` chunks. Throws std::runtime_error if it cannot be read, or its index is
    // damaged: which file, why.
    ShardReader(std::filesystem::path path, int chunks);

    // False where the chunk has the array's fill value. Throws std::runtime_error.
    bool read(int chunk, ChunkCodec& codec, std::span<std::byte> values);

  private:
    struct Place {
        std::uint64_t offset, length;
    };
    void read_index(std::size_t chunks);
    void read_at(std::uint64_t offset, std::span<std::byte> bytes) const;  // all of them
    [[noreturn]] void reject(std::string_view why) const;

    std::filesystem::path path_;
    render::RegularFile file_;
    std::vector<Place> index_;
    std::vector<std::byte> frame_;
};

std::uint32_t crc32c(std::span<const std::byte> bytes);

}  // namespace mariani::app
