#include "app/produce/pyramid/shard.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <map>
#include <new>
#include <stdexcept>
#include <utility>
#include <zstd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

static_assert(std::endian::native == std::endian::little, "shards are written as memory has them");

constexpr int zstd_level = 1;  // a higher one makes the same bytes in more time (dwells)
constexpr std::uint64_t absent = ~std::uint64_t{0};  // offset and length of a chunk of fill values
constexpr std::int64_t max_shard_bytes = std::int64_t{4} << 30;
constexpr std::size_t place_bytes = 16, check_bytes = 4;

template <typename Value>
void append(std::vector<std::byte>& to, const Value& value) {
    const auto bytes = std::as_bytes(std::span(&value, 1));
    to.insert(to.end(), bytes.begin(), bytes.end());
}

std::vector<std::byte> filled_chunk(const FieldChunks& chunks, std::uint32_t value) {
    std::vector<std::byte> bytes(static_cast<std::size_t>(chunks.chunk_bytes()));
    const auto width = static_cast<std::size_t>(bytes_of(chunks.type));
    for (std::size_t at = 0; at < bytes.size(); at += width)
        std::memcpy(&bytes[at], &value, width);  // the low bytes come first
    return bytes;
}

// CRC-32C (Castagnoli), as RFC 3720 has it: reflected, by bytes.
constexpr std::array<std::uint32_t, 256> crc_table = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
        std::uint32_t crc = i;
        for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ (crc & 1 ? 0x82F63B78U : 0U);
        table[i] = crc;
    }
    return table;
}();

}  // namespace

std::uint32_t crc32c(std::span<const std::byte> bytes) {
    std::uint32_t crc = ~0U;
    for (const std::byte byte : bytes)
        crc = crc >> 8 ^ crc_table[(crc ^ std::to_integer<std::uint32_t>(byte)) & 0xFF];
    return ~crc;
}

struct ChunkCodec::Library {
    ZSTD_CCtx* compressing = ZSTD_createCCtx();
    ZSTD_DCtx* reading = ZSTD_createDCtx();
    ~Library() {
        ZSTD_freeCCtx(compressing);
        ZSTD_freeDCtx(reading);
    }
};

ChunkCodec::ChunkCodec() : library_(std::make_unique<Library>()) {
    auto* const context = library_->compressing;
    if (context == nullptr || library_->reading == nullptr) throw std::bad_alloc();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, zstd_level);
    // Without it a reader would take a flipped bit for another dwell.
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
}

ChunkCodec::~ChunkCodec() = default;

std::span<const std::byte> ChunkCodec::compress(std::span<const std::byte> chunk) {
    frame_.resize(std::max(frame_.size(), ZSTD_compressBound(chunk.size())));
    const std::size_t bytes = ZSTD_compress2(library_->compressing, frame_.data(), frame_.size(),
                                             chunk.data(), chunk.size());
    if (ZSTD_isError(bytes)) throw std::bad_alloc();  // nothing else can fail with these arguments
    return std::span(frame_).first(bytes);
}

bool ChunkCodec::decompress(std::span<const std::byte> frame, std::span<std::byte> chunk) {
    const std::size_t bytes = ZSTD_decompressDCtx(library_->reading, chunk.data(), chunk.size(),
                                                  frame.data(), frame.size());
    return !ZSTD_isError(bytes) && bytes == chunk.size();
}

std::span<const std::byte> ChunkCodec::shard_of(const FieldChunks& chunks,
                                                std::uint32_t fill_value) {
    std::vector<std::byte> index;
    std::map<std::uint32_t, std::pair<std::uint64_t, std::uint64_t>> uniform;
    uniform[fill_value] = {absent, absent};
    shard_.clear();
    const auto add_frame = [&](std::span<const std::byte> chunk) {
        const std::uint64_t offset = shard_.size();
        const auto frame = compress(chunk);
        shard_.insert(shard_.end(), frame.begin(), frame.end());
        return std::pair(offset, std::uint64_t{frame.size()});
    };
    for (std::size_t i = 0; i < chunks.places.size(); ++i) {
        auto place = std::pair(absent, absent);
        if (chunks.places[i] != FieldChunks::uniform) {
            place = add_frame(chunks.chunk(chunks.places[i]));
        } else {
            const auto [known, first] = uniform.try_emplace(chunks.values[i]);
            if (first) known->second = add_frame(filled_chunk(chunks, chunks.values[i]));
            place = known->second;
        }
        append(index, place.first);
        append(index, place.second);
    }
    if (shard_.empty()) return {};
    append(index, crc32c(index));
    shard_.insert(shard_.end(), index.begin(), index.end());
    return shard_;
}

ShardReader::ShardReader(std::filesystem::path path, int chunks)
    : path_(std::move(path)), file_(path_, max_shard_bytes) {
    read_index(static_cast<std::size_t>(chunks));
}

void ShardReader::read_at(std::uint64_t offset, std::span<std::byte> bytes) const {
    if (file_.read_at(static_cast<std::int64_t>(offset), bytes) < bytes.size())
        reject("it is too short");
}

void ShardReader::reject(std::string_view why) const {
    throw std::runtime_error(fmt::format("{} is damaged: {}", path_.string(), why));
}

void ShardReader::read_index(std::size_t chunks) {
    std::vector<std::byte> index(chunks * place_bytes + check_bytes);
    const auto size = static_cast<std::uint64_t>(file_.size());
    if (size < index.size()) reject("it is too short");
    read_at(size - index.size(), index);
    std::uint32_t check = 0;
    std::memcpy(&check, &index[index.size() - check_bytes], check_bytes);
    index.resize(index.size() - check_bytes);
    if (crc32c(index) != check) reject("its index does not match its checksum");
    index_.resize(chunks);
    std::memcpy(index_.data(), index.data(), index.size());
    for (const Place& place : index_)
        if (place.offset != absent && (place.offset > size || place.length > size - place.offset))
            reject("its index leads out of it");
}

bool ShardReader::read(int chunk, ChunkCodec& codec, std::span<std::byte> values) {
    const Place place = index_[static_cast<std::size_t>(chunk)];
    if (place.offset == absent) return false;
    frame_.resize(place.length);
    read_at(place.offset, frame_);
    if (!codec.decompress(frame_, values))
        reject(fmt::format("chunk {} does not match its checksum", chunk));
    return true;
}

}  // namespace mariani::app
