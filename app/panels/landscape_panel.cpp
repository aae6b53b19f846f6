#include "app/measure/gain_curves.hpp"
#include "app/measure/spread.hpp"
#include "app/measure/sweep.hpp"
#include "app/panels/curve_chart.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cmath>
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
            "Measured speed-up over Ex, with the range of the runs. The model uses P, A and lambda "
            "from the last Measure.");
    note(subject.plan.shortcuts
             ? "Measured speed-up over Ex, with the range of the runs. The model does not cover "
               "shortcuts; turn them off (Regions, Advanced) to add its prediction."
             : "Measured speed-up over Ex, with the range of the runs. To add the prediction for "
               "this view, press Measure in Model.");
}

std::optional<std::string> why_list_invalid(std::string_view name, const std::string& text,
                                            IntegerRange allowed) {
    if (parse_integers(text, allowed)) return std::nullopt;
    return fmt::format("{} is {}: it must be whole numbers from {} to {}, such as 2,4,8 or 2..64",
                       name, in_quotes(text), allowed.min, allowed.max);
}

void list_row(const PanelContext& context, const char* name, const char* id,
              const char* explanation, IntegerRange allowed, std::string& list) {
    row(context, name, explanation);
    const auto validate = [&](const std::string& text) {
        return why_list_invalid(name, text, allowed);
    };
    if (const auto typed = text_field(context, id, list, validate, -FLT_MIN)) list = *typed;
    field_error(context, id);
}

void start_row(const PanelContext& context) {
    const auto& [g, r, B] = context.state.landscape;
    const bool possible = context.seen.laboratory.doing.empty();
    const float width = button_width(2);
    const auto cells = [&](const std::string& text) {
        return parse_list(text).value_or(std::vector<double>{}).size();
    };
    const std::size_t count = saturated_product({cells(g), cells(r), cells(B)});
    const auto sweep = count > max_sweep_cells
                           ? fmt::format("Sweep: more than {} cells###sweep", max_sweep_cells)
                           : fmt::format("Sweep {} cells###sweep", count);
    if (button(sweep.c_str(),
               "Measures every cell on this view, compared with Ex, in random order.", width,
               possible && count <= max_sweep_cells))
        context.commands.push_back(command::Sweep{g, r, B});
    ImGui::SameLine();
    const auto tune = fmt::format("Auto-tune, {:.0f} s at most###tune", tuning_seconds);
    if (button(tune.c_str(),
               "Searches uphill from the current g, r and B and two other starts; it measures only "
               "a few of a sweep's cells.",
               width, possible))
        context.commands.push_back(Action::tune);
}

ImVec4 colour_at(const PanelContext& context, double place) {
    for (const auto& palette : context.seen.palettes) {
        if (palette.name != "viridis" || palette.colours.empty()) continue;
        const auto last = static_cast<double>(palette.colours.size() - 1);
        const auto& [r, g, b] =
            palette.colours[static_cast<std::size_t>(std::lround(place * last))];
        return {static_cast<float>(r) / 255, static_cast<float>(g) / 255,
                static_cast<float>(b) / 255, 1};
    }
    const auto shade = static_cast<float>(0.15 + 0.8 * place);
    return {shade, shade, shade, 1};
}

// With the engine and scheme that it was measured for, and its backend if the present one lacks
// that scheme.
void use(const PanelContext& context, const FramePlan& measured, const SweepCell& cell) {
    auto& engine = context.settings.engine;
    engine.engine = measured.engine;
    engine.scheme = measured.scheme;
    if (why_invalid(engine.engine, engine.scheme, engine.backend))
        engine.backend = measured.backend;
    set_subdivision(engine, cell.subdivision);
    engine.block = cell.block;
}

void figures(const SweepRow& row) {
    const auto& [g, r, B] = row.cell.subdivision;
    ImGui::BeginTooltip();
    value_text(fmt::format("g {} r {} B {}, block {}x{}", g, r, B, row.cell.block.width,
                           row.cell.block.height));
    value_text(fmt::format("{} x as fast as Ex ({} ms)", significant(row.speedup()),
                           significant(row.ex_ms)));
    value_text(fmt::format("{} ms, {} to {}, {} runs", significant(row.ms.median),
                           significant(row.ms.min), significant(row.ms.max), row.runs));
    value_text(fmt::format("{} regions, {} pixels filled", grouped(row.regions),
                           grouped(row.pixels_filled)),
               tone::dim);
    ImGui::TextDisabled("Click to use these values.");
    ImGui::EndTooltip();
}

void landscape_cell(const PanelContext& context, const FramePlan& measured, const SweepRow& row,
                    double place, const SweepRow& fastest, ImVec2 size) {
    const bool best = &row == &fastest;
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const ImVec2 to{from.x + size.x - 1, from.y + size.y - 1};
    if (invisible_button("cell", size)) use(context, measured, row.cell);
    auto& list = *ImGui::GetWindowDrawList();
    const ImVec4 ground = colour_at(context, place);
    list.AddRectFilled(from, to, tone::packed(ground));
    const bool chosen = plan_in_use(context).subdivision == row.cell.subdivision;
    if (best || chosen || ImGui::IsItemHovered())
        list.AddRect(from, to, tone::packed(best ? tone::error : tone::text), 0,
                     scaled_length(context, best ? 3 : 2));
    auto label = significant(row.speedup());
    if (!best && !clearly_differ(row.ms, fastest.ms)) label += noise_mark;
    const ImVec2 text = ImGui::CalcTextSize(label.c_str());
    if (text.x < size.x)
        list.AddText({std::round(from.x + 0.5f * (size.x - text.x)),
                      std::round(from.y + 0.5f * (size.y - text.y))},
                     tone::packed(readable_on(ground)), label.c_str());
    if (ImGui::IsItemHovered()) figures(row);
}

// The vertical axis is B, the horizontal axis g.
void r_panel(const PanelContext& context, const FramePlan& measured, const Landscape& landscape,
             const GainScale& scale, int r) {
    const auto& cells = landscape.panels.at(r);
    const float labels = scaled_length(context, 72);
    const auto columns = static_cast<float>(landscape.g.size());
    const ImVec2 size{std::min(scaled_length(context, 64),
                               std::floor((ImGui::GetContentRegionAvail().x - labels) / columns)),
                      scaled_length(context, 24)};
    heading(fmt::format("r = {}", r).c_str());
    const float left = ImGui::GetCursorPosX();
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {0, 0});
    for (auto B = landscape.B.rbegin(); B != landscape.B.rend(); ++B) {
        value_text(fmt::format("B {}", *B), tone::dim);
        float x = left + labels;
        for (const int g : landscape.g) {
            ImGui::SameLine(x);
            ImGui::PushID(*B);
            ImGui::PushID(g);
            if (const auto found = cells.find({g, *B}); found != cells.end())
                landscape_cell(context, measured, *found->second,
                               scale.place(found->second->speedup()), *landscape.best, size);
            else
                ImGui::Dummy(size);
            ImGui::PopID();
            ImGui::PopID();
            x += size.x;
        }
    }
    value_text("g", tone::dim);
    float x = left + labels;
    for (const int g : landscape.g) {
        ImGui::SameLine(x);
        value_text(std::to_string(g), tone::dim);
        x += size.x;
    }
    ImGui::PopStyleVar();
}

// What auto-tune measured once more side by side has the last word.
void best_row(const PanelContext& context, const SweepResult& sweep, const SweepRow& found) {
    const auto& tuned = context.seen.laboratory.tuned;
    const bool side_by_side = tuned && tuned->cell == found.cell;
    const SweepRow& best = side_by_side ? *tuned : found;
    const auto& [g, r, B] = best.cell.subdivision;
    note(fmt::format("Best of {}: g {} r {} B {}, {} x as fast as Ex: {} ms, and Ex {} ms {}.",
                     sweep.rows.size(), g, r, B, significant(best.speedup()),
                     significant(best.ms.median), significant(best.ex_ms),
                     side_by_side ? "side by side with it" : "at about the same time"),
         tone::draw);
    if (!side_by_side && !clearly_differ(best.ms, sweep.subject.ex_ms))
        note(fmt::format(
                 "This gain may be noise: its runs took {} to {} ms, and those of Ex {} to {}.",
                 significant(best.ms.min), significant(best.ms.max),
                 significant(sweep.subject.ex_ms.min), significant(sweep.subject.ex_ms.max)),
             tone::warning);
    const float width = scaled_length(context, 180);
    const auto& plan = sweep.subject.plan;
    if (button("Use the best", "Sets the engine, scheme, g, r, B and block to these values.",
               width))
        use(context, plan, best.cell);
    ImGui::SameLine();
    if (button("Save as experiment",
               "Saves a file that mariani bench can measure again and compare.", width,
               context.seen.laboratory.doing.empty()))
        context.commands.push_back(Action::export_sweep);
    note(fmt::format(
        "{} on {}, {} pixels, dwell {}, shortcuts {}; {} runs a cell; Ex took {} ms before them. "
        "Click a cell to use its g, r and B. {} runs overlap those of the best: the "
        "difference may be noise.",
        engine_label(plan), sweep.subject.device, to_text(plan.image), plan.dwell_limit,
        plan.shortcuts ? "on" : "off", best.runs, significant(sweep.subject.ex_ms.median),
        noise_mark));
}

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

}  // namespace

void landscape_panel(const PanelContext& context) {
    auto& state = context.state.landscape;
    list_row(context, "g", "##g", "Initial subdivisions (g) of the sweep.", limits::g, state.g);
    list_row(context, "r", "##r", "Recurrent subdivisions (r) of the sweep.", limits::r, state.r);
    list_row(context, "B", "##B", "Stopping sizes (B) of the sweep.", limits::B, state.B);
    start_row(context);
    tuned_rows(context);
    const auto& sweep = context.seen.laboratory.sweep;
    if (!sweep || sweep->rows.empty())
        return note("Measures the speed-up over Ex for every g, r and B.");
    const Landscape landscape = landscape_of(sweep->rows);
    const GainScale scale = gain_scale(sweep->rows);
    gap(context);
    measured_on(context, sweep->subject.plan.view, [&] {
        best_row(context, *sweep, *landscape.best);
        for (const auto& panel : landscape.panels)
            r_panel(context, sweep->subject.plan, landscape, scale, panel.first);
        gain_curves_panel(context);
    });
}

}  // namespace mariani::app
