#include "app/panels/backend_row.hpp"
#include "app/panels/fields.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/triangle_settings.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <limits>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using triangle::Layout;
using triangle::Task;

// What "auto" takes in these settings; nothing where they cannot be run.
using Taken = std::optional<triangle::Plan>;
Taken taken_by(const TriangleSettings& settings) {
    try {
        return triangle::resolve(triangle_request(settings), backend_unavailable(Backend::cuda))
            .front();
    } catch (const std::invalid_argument&) {
        return std::nullopt;
    }
}

template <typename T>
std::optional<T> of(const Taken& taken, T triangle::Plan::*field) {
    return taken ? std::optional((*taken).*field) : std::nullopt;
}

// "auto", and while it is chosen what it takes.
std::string automatic_label(bool chosen, const std::optional<std::string>& taken) {
    if (!chosen || !taken) return std::string(automatic_name);
    return fmt::format("{}: {}", automatic_name, *taken);
}

// Side by side: "auto" with what it takes, `taken`, then the values. `unavailable` says why one
// cannot be had.
template <typename T, typename Name>
void choose_or_auto(const char* id, std::optional<T>& value, std::optional<T> taken,
                    const std::vector<T>& values, const Name& name,
                    const Unavailable<T>& unavailable = {}) {
    std::vector<std::string> labels;
    for (const T& each : values) labels.push_back(name(each));
    const std::string automatic =
        automatic_label(!value, taken ? std::optional(name(*taken)) : std::nullopt);
    std::vector<Segment> segments{{automatic, "What suits the test.", {}}};
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
    auto& side = context.settings.triangle->side;
    row(context, "N  side", "The side of the triangle in cells: it has N (N + 1) / 2 of them.");
    if (const auto next = stepped_field(context, "n", "n", side, triangle::limits::side))
        side = static_cast<int>(*next);
}

void block_row(const PanelContext& context, const Taken& taken) {
    auto& settings = *context.settings.triangle;
    row(context, "\xcf\x81  block", "The side of a block in cells, or threads.");
    choose_or_auto<int>("rho", settings.block, of(taken, &triangle::Plan::block),
                        triangle::block_sides(settings.test),
                        [](int side) { return std::to_string(side); });
}

// Chosen by the program alone, and of a GPU.
void cells_row(const PanelContext& context, const Taken& taken) {
    if (!taken || taken->backend != Backend::cuda) return;
    row_text(context, "Cells a thread",
             "Each thread of the GPU computes so many of the block's cells: what suits test and "
             "\xcf\x81.",
             fmt::format("{}: {}", automatic_name, taken->cells));
}

void features_row(const PanelContext& context, const Taken& taken) {
    auto& settings = *context.settings.triangle;
    const bool collides = settings.test == Task::collision;
    row(context, collides ? "Dimensions" : "Features", "Coordinates of a point.");
    choose_or_auto<int>("features", settings.features, of(taken, &triangle::Plan::features),
                        collides ? std::vector{1, 3} : std::vector{1, 2, 3, 4},
                        [](int features) { return std::to_string(features); });
}

void diagonal_row(const PanelContext& context, const Taken& taken) {
    auto& settings = *context.settings.triangle;
    row(context, "Diagonal", "Whether the cells (i, i) are computed, too.");
    choose_or_auto<bool>(
        "diagonal", settings.diagonal, of(taken, &triangle::Plan::diagonal), {true, false},
        [](bool on) { return std::string(on ? "on" : "off"); },
        refused<bool>(settings, &TriangleSettings::diagonal));
}

void layout_row(const PanelContext& context, const Taken& taken) {
    auto& settings = *context.settings.triangle;
    row(context, "Layout", "How the values lie in memory: row after row, in tiles, or a square.");
    choose_or_auto<Layout>(
        "layout", settings.layout, of(taken, &triangle::Plan::layout),
        {Layout::packed, Layout::tiles, Layout::full},
        [](Layout layout) { return std::string(choice_of(layout).label); },
        refused<Layout>(settings, &TriangleSettings::layout));
}

// Of maps that have one; else it is shown, and cannot be edited.
void epsilon_row(const PanelContext& context) {
    auto& settings = *context.settings.triangle;
    row(context, "\xce\xb5  epsilon",
        "What LTM-X, LTM-R and LTM-N add to the root so that it is not too small.");
    const auto validate = [](const std::string& text) -> std::optional<std::string> {
        constexpr double most = triangle::limits::max_epsilon;
        const auto value = parse_real(text);
        if (value && *value >= -most && *value <= most) return std::nullopt;
        return fmt::format("\xce\xb5 must be a number from {} to {}", -most, most);
    };
    ImGui::BeginDisabled(!triangle::has_epsilon(settings.map));
    const auto typed = text_field(context, "##epsilon", to_text(settings.epsilon), validate,
                                  ImGui::GetContentRegionAvail().x);
    ImGui::EndDisabled();
    field_error(context, "##epsilon");
    if (typed) settings.epsilon = parse_real(*typed).value();
}

void rec_base_row(const PanelContext& context, const Taken& taken) {
    auto& settings = *context.settings.triangle;
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
    const bool tells = taken && taken->map == triangle::MapKind::rec && !settings.rec_base;
    const float width = ImGui::GetContentRegionAvail().x;
    ImGui::BeginDisabled(settings.map != triangle::MapKind::rec);
    const auto typed = text_field(context, "##m", current, validate, tells ? 0.5f * width : width);
    ImGui::EndDisabled();
    if (tells) {
        ImGui::SameLine();
        mono(context, fmt::format("takes {}", taken->rec_base), tone::dim);
    }
    field_error(context, "##m");
    if (!typed) return;
    settings.rec_base.reset();
    if (const auto value = parse_integer(*typed)) settings.rec_base = static_cast<int>(*value);
}

void seed_row(const PanelContext& context) {
    auto& seed = context.settings.triangle->seed;
    row(context, "Seed", "Of the points or spheres: the same seed makes the same ones.");
    const auto next =
        integer_field(context, "##seed", "seed", static_cast<std::int64_t>(seed),
                      {0, std::numeric_limits<int>::max()}, ImGui::GetContentRegionAvail().x);
    field_error(context, "##seed");
    if (next) seed = static_cast<std::uint64_t>(*next);
}

void triangle_backend_row(const PanelContext& context, const Taken& taken) {
    auto& backend = context.settings.triangle->backend;
    backend_row(context, backend,
                automatic_label(!backend,
                                taken ? std::optional(std::string(choice_of(taken->backend).label))
                                      : std::nullopt));
}

}  // namespace

void triangle_problem_panel(const PanelContext& context) {
    const Taken taken = taken_by(*context.settings.triangle);
    side_row(context);
    block_row(context, taken);
    cells_row(context, taken);
    features_row(context, taken);
    diagonal_row(context, taken);
    layout_row(context, taken);
    gap(context);
    epsilon_row(context);
    rec_base_row(context, taken);
    seed_row(context);
    triangle_backend_row(context, taken);
}

}  // namespace mariani::app
