#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/npy.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/commands.hpp"
#include "app/workloads/volume/picture.hpp"
#include "app/workloads/volume/runs.hpp"
#include "compute/model/text.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct ComputedVolume {
    std::string device;
    volume::RunStats stats;
    std::vector<std::byte> output;  // if it is to be written
    VolumeScene scene;
};

std::optional<ComputedVolume> compute(const VolumeRender& command, const std::stop_token& stop) {
    const volume::Plan& plan = command.plan;
    const auto runner = volume::make_runner(plan);
    volume::Progress progress;
    auto stats = runner->run(stop, progress);
    if (!stats) return std::nullopt;
    ComputedVolume computed{runner->device(), std::move(*stats), {}, {}};
    std::vector<volume::RegionRecord> regions;
    if (command.colours.overlay.shown && volume::has_regions(plan.engine))
        regions = runner->regions();
    computed.scene =
        with_dwells(volume_scene(plan, planes_of(plan, command.cut), *runner, regions), *runner);
    if (command.dwells) computed.output = runner->output();
    return computed;
}

// The last axis comes first, as in C.
void write_dwells(const std::filesystem::path& path, const volume::Plan& plan,
                  const std::vector<std::byte>& output) {
    std::vector<std::uint64_t> shape;
    for (int axis = plan.axes - 1; axis >= 0; --axis) shape.push_back(plan.side.of[axis]);
    NpyArrayWriter writer(
        path, volume::has_wide_dwells(plan) ? ElementType::uint32 : ElementType::uint16, shape);
    writer.write(output);
    writer.commit();
}

int scale_of(const VolumeRender& command) {
    constexpr int plane_side = 512;  // in pixels, about
    const auto longest = static_cast<int>(volume::longest(command.plan.side));
    return command.scale.value_or(std::max(1, plane_side / longest));
}

std::string command_of(const VolumeRender& command) {
    const volume::Plan& plan = command.plan;
    std::string text = fmt::format(
        "mariani render --workload volume --function {} --k {} --n {} --dwell {} --center {},{} "
        "--height {} --precision {} --scale {}",
        mariani::name_of(plan.function), plan.axes, plan.side.of[0], plan.dwell_limit,
        to_text(plan.centre_re), to_text(plan.centre_im), to_text(plan.height),
        mariani::name_of(plan.precision), scale_of(command));
    for (int axis = 0; axis < volume::max_axes; ++axis)
        if (const auto at = command.cut[static_cast<std::size_t>(axis)])
            text += fmt::format(" --slice {}={}", axis_name(axis), *at);
    return text;
}

// With which the window's tab shows planes of the same volume, in the same colours.
Settings shown_settings(const VolumeRender& command) {
    const volume::Plan& plan = command.plan;
    Settings settings = command.colours;
    settings.workload = Workload::volume;
    VolumeSettings& shown = *settings.volume;
    shown.problem = without_unused(problem_of(plan), engine_bit(plan.engine), plan.backend);
    if (!shown.problem.scheme) shown.problem.scheme = VolumeSettings{}.problem.scheme;
    shown.engine = plan.engine;
    shown.x = command.cut[0];
    shown.y = command.cut[1];
    shown.z = command.cut[2];
    shown.u = command.cut[3];
    shown.grid = command.colours.overlay.shown;
    return settings;
}

}  // namespace

int run_volume_render(const VolumeRender& command) {
    const Interruption interruption;
    check_file_arguments("render", {{"-o", command.output}, {"--dwell-out", command.dwells}});
    std::optional<ComputedVolume> computed;
    {
        const ProgressLine line([] { return std::string("computing"); });
        computed = finish_or_leave<ComputedVolume>(
            interruption,
            [command](const std::stop_token& stop) { return compute(command, stop); });
    }
    if (!computed) {
        print_notice("render: interrupted; nothing was written");
        return end_interrupted();
    }
    const auto head = volume_head({command.plan});
    const VolumeScene& scene = computed->scene;
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const render::Colouring& colouring = command.colours.colouring;
    const auto colours = volume_colours(scene, colouring, palettes.get(colouring.palette));
    const auto image =
        draw_volume(scene, colours, scale_of(command), command.colours.overlay, head);
    if (command.dwells) write_dwells(*command.dwells, command.plan, computed->output);
    auto texts = picture_texts(shown_settings(command), image.size(), head);
    texts.push_back({"mariani:workload", "volume"});
    texts.push_back({"mariani:command", command_of(command)});
    render::write_png(command.output, image, texts);
    fmt::print("{}: {} pixels, {} on {}: computed in {:.3f} ms\n{}\n{}",
               printable(command.output.string()), to_text(image.size()),
               volume_labels({command.plan}).front(), computed->device, computed->stats.compute_ms,
               head, levels_text(command.plan, computed->stats));
    return 0;
}

}  // namespace mariani::app
