#include "app/workloads/triangle/colours.hpp"

#include "app/workloads/rows.hpp"

#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;
using triangle::BlockPlace;
using triangle::Cell;
using triangle::Count;
using triangle::Plan;
using triangle::Task;

bool by_record(BlockColour colour) {
    return colour != BlockColour::order && colour != BlockColour::use;
}

}  // namespace

BlockColours::BlockColours(const TriangleScene& scene, const TriangleStyle& style)
    : scene_(scene), style_(style), records_(scene.trace) {}

void BlockColours::paint_all() {
    if (!scene_.detailed()) return;
    std::vector<Rgb8> painted;
    for (Count block = 0; block < scene_.blocks; ++block) painted.push_back(paint(block));
    painted_ = std::move(painted);
}

Rgb8 BlockColours::paint(Count block) const {
    const BlockRecord* record = scene_.record_of(static_cast<std::size_t>(block));
    if (style_.played && record != nullptr)
        if (const auto colour = records_.while_played(*record, *style_.played)) return *colour;
    return after_its_run(block);
}

Rgb8 BlockColours::after_its_run(Count block) const {
    const auto number = static_cast<std::size_t>(block);
    if (by_record(style_.colour)) {
        const BlockRecord* record = scene_.record_of(number);
        return record == nullptr ? role::unknown : records_.of(*record, style_.colour);
    }
    const BlockUse use = scene_.place(number).use;
    if (use == BlockUse::wasted) return role::wasted;
    if (use == BlockUse::partial) return role::partial;
    if (style_.colour == BlockColour::use) return role::useful;
    return between(role::first_block, role::last_block,
                   static_cast<double>(block) / static_cast<double>(scene_.blocks));
}

std::vector<LegendEntry> BlockColours::of_uses() const {
    const auto blocks = static_cast<double>(scene_.blocks);
    const auto entry = [&](Rgb8 colour, std::string_view what, std::optional<Count> count) {
        if (!count) return LegendEntry{colour, std::string(what)};
        return LegendEntry{colour, fmt::format("{}: {} blocks, {:.1f} %", what,
                                               in_thousands(static_cast<std::uint64_t>(*count)),
                                               100 * static_cast<double>(*count) / blocks)};
    };
    const bool ordered = style_.colour == BlockColour::order;
    return {entry(ordered ? between(role::first_block, role::last_block, 0.5) : role::useful,
                  ordered ? "useful, first dark, last light" : "useful", scene_.useful),
            entry(role::partial, use_name(BlockUse::partial), scene_.partial),
            entry(role::wasted, use_name(BlockUse::wasted), scene_.wasted)};
}

std::vector<LegendEntry> BlockColours::legend() const {
    if (style_.played && !scene_.trace.empty())
        return records_.legend_while_played(*style_.played, after_its_run(0));
    if (!by_record(style_.colour)) return of_uses();
    if (scene_.trace.empty())
        return {{role::unknown,
                 fmt::format("not recorded: runs are recorded up to N = {}", max_scene_side)}};
    return records_.legend(style_.colour, scene_.plan.backend);
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

std::optional<Rgb8> CellColours::of_faults(Cell from, Cell to) const {
    if (scene_.missed + scene_.repeated == 0) return std::nullopt;
    const auto any = [&](bool (triangle::Faults::*any_known)(Cell, Cell) const, const auto& is) {
        if (scene_.faults) return (*scene_.faults.*any_known)(from, to);
        return any_cell(from, to, [&](Cell cell) { return is(scene_.visited(cell).times); });
    };
    if (any(&triangle::Faults::any_repeated, [](auto times) { return times > 1; }))
        return role::again;
    if (any(&triangle::Faults::any_missed, [](auto times) { return times == 0; }))
        return role::never;
    return std::nullopt;
}

std::vector<LegendEntry> CellColours::legend() const {
    std::vector<LegendEntry> entries;
    const auto add = [&](Rgb8 colour, std::string_view what, Count cells) {
        entries.push_back(
            {colour, fmt::format("{}: {} {}", what, in_thousands(static_cast<std::uint64_t>(cells)),
                                 cells == 1 ? "cell" : "cells")});
    };
    if (shows_visits() && scene_.knows_visits())
        add(role::once, "visited once",
            triangle::cell_count(scene_.shape) - scene_.missed - scene_.repeated);
    if (scene_.missed > 0) {
        add(role::never, "missed", scene_.missed);
        if (scene_.first_missed)
            entries.back().text += fmt::format(", from {} on", first_missed_text(scene_));
    }
    if (scene_.repeated > 0) add(role::again, "visited more than once", scene_.repeated);
    return entries;
}

Rgb8 CellColours::of_result(Cell from, Cell to) const {
    if (shows_visits())
        return scene_.knows_visits() ? of_faults(from, to).value_or(role::once) : role::unknown;
    if (of_faults(from, to) == role::never) return role::never;
    const double farthest = std::sqrt(static_cast<double>(scene_.plan.features));
    const bool edm = scene_.plan.test == Task::edm;
    if (!scene_.detailed()) {
        MeanColour mean;
        for_some_cells(scene_.shape, from, to, [&](Cell cell) {
            mean.add(edm ? between(role::near, role::far, value_of(scene_, cell) / farthest)
                         : between(role::apart, role::touching, value_of(scene_, cell)));
        });
        return mean.mean();
    }
    if (edm) return between(role::near, role::far, value_of(scene_, from) / farthest);
    return any_cell(from, to, [this](Cell cell) { return value_of(scene_, cell) > 0; })
               ? role::touching
               : role::apart;
}

}  // namespace mariani::app
