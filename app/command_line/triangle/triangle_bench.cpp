#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/command_line/triangle/triangle_commands.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/rounds.hpp"
#include "app/measure/spread.hpp"
#include "app/measure/timing_text.hpp"

#include <chrono>
#include <memory>
#include <numeric>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using triangle::MapKind;
using triangle::Plan;
using triangle::Runner;
using triangle::RunStats;
using triangle::Waste;

struct Run {
    std::chrono::system_clock::time_point time;  // when it was done
    std::size_t map;                             // in the command's plans
    int number;                                  // of this map's, from 1
    RunStats stats;
};

// Where one map is at a time: large triangles leave no room for two outputs.
class Maps {
  public:
    explicit Maps(const TriangleBench& command)
        : command_(command), runners_(command.plans.size()), runs_of_(command.plans.size()) {
        constexpr std::int64_t few_bytes = std::int64_t{1} << 30;
        const auto count = static_cast<std::int64_t>(command.plans.size());
        keeps_all_ = triangle::output_bytes(command.plans.front()) * count <= few_bytes;
    }

    // Each once to warm up, then all in rounds of random order. False if stopped.
    bool measure(const std::stop_token& stop, std::atomic<int>& done);

    const std::vector<Run>& runs() const { return runs_; }
    std::vector<double> ms_of(std::size_t map) const {
        std::vector<double> ms;
        for (const Run& run : runs_)
            if (run.map == map) ms.push_back(run.stats.compute_ms);
        return ms;
    }
    const RunStats& last_of(std::size_t map) const { return runs_of_[map]; }
    double floor_ms() const { return floor_ms_; }
    const std::string& device() const { return device_; }

  private:
    std::optional<RunStats> run(std::size_t map, const std::stop_token& stop) {
        if (!runners_[map]) {
            if (!keeps_all_)
                for (auto& other : runners_) other.reset();
            runners_[map] = triangle::make_runner(command_.plans[map]);
            triangle::Progress warm;
            if (!runners_[map]->run(stop, warm)) return std::nullopt;
            device_ = runners_[map]->device();
        }
        triangle::Progress progress;
        return runners_[map]->run(stop, progress);
    }

    const TriangleBench& command_;
    std::vector<std::unique_ptr<Runner>> runners_;
    bool keeps_all_ = false;
    std::vector<Run> runs_;
    std::vector<RunStats> runs_of_;
    double floor_ms_ = 0;
    std::string device_;
};

bool Maps::measure(const std::stop_token& stop, std::atomic<int>& done) {
    Shuffler shuffler;
    for (int round = 1; round <= command_.repeat; ++round) {
        std::vector<std::size_t> order(command_.plans.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        shuffler.shuffle(order);
        for (const std::size_t map : order) {
            const auto stats = run(map, stop);
            if (!stats) return false;
            runs_of_[map] = *stats;
            runs_.push_back({std::chrono::system_clock::now(), map, round, *stats});
            ++done;
        }
    }
    for (auto& runner : runners_) {
        if (!runner) continue;
        floor_ms_ = runner->floor_ms();
        break;
    }
    return !stop.stop_requested();
}

Json row_of(const Plan& plan, const Run& run, const Maps& maps) {
    const Waste waste = triangle::waste_of(plan);
    const auto cells = triangle::cell_count(triangle::shape_of(plan));
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    row["workload"] = "triangle";
    row["engine"] = mariani::name_of(plan.map);
    row["backend"] = mariani::name_of(plan.backend);
    row["device"] = maps.device();
    row["test"] = mariani::name_of(plan.test);
    row["n"] = plan.side;
    row["rho"] = plan.block;
    row["features"] = plan.features;
    row["diagonal"] = plan.diagonal ? "on" : "off";
    row["epsilon"] = triangle::has_epsilon(plan.map) ? Json(plan.epsilon) : Json();
    row["m"] = plan.map == MapKind::rec ? Json(plan.rec_base) : Json();
    row["cells_of_thread"] = plan.cells;
    row["layout"] = mariani::name_of(plan.layout);
    row["seed"] = plan.seed;
    row["run"] = run.number;
    row["compute_ms"] = run.stats.compute_ms;
    row["launches"] = run.stats.launches;
    row["failed_launches"] = run.stats.failed_launches;
    row["blocks"] = waste.blocks;
    row["blocks_wasted"] = waste.blocks_wasted;
    row["threads_wasted"] = waste.threads_wasted;
    row["cells"] = cells;
    row["cells_per_s"] = static_cast<double>(cells) / (run.stats.compute_ms * 1e-3);
    row["bytes"] = triangle::written_bytes(plan);
    row["floor_ms"] = maps.floor_ms();
    return row;
}

std::string csv_of(const TriangleBench& command, const Maps& maps) {
    std::string csv;
    for (const Run& run : maps.runs()) {
        const Json row = row_of(command.plans[run.map], run, maps);
        if (csv.empty()) csv = csv_names(row) + "\n";
        csv += csv_values(row) + "\n";
    }
    return csv;
}

template <typename... Columns>
std::string table_row(const Columns&... columns) {
    return fmt::format("{:<12}{:>11}{:>24}{:>7}{:>12}{:>12}{:>10}{:>10}{:>9}\n", columns...);
}

std::string report(const TriangleBench& command, const Maps& maps) {
    const Plan& first = command.plans.front();
    const auto cells = triangle::cell_count(triangle::shape_of(first));
    std::string text = triangle_head(first) +
                       fmt::format("{} runs each, in random order; {}: {}\n", command.repeat,
                                   mariani::name_of(first.backend), maps.device());
    if (maps.floor_ms() > 0)
        text += fmt::format("floor: {:.4f} ms to set the {} bytes that are written\n",
                            maps.floor_ms(), triangle::written_bytes(first));
    text += table_row("map", "median ms", "min..max", "vs BB", "blocks", "wasted", "launches",
                      "Gcell/s", "x floor");
    std::optional<double> bb_ms;
    for (std::size_t i = 0; i < command.plans.size(); ++i)
        if (command.plans[i].map == MapKind::bb) bb_ms = spread_of(maps.ms_of(i)).median;
    for (std::size_t i = 0; i < command.plans.size(); ++i) {
        const Spread ms = spread_of(maps.ms_of(i));
        const Waste waste = triangle::waste_of(command.plans[i]);
        text += table_row(
            choice_of(command.plans[i].map).label, fmt::format("{:.4f}", ms.median),
            fmt::format("{:.4f}..{:.4f}", ms.min, ms.max),
            bb_ms ? fmt::format("{:.2f}", *bb_ms / ms.median) : "-", waste.blocks,
            waste.blocks_wasted, maps.last_of(i).launches,
            fmt::format("{:.3f}", static_cast<double>(cells) / ms.median * 1e-6),
            maps.floor_ms() > 0 ? fmt::format("{:.2f}", ms.median / maps.floor_ms()) : "-");
        if (const auto failed = maps.last_of(i).failed_launches)
            text += fmt::format("  {} launches of {} failed on the device: cells are missing\n",
                                failed, choice_of(command.plans[i].map).label);
    }
    return text;
}

}  // namespace

int run_triangle_bench(const TriangleBench& command) {
    const Interruption interruption;
    check_file_arguments("bench", {{"-o", command.output}});
    Maps maps(command);
    std::atomic<int> done{0};
    const auto total = static_cast<int>(command.plans.size()) * command.repeat;
    bool finished = false;
    {
        const ProgressLine line([&] { return fmt::format("run {} of {}", done + 1, total); });
        finished = maps.measure(interruption.token(), done);
    }
    if (!finished) {
        print_notice(fmt::format("bench: interrupted after {} of {} runs; nothing was written",
                                 done.load(), total));
        return Interruption::exit_status;
    }
    if (command.output) write_whole_file(*command.output, csv_of(command, maps));
    fmt::print("{}", report(command, maps));
    return 0;
}

}  // namespace mariani::app
