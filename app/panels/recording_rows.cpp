#include "app/panels/fields.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/printable.hpp"

#include <algorithm>
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
    row(context, "Input", "Records keys and mouse into a file, to be played again.");
    if (context.seen.recording) {
        if (button("Stop recording", "Ends the recording and writes its file.", -FLT_MIN))
            context.commands.push_back(Action::stop_recording);
    } else if (button("Record", "Begins to record keys and mouse.", -FLT_MIN)) {
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
    row(context, "Recording", "A file with recorded input; it can be dropped on the window, too.");
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
    if (button("Play", "Does again what was recorded, from the picture as it is; any input stops.",
               play, possible))
        context.commands.push_back(command::OpenFile{chosen});
    field_error(context, "##recording");
}

}  // namespace

void recording_rows(const PanelContext& context) {
    record_row(context);
    play_row(context);
}

}  // namespace mariani::app
