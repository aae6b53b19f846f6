#include "app/workloads/triangle/scene.hpp"

#include "app/workloads/colours.hpp"
#include "app/workloads/rows.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Plan;

struct LayoutStopped {};

void lay_out_blocks(TriangleScene& scene, const std::stop_token& stop) {
    Count useful = 0, partial = 0;
    scene.wasted = 0;
    std::vector<Visited> visits(
        static_cast<std::size_t>(triangle::triangle_number(scene.shape.side)));
    triangle::for_each_block(scene.plan, [&](const BlockPlace& place, auto cells) {
        if (stop.stop_requested()) throw LayoutStopped{};
        scene.places.push_back(place);
        useful += place.use == BlockUse::useful;
        partial += place.use == BlockUse::partial;
        scene.wasted += place.use == BlockUse::wasted;
        for (const Cell& cell : cells) {
            auto& visited =
                visits[static_cast<std::size_t>(triangle::triangle_number(cell.row) + cell.column)];
            visited.last = static_cast<std::uint32_t>(place.number);
            ++visited.times;
        }
    });
    scene.visits = std::make_shared<const std::vector<Visited>>(std::move(visits));
    scene.blocks = std::ssize(scene.places);
    scene.useful = useful;
    scene.partial = partial;
}

void count_uses_of_pairs(TriangleScene& scene, const triangle::PairFaults& pairs) {
    const auto [useful, wasted] = pairs.count_uses();
    scene.useful = useful;
    scene.wasted = wasted;
    scene.partial = scene.blocks - useful - wasted;
}

// A map of blocks has each of the triangle's once, or misses it; those of a row left of the
// diagonal are used alike.
void count_uses(TriangleScene& scene) {
    const Plan& plan = scene.plan;
    if (scene.faults && scene.faults->pairs())
        return count_uses_of_pairs(scene, *scene.faults->pairs());
    if (triangle::is_of_threads(plan.map)) return;
    Plan by_box = plan;  // whose blocks stand where they lie
    by_box.map = triangle::MapKind::bb;
    const triangle::Lookup box(by_box);
    Count partial = 0, wasted = 0;
    const auto count = [&](int row, int from, int to) {
        const Count missed = scene.faults ? scene.faults->missed_blocks(row, from, to) : 0;
        const Count there = to - from - missed;
        const BlockUse use = box.use(0, from, row);
        partial += use == BlockUse::partial ? there : 0;
        wasted += missed + (use == BlockUse::wasted ? there : 0);
    };
    for (int row = 0; row < scene.shape.blocks; ++row) {
        count(row, row, row + 1);
        if (row > 0) count(row, 0, row);
    }
    scene.wasted += wasted;
    scene.partial = partial;
    scene.useful = triangle::block_count(scene.shape) - partial - wasted;
}

void count_wasted_threads(TriangleScene& scene, Count visits) {
    scene.threads_wasted = (scene.blocks << (2 * scene.shape.log2_block)) - visits;
}

// What is known of a triangle that is too large to go through its cells. False if stopped.
bool survey(TriangleScene& scene, const std::stop_token& stop) {
    if (triangle::is_exhibit(scene.plan.map)) {
        scene.faults = triangle::Faults::find(scene.plan, stop);
        if (!scene.faults) return false;
        scene.missed = scene.faults->missed();
        scene.repeated = scene.faults->repeated();
        scene.first_missed = scene.faults->first_missed();
    }
    count_uses(scene);
    count_wasted_threads(scene,
                         scene.faults ? scene.faults->visits() : triangle::cell_count(scene.shape));
    return true;
}

void judge_visits(TriangleScene& scene) {
    Count visits = 0;
    for (int row = 0; row < scene.shape.side; ++row)
        for (int column = 0; column <= row; ++column) {
            if (!triangle::in_domain(scene.shape, {row, column})) continue;
            const auto times = scene.visited({row, column}).times;
            visits += times;
            scene.missed += times == 0;
            scene.repeated += times > 1;
        }
    count_wasted_threads(scene, visits);
}

// False if stopped.
bool find_first_missed(TriangleScene& scene, const std::stop_token& stop) {
    if (!triangle::is_exhibit(scene.plan.map)) return true;
    const auto faults = triangle::Faults::find(scene.plan, stop);
    if (faults) scene.first_missed = faults->first_missed();
    return faults.has_value();
}

bool take_run(TriangleScene& scene, triangle::Runner& runner, const std::stop_token& stop,
              triangle::Progress& progress) {
    const auto stats = runner.run(stop, progress);
    if (!stats) return false;
    scene.stats = *stats;
    scene.device = runner.device();
    scene.output = std::make_shared<const std::vector<std::byte>>(runner.output());
    return true;
}

bool run_once(TriangleScene& scene, bool with_trace, const std::stop_token& stop,
              triangle::Progress& progress) {
    const auto runner = triangle::make_map_runner(scene.plan);
    if (!take_run(scene, *runner, stop, progress)) return false;
    if (!with_trace) return true;
    auto trace = runner->trace(stop);
    if (!trace) return false;
    scene.trace = std::move(*trace);
    return true;
}

void find_records(TriangleScene& scene) {
    if (scene.trace.empty()) return;
    scene.trace_ns = whole_ns(scene.trace);
    std::vector<Count> first{0};  // numbers of the passes' first blocks
    for (const auto& pass : scene.passes)
        first.push_back(first.back() + triangle::block_count(pass));
    scene.traced.resize(scene.places.size());
    for (std::size_t i = 0; i < scene.trace.size(); ++i) {
        const BlockRecord& record = scene.trace[i];
        if (record.pass >= scene.passes.size()) continue;
        const auto number = static_cast<std::size_t>(first[record.pass] + record.block);
        if (number < scene.traced.size()) scene.traced[number] = static_cast<std::uint32_t>(i + 1);
    }
}

}  // namespace

TriangleScene::TriangleScene(const Plan& of)
    : plan(of), shape(triangle::shape_of(of)), passes(triangle::passes_of(of)), lookup(of) {
    const triangle::Waste waste = triangle::waste_of(of);
    blocks = waste.blocks;
    wasted = waste.blocks_wasted;
}

bool TriangleScene::misses(Cell cell) const {
    if (missed == 0) return false;
    if (detailed()) return visited(cell).times == 0;
    return faults && faults->any_missed(cell, {cell.row + 1, cell.column + 1});
}

std::optional<std::size_t> TriangleScene::block_of(Cell cell) const {
    if (misses(cell)) return std::nullopt;
    if (!detailed()) return static_cast<std::size_t>(lookup.block_of(cell));
    return visited(cell).last;
}

std::optional<TriangleScene> make_scene(const Plan& plan, bool with_trace,
                                        const std::stop_token& stop, triangle::Progress* progress) {
    TriangleScene scene(plan);
    triangle::Progress own;
    scene.points = triangle::input_of(plan);
    if (plan.side > max_scene_side) {
        if (!survey(scene, stop)) return std::nullopt;
        return scene;
    }
    try {
        lay_out_blocks(scene, stop);
    } catch (const LayoutStopped&) {
        return std::nullopt;
    }
    judge_visits(scene);
    if (!find_first_missed(scene, stop)) return std::nullopt;
    if (!run_once(scene, with_trace, stop, progress ? *progress : own)) return std::nullopt;
    find_records(scene);
    if (scene.points.empty()) return scene;
    scene.data = data_of(scene, stop);
    if (!scene.data) return std::nullopt;
    return scene;
}

std::optional<TriangleScene> at_time(const TriangleScene& scene, double time,
                                     triangle::Runner& runner, const std::stop_token& stop) {
    TriangleScene moved = scene;
    triangle::Progress progress;
    moved.plan.time = time;
    moved.points = triangle::input_of(moved.plan);
    runner.set_time(time);
    if (!take_run(moved, runner, stop, progress)) return std::nullopt;
    moved.data = data_of(moved, stop);
    if (!moved.data) return std::nullopt;
    return moved;
}

std::vector<CellRect> cells_of(const TriangleScene& scene, std::size_t block) {
    std::vector<Cell> cells = triangle::cells_of(scene.plan, scene.place(block));
    std::ranges::sort(cells, {}, [](Cell cell) { return std::pair(cell.row, cell.column); });
    std::vector<CellRect> runs;  // a row's cells that follow one another
    for (const Cell& cell : cells) {
        const bool follows = !runs.empty() && runs.back().row == cell.row &&
                             runs.back().column + runs.back().columns == cell.column;
        if (follows)
            ++runs.back().columns;
        else
            runs.push_back({cell.row, cell.column, 1, 1});
    }
    std::vector<CellRect> rects;
    for (const CellRect& run : runs) {
        const bool continues = !rects.empty() && rects.back().column == run.column &&
                               rects.back().columns == run.columns &&
                               rects.back().row + rects.back().rows == run.row;
        if (continues)
            ++rects.back().rows;
        else
            rects.push_back(run);
    }
    return rects;
}

std::string sentence_of(const TriangleScene& scene) {
    const Count blocks = scene.blocks;
    const auto map = choice_of(scene.plan.map).label;
    const auto launched = fmt::format("{} launches {} {}", map, in_thousands(blocks),
                                      blocks == 1 ? "block" : "blocks");
    if (scene.wasted == 0) return launched + "; each has cells to compute.";
    const double percent = 100 * static_cast<double>(scene.wasted) / static_cast<double>(blocks);
    const int decimals = percent < 0.1 ? 3 : percent < 10 ? 1 : 0;
    return fmt::format("{}; {} of them ({:.{}f} %) {} nothing to do.", launched,
                       in_thousands(scene.wasted), percent, decimals,
                       scene.wasted == 1 ? "has" : "have");
}

Timeline timeline_of(const TriangleScene& scene) {
    BlockTrace trace = scene.trace;
    for (std::size_t block = 0; block < scene.traced.size(); ++block)
        if (const auto place = scene.traced[block]; place > 0)
            trace[place - 1].block = static_cast<std::uint32_t>(block);
    return timeline_of(trace, scene.plan.backend, choice_of(scene.plan.map).label);
}

std::string first_missed_text(const TriangleScene& scene) {
    const Cell at = scene.first_missed.value();
    const auto place = fmt::format("(i {}, j {})", at.row, at.column);
    if (triangle::is_of_threads(scene.plan.map)) return "cell " + place;
    const int shift = scene.shape.log2_block;
    const Count lambda = scene.lookup.block_of({at.row << shift, at.column << shift});
    return fmt::format("block {} {}", in_thousands(lambda), place);
}

std::string verdict_of(const TriangleScene& scene) {
    const auto cells = in_thousands(triangle::cell_count(scene.shape));
    if (!scene.knows_visits())
        return fmt::format(
            "{} cells are too many to run here or to count their visits; the limit is N = {}.",
            cells, in_thousands(max_scene_side));
    if (scene.missed + scene.repeated == 0)
        return fmt::format("Each of the {} cells is visited once.", cells);
    std::string verdict =
        fmt::format("Wrong: of {} cells {} are missed", cells, in_thousands(scene.missed));
    if (scene.first_missed)
        verdict +=
            fmt::format(", from {} on{}", first_missed_text(scene), scene.repeated > 0 ? "," : "");
    if (scene.repeated > 0)
        verdict += fmt::format(" and {} visited more than once", in_thousands(scene.repeated));
    return verdict + ".";
}

}  // namespace mariani::app
