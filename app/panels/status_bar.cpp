#include "app/panels/card.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/observations.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::size_t max_messages = 5;

// Errors stay until dismissed.
double seconds_shown(Message::Kind kind) {
    switch (kind) {
        case Message::Kind::info:
            return 5.0;
        case Message::Kind::warning:
            return 9.0;
        case Message::Kind::error:
            break;
    }
    return std::numeric_limits<double>::infinity();
}

constexpr auto bar_flags = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove |
                           ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoNav |
                           ImGuiWindowFlags_NoFocusOnAppearing |
                           ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr std::array<const char*, 4> quantities{"dwell", "work", "level", "outcome"};

// With one digit more than tell neighbouring pixels apart.
std::string cursor_text(const PanelContext& context) {
    const auto& cursor = context.seen.cursor;
    if (!cursor) return "-";
    const Length apart = pitch(context.settings.view, context.seen.picture);
    const double decimals = std::max(std::ceil(-log10(apart)) + 1, 1.0);
    return place(*cursor, static_cast<int>(decimals));
}

struct Fact {
    std::string text;
    ImVec4 colour;
    std::string explanation;
};

// The most important first.
std::vector<Fact> facts_of(const PanelContext& context) {
    const auto& seen = context.seen;
    const bool previous = shows_previous(seen);
    Fact run{shown_tab(context).status(context), tone::dim, "The engine of this picture."};
    if (previous && !run.text.empty())
        run = {"previous: " + run.text, tone::warning,
               "The engine of the previous picture: the requested one is not computed yet."};
    if (context.settings.workload != Workload::mandelbrot) return {run};
    Fact size{magnification(context.settings.view.height), tone::dim,
              "The magnification relative to the view of the whole set."};
    Fact poster;
    if (seen.poster)
        poster = {poster_status(*seen.poster), tone::draw, poster_explanation(*seen.poster)};
    if (seen.poster && seen.poster->alone) return {poster, size};
    const auto state = seen.exactness.state;
    const bool running = state == Exactness::verifying || state == Exactness::proving;
    const bool doubtful = state == Exactness::open || state == Exactness::preview;
    std::vector<Fact> facts{{exactness_label(seen),
                             running    ? tone::dim
                             : doubtful ? tone::warning
                                        : tone::draw,
                             exactness_details(seen)},
                            run,
                            size,
                            poster};
    if (const auto& [taken, wanted, coming] = seen.samples; coming)
        facts.push_back(
            {fmt::format("samples {}/{}", taken, wanted), tone::dim,
             "Antialiasing samples per pixel; more are added while the picture rests."});
    if (seen.exporting)
        facts.push_back({fmt::format("exporting {:.0f} %", 100 * seen.export_progress), tone::dim,
                         "The poster that is being computed (Explore, Export: Cancel stops it)."});
    return facts;
}

// From the right end to the left; returns where they begin. Those that there is no room for are
// told with the explanations of the others.
float draw_facts(const PanelContext& context, std::vector<Fact> facts, float left) {
    const ImVec2 padding = ImGui::GetStyle().WindowPadding;
    float right = ImGui::GetWindowWidth() - padding.x;
    const auto width_of = [](const Fact& fact) { return ImGui::CalcTextSize(fact.text.c_str()).x; };
    const float gap = scaled_length(context, 18);
    std::string left_out;
    float free = right - left;
    std::erase_if(facts, [&](const Fact& fact) {
        const bool fits = width_of(fact) <= free;
        if (fits && !fact.text.empty()) free -= width_of(fact) + gap;
        if (!fits) left_out += (left_out.empty() ? "\n\n" : "\n") + fact.text;
        return !fits || fact.text.empty();
    });
    for (const Fact& fact : facts) {
        right -= width_of(fact);
        ImGui::SetCursorPos({right, padding.y});
        ImGui::TextColored(fact.colour, "%s", fact.text.c_str());
        explain(fact.explanation + left_out);
        right -= gap;
    }
    return right;
}

std::string dwell_text(const Observations& seen) {
    const auto& at = seen.cursor_dwell;
    const auto [name, value] = at ? seen_value(*at) : std::pair(quantities[0], std::string("-"));
    std::string text = fmt::format("{} {}", name, value);
    if (seen.cursor_work) text += fmt::format(", work {}", grouped(*seen.cursor_work));
    return text;
}

// The room that a dwell takes, though none may be shown: facts stay where they are.
float dwell_width(const PanelContext& context) {
    if (context.settings.workload != Workload::mandelbrot) return 0;
    push_mono(context.fonts);
    const auto most = "dwell " + grouped(context.settings.engine.dwell_limit);
    const auto shown = context.seen.cursor ? dwell_text(context.seen) : "";
    const float width =
        std::max(ImGui::CalcTextSize(most.c_str()).x, ImGui::CalcTextSize(shown.c_str()).x);
    ImGui::PopFont();
    return width + scaled_length(context, 18);
}

// As far as it fits.
void under_mouse(const PanelContext& context, float room) {
    if (!context.seen.cursor) return;
    const std::string dwell = dwell_text(context.seen);
    const std::string with_place = cursor_text(context) + "   " + dwell;
    push_mono(context.fonts);
    const bool fits = ImGui::CalcTextSize(with_place.c_str()).x <= room;
    ImGui::TextUnformatted((fits ? with_place : dwell).c_str());
    ImGui::PopFont();
    explain(
        "The point under the mouse, its dwell (the steps it took to escape), and the iterations "
        "spent on it, which are counted while work, levels or outcomes are shown.");
}

constexpr double info_seconds = 5;

// At the right of the line just drawn, or of another.
void how_to_stop(const char* stop) {
    const float free = content_right() - ImGui::CalcTextSize(stop).x;
    ImGui::SameLine();
    if (ImGui::GetCursorPosX() > free) ImGui::NewLine();
    ImGui::SetCursorPosX(free);
    ImGui::TextDisabled("%s", stop);
}

void progress_bar(double progress) {
    const auto percent = fmt::format("{:.0f} %", 100 * progress);
    ImGui::ProgressBar(static_cast<float>(progress), {-FLT_MIN, 0}, percent.c_str());
}

void progress(const PanelContext& context) {
    const std::string_view stage = context.seen.stage;
    ImGui::TextUnformatted(
        fmt::format("Computing{}{}", stage.empty() ? "" : " the ", stage).c_str());
    ImGui::SameLine();
    value_text(duration(context.seen.computing_for_ms), tone::dim);
    how_to_stop("Esc stops");
    if (context.seen.progress) progress_bar(*context.seen.progress);
    if (context.seen.shows_old) note("The previous picture is shown until this one is done.");
}

// What the settings no longer say. The plane of the Mandelbrot set stays what it is.
void dim_old_picture(const PanelContext& context) {
    const Observations& seen = context.seen;
    const bool old = seen.stopped || (seen.shows_old && computes_long(seen));
    if (!old || context.settings.workload == Workload::mandelbrot) return;
    constexpr float opacity = 0.55f;
    const auto area = picture_area(context);
    ImGui::GetBackgroundDrawList()->AddRectFilled(
        area.from, area.to, tone::packed(tone::with_alpha(tone::window, opacity)));
}

void playback(const PanelContext& context) {
    ImGui::TextUnformatted("Playing");
    ImGui::SameLine();
    value_text(printable(context.seen.played->name, longest_quote), tone::dim);
    how_to_stop("Esc or any input stops");
    progress_bar(context.seen.played->progress);
}

ImVec4 tone_of(Message::Kind kind) {
    if (kind == Message::Kind::error) return tone::error;
    return kind == Message::Kind::warning ? tone::warning : tone::accent_bright;
}

void message_text(const PanelContext& context, const Message& message, std::size_t index) {
    const bool stays = message.kind == Message::Kind::error;
    const float close = stays ? ImGui::GetTextLineHeight() : 0;
    const ImVec2 at = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    ImGui::PushClipRect(at, {at.x + size.x, at.y + size.y}, false);
    ImGui::GetWindowDrawList()->AddRectFilled(at, {at.x + scaled_length(context, 4), at.y + size.y},
                                              ImGui::GetColorU32(tone_of(message.kind)),
                                              ImGui::GetStyle().WindowRounding,
                                              ImDrawFlags_RoundCornersLeft);
    ImGui::PopClipRect();
    const float right = content_right();
    ImGui::PushTextWrapPos(right - close - (stays ? ImGui::GetStyle().ItemSpacing.x : 0));
    ImGui::TextUnformatted(message.text.c_str());
    ImGui::PopTextWrapPos();
    if (!stays) return;
    copy_menu("message", ImGui::IsWindowHovered(), message.text);
    ImGui::SameLine(right - close);
    if (close_button(close, "Dismisses this message."))
        context.commands.push_back(command::DismissMessage{index});
}

// Infos fade; errors stay until dismissed, as long as the window keeps them.
float opacity_of(const PanelContext& context, const Message& message) {
    if (message.kind != Message::Kind::info) return 1;
    return opacity_before(message.shown_since + info_seconds, context.seen.now);
}

void precision_warning(const PanelContext& context) {
    note("f64 is exhausted here: neighbouring pixels have the same coordinates.", tone::warning);
    if (button("Zoom out", "Goes back to where f64 tells pixels apart.", -FLT_MIN))
        context.commands.push_back(command::ZoomBy{16});
}

void limit_warning(const PanelContext& context) {
    Settings& settings = context.settings;
    const std::uint32_t limit = settings.engine.dwell_limit;
    const auto higher = static_cast<std::uint32_t>(
        std::min(std::uint64_t{limit} * 4, std::uint64_t{limits::dwell.max}));
    note(fmt::format("Every pixel reached the dwell limit {}.", grouped(limit)), tone::warning);
    if (button(fmt::format("Raise it to {}", grouped(higher)).c_str(),
               "Points that escape only after the limit look like the inside. The automatic limit "
               "adapts by itself.",
               -FLT_MIN))
        set_dwell_limit(settings, higher);
}

void inside_note(const PanelContext& context) {
    note("All of this view is inside the set.");
    if (button("Zoom out", "Shows four times the height: no dwell limit changes this picture.",
               -FLT_MIN))
        context.commands.push_back(command::ZoomBy{4});
}

void stopped(const PanelContext& context) {
    const bool view = context.settings.workload == Workload::mandelbrot;
    std::string text =
        view ? "Stopped: this view is not computed." : "Stopped: these settings are not computed.";
    if (!view || context.seen.frame) text += " The figures describe the last computed picture.";
    note(text, tone::warning);
    if (button("Compute it", "Computes it from the start (F5).", -FLT_MIN))
        context.commands.push_back(Action::recompute_frame);
}

}  // namespace

std::pair<const char*, std::string> seen_value(const SeenDwell& seen) {
    const auto [value, limit, coarse, quantity] = seen;
    const bool is_dwell = quantity == render::Quantity::dwell;
    std::string text = grouped(value);
    if (is_dwell && value >= limit) text = value == unknown_dwell ? "not known" : "inside";
    if (quantity == render::Quantity::outcome)
        text = name_of(static_cast<PixelOutcome>(value), false);
    if (coarse && value != unknown_dwell) text = "about " + text;
    return {quantities[static_cast<std::size_t>(quantity)], text};
}

void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text,
                  double now) {
    constexpr std::size_t longest = 1000;  // characters
    text = printable(text, longest);
    std::erase_if(messages, [&](const Message& message) { return message.text == text; });
    messages.push_back({kind, std::move(text), now});
    if (messages.size() > max_messages) messages.erase(messages.begin());
}

void expire_messages(std::vector<Message>& messages, double now) {
    std::erase_if(messages, [now](const Message& message) {
        return now - message.shown_since > seconds_shown(message.kind);
    });
}

void status_bar(const PanelContext& context) {
    const float height = context.seen.layout.status;
    if (height <= 0) return;
    const auto area = picture_area(context);
    ImGui::SetNextWindowPos({area.from.x, area.to.y + context.seen.layout.timeline});
    ImGui::SetNextWindowSize({area.width(), height});
    const float padding = 0.5f * (height - ImGui::GetTextLineHeight());
    ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 0);
    ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {scaled_length(context, 12), padding});
    ImGui::Begin("status bar", nullptr, bar_flags);
    const ImVec2 begin = ImGui::GetStyle().WindowPadding;
    const float end = draw_facts(context, facts_of(context), begin.x + dwell_width(context));
    if (context.settings.workload == Workload::mandelbrot) {
        ImGui::SetCursorPos(begin);
        under_mouse(context, end - begin.x);
    }
    ImGui::End();
    ImGui::PopStyleVar(3);
}

void status_overlay(const PanelContext& context) {
    const auto& seen = context.seen;
    dim_old_picture(context);
    const float space = scaled_length(context, card_space);
    float bottom = bottom_of_cards(context);
    const auto show = [&](const Card& card, const auto& contents) {
        bottom -= space + draw_card(context, card, bottom, contents);
    };
    if (seen.tour) show({"tour"}, [&] { tour_caption(context); });
    if (computes_long(seen)) show({"progress"}, [&] { progress(context); });
    if (seen.stopped) show({"stopped", 1, true}, [&] { stopped(context); });
    if (seen.searching)
        show({"search"}, [] {
            ImGui::TextUnformatted("Looking for a minibrot");
            how_to_stop("Esc stops");
        });
    if (seen.played) show({"played"}, [&] { playback(context); });
    if (const auto& error = seen.tab ? seen.tab->error : seen.engine_error)
        show({"engine error"}, [&] { note(*error, tone::error); });
    if (seen.precision_exhausted && context.settings.workload == Workload::mandelbrot)
        show({"precision", 1, true}, [&] { precision_warning(context); });
    if (seen.limit_hides_all && context.settings.workload == Workload::mandelbrot)
        show({"limit", 1, true}, [&] { limit_warning(context); });
    if (seen.all_inside && context.settings.workload == Workload::mandelbrot)
        show({"inside", 1, true}, [&] { inside_note(context); });
    for (std::size_t i = seen.messages.size(); i-- > 0;) {
        const auto& message = seen.messages[i];
        const float opacity = opacity_of(context, message);
        const auto name = fmt::format("message {}", i);
        if (opacity > 0)
            show({name.c_str(), opacity, message.kind == Message::Kind::error},
                 [&] { message_text(context, message, i); });
    }
}

}  // namespace mariani::app
