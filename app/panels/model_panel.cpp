#include "app/panels/fields.hpp"
#include "app/panels/model_curves.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

constexpr double papers_lambda = 100;
constexpr double most_typed = 0x1p40;

// The parameters as the frame on screen has them.
struct FrameParams {
    CostParams values;
    std::array<std::string, 9> sources;  // of each, in the order of cost_param_names()
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

FrameParams frame_params(const PanelContext& context, const Frame& frame) {
    const auto& [plan, stats] = std::tie(frame.plan, frame.stats);
    const MeanOrLimit A = context.state.model.A;
    const bool cuda = plan.backend == Backend::cuda;
    const auto lambda = measured_lambda(context, frame);
    CostParams values =
        fitted_params(plan, stats, backend_parallelism(plan), A, lambda.value_or(papers_lambda));
    std::string P_source = "assumed: the frame on screen has no levels";
    if (stats.levels.size() > 1)
        P_source = "subdivided / regions, by level " + probabilities_text(stats);
    else
        values.P = CostParams{}.P;
    return {values,
            {fmt::format("root of {} x {} pixels", plan.part.width, plan.part.height),
             "the frame's", "the frame's", "the frame's", P_source,
             lambda ? "fitted to the measured cost of a subdivision"
                    : "cost of a subdivision / A, assumed: Measure fits it",
             A == MeanOrLimit::mean ? "mean iterations per iterated pixel" : "the dwell limit",
             cuda ? "multiprocessors of the GPU" : "threads",
             cuda ? "f32 cores of each"
                  : fmt::format("{} lanes of a vector", name_of(plan.precision))}};
}

std::size_t place_of(CostParam value) {
    const auto names = cost_param_names();
    return static_cast<std::size_t>(std::ranges::find(names, value, &CostParamName::value) -
                                    names.begin());
}

bool is_list(const ModelPanelState& state, std::size_t place) {
    return place == place_of(&CostParams::P) && !state.probabilities.empty();
}

bool is_typed(const ModelPanelState& state, std::size_t place) {
    return state.typed[place] || is_list(state, place);
}

// P may be a list; nothing typed is the frame's value again.
std::optional<std::string> why_not_typed(std::size_t place, const std::string& text) {
    if (text.empty()) return std::nullopt;
    const bool P = place == place_of(&CostParams::P);
    const auto values = parse_list(text);
    if (values && (P || values->size() == 1) && std::ranges::all_of(*values, [&](double value) {
            return value >= 0 && value <= (P ? 1 : most_typed);
        }))
        return std::nullopt;
    return P ? "P must be from 0 to 1: one for all levels, or a list of one for each but the last"
             : fmt::format("{} must be a number from 0 to 2^40", cost_param_names()[place].name);
}

void type(ModelPanelState& state, std::size_t place, const std::string& text) {
    const auto values = text.empty() ? std::vector<double>{} : parse_list(text).value();
    const bool list = values.size() > 1;
    if (place == place_of(&CostParams::P)) state.probabilities = list ? values : decltype(values){};
    state.typed[place] = values.size() == 1 ? std::optional(values.front()) : std::nullopt;
}

// What the list of P determines in place of B and a single P.
std::optional<std::string> why_not_varied(const ModelPanelState& state,
                                          const CostParamName& param) {
    if (state.probabilities.empty() || (param.name != "P" && param.name != "B"))
        return std::nullopt;
    return fmt::format("P is a list, which determines the levels: {} has no effect", param.name);
}

std::optional<std::string> why_not_optimum(const ModelPanelState& state) {
    if (!state.probabilities.empty()) return "P is a list, which determines the levels";
    const auto names = cost_param_names();
    if (state.family && is_subdivision(names[*state.family]) && is_subdivision(names[state.vary]))
        return "Only one of g, r and B may vary while the others are chosen";
    return std::nullopt;
}

// As it can be typed: without commas between thousands.
std::string number(double value) {
    if (value == std::floor(value)) return to_text(value);
    std::string text = significant(value);
    std::erase(text, ',');
    return text;
}

std::string text_of(const ModelPanelState& state, std::size_t place, double frame_value) {
    if (is_list(state, place)) return fmt::format("{}", fmt::join(state.probabilities, ","));
    return state.typed[place] ? to_text(*state.typed[place]) : number(frame_value);
}

void param_row(const PanelContext& context, std::size_t place, const FrameParams& frame) {
    ModelPanelState& state = context.state.model;
    const CostParamName& param = cost_param_names()[place];
    const double value = frame.values.*param.value;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    value_text(std::string(param.name), tone::dim);
    explain(param.description);
    ImGui::TableNextColumn();
    const std::string id = fmt::format("##{}", param.name);
    const auto typed = text_field(
        context, id.c_str(), text_of(state, place, value),
        [&](const std::string& text) { return why_not_typed(place, text); },
        ImGui::GetContentRegionAvail().x);
    field_error(context, id.c_str());
    ImGui::TableNextColumn();
    ImGui::AlignTextToFramePadding();
    if (is_typed(state, place))
        note(fmt::format("typed; the frame has {}", number(value)), tone::text);
    else
        note(frame.sources[place]);
    if (typed) type(state, place, *typed);
}

void params_table(const PanelContext& context, const FrameParams& frame) {
    ModelPanelState& state = context.state.model;
    if (ImGui::BeginTable("parameters", 3, ImGuiTableFlags_SizingFixedFit)) {
        ImGui::TableSetupColumn("name");
        ImGui::TableSetupColumn("value", ImGuiTableColumnFlags_WidthFixed,
                                scaled_length(context, 118));
        ImGui::TableSetupColumn("source", ImGuiTableColumnFlags_WidthStretch);
        for (std::size_t i = 0; i < state.typed.size(); ++i) param_row(context, i, frame);
        ImGui::EndTable();
    }
    const bool as_frame = std::ranges::none_of(state.typed, &std::optional<double>::has_value) &&
                          state.probabilities.empty();
    ImGui::BeginDisabled(as_frame);
    if (ImGui::Button("All as the frame has them")) {
        state.typed = {};
        state.probabilities.clear();
    }
    ImGui::EndDisabled();
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

// q and c of what computed the frame, or of a GPU in its place.
void parallelism_choice(const PanelContext& context, const FrameParams& frame) {
    ModelPanelState& state = context.state.model;
    auto &q = state.typed[place_of(&CostParams::q)], &c = state.typed[place_of(&CostParams::c)];
    const auto label = [](std::string_view name, double units, double cores) {
        return fmt::format("{}: {} x {}", name, units, cores);
    };
    const std::string here = label("what computed the frame", frame.values.q, frame.values.c);
    const auto is = [&](const KnownGpu& gpu) {
        return q == gpu.parallelism.q && c == gpu.parallelism.c;
    };
    const auto known = std::ranges::find_if(known_gpus, is);
    const std::string shown = !q && !c                    ? here
                              : known != known_gpus.end() ? label(known->label, *q, *c)
                                                          : "typed";
    row(context, "q and c of", "The multiprocessors, and the cores of each.");
    if (!ImGui::BeginCombo("##q and c", shown.c_str(), ImGuiComboFlags_HeightLarge)) return;
    if (ImGui::Selectable(here.c_str(), !q && !c)) q = c = std::nullopt;
    for (const KnownGpu& gpu : known_gpus) {
        const auto& [its_q, its_c] = gpu.parallelism;
        if (!ImGui::Selectable(label(gpu.label, its_q, its_c).c_str(), is(gpu))) continue;
        q = its_q;
        c = its_c;
    }
    ImGui::EndCombo();
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

void gains(const ModelCurves& curves) {
    const auto tile = [&](std::size_t i) {
        const PredictedGain& each = predicted_gains.at(i);
        ImGui::TableNextColumn();
        ImGui::BeginGroup();
        value_text(curves.gains[i] ? significant(*curves.gains[i]) : "-", each.colour);
        ImGui::TextDisabled("%s", each.label);
        ImGui::TextDisabled("%s", each.kind);
        ImGui::EndGroup();
        explain(each.meaning);
    };
    if (!ImGui::BeginTable("gains", 3, ImGuiTableFlags_SizingStretchSame)) return;
    for (const std::size_t i : {0u, 2u, 1u}) tile(i);
    ImGui::EndTable();
}

void vary_choice(const PanelContext& context) {
    ModelPanelState& state = context.state.model;
    std::vector<Segment> segments;
    for (const CostParamName& param : cost_param_names())
        segments.push_back({param.name, param.description, why_not_varied(state, param)});
    row(context, "Curves over", "The parameter on the horizontal axis of the curves.");
    if (const auto picked = segmented("over", segments, state.vary)) state.vary = *picked;
}

std::optional<std::string> why_no_family(const std::string& text) {
    const auto values = parse_list(text);
    if (values && values->size() <= tone::curves.size()) return std::nullopt;
    return fmt::format("A list of at most {} numbers is needed, as in 1,2,8..64",
                       tone::curves.size());
}

// The second parameter, its values, and which gain is drawn for each.
void family_choice(const PanelContext& context) {
    ModelPanelState& state = context.state.model;
    const auto names = cost_param_names();
    row(context, "A curve for each", "A second parameter, with a curve for each of its values.");
    if (state.family) ImGui::SetNextItemWidth(scaled_length(context, 96));
    if (ImGui::BeginCombo("##family", state.family ? names[*state.family].name.data() : "gain",
                          ImGuiComboFlags_HeightLarge)) {
        if (ImGui::Selectable("gain", !state.family)) state.family.reset();
        explain("A curve for Omega, for S of SBR and for S of MBR.");
        for (std::size_t i = 0; i < names.size(); ++i) {
            if (i == state.vary || why_not_varied(state, names[i])) continue;
            if (ImGui::Selectable(names[i].name.data(), state.family == i)) {
                state.family = i;
                state.family_values = family_example(names[i]);
            }
            explain(names[i].description);
        }
        ImGui::EndCombo();
    }
    if (!state.family) return;
    ImGui::SameLine();
    if (const auto typed = text_field(context, "##values", state.family_values, why_no_family,
                                      ImGui::GetContentRegionAvail().x))
        state.family_values = *typed;
    field_error(context, "##values");
    std::vector<Segment> gains;
    for (const PredictedGain& each : predicted_gains)
        gains.push_back({each.label, each.meaning, {}});
    const auto at = std::ranges::find(predicted_gains, state.family_goal, &PredictedGain::goal);
    row(context, "Gain", "The gain that the curves show.");
    if (const auto picked =
            segmented("gain", gains, static_cast<std::size_t>(at - predicted_gains.begin())))
        state.family_goal = predicted_gains.at(*picked).goal;
}

void curve_choices(const PanelContext& context, const FrameParams& frame) {
    ModelPanelState& state = context.state.model;
    vary_choice(context);
    family_choice(context);
    const auto why = why_not_optimum(state);
    const std::array<Segment, 2> others{{
        {"as given", "Uses the g, r and B of the table at every point.", {}},
        {"at their best", "Uses the best g, r and B of {2, 4 ... 1024} at every point.", why},
    }};
    row(context, "g, r and B", "The values of g, r and B along the curves, unless varied.");
    if (const auto picked = segmented("others", others, state.at_optimum && !why ? 1 : 0))
        state.at_optimum = *picked == 1;
    A_choice(context);
    parallelism_choice(context, frame);
}

// What no longer goes together is left out.
ModelCurvesOf asked_of(ModelPanelState& state, CostParams params) {
    const auto names = cost_param_names();
    for (std::size_t i = 0; i < names.size(); ++i)
        if (state.typed[i]) params.*names[i].value = *state.typed[i];
    if (why_not_varied(state, names[state.vary])) state.vary = 0;
    if (state.family && (state.family == state.vary || why_not_varied(state, names[*state.family])))
        state.family.reset();
    ModelCurvesOf of{params, state.probabilities, state.vary};
    of.at_optimum = state.at_optimum && !why_not_optimum(state);
    of.family = state.family;
    if (of.family) of.family_values = parse_list(state.family_values).value();
    of.family_goal = state.family_goal;
    return of;
}

void curves_column(const PanelContext& context, const FrameParams& frame) {
    ModelPanelState& state = context.state.model;
    const ModelCurvesOf asked = asked_of(state, frame.values);
    if (!state.curves || state.curves->of != asked)
        state.curves = std::make_shared<ModelCurves>(model_curves(asked));
    if (has_points(state.curves->chart)) {
        gains(*state.curves);
        draw_curves(context, state.curves->chart, 240);
    }
    std::optional<std::string> why;
    if (state.A == MeanOrLimit::mean && !state.typed[place_of(&CostParams::A)])
        why = nothing_iterated(*context.seen.frame);
    if (!why) why = why_invalid(asked);
    if (why) note(fmt::format("The model predicts nothing here: {}.", *why), tone::warning);
}

}  // namespace

void model_panel(const PanelContext& context) {
    if (!context.seen.frame) return note("No frame has been computed yet.");
    const FrameParams frame = frame_params(context, *context.seen.frame);
    curve_choices(context, frame);
    gap(context);
    const bool wide = ImGui::GetContentRegionAvail().x > scaled_length(context, 720);
    if (ImGui::BeginTable("model", wide ? 2 : 1)) {
        if (wide) {
            ImGui::TableSetupColumn("curves", ImGuiTableColumnFlags_WidthStretch, 0.58f);
            ImGui::TableSetupColumn("parameters", ImGuiTableColumnFlags_WidthStretch, 0.42f);
        }
        ImGui::TableNextColumn();
        curves_column(context, frame);
        ImGui::TableNextColumn();
        params_table(context, frame);
        ImGui::EndTable();
    }
    prediction(context);
}

}  // namespace mariani::app
