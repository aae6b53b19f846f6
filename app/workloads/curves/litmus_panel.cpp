#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/curves/published.hpp"
#include "app/workloads/curves/view.hpp"

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

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
    if (button("Run the litmus tests",
               "Each on the GPU, in a CUDA context of its own: this takes some seconds.",
               ImGui::GetContentRegionAvail().x, !view.no_litmus))
        context.commands.push_back(Action::check_frame);
}

}  // namespace

void curves_litmus_panel(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!view) return;
    run_row(context, *view);
    gap(context);
    if (view->no_litmus) note("Not applicable: " + *view->no_litmus + ".", tone::warning);
    if (view->litmuses)
        note(fmt::format(
            "Launches from kernels, measured on {}. Green: CUDA promises it, and it is so.",
            view->litmuses->device));
    else
        note(
            "What a GPU does with launches from kernels, beside what the textbook and CUDA today "
            "say. Until the tests have run here, the figures are those of one NVIDIA H200.");
    if (view->litmuses)
        measured(context, *view->litmuses);
    else
        published(context);
}

}  // namespace mariani::app
