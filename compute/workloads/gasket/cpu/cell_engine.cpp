#include "compute/cpu/memory.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/workloads/gasket/cpu/cell_steps.hpp"
#include "compute/workloads/gasket/cpu/engines.hpp"
#include "compute/workloads/gasket/cpu/watch.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mariani::gasket::cpu {
namespace {

using mariani::cpu::ThreadPool;

std::unique_ptr<CellStep> step_of(EngineKind kind, const CellLayout& layout, Rule rule) {
    switch (kind) {
        case EngineKind::bb:
            return bounding_box_step(layout, rule);
        case EngineKind::lambda:
            return lambda_step(layout, rule);
        case EngineKind::table:
            return table_step(layout, rule);
        default:
            return nu_step(layout, rule);
    }
}

class CellEngine final : public Engine {
  public:
    CellEngine(EngineKind kind, const Problem& problem, const Method& method)
        : layout_(layout_of(kind, problem, method)),
          step_(step_of(kind, layout_, problem.rule)),
          pool_(method.threads),
          now_(layout_.bytes()),
          next_(layout_.bytes()) {
        for (std::uint32_t cell = 0; cell < layout_.block.cells; ++cell)
            offsets_.push_back(layout_.offset_of(cell));
    }

    void set_state(const State& state) override {
        if (state.cells() != layout_.cells())
            throw std::invalid_argument("this state belongs to another fractal or level");
        take(state, {});
    }

    bool set_random_state(RandomFill fill, const std::stop_token& stop,
                          std::atomic<double>& progress) override {
        const auto state = random_state(layout_.cells(), fill, stop, progress);
        return state && take(*state, stop);
    }

    State state() const override {
        State state(layout_.cells());
        const auto words = state.words();
        for_each_run({}, [&](std::uint64_t begin, std::uint64_t end) {
            for_each_place(begin, end, [&](std::uint64_t index, std::uint64_t place) {
                words[index / 64] |= std::uint64_t{now_[place]} << index % 64;
            });
        });
        return state;
    }

    std::int64_t advance(std::int64_t steps, std::stop_token stop) override {
        const std::int64_t parts = step_->parts();
        for (std::int64_t done = 0; done < steps; ++done) {
            pool_.for_each(parts, stop, [&](std::int64_t part) {
                step_->take(now_.data(), next_.data(), part);
            });
            if (stop.stop_requested()) return done;  // next_ may be incomplete
            std::swap(now_, next_);
        }
        return steps;
    }

    StepTrace trace() override {
        expect_traceable(layout_.bytes());
        StepTrace trace{step_->grid(), {}, {}, 0};
        const std::uint32_t threads = layout_.rho() * layout_.rho();
        std::vector<std::uint32_t> visits(layout_.bytes());
        trace.blocks = watch_blocks(pool_, trace.grid.count, [&](std::int64_t block) {
            return use_of(step_->watch(now_.data(), next_.data(), visits.data(), block), threads);
        });
        add_visits(layout_, visits, trace);
        return trace;
    }

    std::uint32_t tile_side() const override { return layout_.rho(); }

    std::int64_t bytes() const override { return static_cast<std::int64_t>(2 * layout_.bytes()); }

  private:
    // False if stopped: the state stays.
    bool take(const State& state, const std::stop_token& stop) {
        for_each_run(stop, [&](std::uint64_t begin, std::uint64_t end) {
            for_each_place(begin, end, [&](std::uint64_t index, std::uint64_t place) {
                next_[place] = static_cast<std::uint8_t>(state.alive(index));
            });
        });
        if (stop.stop_requested()) return false;
        std::swap(now_, next_);
        return true;
    }

    // Calls body(begin, end) for runs of cells, in parallel; no word of a state is in two of them.
    template <typename Body>
    void for_each_run(const std::stop_token& stop, const Body& body) const {
        constexpr std::uint64_t run = std::uint64_t{1} << 16;
        const std::uint64_t cells = layout_.cells();
        const auto runs = static_cast<std::int64_t>((cells + run - 1) / run);
        pool_.for_each(runs, stop, [&](std::int64_t i) {
            const std::uint64_t begin = static_cast<std::uint64_t>(i) * run;
            body(begin, std::min(cells, begin + run));
        });
    }

    // Calls body(index, place) for a run of cells.
    template <typename Body>
    void for_each_place(std::uint64_t begin, std::uint64_t end, const Body& body) const {
        const std::uint64_t in_block = layout_.block.cells;
        for (std::uint64_t index = begin; index < end;) {
            const std::uint64_t block = index / in_block;
            const std::uint64_t first = layout_.begin_of(static_cast<std::uint32_t>(block));
            for (; index < std::min(end, (block + 1) * in_block); ++index)
                body(index, first + offsets_[index - block * in_block]);
        }
    }

    CellLayout layout_;
    std::unique_ptr<CellStep> step_;
    mutable ThreadPool pool_;
    std::vector<std::uint64_t> offsets_;  // of a block's cells
    mariani::cpu::LargeArray<std::uint8_t> now_, next_;
};

}  // namespace

CellLayout layout_of(EngineKind kind, const Problem& problem, const Method& method) {
    const auto order = kind == EngineKind::table ? BlockOrder::compact
                       : kind == EngineKind::nu  ? BlockOrder::rectangle
                                                 : BlockOrder::expanded;
    return cell_layout(problem.fractal, problem.level, method.rho, order);
}

std::unique_ptr<Engine> make_cell_engine(EngineKind kind, const Problem& problem,
                                         const Method& method) {
    return std::make_unique<CellEngine>(kind, problem, method);
}

}  // namespace mariani::gasket::cpu
