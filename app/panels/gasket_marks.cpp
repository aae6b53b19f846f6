#include "app/panels/gasket_view.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/gasket_neighbours.hpp"
#include "app/workloads/gasket_picture.hpp"
#include "render/picture/overlay_style.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <functional>
#include <span>
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

// From cells of the box to ImGui's units.
class OnScreen {
  public:
    OnScreen(const PanelContext& context, const gasket::BoardView& board)
        : board_(board), area_(picture_area(context)) {
        const ImageSize picture = context.seen.picture;
        const double unit = static_cast<double>(area_.width()) / picture.width;
        cell_ = unit / cells_per_pixel(board, picture);
        middle_ = {area_.from.x + static_cast<float>(0.5 * unit * picture.width),
                   area_.from.y + static_cast<float>(0.5 * unit * picture.height)};
    }

    float cell() const { return static_cast<float>(cell_); }
    ImVec2 at(double x, double y) const {
        return {middle_.x + static_cast<float>(cell_ * (x - board_.center_x)),
                middle_.y + static_cast<float>(cell_ * (y - board_.center_y))};
    }
    // Within what is drawn: a line far outside would be lost.
    ImVec2 near(double x, double y) const {
        constexpr float beyond = 4;
        const ImVec2 place = at(x, y);
        return {std::clamp(place.x, area_.from.x - beyond, area_.to.x + beyond),
                std::clamp(place.y, area_.from.y - beyond, area_.to.y + beyond)};
    }

  private:
    gasket::BoardView board_;
    PictureArea area_;
    double cell_ = 1;
    ImVec2 middle_;
};

void mark_in_picture(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    const double x = view.hovered->cell.x, y = view.hovered->cell.y;
    outline(context, *ImGui::GetBackgroundDrawList(), screen.at(x, y), screen.at(x + 1, y + 1));
}

// The smallest boxes first: where sides coincide, the largest is seen.
void outline_tiles(const PanelContext& context, const GasketView& view) {
    const OnScreen screen(context, view.board);
    ImDrawList& list = *ImGui::GetBackgroundDrawList();
    const float line = std::max(1.0f, std::round(scaled_length(context, 1)));
    auto boxes = view.tiles->boxes;
    std::ranges::stable_sort(boxes, std::greater(), &GasketBox::depth);
    for (const GasketBox& box : boxes) {
        const double x = box.corner.x, y = box.corner.y, side = box.side;
        const ImVec2 from = screen.near(x, y), to = screen.near(x + side, y + side);
        list.AddRect(from, to, tone::packed(tone::with_alpha(tone::window, 0.7f)), 0, 3 * line);
        list.AddRect(from, to, tone::packed(tone_of(render::level_colour(box.depth))), 0, line);
    }
    const float radius = std::clamp(0.2f * screen.cell(), 1.0f, scaled_length(context, 5));
    for (const auto& [x, y] : view.tiles->contacts) {
        const ImVec2 middle = screen.at(x + 0.5, y + 0.5);
        list.AddCircleFilled(middle, radius + line, tone::packed(tone::window));
        list.AddCircleFilled(middle, radius, tone::packed(tone::text));
    }
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

// With these heads; the rows follow.
bool begin_columns(const char* id, std::span<const char* const> heads) {
    const ImGuiTableFlags flags = ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_BordersInnerV;
    if (!ImGui::BeginTable(id, static_cast<int>(heads.size()), flags)) return false;
    ImGui::TableNextRow();
    for (const char* head : heads) {
        ImGui::TableNextColumn();
        ImGui::TextDisabled("%s", head);
    }
    return true;
}

void digits(const PanelContext& context, const GasketPlace& place) {
    if (place.digits.empty()) return;
    static constexpr std::array heads{
        "m", "x, y", "h", "s^m (x, y)", "\xce\xbb  sum", "k^floor(m/2) h", "\xce\xbd  sum"};
    if (!begin_columns("digits", heads)) return;
    digit_rows(context, place);
    ImGui::EndTable();
}

// As they lie around the cell.
void neighbours(const PanelContext& context, const gasket::Shape& shape, gasket::Cell cell) {
    ImGui::TextDisabled("\xce\xbd of the neighbours");
    if (!ImGui::BeginTable("neighbours", 3, ImGuiTableFlags_SizingFixedSame)) return;
    const GasketNeighbours around = neighbours_of(shape, cell);
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == 4) {
            const bool member = is_member(shape, cell);
            column(context, member ? pair_text(nu(shape, cell)) : "hole", tone::accent_bright);
            continue;
        }
        const GasketNeighbour& neighbour = around[place < 4 ? place : place - 1];
        if (neighbour.member)
            column(context, pair_text(neighbour.compact), tone::text);
        else
            column(context, neighbour.inside ? "hole" : "outside", tone::dim);
    }
    ImGui::EndTable();
}

void entry(const PanelContext& context, float value, bool right) {
    column(context, fmt::format("{:g}", value), right ? tone::text : tone::error);
}

// A turned on its side: a line for each digit, then B; C is below.
void product_rows(const PanelContext& context, const BlockProduct& product) {
    for (int m = 0; m < product.blocks.level; ++m) {
        const auto digit = static_cast<std::size_t>(m);
        const float weight = product.weights.weight[m];
        ImGui::TableNextRow();
        column(context, std::to_string(m), tone::dim);
        for (int row = 0; row < 2; ++row)
            if (m % 2 == row)
                entry(context, weight, weight == product.right_weight(m));
            else
                column(context, "0", tone::dim);
        for (const auto& each : product.columns)
            if (each.block.member)
                column(context, fmt::format("{:g}", each.b[digit]), tone::text);
            else
                column(context, "-", tone::dim);
    }
    for (std::size_t row = 0; row < 2; ++row) {
        ImGui::TableNextRow();
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, tone::packed(tone::field));
        column(context, "", tone::dim);
        column(context, "C", tone::dim);
        column(context, std::to_string(row), tone::dim);
        for (const auto& each : product.columns)
            if (each.block.member)
                entry(context, each.c[row], each.c[row] == each.right(row));
            else
                column(context, "-", tone::dim);
    }
}

void matrices(const PanelContext& context, const GasketView& view, gasket::MmaSums sums) {
    const gasket::Problem& problem = view.moment->problem;
    const auto product =
        block_product(problem, context.settings.gasket.rho, view.hovered->cell, sums);
    if (!product) {
        ImGui::TextDisabled("No matrices of halves have room for that many levels of blocks.");
        return;
    }
    ImGui::TextDisabled("%s", fmt::format("\xce\xbd of the blocks around block {}: C = A B",
                                          pair_text(product->block))
                                  .c_str());
    static constexpr std::array heads{"m", "A 0", "A 1", "B nw", "n", "ne",
                                      "w", "e",   "sw",  "s",    "se"};
    if (!begin_columns("matrices", heads)) return;
    product_rows(context, *product);
    ImGui::EndTable();
}

void details(const PanelContext& context, const GasketView& view) {
    switch (context.settings.gasket.detail) {
        case CellDetail::digits:
            return digits(context, *view.hovered);
        case CellDetail::around:
            return neighbours(context, view.moment->shape, view.hovered->cell);
        case CellDetail::matrices:
            return matrices(context, view, gasket::MmaSums::exact);
        case CellDetail::published:
            return matrices(context, view, gasket::MmaSums::published);
    }
}

}  // namespace

void gasket_marks(const PanelContext& context) {
    const GasketView& view = *context.seen.gasket;
    if (view.tiles) outline_tiles(context, view);
    if (!view.moment || !view.hovered || ImGui::IsAnyMouseDown()) return;
    mark_in_picture(context, view);
    place_beside_mouse(context);
    ImGui::BeginTooltip();
    state_line(context, view);
    facts(context, view);
    details(context, view);
    ImGui::EndTooltip();
}

}  // namespace mariani::app
