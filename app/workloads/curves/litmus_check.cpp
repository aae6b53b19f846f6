#include "app/workloads/curves/commands.hpp"
#include "app/workloads/curves/litmus.hpp"
#include "compute/service/engine_registry.hpp"

#include <atomic>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Outcomes = std::vector<LitmusOutcome>;

std::string report(const Outcomes& outcomes, const std::string& device) {
    std::string text = fmt::format("launches from the device, on {}\n", device);
    for (const LitmusOutcome& outcome : outcomes) {
        const auto promise = promise_text(outcome);
        text += fmt::format("{:<16} {}\n", outcome.text->name, outcome.text->title);
        text += fmt::format("  {:<14} {}\n", "textbook", outcome.text->textbook);
        text += fmt::format("  {:<14} {}\n", "today", outcome.text->today);
        text += fmt::format("  {:<14} {}{}\n", "measured", measured_text(outcome),
                            outcome.text->promised ? "; promise " + promise : "");
    }
    return text;
}

}  // namespace

CheckPlan curves_litmus(int device) {
    return {"litmus", static_cast<std::size_t>(litmus_count()),
            [device](const std::stop_token& stop,
                     std::atomic<int>& done) -> std::optional<CheckFindings> {
                const auto outcomes = run_all_litmuses(
                    [&](const curves::LitmusCase& litmus) {
                        return curves::run_litmus(litmus, device, stop);
                    },
                    done);
                if (!outcomes) return std::nullopt;
                const std::string name = device_name(Backend::cuda, device, 0);
                CheckFindings found{report(*outcomes, name), {}, keeps_promises(*outcomes)};
                for (const LitmusOutcome& outcome : *outcomes)
                    found.rows.push_back(litmus_row(outcome, name));
                return found;
            }};
}

}  // namespace mariani::app
