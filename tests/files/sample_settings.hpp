// Settings in which every field differs from its default.
#pragma once

#include "app/settings/curves_settings.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/settings/points_settings.hpp"
#include "app/settings/settings.hpp"
#include "app/settings/triangle_settings.hpp"
#include "app/settings/volume_settings.hpp"

namespace mariani::app {

inline CurvesSettings sample_curves() {
    return {{321, 12.5, 0.75, 128, 1122334455, 1.5, 96, 64, curves::StreamMode::named, 77,
             curves::VertexMemory::heap, 5 << 20, false},
            curves::EngineKind::dp_warp,
            Backend::cpu,
            0.25,
            0.25,
            0.625,
            0.125,
            LineColour::start,
            {{3, {0.1F, 0.5F}}, {8, {1, 0}}}};
}

inline PointsSettings sample_points() {
    return {{4321, {5, 9}, points::Distribution::picture, 5566778899, 2.5, 99, 96},
            points::EngineKind::dp_mbr,
            Backend::cpu,
            "/tmp/with \"quotes\".png",
            40,
            0.125,
            0.75,
            true,
            0.0625,
            true,
            true,
            0.375,
            0.875,
            0.25};
}

inline VolumeSettings sample_volume() {
    VolumeSettings volume;
    volume.problem.axes = 4;
    volume.problem.side = 24;
    volume.problem.dwell_limit = 99;
    volume.problem.centre_re = -0.5;
    volume.problem.height = 1.25;
    volume.problem.turn = 0.375;
    volume.problem.g = 4;
    volume.problem.r = 4;
    volume.problem.rule = volume::Rule::sides;
    volume.engine = volume::EngineKind::surface;
    volume.problem.scheme = Scheme::mbr;
    volume.problem.pool = 55;
    volume.problem.encoding = volume::Encoding::hilbert;
    volume.problem.order = volume::Order::sorted;
    volume.problem.precision = Precision::f64;
    volume.problem.shortcuts = false;
    volume.backend = Backend::cpu;
    volume.shown = VolumeShown::space;
    volume.x = 3;
    volume.u = 7;
    volume.grid = false;
    volume.surface = false;
    volume.boxes = true;
    volume.line = true;
    volume.level = 1;
    volume.solid = 12;
    volume.yaw = -12.5;
    volume.pitch = 40;
    volume.distance = 3.5;
    return volume;
}

inline Settings sample_settings() {
    Settings settings;
    settings.view = {
        {-0.74364386269 + 1e-16, 0.13182590271234567}, 1.3526e-7 / 3, PlanePoint{-0.1, 1.0 / 3}};
    settings.engine = {EngineKind::dp,
                       Scheme::mbr,
                       Backend::cpu,
                       Precision::f64,
                       9'999'999,
                       3,
                       5,
                       7,
                       FillRule::safe,
                       false,
                       Quality::preview,
                       Insertion::prefix_sum,
                       BlockSize{8, 4},
                       3,
                       11};
    settings.colouring = {
        "viridis",          render::Mapping::equalised, 1.0 / 3 + 1, 0.1,  true,  true,
        {0.1f, 0.7f, 1.0f}, render::Quantity::outcome,  3,           true, 200.5, 12.25};
    settings.overlay = {true, false, false, false, 0xfffffff0u, 12, 0.3f, 0.1f};
    settings.exports = {
        {32768, 1}, true, true, "/tmp/with \"quotes\" and \xc3\xa4", TimingLogFormat::json};
    settings.panel_shown = false;
    settings.panel_left = true;
    settings.panel_width = 512.5f;
    settings.laboratory_width = 480.25f;
    settings.timeline_shown = true;
    settings.timeline_height = 210.5f;
    settings.panel_part = PanelPart::measure;
    settings.interface_scale = 1.1f;
    settings.window_size = {1000, 700};
    settings.sections = {{"view", false}, {"appearance", true}, {"points_circle", false}};
    settings.insets = {true, true, false, false};
    settings.workload = Workload::triangle;
    *settings.triangle = {{triangle::Task::accumulate, 777, 32, 3, false, 0.25, 5, 8,
                           triangle::Layout::full, 12'345'678'901'234, 2.5},
                          triangle::MapKind::ltm_n,
                          Backend::cpu,
                          BlockColour::duration,
                          true,
                          {{0.25, 0.5, 0.125}, {1.0 / 3, 0.625, 0.0625}}};
    settings.curves = sample_curves();
    settings.points = sample_points();
    settings.volume = sample_volume();
    *settings.gasket = {"2:0,0/1,1",
                        "B1/S12",
                        {7, 0.25, 9'876'543'210'123, 8, 5, 3, false},
                        gasket::EngineKind::table,
                        Backend::cpu,
                        42,
                        31.5,
                        -0.1,
                        1.0 / 3,
                        false,
                        std::nullopt,
                        BlockColour::start,
                        true,
                        true,
                        CellDetail::published};
    settings.verify_fills = settings.prove_at_rest = false;
    settings.automatic_dwell_limit = true;
    settings.compare = {Compared::palette, "viridis", true, 0.125};
    settings.cycle_speed = 12.5;
    return settings;
}

}  // namespace mariani::app
