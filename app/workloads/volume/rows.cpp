#include "app/workloads/volume/rows.hpp"

#include "app/measure/timing_log.hpp"
#include "app/workloads/knob_columns.hpp"
#include "app/workloads/volume/text.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {

void add_plan(nlohmann::ordered_json& row, const volume::Plan& plan, const std::string& device) {
    const auto add = [&](std::initializer_list<std::string_view> ids) {
        add_knob_columns(row, problem_of(plan), engine_bit(plan.engine), plan.backend, ids);
    };
    row["workload"] = "volume";
    row["engine"] = mariani::name_of(plan.engine);
    add({"scheme", "rule", "pool", "encoding", "order"});
    row["backend"] = mariani::name_of(plan.backend);
    if (!device.empty()) row["device"] = device;
    add({"function", "k", "n", "dwell", "center_re", "center_im", "height", "precision", "g", "r",
         "B", "shortcuts"});
    if (plan.function != volume::Function::julibrot) row["shortcuts"] = nullptr;
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
