// An open poster: its row in the panel, its cells over the picture, and its words.
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string size_text(ImageSize size) {
    return fmt::format("{} x {}", grouped(size.width), grouped(size.height));
}

std::string cells_text(const PosterSeen& poster) {
    if (poster.finished == poster.cells) return fmt::format("{} cells", grouped(poster.cells));
    return fmt::format("{} of {} cells finished", grouped(poster.finished), grouped(poster.cells));
}

// On the screen, within the picture.
struct Box {
    ImVec2 from, to;
};

Box place_of(const PanelContext& context, const PosterCell& cell) {
    const auto area = picture_area(context);
    const float unit = area.width() / static_cast<float>(context.seen.picture.width);
    const auto on_screen = [&](double x, double y) {
        return ImVec2{std::clamp(std::round(area.from.x + unit * static_cast<float>(x)),
                                 area.from.x, area.to.x),
                      std::clamp(std::round(area.from.y + unit * static_cast<float>(y)),
                                 area.from.y, area.to.y)};
    };
    return {on_screen(cell.left, cell.top), on_screen(cell.right, cell.bottom)};
}

void draw_cell(const PanelContext& context, const Box& box, bool finished) {
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float width = std::max(1.0f, std::round(scaled_length(context, 1)));
    if (!finished)
        list.AddRectFilled(box.from, box.to, tone::packed(tone::with_alpha(tone::window, 0.35f)));
    const ImVec2 to{box.to.x + width, box.to.y + width};  // neighbours share a line
    draw_frame(list, {box.from.x - width, box.from.y - width}, {to.x + width, to.y + width},
               3 * width, tone::packed(tone::with_alpha(tone::edge, 0.5f)));
    draw_frame(list, box.from, to, width, tone::packed(finished ? tone::brightest : tone::warning));
}

void cell_tooltip(const PanelContext& context, const PosterCell& cell) {
    const PosterSeen& poster = *context.seen.poster;
    tooltip_beside_mouse(context, [&] {
        ImGui::TextUnformatted(fmt::format("Cell {}, {}", cell.column, cell.row).c_str());
        if (!ImGui::BeginTable("cell", 2, ImGuiTableFlags_SizingFixedFit)) return;
        fact(context, "level", fmt::format("{} of 0 to {}", poster.level, poster.levels - 1));
        fact(context, "pixels", size_text(cell.size));
        fact(context, "state", cell.finished ? "finished" : "not computed yet");
        if (const auto& seen = context.seen.cursor_dwell) {
            const auto [name, text] = seen_value(*seen);
            fact(context, name, text);
        }
        ImGui::EndTable();
    });
}

}  // namespace

std::string poster_status(const PosterSeen& poster) {
    if (!poster.hidden.empty()) return "poster hidden";
    if (!poster.on_screen) return poster.beyond ? "beyond the poster" : "";
    return fmt::format("poster {}, level {}, {}", size_text(poster.size), poster.level,
                       cells_text(poster));
}

std::string poster_explanation(const PosterSeen& poster) {
    if (!poster.hidden.empty())
        return fmt::format("Engines compute the picture. The poster {} is not shown: {}.",
                           poster.folder, poster.hidden);
    if (!poster.on_screen)
        return fmt::format(
            "Engines compute the picture: it is finer than level 0 of the poster {}.",
            poster.folder);
    return fmt::format(
        "The picture is read from the poster {}. Level 0 is the whole poster, level {} the "
        "smallest picture of it.{}{}",
        poster.folder, poster.levels - 1,
        poster.standing_in > 0 ? " Cells that are not computed yet show a coarser level." : "",
        poster.alone ? "" : " Engines compute what lies outside of it or is finer than level 0.");
}

void poster_row(const PanelContext& context) {
    const auto& poster = context.seen.poster;
    if (!poster) return;
    const std::string name = std::filesystem::path(poster->folder).filename().string();
    row(context, "Poster", "The folder whose pictures are shown where they are fine enough.");
    if (button("Close", "Engines compute the view again (Esc).", button_width(4)))
        context.commands.push_back(Action::close_poster);
    ImGui::SameLine();
    value_text(name);
    explain(poster->folder);
    note_below(context, fmt::format("{}, {}", size_text(poster->size), cells_text(*poster)),
               tone::dim);
    if (!poster->hidden.empty())
        note_below(context, fmt::format("Not shown: {}.", poster->hidden), tone::warning);
}

void poster_cells(const PanelContext& context) {
    const auto& poster = context.seen.poster;
    if (!poster || context.seen.picture.width <= 0) return;
    const PosterCell* pointed = nullptr;
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const PosterCell& cell : poster->cells_on_screen) {
        const Box box = place_of(context, cell);
        draw_cell(context, box, cell.finished);
        const bool inside = mouse.x >= box.from.x && mouse.x < box.to.x && mouse.y >= box.from.y &&
                            mouse.y < box.to.y;
        if (inside && context.seen.cursor) pointed = &cell;
    }
    if (pointed && !ImGui::GetIO().WantCaptureMouse) cell_tooltip(context, *pointed);
}

}  // namespace mariani::app
