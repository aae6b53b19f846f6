// The one list of the columns in which logs and results record a frame's inputs and counts: JSON
// values, which CSV formats in its own way.
#pragma once

#include "compute/model/energy.hpp"
#include "compute/model/engine_stats.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/model/frame_request.hpp"

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

// The open choices of a request read "auto".
void add_engine_columns(nlohmann::ordered_json& row, const FramePlan& frame);
void add_engine_columns(nlohmann::ordered_json& row, const FrameRequest& frame);

void add_view_columns(nlohmann::ordered_json& row, const FramePlan& frame);
void add_view_columns(nlohmann::ordered_json& row, const FrameRequest& frame);

// In files that are about one view only if it is of a Julia set: earlier ones have no such column.
void add_julia_column(nlohmann::ordered_json& row, const View& view);

void add_subdivision_columns(nlohmann::ordered_json& row, const SubdivisionParams& subdivision,
                             BlockSize block);

void add_counts(nlohmann::ordered_json& row, const RegionCounts<std::int64_t>& counts);

// The columns of deep zoom; null where the precision is none of its.
// How children were inserted into ASK's lists; empty where there are none.
void add_insertion_column(nlohmann::ordered_json& row, const FramePlan& frame);

void add_delta_columns(nlohmann::ordered_json& row, Quality quality,
                       const std::optional<DeltaStats>& deltas);

// The energy of so many of something, such as "pixels". Empty if not measured; if there is no
// figure, the last column says why.
void add_energy_columns(nlohmann::ordered_json& row, const std::optional<FrameEnergy>& energy,
                        double count, const std::string& unit);

}  // namespace mariani::app
