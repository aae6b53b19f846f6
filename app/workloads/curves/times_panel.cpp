#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "app/workloads/curves/view.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using curves::EngineKind;

const CurvesEngineTimes* times_of(const CurvesMeasurement& measurement, EngineKind engine) {
    const auto found = std::ranges::find(measurement.engines, engine, &CurvesEngineTimes::engine);
    return found == measurement.engines.end() ? nullptr : &*found;
}

// What each of its launches costs beyond count, scan, fill, if that makes the same vertices.
std::string launch_cost(const CurvesEngineTimes& times, double scan_ms) {
    const std::int64_t launches = times.stats.child_launches;
    if (launches == 0 || times.stats.lost_lines > 0) return "";
    const double us = 1e3 * (times.ms.median - scan_ms) / static_cast<double>(launches);
    return fmt::format("{} launches, {} us each more than scan", grouped(launches),
                       significant(us));
}

void engine_times(const CurvesEngineTimes& times, double scan_ms) {
    value_text(std::string(choice_of(times.engine).label));
    ImGui::SameLine();
    value_text_right(fmt::format("{} ms, {:.2f} times scan", significant(times.ms.median),
                                 times.ms.median / scan_ms),
                     tone::dim);
    value_text_right(
        fmt::format("{} to {} ms", significant(times.ms.min), significant(times.ms.max)),
        tone::dim);
    const auto cost = launch_cost(times, scan_ms);
    if (!cost.empty()) value_text_right(cost, tone::dim);
    if (times.stats.lost_lines > 0)
        note(fmt::format("{} curves are lost, so this time does not cover all vertices.",
                         grouped(times.stats.lost_lines)),
             tone::warning);
    energy_note(times.energy, static_cast<double>(times.stats.vertices));
}

void measured(const PanelContext& context, const CurvesMeasurement& measurement) {
    const CurvesEngineTimes* scan = times_of(measurement, EngineKind::scan);
    if (!scan) return;
    note(fmt::format(
        "{} curves on {}: median and range of {} runs, and the ratio to count, scan, fill.",
        grouped(measurement.plan.lines), measurement.device, measurement.repeats));
    gap(context);
    const auto all = labelled_times(measurement.engines);
    for (std::size_t i = 0; i < all.size(); ++i) {
        engine_times(measurement.engines[i], scan->ms.median);
        noise_note(all, i);
        gap(context);
    }
}

// But for the time of their motion, and what only some engines have.
bool has_same_curves(const curves::Plan& shown, const curves::Plan& measured) {
    return shown.lines == measured.lines && shown.rule == measured.rule &&
           shown.seed == measured.seed && shown.placed == measured.placed &&
           shown.backend == measured.backend;
}

void published_times() {
    note(
        "Published for other irregular programs: launches aggregated by warp, block or grid are "
        "6.58 times as fast as one per thread, and no launches at all 30.4 times (KLAP); "
        "aggregated, fewer and coarser launches, 43 times. The textbook has no times for these "
        "curves.");
}

// Wrapped text beside what it is.
void said(const PanelContext& context, const char* by, const std::string& text,
          const ImVec4& colour) {
    const float start = ImGui::GetCursorPosX();
    ImGui::TextColored(tone::dim, "%s", by);
    ImGui::SameLine(start + label_width(context));
    note(text, colour);
}

void texts(const PanelContext& context, const curves::LitmusText& text) {
    gap(context);
    ImGui::TextUnformatted(text.title.data(), text.title.data() + text.title.size());
    said(context, "textbook", std::string(text.textbook), tone::dim);
    said(context, "today", std::string(text.today), tone::dim);
}

const ImVec4& colour_of(const LitmusOutcome& outcome) {
    if (!outcome.counts) return tone::dim;
    if (outcome.counts->violations > 0) return tone::error;
    return outcome.text->promised ? tone::draw : tone::text;
}

std::string measured_cell(const LitmusOutcome& outcome) {
    const auto text = measured_text(outcome);
    return outcome.counts && outcome.counts->violations > 0 ? text + ": broken" : text;
}

void measured(const PanelContext& context, const MeasuredLitmuses& litmuses) {
    for (const LitmusOutcome& outcome : litmuses.outcomes) {
        texts(context, *outcome.text);
        said(context, "measured", measured_cell(outcome), colour_of(outcome));
    }
}

// What another machine measured, until this one has.
void published(const PanelContext& context) {
    for (const curves::LitmusText& text : curves::litmus_texts()) {
        texts(context, text);
        if (text.litmus)
            said(context, "on an H200", std::string(measured_on_h200(text.name)), tone::dim);
        else
            said(context, "measured", measured_text({&text, std::nullopt}), tone::dim);
    }
}

void run_row(const PanelContext& context, const CurvesView& view) {
    if (view.measuring) return progress_rows(context, view.measured_share);
    if (button(
            "Run the litmus tests",
            "Each test runs on the GPU in its own CUDA context; together they take a few seconds.",
            ImGui::GetContentRegionAvail().x, !view.no_litmus))
        context.commands.push_back(Action::check_frame);
}

}  // namespace

void curves_times_panel(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!view) return;
    if (view->measuring)
        progress_rows(context, view->measured_share);
    else
        measure_rows(context, "Measures the shown curves: five runs per engine, in random order.");
    gap(context);
    if (view->measurement_error) note(*view->measurement_error, tone::error);
    if (view->times)
        measured_results(view->plan && has_same_curves(*view->plan, view->times->plan),
                         [&] { measured(context, *view->times); });
    details(context, published_times);
}

void curves_litmus_panel(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!view) return;
    with_room(3, [&] { run_row(context, *view); });
    gap(context);
    if (view->no_litmus) note("Not applicable: " + *view->no_litmus + ".", tone::warning);
    if (view->litmuses)
        note(fmt::format("Launches from kernels, measured on {}. Green: CUDA's promise holds.",
                         view->litmuses->device));
    else
        note(
            "What a GPU does with launches from kernels, next to the textbook and CUDA today. "
            "Until you run the tests here, the results are from one NVIDIA H200.");
    if (view->litmuses)
        measured(context, *view->litmuses);
    else
        published(context);
}

}  // namespace mariani::app
