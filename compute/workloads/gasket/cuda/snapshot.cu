// What is done with whole states on a GPU: made at random, counted, hashed and fetched.
#include "compute/cuda/handles.hpp"
#include "compute/workloads/gasket/cuda/grid.cuh"
#include "compute/workloads/gasket/cuda/kernels.hpp"

#include <utility>

namespace mariani::gasket::cuda {
namespace {

using mariani::cuda::BufferPool;
using mariani::cuda::check;
using mariani::cuda::CurrentDevice;
using mariani::cuda::Stream;

using Word = std::uint32_t;
constexpr std::uint64_t word_cells = 32;

// Boxes of so many cells, each in pieces that a warp counts.
struct Boxes {
    static constexpr std::uint64_t piece_cells = 1 << 15;

    const std::uint32_t* numbers;
    std::uint64_t count;
    std::uint64_t cells;

    __host__ __device__ std::uint64_t pieces() const {
        return (cells + piece_cells - 1) / piece_cells;  // of each
    }
};

// The word's cells from begin on, before end.
__device__ Word within(Word word, std::uint64_t first, std::uint64_t begin, std::uint64_t end) {
    if (first < begin) word &= ~Word{0} << (begin - first);
    if (first + word_cells > end) word &= ~Word{0} >> (first + word_cells - end);
    return word;
}

__global__ void count_living(const Word* words, const __grid_constant__ Boxes boxes,
                             std::uint32_t* counts) {
    const unsigned lane = threadIdx.x % warp_size;
    for_each_item(boxes.count * boxes.pieces() * warp_size, [&](std::uint64_t i) {
        const std::uint64_t box = i / warp_size / boxes.pieces();
        const std::uint64_t piece = i / warp_size % boxes.pieces();
        const std::uint64_t of_box = boxes.numbers[box] * boxes.cells;
        const std::uint64_t begin = of_box + piece * Boxes::piece_cells;
        const std::uint64_t end = min(begin + Boxes::piece_cells, of_box + boxes.cells);
        std::uint32_t living = 0;
        for (std::uint64_t at = begin / word_cells + lane; at * word_cells < end; at += warp_size)
            living +=
                static_cast<std::uint32_t>(__popc(within(words[at], at * word_cells, begin, end)));
        living = warp_sum(living);
        if (lane == 0 && living != 0) atomicAdd(&counts[box], living);
    });
}

__global__ void add_hashes(const std::uint64_t* words, std::uint64_t count,
                           unsigned long long* sum) {
    std::uint64_t own = 0;
    for_each_item(count, [&](std::uint64_t i) { own += hash_of_word(words[i], i); });
    atomicAdd(sum, static_cast<unsigned long long>(own));
}

__global__ void write_words(RandomFill fill, std::uint64_t cells, std::uint64_t* words) {
    for_each_item((cells + 63) / 64, [&](std::uint64_t i) { words[i] = fill.word(i, cells); });
}

class DeviceSnapshot final : public Snapshot {
  public:
    DeviceSnapshot(std::uint64_t cells, std::shared_ptr<std::uint64_t[]> words, int device,
                   std::shared_ptr<BufferPool> pool)
        : cells_(cells), words_(std::move(words)), device_(device), pool_(std::move(pool)) {}

    std::uint64_t cells() const override { return cells_; }

    std::vector<std::uint32_t> populations(std::uint64_t box_cells,
                                           std::span<const std::uint32_t> boxes) const override {
        std::vector<std::uint32_t> counts(boxes.size());
        if (boxes.empty()) return counts;
        const CurrentDevice current(device_);
        const Stream stream;
        const auto count = static_cast<std::int64_t>(boxes.size());
        const auto numbers = pool_->take<std::uint32_t>(count);
        const auto found = pool_->take<std::uint32_t>(count);
        check(cudaMemcpyAsync(numbers.get(), boxes.data(), boxes.size_bytes(),
                              cudaMemcpyHostToDevice, stream.get()),
              "copy the numbers of boxes to the device");
        check(cudaMemsetAsync(found.get(), 0, boxes.size_bytes(), stream.get()), "clear memory");
        const Boxes those{numbers.get(), boxes.size(), box_cells};
        mariani::cuda::launch("count living cells", stream,
                              grid_over(those.count * those.pieces() * warp_size), count_living,
                              reinterpret_cast<const Word*>(words_.get()), those, found.get());
        check(cudaMemcpyAsync(counts.data(), found.get(), boxes.size_bytes(),
                              cudaMemcpyDeviceToHost, stream.get()),
              "fetch counts from the device");
        check(cudaStreamSynchronize(stream.get()), "count living cells");
        return counts;
    }

    State state() const override {
        const CurrentDevice current(device_);
        const Stream stream;
        State state(cells_);
        const auto words = state.words();
        check(cudaMemcpyAsync(words.data(), words_.get(), words.size_bytes(),
                              cudaMemcpyDeviceToHost, stream.get()),
              "fetch a state from the device");
        check(cudaStreamSynchronize(stream.get()), "fetch a state from the device");
        return state;
    }

    std::uint64_t hash() const override {
        const CurrentDevice current(device_);
        const Stream stream;
        const auto sum = pool_->take<unsigned long long>(1);
        check(cudaMemsetAsync(sum.get(), 0, sizeof(unsigned long long), stream.get()),
              "clear memory");
        mariani::cuda::launch("hash a state", stream, {1024, item_block}, add_hashes, words_.get(),
                              (cells_ + 63) / 64, sum.get());
        unsigned long long found = 0;
        check(
            cudaMemcpyAsync(&found, sum.get(), sizeof found, cudaMemcpyDeviceToHost, stream.get()),
            "fetch a hash from the device");
        check(cudaStreamSynchronize(stream.get()), "hash a state");
        return State::hash_from(found, cells_);
    }

  private:
    std::uint64_t cells_;
    std::shared_ptr<std::uint64_t[]> words_;
    int device_;
    std::shared_ptr<BufferPool> pool_;
};

}  // namespace

std::unique_ptr<Snapshot> device_snapshot(std::uint64_t cells,
                                          std::shared_ptr<std::uint64_t[]> words, int device,
                                          std::shared_ptr<BufferPool> pool) {
    return std::make_unique<DeviceSnapshot>(cells, std::move(words), device, std::move(pool));
}

void write_random_words(const mariani::cuda::Stream& stream, RandomFill fill, std::uint64_t cells,
                        std::uint64_t* words) {
    mariani::cuda::launch("make a random state", stream, grid_over((cells + 63) / 64), write_words,
                          fill, cells, words);
}

}  // namespace mariani::gasket::cuda
