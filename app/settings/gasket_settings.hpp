#pragma once

#include "app/settings/display_choices.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/text.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

namespace mariani::app {

// What a tooltip tells of a cell of a fractal: the digits that the maps take, where its neighbours
// are, or how tensor cores find the neighbours of its block, exactly or as published.
enum class CellDetail { digits, around, matrices, published };

template <>
inline constexpr std::array<std::pair<CellDetail, std::string_view>, 4> text_names<CellDetail>{
    {{CellDetail::digits, "digits"},
     {CellDetail::around, "around"},
     {CellDetail::matrices, "matrices"},
     {CellDetail::published, "published"}}};

// What the workload `gasket` shows: a Life-like rule on a fractal. Nothing where the program is to
// choose.
struct GasketSettings {
    std::string fractal = "gasket";  // as parse_fractal() reads it
    std::string rule = "B2/S23";
    gasket::Numbers numbers{.level = 12};
    std::optional<gasket::EngineKind> engine;
    std::optional<Backend> backend;
    std::int64_t steps = 0;             // taken before anything is shown
    double center_x = 0;                // of the view, in cells from the upper left corner
    double center_y = 0;                // of the box, y down
    std::optional<double> height;       // of the view, in cells; nothing: the whole box
    bool running = false;               // or paused
    std::optional<int> speed = 20;      // steps a second; nothing: as many as it can
    std::optional<BlockColour> blocks;  // of the next step, in place of living and dead cells
    bool coverage = false;              // how often each cell is computed, in place of both
    bool tiles = false;                 // of the engine, outlined, with what they read of others
    CellDetail detail = CellDetail::digits;
    bool operator==(const GasketSettings&) const = default;
};

inline constexpr IntegerRange gasket_speed{1, 100'000};

// What is computed. Throws std::invalid_argument, with what is allowed, where it cannot be.
inline gasket::Problem gasket_problem(const GasketSettings& settings) {
    gasket::Problem problem{gasket::parse_fractal(settings.fractal), settings.numbers.level, {}};
    const auto rule = gasket::parse_rule(settings.rule);
    if (!rule)
        throw std::invalid_argument("the rule is " + in_quotes(settings.rule) +
                                    ": it must be B and S with digits from 0 to 8, as in B2/S23");
    problem.rule = *rule;
    shape_of(problem.fractal, problem.level);
    return problem;
}

// Why it cannot be computed, whatever the engine, in words a user can act on.
inline std::optional<std::string> why_invalid(const GasketSettings& settings) {
    return refusal_of([&] { gasket_problem(settings); });
}

// The fields as text: name, value, range. A forgotten field does not compile.
void visit_fields(MaybeConst<GasketSettings> auto& shown, auto& visitor) {
    auto& [fractal, rule, numbers, engine, backend, steps, center_x, center_y, height, running,
           speed, blocks, coverage, tiles, detail] = shown;
    visitor("fractal", fractal);
    visitor("rule", rule);
    visit_knobs(numbers, visitor);
    visitor("engine", engine);
    visitor("backend", backend);
    visitor("steps", steps, gasket::limits::steps);
    constexpr RealRange places{-gasket::limits::max_height, gasket::limits::max_height};
    visitor("center_x", center_x, places);
    visitor("center_y", center_y, places);
    visitor("height", height, RealRange{gasket::limits::min_height, gasket::limits::max_height});
    visitor("running", running);
    visitor("speed", speed, gasket_speed);
    visitor("blocks", blocks);
    visitor("coverage", coverage);
    visitor("tiles", tiles);
    visitor("detail", detail);
}

template <>
inline gasket::Numbers usual_problem<gasket::Numbers>() {
    return GasketSettings{}.numbers;
}

}  // namespace mariani::app
