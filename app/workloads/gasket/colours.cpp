#include "app/workloads/gasket/colours.hpp"

#include "app/workloads/gasket/picture.hpp"
#include "app/workloads/rows.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {

using render::Rgb8;

std::vector<LegendEntry> legend_of(const GasketTiles& tiles) {
    int deepest = -1;
    for (const GasketBox& box : tiles.boxes) deepest = std::max(deepest, box.depth);
    auto entries = level_entries(static_cast<std::size_t>(deepest + 1));
    if (!tiles.contacts.empty()) entries.push_back({role::text, "read by another tile"});
    return entries;
}

GasketStepColours::GasketStepColours(const gasket::StepTrace& trace, const gasket::Shape& shape,
                                     Backend backend, const GasketStyle& style)
    : trace_(trace), shape_(shape), backend_(backend), style_(style), records_(trace.blocks) {}

Rgb8 GasketStepColours::of_cells(std::uint64_t begin, std::uint64_t end) const {
    if (style_.coverage) return of_visits(begin, end);
    return of_block(trace_.grid.block_of(static_cast<std::uint32_t>(begin)));
}

Rgb8 GasketStepColours::of_visits(std::uint64_t begin, std::uint64_t end) const {
    const auto first = trace_.visits.begin() + static_cast<std::ptrdiff_t>(begin);
    const auto last = trace_.visits.begin() + static_cast<std::ptrdiff_t>(end);
    if (std::any_of(first, last, [](auto times) { return times > 1; })) return role::again;
    if (std::any_of(first, last, [](auto times) { return times == 0; })) return role::never;
    return role::once;
}

Rgb8 GasketStepColours::of_block(std::uint32_t block) const {
    if (style_.played)
        if (const auto colour = records_.while_played(trace_.blocks[block], *style_.played))
            return *colour;
    return after_its_run(block);
}

Rgb8 GasketStepColours::after_its_run(std::uint32_t block) const {
    const BlockColour colour = style_.blocks.value_or(BlockColour::order);
    if (colour == BlockColour::use) return role::useful;  // the thread of a cell
    if (colour == BlockColour::order)
        return between(role::first_block, role::last_block,
                       static_cast<double>(block) / trace_.grid.count);
    return records_.of(trace_.blocks[block], colour);
}

// Threads that wait there for nothing are red; other colours are those of their block, darker.
Rgb8 GasketStepColours::of_hole(gasket::Cell hole) const {
    if (style_.coverage) return role::hole;
    const auto block = trace_.grid.block_at(hole, shape_.side);
    if (!block) return role::hole;
    if (style_.blocks == BlockColour::use && !style_.played) return role::wasted;
    return between(role::hole, of_block(*block), 0.4);
}

std::vector<LegendEntry> GasketStepColours::legend() const {
    if (style_.coverage) return legend_of_visits();
    const BlockColour colour = style_.blocks.value_or(BlockColour::order);
    if (style_.played) return records_.legend_while_played(*style_.played, after_its_run(0));
    if (colour == BlockColour::use) return legend_of_threads();
    if (colour == BlockColour::order)
        return {{role::first_block, "the first block"}, {role::last_block, "the last block"}};
    return records_.legend(colour, backend_);
}

std::vector<LegendEntry> GasketStepColours::legend_of_visits() const {
    const auto repeated = static_cast<std::uint64_t>(
        std::ranges::count_if(trace_.visits, [](auto times) { return times > 1; }));
    const auto missed = trace_.cells_not_once() - repeated;
    const auto text = [](std::string_view what, std::uint64_t cells) {
        return fmt::format("{}: {} {}", what, in_thousands(cells), cells == 1 ? "cell" : "cells");
    };
    return {{role::once, text("once", shape_.cells - missed - repeated)},
            {role::never, text("never", missed)},
            {role::again, text("more often", repeated)}};
}

std::vector<LegendEntry> GasketStepColours::legend_of_threads() const {
    const auto wasted = static_cast<std::uint64_t>(
        std::ranges::count(trace_.blocks, BlockUse::wasted, &BlockRecord::use));
    std::vector<LegendEntry> entries{{role::useful, "computes a cell"}};
    if (!trace_.grid.squares) {
        entries.front().text += ": a word holds many";
        return entries;
    }
    const std::uint64_t rho = shape_.side / trace_.grid.blocks.side;
    const std::uint64_t threads = trace_.grid.count * rho * rho;
    entries.push_back(
        {role::wasted, fmt::format("threads waiting over a hole: {} of {}, {:.1f} %",
                                   in_thousands(threads - shape_.cells), in_thousands(threads),
                                   100 * static_cast<double>(threads - shape_.cells) /
                                       static_cast<double>(threads))});
    entries.push_back(
        {role::wasted, fmt::format("blocks without a cell: {} of {}", in_thousands(wasted),
                                   in_thousands(trace_.grid.count))});
    return entries;
}

}  // namespace mariani::app
