// Settings that change nothing where a picture is computed, and why, in words for the user; nullopt
// if they do. What resolve() replaces, the panel disables for the same reason.
#pragma once

#include "compute/model/frame_request.hpp"

#include <optional>
#include <string>

namespace mariani {

// Of a precision that ends above a valid view's height, or is none of its Julia set's.
std::optional<std::string> why_no_effect(Precision precision, const View& view, ImageSize image);

// Of an engine or a backend that computes nothing in this precision.
std::optional<std::string> why_no_effect(EngineKind engine, Precision precision);
std::optional<std::string> why_no_effect(Backend backend, Precision precision);

// Of all values of a setting, in this plan.
std::optional<std::string> why_scheme_idle(const FramePlan& plan);
std::optional<std::string> why_block_idle(const FramePlan& plan);
std::optional<std::string> why_shortcuts_idle(const FramePlan& plan);

// Of a request in f32 or f64 for pixels that doubles do not tell apart: its picture is none of the
// view.
std::optional<std::string> why_indistinct(const FrameRequest& request);

}  // namespace mariani
