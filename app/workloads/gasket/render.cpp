#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/setting_names.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/timeline.hpp"
#include "app/settings/gasket_settings.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/gasket/picture.hpp"
#include "app/workloads/gasket/runs.hpp"
#include "compute/model/text.hpp"
#include "render/picture/png.hpp"

#include <atomic>
#include <chrono>
#include <memory>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

struct ComputedLife {
    std::shared_ptr<const gasket::Snapshot> state;
    double ms = 0;  // of all steps
    std::uint32_t tile_side = 1;
    std::optional<gasket::StepTrace> trace;  // of the next step, if a file shows it
};

// Throws UsageError if the engine's layout is too large to be watched.
gasket::StepTrace trace_of(gasket::Engine& engine) {
    try {
        return engine.trace();
    } catch (const std::invalid_argument& why) {
        throw UsageError(fmt::format("--colour, --coverage and --trace-json: {}", why.what()));
    }
}

// Steps are counted in `done`, of which the progress tells.
std::optional<ComputedLife> compute(const GasketRender& command, const std::stop_token& stop,
                                    std::atomic<std::int64_t>& done) {
    using Clock = std::chrono::steady_clock;
    constexpr std::int64_t at_once = 420;  // a multiple of any fuse
    GasketSetup setup = command.setup;
    setup.named = true;  // there is no other engine to be taken instead
    const int steps = command.steps;
    const auto engine = make_or_leave_out(setup, setup.engines.front());
    std::atomic<double> filled;
    if (!engine->set_random_state(setup.numbers.fill(), stop, filled)) return std::nullopt;
    const auto begin = Clock::now();
    while (done < steps) {
        const std::int64_t wanted = std::min(at_once, steps - done);
        if (engine->advance(wanted, stop) < wanted) return std::nullopt;
        done += wanted;
    }
    const double ms = std::chrono::duration<double, std::milli>(Clock::now() - begin).count();
    ComputedLife computed{engine->snapshot(), ms, engine->tile_side(), {}};
    if (command.style.watches() || command.trace_json) computed.trace = trace_of(*engine);
    return computed;
}

// Whether it depends on the engine.
bool shows_engine(const GasketRender& command) {
    return command.tiles || command.style.watches();
}

std::string picture_options(const GasketRender& command) {
    if (!shows_engine(command)) return "";
    const GasketSetup& setup = command.setup;
    std::string options =
        fmt::format(" --engine {} --backend {}", mariani::name_of(setup.engines.front()),
                    mariani::name_of(setup.backend));
    if (setup.engines.front() == gasket::EngineKind::bits)
        options += fmt::format(" --fuse {}", setup.method.fuse) +
                   (setup.method.tile ? fmt::format(" --tile {}", *setup.method.tile) : "");
    else
        options +=
            fmt::format(" --rho {}", setup.method.rho) +
            (setup.method.shared ? fmt::format(" --shared {}", *setup.method.shared ? "on" : "off")
                                 : "");
    if (command.style.blocks)
        options += fmt::format(" --colour {}", setting_name(*command.style.blocks));
    if (command.style.coverage) options += " --coverage";
    if (command.tiles) options += " --tiles";
    return options;
}

std::string command_of(const GasketRender& command) {
    const auto& [problem, numbers, method, backend, engines, left_out, named] = command.setup;
    return fmt::format(
        "mariani render --workload gasket --fractal {} --r {} --rule {} --density {} --seed {} "
        "--steps {} --center {},{} --height {} --size {}{}",
        problem.fractal.name, problem.level, gasket::text_of(problem.rule), numbers.density,
        numbers.seed, command.steps, to_text(command.view.center_x), to_text(command.view.center_y),
        to_text(command.view.height), to_text(command.size), picture_options(command));
}

// With which the window's tab shows the same state and the same part of it. Any engine leads there:
// the fastest is left to be taken, unless the picture is of the engine, too.
Settings shown_settings(const GasketRender& command) {
    const auto& [problem, numbers, method, backend, engines, left_out, named] = command.setup;
    Settings settings;
    settings.workload = Workload::gasket;
    GasketSettings& shown = *settings.gasket;
    shown.fractal = problem.fractal.name;
    shown.rule = gasket::text_of(problem.rule);
    shown.numbers = numbers;
    shown.steps = command.steps;
    shown.running = false;
    shown.blocks = command.style.blocks;
    shown.coverage = command.style.coverage;
    shown.tiles = command.tiles;
    if (shows_engine(command)) {
        shown.engine = command.setup.engines.front();
        shown.backend = command.setup.backend;
    }
    if (command.view == whole_board(command.setup.shape(), command.size)) return settings;
    shown.center_x = command.view.center_x;
    shown.center_y = command.view.center_y;
    shown.height = command.view.height;
    return settings;
}

// What made the picture: settings and the command that makes it again, and what is in it.
std::vector<render::PngText> texts_of(const GasketRender& command, const ComputedLife& computed) {
    const auto& setup = command.setup;
    auto texts = picture_texts(shown_settings(command), command.size,
                               gasket_title(setup.problem, command.steps));
    texts.insert(texts.end(),
                 {{"mariani:workload", "gasket"},
                  {"mariani:command", command_of(command)},
                  {"mariani:engine", fmt::format("{} {}", mariani::name_of(setup.engines.front()),
                                                 mariani::name_of(setup.backend))},
                  {"mariani:state", state_text(*computed.state)}});
    return texts;
}

// Nothing where cells are shown.
std::optional<GasketStepColours> colours_of(const GasketRender& command,
                                            const ComputedLife& computed) {
    if (!command.style.watches()) return std::nullopt;
    const GasketSetup& setup = command.setup;
    return std::make_optional<GasketStepColours>(*computed.trace, setup.shape(), setup.backend,
                                                 command.style);
}

// What the colours of the picture mean, a line each; empty where cells are shown.
std::string legend_text(const GasketRender& command, const ComputedLife& computed) {
    const auto colours = colours_of(command, computed);
    if (!colours) return "";
    std::string text;
    for (const LegendEntry& entry : colours->legend())
        text += fmt::format("{} {}\n", render::hex_text(entry.colour), entry.text);
    return text;
}

struct Stopped {};

// False if stopped.
bool draw(const GasketRender& command, const ComputedLife& computed, const std::stop_token& stop,
          render::PngWriter& writer) {
    const GasketPicture picture(command.setup.problem, command.view, command.size);
    const auto colours = colours_of(command, computed);
    std::optional<GasketTiles> tiles;
    if (command.tiles)
        tiles =
            tiles_on_screen(command.setup.problem, computed.tile_side, command.view, command.size);
    try {
        writer.write(command.size.height, [&](int first, int count) {
            if (stop.stop_requested()) throw Stopped{};
            auto rows = colours ? picture.rows(*colours, first, count)
                                : picture.rows(*computed.state, first, count);
            if (tiles) outline_tiles(rows, first, *tiles, command.view, command.size);
            return rows;
        });
    } catch (const Stopped&) {
        return false;
    }
    return true;
}

// Nothing if interrupted: no file is left then.
std::optional<ComputedLife> make_files(const GasketRender& command,
                                       const Interruption& interruption) {
    render::PngWriter writer(command.output, command.size, render::PixelFormat::rgb);
    std::optional<GasketStateFile> state_file;
    if (command.state) state_file.emplace(*command.state, command.setup.shape().cells);
    const auto done = std::make_shared<std::atomic<std::int64_t>>(0);
    const ProgressLine line([=] { return fmt::format("step {} of {}", *done, command.steps); });
    auto computed = finish_or_leave<ComputedLife>(
        interruption, [=](const std::stop_token& stop) { return compute(command, stop, *done); });
    if (!computed) return std::nullopt;
    writer.describe(texts_of(command, *computed));
    if (!draw(command, *computed, interruption.token(), writer)) return std::nullopt;
    if (state_file && !state_file->write(computed->state->state(), interruption.token()))
        return std::nullopt;
    writer.finish();
    return computed;
}

}  // namespace

int run_gasket_render(const GasketRender& command) {
    const Interruption interruption;
    check_file_arguments("render", {{"-o", command.output},
                                    {"--trace-json", command.trace_json},
                                    {"--state-out", command.state}});
    const auto computed = make_files(command, interruption);
    if (!computed) {
        print_notice("render: interrupted; nothing was written");
        return end_interrupted();
    }
    const auto& setup = command.setup;
    if (command.trace_json)
        write_whole_file(*command.trace_json,
                         trace_json(timeline_of(computed->trace->blocks, setup.backend,
                                                choice_of(setup.engines.front()).label)));
    fmt::print("{}: {} pixels, {} on {}: {} steps computed in {:.3f} ms\n{}\n{}\n{}",
               printable(command.output.string()), to_text(command.size),
               mariani::name_of(setup.engines.front()), device_of(setup), command.steps,
               computed->ms, gasket_head(setup), state_text(*computed->state),
               legend_text(command, *computed));
    return 0;
}

}  // namespace mariani::app
