#include "app/measure/gain_curves.hpp"
#include "app/panels/curve_chart.hpp"
#include "app/panels/in_use.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <limits>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// The model's parameters fitted on the swept view; null if it was not fitted.
std::optional<CostParams> fitted_params(const PanelContext& context, const SweepSubject& subject) {
    const auto& model = context.seen.laboratory.model;
    if (!model || !has_probability(*model)) return std::nullopt;
    const FramePlan &fitted = model->plan, &swept = subject.plan;
    if (fitted.view != swept.view || fitted.image != swept.image ||
        fitted.dwell_limit != swept.dwell_limit || model->engine != swept.engine ||
        fitted.backend != swept.backend || why_invalid(*model, context.state.model.A))
        return std::nullopt;
    return judge(*model, context.state.model.A).params;
}

CurveChart chart_of(const PanelContext& context, const GainChart& chart) {
    const GainCurve& measured = chart.curves.front();
    CurveChart drawn{chart.name, measured.points.front().x, measured.points.back().x, true, {}, {}};
    Curve model{"model", tone::dim, {}, 1.5f}, curve{"measured", tone::draw, {}, 2.5f};
    bool predicted = false;
    for (const GainPoint& point : measured.points) {
        predicted |= point.predicted.has_value();
        model.points.push_back(
            {point.x, point.predicted.value_or(std::numeric_limits<double>::quiet_NaN())});
        curve.points.push_back({point.x, point.gain.median, point.gain});
    }
    const auto [g, r, B] = plan_in_use(context).subdivision;
    if (chart.name != "n") drawn.now = chart.name == "g" ? g : chart.name == "r" ? r : B;
    if (predicted) drawn.curves.push_back(model);
    drawn.curves.push_back(curve);
    return drawn;
}

// Explains the curves and, if the model is not among them, why.
void explain_curves(const SweepSubject& subject, bool fitted) {
    if (fitted)
        return note(
            "Measured beside Ex, with the range of the runs; the model has the P, A and lambda of "
            "the last Measure.");
    note(subject.plan.shortcuts
             ? "Measured beside Ex, with the range of the runs. The model does not cover "
               "shortcuts: without them (Engine), its prediction can be added."
             : "Measured beside Ex, with the range of the runs. Measure, in Model, adds the "
               "prediction for this view.");
}

}  // namespace

void gain_curves_panel(const PanelContext& context) {
    const auto& sweep = context.seen.laboratory.sweep;
    auto gains = gains_of(sweep->subject, sweep->rows);
    gains.insert(gains.end(), sweep->sizes.begin(), sweep->sizes.end());
    auto charts = gain_charts(gains);
    if (charts.empty()) return;
    const auto fitted =
        sweep->subject.plan.shortcuts ? std::nullopt : fitted_params(context, sweep->subject);
    const FramePlan& swept = sweep->subject.plan;
    if (fitted) predict(charts, swept.engine, swept.scheme, *fitted);
    gap(context);
    explain_curves(sweep->subject, fitted.has_value());
    if (!ImGui::BeginTable("gains", 2)) return;
    for (const GainChart& chart : charts) {
        ImGui::TableNextColumn();
        heading(fmt::format("S against {}", chart.name).c_str());
        ImGui::PushID(chart.name.c_str());
        draw_curves(context, chart_of(context, chart), 190);
        ImGui::PopID();
    }
    ImGui::EndTable();
}

}  // namespace mariani::app
