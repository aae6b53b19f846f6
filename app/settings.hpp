// Everything a user can set, in the window or on the command line: plain, comparable values.
// Data flows one way: input edits Settings, Settings make a FrameRequest, a Frame comes back.
#pragma once

#include "compute/model/frame_request.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace mariani::app {

// The part of a FrameRequest that does not depend on the picture's size. What holds no value is
// automatic.
struct EngineSettings {
    std::optional<EngineKind> engine;
    std::optional<Scheme> scheme;
    std::optional<Backend> backend;
    std::optional<Precision> precision;
    std::optional<int> g;
    std::optional<int> r;
    int B = SubdivisionParams{}.B;
    std::uint32_t dwell_limit = 512;
    FillRule fill = FillRule::uniform;
    bool shortcuts = true;
    std::optional<BlockSize> block;
    std::optional<int> threads;
    std::optional<int> device;
    bool operator==(const EngineSettings&) const = default;
};

enum class TimingLogFormat { csv, json };

struct ExportSettings {
    ImageSize size{3840, 2160};  // of a poster
    bool with_overlay = false;
    bool with_panel = false;  // only at window size
    std::string folder;       // of screenshots; empty: the user's pictures folder
    TimingLogFormat log_format = TimingLogFormat::csv;
    bool operator==(const ExportSettings&) const = default;
};

struct Settings {
    View view;
    EngineSettings engine;
    render::Colouring colouring;
    render::OverlayStyle overlay;
    ExportSettings exports;
    bool panel_shown = true;
    bool panel_left = false;       // at the window's left side, else at its right
    float panel_width = 470;       // before scaling
    float interface_scale = 1.0f;  // on top of the display's own
    bool verify_fills = true;      // in idle time, so that the picture becomes exact
    bool operator==(const Settings&) const = default;
};

// The request for the whole of a picture of this size. Smooth colouring asks for fractions, the
// shown overlay for regions; showing anything but the dwells asks for regions and the work.
FrameRequest frame_request(const Settings& settings, ImageSize image);

}  // namespace mariani::app
