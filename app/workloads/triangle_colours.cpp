#include "app/workloads/triangle_colours.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using render::Rgb8;
using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Plan;
using triangle::Task;

constexpr Rgb8 first_block{30, 42, 92}, last_block{134, 206, 224};  // by launch order
constexpr Rgb8 least{38, 32, 88}, most{250, 214, 90};               // of what a run recorded
constexpr Rgb8 unknown{206, 208, 214};
constexpr Rgb8 repeated{232, 40, 200}, missed{0, 0, 0};
constexpr Rgb8 near{24, 24, 30}, far{236, 238, 244}, apart{222, 226, 234}, touching{205, 38, 46};
constexpr Rgb8 once{186, 196, 208};

// Neighbouring units differ: hues a golden section apart.
Rgb8 colour_of_unit(unsigned unit) {
    const auto channel = [unit](double shift) {
        const double turn = 6.283185307179586 * (unit * 0.618033988749895 + shift);
        return static_cast<std::uint8_t>(std::lround(140 + 80 * std::cos(turn)));
    };
    return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

std::string ms_text(double ns) {
    return fmt::format("{:.3g} ms", 1e-6 * ns);
}

bool by_record(BlockColour colour) {
    return colour != BlockColour::order && colour != BlockColour::use;
}

}  // namespace

BlockColours::BlockColours(const TriangleScene& scene, const TriangleStyle& style)
    : scene_(scene), style_(style) {
    for (const BlockRecord& record : scene.trace) {
        last_start_ = std::max(last_start_, record.begin_ns);
        longest_ = std::max(longest_, record.end_ns - record.begin_ns);
    }
    if (!scene.detailed()) return;
    std::vector<Rgb8> painted;
    for (Count block = 0; block < scene.blocks; ++block) painted.push_back(paint(block));
    painted_ = std::move(painted);
}

Rgb8 BlockColours::paint(Count block) const {
    const BlockRecord* record = scene_.record_of(static_cast<std::size_t>(block));
    if (style_.played && record != nullptr) {
        const double now = *style_.played * scene_.trace_ns;
        if (record->begin_ns > now) return waiting_block;
        if (record->end_ns > now) return running_block;
    }
    return after_its_run(block);
}

Rgb8 BlockColours::after_its_run(Count block) const {
    const auto number = static_cast<std::size_t>(block);
    if (by_record(style_.colour)) return of_record(scene_.record_of(number));
    const BlockUse use = scene_.place(number).use;
    if (use == BlockUse::wasted) return wasted_block;
    if (use == BlockUse::partial) return partial_block;
    if (style_.colour == BlockColour::use) return useful_block;
    return between(first_block, last_block,
                   static_cast<double>(block) / static_cast<double>(scene_.blocks));
}

Rgb8 BlockColours::of_record(const BlockRecord* record) const {
    if (record == nullptr) return unknown;
    const auto share = [](std::uint32_t part, std::uint32_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    if (style_.colour == BlockColour::unit) return colour_of_unit(record->unit);
    if (style_.colour == BlockColour::start)
        return between(least, most, share(record->begin_ns, last_start_));
    return between(least, most, std::sqrt(share(record->end_ns - record->begin_ns, longest_)));
}

std::vector<LegendEntry> BlockColours::of_uses() const {
    const auto blocks = static_cast<double>(scene_.blocks);
    const auto entry = [&](Rgb8 colour, std::string_view what, std::optional<Count> count) {
        if (!count) return LegendEntry{colour, std::string(what)};
        return LegendEntry{colour, fmt::format("{}: {} blocks, {:.1f} %", what, *count,
                                               100 * static_cast<double>(*count) / blocks)};
    };
    const bool ordered = style_.colour == BlockColour::order;
    return {entry(ordered ? between(first_block, last_block, 0.5) : useful_block,
                  ordered ? "useful, from the first (dark) to the last (light)" : "useful",
                  scene_.useful),
            entry(partial_block, "partial, on the diagonal or an edge", scene_.partial),
            entry(wasted_block, "wasted", scene_.wasted)};
}

// As many as there is room for.
std::vector<LegendEntry> BlockColours::of_units() const {
    constexpr std::size_t most_named = 3;
    const bool gpu = scene_.plan.backend == Backend::cuda;
    std::set<unsigned> units;
    for (const BlockRecord& record : scene_.trace) units.insert(record.unit);
    std::vector<LegendEntry> entries;
    for (const unsigned unit : units) {
        if (entries.size() == most_named) break;
        entries.push_back(
            {colour_of_unit(unit), fmt::format("{} {}", gpu ? "multiprocessor" : "thread", unit)});
    }
    if (units.size() > entries.size())
        entries.back().text += fmt::format("; {} more", units.size() - entries.size());
    return entries;
}

std::vector<LegendEntry> BlockColours::legend() const {
    if (style_.played && !scene_.trace.empty())
        return {{waiting_block, "has not begun"},
                {running_block,
                 fmt::format("works now, {} of {} after the first began",
                             ms_text(*style_.played * scene_.trace_ns), ms_text(scene_.trace_ns))},
                {after_its_run(0), "is done: the colours of before"}};
    if (by_record(style_.colour) && scene_.trace.empty())
        return {{unknown, fmt::format("not recorded: a run is, up to N = {}", max_scene_side)}};
    switch (style_.colour) {
        case BlockColour::unit:
            return of_units();
        case BlockColour::start:
            return {{least, "begins first"}, {most, "begins last, at " + ms_text(last_start_)}};
        case BlockColour::duration:
            return {{least, "the shortest"}, {most, "the longest: " + ms_text(longest_)}};
        default:
            return of_uses();
    }
}

CellColours::CellColours(const TriangleScene& scene, bool coverage)
    : scene_(scene),
      visits_(coverage || (scene.plan.test != Task::edm && scene.plan.test != Task::collision)) {}

template <typename Is>
bool CellColours::any_cell(Cell from, Cell to, const Is& is) const {
    for (int row = from.row; row < to.row; ++row)
        for (int column = from.column; column < to.column; ++column)
            if (in_domain(scene_.shape, {row, column}) && is(Cell{row, column})) return true;
    return false;
}

Rgb8 CellColours::of_visits(Cell from, Cell to, Rgb8 right) const {
    if (scene_.missed + scene_.repeated == 0) return right;
    const auto times = [this](Cell cell) { return scene_.visited(cell).times; };
    if (any_cell(from, to, [&](Cell cell) { return times(cell) > 1; })) return repeated;
    if (any_cell(from, to, [&](Cell cell) { return times(cell) == 0; })) return missed;
    return right;
}

Rgb8 CellColours::of_missed() const {
    return missed;
}

Rgb8 CellColours::of_result(Cell from, Cell to) const {
    if (shows_visits()) return scene_.detailed() ? of_visits(from, to, once) : unknown;
    const double farthest = std::sqrt(static_cast<double>(scene_.plan.features));
    const bool edm = scene_.plan.test == Task::edm;
    if (!scene_.detailed()) {
        MeanColour mean;
        for_some_cells(scene_.shape, from, to, [&](Cell cell) {
            mean.add(edm ? between(near, far, value_of(scene_, cell) / farthest)
                         : between(apart, touching, value_of(scene_, cell)));
        });
        return mean.mean();
    }
    if (edm) return between(near, far, value_of(scene_, from) / farthest);
    return any_cell(from, to, [this](Cell cell) { return value_of(scene_, cell) > 0; }) ? touching
                                                                                        : apart;
}

}  // namespace mariani::app
