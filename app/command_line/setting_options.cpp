#include "app/command_line/setting_options.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/files/bookmarks.hpp"
#include "app/files/folders.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/printable.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <cstdio>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

void add_number(OptionParser& parser, SettingsEdits& edits, const std::string& names,
                const std::string& description, IntegerRange range,
                std::function<void(Settings&, int)> set) {
    const std::string option = names.substr(0, names.find(','));
    parser.add_text(names, "N", description, [=, &edits](const std::string& text) {
        const int value = integer_of(option, text, range);
        edits.push_back([=](Settings& settings) { set(settings, value); });
    });
}

// Like add_choice of a workload, for a setting.
template <typename E>
void add_setting(OptionParser& parser, SettingsEdits& edits, const std::string& option,
                 const std::string& description, std::function<void(Settings&, E)> set) {
    add_choice<E>(parser, option, description, [=, &edits](E value) {
        edits.push_back([=](Settings& settings) { set(settings, value); });
    });
}

// Also accepts "auto".
template <typename E>
void add_setting_or_auto(OptionParser& parser, SettingsEdits& edits, const std::string& option,
                         const std::string& description, std::optional<E> EngineRequest::*field) {
    const auto all = all_of<E>();
    Names names = names_of(all);
    names.insert(names.begin(), automatic_name);
    add_name(parser, option, description, std::move(names), [=, &edits](std::size_t place) {
        const auto value = place == 0 ? std::nullopt : std::optional(all[place - 1]);
        edits.push_back([=](Settings& settings) { settings.engine.*field = value; });
    });
}

// Like add_number, but also accepts "auto".
void add_number_or_auto(OptionParser& parser, SettingsEdits& edits, const std::string& names,
                        const std::string& description, IntegerRange range,
                        std::optional<int> EngineRequest::*field) {
    const std::string option = names.substr(0, names.find(','));
    parser.add_text(names, "auto|N", description, [=, &edits](const std::string& text) {
        const auto number = parse_integer(text);
        const bool automatic = text == automatic_name;
        if (!automatic && (!number || !range.holds(*number)))
            reject_option(
                option, text,
                fmt::format("auto, or a whole number from {} to {}", range.min, range.max));
        edits.push_back([=](Settings& settings) { settings.engine.*field = number; });
    });
}

void use_view(const std::string& name, SettingsEdits& edits) {
    const Bookmarks bookmarks;
    for (const auto& message : bookmarks.messages()) print_notice(message);
    const Bookmark* bookmark = bookmarks.find(name);
    if (bookmark == nullptr) {
        std::string names;
        for (const auto& each : bookmarks.all()) names += (names.empty() ? "" : ", ") + each.name;
        reject_option("--view", name, "one of " + names);
    }
    edits.push_back([view = bookmark->view, dwell = bookmark->dwell_limit](Settings& settings) {
        settings.view = view;
        set_dwell_limit(settings, dwell);
    });
}

// Options for the centre and the height come after it.
void use_julia(const std::string& text, SettingsEdits& edits) {
    View view;
    if (text != "none") {
        const auto c = parse_point(text);
        if (!c) reject_option("--julia", text, "RE,IM or RE+IMi, as in -0.8,0.156, or none");
        view = {{0, 0}, suited::height_of_julia, c};
        if (const auto why = why_invalid(view)) throw UsageError("--julia: " + *why);
    }
    edits.push_back([=](Settings& settings) {
        if (view.julia || settings.view.julia) settings.view = view;
    });
}

// Every command computes frames.
std::optional<std::string> why_not_computed(const View& view) {
    FrameRequest request;
    request.view = view;
    request.image = {1, 1};
    request.part = whole(request.image);
    return why_invalid(request);
}

// A path is made absolute, so that it stays valid in another folder.
void use_palette(const std::string& text, SettingsEdits& edits) {
    render::PaletteLibrary library(data_file("assets/palettes"));
    const auto known = library.names();
    std::string palette = text;
    if (render::names_stops(text)) {
        if (const auto why = failure_of([&] { library.get(text); }))
            throw UsageError("--palette: " + *why);
    } else if (std::ranges::find(known, text) == known.end()) {
        if (!render::is_palette_file(text))
            reject_option("--palette", text,
                          fmt::format("one of {}, a .map or .gpl file, or stops as \"stops:0 "
                                      "000764,0.5 edffff\"",
                                      fmt::join(known, ", ")));
        palette = std::filesystem::absolute(text).lexically_normal().string();
        for (const auto& notice : library.get(palette).notices) print_notice(notice);
    }
    edits.push_back([=](Settings& settings) { settings.colouring.palette = palette; });
}

void use_device(const std::string& text, SettingsEdits& edits) {
    std::optional<int> device;
    if (text != "auto") {
        const auto number = parse_integer(text);
        if (!number || !limits::device.holds(*number))
            reject_option("--device", text, "auto, or a GPU's number from 0 on");
        device = static_cast<int>(*number);
    }
    if (auto why = device_unavailable(device)) throw UsageError("--device: " + *why);
    edits.push_back([=](Settings& settings) { settings.engine.device = device; });
}

void add_flag(OptionParser& parser, const std::string& name, const std::string& description,
              SettingsEdits& edits, std::function<void(Settings&)> edit) {
    parser.add_flag(
        name, [&edits, edit] { edits.push_back(edit); }, description);
}

}  // namespace

void apply(const SettingsEdits& edits, Settings& settings) {
    for (const auto& edit : edits) edit(settings);
}

void reject_option(std::string_view option, const std::string& text, std::string_view allowed) {
    const auto name = option.substr(option.find(',') + 1);  // "--k" of "-k,--k"
    throw UsageError(fmt::format("{} is {}: it must be {}", name, in_quotes(text), allowed));
}

int integer_of(std::string_view option, const std::string& text, IntegerRange range) {
    const auto value = parse_integer(text);
    if (!value || !range.holds(*value))
        reject_option(option, text,
                      fmt::format("a whole number from {} to {}", range.min, range.max));
    return *value;
}

double real_of(std::string_view option, const std::string& text) {
    const auto value = parse_real(text);
    if (!value) reject_option(option, text, "a number");
    return *value;
}

BlockSize block_of(const std::string& text) {
    const ImageSize size = size_of("--block", text, {1, limits::block_threads});
    const BlockSize block{size.width, size.height};
    if (auto why = why_invalid(block)) throw UsageError("--block: " + *why);
    return block;
}

ImageSize size_of(std::string_view option, const std::string& text, IntegerRange side) {
    const auto size = parse_size(text);
    if (!size || !side.holds(size->width) || !side.holds(size->height))
        reject_option(option, text, fmt::format("WxH, each from {} to {}", side.min, side.max));
    return *size;
}

void add_view_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("View");
    parser.add_text("--view", "NAME", "A bookmark: paper, seahorse, …; with its dwell limit",
                    [&edits](const std::string& name) { use_view(name, edits); });
    parser.add_text("--julia", "RE,IM|none",
                    "The c of a Julia set, 3.6 high around 0 unless you give a centre or a height",
                    [&edits](const std::string& text) { use_julia(text, edits); });
    parser.add_text("--center", "RE,IM", "The centre of the view; beyond 128 KiB in a file only",
                    [&edits](const std::string& text) {
                        const auto centre = parse_point(text);
                        if (!centre)
                            reject_option(
                                "--center", text,
                                fmt::format("RE,IM or RE+IMi, as in -0.5,0, with at most {} "
                                            "digits after each point",
                                            Decimal::most_decimals));
                        if (auto why = why_invalid(View{*centre, 1}))
                            throw UsageError("--center: " + *why);
                        edits.push_back([=](Settings& s) { s.view.centre = *centre; });
                    });
    parser.add_text(
        "--height", "H", "The height of the view in the plane", [&edits](const std::string& text) {
            const auto height = parse_length(text);
            if (!height)
                reject_option(
                    "--height", text,
                    fmt::format("a number from {} to {}", to_text(mariani::limits::min_height),
                                to_text(mariani::limits::max_height)));
            if (auto why = why_not_computed(View{{}, *height}))
                throw UsageError("--height: " + *why);
            edits.push_back([=](Settings& s) { s.view.height = *height; });
        });
    add_number(
        parser, edits, "--dwell", "The dwell limit A", limits::dwell,
        [](Settings& s, int value) { set_dwell_limit(s, static_cast<std::uint32_t>(value)); });
    add_setting_or_auto(parser, edits, "--precision", "Precision of the arithmetic",
                        &EngineRequest::precision);
    add_setting<Quality>(parser, edits, "--quality", "Whether deep dwells are proven",
                         [](Settings& s, Quality value) { s.engine.quality = value; });
}

void add_engine_choice(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Engine");
    add_setting_or_auto(parser, edits, "--engine", "Exhaustive, recursive or level by level",
                        &EngineRequest::engine);
    add_setting_or_auto(parser, edits, "--scheme",
                        "One block, multiple blocks or a warp per region", &EngineRequest::scheme);
}

void add_engine_options(OptionParser& parser, SettingsEdits& edits) {
    add_backend_options(parser, edits);
    add_number_or_auto(parser, edits, "-g,--g", "Initial subdivision: g x g regions", limits::g,
                       &EngineRequest::g);
    add_number_or_auto(parser, edits, "-r,--r", "Recurrent subdivision: r x r children", limits::r,
                       &EngineRequest::r);
    add_number(parser, edits, "-B,--B", "Stopping size of a region in pixels", limits::B,
               [](Settings& s, int value) { s.engine.B = value; });
    parser.add_text("--block", "auto|WxH", "Threads of a CUDA block",
                    [&edits](const std::string& text) {
                        std::optional<BlockSize> block;
                        if (text != automatic_name) block = block_of(text);
                        edits.push_back([=](Settings& s) { s.engine.block = block; });
                    });
}

void add_machine_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Engine");
    add_setting_or_auto(parser, edits, "--backend", "Where the engine runs",
                        &EngineRequest::backend);
    parser.add_text("--device", "auto|N", "The GPU of the cuda backend, as info numbers them",
                    [&edits](const std::string& text) { use_device(text, edits); });
    parser.add_text(
        "--threads", "auto|N", "Threads of the cpu backend; auto or 0: all",
        [&edits](const std::string& text) {
            std::optional<int> threads = parse_integer(text);
            const bool known = threads && (threads == 0 || limits::threads.holds(*threads));
            if (text != automatic_name && !known)
                reject_option(
                    "--threads", text,
                    fmt::format("auto, or a whole number from 0 to {}", limits::threads.max));
            if (threads == 0) threads.reset();
            edits.push_back([=](Settings& s) { s.engine.threads = threads; });
        });
}

void add_backend_options(OptionParser& parser, SettingsEdits& edits) {
    add_machine_options(parser, edits);
    add_setting<FillRule>(parser, edits, "--fill", "Which regions are filled",
                          [](Settings& s, FillRule value) { s.engine.fill = value; });
    add_switch(
        parser, "--shortcuts", "Interior shortcuts: cardioid, bulb, periods",
        [&edits](bool on) { edits.push_back([=](Settings& s) { s.engine.shortcuts = on; }); });
}

namespace {

// An option whose number render::why_invalid() checks.
void add_colour_number(OptionParser& parser, SettingsEdits& edits, const char* name,
                       const char* unit, const char* description,
                       double render::Colouring::*number) {
    parser.add_text(name, unit, description, [=, &edits](const std::string& text) {
        render::Colouring colouring;
        colouring.*number = real_of(name, text);
        if (auto why = render::why_invalid(colouring))
            throw UsageError(fmt::format("{}: {}", name, *why));
        edits.push_back([=](Settings& s) { s.colouring.*number = colouring.*number; });
    });
}

void add_shading_options(OptionParser& parser, SettingsEdits& edits) {
    add_flag(parser, "--shading", "The outside lit like a relief that rises towards the set", edits,
             [](Settings& s) { s.colouring.shaded = true; });
    add_flag(parser, "--no-shading", "No relief, even if the given picture has one", edits,
             [](Settings& s) { s.colouring.shaded = false; });
    add_colour_number(parser, edits, "--light-angle", "DEGREES",
                      "Where the light comes from: 0 from the right, 90 from above",
                      &render::Colouring::light_angle);
    add_colour_number(parser, edits, "--light-height", "DEGREES",
                      "The light's height over the picture", &render::Colouring::light_height);
}

}  // namespace

void add_palette_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Colours");
    parser.add_text("--palette", "NAME|FILE", "A palette, or a .map or .gpl file",
                    [&edits](const std::string& text) { use_palette(text, edits); });
    add_setting<render::Mapping>(
        parser, edits, "--mapping", "From dwells, or distances, to the palette",
        [](Settings& s, render::Mapping value) { s.colouring.mapping = value; });
    add_colour_number(parser, edits, "--period", "DWELLS",
                      "Dwells per turn of the palette, when cyclic", &render::Colouring::period);
}

void add_grid_option(OptionParser& parser, SettingsEdits& edits) {
    add_flag(parser, "--grid", "The outlines of the regions over the picture", edits,
             [](Settings& s) { s.overlay.shown = true; });
}

void add_colour_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Colours");
    add_setting<render::Quantity>(
        parser, edits, "--show", "The dwells, or where the work went",
        [](Settings& s, render::Quantity value) { s.colouring.shown = value; });
    add_palette_options(parser, edits);
    add_number(parser, edits, "--samples", "Antialiasing: the mean of N x N samples a pixel",
               {1, render::max_samples},
               [](Settings& s, int value) { s.colouring.samples = value; });
    add_flag(parser, "--smooth", "Colours without bands", edits,
             [](Settings& s) { s.colouring.smooth = true; });
    add_flag(parser, "--no-smooth", "Colours in bands, even if the given picture is smooth", edits,
             [](Settings& s) { s.colouring.smooth = false; });
    add_shading_options(parser, edits);
    add_grid_option(parser, edits);
    add_flag(parser, "--no-grid", "No outlines, even if the given picture has them", edits,
             [](Settings& s) { s.overlay.shown = false; });
}

}  // namespace mariani::app
