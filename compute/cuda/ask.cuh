// ASK: one launch per level (MBR: two) over an offset lookup table (OLT), all issued at once.
#pragma once

#include "compute/cuda/ask_insertion.cuh"
#include "compute/cuda/launch.hpp"
#include "compute/cuda/lists.hpp"
#include "compute/cuda/painter.hpp"
#include "compute/cuda/recording.cuh"

#include <algorithm>

namespace mariani::cuda {

// --- regions ------------------------------------------------------------------------------------

// `per_region`: children are inserted so, and the kernel has no code for the other ways, which
// makes it slower even where it is not run.

// First thread only.
template <bool per_region, subdivision::Elements E>
__device__ void take_region(const AskJob<E>& ask, Level level, Count deadline, BlockState& state) {
    Control& control = *ask.job.control;
    state.task.level.number = -1;
    if (stopped(control) || next_own_task(ask.job, state.path, state.task)) return;
    if (time_is_up(control, deadline)) return;
    const unsigned at = atomicAdd(&control.work[level.number].regions_taken, 1);
    if (at >= regions_of(ask, control, level.number)) {
        if (!per_region) take_without_room(ask, level, state);
        return;
    }
    state.task = task_of(ask.job, level, listed_cell(ask, level.number, at));
    if (per_region) return;
    state.index = at;
    reset_child_count(ask, level, at);
}

// MBR: leaves a region's fill or leaf pixels to all blocks. False where there is no room.
template <subdivision::Elements E>
__device__ bool hand_off_piece(const AskJob<E>& ask, Level level, const Task& task,
                               const RegionResult& found, BlockState& state) {
    if (first_thread()) {
        LevelWork& work = ask.job.control->work[level.number];
        state.refused = true;
        if (task.level.number == level.number)
            reserve_slots(*ask.job.control, &work.pieces, &work.pieces_refused, ask.max_pieces, 1,
                          state);
        if (!state.refused)
            ask.pieces[state.slot] = {pack(task.cell), found.dwell, found.record, found.outcome};
    }
    __syncthreads();
    return !state.refused;
}

// Iterates a leaf, and notes where it left off if the time was up.
template <subdivision::Elements E>
__device__ void solve_leaf(const AskJob<E>& ask, const Task& task, std::uint32_t record, int round,
                           Count deadline, Iterations& iterations) {
    const PixelRect rect = subdivision::inside(task.rect);
    const int reached = iterate_leaf(ask.job, rect, record, round, deadline, iterations);
    if (reached >= rounds_of(rect) || !first_thread()) return;
    ask.unfinished[blockIdx.x] = {pack(task.cell), record, reached};
    atomicAdd(&ask.job.control->work[task.level.number].unfinished, 1);
}

// Goes on with the leaf that this block left in the last launch.
template <subdivision::Elements E>
__device__ void resume(const AskJob<E>& ask, Level level, Count deadline, BlockTimer<E>& timer,
                       Iterations& iterations) {
    if (ask.job.launch_ns == 0 || subdivides(ask.job, level)) return;
    const Unfinished left = ask.unfinished[blockIdx.x];
    __syncthreads();
    if (left.round == 0) return;
    if (first_thread()) {
        ask.unfinished[blockIdx.x].round = 0;
        atomicSub(&ask.job.control->work[level.number].unfinished, 1);
    }
    const Task task = task_of(ask.job, level, unpack(left.cell));
    timer.begin();
    solve_leaf(ask, task, left.record, left.round, deadline, iterations);
    timer.end(inside_span(task.rect, level.number, Outcome::leaf, false));
}

// True where the inside has been painted here, at least in part.
template <bool per_region, subdivision::Elements E>
__device__ bool finish_region(const AskJob<E>& ask, Level level, const Task& task,
                              const RegionResult& found, Count deadline, BlockState& state,
                              Iterations& iterations) {
    if (found.outcome == Outcome::subdivided) {
        hand_off_children<per_region>(ask, level, task, state);
        return false;
    }
    if (ask.scheme == Scheme::mbr && hand_off_piece(ask, level, task, found, state)) return false;
    if (first_thread()) note_progress(*ask.job.control, state, pixel_count(task.rect));
    if (found.outcome == Outcome::filled) {
        const PixelRect rest = remaining_to_fill(ask.job, task.level, task.rect);
        fill(ask.job.canvas, rest, task.rect, found.dwell, block_team());
        return !empty(rest);
    }
    // Below a region that is subdivided in place nobody could go on where this block leaves off.
    const bool own = task.level.number != level.number;
    solve_leaf(ask, task, found.record, 0, own ? 0 : deadline, iterations);
    return !empty(subdivision::inside(task.rect));
}

// A level's regions: walks each one's border and fills it, iterates it, or hands its children on.
template <bool per_region, subdivision::Elements E>
__global__ void __launch_bounds__(max_threads)
    ask_regions(const __grid_constant__ AskJob<E> ask, const AskLevel before, const Level level) {
    __shared__ BlockState state;
    const Job<E>& job = ask.job;
    // A level without regions may get some yet: nothing of it is taken.
    if (regions_of(ask, *job.control, level.number) == 0) return;
    if (level.number > 0 && !level_done(ask, *job.control, before)) return;
    const Count deadline = deadline_of(job);
    BlockTimer<E> timer(job);
    timer.begin_level(level.number);
    Iterations iterations;
    int counted = level.number;
    begin_counting(state);
    resume(ask, level, deadline, timer, iterations);
    while (true) {
        if (first_thread()) take_region<per_region>(ask, level, deadline, state);
        __syncthreads();
        const Task task = state.task;
        if (task.level.number < 0) break;
        if (task.level.number != counted) {
            flush_counts(*job.control, counted, state, iterations);
            counted = task.level.number;
        }
        timer.begin();
        const RegionResult found = examine(job, task, state, iterations);
        timer.end(border_span(task, found.outcome, false));
        if (finish_region<per_region>(ask, level, task, found, deadline, state, iterations))
            timer.end(inside_span(task.rect, task.level.number, found.outcome, false));
    }
    flush_counts(*job.control, counted, state, iterations);
}

// --- MBR: pieces --------------------------------------------------------------------------------

struct AskStrip {
    AskPiece piece;
    PixelRect region;
    PixelRect rect;
};

// First thread only.
template <subdivision::Elements E>
__device__ bool take_strip(const AskJob<E>& ask, const AskLevel& level, Count deadline,
                           AskStrip& strip) {
    Control& control = *ask.job.control;
    LevelWork& work = control.work[level.level.number];
    if (time_is_up(control, deadline)) return false;
    const Count at = atomicAdd(&work.strips_taken, Count{1});
    if (at >= strips_of(work, level)) return false;
    strip.piece = ask.pieces[at / level.strips];
    strip.region =
        subdivision::cell_rect(ask.job.layout.image, level.level.lattice, unpack(strip.piece.cell));
    PixelRect rect = strip.piece.outcome == Outcome::filled
                         ? remaining_to_fill(ask.job, level.level, strip.region)
                         : subdivision::inside(strip.region);
    const int first = static_cast<int>(at % level.strips) * level.strip_rows;
    rect.y += first;
    rect.height = max(0, min(level.strip_rows, rect.height - first));
    strip.rect = rect;
    return true;
}

// A level's filled regions and leaves, spread over all blocks.
template <subdivision::Elements E>
__global__ void __launch_bounds__(max_threads)
    ask_pieces(const __grid_constant__ AskJob<E> ask, const AskLevel level) {
    __shared__ BlockState state;
    __shared__ AskStrip shared_strip;
    __shared__ bool taken;
    const Job<E>& job = ask.job;
    const int number = level.level.number;
    if (regions_of(ask, *job.control, number) == 0) return;
    if (!regions_done(ask, *job.control, number)) return;
    const Count deadline = deadline_of(job);
    BlockTimer<E> timer(job);
    Iterations iterations;
    begin_counting(state);
    while (true) {
        if (first_thread()) taken = take_strip(ask, level, deadline, shared_strip);
        __syncthreads();
        if (!taken) break;
        const AskStrip strip = shared_strip;
        __syncthreads();
        if (first_thread()) note_progress(*job.control, state, pixel_count(strip.rect));
        timer.begin();
        if (strip.piece.outcome == Outcome::filled)
            fill(job.canvas, strip.rect, strip.region, strip.piece.dwell, block_team());
        else
            iterate_leaf(job, strip.rect, strip.piece.record, 0, 0, iterations);
        if (!empty(strip.rect))
            timer.end(inside_span(strip.region, number, strip.piece.outcome, false));
    }
    flush_counts(*job.control, number, state, iterations);
}

// --- the host's side ----------------------------------------------------------------------------

template <subdivision::Elements E>
class LevelLaunches {
  public:
    LevelLaunches(const Job<E>& job, const FramePlan& plan, Workspace& workspace)
        : plan_(plan), workspace_(workspace) {
        ask_.job = job;
        ask_.scheme = plan.scheme;
        ask_.insertion = plan.insertion;
        plan_levels();
        reserve_lists();
    }

    PaintResult run() {
        workspace_.start_clock();
        reset_unfinished();
        reset_sums();
        while (true) {
            issue();
            if (!workspace_.wait()) return {};
            const Control& control = workspace_.read_control();
            const bool done = std::all_of(
                levels_.begin(), levels_.end(),
                [&](const AskLevel& level) { return level_done(ask_, control, level); });
            if (done) return {true, workspace_.frame_ms()};
        }
    }

  private:
    using Regions = void (*)(AskJob<E>, AskLevel, Level);

    // One for all ways is enough for a recorded run, whose time is not compared.
    static Regions kernel_of(Insertion insertion) {
        if constexpr (!is_recorded<E>)
            if (insertion == Insertion::per_region) return ask_regions<true, E>;
        return ask_regions<false, E>;
    }

    void plan_levels() {
        const auto& params = plan_.subdivision;
        Level level{0, params.g};
        add_level(level);
        while (subdivision::subdivides(plan_.image, params, level.lattice)) {
            level = {level.number + 1, level.lattice * params.r};
            add_level(level);
        }
    }

    void add_level(Level level) {
        max_regions_.push_back(
            subdivision::regions_on(ask_.job.layout, plan_.subdivision.g, level.lattice).count());

        // Few enough pixels to a thread that blocks end together, more where they are only filled.
        const bool leaves = !subdivision::subdivides(plan_.image, plan_.subdivision, level.lattice);
        const std::int64_t pixels_per_thread = leaves ? 4 : 64;
        const std::int64_t width = plan_.image.width / level.lattice + 1;
        const std::int64_t height = plan_.image.height / level.lattice + 1;
        const BlockSize block = plan_.block;
        std::int64_t strip = pixels_per_thread * block.width * block.height / width;
        strip = std::max<std::int64_t>(strip / block.height, 1) * block.height;
        levels_.push_back(
            {level, static_cast<int>(strip), static_cast<unsigned>((height + strip - 1) / strip)});
    }

    void reserve_lists() {
        const AskRooms rooms = ask_rooms(plan_, ask_.job.layout);
        for (const std::size_t parity : {0, 1}) {
            const List table = parity == 0 ? List::even_table : List::odd_table;
            ask_.table_size[parity] =
                reserve_list(table, rooms.tables[parity], sizeof(std::uint32_t));
            ask_.tables[parity] = workspace_.list(table).as<std::uint32_t>();
        }
        if (rooms.parents > 0) reserve_sums(rooms.parents);
        if (plan_.scheme == Scheme::mbr)
            ask_.max_pieces = reserve_list(List::pieces, rooms.pieces, sizeof(AskPiece));
        ask_.pieces = workspace_.list(List::pieces).as<AskPiece>();
        ask_.first_regions = static_cast<unsigned>(max_regions_.front());

        resident_ = resident_blocks(regions_, plan_.block, workspace_.facts().multiprocessors);
        workspace_.list(List::unfinished)
            .reserve(static_cast<std::size_t>(resident_) * sizeof(Unfinished));
        ask_.unfinished = workspace_.list(List::unfinished).as<Unfinished>();
    }

    // The regions of a level that is subdivided further each have a count: where there is memory
    // for fewer, tables are as short.
    void reserve_sums(std::int64_t parents) {
        const std::int64_t counts =
            std::max(workspace_.affordable(List::child_counts, parents, sizeof(unsigned)),
                     max_regions_.front());
        if (counts < parents)
            for (unsigned& size : ask_.table_size)
                size = static_cast<unsigned>(std::min<std::int64_t>(size, counts));
        auto& list = workspace_.list(List::child_counts);
        list.reserve(static_cast<std::size_t>(counts) * sizeof(unsigned));
        ask_.child_counts = list.as<unsigned>();
        auto& told = workspace_.list(List::told);
        told.reserve(insertion_tiles(static_cast<unsigned>(counts)) * sizeof(Told));
        ask_.told = told.as<Told>();
        resident_insertions_ = resident_blocks(ask_insert<E>, {int{insertion_tile}, 1},
                                               workspace_.facts().multiprocessors);
    }

    // A frame tells its tiles anew.
    void reset_sums() {
        if (ask_.told == nullptr) return;
        check(cudaMemsetAsync(ask_.told, 0, workspace_.list(List::told).size(),
                              workspace_.stream().get()),
              "reset the prefix sums");
    }

    void insert(std::size_t i, const std::string& label) {
        const auto tiles = insertion_tiles(static_cast<unsigned>(max_regions_[i]));
        launch(label + ", insertion", workspace_.stream(),
               {std::min<std::int64_t>(resident_insertions_, tiles), {int{insertion_tile}, 1}},
               ask_insert<E>, ask_, levels_[i].level);
    }

    void reset_unfinished() {
        if (ask_.job.launch_ns == 0) return;
        check(cudaMemsetAsync(ask_.unfinished, 0, workspace_.list(List::unfinished).size(),
                              workspace_.stream().get()),
              "reset the list of unfinished leaves");
    }

    unsigned reserve_list(List list, std::int64_t wanted, std::size_t size) {
        std::int64_t entries = workspace_.affordable(list, wanted, size);
        workspace_.list(list).reserve(static_cast<std::size_t>(entries) * size);
        if (workspace_.options().table_size > 0)
            entries = std::min(entries, workspace_.options().table_size);
        return static_cast<unsigned>(entries);
    }

    // All levels, without a look at what they found.
    void issue() {
        for (std::size_t i = 0; i < levels_.size(); ++i) {
            const std::string label = "level " + std::to_string(i);
            const AskLevel& before = levels_[i == 0 ? 0 : i - 1];
            const Grid grid{std::min(resident_, max_regions_[i]), plan_.block};
            launch(label, workspace_.stream(), grid, regions_, ask_, before, levels_[i].level);
            if (plan_.scheme == Scheme::mbr)
                launch(label + ", pieces", workspace_.stream(), {resident_, plan_.block},
                       ask_pieces<E>, ask_, levels_[i]);
            if (ask_.told != nullptr && i + 1 < levels_.size()) insert(i, label);
        }
    }

    const FramePlan& plan_;
    Workspace& workspace_;
    const Regions regions_ = kernel_of(plan_.insertion);
    AskJob<E> ask_{};
    std::vector<AskLevel> levels_;
    std::vector<std::int64_t> max_regions_;
    std::int64_t resident_ = 0;
    std::int64_t resident_insertions_ = 0;
};

// `Of<T>` are the elements computed with T, float or double.
template <template <typename> class Of>
PaintResult paint_ask(const FrameJob& frame, const Surface& surface, const FramePlan& plan,
                      Workspace& workspace) {
    return paint_in_precision<Of>(frame, surface, plan, workspace, [&](const auto& job) {
        return LevelLaunches(job, plan, workspace).run();
    });
}

}  // namespace mariani::cuda
