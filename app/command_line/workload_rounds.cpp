#include "app/command_line/workload_rounds.hpp"

#include "app/files/standard_streams.hpp"
#include "compute/model/text.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace mariani::app {

void report_interrupted(std::string_view command, int done, int total) {
    print_notice(fmt::format("{}: interrupted after {} of {} runs; nothing was written", command,
                             done, total));
}

std::string runs_text(const std::vector<double>& ms) {
    std::string text;
    for (const double run : ms) {
        if (!text.empty()) text += ' ';
        text += to_text(run);
    }
    return text;
}

void add_energy(nlohmann::ordered_json& row, const std::optional<FrameEnergy>& energy,
                double cells) {
    const bool known = energy && energy->known();
    row["joules"] = known ? nlohmann::ordered_json(energy->joules) : nlohmann::ordered_json();
    row["cells_per_joule"] =
        known ? nlohmann::ordered_json(cells / energy->joules) : nlohmann::ordered_json();
    row["energy"] = !energy ? "" : known ? counted_by(*energy) : energy->unknown;
}

}  // namespace mariani::app
