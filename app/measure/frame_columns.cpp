#include "app/measure/frame_columns.hpp"

#include "compute/model/text.hpp"

#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

template <typename Frame>
void add_engine(Json& row, const Frame& frame) {
    row["engine"] = name_of(frame.engine);
    row["scheme"] = name_of(frame.scheme);
    row["backend"] = name_of(frame.backend);
}

template <typename Frame>
void add_view(Json& row, const Frame& frame) {
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

}  // namespace

void add_engine_columns(Json& row, const FramePlan& frame) {
    add_engine(row, frame);
}

void add_engine_columns(Json& row, const FrameRequest& frame) {
    add_engine(row, frame);
}

void add_view_columns(Json& row, const FramePlan& frame) {
    add_view(row, frame);
}

void add_view_columns(Json& row, const FrameRequest& frame) {
    add_view(row, frame);
}

void add_julia_column(Json& row, const View& view) {
    if (view.julia) row["julia"] = to_text(*view.julia);
}

void add_subdivision_columns(Json& row, const SubdivisionParams& subdivision, BlockSize block) {
    row["g"] = subdivision.g;
    row["r"] = subdivision.r;
    row["B"] = subdivision.B;
    row["block"] = to_text(ImageSize{block.width, block.height});
}

void add_insertion_column(Json& row, const FramePlan& frame) {
    row["insertion"] = has_insertion(frame) ? name_of(frame.insertion) : "";
}

void add_counts(Json& row, const RegionCounts<std::int64_t>& counts) {
    for (const auto& count : region_counts<std::int64_t>) row[count.name] = counts.*count.member;
}

void add_delta_columns(Json& row, Quality quality, const std::optional<DeltaStats>& deltas) {
    const auto add = [&](const char* name, const auto& value) {
        row[name] = deltas ? Json(value) : nullptr;
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
    add("by_theorem", stats.pixels_of(Rung::theorem));
    add("not_proven", stats.pixels_of(Rung::filled) + stats.pixels_of(Rung::none));
}

void add_energy_columns(Json& row, const std::optional<FrameEnergy>& energy, double count,
                        const std::string& unit) {
    const bool known = energy && energy->known();
    row["joules"] = known ? Json(energy->joules) : nullptr;
    row[unit + "_per_joule"] = known ? Json(count / energy->joules) : nullptr;
    row["energy"] = !energy ? "" : known ? counted_by(*energy) : energy->unknown;
}

}  // namespace mariani::app
