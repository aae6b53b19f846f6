#include "app/command_line/setting_options.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/terminal.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/files/bookmarks.hpp"
#include "app/files/folders.hpp"
#include "app/files/standard_streams.hpp"
#include "app/settings/failure.hpp"
#include "compute/model/decimal.hpp"
#include "compute/model/knob.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <atomic>

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

std::function<void(Settings&)> set_engine(const Knob& knob, const KnobValue& value) {
    return [&knob, value](Settings& settings) {
        knob.set(&settings.engine, value);
        if (knob.id == "dwell") settings.automatic_dwell_limit = false;
    };
}

// Options of some of the engine's knobs, such as -g.
void add_engine_knobs(OptionParser& parser, SettingsEdits& edits,
                      std::initializer_list<std::string_view> ids) {
    for (const std::string_view id : ids) {
        const Knob& knob = knob_table<EngineRequest>()[id];
        add_knob(parser, knob, knob.help,
                 [&](const KnobValue& value) { edits.push_back(set_engine(knob, value)); });
    }
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

void add_flag(OptionParser& parser, const std::string& name, const std::string& description,
              SettingsEdits& edits, std::function<void(Settings&)> edit) {
    parser.add_flag(
        name, [&edits, edit] { edits.push_back(edit); }, description);
}

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
    add_flag(parser, "--shading", "Light the outside like a relief that rises towards the set",
             edits, [](Settings& s) { s.colouring.shaded = true; });
    add_flag(parser, "--no-shading", "No relief, even if the given picture has one", edits,
             [](Settings& s) { s.colouring.shaded = false; });
    add_colour_number(parser, edits, "--light-angle", "DEGREES",
                      "The light's direction: 0 from the right, 90 from above",
                      &render::Colouring::light_angle);
    add_colour_number(parser, edits, "--light-height", "DEGREES",
                      "The light's height above the picture", &render::Colouring::light_height);
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
    parser.add_text("--view", "NAME", "A bookmark, with its dwell limit: paper, seahorse, …",
                    [&edits](const std::string& name) { use_view(name, edits); });
    parser.add_text("--julia", "RE,IM|none",
                    "The c of a Julia set; centre 0 and height 3.6 unless you give others",
                    [&edits](const std::string& text) { use_julia(text, edits); });
    parser.add_text("--center", "RE,IM", "The centre of the view; more than 128 KiB only in a file",
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
    add_engine_knobs(parser, edits, {"dwell", "precision", "quality"});
}

void add_engine_choice(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Engine");
    add_engine_knobs(parser, edits, {"engine", "scheme"});
}

void add_engine_options(OptionParser& parser, SettingsEdits& edits) {
    add_backend_options(parser, edits);
    add_engine_knobs(parser, edits, {"g", "r", "B", "block", "insertion"});
}

void add_machine_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Engine");
    add_engine_knobs(parser, edits, {"backend"});
    const Knob& device = knob_table<EngineRequest>()["device"];
    add_knob(parser, device, device.help, [&](const KnobValue& value) {
        EngineRequest asked;
        device.set(&asked, value);
        if (auto why = device_unavailable(asked.device)) throw UsageError("--device: " + *why);
        edits.push_back(set_engine(device, value));
    });
    const Knob& threads = knob_table<EngineRequest>()["threads"];
    parser.add_text("--threads", "auto|N", std::string(threads.help) + "; 0: all",
                    [&](const std::string& text) {
                        const auto number = text == "0" ? automatic_name : std::string_view(text);
                        edits.push_back(set_engine(threads, value_of(threads, number)));
                    });
}

void add_backend_options(OptionParser& parser, SettingsEdits& edits) {
    add_machine_options(parser, edits);
    add_engine_knobs(parser, edits, {"fill", "shortcuts"});
}

void add_palette_options(OptionParser& parser, SettingsEdits& edits) {
    parser.group("Colours");
    parser.add_text("--palette", "NAME|FILE", "A palette, or a .map or .gpl file",
                    [&edits](const std::string& text) { use_palette(text, edits); });
    add_setting<render::Mapping>(
        parser, edits, "--mapping", "How dwells or distances map to the palette",
        [](Settings& s, render::Mapping value) { s.colouring.mapping = value; });
    add_colour_number(parser, edits, "--period", "DWELLS",
                      "Dwells per turn of the palette, when cyclic", &render::Colouring::period);
}

void add_grid_option(OptionParser& parser, SettingsEdits& edits) {
    add_flag(parser, "--grid", "Draw the outlines of the regions over the picture", edits,
             [](Settings& s) { s.overlay.shown = true; });
}

void add_colour_options(OptionParser& parser, SettingsEdits& edits,
                        const std::string& about_smooth) {
    parser.group("Colours");
    add_setting<render::Quantity>(
        parser, edits, "--show", "Show the dwells, or where the work went",
        [](Settings& s, render::Quantity value) { s.colouring.shown = value; });
    add_palette_options(parser, edits);
    add_number(parser, edits, "--samples", "Antialiasing: the mean of N x N samples per pixel",
               {1, render::max_samples},
               [](Settings& s, int value) { s.colouring.samples = value; });
    add_flag(parser, "--smooth", about_smooth, edits,
             [](Settings& s) { s.colouring.smooth = true; });
    add_flag(parser, "--no-smooth", "Colours in bands, even if the given picture is smooth", edits,
             [](Settings& s) { s.colouring.smooth = false; });
    add_shading_options(parser, edits);
    add_grid_option(parser, edits);
    add_flag(parser, "--no-grid", "No outlines, even if the given picture has them", edits,
             [](Settings& s) { s.overlay.shown = false; });
}

void add_film_options(OptionParser& parser, const std::string& shows, FilmChoice& film) {
    parser.group("Film");
    add_file(parser, "--film", "FILE",
             fmt::format("Write {} as an animated picture (.webp) or, with ffmpeg, as a video "
                         "(.mp4, .mkv or .webm)",
                         shows),
             film.file, {std::begin(film_extensions), std::end(film_extensions)});
    parser.add_text(
        "--film-size", "WxH", "In pixels (default: suits the content)",
        [&film](const std::string& text) { film.size = size_of("--film-size", text, film_sides); });
    parser.add_text(
        "--film-seconds", "S", "Length in seconds (default: 6)", [&film](const std::string& text) {
            film.seconds = real_of("--film-seconds", text);
            if (film.seconds < min_film_seconds || film.seconds > max_film_seconds)
                reject_option(
                    "--film-seconds", text,
                    fmt::format("a number from {} to {}", min_film_seconds, max_film_seconds));
        });
    add_integer(parser, "--film-rate", "Frames per second (default: 25)", film_rates, film.rate);
}

void check_film(const OptionParser& parser, const FilmChoice& film) {
    for (const char* option : {"--film-size", "--film-seconds", "--film-rate"})
        if (!film.file && parser.given(option))
            throw UsageError(fmt::format(
                "{} describes a film: name its file too, as in --film film.webp", option));
}

void check_encoder_of(const FilmChoice& film) {
    if (film.file) check_encoder(*film.file);
}

FilmShape shape_of(const FilmChoice& film, ImageSize otherwise) {
    return {film.size.value_or(otherwise), film.seconds, film.rate};
}

bool write_film_of(const FilmChoice& film, const FilmShape& shape, const DrawFrame& draw,
                   const std::stop_token& stop) {
    std::atomic<double> progress{0};
    const ProgressLine line(
        [&] { return fmt::format("{}: {:.0f} %", film.file->string(), 100 * progress.load()); });
    return write_film(*film.file, shape, draw, stop, progress);
}

}  // namespace mariani::app
