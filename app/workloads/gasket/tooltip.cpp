#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "app/workloads/gasket/place.hpp"
#include "app/workloads/gasket/view.hpp"

#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string pair_text(gasket::Cell pair) {
    return fmt::format("{}, {}", pair.x, pair.y);
}

std::string times_text(std::uint32_t times) {
    return times == 1 ? "once" : fmt::format("{} times", times);
}

void state_line(const PanelContext& context, const GasketView& view) {
    const GasketPlace& place = *view.hovered;
    if (!place.member) {
        swatch(context, tone_of(role::hole),
               fmt::format("Hole: digit {} belongs to no copy", *place.hole).c_str());
    } else if (view.hovered_alive) {
        const bool alive = *view.hovered_alive;
        swatch(context, tone_of(alive ? role::alive : role::dead), alive ? "alive" : "dead");
    } else {
        ImGui::TextDisabled("looking ...");
    }
}

// The block that computes the cell, or has a thread over the hole, once the step was watched.
void block_facts(const PanelContext& context, const GasketView& view) {
    const auto& trace = view.moment->trace;
    if (!trace) return;
    const GasketPlace& place = *view.hovered;
    const auto block = block_of(trace->grid, place, view.moment->shape.side);
    if (!block) return fact(context, "block", "no thread here");
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
    } else if (place.printed) {
        std::string printed;
        for (const GasketDigit& digit : place.digits)
            printed += fmt::format("{}{}", printed.empty() ? "" : " ", *digit.h);
        fact(context, "printed H, by digit", printed);
        fact(context, "\xce\xbd by the printed H", pair_text(*place.printed));
        fact(context, "\xce\xbd of cell", pair_text(lambda(view.moment->shape, *place.printed)));
    }
    block_facts(context, view);
    ImGui::EndTable();
}

void column(const std::string& text, const ImVec4& colour) {
    ImGui::TableNextColumn();
    value_text_right(text, colour);
}

// The terms of a cell's sums, from the smallest boxes to the largest.
void digit_rows(const GasketPlace& place) {
    for (std::size_t m = 0; m < place.digits.size(); ++m) {
        const GasketDigit& digit = place.digits[m];
        ImGui::TableNextRow();
        column(std::to_string(m), tone::dim);
        column(pair_text(digit.offset), tone::text);
        column(std::to_string(digit.h.value_or(0)), tone::text);
        column(pair_text(digit.lambda), tone::dim);
        column(pair_text(digit.lambda_sum), tone::text);
        column(pair_text(digit.nu), tone::dim);
        column(pair_text(digit.nu_sum), tone::text);
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

void digits(const GasketPlace& place) {
    static constexpr std::array heads{
        "m", "x, y", "h", "s^m (x, y)", "\xce\xbb  sum", "k^floor(m/2) h", "\xce\xbd  sum"};
    // Over a hole the card would cover the cells around it, and say little.
    if (place.digits.empty() || !place.member || !begin_columns("digits", heads)) return;
    digit_rows(place);
    ImGui::EndTable();
}

// As they lie around the cell.
void neighbours(const gasket::Shape& shape, gasket::Cell cell) {
    ImGui::TextDisabled("\xce\xbd of the neighbours");
    if (!ImGui::BeginTable("neighbours", 3, ImGuiTableFlags_SizingFixedSame)) return;
    const GasketNeighbours around = neighbours_of(shape, cell);
    for (std::size_t place = 0; place < 9; ++place) {
        if (place == 4) {
            const bool member = is_member(shape, cell);
            column(member ? pair_text(nu(shape, cell)) : "hole", tone::accent_bright);
            continue;
        }
        const GasketNeighbour& neighbour = around[place < 4 ? place : place - 1];
        if (neighbour.member)
            column(pair_text(neighbour.compact), tone::text);
        else
            column(neighbour.inside ? "hole" : "outside", tone::dim);
    }
    ImGui::EndTable();
}

// An entry of a matrix; beside a wrong one what it should be.
void entry(const PanelContext& context, float value, float right) {
    const std::string text = fmt::format("{:g}", value);
    if (value == right) return column(text, tone::text);
    const std::string correction = fmt::format(" {:g}", right);
    ImGui::TableNextColumn();
    push_mono(context.fonts);
    const float spare =
        ImGui::GetContentRegionAvail().x - ImGui::CalcTextSize((text + correction).c_str()).x;
    ImGui::PopFont();
    if (spare > 0) ImGui::SetCursorPosX(ImGui::GetCursorPosX() + spare);
    value_text(text, tone::error);
    ImGui::SameLine(0, 0);
    value_text(correction, tone::draw);
}

// A turned on its side: a line for each digit, then B.
void factor_rows(const PanelContext& context, const BlockProduct& product) {
    for (int m = 0; m < product.blocks.level; ++m) {
        const auto digit = static_cast<std::size_t>(m);
        ImGui::TableNextRow();
        column(std::to_string(m), tone::dim);
        for (int row = 0; row < 2; ++row)
            if (m % 2 == row)
                entry(context, product.weights.weight[m], product.right_weight(m));
            else
                column("0", tone::dim);
        for (const auto& each : product.columns)
            if (each.block.member)
                column(fmt::format("{:g}", each.b[digit]), tone::text);
            else
                column("-", tone::dim);
    }
}

// C, with the accumulators that it has been added in.
void product_rows(const PanelContext& context, const BlockProduct& product, const char* sums) {
    for (std::size_t row = 0; row < 2; ++row) {
        ImGui::TableNextRow();
        ImGui::TableSetBgColor(ImGuiTableBgTarget_RowBg0, tone::packed(tone::field));
        column("", tone::dim);
        column(sums, tone::dim);
        column(fmt::format("C {}", row), tone::dim);
        for (const auto& each : product.columns)
            if (each.block.member)
                entry(context, each.c[row], each.right(row));
            else
                column("-", tone::dim);
    }
}

// The same A and B, and C of each form.
void matrices(const PanelContext& context, const GasketView& view,
              std::span<const gasket::MmaForm> forms) {
    std::vector<BlockProduct> products;
    for (const gasket::MmaForm form : forms) {
        auto product = block_product(view.moment->problem, context.settings.gasket->numbers.rho,
                                     view.hovered->cell, form);
        if (!product) {
            ImGui::TextDisabled("Matrices of halves have no room for so many levels of blocks.");
            return;
        }
        products.push_back(std::move(*product));
    }
    const BlockProduct& first = products.front();
    ImGui::TextDisabled(
        "%s", fmt::format("\xce\xbd of the blocks around block {}: C = A B", pair_text(first.block))
                  .c_str());
    static constexpr std::array heads{"m", "A 0", "A 1", "B nw", "n", "ne",
                                      "w", "e",   "sw",  "s",    "se"};
    if (!begin_columns("matrices", heads)) return;
    factor_rows(context, first);
    for (std::size_t i = 0; i < forms.size(); ++i)
        product_rows(context, products[i], forms[i] == gasket::MmaForm::program ? "FP16" : "FP32");
    ImGui::EndTable();
}

void details(const PanelContext& context, const GasketView& view) {
    using enum gasket::MmaForm;
    static constexpr std::array exactly{exact};
    static constexpr std::array published{printed, program};
    switch (context.settings.gasket->detail) {
        case CellDetail::digits:
            return digits(*view.hovered);
        case CellDetail::around:
            return neighbours(view.moment->shape, view.hovered->cell);
        case CellDetail::matrices:
            return matrices(context, view, exactly);
        case CellDetail::published:
            return matrices(context, view, published);
    }
}

}  // namespace

void gasket_cell_facts(const PanelContext& context) {
    const GasketView& view = *tab_view<GasketView>(context.seen);
    state_line(context, view);
    facts(context, view);
    details(context, view);
    if (!view.hovered->member)
        ImGui::TextDisabled(
            "No \xce\xbb and no \xce\xbd: the compact\nrectangle (M) has no holes.");
}

}  // namespace mariani::app
