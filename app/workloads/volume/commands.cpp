#include "app/workloads/volume/commands.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/timing_log.hpp"
#include "app/settings/volume_settings.hpp"
#include "app/workloads/volume/runs.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <stdexcept>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr IntegerRange pixels_a_voxel{1, 64};

// --slice.
void add_slice(OptionParser& parser, const char* description, VolumeCut& cut) {
    parser.add_texts(
        "--slice", "AXIS=I", description, [&cut](const std::vector<std::string>& texts) {
            for (const auto& text : texts) {
                const auto equals = text.find('=');
                const auto at = equals == std::string::npos
                                    ? std::nullopt
                                    : parse_integer(text.substr(equals + 1));
                int axis = 0;
                while (axis < volume::max_axes && axis_name(axis) != text.substr(0, equals)) ++axis;
                if (!at || axis == volume::max_axes)
                    reject_option("--slice", text,
                                  "an axis (x, y, z or u) and a voxel, as in z=48");
                cut[static_cast<std::size_t>(axis)] = *at;
            }
        });
}

// Throws UsageError.
volume::Plan plan_of(const volume::Request& request) {
    try {
        const auto plan = volume::resolve(request, backend_unavailable(Backend::cuda));
        if (plan.precision == Precision::f32 && suited_precision(plan) == Precision::f64)
            print_notice("f32 does not tell all voxels apart at this height: use --precision auto");
        return plan;
    } catch (const std::invalid_argument& error) {
        throw UsageError(error.what());
    }
}

// What the tab had stays, but for where the options exclude it.
SettingsEdits::value_type without_what_excludes(const SettingsEdits& edits) {
    return [edits](Settings& settings) {
        if (!why_invalid(*settings.volume)) return;
        settings.volume = {};
        apply(edits, settings);
    };
}

Contest common(const std::vector<volume::Plan>& plans, const VolumeRounds& rounds) {
    const volume::Plan& first = plans.front();
    const volume::Plan& divided = plans.back();  // one with regions, where there are any
    Contest contest;
    contest.title = volume_head(plans);
    contest.family = fmt::format("volume {}", name_of(first.function));
    contest.kind = "engine";
    contest.baseline = "Ex";
    contest.facts = {fmt::format("floor: {:.4f} ms to set the {} bytes of the volume",
                                 rounds.floor_ms(), volume::output_bytes(first))};
    contest.figures = {"iterated", "launches", "Gcell/s", "x floor"};
    contest.place = {{"n", std::to_string(divided.side.of[0])},
                     {"g", std::to_string(divided.g)},
                     {"r", std::to_string(divided.r)},
                     {"B", std::to_string(divided.B)}};
    return contest;
}

MeasuredEngine engine_of(const std::vector<volume::Plan>& plans, std::size_t which,
                         const VolumeRounds& rounds) {
    const volume::Plan& plan = plans[which];
    const double ms = spread_of(rounds.ms_of(which)).median;
    const auto& last = rounds.last_of(which);
    MeasuredEngine engine;
    engine.label = volume_labels(plans)[which];
    add_plan(*engine.columns, plan, rounds.device());
    engine.cells = static_cast<double>(volume::voxel_count(plan.side));
    engine.figures = {
        fmt::format("{:.1f} %", 100 * static_cast<double>(last.iterated) / engine.cells),
        std::to_string(last.launches), fmt::format("{:.3f}", engine.cells / ms * 1e-6),
        hundredths_text(over_floor(rounds, ms))};
    if (last.failed_launches > 0)
        engine.remark = fmt::format(
            "{} launches of {} failed because the pool was full or CUDA refused: their parents did "
            "the work\n",
            last.failed_launches, engine.label);
    return engine;
}

Json row_of(const volume::Plan& plan, const VolumeRun& run, const VolumeRounds& rounds) {
    Json row = Json::object();
    row["time"] = iso_time(run.time);
    add_plan(row, plan, rounds.device());
    row["run"] = run.number;
    add_run(row, plan, run.stats);
    row["floor_ms"] = rounds.floor_ms();
    add_regions(row, run.stats);
    add_energy_columns(row, rounds.energy_of(run.which),
                       static_cast<double>(volume::voxel_count(plan.side)), "cells");
    return row;
}

class VolumeCommands final : public WorkloadCommands {
  public:
    const Texts& texts() const override {
        static const Texts all{
            .render = {"Draws a volume: three orthogonal planes through its middle, or one; needs "
                       "no display.",
                       "  mariani render --workload volume --n 128 --grid -o volume.png\n"
                       "  mariani render --workload volume --n 97 --slice z=48 -o frame.png "
                       "--dwell-out v.npy"},
            .bench = {"Compares engines over one volume; needs no display.",
                      "  mariani bench --workload volume --n 128 --engine ex,ask\n"
                      "  mariani bench --workload volume --engine ask --encoding all --order all "
                      "-o runs.csv"},
            .race = {"Ranks engines over one volume; needs no display.",
                     "  mariani race --workload volume --n 128 --plot race.png\n"
                     "  mariani race --workload volume --engine ask --rule all --repeat 21 -o "
                     "race.csv"},
            .sweep = {"Measures engines for every n, g, r and B of four lists; needs no display.",
                      "  mariani sweep --workload volume --n 64..256 --B 2,4,8 -o sweep.csv\n"
                      "  mariani sweep --workload volume --engine ask --g 4,8 --r 2,4"},
            .check = {"Compares every voxel of engines with Ex on the processor; exit status 1 if "
                      "any is wrong.",
                      "  mariani check --workload volume --n 97\n"
                      "  mariani check --workload volume --engine ask --encoding all -o wrong.csv"},
            .window = {"Shows a volume of dwells, in the window's tab Volume.",
                       "  mariani --workload volume --n 128 --engine ask --encoding hilbert\n"
                       "  mariani --workload volume --show space --turn 0.125"},
            .listed = "functions, engines, rules, encodings, orders and limits",
            .remedy = "a smaller --n",
            .contestant = "engine",
            .gain = ", and their improvement over Ex"};
        return all;
    }

    void add_render(OptionParser& parser) override;
    OtherCommand render(const OptionParser& parser, const std::filesystem::path& output) override;

    void add_contestants(OptionParser& parser) override {
        compared_ = {"turn", "scheme", "rule", "encoding", "order"};
        parser.group("Engines");
        add_list(parser, "--engine", "Engines to run (default: all)", engines_);
        add_knob_lists(parser, problem(), {"scheme", "rule", "encoding", "order"}, lists_);
    }
    void add_problem(OptionParser& parser, const KnobIds& left_out) override {
        KnobIds all_left_out = left_out;
        all_left_out.insert(all_left_out.end(), compared_.begin(), compared_.end());
        add_knobs<volume::Problem>(parser, request_, all_left_out);
        parser.add_text("--center", "RE,IM", "The centre of the planes of constant w",
                        [&](const std::string& text) {
                            const auto centre = parse_point(text);
                            if (!centre)
                                reject_option("--center", text, "RE,IM or RE+IMi, as in -0.5,0");
                            request_.centre_re = centre->re.nearest();
                            request_.centre_im = centre->im.nearest();
                        });
    }
    void add_engine(OptionParser& parser) {
        parser.group("Engine");
        add_choice<volume::EngineKind>(parser, "--engine", "The engine (default: ask)",
                                       [&](volume::EngineKind value) { request_.engine = value; });
    }

    KnobIds swept() const override { return {"n", "g", "r", "B"}; }
    AnyProblem problem() override { return AnyProblem::of<volume::Problem>(request_); }
    ContestPlan contest(const OptionParser& parser) override {
        return contest_plan<VolumeRounds>(plans(parser), {common, engine_of, row_of});
    }
    OtherCommand check(const OptionParser& parser,
                       const std::optional<std::filesystem::path>& output) override {
        return check_command(volume_check(plans(parser)), output);
    }

    void print_info() const override;

    Workload tab() const override { return Workload::volume; }
    void add_shown(OptionParser& parser) override {
        add_engine(parser);
        parser.group("Picture");
        add_slice(parser, "An axis and the voxel of its plane; once per axis", cut_);
        add_choice<VolumeShown>(parser, "--show", "Planes, or the volume in space",
                                [&](VolumeShown shown) { shown_ = shown; });
    }
    SettingsEdits shown(const OptionParser& parser) override;

    // The plan of the engine that is named.
    volume::Plan plan(const OptionParser& parser);

  private:
    // What is compared.
    std::vector<volume::Plan> plans(const OptionParser& parser);

    volume::Request request_;
    std::vector<volume::EngineKind> engines_;  // none: all
    KnobLists lists_;                          // each for the engines that use it
    KnobIds compared_;                         // have lists, or are seen in a picture alone
    VolumeCut cut_;
    VolumeShown shown_ = VolumeShown::slices;
    VolumeRender drawn_;
};

void VolumeCommands::add_render(OptionParser& parser) {
    add_file(parser, "--dwell-out", "FILE.npy",
             "Also write the dwells: uint16, or uint32 from a limit of 65535; the last axis first",
             drawn_.dwells, {".npy"});
    add_slice(parser, "Fix an axis at a voxel; once each for one to k - 2 axes", drawn_.cut);
    add_integer_or_auto(parser, "--scale", "Pixels along a voxel's side", pixels_a_voxel,
                        drawn_.scale);
    add_problem(parser, {"turn"});
    add_engine(parser);
    add_machine_options(parser, machine);
    add_palette_options(parser, machine);
    add_grid_option(parser, machine);
}

OtherCommand VolumeCommands::render(const OptionParser& parser,
                                    const std::filesystem::path& output) {
    drawn_.plan = plan(parser);
    drawn_.output = output;
    app::apply(machine, drawn_.colours);
    if (drawn_.colours.colouring.mapping == render::Mapping::distance)
        throw UsageError(
            "--mapping is distance, but a volume has dwells only: choose cyclic, stretched or "
            "equalised");
    if (drawn_.colours.overlay.shown && !volume::has_regions(drawn_.plan.engine))
        throw UsageError(
            "--grid is given, but the engine ex has no regions: choose dp, ask or surface");
    try {
        planes_of(drawn_.plan, drawn_.cut);
    } catch (const std::invalid_argument& error) {
        throw UsageError(std::string("--slice: ") + error.what());
    }
    return {[render = drawn_] { return run_volume_render(render); }};
}

void VolumeCommands::print_info() const {
    fmt::print("{}", choices_text<volume::Function>("Functions"));
    fmt::print("{}", choices_text<volume::EngineKind>("Engines"));
    fmt::print("{}", choices_text<volume::Rule>("Rules"));
    fmt::print("{}", choices_text<volume::Encoding>("Encodings"));
    fmt::print("{}", choices_text<volume::Order>("Orders"));
    const IntegerRange& side = volume::limits::side_of_four;
    fmt::print("Limits\n{}  {:<12}{} to {}\n", limits_text(knob_table<volume::Problem>()),
               "n with k 4", side.min, side.max);
}

std::vector<volume::Plan> VolumeCommands::plans(const OptionParser& parser) {
    place(request_, machine);
    if (engines_.empty()) engines_ = all_of<volume::EngineKind>();
    refuse_unused(parser, knob_table<volume::Problem>(), mask_of(engines_), Backend::cuda,
                  {"g", "r", "B", "rule", "scheme"});
    std::vector<volume::Plan> plans;
    for (const volume::EngineKind engine : engines_) {
        request_.engine = engine;
        for_each_combination(
            lists_, problem(), [&] { plans.push_back(plan_of(request_)); }, engine_bit(engine));
    }
    return plans;
}

volume::Plan VolumeCommands::plan(const OptionParser& parser) {
    place(request_, machine);
    refuse_unused(parser, knob_table<volume::Problem>(), engine_bit(request_.engine), Backend::cuda,
                  {"g", "r", "B", "rule"});
    return plan_of(request_);
}

SettingsEdits VolumeCommands::shown(const OptionParser& parser) {
    if (!parser.given("--n")) request_.side = usual_side(request_.axes);
    SettingsEdits edits;
    add_edits<volume::Problem>(edits, parser, request_, [](Settings& settings) -> volume::Problem& {
        return settings.volume->problem;
    });
    if (parser.given("--k") && !parser.given("--n"))
        edits.push_back(
            [side = request_.side](Settings& settings) { settings.volume->problem.side = side; });
    if (parser.given("--center"))
        edits.push_back([request = request_](Settings& settings) {
            settings.volume->problem.centre_re = request.centre_re;
            settings.volume->problem.centre_im = request.centre_im;
        });
    const auto add = [&](const char* option, auto VolumeSettings::*field, auto value) {
        if (!parser.given(option)) return;
        edits.push_back([=](Settings& settings) { (*settings.volume).*field = value; });
    };
    add("--engine", &VolumeSettings::engine, request_.engine);
    add("--show", &VolumeSettings::shown, shown_);
    add("--slice", &VolumeSettings::x, cut_[0]);
    add("--slice", &VolumeSettings::y, cut_[1]);
    add("--slice", &VolumeSettings::z, cut_[2]);
    add("--slice", &VolumeSettings::u, cut_[3]);
    if (!edits.empty()) edits.push_back(without_what_excludes(edits));
    const volume::Plan usual = plan(parser);
    for (int axis = 0; axis < volume::max_axes; ++axis) {
        const auto at = cut_[static_cast<std::size_t>(axis)];
        if (at && (*at < 0 || *at >= usual.side.of[axis]))
            throw UsageError(fmt::format("--slice is {}={}: it must be a voxel from 0 to {}",
                                         axis_name(axis), *at, usual.side.of[axis] - 1));
    }
    return edits;
}

}  // namespace

std::unique_ptr<WorkloadCommands> volume_commands() {
    return std::make_unique<VolumeCommands>();
}

}  // namespace mariani::app
