#include "app/command_line/file_arguments.hpp"
#include "app/command_line/interruptible_work.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/csv_text.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/volume/commands.hpp"
#include "app/workloads/volume/rows.hpp"
#include "app/workloads/volume/text.hpp"
#include "compute/service/memory.hpp"
#include "compute/workloads/volume/memory.hpp"

#include <algorithm>
#include <atomic>
#include <cstring>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;
using Output = std::vector<std::byte>;

struct CheckedVolume {
    volume::Plan plan;
    volume::Index iterated = 0;
    volume::Index wrong = 0;
    std::optional<volume::Index> first;  // wrong voxel
    std::uint32_t shown = 0;             // its dwell by the engine, and by Ex
    std::uint32_t right = 0;
};

// Every voxel, on the processor, whose Ex the tests compare_voxels with plain loops. The
// Mandelbulb's are the same on one machine only.
volume::Plan reference_of(volume::Plan plan) {
    plan.engine = volume::EngineKind::ex;
    if (plan.function == volume::Function::julibrot) plan.backend = Backend::cpu;
    return plan;
}

// Nothing if stopped.
std::optional<Output> run(const volume::Plan& plan, const std::stop_token& stop,
                          volume::Index* iterated) {
    const auto runner = volume::make_runner(plan);
    volume::Progress progress;
    const auto stats = runner->run(stop, progress);
    if (!stats) return std::nullopt;
    if (iterated != nullptr) *iterated = stats->iterated;
    return runner->output();
}

// False if stopped.
bool compare_voxels(CheckedVolume& checked, const Output& shown, const Output& right,
                    const std::stop_token& stop) {
    const volume::Plan& plan = checked.plan;
    const volume::Index voxels = volume::voxel_count(plan.side), bytes = volume::output_bytes(plan);
    constexpr volume::Index at_once = volume::Index{1} << 16;
    for (volume::Index begin = 0; begin < voxels; begin += at_once) {
        if (stop.stop_requested()) return false;
        const volume::Index end = std::min(voxels, begin + at_once), size = bytes / voxels;
        if (std::memcmp(shown.data() + begin * size, right.data() + begin * size,
                        static_cast<std::size_t>((end - begin) * size)) == 0)
            continue;
        for (volume::Index voxel = begin; voxel < end; ++voxel) {
            const auto by_engine = volume::dwell_at(plan, shown, voxel);
            const auto by_ex = volume::dwell_at(plan, right, voxel);
            if (by_engine == by_ex) continue;
            if (checked.wrong++ > 0) continue;
            checked.first = voxel;
            checked.shown = by_engine;
            checked.right = by_ex;
        }
    }
    return true;
}

// Nothing if stopped.
std::optional<std::vector<CheckedVolume>> check_all(const std::vector<volume::Plan>& plans,
                                                    const std::stop_token& stop,
                                                    std::atomic<std::size_t>& done) {
    for (const volume::Plan& plan : plans) refuse_beyond_free(memory_of_check(plan));
    const auto right = run(reference_of(plans.front()), stop, nullptr);
    if (!right) return std::nullopt;
    std::vector<CheckedVolume> all;
    for (const volume::Plan& plan : plans) {
        CheckedVolume checked;
        checked.plan = plan;
        const auto shown = run(plan, stop, &checked.iterated);
        if (!shown || !compare_voxels(checked, *shown, *right, stop)) return std::nullopt;
        all.push_back(checked);
        ++done;
    }
    return all;
}

// "12 30 4"
std::string voxel_text(const volume::Plan& plan, volume::Index at) {
    const auto voxel = volume::voxel_of(volume::Box{{}, plan.side}, static_cast<std::uint64_t>(at));
    std::string text;
    for (int axis = 0; axis < plan.axes; ++axis)
        text += fmt::format("{}{}", axis == 0 ? "" : " ", voxel.at[axis]);
    return text;
}

Json row_of(const CheckedVolume& checked) {
    Json row = Json::object();
    add_plan(row, checked.plan);
    row["cells"] = volume::voxel_count(checked.plan.side);
    row["cells_iterated"] = checked.iterated;
    row["wrong"] = checked.wrong;
    row["first_wrong"] = checked.first ? Json(voxel_text(checked.plan, *checked.first)) : Json();
    row["shown"] = checked.first ? Json(checked.shown) : Json();
    row["right"] = checked.first ? Json(checked.right) : Json();
    row["exact"] = checked.wrong == 0 ? "yes" : "no";
    return row;
}

std::string report(const std::vector<volume::Plan>& plans, const std::vector<CheckedVolume>& all) {
    const auto labels = volume_labels(plans);
    std::string text = fmt::format("{}, beside Ex on {}\n", volume_head(plans),
                                   mariani::name_of(reference_of(plans.front()).backend));
    text += fmt::format("{:<28} {:>13} {:>11} {:>19} {:>9} {:>9}\n", "engine", "iterated", "wrong",
                        "first wrong", "shown", "right");
    for (std::size_t i = 0; i < all.size(); ++i) {
        const CheckedVolume& checked = all[i];
        const auto of_first = [&](const auto& value) {
            return checked.first ? fmt::format("{}", value) : std::string("-");
        };
        text += fmt::format(
            "{:<28} {:>13} {:>11} {:>19} {:>9} {:>9}\n", labels[i], checked.iterated, checked.wrong,
            checked.first ? voxel_text(checked.plan, *checked.first) : std::string("-"),
            of_first(checked.shown), of_first(checked.right));
    }
    return text;
}

}  // namespace

int run_volume_check(const VolumeCheck& command) {
    const Interruption interruption;
    check_file_arguments("check", {{"-o", command.output}});
    const auto done = std::make_shared<std::atomic<std::size_t>>(0);
    std::optional<std::vector<CheckedVolume>> all;
    {
        const ProgressLine line([=, count = command.plans.size()] {
            return fmt::format("engine {} of {}", *done + 1, count);
        });
        all = finish_or_leave<std::vector<CheckedVolume>>(
            interruption, [plans = command.plans, done](const std::stop_token& stop) {
                return check_all(plans, stop, *done);
            });
    }
    if (!all) {
        print_notice("check: interrupted; nothing was written");
        return end_interrupted();
    }
    fmt::print("{}", report(command.plans, *all));
    if (command.output) {
        std::string csv = csv_names(row_of(all->front())) + "\n";
        for (const CheckedVolume& checked : *all) csv += csv_values(row_of(checked)) + "\n";
        write_table(*command.output, csv);
    }
    return std::ranges::all_of(*all,
                               [](const CheckedVolume& checked) { return checked.wrong == 0; })
               ? 0
               : 1;
}

}  // namespace mariani::app
