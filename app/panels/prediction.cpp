#include "app/measure/spread.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string error_text(double error) {
    return fmt::format("{:+.0f} %", 100 * error);
}

struct PredictedRow {
    const char* name;
    ImVec4 colour;
    double predicted_ms;
    const Spread& measured;
    double predicted_S, measured_S;
};

void totals_row(const PredictedRow& row) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    value_text(row.name, row.colour);
    cell(significant(row.predicted_ms));
    cell(significant(row.measured.median));
    cell(fmt::format("{}..{}", significant(row.measured.min), significant(row.measured.max)),
         tone::dim);
    cell(error_text(row.predicted_ms / row.measured.median - 1));
    cell(significant(row.predicted_S));
    cell(significant(row.measured_S));
}

void totals(const ModelMeasurement& measured, const ModelVerdict& verdict) {
    if (!ImGui::BeginTable("totals", 7, ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp))
        return;
    static const std::array<std::pair<const char*, const char*>, 7> columns{{
        {"", ""},
        {"model ms", "The predicted time, based on the measured time of an iteration in Ex."},
        {"ms", "The measured median."},
        {"min..max", "The fastest and the slowest measured run."},
        {"error", "The prediction relative to the median; negative if too fast."},
        {"model S", "The predicted speed-up over Ex."},
        {"S", "The measured speed-up: the median of Ex divided by this median."},
    }};
    for (const auto& [name, explanation] : columns) {
        cell(name, tone::dim);
        explain(explanation);
    }
    const double ex = measured.ex.ms.median;
    totals_row({"Ex", tone::text, verdict.ex_predicted_ms, measured.ex.ms, 1, 1});
    totals_row({"SBR", tone::sbr, verdict.sbr.predicted_ms, measured.sbr.ms,
                verdict.cost.speedup_sbr(), ex / measured.sbr.ms.median});
    totals_row({"MBR", tone::mbr, verdict.mbr.predicted_ms, measured.mbr.ms,
                verdict.cost.speedup_mbr(), ex / measured.mbr.ms.median});
    ImGui::EndTable();
}

void levels(const ModelMeasurement& measured, const ModelVerdict& verdict) {
    if (!ImGui::BeginTable("by level", 7,
                           ImGuiTableFlags_RowBg | ImGuiTableFlags_SizingStretchProp))
        return;
    static const std::array<std::pair<const char*, const char*>, 7> columns{{
        {"level", "The level of the subdivision, i; the last one has the leaves."},
        {"regions", "The regions examined on this level, measured."},
        {"P_i", "The share of the level's regions that were subdivided, measured."},
        {"SBR model", "The level's predicted time in ms, a term of Eq. 23."},
        {"ms", "The level's measured time with SBR."},
        {"MBR model", "The level's predicted time in ms, a term of our reading of Eq. 24."},
        {"ms", "The level's measured time with MBR."},
    }};
    for (const auto& [name, explanation] : columns) {
        cell(name, tone::dim);
        explain(explanation);
    }
    for (std::size_t i = 0; i < verdict.sbr.levels.size(); ++i) {
        const LevelStats& level = measured.sbr.stats.levels[i];
        ImGui::TableNextRow();
        cell(std::to_string(i), tone::dim);
        cell(count_within(level.regions, 7), tone::dim);
        cell(probability_text(level.subdivided, level.leaves, level.regions), tone::dim);
        for (const auto* comparison : {&verdict.sbr, &verdict.mbr}) {
            cell(significant(comparison->levels[i].predicted_ms),
                 comparison == &verdict.sbr ? tone::sbr : tone::mbr);
            cell(significant(comparison->levels[i].measured_ms));
        }
    }
    ImGui::EndTable();
}

// The largest part of the error, in words.
std::string largest_part(const CostComparison& comparison) {
    struct Part {
        double ms;
        const char* text;
    };
    const std::array<Part, 5> parts{{
        {comparison.by_term.border, "the borders: their iterations differ from 4nA/(g r^i)"},
        {comparison.by_term.leaves, "the leaves: their pixels did not take A iterations each"},
        {comparison.by_term.fill, "the fills: the filled share of the pixels differs from 1 - P"},
        {comparison.by_term.subdivision, "the subdivisions: their number differs from P's"},
        {comparison.unexplained_ms,
         "effects outside the model: block scheduling, memory, idle cores"},
    }};
    const auto largest =
        std::ranges::max_element(parts, {}, [](const Part& part) { return std::abs(part.ms); });
    return fmt::format("mostly ({:+.3g} ms) by {}", largest->ms, largest->text);
}

std::string sentence(const char* name, const CostComparison& comparison) {
    const double off = comparison.measured_ms - comparison.predicted_ms;
    return fmt::format("{} took {:.3g} ms {} than predicted, {}.", name, std::abs(off),
                       off > 0 ? "longer" : "less", largest_part(comparison));
}

// The paper found that the model predicts MBR to be faster, whereas SBR is.
std::string schemes_sentence(const ModelMeasurement& measured, const ModelVerdict& verdict) {
    const auto time_text = [](double mbr, double sbr) {
        return fmt::format("{:.0f} % {}", 100 * std::abs(mbr / sbr - 1),
                           mbr < sbr ? "less" : "more");
    };
    const double more = verdict.mbr.unexplained_ms - verdict.sbr.unexplained_ms;
    return fmt::format(
        "MBR is predicted to take {} time than SBR and took {}. The model charges nothing for "
        "MBR's extra blocks; effects outside the model take {:.3g} ms {} with MBR than with SBR.",
        time_text(verdict.mbr.predicted_ms, verdict.sbr.predicted_ms),
        time_text(measured.mbr.ms.median, measured.sbr.ms.median), std::abs(more),
        more > 0 ? "more" : "less");
}

// Warns of each two whose runs overlap: which of them is the faster is not known.
void noise_notes(const ModelMeasurement& measured) {
    using Named = std::pair<const char*, const Spread&>;
    const Named ex{"Ex", measured.ex.ms}, sbr{"SBR", measured.sbr.ms}, mbr{"MBR", measured.mbr.ms};
    for (const auto& [one, other] : {std::pair(ex, sbr), std::pair(ex, mbr), std::pair(sbr, mbr)})
        if (!clearly_differ(one.second, other.second))
            note(noise_text(one.first, other.first), tone::warning);
}

void findings(const PanelContext& context, const ModelMeasurement& measured) {
    if (const auto why = why_invalid(measured, context.state.model.A))
        return note(fmt::format("The model predicts nothing here: {}.", *why), tone::warning);
    const ModelVerdict verdict = judge(measured, context.state.model.A);
    const auto& plan = measured.plan;
    totals(measured, verdict);
    noise_notes(measured);
    note(sentence("SBR", verdict.sbr), tone::text);
    note(sentence("MBR", verdict.mbr), tone::text);
    note(schemes_sentence(measured, verdict), tone::text);
    gap(context);
    levels(measured, verdict);
    note(fmt::format(
        "{}, {}, {} pixels, dwell {}, {{g, r, B}} = {{{}, {}, {}}}, no shortcuts; {} runs each in "
        "random order. P_i of each level is as measured; a single P ({:.2f}) would give {} ms for "
        "SBR. A is {}. lambda {} from {} ms for {} empty subdivisions.",
        choice_of(measured.engine).label, measured.sbr.stats.device, to_text(plan.image),
        plan.dwell_limit, plan.subdivision.g, plan.subdivision.r, plan.subdivision.B,
        measured.repeats, verdict.params.P,
        significant(cost_of(verdict.params,
                            std::vector<double>(verdict.cost.levels.size() - 1, verdict.params.P))
                        .total.time_sbr.total() *
                    verdict.ms_per_unit),
        significant(verdict.params.A), significant(verdict.params.lambda),
        significant(measured.bare.ms.median), grouped(measured.bare.stats.total().subdivided)));
}

}  // namespace

void prediction(const PanelContext& context) {
    const auto& laboratory = context.seen.laboratory;
    heading("Prediction and measurement");
    if (button("Measure", "Runs Ex, SBR and MBR on this view and fits lambda.",
               scaled_length(context, 120), laboratory.doing.empty()))
        context.commands.push_back(Action::measure_model);
    ImGui::SameLine();
    if (laboratory.model) {
        ImGui::NewLine();
        return measured_on(context, laboratory.model->plan.view,
                           [&] { findings(context, *laboratory.model); });
    }
    ImGui::AlignTextToFramePadding();
    note(
        "Measures Ex and both schemes on this view, without shortcuts. SBR gives each region to a "
        "single block, MBR to multiple blocks.");
}

}  // namespace mariani::app
