#include "app/panels/curve_chart.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/papers/numbers.hpp"

#include <algorithm>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr double minutes_of_all = 5;

const ClaimOutcome* outcome_of(const PanelContext& context, const Claim& claim) {
    const auto& report = context.seen.papers;
    return report ? outcome_in(*report, claim) : nullptr;
}

const ImVec4& colour_of(ClaimVerdict verdict) {
    switch (verdict) {
        case ClaimVerdict::holds:
            return tone::accent;
        case ClaimVerdict::within_noise:
            return tone::text;
        case ClaimVerdict::refuted:
            return tone::error;
        case ClaimVerdict::not_in_text:
            return tone::warning;
        case ClaimVerdict::not_here:
        case ClaimVerdict::not_judged:
            break;
    }
    return tone::dim;
}

void run_row(const PanelContext& context) {
    const bool rests = context.seen.laboratory.doing.empty();
    const float width = button_width(2);
    if (primary_button("Run all that fits in 5 minutes",
                       "Tests first what needs no measurement, then the headline claims, the "
                       "quickest first. Claims that have a verdict keep it.",
                       width, rests))
        context.commands.push_back(command::Reproduce{{}, minutes_of_all});
    ImGui::SameLine();
    if (button("Export the report",
               "Writes a page with all figures, charts and commands, and the data behind it.",
               width, context.seen.papers != nullptr))
        context.commands.push_back(Action::export_papers);
}

// What was published, beside what was found here.
void figures(const ClaimOutcome& outcome) {
    if (!ImGui::BeginTable("figures", 3, ImGuiTableFlags_SizingStretchProp)) return;
    for (const char* head : {"", "published", "here"}) cell(head, tone::dim);
    for (const Found& found : outcome.found) {
        cell(std::string(found.quantity->name), tone::dim);
        cell(std::string(found.quantity->published));
        cell(found.value ? spread_text(*found.value) : "-", colour_of(found.verdict));
    }
    ImGui::EndTable();
}

CurveChart chart_of(const Claim& claim, const std::vector<ChartSeries>& series) {
    CurveChart chart;
    chart.name = claim.axis;
    chart.min = chart.max = series.front().points.front().first;
    for (const ChartSeries& each : series) {
        Curve curve;
        curve.label = each.name;
        curve.colour = tone::curves[chart.curves.size() % tone::curves.size()];
        for (const auto& [x, found] : each.points) {
            curve.points.push_back({x, found.median});
            if (found.max > found.min) curve.points.back().measured = found;
        }
        chart.min = std::min(chart.min, each.points.front().first);
        chart.max = std::max(chart.max, each.points.back().first);
        if (!chart.bound) chart.bound = each.published;
        chart.curves.push_back(std::move(curve));
    }
    chart.logarithmic = chart.min > 0 && chart.max > 8 * chart.min;
    return chart;
}

// Folded until somebody asks: the curves behind the figures.
void chart(const PanelContext& context, const ClaimOutcome& outcome) {
    const auto series = series_of(outcome);
    constexpr auto flags = ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth;
    if (series.empty() || !ImGui::TreeNodeEx("Chart", flags)) return;
    const Claim& claim = *outcome.claim;
    const bool drawn = std::ranges::any_of(
        series, [](const ChartSeries& each) { return each.published.has_value(); });
    note(fmt::format("{} against {}{}", claim.ordinate, claim.axis,
                     drawn ? "; the line is the published figure" : ""));
    draw_curves(context, chart_of(claim, series), 220);
}

void claim_buttons(const PanelContext& context, const Claim& claim) {
    const bool rests = context.seen.laboratory.doing.empty();
    const float width = scaled_length(context, 60);
    if (button("Run", "Tests this claim on this machine.", width, rests))
        context.commands.push_back(command::Reproduce{{std::string(claim.id)}, minutes_of_all});
    if (claim.shown_by.empty()) return;
    ImGui::SameLine();
    if (button("Show", "Opens the view or workload that the claim is about.", width))
        context.commands.push_back(command::ShowClaim{std::string(claim.id)});
}

void claim_rows(const PanelContext& context, const Claim& claim) {
    ImGui::PushID(claim.id.data(), claim.id.data() + claim.id.size());
    const ClaimOutcome* outcome = outcome_of(context, claim);
    note(std::string(claim.statement), tone::text);
    value_text(outcome ? std::string(text_of(outcome->verdict)) : "not run yet",
               outcome ? colour_of(outcome->verdict) : tone::dim);
    explain(claim.method);
    ImGui::SameLine();
    value_text(std::string(claim.where), tone::dim);
    if (outcome && !outcome->why.empty()) note(outcome->why);
    if (outcome && !outcome->found.empty()) {
        figures(*outcome);
        chart(context, *outcome);
    }
    claim_buttons(context, claim);
    ImGui::PopID();
    gap(context);
}

// "23 claims: 7 hold, 2 refuted, 1 not obtainable from the text"
std::string summary_of(const PanelContext& context, Paper paper) {
    const auto count = [&](ClaimVerdict verdict) -> std::ptrdiff_t {
        if (!context.seen.papers) return 0;
        return std::ranges::count_if(context.seen.papers->outcomes, [&](const auto& outcome) {
            return outcome.claim->paper == paper && outcome.verdict == verdict;
        });
    };
    const auto held = count(ClaimVerdict::holds) + count(ClaimVerdict::within_noise);
    const auto all = std::ranges::count(all_claims(), paper, &Claim::paper);
    return fmt::format("{} claims: {} hold, {} refuted, {} not obtainable from the text", all, held,
                       count(ClaimVerdict::refuted), count(ClaimVerdict::not_in_text));
}

}  // namespace

void papers_panel(const PanelContext& context) {
    run_row(context);
    gap(context);
    for (const PaperText& paper : papers()) {
        ImGui::PushID(static_cast<int>(paper.paper));
        const bool open =
            ImGui::CollapsingHeader(std::string(paper.title).c_str(),
                                    paper.paper == Paper::modeling ? ImGuiTreeNodeFlags_DefaultOpen
                                                                   : ImGuiTreeNodeFlags_None);
        note(fmt::format("{}. {}", paper.source, summary_of(context, paper.paper)));
        if (open)
            for (const Claim& claim : all_claims())
                if (claim.paper == paper.paper) claim_rows(context, claim);
        ImGui::PopID();
        gap(context);
    }
}

}  // namespace mariani::app
