#include "app/workloads/gasket/log.hpp"

#include "app/measure/frame_columns.hpp"
#include "app/measure/timing_log.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <thread>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

using Json = nlohmann::ordered_json;

Json log_row(const GasketMoment& moment, std::chrono::system_clock::time_point time) {
    const auto& [problem, shape, method] = std::tie(moment.problem, moment.shape, moment.method);
    const int threads =
        method.threads > 0 ? method.threads : static_cast<int>(std::thread::hardware_concurrency());
    const auto cells = static_cast<double>(shape.cells);
    const bool bits = moment.engine->kind == gasket::EngineKind::bits;
    const auto or_empty = [](const std::optional<double>& value) {
        return value ? Json(*value) : Json();
    };
    Json row = Json::object();
    row["time"] = iso_time(time);
    row["workload"] = "gasket";
    row["engine"] = moment.engine->name;
    row["backend"] = mariani::name_of(moment.engine->backend);
    row["device"] = device_name(moment.engine->backend, method.device, threads);
    row["fractal"] = problem.fractal.name;
    row["s"] = shape.base;
    row["k"] = shape.copies;
    row["r"] = shape.level;
    row["n"] = shape.side;
    row["cells"] = shape.cells;
    row["rule"] = gasket::text_of(problem.rule);
    row["density"] = parse_real(fmt::format("{}", moment.start.density)).value();  // as typed
    row["seed"] = moment.start.seed;
    row["changed"] = moment.altered ? "yes" : "no";
    row["tile_side"] = moment.tile_side;
    row["fuse"] = bits ? Json(method.fuse) : Json();
    row["steps"] = moment.steps;
    row["alive"] = moment.alive;
    row["ms_a_step"] = or_empty(moment.step_ms);
    row["cells_per_s"] = moment.step_ms ? Json(cells / (*moment.step_ms * 1e-3)) : Json();
    row["bytes"] = moment.bytes;
    row["floor_ms"] = or_empty(moment.floor_ms);
    add_energy_columns(row, moment.step_energy, cells, "cells");
    return row;
}

}  // namespace mariani::app
