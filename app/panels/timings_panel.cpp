#include "app/measure/spread.hpp"
#include "app/panels/bar_plot.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/tab_rows.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct TimePart {
    const char* label;
    const char* explanation;
    ImVec4 colour;
    double (*of)(const FrameTimes&);
};

const std::array<TimePart, 3> parts{{
    {"compute", "The engine's time for the frame.", tone::compute,
     [](const FrameTimes& times) { return times.compute_ms; }},
    {"upload", "The time to copy the dwells to OpenGL.", tone::upload,
     [](const FrameTimes& times) { return times.upload_ms; }},
    {"draw", "The time to colour and draw the picture, overlay and panel.", tone::draw,
     [](const FrameTimes& times) { return times.draw_ms; }},
}};

double total_of(const FrameTimes& times) {
    return times.total();
}

double median(const std::deque<FrameTimes>& history, double (*of)(const FrameTimes&)) {
    if (history.empty()) return 0;
    std::vector<double> values;
    for (const auto& times : history) values.push_back(of(times));
    return spread_of(std::move(values)).median;
}

constexpr std::size_t most_bars = 120;

// Beside the plot just drawn.
void tell_times(const PanelContext& context, const FrameTimes& times) {
    place_beside_item(scaled_length(context, 190));
    ImGui::BeginTooltip();
    for (const auto& part : parts)
        value_text(fmt::format("{:<7} {} ms", part.label, significant(part.of(times))),
                   part.colour);
    value_text(fmt::format("{:<7} {} ms", "frame", significant(times.total())));
    ImGui::EndTooltip();
}

// A bar per frame, the newest at the right, its parts stacked.
void graph(const PanelContext& context) {
    const auto& history = context.seen.history;
    const std::size_t shown = std::min(history.size(), most_bars), left = most_bars - shown;
    const auto first = history.end() - static_cast<std::ptrdiff_t>(shown);
    double max = 0;
    std::vector<BarPart> stack;
    for (const auto& part : parts) stack.push_back({part.label, {}, {part.colour}});
    std::for_each(first, history.end(), [&](const FrameTimes& times) {
        max = std::max(max, times.total());
        for (std::size_t i = 0; i < parts.size(); ++i)
            stack[i].heights.push_back(parts[i].of(times));
    });
    if (!begin_bars(context, "frames", 84, {scale_above(max), scaled, most_bars})) return;
    plot_bars(stack, static_cast<double>(left), 0.75);
    if (!history.empty()) {
        const float weight = scaled_length(context, 1.5f);
        plot_line_at("##compute median", median(history, parts[0].of), tone::compute_median,
                     weight);
        plot_line_at("##frame median", median(history, total_of), tone::text, weight);
    }
    if (const auto place = end_bars(); place && *place >= left && *place < most_bars)
        tell_times(context, *(first + static_cast<std::ptrdiff_t>(*place - left)));
}

void times_row(double now, double middle, double whole) {
    ImGui::TableNextColumn();
    value_text_right(significant(now));
    ImGui::TableNextColumn();
    value_text_right(significant(middle));
    ImGui::TableNextColumn();
    value_text_right(share(now, whole), tone::dim);
}

void times_head() {
    for (const char* name : {"", "ms", "median", "share"}) {
        ImGui::TableNextColumn();
        value_text_right(name, tone::dim);
    }
}

void times_table(const PanelContext& context) {
    const auto& history = context.seen.history;
    const FrameTimes now = history.empty() ? FrameTimes{} : history.back();
    if (!ImGui::BeginTable("times", 4, ImGuiTableFlags_SizingStretchSame)) return;
    times_head();
    for (const auto& part : parts) {
        ImGui::TableNextColumn();
        swatch(context, part.colour, part.label);
        explain(part.explanation);
        times_row(part.of(now), median(history, part.of), now.total());
    }
    ImGui::TableNextColumn();
    swatch(context, tone::text, "frame");
    explain("compute + upload + draw; the lines mark the medians of the sum and of compute.");
    times_row(now.total(), median(history, total_of), now.total());
    ImGui::EndTable();
}

void tile(const std::string& value, const char* unit, const char* explanation) {
    ImGui::TableNextColumn();
    ImGui::BeginGroup();
    value_text(value);
    ImGui::TextDisabled("%s", unit);
    ImGui::EndGroup();
    explain(explanation);
}

void rates(const PanelContext& context) {
    double pixels = 0, iterations = 0, ms = 0;
    if (context.seen.frame) {
        const auto& stats = context.seen.frame->stats;
        pixels = static_cast<double>(pixel_count(context.seen.frame->plan.part));
        iterations = static_cast<double>(stats.total().iterations);
        ms = stats.compute_ms;
    }
    const auto rate = [&](double count, double unit) {
        return ms > 0 ? significant(count / (ms / 1000) / unit) : std::string("-");
    };
    if (!ImGui::BeginTable("rates", 4, ImGuiTableFlags_SizingStretchSame)) return;
    const double fps = context.seen.display_fps;
    tile(fps > 0 ? fmt::format("{:.0f}", fps) : "-", "fps",
         "Frames shown per second while the view moves. The row \"frame\" shows the time of one.");
    tile(rate(pixels, 1e6), "Mpixel/s", "Pixels of the picture per second of compute.");
    tile(rate(iterations, 1e9), "Giter/s", "Iterations per second of compute.");
    tile(pixels > 0 ? significant(iterations / pixels) : "-", "iter/pixel",
         "Iterations per pixel of the picture; filling lowers it.");
    ImGui::EndTable();
}

void energy_notes(const PanelContext& context) {
    const auto failure = failure_at(ExperimentPlace::energy, context.seen.laboratory);
    if (!failure.empty()) return note_below(context, std::string(failure), tone::error);
    if (!context.seen.laboratory.energy) return;
    const auto& [plan, energy] = *context.seen.laboratory.energy;
    note_below(context, energy_text(energy, pixel_count(plan.part)),
               energy.known() ? tone::text : tone::warning);
    const bool other = context.seen.frame && context.seen.frame->plan != plan;
    if (other && energy.known()) note_below(context, "measured on another frame", tone::dim);
}

// One frame is too short for a counter: energy is measured on demand, over many.
void energy_row(const PanelContext& context) {
    const auto& laboratory = context.seen.laboratory;
    row(context, "Energy",
        "The energy of one frame at these settings, in joules, and pixels per joule.");
    if (button("Measure###energy",
               "Repeats this frame for half a second or longer and reads the energy counter of the "
               "GPU or processor. The counter includes everything else that runs.",
               -FLT_MIN, laboratory.doing.empty()))
        context.commands.push_back(Action::measure_energy);
    with_room(2, [&] { energy_notes(context); });
}

}  // namespace

void timings_panel(const PanelContext& context) {
    of_picture(context, 0, [&] {
        graph(context);
        times_table(context);
    });
    const auto frames = std::ssize(context.seen.history);
    note(frames == 0 ? std::string("No frame has been timed yet.")
                     : fmt::format("Medians of the last {}.", counted(frames, "frame", "frames")));
    with_room(1, [&] {
        if (const auto& display = context.seen.display)
            note(fmt::format("Display: {}: {}", path_name(display->kind), display->reason));
    });
    gap(context);
    of_picture(context, 0, [&] { rates(context); });
    gap(context);
    energy_row(context);
    gap(context);
    log_rows(context, context.seen.log, "Writes one row per frame to a file.");
}

}  // namespace mariani::app
