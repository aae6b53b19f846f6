#include "compute/workloads/triangle/runner.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/memory.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/workloads/triangle/cpu/rows.hpp"
#include "compute/workloads/triangle/cpu/tests.hpp"
#include "compute/workloads/triangle/plan.hpp"

#include <algorithm>
#include <chrono>
#include <cstring>
#include <mutex>

namespace mariani::triangle::cpu {
namespace {

using Clock = std::chrono::steady_clock;
using mariani::cpu::ThreadPool;

constexpr Count chunk_cells = 1 << 15;  // between looks at the stop token

class CpuRunner final : public MapRunner {
  public:
    explicit CpuRunner(const Plan& plan)
        : plan_(plan),
          shape_(shape_of(plan)),
          pool_(plan.threads),
          points_(input_of(plan)),
          // Whole words, so that floats, words and their atomics are aligned.
          values_(static_cast<std::size_t>((output_bytes(plan) + 7) / 8)) {}

    std::string device() const override { return mariani::cpu::device(pool_.threads()); }

    void set_time(double time) override {
        plan_.time = time;
        points_ = input_of(plan_);
    }

    std::optional<RunStats> run(std::stop_token stop, Progress& progress) override {
        const auto begin = Clock::now();
        clear_contacts(stop);
        const bool done = with_body([&](auto map, const auto& body) {
            return for_each_tile<decltype(map)>(
                stop, &progress, [&](const Pass& pass, Tile tile, Count) { body(pass, tile); });
        });
        if (!done) return std::nullopt;
        return RunStats{mariani::cpu::ms_since(begin), std::ssize(passes_of(plan_))};
    }

    std::optional<Visits> visit(std::stop_token stop, Progress& progress) override;
    std::optional<BlockTrace> trace(std::stop_token stop) override;

    std::vector<std::byte> output() const override {
        std::vector<std::byte> bytes(static_cast<std::size_t>(output_bytes(plan_)));
        std::memcpy(bytes.data(), values_.data(), bytes.size());
        return bytes;
    }

    double floor_ms() const override {
        return floor_of(plan_, [this](std::int64_t bytes) {
            return mariani::cpu::measure_memset_ms(bytes, pool_.threads());
        });
    }

  private:
    // Maps of threads set contacts in words that are 0 before; maps of blocks write whole words.
    void clear_contacts(const std::stop_token& stop) {
        if (plan_.test != Task::collision || !is_of_threads(plan_.map)) return;
        constexpr Count part = 1 << 20;
        pool_.for_each_chunk(std::ssize(values_), part, stop, [&](Count begin, Count end) {
            std::fill(values_.begin() + begin, values_.begin() + end, 0U);
        });
    }

    template <typename T>
    T* values() {
        return reinterpret_cast<T*>(values_.data());
    }

    // Calls use(Map{}, body) for the plan's map and test.
    template <typename Use>
    bool with_body(const Use& use) {
        return with_map(plan_.map, [&](auto map) {
            using Map = decltype(map);
            switch (plan_.test) {
                case Task::accumulate:
                    return use(map,
                               AccumulateBody<Map>{shape_, plan_.layout, values<std::uint8_t>()});
                case Task::edm:
                    return use(map, DistanceBody<Map>{shape_, plan_.layout, plan_.features,
                                                      points_.data(), values<float>()});
                case Task::collision:
                    return use(map, ContactBody<Map>{shape_, plan_.features, points_.data(),
                                                     values<std::uint32_t>()});
                default:
                    return use(map, SumBody<Map>{shape_,
                                                 plan_.test == Task::dummy ? values<std::int32_t>()
                                                                           : nullptr,
                                                 sink_});
            }
        });
    }

    // Calls use(pass, column, row, number) on the pool's threads for each block; they are numbered
    // through all passes. False if stopped.
    template <typename Map, typename Use>
    bool for_each_block(const std::stop_token& stop, Progress* progress, const Use& use);
    // The same as use(pass, tile, number) for each block that has a tile.
    template <typename Map, typename Use>
    bool for_each_tile(const std::stop_token& stop, Progress* progress, const Use& use);

    Plan plan_;
    Shape shape_;
    ThreadPool pool_;
    std::vector<Point> points_;
    mariani::cpu::LargeArray<std::uint64_t> values_;
    std::atomic<std::uint64_t> sink_{0};
};

template <typename Map, typename Use>
bool CpuRunner::for_each_block(const std::stop_token& stop, Progress* progress, const Use& use) {
    const auto passes = Map::passes(shape_);
    Count total = 0, before = 0;
    for (const Pass& pass : passes) total += block_count(pass);
    if (progress) progress->blocks_done = 0, progress->blocks_total = total;
    const Count chunk = std::max<Count>(1, chunk_cells >> (2 * shape_.log2_block));
    for (const Pass& pass : passes) {
        const Count blocks = block_count(pass);
        const bool whole = pool_.for_each_chunk(blocks, chunk, stop, [&](Count begin, Count end) {
            for (Count at = begin; at < end; ++at)
                use(pass, static_cast<int>(at % pass.columns), static_cast<int>(at / pass.columns),
                    before + at);
            if (progress) progress->blocks_done += end - begin;
        });
        if (!whole) return false;
        before += blocks;
    }
    return true;
}

template <typename Map, typename Use>
bool CpuRunner::for_each_tile(const std::stop_token& stop, Progress* progress, const Use& use) {
    return for_each_block<Map>(stop, progress,
                               [&](const Pass& pass, int column, int row, Count number) {
                                   const Tile tile = Map::tile(shape_, pass, column, row);
                                   if (!tile.none) use(pass, tile, number);
                               });
}

// A block's visits, added to all others' once it is done.
class VisitCounter {
  public:
    VisitCounter(const Shape& shape, Visits& all) : shape_(shape), all_(all) {}

    template <typename Map>
    void count(const Pass& pass, Tile tile, Count number) {
        Visits block;
        if (!Map::of_threads && !in_block_triangle(shape_, tile)) block.outside = 1;
        for (int y = 0; y < shape_.block; ++y)
            for (int x = 0; x < shape_.block; ++x)
                add(block, Map::cell(shape_, pass, tile, x, y), Map::of_threads);
        const std::lock_guard lock(mutex_);
        all_.inside += block.inside;
        all_.outside += block.outside;
        all_.sum += block.sum;
        if (block.outside > 0 && (all_.first_outside < 0 || number < all_.first_outside))
            all_.first_outside = number;
    }

  private:
    void add(Visits& block, Cell cell, bool of_threads) {
        if (in_domain(shape_, cell)) {
            ++block.inside;
            block.sum += fingerprint(cell.row, cell.column);
            if (!all_.plane.empty()) {
                const auto at = static_cast<std::size_t>(packed_at(shape_, cell));
                std::atomic_ref(all_.plane[at]).fetch_add(1, std::memory_order_relaxed);
            }
        } else if (of_threads && cell != Cell{} && !in_triangle(shape_, cell)) {
            ++block.outside;
        }
    }

    const Shape& shape_;
    Visits& all_;
    std::mutex mutex_;
};

std::optional<Visits> CpuRunner::visit(std::stop_token stop, Progress& progress) {
    Visits visits;
    if (plan_.side <= max_plane_side)
        visits.plane.resize(static_cast<std::size_t>(cell_count(shape_)));
    VisitCounter counter(shape_, visits);
    const bool done = with_map(plan_.map, [&](auto map) {
        using Map = decltype(map);
        return for_each_tile<Map>(stop, &progress, [&](const Pass& pass, Tile tile, Count number) {
            counter.count<Map>(pass, tile, number);
        });
    });
    if (!done) return std::nullopt;
    return visits;
}

// Which of a block's threads have something to compute.
template <typename Map>
BlockUse use_of(const Shape& shape, const Pass& pass, Tile tile) {
    int cells = 0;
    for_each_cell<Map>(shape, pass, tile, [&](Cell) { ++cells; });
    if (cells == 0) return BlockUse::wasted;
    return cells == shape.block * shape.block ? BlockUse::useful : BlockUse::partial;
}

std::optional<BlockTrace> CpuRunner::trace(std::stop_token stop) {
    BlockTrace trace;
    const auto passes = passes_of(plan_);
    for (std::size_t pass = 0; pass < passes.size(); ++pass)
        for (Count block = 0; block < block_count(passes[pass]); ++block)
            trace.push_back(
                {static_cast<std::uint32_t>(block), 0, static_cast<std::uint8_t>(pass)});
    const auto begin = Clock::now();
    const auto now = [begin] {
        return static_cast<std::uint32_t>(
            std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin).count());
    };
    const bool done = with_body([&](auto map, const auto& body) {
        using Map = decltype(map);
        const auto work = [&](const Pass& pass, int column, int row, Count number) {
            BlockRecord& record = trace[static_cast<std::size_t>(number)];
            record.begin_ns = now();
            const Tile tile = Map::tile(shape_, pass, column, row);
            if (!tile.none) body(pass, tile);
            record.end_ns = now();
            record.unit = static_cast<std::uint16_t>(ThreadPool::slot());
            if (!tile.none) record.use = use_of<Map>(shape_, pass, tile);
        };
        return for_each_block<Map>(stop, nullptr, work);
    });
    if (!done) return std::nullopt;
    return trace;
}

}  // namespace

std::unique_ptr<MapRunner> make_map_runner(const Plan& plan) {
    return mariani::cpu::within_free_memory(memory_of(plan),
                                            [&] { return std::make_unique<CpuRunner>(plan); });
}

std::optional<std::uint64_t> domain_fingerprint(const Plan& plan, const std::stop_token& stop) {
    std::atomic<std::uint64_t> sum{0};
    const bool done = for_each_row_of(plan, plan.side, stop, [&](int row) {
        std::uint64_t of_row = 0;
        for (int column = 0; column < row + (plan.diagonal ? 1 : 0); ++column)
            of_row += fingerprint(row, column);
        sum += of_row;
    });
    if (!done) return std::nullopt;
    return sum;
}

}  // namespace mariani::triangle::cpu
