#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"

#include <array>
#include <cstddef>
#include <string>

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr int longest_caption = 3;  // lines; they keep their room

struct Caption {
    const char* title;
    const char* words;  // what is true of every picture
};

// By TourStop.
constexpr std::array<Caption, tour_stops> captions{{
    {"The Mandelbrot set",
     "A pixel's colour shows its dwell: how many steps its point takes to get further than 2 from "
     "zero."},
    {"Regions",
     "The picture is cut into regions, of which only the borders are iterated at first: one whose "
     "border has one dwell is filled with it."},
    {"Level by level",
     "Any other region is subdivided, level by level, down to the stopping size, where all of its "
     "pixels are iterated. Black is what is not known yet."},
    {"Seahorse valley",
     "Regions follow the picture: they stay large where the dwell is the same, and become small "
     "where it changes."},
    {"What was never iterated",
     "The colours show how each pixel got its dwell; the legend names them."},
    {"Ex, the exhaustive engine", "Ex iterates every pixel."},
    {"ASK, an engine that subdivides", "ASK, adaptive serial kernels, subdivides level by level."},
    {"Colours",
     "Another palette needs no new iterations: the known dwells only get other colours."},
    {"Back to your picture", "Everything is as it was before the tour. F1 lists the keys."},
}};

const Caption& caption_at(TourStop stop) {
    return captions.at(static_cast<std::size_t>(stop));
}

std::string frame_ms_text(double ms) {
    return significant(ms) + " ms";
}

std::string adaptive_text(const TourFigures& figures) {
    if (!figures.exhaustive_ms)
        return fmt::format("This picture took it {}.", frame_ms_text(figures.ms));
    return fmt::format("The same picture took it {}, and Ex {}.", frame_ms_text(figures.ms),
                       frame_ms_text(*figures.exhaustive_ms));
}

// What is true of the one on screen.
std::string figures_of(TourStop stop, const TourFigures& figures) {
    switch (stop) {
        case TourStop::set:
            return fmt::format("Black pixels reach the dwell limit, {}: they are inside.",
                               grouped(figures.dwell_limit));
        case TourStop::regions:
            return fmt::format("Here {} of {} regions were filled.", grouped(figures.filled),
                               grouped(figures.regions));
        case TourStop::seahorse:
            return fmt::format("Here there are {} of them on {} levels.", grouped(figures.regions),
                               figures.levels);
        case TourStop::outcomes:
            return fmt::format("{} of these pixels were filled, and never iterated.",
                               share(static_cast<double>(figures.pixels_filled),
                                     static_cast<double>(figures.pixels)));
        case TourStop::exhaustive:
            return fmt::format("This picture took it {} on this machine.",
                               frame_ms_text(figures.ms));
        case TourStop::adaptive:
            return adaptive_text(figures);
        default:
            return "";
    }
}

std::string caption_of(const TourView& tour) {
    std::string text = caption_at(tour.stop).words;
    if (!tour.figures) return text;
    if (const auto figures = figures_of(tour.stop, *tour.figures); !figures.empty())
        text += ' ' + figures;
    return text;
}

// How much of the time to read has passed.
void reading_line(const PanelContext& context, double read) {
    const ImVec2 from = ImGui::GetCursorScreenPos();
    const float width = ImGui::GetContentRegionAvail().x, height = scaled_length(context, 2);
    auto& list = *ImGui::GetWindowDrawList();
    list.AddRectFilled(from, {from.x + width, from.y + height}, tone::packed(tone::field));
    list.AddRectFilled(from, {from.x + static_cast<float>(read) * width, from.y + height},
                       tone::packed(tone::accent_bright));
    ImGui::Dummy({width, height});
}

}  // namespace

void tour_caption(const PanelContext& context) {
    const TourView& tour = *context.seen.tour;
    ImGui::TextUnformatted(caption_at(tour.stop).title);
    const auto number = fmt::format("{} of {}", static_cast<int>(tour.stop) + 1, tour_stops);
    ImGui::SameLine();
    mono_right(context, number, tone::dim);
    with_room(longest_caption, [&] { note(caption_of(tour), tone::text); });
    reading_line(context, tour.read);
    note("Space, Right: next     Left: back     Esc or a click: end");
}

}  // namespace mariani::app
