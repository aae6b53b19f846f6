#include "app/panels/curves_view.hpp"
#include "app/panels/measure_rows.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <string>
#include <string_view>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// A cell of wrapped text, in a table that is begun.
void cell(const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, colour);
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopTextWrapPos();
    ImGui::PopStyleColor();
}

bool begin_columns(const char* id) {
    if (!ImGui::BeginTable(id, 3, ImGuiTableFlags_SizingStretchSame)) return false;
    ImGui::TableNextRow();
    return true;
}

void head() {
    if (!begin_columns("head")) return;
    for (const char* title : {"textbook", "today", "measured"}) cell(title, tone::dim);
    ImGui::EndTable();
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

// What stands where nothing was measured.
void litmus(const curves::LitmusText& text, const std::string& measured, const ImVec4& colour) {
    ImGui::TextUnformatted(text.title.data(), text.title.data() + text.title.size());
    if (begin_columns(text.name.data())) {
        cell(std::string(text.textbook), tone::dim);
        cell(std::string(text.today), tone::dim);
        cell(measured, colour);
        ImGui::EndTable();
    }
}

void table(const PanelContext& context, const CurvesView& view) {
    head();
    if (view.litmuses) {
        for (const LitmusOutcome& outcome : view.litmuses->outcomes) {
            gap(context);
            litmus(*outcome.text, measured_cell(outcome), colour_of(outcome));
        }
        return;
    }
    for (const curves::LitmusText& text : curves::litmus_texts()) {
        gap(context);
        const bool runs = text.litmus && !view.no_litmus;
        litmus(text,
               !text.litmus ? "explained, not run"
               : runs       ? "-"
                            : "not applicable",
               tone::dim);
    }
}

void run_row(const PanelContext& context, const CurvesView& view) {
    if (view.measuring) return progress_rows(context, view.measured_share);
    if (button("Run the litmus tests",
               "Each on the GPU, in a CUDA context of its own: this takes some seconds.",
               ImGui::GetContentRegionAvail().x, !view.no_litmus))
        context.commands.push_back(command::CheckFrame{});
}

}  // namespace

void curves_litmus_panel(const PanelContext& context) {
    const auto& view = context.seen.curves;
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
            "What a GPU does with launches from kernels, beside what the textbook and "
            "CUDA today say.");
    gap(context);
    table(context, *view);
}

}  // namespace mariani::app
