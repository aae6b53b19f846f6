// The one list of the fields of Settings as text: section, name, value, what it may be.
#pragma once

#include "app/settings.hpp"
#include "compute/model/limits.hpp"

#include <limits>

namespace mariani::app {

struct RealRange {
    double least;
    double most;
};

// Whatever has a refusal() of its own has no range here.
// Calls visitor.section(name), then visitor(name, value) or visitor(name, value, range) for each
// of the section's fields. Settings may be const.
// What a picture is made from.
template <typename AnySettings, typename Visitor>
void visit_picture_fields(AnySettings& settings, Visitor&& visitor) {
    visitor.section("view");
    auto& view = settings.view;
    visitor("center_re", view.centre.re);
    visitor("center_im", view.centre.im);
    visitor("height_im", view.height);

    visitor.section("engine");
    auto& engine = settings.engine;
    visitor("engine", engine.engine);
    visitor("scheme", engine.scheme);
    visitor("backend", engine.backend);
    visitor("precision", engine.precision);
    visitor("dwell", engine.dwell_limit, limits::dwell);
    visitor("g", engine.g, limits::g);
    visitor("r", engine.r, limits::r);
    visitor("B", engine.B, limits::B);
    visitor("fill", engine.fill);
    visitor("shortcuts", engine.shortcuts);
    visitor("block", engine.block);
    visitor("threads", engine.threads, limits::threads);
    visitor("device", engine.device, limits::device);

    visitor.section("colouring");
    auto& colouring = settings.colouring;
    visitor("palette", colouring.palette);
    visitor("mapping", colouring.mapping);
    visitor("period", colouring.period);
    visitor("offset", colouring.offset);
    visitor("reversed", colouring.reversed);
    visitor("smooth", colouring.smooth);
    visitor("inside", colouring.inside);
    visitor("shown", colouring.shown);

    visitor.section("overlay");
    auto& overlay = settings.overlay;
    visitor("shown", overlay.shown);
    visitor("filled", overlay.filled);
    visitor("subdivided", overlay.subdivided);
    visitor("leaves", overlay.leaves);
    visitor("levels", overlay.levels, IntegerRange{0, std::numeric_limits<std::uint32_t>::max()});
    visitor("replay_level", overlay.replay_level, IntegerRange{-1, 255});
    visitor("tint", overlay.tint, RealRange{0, 1});
    visitor("line_opacity", overlay.line_opacity, RealRange{0, 1});
}

// What a user has for all pictures.
template <typename AnySettings, typename Visitor>
void visit_user_fields(AnySettings& settings, Visitor&& visitor) {
    visitor.section("export");
    auto& exports = settings.exports;
    visitor("size", exports.size, limits::export_side);
    visitor("with_overlay", exports.with_overlay);
    visitor("with_panel", exports.with_panel);
    visitor("folder", exports.folder);
    visitor("log_format", exports.log_format);

    visitor.section("window");
    visitor("panel_shown", settings.panel_shown);
    visitor("panel_left", settings.panel_left);
    visitor("panel_width", settings.panel_width, RealRange{1, 32768});
    visitor("verify_fills", settings.verify_fills);
    visitor("interface_scale", settings.interface_scale, RealRange{0.25, 8});
}

}  // namespace mariani::app
