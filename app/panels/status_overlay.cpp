#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr double long_frame_ms = 250;  // before that, a progress bar would only flicker
constexpr double info_seconds = 4, fade_seconds = 1;
constexpr auto card_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                            ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_AlwaysAutoResize |
                            ImGuiWindowFlags_NoFocusOnAppearing | ImGuiWindowFlags_NoNav;

// A card over the picture, its lower middle at the given height; returns its height.
template <typename Contents>
float card(const PanelContext& context, const char* name, float bottom, float opacity,
           const Contents& contents) {
    const auto area = picture_area(context);
    const float margin = scaled_length(context, 16);
    const float width = std::min(scaled_length(context, 420), area.width() - 2 * margin);
    ImGui::SetNextWindowPos({0.5f * (area.from.x + area.to.x), bottom}, ImGuiCond_Always,
                            {0.5f, 1});
    ImGui::SetNextWindowSize({std::max(width, 1.0f), 0});
    ImGui::PushStyleVar(ImGuiStyleVar_Alpha, opacity);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::SetNextWindowBgAlpha(0.92f);
    ImGui::Begin(name, nullptr, card_flags);
    contents();
    const float height = ImGui::GetWindowHeight();
    ImGui::End();
    ImGui::PopStyleVar(2);
    return height;
}

void progress(const PanelContext& context) {
    const auto& seen = context.seen;
    ImGui::TextUnformatted("Computing");
    ImGui::SameLine();
    mono(context, duration(seen.computing_for_ms), tone::dim);
    const char* stop = "Esc stops";
    const float free = ImGui::GetWindowContentRegionMax().x - ImGui::CalcTextSize(stop).x;
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() > free) ImGui::NewLine();
    ImGui::SetCursorPosX(free);
    ImGui::TextDisabled("%s", stop);
    const auto percent = fmt::format("{:.0f} %", 100 * seen.progress);
    ImGui::PushFont(context.fonts.mono);
    ImGui::ProgressBar(static_cast<float>(seen.progress), {-FLT_MIN, 0}, percent.c_str());
    ImGui::PopFont();
}

ImVec4 tone_of(Message::Kind kind) {
    if (kind == Message::Kind::error) return tone::error;
    return kind == Message::Kind::warning ? tone::warning : tone::accent_bright;
}

void message_text(const PanelContext& context, const Message& message, std::size_t index) {
    const bool stays = message.kind == Message::Kind::error;
    const float close = stays ? ImGui::GetFrameHeight() : 0;
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::PushClipRect(at, {at.x + size.x, at.y + size.y}, false);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + scaled_length(context, 4), at.y + size.y},
                                              ImGui::GetColorU32(tone_of(message.kind)),
                                              ImGui::GetStyle().WindowRounding,
                                              ImDrawFlags_RoundCornersLeft);
    ImGui::PopClipRect();
    const float right = ImGui::GetWindowContentRegionMax().x;
    ImGui::PushTextWrapPos(right - close - (stays ? ImGui::GetStyle().ItemSpacing.x : 0));
    ImGui::TextUnformatted(message.text.c_str());
    ImGui::PopTextWrapPos();
    if (!stays) return;
    ImGui::SameLine(right - close);
    if (ImGui::SmallButton("x")) context.commands.push_back(command::DismissMessage{index});
    explain("Dismisses this message.");
}

// Infos fade; errors stay until they are dismissed, as far as the window keeps them.
float opacity_of(const PanelContext& context, const Message& message) {
    if (message.kind != Message::Kind::info) return 1;
    const double left = message.shown_since + info_seconds + fade_seconds - context.seen.now;
    return static_cast<float>(std::clamp(left / fade_seconds, 0.0, 1.0));
}

}  // namespace

void status_overlay(const PanelContext& context) {
    const auto& seen = context.seen;
    const float space = scaled_length(context, 8);
    float bottom = picture_area(context).to.y - scaled_length(context, 16);
    if (seen.computing && seen.computing_for_ms >= long_frame_ms)
        bottom -= space + card(context, "progress", bottom, 1, [&] { progress(context); });
    if (seen.engine_error)
        bottom -= space + card(context, "engine error", bottom, 1,
                               [&] { note(*seen.engine_error, tone::error); });
    if (seen.precision_exhausted)
        bottom -= space + card(context, "precision", bottom, 1, [&] {
                      note("f64 is exhausted here: neighbouring pixels fall on the same numbers.",
                           tone::warning);
                      if (button("Zoom out", "Back to where f64 tells pixels apart.", -FLT_MIN))
                          context.commands.push_back(command::ZoomBy{16});
                  });
    for (std::size_t i = seen.messages.size(); i-- > 0;) {
        const auto& message = seen.messages[i];
        const float opacity = opacity_of(context, message);
        if (opacity <= 0) continue;
        bottom -= space + card(context, fmt::format("message {}", i).c_str(), bottom, opacity,
                               [&] { message_text(context, message, i); });
    }
}

}  // namespace mariani::app
