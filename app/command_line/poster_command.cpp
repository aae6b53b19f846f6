#include "app/command_line/poster_command.hpp"

#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/standard_streams.hpp"
#include "app/measure/energy_meter.hpp"
#include "app/produce/exports/pyramid_colours.hpp"
#include "app/produce/pyramid/estimate_pyramid.hpp"
#include "compute/model/memory_estimate.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <thread>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using std::chrono::steady_clock;

// Smooth values are made by the processor, of fields that a cell of 8192 would fill with 0.8 GB.
constexpr int gpu_cell = 8192, smooth_gpu_cell = 4096, cpu_cell = 2048, default_side = 16384;

double seconds_since(steady_clock::time_point begin) {
    return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

std::string time_text(double seconds) {
    if (seconds < 120) return fmt::format("{:.1f} s", seconds);
    if (seconds < 7200) return fmt::format("{:.0f} min", seconds / 60);
    return fmt::format("{:.1f} h", seconds / 3600);
}

PyramidDevice device_named(const std::string& name) {
    if (name == "cpu") return {Backend::cpu, 0};
    const auto number = parse_integer(name);
    if (!number || !limits::device.holds(*number))
        throw UsageError(fmt::format(
            "--devices is \"{}\": it must be all, or GPUs by number and cpu, as in 0,1,cpu", name));
    if (auto why = device_unavailable(*number)) throw UsageError("--devices: " + *why);
    return {Backend::cuda, *number};
}

// --devices, else --backend and --device, else all.
std::vector<PyramidDevice> devices_of(const PosterCommand& command, const EngineRequest& engine) {
    std::vector<PyramidDevice> devices;
    for (const std::string& name : command.devices) {
        if (name == "all") return all_pyramid_devices();
        const PyramidDevice device = device_named(name);
        if (std::ranges::find(devices, device) == devices.end()) devices.push_back(device);
    }
    if (!devices.empty()) return devices;
    if (engine.backend == Backend::cpu) return {{Backend::cpu, 0}};
    if (engine.device) return {{Backend::cuda, *engine.device}};
    if (engine.backend == Backend::cuda)
        if (auto why = backend_unavailable(Backend::cuda)) throw UsageError("poster: " + *why);
    return all_pyramid_devices();
}

Settings settings_of_poster(const PosterCommand& command) {
    Settings settings;
    // Nobody looks at every pixel of a poster: none is to be wrong.
    settings.engine.fill = FillRule::safe;
    if (command.picture) settings = restore_picture(*command.picture).settings;
    settings.colouring.samples = 1;  // a picture's own would make its poster as much larger
    apply(command.colours, settings);
    const bool map = settings.colouring.shown != render::Quantity::dwell;
    if (map && settings.colouring.samples > 1)
        throw UsageError("--samples are means of the dwells' colours: a map has none");
    // How many iterations they save depends on the device.
    if (settings.colouring.shown == render::Quantity::work) settings.engine.shortcuts = false;
    apply_and_notice(command.edits, settings);
    return settings;
}

// In the pixels of all samples.
PyramidShape shape_of(const PosterCommand& command, const render::Colouring& colouring,
                      const std::vector<PyramidDevice>& devices) {
    const int samples = colouring.samples;
    PyramidShape shape;
    shape.size = command.size.value_or(ImageSize{default_side, default_side});
    if (longer_side(shape.size) > pyramid_sides.max / samples)
        throw UsageError(fmt::format(
            "--samples {} of {} pixels are more than {} pixels a side: --size may be "
            "at most {}",
            samples, to_text(shape.size), pyramid_sides.max, pyramid_sides.max / samples));
    shape.size = {shape.size.width * samples, shape.size.height * samples};
    const bool smooth = colouring.smooth && colouring.shown == render::Quantity::dwell;
    const int cell = smooth ? smooth_gpu_cell : gpu_cell;
    shape.cell = command.cell.value_or(devices.front().backend == Backend::cuda ? cell : cpu_cell);
    shape.levels = all_levels(shape.size);
    return shape;
}

// A command of the poster, with what it needs to compute.
struct Poster {
    PyramidManifest manifest;
    std::vector<PyramidDevice> devices;
    EngineRequest how;
    std::optional<std::string> left_out;  // of what was asked for, in words
};

Poster poster_of(const PosterCommand& command, const PosterParty& party,
                 const EngineDispatcher& dispatcher) {
    Poster poster;
    Settings settings;
    if (command.view_given)
        settings = settings_of_poster(command);
    else
        poster.manifest = read_manifest(command.folder);
    poster.devices = party.devices.empty() ? devices_of(command, settings.engine) : party.devices;
    poster.how = settings.engine;
    if (party.threads) poster.how.threads = party.threads;
    if (command.view_given) {
        settings.engine.backend = poster.devices.front().backend;
        settings.engine.device.reset();
        const auto shape = shape_of(command, settings.colouring, poster.devices);
        poster.manifest = plan_pyramid(settings, shape, dispatcher);
        poster.left_out = left_out_of(settings, poster.manifest);
        auto& kept = poster.manifest.settings;
        kept.colouring = stored_colouring(kept.colouring, poster.manifest);
        kept.overlay.shown = false;
    }
    const int coarsest = poster.manifest.shape.coarsest();
    if (command.last_level.value_or(command.first_level) > coarsest)
        throw UsageError(fmt::format("--levels: the poster's are 0, the largest, to {}", coarsest));
    for (const PyramidDevice& device : poster.devices)
        if (const auto why = why_unlike(poster.manifest, device))
            throw UsageError("poster: " + *why);
    return poster;
}

bool is_wanted(const PosterCommand& command, CellPlace cell) {
    return command.first_level <= cell.level &&
           cell.level <= command.last_level.value_or(cell.level);
}

std::int64_t count_wanted(const PosterCommand& command, const CellRecords& records) {
    return std::ranges::count_if(
        records, [&](const auto& entry) { return is_wanted(command, entry.first); });
}

// A stop request after some minutes, or on an interruption.
class Deadline {
  public:
    Deadline(std::optional<double> minutes, const std::stop_token& interruption)
        : on_interruption_(interruption, [this] { source_.request_stop(); }) {
        if (!minutes) return;
        timer_ = std::jthread([this, minutes](const std::stop_token& done) {
            std::mutex mutex;
            std::condition_variable_any wake;
            std::unique_lock lock(mutex);
            wake.wait_for(lock, done, std::chrono::duration<double>(60 * *minutes),
                          [] { return false; });
            if (!done.stop_requested()) source_.request_stop();
        });
    }
    std::stop_token token() const { return source_.get_token(); }

  private:
    std::stop_source source_;
    std::stop_callback<std::function<void()>> on_interruption_;
    std::jthread timer_;
};

std::string progress_text(const PosterCommand& command, const PyramidProgress& progress,
                          std::size_t cells, double cost, double seconds) {
    const double done = progress.cost.load() / cost;
    const std::string left =
        done > 0.01 ? fmt::format(", about {} left", time_text(seconds * (1 - done) / done)) : "";
    return fmt::format("{}: level {}, {} of {} cells{}", command.folder.string(),
                       progress.level.load(), progress.cells.load(), cells, left);
}

int run_check(const PosterCommand& command, const std::stop_token& stop) {
    std::atomic<std::int64_t> read{0};
    std::optional<PyramidCheck> check;
    {
        const ProgressLine line([&] {
            return fmt::format("{}: {} cells checked", command.folder.string(), read.load());
        });
        check = check_pyramid(command.folder, stop, read);
    }
    if (!check) {
        print_notice("poster: interrupted");
        return Interruption::exit_status;
    }
    const std::string folder = command.folder.string();
    for (const std::string& damaged : check->damaged) fmt::print("{}\n", damaged);
    if (!check->damaged.empty()) {
        fmt::print(
            "{}: {} cells and files are damaged or missing; make them again with: mariani "
            "poster {}\n",
            folder, check->damaged.size(), folder);
        return 1;
    }
    const bool complete = check->cells == check->all_cells;
    fmt::print("{}: {}{} cells, all as they were written, hash {:016x}\n", folder, check->cells,
               complete ? "" : fmt::format(" of {}", check->all_cells), check->hash);
    if (complete) return 0;
    fmt::print("incomplete: go on with: mariani poster {}\n", folder);
    return incomplete_status;
}

// How long some cells take, and the energy; nothing if stopped.
struct SampledCost {
    double seconds = 0;
    FrameEnergy energy;
};

std::optional<SampledCost> cost_of(const SampledCells& sampled, EngineDispatcher& dispatcher,
                                   const std::stop_token& stop) {
    FrameProgress unseen;
    SampledCost cost;
    const auto compute_all = [&] {
        const auto begin = steady_clock::now();
        for (const FrameRequest& request : sampled.requests)
            if (!dispatcher.compute(request, stop, unseen)) return false;
        cost.seconds = seconds_since(begin);
        return true;
    };
    const FrameRequest& cheapest = sampled.requests.back();
    if (!dispatcher.compute(cheapest, stop, unseen)) return std::nullopt;  // warms up
    const auto energy = measure_energy(dispatcher.plan_of(cheapest), compute_all);
    if (!energy) return std::nullopt;
    cost.energy = *energy;
    return cost;
}

int run_estimate(const PosterCommand& command, const Poster& poster, EngineDispatcher& dispatcher,
                 const std::stop_token& stop) {
    std::optional<ProgressLine> line([] { return std::string("estimating"); });
    const PyramidDevice& device = poster.devices.front();
    const auto cells = planned_cells(poster.manifest, dispatcher, stop);
    const auto disk =
        cells ? estimated_disk(poster.manifest, *cells, device.backend, dispatcher, stop)
              : std::nullopt;
    const SampledCells sampled =
        disk ? sampled_cells(poster.manifest, *cells, device) : SampledCells{};
    const auto cost = disk ? cost_of(sampled, dispatcher, stop) : std::nullopt;
    line.reset();
    if (!cost) {
        print_notice("poster: interrupted");
        return Interruption::exit_status;
    }
    std::int64_t pixels = 0;
    for (const PlannedCell& planned : *cells)
        pixels += pixel_count(pixels_of(poster.manifest.shape, planned.cell));
    const PyramidShape& shape = poster.manifest.shape;
    const double computing =
        cost->seconds * sampled.times / static_cast<double>(poster.devices.size());
    const double compressing = disk->compressing_s / compressing_threads(poster.how);
    const FrameEnergy& energy = cost->energy;
    fmt::print("pixels      {} in {} levels, {} of them in the largest\n", pixels, shape.levels,
               pixel_count(shape.size));
    fmt::print("cells       {} of up to {} pixels\n", cells->size(),
               to_text(ImageSize{shape.cell, shape.cell}));
    fmt::print("disk        about {}\n", bytes_text(disk->bytes));
    fmt::print("computing   about {} ({} cells were tried)\n", time_text(computing),
               sampled.requests.size());
    fmt::print("compressing about {}, at the same time\n", time_text(compressing));
    fmt::print("energy      {}\n",
               energy.known() ? fmt::format("about {:.3g} J for computing ({})",
                                            energy.joules * sampled.times, counted_by(energy))
                              : "unknown: " + energy.unknown);
    if (auto why = why_no_room(command.folder, disk->bytes))
        throw std::runtime_error(*why + ": choose another disk or a smaller --size");
    return 0;
}

// What is there of the wanted levels when this process has done its share.
int report(const PosterCommand& command, const PyramidWork& work, const PyramidProgress& progress,
           double seconds) {
    const PyramidManifest& manifest = work.manifest;
    PyramidLogs logs(command.folder, manifest.shape);
    logs.refresh();
    const std::size_t wanted = work.cells.size();
    std::size_t finished = 0, missing = 0;  // of all cells; of its part
    for (std::size_t i = 0; i < wanted; ++i)
        if (logs.records().contains(work.cells[i].cell))
            ++finished;
        else if (std::cmp_equal(i % static_cast<std::size_t>(command.parts), command.part))
            ++missing;
    std::int64_t unproven = 0;
    for (const auto& entry : logs.records()) unproven += entry.second.unproven;
    fmt::print("{}: {}, {} of {} cells finished; now {} pixels in {}, {} written{}\n",
               command.folder.string(), to_text(manifest.shape.size), finished, wanted,
               progress.pixels.load(), time_text(seconds), bytes_text(progress.bytes.load()),
               unproven > 0 ? fmt::format("; {} dwells are not proven", unproven) : "");
    const std::string part =
        command.parts > 1 ? fmt::format(" --part {}/{}", command.part, command.parts) : "";
    if (missing > 0) {
        fmt::print("incomplete: go on with: mariani poster {}{}\n", command.folder.string(), part);
        return incomplete_status;
    }
    if (finished < wanted)
        fmt::print("part {}/{} is finished; {} cells of other parts are missing\n", command.part,
                   command.parts, wanted - finished);
    return 0;
}

int make(const PosterCommand& command, const PosterParty& party, Poster& poster,
         EngineDispatcher& dispatcher, const std::stop_token& stop) {
    auto cells = planned_cells(poster.manifest, dispatcher, stop);
    if (!cells) {
        print_notice("poster: interrupted; nothing was computed");
        return incomplete_status;
    }
    std::erase_if(*cells,
                  [&](const PlannedCell& planned) { return !is_wanted(command, planned.cell); });
    if (command.view_given) {
        const auto asked = poster.manifest.settings.colouring;
        poster.manifest = begin_pyramid(command.folder, poster.manifest);
        if (party.speaks && poster.left_out) print_notice("poster: " + *poster.left_out);
        if (party.speaks && poster.manifest.settings.colouring != asked)
            print_notice(
                "poster: it keeps the colours with which it was begun; --export and --serve take "
                "others");
    } else {
        mend_metadata(command.folder, poster.manifest);
    }
    PyramidLogs logs(command.folder, poster.manifest.shape);
    logs.refresh();
    const std::size_t wanted = cells->size();
    double cost = 0;
    for (const PlannedCell& planned : *cells)
        if (!logs.records().contains(planned.cell)) cost += planned.cost / command.parts;
    PyramidProgress progress;
    progress.cells = count_wanted(command, logs.records());
    const auto begin = steady_clock::now();
    const PyramidWork work{command.folder,
                           poster.manifest,
                           std::move(*cells),
                           poster.devices,
                           poster.how,
                           logs.records(),
                           [](const std::string& why) { print_notice("poster: " + why); }};
    const auto part = static_cast<std::size_t>(command.part);
    const auto parts = static_cast<std::size_t>(command.parts);
    const auto source =
        party.source ? party.source(wanted) : std::make_unique<LocalCells>(wanted, part, parts);
    {
        std::optional<ProgressLine> line;
        if (party.speaks)
            line.emplace(
                [&] {
                    return progress_text(command, progress, wanted, cost, seconds_since(begin));
                },
                WithoutTerminal::a_line_a_minute);
        try {
            make_pyramid(work, *source, stop, progress);
        } catch (const std::runtime_error& failure) {  // what is written counts
            print_notice(fmt::format("poster: {}", failure.what()));
        }
    }
    party.all_done();
    if (!party.speaks) return 0;
    return report(command, work, progress, seconds_since(begin));
}

}  // namespace

int run_poster(const PosterCommand& command, const PosterParty& party) {
    const Interruption interruption;
    if (command.check) return run_check(command, interruption.token());
    EngineDispatcher dispatcher = engines_of("poster");
    Poster poster = poster_of(command, party, dispatcher);
    if (command.estimate) return run_estimate(command, poster, dispatcher, interruption.token());
    const Deadline deadline(command.minutes, interruption.token());
    return make(command, party, poster, dispatcher, deadline.token());
}

int run_poster(const PosterCommand& command) {
    if (command.exports.wanted())
        return run_poster_exports(command.folder, command.colours, command.exports);
    return run_poster(command, PosterParty{});
}

}  // namespace mariani::app
