// The names of every choice in text form: the model's, and those of the display.
#pragma once

#include "app/settings.hpp"
#include "compute/model/choices.hpp"

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace mariani::app {

inline constexpr std::array<std::pair<render::Mapping, std::string_view>, 4> mapping_names{
    {{render::Mapping::cyclic, "cyclic"},
     {render::Mapping::stretched, "stretched"},
     {render::Mapping::equalised, "equalised"},
     {render::Mapping::distance, "distance"}}};

inline constexpr std::array<std::pair<render::Quantity, std::string_view>, 4> quantity_names{
    {{render::Quantity::dwell, "dwell"},
     {render::Quantity::work, "work"},
     {render::Quantity::level, "level"},
     {render::Quantity::outcome, "outcome"}}};

inline constexpr std::array<std::pair<TimingLogFormat, std::string_view>, 2> log_format_names{
    {{TimingLogFormat::csv, "csv"}, {TimingLogFormat::json, "json"}}};

inline constexpr std::array<std::pair<PanelPart, std::string_view>, 3> panel_part_names{
    {{PanelPart::explore, "explore"},
     {PanelPart::regions, "regions"},
     {PanelPart::measure, "measure"}}};

inline constexpr std::array<std::pair<Workload, std::string_view>, 6> workload_names{
    {{Workload::mandelbrot, "mandelbrot"},
     {Workload::triangle, "triangle"},
     {Workload::gasket, "gasket"},
     {Workload::curves, "curves"},
     {Workload::points, "points"},
     {Workload::volume, "volume"}}};

inline constexpr std::array<std::pair<VolumeShown, std::string_view>, 2> volume_shown_names{
    {{VolumeShown::slices, "slices"}, {VolumeShown::space, "space"}}};

inline constexpr std::array<std::pair<BlockColour, std::string_view>, 5> block_colour_names{
    {{BlockColour::order, "order"},
     {BlockColour::unit, "unit"},
     {BlockColour::start, "start"},
     {BlockColour::duration, "duration"},
     {BlockColour::use, "use"}}};

inline constexpr std::array<std::pair<LineColour, std::string_view>, 4> line_colour_names{
    {{LineColour::vertices, "vertices"},
     {LineColour::block, "block"},
     {LineColour::unit, "unit"},
     {LineColour::start, "start"}}};

inline constexpr std::array<std::pair<CellDetail, std::string_view>, 4> cell_detail_names{
    {{CellDetail::digits, "digits"},
     {CellDetail::around, "around"},
     {CellDetail::matrices, "matrices"},
     {CellDetail::published, "published"}}};

// Calls use(value, name) for every choice of E.
template <typename E, typename Use>
void for_each_name(Use&& use) {
    if constexpr (std::is_same_v<E, render::Mapping>)
        for (const auto& [value, name] : mapping_names) use(value, name);
    else if constexpr (std::is_same_v<E, render::Quantity>)
        for (const auto& [value, name] : quantity_names) use(value, name);
    else if constexpr (std::is_same_v<E, TimingLogFormat>)
        for (const auto& [value, name] : log_format_names) use(value, name);
    else if constexpr (std::is_same_v<E, PanelPart>)
        for (const auto& [value, name] : panel_part_names) use(value, name);
    else if constexpr (std::is_same_v<E, Workload>)
        for (const auto& [value, name] : workload_names) use(value, name);
    else if constexpr (std::is_same_v<E, BlockColour>)
        for (const auto& [value, name] : block_colour_names) use(value, name);
    else if constexpr (std::is_same_v<E, LineColour>)
        for (const auto& [value, name] : line_colour_names) use(value, name);
    else if constexpr (std::is_same_v<E, CellDetail>)
        for (const auto& [value, name] : cell_detail_names) use(value, name);
    else if constexpr (std::is_same_v<E, VolumeShown>)
        for (const auto& [value, name] : volume_shown_names) use(value, name);
    else
        for (const auto& choice : choices<E>()) use(choice.value, choice.name);
}

template <typename E>
std::string_view setting_name(E value) {
    std::string_view found;
    for_each_name<E>([&](E each, std::string_view name) {
        if (each == value) found = name;
    });
    return found;
}

template <typename E>
std::optional<E> setting_named(std::string_view name) {
    std::optional<E> found;
    for_each_name<E>([&](E each, std::string_view choice_name) {
        if (choice_name == name) found = each;
    });
    return found;
}

// "auto, ex, dp, ask"
template <typename E>
std::string setting_names() {
    std::string names;
    for_each_name<E>([&](E, std::string_view name) {
        names += (names.empty() ? "" : ", ") + std::string(name);
    });
    return names;
}

}  // namespace mariani::app
