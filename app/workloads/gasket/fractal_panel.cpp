#include "app/panels/curve_chart.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/knob_row.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/place.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Another fractal, level, density or seed begins anew, from its own first state.
void begin_with(GasketSettings& settings, const GasketSettings& changed) {
    settings = changed;
    settings.steps = 0;
}

// The whole of another box is shown, of at most the level that there can be.
void choose_fractal(GasketSettings& settings, const std::string& name) {
    GasketSettings changed = settings;
    changed.fractal = name;
    int& level = changed.numbers.level;
    level = std::min(level, max_level(gasket::parse_fractal(name)));
    changed.height.reset();
    begin_with(settings, changed);
}

// That of a fractal of the list, or its own.
std::string name_of(const gasket::Fractal& fractal) {
    for (const gasket::Fractal& each : gasket::named_fractals())
        if (each.same_cells(fractal)) return each.name;
    return offsets_text(fractal);
}

void fractal_row(const PanelContext& context) {
    auto& settings = *context.settings.gasket;
    row(context, "Fractal",
        "The copies of one level, placed in a box of s x s, make the next level.");
    ImGui::SetNextItemWidth(-FLT_MIN);
    if (!ImGui::BeginCombo("##fractal", settings.fractal.c_str(), ImGuiComboFlags_HeightLarge))
        return;
    for (const gasket::Fractal& each : gasket::named_fractals()) {
        if (ImGui::Selectable(each.name.c_str(), each.name == settings.fractal)) {
            context.state.fractal_refusal.clear();
            choose_fractal(settings, each.name);
        }
        explain(fmt::format("s {}, k {}: {}", each.side, each.offsets.size(),
                            gasket::offsets_text(each)));
    }
    ImGui::EndCombo();
}

// The fractal with these copies; it is refused where it cannot be at this level.
void try_copies(const PanelContext& context, const gasket::Fractal& changed) {
    auto& settings = *context.settings.gasket;
    std::string& refusal = context.state.fractal_refusal;
    refusal.clear();
    if (changed.offsets.size() < 2) {
        refusal = "A fractal needs at least two copies in its box.";
    } else if (const int most = max_level(changed); settings.numbers.level > most) {
        refusal = fmt::format("With s {} and k {} the level r can be at most {}: lower it first.",
                              changed.side, changed.offsets.size(), most);
    } else {
        choose_fractal(settings, name_of(changed));
    }
}

void side_row(const PanelContext& context, const gasket::Fractal& fractal) {
    row(context, "s  box", "The number of boxes along one side; copies outside are removed.");
    const auto next = integer_field(context, "##s", "s", fractal.side,
                                    {gasket::Fractal::min_side, gasket::Fractal::max_side},
                                    ImGui::GetContentRegionAvail().x);
    field_error(context, "##s");
    if (!next) return;
    gasket::Fractal changed = fractal;
    changed.side = static_cast<int>(*next);
    std::erase_if(changed.offsets, [&](const gasket::Offset& each) {
        return std::max(each.x, each.y) >= changed.side;
    });
    try_copies(context, changed);
}

// Row by row, as copies are numbered.
gasket::Fractal with_toggled(const gasket::Fractal& fractal, gasket::Offset at) {
    gasket::Fractal changed = fractal;
    if (std::erase(changed.offsets, at) == 0) changed.offsets.push_back(at);
    std::ranges::sort(changed.offsets, {},
                      [](const gasket::Offset& each) { return std::pair(each.y, each.x); });
    return changed;
}

// A box of the box: filled and with the copy's number, or empty.
void draw_box(const PanelContext& context, ImVec2 from, float side, std::optional<int> copy) {
    auto& list = *ImGui::GetWindowDrawList();
    const bool hovered = ImGui::IsItemHovered();
    const ImVec4& tone = copy ? (hovered ? tone::accent_bright : tone::accent)
                              : (hovered ? tone::raised : tone::field);
    const float seam = std::max(1.0f, std::round(scaled_length(context, 1)));
    const ImVec2 to{from.x + side - seam, from.y + side - seam};
    list.AddRectFilled(from, to, tone::packed(tone));
    if (!copy) return;
    const std::string number = std::to_string(*copy);
    const ImVec2 size = ImGui::CalcTextSize(number.c_str());
    list.AddText(
        {std::round(0.5f * (from.x + to.x - size.x)), std::round(0.5f * (from.y + to.y - size.y))},
        tone::packed(tone::text), number.c_str());
}

void copies_row(const PanelContext& context, const gasket::Fractal& fractal) {
    row(context, "Copies", "Click to add or remove a copy here.");
    const float side = std::floor(scaled_length(context, fractal.side < 6 ? 30 : 24));
    const ImVec2 corner = ImGui::GetCursorScreenPos();
    for (int y = 0; y < fractal.side; ++y)
        for (int x = 0; x < fractal.side; ++x) {
            const ImVec2 from{corner.x + side * static_cast<float>(x),
                              corner.y + side * static_cast<float>(y)};
            ImGui::SetCursorScreenPos(from);
            const auto id = fmt::format("copy {},{}", x, y);
            const bool clicked = invisible_button(id.c_str(), {side, side});
            const auto found = std::ranges::find(fractal.offsets, gasket::Offset{x, y});
            const bool is_copy = found != fractal.offsets.end();
            draw_box(context, from, side,
                     is_copy ? std::optional(static_cast<int>(found - fractal.offsets.begin()))
                             : std::nullopt);
            if (clicked) try_copies(context, with_toggled(fractal, {x, y}));
        }
    if (!context.state.fractal_refusal.empty())
        note_below(context, context.state.fractal_refusal, tone::error);
}

void number_row(const PanelContext& context, std::string_view id,
                const std::optional<IntegerRange>& range = std::nullopt) {
    auto& settings = *context.settings.gasket;
    GasketSettings changed = settings;
    const Knob& knob = knob_table<gasket::Numbers>()[id];
    const gasket::Numbers usual = usual_problem<gasket::Numbers>();
    knob_row(context, knob, &changed.numbers, {.range = range, .usual = knob.get(&usual)});
    if (changed.numbers == settings.numbers) return;
    if (changed.numbers.level != settings.numbers.level) {
        context.state.fractal_refusal.clear();
        changed.height.reset();
    }
    begin_with(settings, changed);
}

void size_rows(const PanelContext& context) {
    const auto problem = gasket_problem(*context.settings.gasket);
    const auto shape = shape_of(problem.fractal, problem.level);
    row_text(context, "Box", "The cells along a side, and the cells of the fractal.",
             fmt::format("n {}, {} cells", grouped(shape.side),
                         grouped(static_cast<std::int64_t>(shape.cells))));
}

void compaction_row(const PanelContext& context) {
    constexpr int of_a_line = 3;
    std::string text = "\xcf\x81 ";
    int count = 0;
    for (const auto& [rho, times] : compactions_of(gasket_problem(*context.settings.gasket))) {
        if (count > 0) text += count % of_a_line == 0 ? ",\n" : ", ";
        text += fmt::format("{}: {} x", rho, significant(times));
        ++count;
    }
    row_text(context, "Less memory",
             "The factor by which blocks of \xcf\x81 x \xcf\x81 cells need less memory than the "
             "box, for each \xcf\x81 (rho, the block's side). Blocks store a byte for each of "
             "their holes, too.",
             text);
}

Curve memory_curve(const gasket::Problem& problem, const std::string& label, const ImVec4& tone,
                   int rho, gasket::BlockOrder order) {
    Curve curve{label.c_str(), tone, {}};
    for (const double bytes : bytes_by_level(problem.fractal, rho, order))
        curve.points.push_back({static_cast<double>(curve.points.size()), bytes});
    curve.now = curve.points[static_cast<std::size_t>(problem.level)].y;
    return curve;
}

// The box, blocks as they are set and, of the gasket, those that the paper's 234 times come from.
void memory_chart(const PanelContext& context) {
    constexpr int papers_rho = 2;
    const auto problem = gasket_problem(*context.settings.gasket);
    const bool papers = problem.fractal.same_cells(gasket::named_fractals().front());
    const int most = max_level(problem.fractal);
    const auto rho =
        static_cast<int>(cell_layout(problem.fractal, most, context.settings.gasket->numbers.rho,
                                     gasket::BlockOrder::rectangle)
                             .rho());
    const auto of_blocks = [](int side) { return fmt::format("\xce\xbd, \xcf\x81 {}", side); };
    const std::string box = "BB, \xce\xbb", chosen = of_blocks(rho),
                      published = of_blocks(papers_rho);
    CurveChart chart;
    chart.name = "r";
    chart.min = 0;
    chart.max = most;
    chart.logarithmic = false;
    chart.whole = true;
    chart.text = in_bytes;
    chart.now = problem.level;
    using enum gasket::BlockOrder;
    chart.curves.push_back(memory_curve(problem, box, tone::error, rho, expanded));
    chart.curves.push_back(memory_curve(problem, chosen, tone::accent_bright, rho, rectangle));
    if (papers && rho != papers_rho)
        chart.curves.push_back(memory_curve(problem, published, tone::draw, papers_rho, rectangle));
    gap(context);
    note("Bytes of both states for each level, for the box and for blocks.");
    draw_curves(context, chart, 170);
    const double whole = *chart.curves.front().now;
    std::string text = fmt::format("At r {} {}: {}", problem.level, box, in_bytes(whole));
    for (std::size_t i = 1; i < chart.curves.size(); ++i) {
        const Curve& curve = chart.curves[i];
        text += fmt::format("; {}: {}, {} times less", curve.label, in_bytes(*curve.now),
                            significant(whole / *curve.now));
    }
    note(text + (papers ? ". The paper's factor 234 is closest to r 20 with \xcf\x81 2." : "."));
}

void inset_toggle(const PanelContext& context) {
    row(context, "Show", "Items drawn over the picture.");
    if (toggle("Compact cells", context.settings.insets.rectangle,
               "The cells alone, in a rectangle without holes: the even digits along x, the odd "
               "ones along y (M). The cell under the mouse is marked in both pictures."))
        context.commands.push_back(Action::toggle_minimap);
}

}  // namespace

void gasket_fractal_panel(const PanelContext& context) {
    fractal_row(context);
    const auto fractal = gasket::parse_fractal(context.settings.gasket->fractal);
    side_row(context, fractal);
    copies_row(context, fractal);
    number_row(context, "r", IntegerRange{0, max_level(fractal)});
    size_rows(context);
    compaction_row(context);
    memory_chart(context);
    inset_toggle(context);
    details(context, [&] {
        number_row(context, "density");
        number_row(context, "seed");
    });
}

}  // namespace mariani::app
