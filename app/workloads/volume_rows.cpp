#include "app/workloads/volume_rows.hpp"

#include "app/measure/timing_text.hpp"
#include "app/workloads/volume_text.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {

void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan, const std::string& device) {
    using Json = nlohmann::ordered_json;
    const bool regions = volume::has_regions(plan.engine), list = volume::has_list(plan.engine);
    const auto of_regions = [regions](auto value) { return regions ? Json(value) : Json(); };
    row["workload"] = "volume";
    row["engine"] = mariani::name_of(plan.engine);
    row["scheme"] = of_regions(mariani::name_of(plan.scheme));
    row["rule"] = of_regions(mariani::name_of(plan.rule));
    row["pool"] = volume::has_launches(plan.engine) ? Json(plan.pool) : Json();
    row["encoding"] = list ? Json(mariani::name_of(plan.encoding)) : Json();
    row["order"] = list ? Json(mariani::name_of(plan.order)) : Json();
    row["backend"] = mariani::name_of(plan.backend);
    if (!device.empty()) row["device"] = device;
    row["function"] = mariani::name_of(plan.function);
    row["k"] = plan.axes;
    row["n"] = plan.side.of[0];
    row["dwell"] = plan.dwell_limit;
    row["center_re"] = plan.centre_re;
    row["center_im"] = plan.centre_im;
    row["height_im"] = plan.height;
    row["precision"] = mariani::name_of(plan.precision);
    row["g"] = of_regions(plan.g);
    row["r"] = of_regions(plan.r);
    row["B"] = of_regions(plan.B);
    row["shortcuts"] =
        plan.function == volume::Function::julibrot ? Json(plan.shortcuts ? "on" : "off") : Json();
}

void add_run(nlohmann::ordered_json& row, const volume::Plan& plan, const volume::RunStats& stats) {
    const auto voxels = volume::voxel_count(plan.side);
    row["compute_ms"] = stats.compute_ms;
    row["launches"] = stats.launches;
    row["failed_launches"] = stats.failed_launches;
    row["cells"] = voxels;
    row["cells_iterated"] = stats.iterated;
    row["cells_per_s"] = static_cast<double>(voxels) / (stats.compute_ms * 1e-3);
    row["bytes"] = volume::output_bytes(plan);
}

void add_regions(nlohmann::ordered_json& row, const volume::RunStats& stats) {
    const volume::LevelStats all = sum_of(stats);
    row["regions"] = all.regions;
    row["filled"] = all.filled;
    row["subdivided"] = all.subdivided;
    row["leaves"] = all.leaves;
    row["list_bytes"] = all.list_bytes;
}

nlohmann::ordered_json log_row(const volume::Plan& plan, const volume::RunStats& stats,
                               const std::string& device,
                               std::chrono::system_clock::time_point time) {
    nlohmann::ordered_json row = nlohmann::ordered_json::object();
    row["time"] = iso_time(time);
    add_plan(row, plan, device);
    add_run(row, plan, stats);
    add_regions(row, stats);
    row["turn"] = plan.turn;
    return row;
}

}  // namespace mariani::app
