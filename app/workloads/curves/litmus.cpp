#include "app/workloads/curves/litmus.hpp"

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using curves::Litmus;
using curves::LitmusCounts;
using Json = nlohmann::ordered_json;

std::string refused_text(const LitmusCounts& counts) {
    if (counts.refused == 0) return "none refused";
    return fmt::format("{} refused: {}", counts.refused, counts.refusal);
}

std::string text_of(Litmus kind, const LitmusCounts& counts) {
    switch (kind) {
        case Litmus::nesting:
        case Litmus::tails:
            return fmt::format("{} of {} levels ran, {}", counts.met, counts.tried,
                               refused_text(counts));
        case Litmus::pool:
            return fmt::format("{} of {} ran, {}", counts.met, counts.tried, refused_text(counts));
        case Litmus::null_stream:
        case Litmus::named_streams:
        case Litmus::forget:
        case Litmus::crowd:
            return fmt::format("{} at a time in one block, {} in four", counts.met,
                               counts.together);
        case Litmus::heap:
            return fmt::format("{} of {} allocations succeeded", counts.met, counts.tried);
        default:
            return fmt::format("{} of {} reads saw it", counts.met, counts.tried);
    }
}

}  // namespace

std::optional<std::string> why_no_litmus(Backend backend,
                                         const std::optional<std::string>& cuda_unavailable) {
    if (cuda_unavailable) return "the litmus tests run launches on a GPU: " + *cuda_unavailable;
    if (backend == Backend::cuda) return std::nullopt;
    return "the litmus tests run launches on a GPU, and the backend is cpu, where tasks are calls "
           "within the program: choose cuda";
}

int litmus_count() {
    return static_cast<int>(std::ranges::count_if(
        curves::litmus_texts(),
        [](const curves::LitmusText& text) { return text.litmus.has_value(); }));
}

std::optional<std::vector<LitmusOutcome>> run_all_litmuses(const RunLitmus& run,
                                                           std::atomic<int>& done) {
    std::vector<LitmusOutcome> outcomes;
    for (const curves::LitmusText& text : curves::litmus_texts()) {
        LitmusOutcome outcome{&text, std::nullopt};
        if (text.litmus) {
            outcome.counts = run(*text.litmus);
            if (!outcome.counts) return std::nullopt;
            ++done;
        }
        outcomes.push_back(std::move(outcome));
    }
    return outcomes;
}

std::string measured_text(const LitmusOutcome& outcome) {
    if (!outcome.counts) return "explained, not run";
    return text_of(outcome.text->litmus->kind, *outcome.counts);
}

std::string promise_text(const LitmusOutcome& outcome) {
    if (!outcome.counts) return "";
    if (!outcome.text->promised) return "none";
    return outcome.counts->violations == 0 ? "kept" : "broken";
}

bool keeps_promises(const std::vector<LitmusOutcome>& outcomes) {
    return std::ranges::none_of(outcomes, [](const LitmusOutcome& outcome) {
        return outcome.counts && outcome.counts->violations > 0;
    });
}

Json litmus_row(const LitmusOutcome& outcome, const std::string& device) {
    const auto* const text = outcome.text;
    const auto& counts = outcome.counts;
    const auto count = [&](std::int64_t LitmusCounts::*member) {
        return counts ? Json((*counts).*member) : Json();
    };
    Json row = Json::object();
    row["workload"] = "curves";
    row["device"] = device;
    row["litmus"] = text->name;
    row["title"] = text->title;
    row["textbook"] = text->textbook;
    row["today"] = text->today;
    row["pool"] = text->litmus ? Json(text->litmus->pool) : Json();
    row["tried"] = count(&LitmusCounts::tried);
    row["met"] = count(&LitmusCounts::met);
    row["together"] = count(&LitmusCounts::together);
    row["refused"] = count(&LitmusCounts::refused);
    row["refusal"] = counts && !counts->refusal.empty() ? Json(counts->refusal) : Json();
    row["violations"] = count(&LitmusCounts::violations);
    row["measured"] = measured_text(outcome);
    row["promise"] = promise_text(outcome);
    return row;
}

}  // namespace mariani::app
