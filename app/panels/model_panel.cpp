#include "app/panels/model_panel.hpp"

#include "app/panels/curve_chart.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double undefined = std::numeric_limits<double>::quiet_NaN();

// The range over which a parameter is drawn.
struct CurveRange {
    double min, max;
    bool logarithmic;
};

CurveRange curve_range(const CostParamName& vary) {
    if (vary.name == "n") return {64, 65536, true};
    if (vary.name == "P") return {0, 1, false};
    if (vary.name == "lambda") return {0.1, 1e6, true};
    if (vary.name == "A") return {1, 65536, true};
    if (vary.name == "r") return {2, 1024, true};
    return {1, 1024, true};
}

std::vector<double> samples(const CurveRange& range, bool few) {
    std::vector<double> values;
    if (!range.logarithmic) {
        const int steps = few ? 20 : 100;
        for (int i = 0; i <= steps; ++i)
            values.push_back(range.min + (range.max - range.min) * i / steps);
        return values;
    }
    // At least at the powers of two, where ceilings and tau are exact.
    const double factor = few ? 2 : std::exp2(1.0 / 16);
    for (int i = 0;; ++i) {
        const double value = range.min * std::pow(factor, i);
        if (value > range.max * 1.000001) return values;
        values.push_back(value);
    }
}

struct PredictedGain {
    CostGoal goal;
    const char* label;
    ImVec4 colour;
    float thickness;
    const char *kind, *meaning;
};

// Both schemes are often predicted alike: SBR is drawn inside MBR.
const std::array<PredictedGain, 3> predicted_gains{
    {{CostGoal::omega, "Omega", tone::omega, 2, "less work, Eq. 21",
      "Omega: the factor by which subdivision reduces the work of Ex (Eq. 21)."},
     {CostGoal::speedup_mbr, "S MBR", tone::mbr, 5, "times as fast, Eq. 24",
      "S MBR: the speed-up over Ex with multiple blocks per region (our reading of the text on "
      "Eq. 24)."},
     {CostGoal::speedup_sbr, "S SBR", tone::sbr, 2, "times as fast, Eq. 23",
      "S SBR: the speed-up over Ex with a single block per region (Eq. 23)."}}};

double gain_at(const CostParams& params, CostGoal goal, const CostParamName& vary,
               bool at_optimum) {
    if (at_optimum) {
        const auto best = optimum(params, goal, vary.value);
        return best ? gain(cost_of(*best), goal) : undefined;
    }
    return why_invalid(params) ? undefined : gain(cost_of(params), goal);
}

// Omega, S SBR and S MBR over the parameter, with the others fixed. `at_optimum`: those of {g, r,
// B} that are not varied are the best of {2, 4 ... 1024} at each point and for each curve.
CurveChart model_curves(const CostParams& params, const CostParamName& vary, bool at_optimum) {
    const auto range = curve_range(vary);
    CurveChart chart{std::string(vary.name), range.min,          range.max,
                     range.logarithmic,      params.*vary.value, {}};
    chart.meaning = vary.description;
    for (const auto& [goal, label, colour, thickness, kind, meaning] : predicted_gains) {
        Curve curve{label, colour, {}, thickness, {}, meaning};
        curve.now = gain_at(params, goal, vary, at_optimum);
        CostParams varied = params;
        for (const double value : samples(range, at_optimum)) {
            varied.*vary.value = value;
            curve.points.push_back({value, gain_at(varied, goal, vary, at_optimum)});
        }
        chart.curves.push_back(std::move(curve));
    }
    return chart;
}

constexpr double papers_lambda = 100;

// The model's present parameters, and the source of each.
struct LiveParams {
    CostParams params;
    std::string P_source, lambda_source, q_source, c_source;
};

// lambda, if it was measured on what computed this frame.
std::optional<double> measured_lambda(const PanelContext& context, const Frame& frame) {
    const auto& model = context.seen.laboratory.model;
    if (!model || model->plan.backend != frame.plan.backend ||
        model->plan.precision != frame.plan.precision || why_invalid(*model, context.state.model.A))
        return std::nullopt;
    return judge(*model, context.state.model.A).params.lambda;
}

// In percent: a line may break after a decimal point.
std::string probabilities_text(const EngineStats& stats) {
    std::string text;
    for (const double P : level_probabilities(stats))
        text += fmt::format("{}{:.0f}", text.empty() ? "" : " ", 100 * P);
    return text + " %";
}

LiveParams live_params(const PanelContext& context, const Frame& frame) {
    const auto& stats = frame.stats;
    const bool cuda = frame.plan.backend == Backend::cuda;
    const auto lambda = measured_lambda(context, frame);
    LiveParams live;
    live.params = fitted_params(frame.plan, stats, backend_parallelism(frame.plan),
                                context.state.model.A, lambda.value_or(papers_lambda));
    live.lambda_source = lambda ? "fitted to the measured cost of a subdivision"
                                : "cost of a subdivision / A, assumed: Measure fits it";
    live.q_source = cuda ? "multiprocessors of the GPU" : "threads";
    live.c_source = cuda ? "f32 cores of each"
                         : fmt::format("{} lanes of a vector", name_of(frame.plan.precision));
    if (stats.levels.size() > 1) {
        live.P_source = "subdivided / regions, by level " + probabilities_text(stats);
    } else {
        live.params.P = CostParams{}.P;
        live.P_source = "assumed: the frame on screen has no levels";
    }
    return live;
}

void param_row(const char* name, double value, const std::string& source, const char* explanation) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text(name, tone::dim);
    explain(explanation);
    ImGui::TableNextColumn();
    value_text_right(value == std::floor(value) && value < 1e9
                         ? grouped(static_cast<std::int64_t>(value))
                         : significant(value));
    ImGui::TableNextColumn();
    note(source);
}

void A_choice(const PanelContext& context) {
    static const std::array<Segment, 2> kinds{{
        {"mean", "A is the mean number of iterations per iterated pixel.", {}},
        {"limit", "A is the dwell limit, reached only by pixels inside the set.", {}},
    }};
    auto& A = context.state.model.A;
    row(context, "A from", "The source of A, the iterations per pixel.");
    if (const auto picked = segmented("A", kinds, static_cast<std::size_t>(A)))
        A = static_cast<MeanOrLimit>(*picked);
}

void params_table(const PanelContext& context, const Frame& frame, const LiveParams& live) {
    const auto& params = live.params;
    const bool mean = context.state.model.A == MeanOrLimit::mean;
    if (!ImGui::BeginTable("parameters", 3, ImGuiTableFlags_SizingFixedFit)) return;
    ImGui::TableSetupColumn("name");
    ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed, scaled_length(context, 74));
    ImGui::TableSetupColumn("source", ImGuiTableColumnFlags_WidthStretch);
    param_row("n", params.n,
              fmt::format("root of {} x {} pixels", frame.plan.part.width, frame.plan.part.height),
              "The side of the model's square picture.");
    param_row("g", params.g, "the frame's", "Initial subdivision: g x g regions.");
    param_row("r", params.r, "the frame's", "Recurrent subdivision: r x r children.");
    param_row("B", params.B, "the frame's", "Stopping size of a region in pixels.");
    param_row("P", params.P, live.P_source, "P: the probability that a region is subdivided.");
    param_row("lambda", params.lambda, live.lambda_source,
              "lambda: the cost of a subdivision divided by A.");
    param_row("A", params.A, mean ? "mean iterations per iterated pixel" : "the dwell limit",
              "A: the iterations per pixel.");
    param_row("q", params.q, live.q_source, "q: the number of parallel units.");
    param_row("c", params.c, live.c_source, "c: the cores of each unit.");
    ImGui::EndTable();
}

void gains(const CurveChart& chart) {
    const auto tile = [&](std::size_t i) {
        const Curve& curve = chart.curves[i];
        ImGui::TableNextColumn();
        ImGui::BeginGroup();
        value_text(curve.now ? significant(*curve.now) : "-", curve.colour);
        ImGui::TextDisabled("%s", curve.label);
        ImGui::TextDisabled("%s", predicted_gains[i].kind);
        ImGui::EndGroup();
        explain(curve.meaning);
    };
    if (!ImGui::BeginTable("gains", 3, ImGuiTableFlags_SizingStretchSame)) return;
    for (const std::size_t i : {0u, 2u, 1u}) tile(i);
    ImGui::EndTable();
}

// A formula shows the pixels inside to be so; those beside them take iterations.
std::optional<std::string> nothing_iterated(const Frame& frame) {
    const auto& [re, im] = frame.plan.view.centre;
    const bool inside =
        std::hypot((re - Coordinate(0)) / Length(1), (im - Coordinate(0)) / Length(1)) < 2;
    const auto why = mariani::nothing_iterated(frame.stats);
    if (!why || !inside) return why;
    return "the view lies wholly inside the set, where shortcuts replace every iteration, so there "
           "is no A (iterations per pixel)";
}

bool has_points(const CurveChart& chart) {
    return std::ranges::any_of(chart.curves, [](const Curve& curve) {
        return std::ranges::any_of(curve.points,
                                   [](const CurvePoint& point) { return std::isfinite(point.y); });
    });
}

void curve_choices(const PanelContext& context) {
    static const std::array<Segment, 2> others{{
        {"as now", "Uses the frame's g, r and B at every point.", {}},
        {"at their best", "Uses the best g, r and B of {2, 4 ... 1024} at every point.", {}},
    }};
    auto& state = context.state.model;
    std::vector<Segment> segments;
    for (const auto& [name, value, description] : cost_param_names())
        segments.push_back({name, description, {}});
    row(context, "Curves over", "The parameter on the horizontal axis of the curves.");
    if (const auto picked = segmented("over", segments, state.vary)) state.vary = *picked;
    row(context, "g, r and B", "The values of g, r and B along the curves, unless varied.");
    if (const auto picked = segmented("others", others, state.at_optimum ? 1 : 0))
        state.at_optimum = *picked == 1;
    A_choice(context);
}

void curves_column(const PanelContext& context, const LiveParams& live) {
    auto& state = context.state.model;
    const ModelCurvesKey key{live.params, state.vary, state.at_optimum};
    if (!state.curves || state.curves_key != key)
        state.curves = std::make_shared<CurveChart>(
            model_curves(live.params, cost_param_names()[state.vary], state.at_optimum));
    state.curves_key = key;
    if (has_points(*state.curves)) {
        gains(*state.curves);
        draw_curves(context, *state.curves, 240);
    }
    auto why = nothing_iterated(*context.seen.frame);
    if (!why || state.A == MeanOrLimit::limit) why = why_invalid(live.params);
    if (why) note(fmt::format("The model predicts nothing here: {}.", *why), tone::warning);
}

}  // namespace

void model_panel(const PanelContext& context) {
    if (!context.seen.frame) return note("No frame has been computed yet.");
    const Frame& frame = *context.seen.frame;
    const LiveParams live = live_params(context, frame);
    curve_choices(context);
    gap(context);
    const bool wide = ImGui::GetContentRegionAvail().x > scaled_length(context, 720);
    if (ImGui::BeginTable("model", wide ? 2 : 1)) {
        if (wide) {
            ImGui::TableSetupColumn("curves", ImGuiTableColumnFlags_WidthStretch, 0.58f);
            ImGui::TableSetupColumn("parameters", ImGuiTableColumnFlags_WidthStretch, 0.42f);
        }
        ImGui::TableNextColumn();
        curves_column(context, live);
        ImGui::TableNextColumn();
        params_table(context, frame, live);
        ImGui::EndTable();
    }
    prediction(context);
}

}  // namespace mariani::app
