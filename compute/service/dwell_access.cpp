#include "compute/service/dwell_access.hpp"

#include "compute/cpu/tasks.hpp"
#include "compute/cuda/engines.hpp"

#include <algorithm>
#include <cstring>
#include <memory>
#include <vector>

namespace mariani {

Field host_copy(const Field& field) {
    return field.on_host() ? field : cuda::host_copy(field);
}

void copy_to_host(Frame& frame) {
    for (Field* field : {&frame.dwells, &frame.fractions, &frame.exterior.distances,
                         &frame.exterior.normals, &frame.work})
        *field = host_copy(*field);
}

void copy_to_host(RegionMap& map) {
    map.kinds = host_copy(map.kinds);
}

DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit) {
    return dwells.on_host() ? summarise(dwells.host<std::uint32_t>(), dwell_limit)
                            : cuda::summarise(dwells, dwell_limit);
}

std::uint32_t value_at(const Field& field, int x, int y) {
    return field.on_host() ? field.host<std::uint32_t>().at(x, y)
                           : cuda::value_at(field, index(field.extent(), x, y));
}

void overwrite_row(const Field& dwells, int x, int y, std::span<const std::uint32_t> row) {
    if (dwells.on_host())  // a Field is read-only, but its engine's memory is writable
        std::ranges::copy(row, &const_cast<std::uint32_t&>(dwells.host<std::uint32_t>().at(x, y)));
    else
        cuda::overwrite(dwells, index(dwells.extent(), x, y), row);
}

namespace {

using Values = HostField<std::uint32_t>;

// Compared as bytes, a row with itself one further and the others with the first: as fast as
// memory is read. Ends with the first row that differs.
bool is_uniform(const Values& field, PixelRect pixels) {
    const std::uint32_t* const first = &field.at(pixels.x, pixels.y);
    const std::size_t bytes = static_cast<std::size_t>(pixels.width) * sizeof(*first);
    if (std::memcmp(first, first + 1, bytes - sizeof(*first)) != 0) return false;
    for (int y = 1; y < pixels.height; ++y)
        if (std::memcmp(first, &field.at(pixels.x, pixels.y + y), bytes) != 0) return false;
    return true;
}

template <typename T>
void copy_chunk(const Values& field, PixelRect pixels, int side, T padding, T* to) {
    for (int y = 0; y < pixels.height; ++y, to += side) {
        const std::uint32_t* const row = &field.at(pixels.x, pixels.y + y);
        std::transform(row, row + pixels.width, to,
                       [](std::uint32_t value) { return static_cast<T>(value); });
        std::fill(to + pixels.width, to + side, padding);
    }
    std::fill_n(to, std::int64_t{side} * (side - pixels.height), padding);
}

// Calls use(chunk) for all chunks, by all threads of the machine.
template <typename Use>
void for_each_chunk(const FieldChunks& chunks, std::int64_t count, const Use& use) {
    constexpr std::int64_t group_pixels = 1 << 16;
    const std::int64_t group =
        std::max<std::int64_t>(1, group_pixels / (std::int64_t{chunks.side} * chunks.side));
    cpu::ThreadPool threads(0);
    threads.for_each_chunk(count, group, {}, [&](std::int64_t begin, std::int64_t end) {
        for (std::int64_t i = begin; i < end; ++i) use(i);
    });
}

void find_mixed(FieldChunks& chunks, const Values& field, PixelRect rect) {
    const std::int64_t count = std::int64_t{chunks.columns} * chunks.rows;
    std::vector<std::uint8_t> mixed(static_cast<std::size_t>(count));
    for_each_chunk(chunks, count, [&](std::int64_t chunk) {
        mixed[static_cast<std::size_t>(chunk)] =
            !is_uniform(field, pixels_of_chunk(chunks, rect, chunk));
    });
    for (std::int64_t chunk = 0; chunk < count; ++chunk) {
        const PixelRect pixels = pixels_of_chunk(chunks, rect, chunk);
        if (mixed[static_cast<std::size_t>(chunk)] != 0)
            append_mixed(chunks);
        else
            append_uniform(chunks, field.at(pixels.x, pixels.y));
    }
}

template <typename T>
void copy_mixed(FieldChunks& chunks, const Values& field, PixelRect rect, std::uint32_t padding) {
    const auto area = static_cast<std::size_t>(chunks.side) * static_cast<std::size_t>(chunks.side);
    const std::int64_t a_slab = chunks.chunks_a_slab();
    std::vector<std::shared_ptr<T[]>> slabs;
    for (std::int64_t done = 0; done < chunks.mixed_count; done += a_slab)
        slabs.push_back(std::make_shared_for_overwrite<T[]>(
            static_cast<std::size_t>(std::min(a_slab, chunks.mixed_count - done)) * area));
    for_each_chunk(chunks, std::int64_t{chunks.columns} * chunks.rows, [&](std::int64_t chunk) {
        const std::int32_t place = chunks.places[static_cast<std::size_t>(chunk)];
        if (place == FieldChunks::uniform) return;
        copy_chunk(field, pixels_of_chunk(chunks, rect, chunk), chunks.side,
                   static_cast<T>(padding),
                   slabs[static_cast<std::size_t>(place / a_slab)].get() +
                       static_cast<std::size_t>(place % a_slab) * area);
    });
    for (const auto& slab : slabs) append_slab(chunks, slab);
}

}  // namespace

FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding) {
    if (!field.on_host()) return cuda::chunks_of(field, rect, side, type, padding);
    const Values values = field.host<std::uint32_t>();
    FieldChunks chunks = unknown_chunks(field, rect, side, type);
    find_mixed(chunks, values, rect);
    if (chunks.mixed_count == 0) return chunks;
    if (type == ElementType::uint16)
        copy_mixed<std::uint16_t>(chunks, values, rect, padding);
    else
        copy_mixed<std::uint32_t>(chunks, values, rect, padding);
    return chunks;
}

}  // namespace mariani
