#include "app/command_line/choices_text.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "compute/service/engine_registry.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

void print_fractals() {
    fmt::print("Fractals\n  {:<12} {:>2} {:>3} {:>5} {:>13}\n", "", "s", "k", "r to", "cells");
    for (const auto& fractal : gasket::named_fractals()) {
        const int most = max_level(fractal);
        fmt::print("  {:<12} {:>2} {:>3} {:>5} {:>13}\n", fractal.name, fractal.side,
                   fractal.offsets.size(), most, shape_of(fractal, most).cells);
    }
}

// The highest r that the engine takes; nothing if it takes none.
std::optional<int> most_of(const gasket::EngineEntry& entry, const gasket::Fractal& fractal) {
    for (int level = max_level(fractal); level >= 0; --level)
        if (!entry.refusal({fractal, level, {}})) return level;
    return std::nullopt;
}

// "gasket 15, carpet 9, ..."
std::string levels_of(const gasket::EngineEntry& entry) {
    std::string text;
    for (const auto& fractal : gasket::named_fractals())
        if (const auto most = most_of(entry, fractal))
            text += fmt::format("{}{} {}", text.empty() ? "" : ", ", fractal.name, *most);
    return text;
}

void print_gasket_engines() {
    fmt::print("Engines\n");
    for (const auto& choice : choices<gasket::EngineKind>())
        fmt::print("  {:<12}{}\n", choice.name, choice.description);
    for (const Backend backend : {Backend::cuda, Backend::cpu}) {
        const auto why = backend_unavailable(backend);
        fmt::print("Highest r of {}{}\n", mariani::name_of(backend),
                   backend == Backend::cuda ? ", where the GPU's memory suffices" : "");
        if (why) fmt::print("  {:<12}{}\n", "unavailable", *why);
        for (const auto& entry : gasket::engine_registry())
            if (entry.backend == backend && !why)
                fmt::print("  {:<12}{}\n", entry.name, levels_of(entry));
    }
}

}  // namespace

int run_gasket_info() {
    print_fractals();
    print_gasket_engines();
    fmt::print("Limits\n{}  {:<12}{}\n", limits_text(knob_table<gasket::Numbers>()), "rule",
               "B and S with the digits 0 to 8, such as B2/S23");
    return 0;
}

}  // namespace mariani::app
