#include "app/workloads/colours.hpp"

#include <algorithm>
#include <set>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;

std::string ms_text(double ns) {
    return fmt::format("{:.3g} ms", 1e-6 * ns);
}

// As many as there is room for.
std::vector<LegendEntry> legend_of_units(const BlockTrace& trace, Backend backend) {
    constexpr std::size_t most_named = 3;
    std::set<unsigned> units;
    for (const BlockRecord& record : trace) units.insert(record.unit);
    std::vector<LegendEntry> entries;
    for (const unsigned unit : units) {
        if (entries.size() == most_named) break;
        const auto* kind = backend == Backend::cuda ? "multiprocessor" : "thread";
        entries.push_back({colour_of_unit(unit), fmt::format("{} {}", kind, unit)});
    }
    if (units.size() > entries.size())
        entries.back().text += fmt::format("; {} more", units.size() - entries.size());
    return entries;
}

}  // namespace

LegendEntry level_entry(std::size_t level, std::size_t levels) {
    const bool of_several = level + 1 == role::levels.size() && levels > level + 1;
    return {render::level_colour(static_cast<int>(level)),
            fmt::format("level {}{}", level, of_several ? " and deeper" : "")};
}

std::vector<LegendEntry> level_entries(std::size_t levels) {
    std::vector<LegendEntry> entries;
    for (std::size_t level = 0; level < std::min(levels, role::levels.size()); ++level)
        entries.push_back(level_entry(level, levels));
    return entries;
}

std::vector<LegendEntry> area_entries(const render::OverlayStyle& style) {
    std::vector<LegendEntry> entries;
    const auto tint = [&](bool shown, Rgb8 colour, const char* text) {
        if (shown && style.tint > 0) entries.push_back({colour, text, style.tint});
    };
    tint(style.filled, role::filled, "filled");
    tint(style.leaves, role::leaf, "leaf");
    if (style.replay_level >= 0) entries.push_back({role::unresolved, "not known yet"});
    return entries;
}

// By hues a golden section apart.
Rgb8 colour_of_unit(unsigned unit) {
    const auto channel = [unit](double shift) {
        const double turn = 6.283185307179586 * (unit * 0.618033988749895 + shift);
        return static_cast<std::uint8_t>(std::lround(140 + 80 * std::cos(turn)));
    };
    return {channel(0), channel(1.0 / 3), channel(2.0 / 3)};
}

std::string_view use_name(BlockUse use) {
    switch (use) {
        case BlockUse::wasted:
            return "wasted";
        case BlockUse::partial:
            return "partial";
        default:
            return "useful";
    }
}

std::uint32_t whole_ns(const BlockTrace& trace) {
    std::uint32_t last = 0;
    for (const BlockRecord& record : trace) last = std::max(last, record.end_ns);
    return last;
}

RecordColours::RecordColours(const BlockTrace& trace) : trace_(trace), last_end_(whole_ns(trace)) {
    for (const BlockRecord& record : trace) {
        last_start_ = std::max(last_start_, record.begin_ns);
        longest_ = std::max(longest_, record.end_ns - record.begin_ns);
    }
}

Rgb8 RecordColours::of(const BlockRecord& record, BlockColour colour) const {
    const auto share = [](std::uint32_t part, std::uint32_t whole) {
        return whole == 0 ? 0.0 : static_cast<double>(part) / static_cast<double>(whole);
    };
    if (colour == BlockColour::unit) return colour_of_unit(record.unit);
    if (colour == BlockColour::start)
        return between(role::least, role::most, share(record.begin_ns, last_start_));
    return between(role::least, role::most,
                   std::sqrt(share(record.end_ns - record.begin_ns, longest_)));
}

std::vector<LegendEntry> RecordColours::legend(BlockColour colour, Backend backend) const {
    if (colour == BlockColour::unit) return legend_of_units(trace_, backend);
    if (colour == BlockColour::start)
        return {{role::least, "begins first"},
                {role::most, "begins last, at " + ms_text(last_start_)}};
    return {{role::least, "the shortest"}, {role::most, "the longest: " + ms_text(longest_)}};
}

std::optional<Rgb8> RecordColours::while_played(const BlockRecord& record, double share) const {
    const double now = share * last_end_;
    if (record.begin_ns > now) return role::waiting;
    if (record.end_ns > now) return role::running;
    return std::nullopt;
}

std::vector<LegendEntry> RecordColours::legend_while_played(double share, Rgb8 done) const {
    return {{role::waiting, "not begun yet"},
            {role::running, fmt::format("working now, {} of {} after the first began",
                                        ms_text(share * last_end_), ms_text(last_end_))},
            {done, "done: in its previous colour"}};
}

}  // namespace mariani::app
