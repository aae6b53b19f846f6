#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/timeline.hpp"
#include "app/settings/curves_settings.hpp"
#include "app/workloads/curves/commands.hpp"
#include "app/workloads/curves/runs.hpp"
#include "compute/model/text.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct CurvesDrawing {
    std::string device;
    curves::RunStats stats;
    curves::Tessellation tessellation;
    render::Image image;
    std::string trace_json;  // if it is to be written
};

// Nothing if stopped.
std::optional<CurvesDrawing> compute(const CurvesRender& command, const std::stop_token& stop) {
    const auto runner = curves::make_runner(command.plan);
    const auto stats = runner->run(stop);
    if (!stats) return std::nullopt;
    CurvesDrawing drawn{runner->device(), *stats, runner->tessellation(), {}, {}};
    const auto lines = runner->lines();
    const ImageSize size{command.side, command.side};
    const auto seen = curves_in_view(*runner, lines, command.part, size, stop);
    if (!seen) return std::nullopt;
    auto image = draw_curves({*seen, lines}, command.part, size, stop);
    if (!image) return std::nullopt;
    drawn.image = std::move(*image);
    if (!command.trace_json) return drawn;
    const auto trace = runner->trace(stop);
    if (!trace) return std::nullopt;
    const curves::Plan& plan = command.plan;
    drawn.trace_json = trace_json(timeline_of(*trace, plan.backend, choice_of(plan.engine).label));
    return drawn;
}

std::string dashed_text(const curves::RunStats& stats) {
    return stats.lost_lines == 0 ? "" : fmt::format(", {} lost (dashed)", stats.lost_lines);
}

std::string csv_of(const curves::Tessellation& tessellation) {
    const auto& [offsets, vertices] = tessellation;
    std::string csv = "line,vertex,x,y\n";
    for (std::size_t line = 0; line + 1 < offsets.size(); ++line)
        for (std::uint32_t i = offsets[line]; i < offsets[line + 1]; ++i)
            fmt::format_to(std::back_inserter(csv), "{},{},{},{}\n", line, i - offsets[line],
                           vertices[i].x, vertices[i].y);
    return csv;
}

// With which the window's tab shows the same curves, in a picture of the same size.
Settings shown_settings(const CurvesRender& command) {
    Settings settings;
    settings.workload = Workload::curves;
    CurvesSettings& shown = *settings.curves;
    shown.problem = command.plan;
    shown.engine = command.plan.engine;
    shown.center_x = command.part.x;
    shown.center_y = command.part.y;
    shown.height = std::clamp(command.part.height, least_curves_height, most_curves_height);
    return settings;
}

}  // namespace

int run_curves_render(const CurvesRender& command) {
    const Interruption interruption;
    check_file_arguments("render", {{"-o", command.output},
                                    {"--trace-json", command.trace_json},
                                    {"--vertices-out", command.vertices}});
    std::optional<CurvesDrawing> drawn;
    {
        const ProgressLine line([] { return std::string("computing"); });
        drawn = compute(command, interruption.token());
    }
    if (!drawn || interruption.happened()) {
        print_notice("render: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    const auto head = curves_head(command.plan);
    render::write_png(
        command.output, drawn->image,
        picture_texts(shown_settings(command), drawn->image.size(), "Bezier curves: " + head));
    if (command.trace_json) write_whole_file(*command.trace_json, drawn->trace_json);
    if (command.vertices) write_whole_file(*command.vertices, csv_of(drawn->tessellation));
    const auto [width, height] = drawn->image.size();
    fmt::print(
        "{}: {}x{} pixels, {} on {}: computed in {:.3f} ms\n{}\n{} vertices; {} lines cut{}\n",
        printable(command.output.string()), width, height, choice_of(command.plan.engine).label,
        drawn->device, drawn->stats.compute_ms, head, drawn->stats.vertices, drawn->stats.cut_lines,
        dashed_text(drawn->stats));
    return 0;
}

}  // namespace mariani::app
