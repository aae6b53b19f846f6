// The one list of the columns in which logs and results record a frame's inputs and counts: JSON
// values, which CSV formats in its own way.
#pragma once

#include "compute/model/delta_stats.hpp"
#include "compute/model/energy.hpp"
#include "compute/model/frame_request.hpp"
#include "compute/model/region_counts.hpp"
#include "compute/model/text.hpp"

#include <optional>
#include <string>

#include <nlohmann/json.hpp>

namespace mariani::app {

// `frame` is a FramePlan, or a FrameRequest, whose open choices read "auto".
template <typename Frame>
void add_engine_columns(nlohmann::ordered_json& row, const Frame& frame) {
    row["engine"] = name_of(frame.engine);
    row["scheme"] = name_of(frame.scheme);
    row["backend"] = name_of(frame.backend);
}

template <typename Frame>
void add_view_columns(nlohmann::ordered_json& row, const Frame& frame) {
    row["precision"] = name_of(frame.precision);
    row["width"] = frame.image.width;
    row["height"] = frame.image.height;
    row["center_re"] = to_text(frame.view.centre.re);
    row["center_im"] = to_text(frame.view.centre.im);
    row["height_im"] = to_text(frame.view.height);
    row["dwell"] = frame.dwell_limit;
    row["fill"] = name_of(frame.fill);
    row["shortcuts"] = frame.shortcuts ? "on" : "off";
}

// In files that are about one view only if it is of a Julia set: earlier ones have no such column.
inline void add_julia_column(nlohmann::ordered_json& row, const View& view) {
    if (view.julia) row["julia"] = to_text(*view.julia);
}

inline void add_subdivision_columns(nlohmann::ordered_json& row,
                                    const SubdivisionParams& subdivision, BlockSize block) {
    row["g"] = subdivision.g;
    row["r"] = subdivision.r;
    row["B"] = subdivision.B;
    row["block"] = to_text(ImageSize{block.width, block.height});
}

inline void add_counts(nlohmann::ordered_json& row, const RegionCounts<std::int64_t>& counts) {
    for (const auto& count : region_counts<std::int64_t>) row[count.name] = counts.*count.member;
}

// Of deep zoom; null where the precision is none of its.
inline void add_delta_columns(nlohmann::ordered_json& row, Quality quality,
                              const std::optional<DeltaStats>& deltas) {
    const auto add = [&](const char* name, const auto& value) {
        row[name] = deltas ? nlohmann::ordered_json(value) : nullptr;
    };
    const DeltaStats stats = deltas.value_or(DeltaStats{});
    add("quality", name_of(quality));
    add("reference_bits", stats.reference_bits);
    add("reference_steps", stats.reference_steps);
    add("reference_ms", stats.reference_ms);
    add("table_ms", stats.table_ms);
    add("delta_steps", stats.work.steps);
    add("jumps", stats.work.jumps);
    add("rebases", stats.work.rebases);
    add("by_deltas", stats.pixels_of(Rung::deltas));
    add("by_double_double", stats.pixels_of(Rung::double_double));
    add("by_many_digits", stats.pixels_of(Rung::direct));
    add("not_proven", stats.pixels_of(Rung::filled) + stats.pixels_of(Rung::none));
}

// Of so many of something, such as "pixels". Empty if not measured; if there is no figure, the last
// column says why.
inline void add_energy_columns(nlohmann::ordered_json& row,
                               const std::optional<FrameEnergy>& energy, double count,
                               const std::string& unit) {
    const bool known = energy && energy->known();
    row["joules"] = known ? nlohmann::ordered_json(energy->joules) : nullptr;
    row[unit + "_per_joule"] = known ? nlohmann::ordered_json(count / energy->joules) : nullptr;
    row["energy"] = !energy ? "" : known ? counted_by(*energy) : energy->unknown;
}

}  // namespace mariani::app
