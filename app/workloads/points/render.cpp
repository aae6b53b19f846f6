#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/points_settings.hpp"
#include "app/workloads/points/commands.hpp"
#include "app/workloads/points/picture.hpp"
#include "app/workloads/points/runs.hpp"
#include "app/workloads/points/scene.hpp"
#include "compute/model/text.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <iterator>
#include <optional>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct PointsDrawing {
    std::string device;
    points::RunStats stats;
    std::vector<points::Node> nodes;
    render::Image image;
    std::string trace_json;  // if it is to be written
};

// Nothing if stopped.
std::optional<PointsDrawing> compute(const PointsRender& command, const std::stop_token& stop) {
    const auto runner = points::make_runner(command.plan);
    const auto stats = runner->run(stop);
    if (!stats) return std::nullopt;
    PointsDrawing drawn{runner->device(), *stats, runner->nodes(), {}, {}};
    points::TreePart part;
    part.size = {command.side, command.side};
    points::TreePlanes planes;
    if (!runner->look(part, false, planes, stop)) return std::nullopt;
    auto image = draw_tree(part, planes, {}, stop);
    if (!image) return std::nullopt;
    drawn.image = std::move(*image);
    if (!command.trace_json) return drawn;
    const auto levels = runner->level_spans(stop);
    if (!levels) return std::nullopt;
    drawn.trace_json = trace_json(timeline_of(command.plan, *levels, runner->level_tasks()));
    return drawn;
}

std::string csv_of(const points::SplitRule& rule, const std::vector<points::Node>& nodes) {
    std::string csv = "level,prefix,begin,end,subdivided\n";
    for (const points::Node& node : nodes)
        fmt::format_to(std::back_inserter(csv), "{},{},{},{},{}\n", node.cell.level,
                       node.cell.prefix, node.begin, node.end,
                       is_subdivided(rule, node) ? "yes" : "no");
    return csv;
}

// What the window's tab shows of it.
Settings shown_settings(const PointsRender& command) {
    const points::Plan& plan = command.plan;
    Settings settings;
    settings.workload = Workload::points;
    PointsSettings& shown = *settings.points;
    shown.problem = plan;
    shown.problem.count = std::max(plan.count, points_drawn.min);
    shown.engine = plan.engine;
    shown.picture = command.pixels.string();
    shown.place_x = double{plan.place.x};
    shown.place_y = double{plan.place.y};
    return settings;
}

}  // namespace

int run_points_render(const PointsRender& command) {
    const Interruption interruption;
    check_file_arguments("render", {{"-o", command.output},
                                    {"--trace-json", command.trace_json},
                                    {"--tree-out", command.tree}});
    std::optional<PointsDrawing> drawn;
    {
        const ProgressLine line([] { return std::string("computing"); });
        drawn = compute(command, interruption.token());
    }
    if (!drawn || interruption.happened()) {
        print_notice("render: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    const auto texts = picture_texts(shown_settings(command), drawn->image.size(),
                                     "A quadtree of " + points_head(command.plan));
    render::write_png(command.output, drawn->image, texts);
    if (command.trace_json) write_whole_file(*command.trace_json, drawn->trace_json);
    if (command.tree) write_whole_file(*command.tree, csv_of(command.plan.rule, drawn->nodes));
    const auto [width, height] = drawn->image.size();
    fmt::print("{}: {}x{} pixels, {} on {}: computed in {:.3f} ms\n{}\n{}",
               printable(command.output.string()), width, height,
               choice_of(command.plan.engine).label, drawn->device, drawn->stats.compute_ms,
               points_head(command.plan),
               levels_table(points::levels_of(command.plan.rule, drawn->nodes)));
    return 0;
}

}  // namespace mariani::app
