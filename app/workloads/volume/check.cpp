#include "app/workloads/volume/commands.hpp"
#include "app/workloads/volume/runs.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/volume/plan.hpp"

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
                                                    std::atomic<int>& done) {
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
    std::string text = fmt::format("{}, compared with Ex on {}\n", volume_head(plans),
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

CheckPlan volume_check(const std::vector<volume::Plan>& plans) {
    return {"engine", plans.size(),
            [plans](const std::stop_token& stop,
                    std::atomic<int>& done) -> std::optional<CheckFindings> {
                const auto all = check_all(plans, stop, done);
                if (!all) return std::nullopt;
                CheckFindings found{report(plans, *all),
                                    {},
                                    std::ranges::all_of(*all, [](const CheckedVolume& checked) {
                                        return checked.wrong == 0;
                                    })};
                for (const CheckedVolume& checked : *all) found.rows.push_back(row_of(checked));
                return found;
            }};
}

}  // namespace mariani::app
