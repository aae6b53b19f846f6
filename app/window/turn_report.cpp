#include "app/window/turn_report.hpp"

#include "app/files/json_text.hpp"
#include "app/workloads/curves/view.hpp"
#include "app/workloads/gasket/view.hpp"
#include "app/workloads/points/view.hpp"
#include "app/workloads/triangle/view.hpp"
#include "app/workloads/volume/view.hpp"

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
    return open;
}

json opening_of(const Observations& seen) {
    if (!seen.opening) return {};
    const auto& [regions, pixels, pixels_filled, times_less_work] = *seen.opening;
    return {{"regions", regions},
            {"pixels", pixels},
            {"pixels_filled", pixels_filled},
            {"times_less_work", times_less_work ? json(*times_less_work) : json()}};
}

json tour_of(const Observations& seen) {
    if (!seen.tour) return {};
    json figures;
    if (const auto& of_frame = seen.tour->figures)
        figures = {{"levels", of_frame->levels},
                   {"regions", of_frame->regions},
                   {"filled", of_frame->filled},
                   {"ms", of_frame->ms}};
    return {
        {"stop", static_cast<int>(seen.tour->stop) + 1}, {"of", tour_stops}, {"figures", figures}};
}

json region_of(const Observations& seen) {
    if (!seen.hovered_region) return {};
    const auto& rect = seen.hovered_region->rect;
    return {rect.x, rect.y, rect.width, rect.height};
}

json place_of(const std::optional<PixelRect>& place) {
    if (!place) return {};
    return {place->x, place->y, place->width, place->height};
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

json measured_maps(const TriangleView& view) {
    json maps = json::array();
    if (!view.measurement) return maps;
    for (const MapTimes& times : view.measurement->times)
        maps.push_back(times.by_grid ? "grid" : mariani::name_of(times.map));
    return maps;
}

json measured_sides(const TriangleView& view) {
    json sides = json::array();
    if (!view.by_side) return sides;
    for (const MapMeasurement& measured : *view.by_side) sides.push_back(measured.plan.side);
    return sides;
}

json view_of(const PaneView& view) {
    return {view.x, view.y, view.size};
}

json triangle_of(const Observations& seen) {
    if (!seen.triangle) return {};
    const TriangleView& view = *seen.triangle;
    const json error = view.error ? json(*view.error) : json();
    if (!view.scene) return {{"error", error}};
    const TriangleScene& scene = *view.scene;
    json report{
        {"map", mariani::name_of(scene.plan.map)},
        {"test", mariani::name_of(scene.plan.test)},
        {"n", scene.plan.side},
        {"time", scene.plan.time},
        {"moving", view.moving},
        {"blocks", scene.blocks},
        {"wasted", scene.wasted},
        {"partial", scene.partial ? json(*scene.partial) : json()},
        {"views", {view_of(view.panes.views.parallel), view_of(view.panes.views.cells)}},
        {"missed", scene.missed},
        {"repeated", scene.repeated},
        {"panes",
         {place_of(view.panes.parallel), place_of(view.panes.data), place_of(view.panes.result)}},
        {"played", view.played ? json(*view.played) : json()},
        {"measuring", view.measuring},
        {"measured", measured_maps(view)},
        {"measured_sides", measured_sides(view)},
        {"block", json()},
        {"cells", json()},
        {"error", error}};
    if (!view.hovered) return report;
    const auto& cell = view.hovered->cell;
    report["block"] = view.hovered->number;
    report["cell"] = cell ? json{cell->row, cell->column} : json();
    report["cells"] = json::array();
    for (const auto& [row, column, rows, columns] : view.hovered->cells)
        report["cells"].push_back({row, column, rows, columns});
    return report;
}

json cell_of(const GasketView& view) {
    if (!view.hovered) return {};
    const GasketPlace& place = *view.hovered;
    json cell{{"at", {place.cell.x, place.cell.y}}, {"hole", json()}};
    if (!place.member) {
        cell["hole"] = *place.hole;
        if (place.printed) cell["printed"] = {place.printed->x, place.printed->y};
        return cell;
    }
    cell["compact"] = {place.compact.x, place.compact.y};
    cell["number"] = place.number;
    if (view.hovered_alive) cell["alive"] = *view.hovered_alive;
    return cell;
}

std::vector<std::string> measured_engines(const GasketMoment& moment) {
    std::vector<std::string> names;
    if (!moment.times) return names;
    for (const auto& each : moment.times->engines) names.emplace_back(mariani::name_of(each.kind));
    return names;
}

json gasket_of(const Observations& seen) {
    if (!seen.gasket) return {};
    const GasketView& view = *seen.gasket;
    const json error = view.error ? json(*view.error) : json();
    if (!view.moment) return {{"error", error}};
    const GasketMoment& moment = *view.moment;
    const auto& [x, y, height] = view.board;
    return {{"fractal", moment.problem.fractal.name},
            {"r", moment.problem.level},
            {"rule", gasket::text_of(moment.problem.rule)},
            {"engine", moment.engine ? json(moment.engine->name) : json()},
            {"steps", moment.steps},
            {"alive", moment.alive},
            {"hash", moment.hash ? json(*moment.hash) : json()},
            {"board", {x, y, height}},
            {"altered", moment.altered},
            {"cell", cell_of(view)},
            {"tiles", view.tiles ? json(view.tiles->side) : json()},
            {"played", view.played ? json(*view.played) : json()},
            {"measured", measured_engines(moment)},
            {"error", error}};
}

// Of a measurement of curves or points.
template <typename Measurement>
json measured_engines(const std::shared_ptr<const Measurement>& measurement) {
    json engines = json::array();
    if (!measurement) return engines;
    for (const auto& each : measurement->engines) engines.push_back(mariani::name_of(each.engine));
    return engines;
}

json kept_promises(const CurvesView& view) {
    json promises = json::object();
    if (!view.litmuses) return promises;
    for (const LitmusOutcome& outcome : view.litmuses->outcomes)
        promises[outcome.text->name] = promise_text(outcome);
    return promises;
}

json curves_of(const Observations& seen) {
    if (!seen.curves) return {};
    const CurvesView& view = *seen.curves;
    const json error = view.error ? json(*view.error) : json();
    if (!view.plan) return {{"error", error}};
    return {{"engine", mariani::name_of(view.plan->engine)},
            {"lines", view.plan->lines},
            {"count_by", mariani::name_of(view.plan->rule.by)},
            {"time", view.plan->time},
            {"moving", view.moving},
            {"speed", view.speed},
            {"placed", view.plan->placed.size()},
            {"hovered", view.hovered ? json(*view.hovered) : json()},
            {"vertices", view.stats.vertices},
            {"cut_lines", view.stats.cut_lines},
            {"failed_launches", view.stats.failed_launches},
            {"failed_mallocs", view.stats.failed_mallocs},
            {"lost_lines", view.stats.lost_lines},
            {"in_view", view.in_view ? view.in_view->size() : 0},
            {"measuring", view.measuring},
            {"measured", measured_engines(view.times)},
            {"litmuses", kept_promises(view)},
            {"no_litmus", view.no_litmus ? json(*view.no_litmus) : json()},
            {"measurement_error", view.measurement_error ? json(*view.measurement_error) : json()},
            {"part", {view.part.x, view.part.y, view.part.height}},
            {"error", error}};
}

json points_of(const Observations& seen) {
    if (!seen.points) return {};
    const PointsView& view = *seen.points;
    const json error = view.error ? json(*view.error) : json();
    if (!view.plan) return {{"error", error}};
    const points::Plan& plan = *view.plan;
    const json found = view.found ? json{{"points", view.found->found},
                                         {"visited", view.found->visited},
                                         {"whole", view.found->whole},
                                         {"tested", view.found->tested}}
                                  : json();
    return {{"engine", mariani::name_of(plan.engine)},
            {"points", plan.count},
            {"distribution", mariani::name_of(plan.distribution)},
            {"min", plan.rule.min},
            {"depth", plan.rule.depth},
            {"time", plan.time},
            {"place", {plan.place.x, plan.place.y}},
            {"moving", view.moving},
            {"speed", view.speed},
            {"nodes", view.stats.nodes},
            {"levels", view.levels.size()},
            {"found", found},
            {"step", view.strips ? json(view.strips->step) : json()},
            {"steps", view.strip_steps},
            {"measuring", view.measuring},
            {"measured", measured_engines(view.measurement)},
            {"measurement_error", view.measurement_error ? json(*view.measurement_error) : json()},
            {"part", {view.part.x, view.part.y, view.part.height}},
            {"error", error}};
}

json listed_of(const VolumeView& view) {
    if (!view.listed) return {};
    const auto& [level, regions, mean_step, lines_touched] = *view.listed;
    return {{"level", level},
            {"regions", regions},
            {"mean_step", mean_step ? json(*mean_step) : json()},
            {"lines_touched", lines_touched ? json(*lines_touched) : json()}};
}

json volume_of(const Observations& seen) {
    if (!seen.volume) return {};
    const VolumeView& view = *seen.volume;
    const json error = view.error ? json(*view.error) : json();
    if (!view.plan) return {{"error", error}};
    json panes = json::array(), regions = json::array();
    if (view.panes)
        for (const SlicePane& pane : view.panes->panes) panes.push_back(place_of(pane.rect));
    for (const volume::LevelStats& level : view.stats.levels) regions.push_back(level.regions);
    return {{"function", mariani::name_of(view.plan->function)},
            {"k", view.plan->axes},
            {"n", view.plan->side.of[0]},
            {"engine", mariani::name_of(view.plan->engine)},
            {"height", view.plan->height},
            {"turn", view.plan->turn},
            {"moving", view.moving},
            {"shown", view.shown == VolumeShown::space ? "space" : "slices"},
            {"at", {view.at.at[0], view.at.at[1], view.at.at[2], view.at.at[3]}},
            {"panes", panes},
            {"space", place_of(view.space)},
            {"iterated", view.stats.iterated},
            {"regions", regions},
            {"listed", listed_of(view)},
            {"measuring", view.measuring},
            {"measured", view.measurement ? json(view.measurement->times.size()) : json()},
            {"error", error}};
}

const LogView& log_of(const Observations& seen) {
    if (seen.points) return seen.points->log;
    if (seen.curves) return seen.curves->log;
    if (seen.volume) return seen.volume->log;
    return seen.triangle ? seen.triangle->log : seen.gasket ? seen.gasket->log : seen.log;
}

}  // namespace

TurnReport::TurnReport(const std::filesystem::path& file) : path_(file) {
    const int made = open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644);
    if (made < 0) reject(file, errno);
    close(made);
    file_.open(file, std::ios::app | std::ios::binary);
    if (!file_) reject(file, errno);
}

void TurnReport::add(const TurnState& state, const Observations& seen) {
    const auto& place = state.picture;
    const nlohmann::ordered_json line{
        {"turn", state.turn},
        {"began", state.began},
        {"ended", state.ended},
        {"restless", state.restless},
        {"inputs", state.inputs},
        {"waiting", state.waiting},
        {"asked", state.asked},
        {"shown", state.shown},
        {"computing", seen.computing},
        {"progress", seen.progress},
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
        {"samples", {seen.samples.taken, seen.samples.wanted}},
        {"laboratory", state.laboratory},
        {"exporting", state.exporting},
        {"logged", log_of(seen).rows},
        {"open", visible_items(seen)},
        {"opening", opening_of(seen)},
        {"replay", state.replay ? json(*state.replay) : json()},
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
        {"workload", state.workload},
        {"triangle", triangle_of(seen)},
        {"gasket", gasket_of(seen)},
        {"curves", curves_of(seen)},
        {"points", points_of(seen)},
        {"volume", volume_of(seen)},
        {"picture", {place.x, place.y, place.width, place.height}},
        {"messages", messages_of(seen)},
        {"engine_error", seen.engine_error ? json(*seen.engine_error) : json()}};
    errno = 0;
    file_ << line.dump(-1, ' ', false, json::error_handler_t::replace) << '\n' << std::flush;
    if (!file_) reject(path_, errno);
}

}  // namespace mariani::app
