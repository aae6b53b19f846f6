#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/file_arguments.hpp"
#include "app/command_line/reports.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/folders.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/measure/plots/race_pictures.hpp"
#include "app/measure/race.hpp"
#include "app/measure/spread.hpp"
#include "app/produce/portrait.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/png.hpp"

#include <atomic>
#include <optional>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string head_of(const Race& race) {
    const FrameRequest& view = race.plan.request;
    return fmt::format(
        "view {}, {} pixels, dwell {}\n"
        "fill {}, shortcuts {}; {} runs each after a warm-up, in random order, seed {}\n",
        to_text(view.view), to_text(view.image), view.dwell_limit, name_of(view.fill),
        view.shortcuts ? "on" : "off", race.plan.repeat, race.plan.seed);
}

template <typename... Columns>
std::string lane_row(const Columns&... columns) {
    return fmt::format("{:<6}{:<32} {:>10} {:>23} {:>7} {:>9}  {}\n", columns...);
}

// The paper's five, but for those whose pictures another one would compute.
std::vector<std::string> default_racers(const FrameRequest& request) {
    const FramePlan plan = resolve(request, this_hardware(), {}).plan;
    std::vector<std::string> racers{"ex", "dp-sbr", "dp-mbr", "ask-sbr", "ask-mbr"};
    std::erase_if(racers, [&](const std::string& text) {
        const Racer racer = parse_racer(text);
        const auto why = why_left_out(racer.engine, racer.scheme, plan);
        if (why) print_notice(fmt::format("left out: {}: {}", text, *why));
        return why.has_value();
    });
    return racers;
}

// Each racer's own settings; for the rest, the options common to all.
std::vector<Racer> racers_of(const std::vector<std::string>& texts, const EngineRequest& engine) {
    const SubdivisionParams defaults;
    const Racer otherwise{EngineKind::ask,
                          engine.scheme.value_or(Scheme::sbr),
                          {engine.g.value_or(defaults.g), engine.r.value_or(defaults.r), engine.B},
                          engine.block.value_or(BlockSize{}),
                          engine.backend,
                          engine.device,
                          engine.insertion};
    std::vector<Racer> racers;
    for (const auto& text : texts) {
        try {
            racers.push_back(parse_racer(text, otherwise));
        } catch (const std::invalid_argument& wrong) {
            throw UsageError(fmt::format("race: --racer {}", wrong.what()));
        }
    }
    return racers;
}

RacePlan race_plan(const RaceCommand& command, const Settings& settings) {
    RacePlan plan;
    plan.request = frame_request(settings, command.size);
    if (auto why = why_invalid(plan.request)) throw UsageError("race: " + *why);
    notice_indistinct(plan.request);
    plan.racers = racers_of(command.racers.empty() ? default_racers(plan.request) : command.racers,
                            settings.engine);
    plan.repeat = command.repeat;
    plan.seed = command.seed;
    plan.energy = command.energy;
    plan.growth = command.film.file.has_value();
    if (auto why = why_invalid(plan)) throw UsageError("race: " + *why);
    return plan;
}

Portray portrayed_with(const Settings& settings) {
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    PortraitStyle style{settings.colouring, palettes.get(settings.colouring.palette),
                        settings.overlay};
    return [style = std::move(style)](const Frame& frame) {
        return LanePictures{portrait(frame, style), growth_of(frame, style)};
    };
}

// The film first: it takes long enough to be interrupted. False if it was.
bool write_files(const RaceCommand& command, const Settings& settings, const Race& race,
                 const std::stop_token& stop) {
    if (command.film.file) {
        constexpr int film_width = 1200;
        const FilmShape shape = shape_of(command.film, film_size(race, film_width));
        const RaceFilm film(race, shape.size, shape.seconds);
        const auto draw = [&](double second) { return film.at(second); };
        if (!write_film_of(command.film, shape, draw, stop)) return false;
    }
    if (command.output) write_table(*command.output, race_csv(race));
    if (command.plot)
        draw_race(race).write(*command.plot,
                              picture_texts(settings, command.size, winning_plan(race)));
    return true;
}

}  // namespace

std::string race_report(const Race& race) {
    std::string text = head_of(race) + lane_row("rank", "engine", "median ms", "min..max", "vs Ex",
                                                "regions", "device");
    const auto ex_ms = ex_median(race);
    int rank = 0;
    std::optional<Spread> faster;
    bool noisy = false;
    for (const std::size_t i : ranking(race)) {
        const RaceLane& lane = race.lanes[i];
        const Spread ms = lane.spread();
        const bool noise = faster && !clearly_differ(*faster, ms);
        noisy = noisy || noise;
        faster = ms;
        text += lane_row(fmt::format("{}{}", ++rank, noise ? noise_mark : ""), lane_title(lane),
                         fmt::format("{:.3f}", ms.median),
                         fmt::format("{:.3f}..{:.3f}", ms.min, ms.max),
                         ex_ms ? fmt::format("{:.2f}", *ex_ms / ms.median) : std::string("-"),
                         lane.stats.total().regions, lane.stats.device);
    }
    if (noisy) text += noise_remark;
    for (const RaceLane& lane : race.lanes)
        if (!lane.timed())
            text += fmt::format("{:<6}{:<32}{}\n", "-", lane_title(lane), lane.failure);
    for (const RaceLane& lane : race.lanes)
        if (lane.energy)
            text += fmt::format("energy of {}: {}\n", lane_title(lane),
                                energy_text(*lane.energy, pixel_count(race.plan.request.part)));
    return text;
}

int run(const RaceCommand& command) {
    const Interruption interruption;
    const Settings settings = settings_of(command.picture, command.edits);
    const RacePlan plan = race_plan(command, settings);
    check_file_arguments(
        "race", {{"-o", command.output}, {"--plot", command.plot}, {"--film", command.film.file}},
        command.picture);
    check_encoder_of(command.film);
    const RunEngine run = runner_of("race");
    std::optional<Race> race;
    bool finished = false;
    {
        std::atomic<double> progress{0};
        const ProgressLine line([&] { return fmt::format("racing: {:.0f} %", 100 * progress); });
        finished = run_race(plan, portrayed_with(settings), run, interruption.token(),
                            [&](const Race& seen) {
                                progress = progress_of(seen);
                                race = seen;
                            });
    }
    if (finished) fmt::print("{}", race_report(*race));
    if (!finished || !write_files(command, settings, *race, interruption.token())) {
        print_notice("race: interrupted; nothing was written");
        return Interruption::exit_status;
    }
    return 0;
}

}  // namespace mariani::app
