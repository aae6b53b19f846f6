#include "app/command_line/bench_energy.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {

bool BenchEnergies::measure(const std::vector<Contestant>& contestants, const RunEngine& run,
                            const std::stop_token& stop, const OpenCounter& open) {
    for (const Contestant& contestant : contestants) {
        const auto measured = measure_energy(contestant.request, run, stop, open);
        if (!measured) return false;
        measured_.emplace_back(measured->plan, measured->energy);
    }
    return true;
}

std::optional<FrameEnergy> BenchEnergies::of(const FramePlan& computed) const {
    const auto found =
        std::ranges::find(measured_, computed, &std::pair<FramePlan, FrameEnergy>::first);
    return found == measured_.end() ? std::nullopt : std::optional(found->second);
}

std::string BenchEnergies::text() const {
    std::string lines;
    for (const auto& [plan, energy] : measured_)
        lines += fmt::format("energy {:<7}{:<7}{}\n", choice_of(plan.engine).label,
                             has_scheme(plan) ? choice_of(plan.scheme).label : "-",
                             energy_text(energy, pixel_count(plan.part)));
    return lines;
}

}  // namespace mariani::app
