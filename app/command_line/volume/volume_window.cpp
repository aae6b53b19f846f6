#include "app/command_line/knob_options.hpp"
#include "app/command_line/volume/volume_commands.hpp"
#include "app/command_line/volume/volume_options.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume_text.hpp"

#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// What the window alone has.
struct VolumeWindowOptions {
    volume::Request request;
    VolumeCut cut;
    VolumeShown shown = VolumeShown::slices;
};

void add_picture_options(OptionParser& parser, VolumeWindowOptions& given) {
    parser.group("Picture");
    add_slice(parser, "Where a plane is: an axis and its voxel; once for each", given.cut);
    add_choice<VolumeShown>(parser, "--show", "Planes, or the volume in space",
                            [&](VolumeShown shown) { given.shown = shown; });
}

// What the tab had stays, but for where the options exclude it.
SettingsEdits::value_type without_what_excludes(const SettingsEdits& edits) {
    return [edits](Settings& settings) {
        if (!why_invalid(*settings.volume)) return;
        settings.volume = {};
        apply(edits, settings);
    };
}

// What the given options change of what the tab shows.
SettingsEdits edits_of(const OptionParser& parser, const VolumeWindowOptions& given) {
    const volume::Request& request = given.request;
    SettingsEdits edits;
    add_edits<volume::Problem>(edits, parser, request, [](Settings& settings) -> volume::Problem& {
        return settings.volume->problem;
    });
    if (parser.given("--k") && !parser.given("--n"))
        edits.push_back([=](Settings& settings) { settings.volume->problem.side = request.side; });
    if (parser.given("--center"))
        edits.push_back([=](Settings& settings) {
            settings.volume->problem.centre_re = request.centre_re;
            settings.volume->problem.centre_im = request.centre_im;
        });
    const auto add = [&](const char* option, auto VolumeSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.volume).*field = value; });
    };
    add("--engine", &VolumeSettings::engine, request.engine);
    add("--show", &VolumeSettings::shown, given.shown);
    add("--slice", &VolumeSettings::x, given.cut[0]);
    add("--slice", &VolumeSettings::y, given.cut[1]);
    add("--slice", &VolumeSettings::z, given.cut[2]);
    add("--slice", &VolumeSettings::u, given.cut[3]);
    if (!edits.empty()) edits.push_back(without_what_excludes(edits));
    return edits;
}

// With the defaults of the program for what is not given.
void check_volume(const OptionParser& parser, const VolumeWindowOptions& given,
                  const SettingsEdits& machine) {
    volume::Request request = given.request;
    place(request, machine);
    refuse_unused(parser, request.engine);
    const volume::Plan plan = plan_of(request);
    for (int axis = 0; axis < volume::max_axes; ++axis) {
        const auto at = given.cut[static_cast<std::size_t>(axis)];
        if (at && (*at < 0 || *at >= plan.side.of[axis]))
            throw UsageError(fmt::format("--slice is {}={}: it must be a voxel from 0 to {}",
                                         axis_name(axis), *at, plan.side.of[axis] - 1));
    }
}

}  // namespace

CommandLine parse_volume_window(std::span<const std::string> arguments) {
    auto parser = new_parser("", "Shows a volume of dwells, in the window's tab Volume.",
                             "Examples:\n"
                             "  mariani --workload volume --n 128 --engine ask --encoding hilbert\n"
                             "  mariani --workload volume --show space --turn 0.125");
    WindowCommand command;
    command.workload = Workload::volume;
    VolumeWindowOptions given;
    SettingsEdits machine;
    add_picture(parser, command.picture);
    add_problem(parser, given.request);
    add_engine(parser, given.request);
    add_picture_options(parser, given);
    add_machine_options(parser, machine);
    parser.group("Window");
    add_window_options(parser, command);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    if (!parser.given("--n")) given.request.side = usual_side(given.request.axes);
    command.edits = edits_of(parser, given);
    check_volume(parser, given, machine);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(machine).backend)
        command.edits.push_back([=](Settings& settings) { settings.volume->backend = backend; });
    return command;
}

}  // namespace mariani::app
