// A field's chunks, found out and gathered where the field lies.
#include "compute/cuda/block.cuh"
#include "compute/cuda/buffer_pool.hpp"
#include "compute/cuda/dwell_plane.hpp"
#include "compute/cuda/engines.hpp"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/side_task.hpp"

#include <algorithm>
#include <span>
#include <vector>

namespace mariani::cuda {
namespace {

// How a rectangle of a field is cut. Owns nothing.
struct ChunkGrid {
    DwellPlane values;
    std::size_t first;  // of the rectangle's pixels, in the field
    std::size_t pitch;  // from row to row of the field, in pixels
    int width, height;  // of the rectangle
    int side;           // of a chunk
    int columns;        // of chunks

    __device__ int left(std::uint32_t chunk) const {
        return static_cast<int>(chunk % static_cast<std::uint32_t>(columns)) * side;
    }
    __device__ int top(std::uint32_t chunk) const {
        return static_cast<int>(chunk / static_cast<std::uint32_t>(columns)) * side;
    }
    __device__ bool holds(int x, int y) const { return x < width && y < height; }
    __device__ std::uint32_t at(int x, int y) const {
        return values.load(first + static_cast<std::size_t>(y) * pitch +
                           static_cast<std::size_t>(x));
    }
};

struct ChunkRange {
    std::uint32_t min, max;
};

constexpr int listed_ranges = SideTask::answer_bytes / sizeof(ChunkRange);
constexpr int listed_chunks = SideTask::answer_bytes / sizeof(std::uint32_t);
struct RangeList {
    ChunkRange of[listed_ranges];
};
struct ChunkList {
    std::uint32_t chunks[listed_chunks];
};

// --- kernels ------------------------------------------------------------------------------------

// A block for each chunk from `first` on.
__global__ void find_chunk_ranges(const ChunkGrid grid, const std::uint32_t first,
                                  RangeList* list) {
    __shared__ ChunkRange range;
    if (first_thread()) range = {~std::uint32_t{0}, 0};
    __syncthreads();
    const int left = grid.left(first + blockIdx.x), top = grid.top(first + blockIdx.x);
    const int right = min(left + grid.side, grid.width), bottom = min(top + grid.side, grid.height);
    ChunkRange own{~std::uint32_t{0}, 0};
    for (int y = top + static_cast<int>(threadIdx.y); y < bottom; y += static_cast<int>(blockDim.y))
        for (int x = left + static_cast<int>(threadIdx.x); x < right;
             x += static_cast<int>(blockDim.x)) {
            const std::uint32_t value = grid.at(x, y);
            own = {min(own.min, value), max(own.max, value)};
        }
    atomicMin(&range.min, own.min);
    atomicMax(&range.max, own.max);
    __syncthreads();
    if (first_thread()) list->of[blockIdx.x] = range;
}

// Copies the listed chunks' values, one chunk after another: `count`, one by each thread.
template <typename T>
__global__ void gather_chunks(const ChunkGrid grid, const ChunkList* list, const Count count,
                              const T padding, T* to) {
    const Count i = Count{blockIdx.x} * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const auto side = static_cast<Count>(grid.side);
    const Count row = i / side;
    const std::uint32_t chunk = list->chunks[row / side];
    const int x = grid.left(chunk) + static_cast<int>(i % side);
    const int y = grid.top(chunk) + static_cast<int>(row % side);
    to[i] = grid.holds(x, y) ? static_cast<T>(grid.at(x, y)) : padding;
}

// --- the host's side ----------------------------------------------------------------------------

ChunkGrid grid_of(const Field& field, PixelRect rect, const FieldChunks& chunks) {
    return {plane_of(field),
            index(field.extent(), rect.x, rect.y),
            static_cast<std::size_t>(field.extent().width),
            rect.width,
            rect.height,
            chunks.side,
            chunks.columns};
}

// Returns the numbers of the mixed ones.
std::vector<std::uint32_t> find_mixed(const ChunkGrid& grid, FieldChunks& chunks,
                                      SideTask& side_task) {
    constexpr BlockSize block{32, 8};
    const std::int64_t count = std::int64_t{chunks.columns} * chunks.rows;
    std::vector<std::uint32_t> mixed;
    for (std::int64_t first = 0; first < count; first += listed_ranges) {
        const std::int64_t some = std::min<std::int64_t>(count - first, listed_ranges);
        launch("ranges of chunks", side_task.stream(), {some, block}, find_chunk_ranges, grid,
               static_cast<std::uint32_t>(first), side_task.on_device<RangeList>());
        side_task.fetch(static_cast<std::size_t>(some) * sizeof(ChunkRange));
        const std::span ranges(side_task.on_host<RangeList>().of);
        for (const ChunkRange& range : ranges.first(static_cast<std::size_t>(some))) {
            const auto chunk = static_cast<std::uint32_t>(chunks.places.size());
            if (range.min == range.max) {
                append_uniform(chunks, range.min);
            } else {
                append_mixed(chunks);
                mixed.push_back(chunk);
            }
        }
    }
    return mixed;
}

void send(std::span<const std::uint32_t> listed, SideTask& side_task) {
    check(cudaMemcpyAsync(side_task.on_device<ChunkList>(), listed.data(), listed.size_bytes(),
                          cudaMemcpyHostToDevice, side_task.stream().get()),
          "list the chunks to copy");
}

// Gathers them a slab at a time in a small part of the device's memory, and copies each.
template <typename T>
void gather(const ChunkGrid& grid, std::span<const std::uint32_t> mixed, T padding,
            FieldChunks& chunks, SideTask& side_task) {
    static_assert(FieldChunks::slab_bytes == SideTask::piece_bytes &&
                  FieldChunks::most_chunks_a_slab <= listed_chunks);
    constexpr BlockSize block{256, 1};
    const auto a_slab = static_cast<std::size_t>(chunks.chunks_a_slab());
    const auto area = static_cast<std::size_t>(grid.side) * static_cast<std::size_t>(grid.side);
    T* const piece = side_task.piece<T>();
    for (std::size_t done = 0; done < mixed.size(); done += a_slab) {
        const auto listed = mixed.subspan(done, std::min(a_slab, mixed.size() - done));
        const std::size_t count = listed.size() * area;
        const auto slab = host_memory<T>(SideTask::piece_bytes / sizeof(T));
        send(listed, side_task);
        const auto blocks = static_cast<std::int64_t>((count - 1) / block.width + 1);
        launch("gather chunks", side_task.stream(), {blocks, block}, gather_chunks<T>, grid,
               side_task.on_device<ChunkList>(), Count{count}, padding, piece);
        check(cudaMemcpyAsync(slab.get(), piece, count * sizeof(T), cudaMemcpyDeviceToHost,
                              side_task.stream().get()),
              "copy chunks to the host");
        append_slab(chunks, slab);
    }
    side_task.wait();
}

}  // namespace

FieldChunks chunks_of(const Field& field, PixelRect rect, int side, ElementType type,
                      std::uint32_t padding) {
    FieldChunks chunks = unknown_chunks(field, rect, side, type);
    const ChunkGrid grid = grid_of(field, rect, chunks);
    SideTask side_task(field.place().device);
    const auto mixed = find_mixed(grid, chunks, side_task);
    if (mixed.empty()) return chunks;
    if (type == ElementType::uint16)
        gather(grid, mixed, static_cast<std::uint16_t>(padding), chunks, side_task);
    else
        gather(grid, mixed, padding, chunks, side_task);
    return chunks;
}

}  // namespace mariani::cuda
