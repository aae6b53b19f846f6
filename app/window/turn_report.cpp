#include "app/window/turn_report.hpp"

#include "app/files/json_text.hpp"
#include "app/files/setting_names.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

constexpr std::string_view exactness_names[] = {"unknown", "verifying", "verified", "computed",
                                                "proving", "proven",    "open",     "preview"};
constexpr std::string_view area_names[] = {"picture", "panel", "laboratory"};
constexpr std::string_view message_names[] = {"info", "warning", "error"};

[[noreturn]] void reject(const std::filesystem::path& file, int error) {
    throw std::runtime_error(fmt::format("--report cannot write {}: {}", file.string(),
                                         std::generic_category().message(error)));
}

json messages_of(const Observations& seen) {
    json list = json::array();
    for (const Message& message : seen.messages)
        list.push_back({{"kind", message_names[static_cast<std::size_t>(message.kind)]},
                        {"text", message.text}});
    return list;
}

json visible_items(const Observations& seen) {
    json open = json::array();
    if (seen.layout.panel.width > 0) open.push_back("panel");
    if (seen.laboratory_shown) open.push_back("laboratory");
    if (seen.help_shown) open.push_back("help");
    if (seen.search_shown) open.push_back("search");
    return open;
}

json opening_of(const Observations& seen) {
    if (!seen.opening) return {};
    const auto& [regions, pixels, pixels_filled, times_less_work, gone] = *seen.opening;
    return {{"regions", regions},
            {"pixels", pixels},
            {"pixels_filled", pixels_filled},
            {"times_less_work", times_less_work ? json(*times_less_work) : json()},
            {"gone", gone ? json(*gone) : json()}};
}

json tour_of(const Observations& seen) {
    if (!seen.tour) return {};
    json figures;
    if (const auto& of_frame = seen.tour->figures)
        figures = {{"levels", of_frame->levels},
                   {"regions", of_frame->regions},
                   {"filled", of_frame->filled},
                   {"ms", of_frame->ms}};
    return {{"stop", static_cast<int>(seen.tour->stop) + 1},
            {"of", tour_stops},
            {"figures", figures},
            {"paused", seen.tour->paused}};
}

json compared_of(const Observations& seen) {
    if (!seen.compared) return {};
    const auto& [with, why_none, coming, from, differing, exactness] = *seen.compared;
    return {{"with", setting_name(with)},
            {"from", from ? json(*from) : json()},
            {"coming", coming},
            {"differing", differing ? json(*differing) : json()}};
}

json poster_of(const Observations& seen) {
    if (!seen.poster) return {};
    const PosterSeen& poster = *seen.poster;
    return {{"folder", poster.folder},       {"level", poster.level},
            {"finished", poster.finished},   {"cells", poster.cells},
            {"on_screen", poster.on_screen}, {"alone", poster.alone},
            {"loading", poster.loading},     {"standing_in", poster.standing_in},
            {"hidden", poster.hidden}};
}

json region_of(const Observations& seen) {
    if (!seen.hovered_region) return {};
    return seen.hovered_region->rect;
}

json longest_bar_of(const Timeline& timeline) {
    const auto longest = std::ranges::max_element(
        timeline.bars, {}, [](const TimelineBar& bar) { return bar.end_ns - bar.begin_ns; });
    if (longest == timeline.bars.end()) return {};
    return {{"row", longest->row}, {"begin", longest->begin_ns}, {"end", longest->end_ns}};
}

json timeline_of(const TurnState& state, const Observations& seen) {
    if (seen.layout.timeline <= 0) return {};
    const auto& timeline = seen.timeline;
    const auto& lit = state.timeline.region;
    return {{"bars", timeline ? timeline->bars.size() : 0},
            {"rows", timeline ? timeline->units.size() : 0},
            {"longest", timeline ? longest_bar_of(*timeline) : json()},
            {"old", seen.timeline_old},
            {"view", {state.timeline.view.begin_ns, state.timeline.view.ns_per_pixel}},
            {"at", state.timeline.rows},
            {"selected", state.timeline.selection.has_value()},
            {"lit", lit ? json(lit->rect) : json()}};
}

json place_of(const std::optional<PixelRect>& place) {
    return place ? json(*place) : json();
}

json point_of(const PlanePoint& point) {
    return {measured(point.re), measured(point.im)};
}

json julia_of(const TurnState& state, const Observations& seen) {
    if (!seen.julia || !state.insets.julia) return {};
    return {{"c", point_of(seen.julia->c)}, {"at", place_of(state.insets.julia)}};
}

json orbit_of(const Observations& seen) {
    if (!seen.orbit) return {};
    const PointOrbit& orbit = *seen.orbit;
    return {{"points", orbit.points.size()},
            {"steps", orbit.steps},
            {"escaped", orbit.escaped},
            {"period", orbit.period ? json(*orbit.period) : json()}};
}

// What a tab shows; null for those that are not shown.
void add_tabs(nlohmann::ordered_json& line, std::span<const Tab* const> tabs,
              std::string_view shown, const Observations& seen) {
    for (const Tab* tab : tabs) {
        if (tab->report == nullptr) continue;
        const std::string name(setting_name(tab->workload));
        if (name != shown || !seen.tab) {
            line[name] = nullptr;
            continue;
        }
        const auto& error = seen.tab->error;
        const auto& measurement_error = seen.tab->measurement_error;
        line[name] = tab->report(*seen.tab);
        line[name].update(
            {{"moving", seen.tab->moving},
             {"measuring", seen.tab->measuring},
             {"measurement_error", measurement_error ? json(*measurement_error) : json()},
             {"error", error ? json(*error) : json()}});
    }
}

}  // namespace

TurnReport::TurnReport(const std::filesystem::path& file, std::span<const Tab* const> tabs)
    : path_(file), tabs_(tabs) {
    const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (made < 0) reject(file, errno);
    close(made);
    file_.open(file, std::ios::app | std::ios::binary);
    if (!file_) reject(file, errno);
}

void TurnReport::add(const TurnState& state, const Observations& seen) {
    nlohmann::ordered_json line{
        {"turn", state.turn},
        {"began", state.began},
        {"ended", state.ended},
        {"restless", state.restless},
        {"inputs", state.inputs},
        {"waiting", state.waiting},
        {"asked", state.asked},
        {"shown", state.shown},
        {"computing", seen.computing},
        {"progress", seen.progress ? json(*seen.progress) : json()},
        {"stopped", seen.stopped},
        {"old", seen.shows_old},
        {"preview", state.preview},
        {"growing", state.growing},
        {"surroundings", state.surroundings},
        {"thumbnails", state.thumbnails},
        {"moving", state.moving},
        {"settled", state.settled},
        {"exactness", exactness_names[seen.exactness.state]},
        {"precision", seen.frame ? json(name_of(seen.frame->plan.precision)) : json()},
        {"height", to_text(seen.view.height)},
        {"searching", seen.searching},
        {"minibrot", seen.minibrot ? json(seen.minibrot->period) : json()},
        {"poster", poster_of(seen)},
        {"samples", {seen.samples.taken, seen.samples.wanted}},
        {"laboratory", state.laboratory},
        {"experiment_error", seen.laboratory.error},
        {"exporting", state.exporting},
        {"logged", (seen.tab ? seen.tab->log : seen.log).rows},
        {"open", visible_items(seen)},
        {"opening", opening_of(seen)},
        {"replay", state.replay ? json(*state.replay) : json()},
        {"cycling", state.cycling},
        {"compared", compared_of(seen)},
        {"tour", tour_of(seen)},
        {"playing", seen.played ? json(seen.played->name) : json()},
        {"cursor", seen.cursor ? point_of(*seen.cursor) : json()},
        {"dwell", seen.cursor_dwell ? json(seen.cursor_dwell->dwell) : json()},
        {"region", region_of(seen)},
        {"orbit", orbit_of(seen)},
        {"julia", julia_of(state, seen)},
        {"minimap", place_of(state.insets.minimap)},
        {"rectangle", place_of(state.insets.rectangle)},
        {"display", seen.display ? json(path_name(seen.display->kind)) : json()},
        {"keyboard", area_names[state.keyboard.at]},
        {"timeline", timeline_of(state, seen)},
        {"workload", state.workload},
        {"picture", state.picture},
        {"messages", messages_of(seen)},
        {"engine_error", seen.engine_error ? json(*seen.engine_error) : json()}};
    add_tabs(line, tabs_, state.workload, seen);
    errno = 0;
    file_ << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
    if (!file_) reject(path_, errno);
}

}  // namespace mariani::app
