#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/npy.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/workloads/triangle/commands.hpp"
#include "app/workloads/triangle/picture.hpp"
#include "app/workloads/triangle/runs.hpp"
#include "compute/model/text.hpp"
#include "render/picture/png.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <iterator>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using triangle::Task;

std::string csv_of(const BlockTrace& trace) {
    std::string csv = "launch,block,use,unit,begin_ns,end_ns\n";
    for (const BlockRecord& record : trace)
        fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}\n", record.pass, record.block,
                       use_name(record.use), record.unit, record.begin_ns, record.end_ns);
    return csv;
}

ElementType element_of(triangle::Task test) {
    if (test == triangle::Task::accumulate) return ElementType::uint8;
    return test == triangle::Task::edm ? ElementType::float32 : ElementType::uint32;
}

std::vector<std::uint64_t> dimensions_of(const triangle::Plan& plan) {
    const triangle::Shape shape = triangle::shape_of(plan);
    const auto side = static_cast<std::uint64_t>(shape.side);
    const auto rho = static_cast<std::uint64_t>(shape.block);
    const auto blocks = static_cast<std::uint64_t>(triangle::block_count(shape));
    if (plan.test == triangle::Task::collision) return {blocks, rho, rho / 32};
    if (plan.layout == triangle::Layout::tiles) return {blocks, rho, rho};
    if (plan.layout == triangle::Layout::full) return {side, side};
    return {static_cast<std::uint64_t>(triangle::cell_count(shape))};
}

// The output of a plan's run, of a test that has one, as it lies in memory: bytes of accumulate,
// float32 of edm; shape (values,) packed, (N, N) full, (blocks, rho, rho) in tiles. Of collision
// uint32 words, whose lowest bit is the first column: (blocks, rho, rho / 32). Throws what
// NpyArrayWriter throws.
void write_values(const std::filesystem::path& path, const triangle::Plan& plan,
                  std::span<const std::byte> output) {
    NpyArrayWriter writer(path, element_of(plan.test), dimensions_of(plan));
    writer.write(output);
    writer.commit();
}

// With which the window's tab shows the same map; what the test has not is left to the program.
Settings shown_settings(const TriangleRender& command) {
    const triangle::Plan& plan = command.plan;
    Settings settings;
    settings.workload = Workload::triangle;
    TriangleSettings& shown = *settings.triangle;
    shown.map = plan.map;
    shown.problem = without_unused(problem_of(plan), engine_bit(plan.map), plan.backend);
    shown.problem.cells.reset();
    if (!has_input(plan.test)) shown.problem.features.reset();
    if (plan.test == Task::collision) shown.problem.diagonal.reset();
    if (plan.test != Task::edm && plan.test != Task::accumulate) shown.problem.layout.reset();
    shown.colour = command.colour;
    shown.coverage = command.coverage;
    return settings;
}

using Values = std::shared_ptr<const std::vector<std::byte>>;

// Nothing of it if stopped.
struct TriangleDrawing {
    std::string made;     // where and how fast, or that nothing was run
    std::string verdict;  // of the map
    render::Image image;
    std::string title;
    BlockTrace trace;
    std::string trace_json;  // if it is to be written, as the next
    Values values;
};

std::string made_of(const TriangleScene& scene) {
    if (scene.detailed())
        return fmt::format("on {}: computed in {:.3f} ms", scene.device, scene.stats.compute_ms);
    return fmt::format("drawn without a run, because n is above {}", max_scene_side);
}

// What the run of the scene wrote, or of one without a run, a run for this; nothing if stopped.
Values values_of(const TriangleScene& scene, const std::stop_token& stop) {
    if (scene.output) return scene.output;
    const auto runner = triangle::make_runner(scene.plan);
    triangle::Progress progress;
    if (!runner->run(stop, progress)) return nullptr;
    return std::make_shared<const std::vector<std::byte>>(runner->output());
}

std::optional<TriangleDrawing> compute(const TriangleRender& command, const std::stop_token& stop) {
    constexpr int pane_side = 640;  // in pixels
    const bool recorded = command.trace || command.trace_json || is_of_record(command.colour);
    auto scene = make_scene(command.plan, recorded, stop);
    if (!scene) return std::nullopt;
    TriangleStyle style;
    style.head =
        fmt::format("{}: {}", choice_of(command.plan.map).label, triangle_head(command.plan));
    style.colour = command.colour;
    style.coverage = command.coverage;
    const ImageSize size = triangle_picture_size(pane_side, style);
    const auto panes = panes_of(scene->passes, size, line_height(style));
    auto image = draw_triangle(*scene, panes.value(), size, style, stop);
    if (!image) return std::nullopt;
    Values values;
    if (command.values && !(values = values_of(*scene, stop))) return std::nullopt;
    std::string trace = command.trace_json ? trace_json(timeline_of(*scene)) : "";
    return TriangleDrawing{made_of(*scene),         verdict_of(*scene),
                           std::move(*image),       "A triangle's map, " + style.head,
                           std::move(scene->trace), std::move(trace),
                           std::move(values)};
}

}  // namespace

int run_triangle_render(const TriangleRender& command) {
    const Interruption interruption;
    check_file_arguments("render", {{"-o", command.output},
                                    {"--trace-out", command.trace},
                                    {"--trace-json", command.trace_json},
                                    {"--values-out", command.values}});
    std::optional<TriangleDrawing> drawn;
    {
        const ProgressLine line([] { return std::string("computing"); });
        drawn = compute(command, interruption.token());
    }
    if (!drawn || interruption.happened()) {
        print_notice("render: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    render::write_png(command.output, drawn->image,
                      picture_texts(shown_settings(command), drawn->image.size(), drawn->title));
    if (command.trace) write_whole_file(*command.trace, csv_of(drawn->trace));
    if (command.trace_json) write_whole_file(*command.trace_json, drawn->trace_json);
    if (command.values) write_values(*command.values, command.plan, *drawn->values);
    const auto [width, height] = drawn->image.size();
    fmt::print("{}: {}x{} pixels, {} {}\n{}\n{}\n", printable(command.output.string()), width,
               height, choice_of(command.plan.map).label, drawn->made, drawn->verdict,
               triangle_head(command.plan));
    return 0;
}

}  // namespace mariani::app
