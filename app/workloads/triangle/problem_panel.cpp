#include "app/panels/knob_row.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "compute/service/engine_registry.hpp"

#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What "auto" takes in these settings; nothing where they cannot be run.
using Taken = std::optional<triangle::Plan>;
Taken taken_by(const TriangleSettings& settings) {
    try {
        return triangle::resolve(triangle_request(settings), backend_unavailable(Backend::cuda))
            .front();
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

// "auto", and while it is chosen what it takes.
std::string automatic_label(bool chosen, const std::optional<std::string>& taken) {
    if (!chosen || !taken) return std::string(automatic_name);
    return fmt::format("{}: {}", automatic_name, *taken);
}

void triangle_backend_row(const PanelContext& context, const Taken& taken) {
    auto& backend = context.settings.triangle->backend;
    backend_row(context, backend,
                automatic_label(!backend,
                                taken ? std::optional(std::string(choice_of(taken->backend).label))
                                      : std::nullopt));
}

}  // namespace

void triangle_problem_panel(const PanelContext& context) {
    auto& settings = *context.settings.triangle;
    const Taken taken = taken_by(settings);
    const bool on_gpu = taken && taken->backend == Backend::cuda;
    const KnobRows knobs(context, settings.problem, settings.map, Backend::cuda,
                         {taken ? std::optional(problem_of(*taken)) : std::nullopt,
                          [&](const triangle::Problem& changed) {
                              TriangleSettings tried = settings;
                              tried.problem = changed;
                              return why_invalid(tried);
                          }});
    for (const char* const id : {"n", "rho"}) knobs.show(id);
    if (on_gpu) knobs.show("cells");
    for (const char* const id : {"features", "diagonal", "layout"}) knobs.show(id);
    gap(context);
    for (const char* const id : {"epsilon", "m", "seed"}) knobs.show(id);
    triangle_backend_row(context, taken);
}

}  // namespace mariani::app
