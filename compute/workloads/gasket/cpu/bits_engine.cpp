#include "compute/cpu/memory.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/workloads/gasket/cpu/engines.hpp"
#include "compute/workloads/gasket/cpu/group_step.hpp"
#include "compute/workloads/gasket/cpu/sliced_state.hpp"
#include "compute/workloads/gasket/cpu/watch.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>
#include <utility>
#include <vector>

namespace mariani::gasket::cpu {
namespace {

using mariani::cpu::ThreadPool;
using Lines = mariani::cpu::LargeArray<Line>;

// What a thread needs to take several steps of a group.
struct Scratch {
    std::array<std::vector<Line>, 2> own;
    std::array<std::vector<Line>, 3> halo;  // as gathered, and two to take turns
};

class BitsEngine final : public Engine {
  public:
    BitsEngine(const Problem& problem, const Method& method)
        : rule_(problem.rule),
          fuse_(method.fuse),
          tile_level_(method.tile.value_or(tile_levels(problem.level).automatic)),
          layout_(tile_layout(problem.level, tile_level_, lanes)),
          pool_(method.threads),
          neighbours_(layout_, std::max(problem.level - tile_level_, 0)),
          links_(line_links(layout_.sub_tiles())),
          scratch_(static_cast<std::size_t>(pool_.threads())),
          now_(lines()),
          next_(lines()) {
        for (auto& scratch : scratch_) {
            if (fuse_ > 1)
                for (auto& own : scratch.own) own.resize(layout_.tile_cells);
            for (auto& halo : scratch.halo) halo.resize(halo_lines);
        }
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

    State state() const override { return state_in(now_); }

    std::int64_t advance(std::int64_t steps, std::stop_token stop) override {
        for (std::int64_t done = 0; done < steps;) {
            const int fused = static_cast<int>(std::min<std::int64_t>(fuse_, steps - done));
            pool_.for_each(layout_.groups(), stop,
                           [&](std::int64_t group) { take_steps(group, fused); });
            if (stop.stop_requested()) return done;  // next_ may be incomplete
            std::swap(now_, next_);
            done += fused;
        }
        return steps;
    }

    StepTrace trace() override {
        expect_traceable(layout_.cells());
        const std::uint64_t group_cells = std::uint64_t{lanes} * layout_.cells_in_use;
        StepTrace trace{grid_of_runs(layout_.cells(), group_cells), {}, {}, 0};
        std::fill(next_.begin(), next_.end(), Line{});
        trace.blocks = watch_blocks(pool_, trace.grid.count, [&](std::int64_t group) {
            take_steps(group, 1);
            const std::uint32_t tiles = layout_.tiles - static_cast<std::uint32_t>(group) * lanes;
            return use_of(std::min(tiles, lanes), lanes);
        });
        const State over_dead = state_in(next_);
        Line living;
        living.words.fill(~std::uint64_t{0});
        std::fill(next_.begin(), next_.end(), living);
        pool_.for_each(layout_.groups(), [&](std::int64_t group) { take_steps(group, 1); });
        add_visits(over_dead, state_in(next_), trace);
        return trace;
    }

    std::uint32_t tile_side() const override { return layout_.tile_side(); }

    std::int64_t bytes() const override {
        return static_cast<std::int64_t>(2 * lines() * sizeof(Line));
    }

  private:
    // False if stopped: the state stays.
    bool take(const State& state, const std::stop_token& stop) {
        pool_.for_each(layout_.groups(), stop, [&](std::int64_t group) {
            slice(state, layout_, group, lines_of(next_, group));
        });
        if (stop.stop_requested()) return false;
        std::swap(now_, next_);
        return true;
    }

    State state_in(const Lines& lines) const {
        State state(layout_.cells());
        pool_.for_each(layout_.groups(), [&](std::int64_t group) {
            unslice(lines_of(lines, group), layout_, group, state);
        });
        return state;
    }

    std::size_t lines() const { return std::size_t{layout_.groups()} * layout_.tile_cells; }

    Line* lines_of(Lines& lines, std::int64_t group) const {
        return lines.data() + static_cast<std::size_t>(group) * layout_.tile_cells;
    }
    const Line* lines_of(const Lines& lines, std::int64_t group) const {
        return lines.data() + static_cast<std::size_t>(group) * layout_.tile_cells;
    }

    // From now_ to next_, by way of the thread's own lines where there are more steps than one.
    void take_steps(std::int64_t group, int steps) {
        auto& scratch = scratch_[static_cast<std::size_t>(ThreadPool::slot())];
        neighbours_.gather(now_.data(), group, steps > 1, scratch.halo[2].data());
        const auto sets = neighbours_.sets_of(group);
        GroupStep step{lines_of(now_, group),
                       scratch.halo[2].data(),
                       nullptr,
                       nullptr,
                       sets.data(),
                       links_,
                       rule_};
        for (int i = 0; i < steps; ++i) {
            const bool last = i + 1 == steps;
            const auto turn = static_cast<std::size_t>(i % 2);
            step.next_own = last ? lines_of(next_, group) : scratch.own[turn].data();
            step.next_halo = last ? nullptr : scratch.halo[turn].data();
            cpu::take(step);
            // Where the fractal is smaller than the tile, what is beyond it stays dead.
            std::fill(step.next_own + layout_.cells_in_use, step.next_own + layout_.tile_cells,
                      Line{});
            step.own = step.next_own;
            step.halo = step.next_halo;
        }
    }

    Rule rule_;
    int fuse_;
    int tile_level_;
    TileLayout layout_;
    mutable ThreadPool pool_;
    GroupNeighbours neighbours_;
    std::vector<LineLinks> links_;
    std::vector<Scratch> scratch_;
    Lines now_, next_;
};

}  // namespace

// Small tiles meet many neighbours, large ones fill too few lanes and leave threads idle. More
// than 3^13 tiles would need more memory for their neighbours than for their cells.
TileLevels tile_levels(int level) {
    constexpr int most = 8;
    const int least = std::max(SubTile::level, level - 13);
    return {least, most, std::clamp(level - 5, least, 7)};
}

std::unique_ptr<Engine> make_bits_engine(const Problem& problem, const Method& method) {
    return std::make_unique<BitsEngine>(problem, method);
}

}  // namespace mariani::gasket::cpu
