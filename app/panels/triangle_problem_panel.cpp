#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <limits>
#include <string>
#include <vector>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using triangle::Layout;
using triangle::Task;

// Side by side: "auto", then the values. `unavailable` says why one cannot be had.
template <typename T, typename Name>
void choose_or_auto(const char* id, std::optional<T>& value, const std::vector<T>& values,
                    const Name& name, const Unavailable<T>& unavailable = {}) {
    std::vector<std::string> labels;
    for (const T& each : values) labels.push_back(name(each));
    std::vector<Segment> segments{{automatic_name, "What suits the test.", {}}};
    std::size_t chosen = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        segments.push_back({labels[i], "", unavailable ? unavailable(values[i]) : std::nullopt});
        if (value == values[i]) chosen = i + 1;
    }
    const auto picked = segmented(id, segments, chosen);
    if (!picked) return;
    value.reset();
    if (*picked > 0) value = values[*picked - 1];
}

// Why the settings could not be run with a changed field.
template <typename T, typename Field>
Unavailable<T> refused(const TriangleSettings& settings, Field TriangleSettings::*field) {
    return [settings, field](T value) {
        TriangleSettings changed = settings;
        changed.*field = value;
        return why_invalid(changed);
    };
}

void side_row(const PanelContext& context) {
    auto& side = context.settings.triangle.side;
    row(context, "N  side", "The side of the triangle in cells: it has N (N + 1) / 2 of them.");
    if (const auto next = stepped_field(context, "n", "n", side, triangle::limits::side))
        side = static_cast<int>(*next);
}

void block_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    row(context, "\xcf\x81  block", "The side of a block in cells, or threads.");
    choose_or_auto<int>("rho", settings.block, triangle::block_sides(settings.test),
                        [](int side) { return std::to_string(side); });
}

void features_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    const bool collides = settings.test == Task::collision;
    row(context, collides ? "Dimensions" : "Features", "Coordinates of a point.");
    choose_or_auto<int>("features", settings.features,
                        collides ? std::vector{1, 3} : std::vector{1, 2, 3, 4},
                        [](int features) { return std::to_string(features); });
}

void diagonal_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    row(context, "Diagonal", "Whether the cells (i, i) are computed, too.");
    choose_or_auto<bool>(
        "diagonal", settings.diagonal, {true, false},
        [](bool on) { return std::string(on ? "on" : "off"); },
        refused<bool>(settings, &TriangleSettings::diagonal));
}

void layout_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    row(context, "Layout", "How the values lie in memory: row after row, in tiles, or a square.");
    choose_or_auto<Layout>(
        "layout", settings.layout, {Layout::packed, Layout::tiles, Layout::full},
        [](Layout layout) { return std::string(choice_of(layout).label); },
        refused<Layout>(settings, &TriangleSettings::layout));
}

// Of maps that have one; else it is shown, and cannot be edited.
void epsilon_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    row(context, "epsilon",
        "\xce\xb5, what LTM-X, LTM-R and LTM-N add to the root so that it is not too small.");
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        constexpr double most = triangle::limits::max_epsilon;
        const auto value = parse_real(text);
        if (value && *value >= -most && *value <= most) return std::nullopt;
        return fmt::format("epsilon must be a number from {} to {}", -most, most);
    };
    ImGui::BeginDisabled(!triangle::has_epsilon(settings.map));
    const auto typed = text_field(context, "##epsilon", to_text(settings.epsilon), validate,
                                  ImGui::GetContentRegionAvail().x);
    ImGui::EndDisabled();
    field_error(context, "##epsilon");
    if (typed) settings.epsilon = parse_real(*typed).value();
}

void rec_base_row(const PanelContext& context) {
    auto& settings = context.settings.triangle;
    constexpr IntegerRange allowed = triangle::limits::rec_base;
    row(context, "m  of REC", "The side of REC's smallest squares in blocks; auto: fewest blocks.");
    const auto validate = [=](const std::string& text) -> std::optional<std::string> {
        const auto value = parse_integer(text);
        if (text == automatic_name || (value && allowed.holds(*value))) return std::nullopt;
        return fmt::format("m must be auto, or a whole number from {} to {}", allowed.min,
                           allowed.max);
    };
    const std::string current =
        settings.rec_base ? std::to_string(*settings.rec_base) : std::string(automatic_name);
    ImGui::BeginDisabled(settings.map != triangle::MapKind::rec);
    const auto typed =
        text_field(context, "##m", current, validate, ImGui::GetContentRegionAvail().x);
    ImGui::EndDisabled();
    field_error(context, "##m");
    if (!typed) return;
    settings.rec_base.reset();
    if (const auto value = parse_integer(*typed)) settings.rec_base = static_cast<int>(*value);
}

void seed_row(const PanelContext& context) {
    auto& seed = context.settings.triangle.seed;
    row(context, "Seed", "Of the points or spheres: the same seed makes the same ones.");
    const auto next =
        integer_field(context, "##seed", "seed", static_cast<std::int64_t>(seed),
                      {0, std::numeric_limits<int>::max()}, ImGui::GetContentRegionAvail().x);
    field_error(context, "##seed");
    if (next) seed = static_cast<std::uint64_t>(*next);
}

void backend_row(const PanelContext& context) {
    row(context, "Backend", "Where the map runs: on a GPU, or on the processor.");
    choose<Backend>("backend", context.settings.triangle.backend,
                    [](Backend backend) { return backend_unavailable(backend); });
}

}  // namespace

void triangle_problem_panel(const PanelContext& context) {
    side_row(context);
    block_row(context);
    features_row(context);
    diagonal_row(context);
    layout_row(context);
    gap(context);
    epsilon_row(context);
    rec_base_row(context);
    seed_row(context);
    backend_row(context);
}

}  // namespace mariani::app
