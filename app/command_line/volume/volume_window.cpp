#include "app/command_line/volume/volume_commands.hpp"
#include "app/command_line/volume/volume_options.hpp"
#include "app/command_line/window_options.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/files/setting_names.hpp"

#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// What the window alone has.
struct Given {
    volume::Request request;
    VolumeCut cut;
    double turn = 0;
    VolumeShown shown = VolumeShown::slices;
};

void add_picture_options(CLI::App& app, Given& given) {
    app.option_defaults()->group("Picture");
    add_slice(app, "Where a plane is: an axis and its voxel; once for each", given.cut);
    add_text_option(app, "--turn", "T", "Of the third of three axes in the plane of w, 0 to 1",
                    [&](const std::string& text) {
                        given.turn = real_of("--turn", text);
                        if (!(given.turn >= 0 && given.turn <= 1))
                            reject_option("--turn", text, "a number from 0 to 1");
                    });
    add_text_option(app, "--show", "slices|space", "Planes, or the volume in space",
                    [&](const std::string& text) {
                        const auto shown = setting_named<VolumeShown>(text);
                        if (!shown)
                            reject_option("--show", text, "one of " + setting_names<VolumeShown>());
                        given.shown = *shown;
                    });
}

// What the given options change of what the tab shows.
SettingsEdits edits_of(const CLI::App& app, const Given& given) {
    const volume::Request& request = given.request;
    SettingsEdits edits;
    const auto add = [&](const char* option, auto VolumeSettings::*field, auto value) {
        if (app.count(option) == 0) return;
        edits.push_back([=](Settings& settings) { settings.volume.*field = value; });
    };
    add("--function", &VolumeSettings::function, request.function);
    add("--k", &VolumeSettings::axes, request.axes);
    add("--n", &VolumeSettings::side, request.side);
    add("--dwell", &VolumeSettings::dwell_limit, request.dwell_limit);
    add("--center", &VolumeSettings::center_re, request.centre_re);
    add("--center", &VolumeSettings::center_im, request.centre_im);
    add("--height", &VolumeSettings::height, request.height);
    add("--precision", &VolumeSettings::precision, request.precision);
    add("--g", &VolumeSettings::g, request.g);
    add("--r", &VolumeSettings::r, request.r);
    add("--B", &VolumeSettings::B, request.B);
    add("--engine", &VolumeSettings::engine, request.engine);
    add("--rule", &VolumeSettings::rule, request.rule);
    if (request.scheme) add("--scheme", &VolumeSettings::scheme, *request.scheme);
    if (request.encoding) add("--encoding", &VolumeSettings::encoding, *request.encoding);
    if (request.order) add("--order", &VolumeSettings::order, *request.order);
    add("--turn", &VolumeSettings::turn, given.turn);
    add("--show", &VolumeSettings::shown, given.shown);
    add("--slice", &VolumeSettings::x, given.cut[0]);
    add("--slice", &VolumeSettings::y, given.cut[1]);
    add("--slice", &VolumeSettings::z, given.cut[2]);
    add("--slice", &VolumeSettings::u, given.cut[3]);
    return edits;
}

// With the defaults of the program for what is not given.
void check_volume(const SettingsEdits& edits, const SettingsEdits& machine) {
    Settings settings;
    apply(edits, settings);
    auto request = volume_request(settings.volume);
    place(request, machine);
    plan_of(request);
    const VolumeSettings& chosen = settings.volume;
    for (const auto& at : {chosen.x, chosen.y, chosen.z, chosen.u})
        if (at && (*at < 0 || *at >= chosen.side))
            throw UsageError(fmt::format("--slice names voxel {}: it must be one from 0 to {}", *at,
                                         chosen.side - 1));
}

}  // namespace

CommandLine parse_volume_window(std::span<const std::string> arguments) {
    const auto app =
        workload_parser("", "Shows a volume of dwells, in the window's tab Volume.",
                        "Examples:\n"
                        "  mariani --workload volume --n 128 --engine ask --encoding hilbert\n"
                        "  mariani --workload volume --show space --turn 0.125");
    WindowCommand command;
    command.workload = Workload::volume;
    Given given;
    SettingsEdits machine;
    add_picture(*app, command.picture);
    add_domain(*app, given.request);
    add_side(*app, given.request);
    add_subdivision(*app, given.request);
    add_engine(*app, given.request);
    add_picture_options(*app, given);
    add_machine_options(*app, machine);
    app->option_defaults()->group("Window");
    add_window_options(*app, command);
    if (auto text = parse_with(*app, arguments)) return *text;
    check_picture(command.picture);
    command.edits = edits_of(*app, given);
    check_volume(command.edits, machine);
    for (const auto& edit : machine) command.edits.push_back(edit);
    if (const auto backend = machine_of(machine).backend)
        command.edits.push_back([=](Settings& settings) { settings.volume.backend = backend; });
    return command;
}

}  // namespace mariani::app
