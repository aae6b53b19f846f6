#include "app/panels/gasket_view.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket_picture.hpp"

#include <array>
#include <string>

#include <fmt/format.h>

namespace mariani::app {
namespace {

std::string pair_text(gasket::Cell pair) {
    return fmt::format("{}, {}", pair.x, pair.y);
}

std::string times_text(std::uint32_t times) {
    return times == 1 ? "once" : fmt::format("{} times", times);
}

void mark_in_picture(const PanelContext& context, const GasketView& view) {
    const auto area = picture_area(context);
    const ImageSize picture = context.seen.picture;
    const double unit = static_cast<double>(area.width()) / picture.width;
    const double cell = unit / cells_per_pixel(view.board, picture);
    const auto at = [&](double x, double y) {
        return ImVec2{area.from.x + static_cast<float>(0.5 * unit * picture.width +
                                                       cell * (x - view.board.center_x)),
                      area.from.y + static_cast<float>(0.5 * unit * picture.height +
                                                       cell * (y - view.board.center_y))};
    };
    const auto& [x, y] = view.hovered->cell;
    outline(context, *ImGui::GetBackgroundDrawList(), at(x, y), at(x + 1.0, y + 1.0));
}

void state_line(const PanelContext& context, const GasketView& view) {
    const GasketPlace& place = *view.hovered;
    if (!place.member) {
        swatch(context, tone_of(hole_colour),
               fmt::format("hole: digit {} is of no copy", *place.hole).c_str());
    } else if (view.hovered_alive) {
        const bool alive = *view.hovered_alive;
        swatch(context, tone_of(alive ? alive_colour : dead_colour), alive ? "alive" : "dead");
    } else {
        ImGui::TextDisabled("looking ...");
    }
}

// The block that computes the cell, or has a thread over the hole, once the step was watched.
void block_facts(const PanelContext& context, const GasketView& view) {
    const auto& trace = view.moment->trace;
    if (!trace) return;
    const GasketPlace& place = *view.hovered;
    const auto block = place.member ? std::optional(trace->grid.block_of(place.number))
                                    : trace->grid.block_at(place.cell, view.moment->shape.side);
    if (!block) return fact(context, "block", "none has a thread here");
    const BlockRecord& record = trace->blocks[*block];
    const bool gpu = view.moment->engine->backend == Backend::cuda;
    const auto us = [](std::uint32_t ns) { return significant(1e-3 * ns); };
    fact(context, "block",
         fmt::format("{} of {}, {}", grouped(*block), grouped(trace->grid.count),
                     use_name(record.use)));
    fact(context, gpu ? "multiprocessor" : "thread", std::to_string(record.unit));
    fact(context, "worked",
         fmt::format("from {} to {} \xc2\xb5s", us(record.begin_ns), us(record.end_ns)));
    if (place.member) fact(context, "computed", times_text(trace->visits[place.number]));
}

void facts(const PanelContext& context, const GasketView& view) {
    const GasketPlace& place = *view.hovered;
    if (!ImGui::BeginTable("cell", 2, ImGuiTableFlags_SizingFixedFit)) return;
    fact(context, "cell (x, y)", pair_text(place.cell));
    if (place.member) {
        fact(context, "compact (x, y)", pair_text(place.compact));
        fact(context, "number",
             fmt::format("{} of {}", grouped(place.number),
                         grouped(static_cast<std::int64_t>(view.moment->shape.cells))));
    }
    block_facts(context, view);
    ImGui::EndTable();
}

void column(const PanelContext& context, const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    mono_right(context, text, colour);
}

// The terms of both sums, from the smallest boxes to the largest.
void digit_rows(const PanelContext& context, const GasketPlace& place) {
    bool follows = true;  // all digits so far are of copies: nu's sum goes on
    for (std::size_t m = 0; m < place.digits.size(); ++m) {
        const GasketDigit& digit = place.digits[m];
        follows = follows && digit.copy;
        const ImVec4& tone = digit.copy ? tone::text : tone::warning;
        ImGui::TableNextRow();
        column(context, std::to_string(m), tone::dim);
        column(context, pair_text(digit.offset), tone);
        column(context, digit.copy ? std::to_string(*digit.copy) : "-", tone);
        column(context, pair_text(digit.lambda), tone::dim);
        column(context, pair_text(digit.lambda_sum), tone::text);
        column(context, follows ? pair_text(digit.nu) : "", tone::dim);
        column(context, follows ? pair_text(digit.nu_sum) : "", tone::text);
    }
}

void digits(const PanelContext& context, const GasketPlace& place) {
    if (place.digits.empty()) return;
    static constexpr std::array heads{
        "m", "x, y", "h", "s^m (x, y)", "\xce\xbb  sum", "k^(m/2) h", "\xce\xbd  sum"};
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable("digits", static_cast<int>(heads.size()), flags)) return;
    for (const char* head : heads) ImGui::TableSetupColumn(head);
    ImGui::TableNextRow();
    for (const char* head : heads) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", head);
    }
    digit_rows(context, place);
    ImGui::EndTable();
}

}  // namespace

void gasket_marks(const PanelContext& context) {
    const GasketView& view = *context.seen.gasket;
    if (!view.moment || !view.hovered || ImGui::IsAnyMouseDown()) return;
    mark_in_picture(context, view);
    place_beside_mouse(context);
    ImGui::BeginTooltip();
    state_line(context, view);
    facts(context, view);
    digits(context, *view.hovered);
    ImGui::EndTooltip();
}

}  // namespace mariani::app
