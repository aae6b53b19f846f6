#include "app/panels/curve_chart.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/papers/chart.hpp"

#include <algorithm>
#include <cstddef>
#include <map>
#include <string>
#include <string_view>

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
                       "quickest first. Claims that have a verdict keep it. A processor leaves "
                       "out those about times alone: Run shows its own.",
                       width, rests))
        context.commands.push_back(command::Reproduce{{}, minutes_of_all});
    ImGui::SameLine();
    if (button("Export the report",
               "Writes a page with all figures, charts and commands, and the data behind it.",
               width, context.seen.papers != nullptr))
        context.commands.push_back(Action::export_papers);
}

// What was published, beside what was found here; these may be sentences, so each wraps.
void figures(const ClaimOutcome& outcome) {
    constexpr auto flags = ImGuiTableFlags_SizingStretchProp | ImGuiTableFlags_PadOuterX;
    if (!ImGui::BeginTable("figures", 3, flags)) return;
    ImGui::TableSetupColumn("quantity", ImGuiTableColumnFlags_WidthStretch, 0.3f);
    ImGui::TableSetupColumn("published", ImGuiTableColumnFlags_WidthStretch, 0.4f);
    ImGui::TableSetupColumn("here", ImGuiTableColumnFlags_WidthStretch, 0.3f);
    const auto put = [](std::string_view text, const ImVec4& colour) {
        ImGui::TableNextColumn();
        note(std::string(text), colour);
    };
    for (const char* head : {"", "published", "here"}) put(head, tone::dim);
    for (const Found& found : outcome.found) {
        put(found.quantity->name, tone::dim);
        put(found.quantity->published, tone::text);
        put(found.value ? spread_text(*found.value) : "-", colour_of(found.verdict));
    }
    ImGui::EndTable();
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
    draw_curves(context, chart_of(std::string(claim.axis), series), 220);
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

// Shorter than in a sentence.
std::string_view counted_verdict(ClaimVerdict verdict, std::ptrdiff_t count) {
    if (verdict == ClaimVerdict::holds && count > 1) return "hold";
    if (verdict == ClaimVerdict::within_noise) return "within noise";
    if (verdict == ClaimVerdict::not_in_text) return "not obtainable from the text";
    return text_of(verdict);
}

// "33 claims: 1 holds, 1 within noise, 31 not run": each claim in one of them.
std::string summary_of(const PanelContext& context, Paper paper) {
    std::map<ClaimVerdict, std::ptrdiff_t> counts;
    std::ptrdiff_t all = 0, run = 0;
    for (const Claim& claim : all_claims()) {
        if (claim.paper != paper) continue;
        ++all;
        const ClaimOutcome* outcome = outcome_of(context, claim);
        if (!outcome) continue;
        ++run;
        ++counts[outcome->verdict];
    }
    std::string text = fmt::format("{} claims: ", all);
    for (const auto& [verdict, count] : counts)
        text += fmt::format("{} {}, ", count, counted_verdict(verdict, count));
    return text + fmt::format("{} not run", all - run);
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
