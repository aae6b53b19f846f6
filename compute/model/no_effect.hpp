// Settings that change nothing where a picture is computed, and why, in words for the user; nullopt
// if they do. What resolve() replaces, the panel disables for the same reason.
#pragma once

#include "compute/model/frame_request.hpp"

#include <optional>
#include <string>

namespace mariani {

// Why a precision does not serve: it ends above the view's height, or its Julia set has none such.
std::optional<std::string> why_no_effect(Precision precision, const View& view, ImageSize image);

// Why an engine or a backend computes nothing in this precision.
std::optional<std::string> why_no_effect(EngineKind engine, Precision precision);
std::optional<std::string> why_no_effect(Backend backend, Precision precision);

// Why no value of a setting changes anything in this plan.
std::optional<std::string> why_scheme_idle(const FramePlan& plan);
std::optional<std::string> why_block_idle(const FramePlan& plan);
std::optional<std::string> why_shortcuts_idle(const FramePlan& plan);

// Why a request's picture is none of its view: it is in f32 or f64, for pixels that doubles do not
// tell apart.
std::optional<std::string> why_indistinct(const FrameRequest& request);

}  // namespace mariani
