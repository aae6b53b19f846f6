#include "app/panels/fields.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::string_view ending = ".json";

// Those used last, then those that come with the program.
std::vector<std::string> known_recordings(const Observations& seen) {
    std::vector<std::string> known;
    for (const auto* list : {&seen.recent_files, &seen.recordings})
        for (const auto& path : *list)
            if (path.ends_with(ending) && std::ranges::find(known, path) == known.end())
                known.push_back(path);
    return known;
}

std::optional<std::string> why_refused(const std::string& path) {
    if (path.starts_with('/') && path.ends_with(ending)) return std::nullopt;
    return fmt::format("the recording is {}: it must begin with / and end with {}", in_quotes(path),
                       ending);
}

void record_row(const PanelContext& context) {
    row(context, "Input", "Records keys and mouse to a file that can be replayed.");
    if (context.seen.recording) {
        if (button("Stop recording", "Stops recording and writes the file.", -FLT_MIN))
            context.commands.push_back(Action::stop_recording);
    } else if (button("Record mouse and keys", "Starts recording keys and mouse.", -FLT_MIN)) {
        context.commands.push_back(Action::start_recording);
    }
}

// The known ones, from which the field beside it is filled.
void known_choice(const PanelContext& context, const std::vector<std::string>& known,
                  const std::string& chosen) {
    if (!ImGui::BeginCombo("##known recordings", "", ImGuiComboFlags_NoPreview)) return;
    int id = 0;
    for (const auto& path : known) {
        ImGui::PushID(id++);
        const auto name = std::filesystem::path(path).filename().string();
        if (ImGui::Selectable(printable(name, longest_quote).c_str(), path == chosen))
            context.state.recording = path;
        explain(path);
        ImGui::PopID();
    }
    ImGui::EndCombo();
}

void play_row(const PanelContext& context) {
    row(context, "Recording", "A file with recorded input; you can also drop it on the window.");
    const auto known = known_recordings(context.seen);
    const std::string& typed = context.state.recording;
    const std::string chosen = typed.empty() && !known.empty() ? known.front() : typed;
    const float play = scaled_length(context, 72), space = ImGui::GetStyle().ItemInnerSpacing.x;
    const float rest = -play - ImGui::GetFrameHeight() - 2 * space;
    if (const auto path = text_field(context, "##recording", chosen, why_refused, rest))
        context.state.recording = *path;
    explain(chosen);
    ImGui::SameLine(0, space);
    known_choice(context, known, chosen);
    ImGui::SameLine(0, space);
    const bool possible = !chosen.empty() && !field_refused(context, "##recording");
    if (button("Play", "Replays the recording from the current picture; any input stops it.", play,
               possible))
        context.commands.push_back(command::OpenFile{chosen});
    field_error(context, "##recording");
}

void screenshot_rows(const PanelContext& context) {
    auto& exports = context.settings.exports;
    row(context, "Include", "Items drawn into the exported picture.");
    checkbox("overlay", exports.with_overlay,
             "Draws the region grid into the exported picture while it is shown (G).");
    ImGui::SameLine();
    checkbox("panel", exports.with_panel,
             "Includes the panel in screenshots, at window size only.");
    const float width = button_width(2);
    if (button(
            "Screenshot (F12)",
            "Saves the window's picture as PNG; opening the file restores its view and settings.",
            width, !context.seen.exporting))
        context.commands.push_back(Action::screenshot);
    ImGui::SameLine();
    if (button("Copy picture", "Copies the picture to the clipboard (Ctrl+Shift+C).", width))
        context.commands.push_back(Action::copy_picture);
}

struct Preset {
    const char* name;
    ImageSize size;
};
constexpr std::array<Preset, 6> presets{{{"Full HD", {1920, 1080}},
                                         {"4K", {3840, 2160}},
                                         {"8K", {7680, 4320}},
                                         {"4096 square", {4096, 4096}},
                                         {"16384 square", {16384, 16384}},
                                         {"32768 square", {32768, 32768}}}};

void preset_row(const PanelContext& context) {
    auto& size = context.settings.exports.size;
    const char* shown = "other";
    for (const auto& preset : presets)
        if (preset.size == size) shown = preset.name;
    row(context, "Poster", "A picture of any size, computed in tiles.");
    resettable(
        context, [](auto& s) -> auto& { return s.exports.size; });
    if (!ImGui::BeginCombo("##preset", shown)) return;
    for (const auto& preset : presets) {
        const auto label = fmt::format("{}   {}", preset.name, to_text(preset.size));
        if (ImGui::Selectable(label.c_str(), preset.size == size)) size = preset.size;
    }
    const auto& window = context.seen.picture;
    if (window.width > 0 &&
        ImGui::Selectable(
            fmt::format("4 x the window   {}x{}", 4 * window.width, 4 * window.height).c_str(),
            false) &&
        limits::export_side.holds(4 * window.width) && limits::export_side.holds(4 * window.height))
        size = {4 * window.width, 4 * window.height};
    ImGui::EndCombo();
}

// False while a size is shown that no poster may have.
bool size_row(const PanelContext& context) {
    auto& size = context.settings.exports.size;
    row(context, "Size", "The poster's width and height in pixels, up to 32,768 each.");
    resettable(
        context, [](auto& s) -> auto& { return s.exports.size; });
    const float width = button_width(2);
    const auto edit = [&](const char* id, const char* name, int& side) {
        if (const auto typed = integer_field(context, id, name, side, limits::export_side, width))
            side = static_cast<int>(*typed);
    };
    edit("##poster width", "the poster's width", size.width);
    ImGui::SameLine();
    edit("##poster height", "the poster's height", size.height);
    field_error(context, "##poster width");
    field_error(context, "##poster height");
    return !field_refused(context, "##poster width") && !field_refused(context, "##poster height");
}

// The expected cost of the poster, extrapolated from the frame shown.
void estimate(const PanelContext& context) {
    const auto pixels = static_cast<double>(pixel_count(context.settings.exports.size));
    std::string text = scaled(pixels) + "pixel";
    if (pixels < 1000 || text.find(' ') == std::string::npos) text = scaled(pixels) + " pixels";
    if (const auto& frame = context.seen.frame; frame && frame->stats.compute_ms > 0) {
        const auto shown = static_cast<double>(pixel_count(frame->plan.part));
        const int samples = samples_a_pixel(context.settings.colouring);
        text += ", about " + duration(frame->stats.compute_ms * pixels / shown * (1 + samples)) +
                " to compute, by this one frame's rate";
        if (samples > 0) text += fmt::format(", with {} samples per pixel", samples);
    }
    note_below(context, text, tone::dim);
}

// Both buttons keep their places: a second click on Cancel starts no other poster.
void poster_buttons(const PanelContext& context, bool size_valid) {
    const auto& seen = context.seen;
    const float cancel = scaled_length(context, 80);
    const float width = -cancel - ImGui::GetStyle().ItemSpacing.x;
    if (seen.exporting) {
        const auto state = seen.export_cancelled
                               ? std::string("cancelling")
                               : fmt::format("{:.0f} %", 100 * seen.export_progress);
        ImGui::ProgressBar(static_cast<float>(seen.export_progress), {width, 0}, state.c_str());
    } else if (button("Export poster", "Computes the view at this size and saves it as PNG.", width,
                      size_valid)) {
        context.commands.push_back(Action::export_poster);
    }
    ImGui::SameLine();
    if (button("Cancel", "Stops the export; no file is left behind.", cancel,
               seen.exporting && !seen.export_cancelled))
        context.commands.push_back(Action::cancel_export);
}

void poster_rows(const PanelContext& context) {
    preset_row(context);
    const bool size_valid = size_row(context);
    with_room(1, [&] {
        if (size_valid) estimate(context);
    });
    poster_buttons(context, size_valid);
}

void file_rows(const PanelContext& context) {
    auto& folder = context.settings.exports.folder;
    row(context, "Folder", "The folder for pictures. If empty, your Pictures folder is used.");
    resettable(
        context, [](auto& s) -> auto& { return s.exports.folder; });
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        if (text.empty() || text.front() == '/') return std::nullopt;
        return fmt::format("the folder is {}: it must begin with /", in_quotes(text));
    };
    if (const auto typed = text_field(context, "##folder", folder, validate, -FLT_MIN))
        folder = *typed;
    field_error(context, "##folder");
    note_below(context, folder.empty() ? "Default: your Pictures folder" : "", tone::dim);
    with_room(2, [&] {
        if (!context.seen.export_path.empty())
            note_below(context,
                       (context.seen.exporting ? "writing " : "last: ") + context.seen.export_path,
                       tone::dim);
    });
}

void recording_rows(const PanelContext& context) {
    record_row(context);
    play_row(context);
}

}  // namespace

void export_panel(const PanelContext& context) {
    screenshot_rows(context);
    gap(context);
    poster_rows(context);
    gap(context);
    file_rows(context);
    recording_rows(context);
}

}  // namespace mariani::app
