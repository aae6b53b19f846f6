// The one list of the fields of Settings as text: section, name, value, range.
#pragma once

#include "app/files/setting_names.hpp"
#include "app/settings/tab_settings.hpp"
#include "compute/model/limits.hpp"

#include <limits>

namespace mariani::app {

inline constexpr IntegerRange window_side{240, 16'384};  // of a window that is remembered

// Fields checked by a why_invalid() of their own have no range here. Each of these calls
// visitor.section(name), then visitor(name, value) or visitor(name, value, range) for each
// of the section's fields. What is visited may be const. A forgotten field does not
// compile.
template <typename AnyView, typename Visitor>
void visit_view_fields(AnyView& view, Visitor& visitor) {
    auto& [centre, height, julia] = view;
    visitor.section("view");
    visitor("center_re", centre.re);
    visitor("center_im", centre.im);
    visitor("height_im", height);
    visitor("julia", julia);
}

template <typename AnyColouring, typename Visitor>
void visit_colouring_fields(AnyColouring& colouring, Visitor& visitor) {
    auto& [palette, mapping, period, offset, reversed, smooth, inside, shown, samples, shaded,
           light_angle, light_height] = colouring;
    visitor.section("colouring");
    visitor("palette", palette);
    visitor("mapping", mapping);
    visitor("period", period);
    visitor("offset", offset);
    visitor("reversed", reversed);
    visitor("smooth", smooth);
    visitor("inside", inside);
    visitor("shown", shown);
    visitor("samples", samples, IntegerRange{1, render::max_samples});
    visitor("shaded", shaded);
    visitor("light_angle", light_angle);
    visitor("light_height", light_height);
}

template <typename AnyOverlay, typename Visitor>
void visit_overlay_fields(AnyOverlay& overlay, Visitor& visitor) {
    auto& [shown, filled, subdivided, leaves, levels, replay_level, tint, line_opacity] = overlay;
    visitor.section("overlay");
    visitor("shown", shown);
    visitor("filled", filled);
    visitor("subdivided", subdivided);
    visitor("leaves", leaves);
    visitor("levels", levels, IntegerRange{0, std::numeric_limits<std::uint32_t>::max()});
    visitor("replay_level", replay_level, IntegerRange{-1, 255});
    visitor("tint", tint, RealRange{0, 1});
    visitor("line_opacity", line_opacity, RealRange{0, 1});
}

template <typename AnyExports, typename Visitor>
void visit_export_fields(AnyExports& exports, Visitor& visitor) {
    auto& [size, with_overlay, with_panel, folder, log_format] = exports;
    visitor.section("export");
    visitor("size", size, limits::export_side);
    visitor("with_overlay", with_overlay);
    visitor("with_panel", with_panel);
    visitor("folder", folder);
    visitor("log_format", log_format);
}

// The settings that a picture is made from.
template <typename AnySettings, typename Visitor>
void visit_picture_fields(AnySettings& settings, Visitor&& visitor) {
    visit_view_fields(settings.view, visitor);
    visitor.section("engine");
    visit_knobs(settings.engine, visitor);
    visit_colouring_fields(settings.colouring, visitor);
    visit_overlay_fields(settings.overlay, visitor);
    visitor.section("workload");
    visitor("name", settings.workload);
    for_each_tab([&](Workload workload, auto own) {
        visitor.section(setting_name(workload));
        visit_fields(*(settings.*own), visitor);
    });
}

template <typename AnyInsets, typename Visitor>
void visit_inset_fields(AnyInsets& insets, Visitor& visitor) {
    auto& [orbit, julia, minimap, rectangle] = insets;
    visitor.section("insets");
    visitor("orbit", orbit);
    visitor("julia", julia);
    visitor("minimap", minimap);
    visitor("rectangle", rectangle);
}

template <typename AnyCompare, typename Visitor>
void visit_compare_fields(AnyCompare& compare, Visitor& visitor) {
    auto& [with, palette, wiper, divider] = compare;
    visitor.section("compare");
    visitor("with", with);
    visitor("palette", palette);
    visitor("wiper", wiper);
    visitor("divider", divider, RealRange{0, 1});
}

// The user's settings for all pictures.
template <typename AnySettings, typename Visitor>
void visit_user_fields(AnySettings& settings, Visitor&& visitor) {
#define MARIANI_NAME(name, Own) name,
    auto& [view, engine, colouring, overlay, exports, panel_shown, panel_left, panel_width,
           laboratory_width, timeline_shown, timeline_height, panel_part, interface_scale,
           window_size, sections, insets, workload, MARIANI_WORKLOADS(MARIANI_NAME) verify_fills,
           prove_at_rest, automatic_dwell_limit, compare, cycle_speed] = settings;
#undef MARIANI_NAME
    visit_export_fields(exports, visitor);
    visitor.flags("sections", sections);
    visit_inset_fields(insets, visitor);
    visit_compare_fields(compare, visitor);
    visitor.section("window");
    visitor("panel_shown", panel_shown);
    visitor("panel_left", panel_left);
    visitor("panel_width", panel_width, RealRange{1, 32768});
    visitor("laboratory_width", laboratory_width, RealRange{1, 32768});
    visitor("timeline_shown", timeline_shown);
    visitor("timeline_height", timeline_height, RealRange{1, 32768});
    visitor("panel_part", panel_part);
    visitor("size", window_size, window_side);
    visitor("verify_fills", verify_fills);
    visitor("prove_at_rest", prove_at_rest);
    visitor("automatic_dwell", automatic_dwell_limit);
    visitor("interface_scale", interface_scale, RealRange{0.25, 8});
    visitor("cycle_speed", cycle_speed, RealRange{least_cycle_speed, most_cycle_speed});
}

}  // namespace mariani::app
