#include "app/window/experiments.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/picture_file.hpp"
#include "app/measure/experiment_file.hpp"
#include "app/measure/plots/race_pictures.hpp"
#include "app/papers/report.hpp"
#include "app/produce/film.hpp"
#include "app/produce/portrait.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "render/picture/png.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <fmt/ranges.h>

namespace mariani::app {
namespace {

// The report stays from one start to the next.
std::filesystem::path kept_folder() {
    return data_folder() / "papers";
}

// Null if there is none of this machine and version.
std::shared_ptr<const Reproduction> kept_report(WindowState& state) {
    const auto file = kept_folder() / "report.json";
    std::error_code unknown;
    if (!std::filesystem::exists(file, unknown)) return nullptr;
    try {
        const Reproduction report = read_reproduction(file);
        const Machine& machine = report.machine;
        if (machine == this_machine()) return std::make_shared<const Reproduction>(report);
        state.notify(Message::Kind::info,
                     fmt::format("The papers' verdicts are of another version or machine (mariani "
                                 "{}; {}): they are kept as {}, and all claims are tested anew.",
                                 machine.mariani, machine.system,
                                 set_aside(file, machine.mariani).string()));
        return nullptr;
    } catch (const std::exception& error) {
        state.notify(Message::Kind::warning,
                     fmt::format("The papers' verdicts were not read: {}", error.what()));
        return nullptr;
    }
}

std::vector<int> values(const char* name, const std::string& text, IntegerRange allowed) {
    const auto list = parse_integers(text, allowed);
    if (!list)
        throw std::runtime_error(
            fmt::format("{} is {}: it must be a list of at most 1000 numbers, such as 2..64", name,
                        in_quotes(text)));
    return *list;
}

}  // namespace

PapersRun::PapersRun(WindowState& state, Laboratory& laboratory,
                     std::shared_ptr<ComputeService> service, PaperTools tools)
    : state_(state),
      laboratory_(laboratory),
      service_(std::move(service)),
      tools_(std::move(tools)) {
    shared_->report = kept_report(state);
}

std::shared_ptr<const Reproduction> PapersRun::report() const {
    const std::scoped_lock lock(shared_->mutex);
    return shared_->report;
}

Reproduction PapersRun::begun(bool anew, int device) const {
    const bool no_cuda = why_no_cuda(service_->hardware(), device).has_value();
    const Backend backend =
        no_cuda ? Backend::cpu : state_.settings.engine.backend.value_or(Backend::cuda);
    Reproduction reproduction = reproduction_at(backend, device);
    const auto before = report();
    if (anew || !before || before->backend != backend || before->device != reproduction.device)
        return reproduction;
    reproduction.outcomes = before->outcomes;
    std::erase_if(reproduction.outcomes,
                  [](const ClaimOutcome& outcome) { return outcome.time.empty(); });
    return reproduction;
}

// Frames take turns of their own; another workload's trial is one turn. Nothing is computed in
// place of a GPU that failed.
RunTrial PapersRun::runner(Backend backend, int device, RunEngine run) const {
    const RunEngine there = [backend, run = std::move(run)](const FrameRequest& request,
                                                            std::stop_token stop) {
        auto frame = run(request, std::move(stop));
        if (frame && frame->plan.backend != backend)
            throw std::runtime_error(frame->stats.backend_failure);
        return frame;
    };
    return [backend, device, there, service = service_, measure = tools_.measure](
               const std::string& command, const std::stop_token& stop) -> std::optional<Result> {
        if (backend == Backend::cuda)
            if (const auto why = why_no_cuda(service->hardware(), device))
                throw std::runtime_error(*why);
        const auto measured = [&](const std::stop_token& own) {
            return measure(command, there, own);
        };
        if (command.find("--workload ") == std::string::npos) return measured(stop);
        if (backend == Backend::cuda)
            return service->run_on(device, JobPriority::experiment, stop, measured);
        return service->turns().run(JobPriority::experiment, stop, measured);
    };
}

void PapersRun::begin(const command::Reproduce& asked) {
    const auto chosen = claims_named(asked.claims);
    const int device = state_.settings.engine.device.value_or(service_->hardware().device);
    Reproduction reproduction = begun(!asked.claims.empty(), device);
    reproduction.named = asked.claims;
    const auto runner_with = [this, backend = reproduction.backend, device](const RunEngine& run) {
        return runner(backend, device, run);
    };
    const auto left = std::ranges::count_if(
        chosen, [&](const Claim* claim) { return outcome_in(reproduction, *claim) == nullptr; });
    laboratory_.begin(
        ExperimentPlace::papers, "Testing the papers' claims",
        [&laboratory = laboratory_, chosen, runner_with, left, minutes = asked.minutes,
         shared = shared_, before = report(), reproduction = std::move(reproduction)](
            const RunEngine& run, const std::stop_token& stop) mutable {
            double done = 0;
            std::string unkept;  // why
            const auto publish = [&] {
                const auto report = shared->publish(reproduction, before);
                try {
                    write_report_json(*report, kept_folder());
                } catch (const std::exception& error) {
                    unkept = error.what();
                }
            };
            reproduce(
                reproduction, chosen, minutes, runner_with(run), stop,
                [&](const Claim& claim) {
                    laboratory.tell(fmt::format("Claim {}", claim.id),
                                    done / static_cast<double>(left));
                },
                [&](const ClaimOutcome&) {
                    ++done;
                    publish();
                });
            publish();
            if (!unkept.empty())
                throw std::runtime_error("The verdicts are shown, but not kept: " + unkept);
        });
}

// A claim that was not reached again keeps its verdict.
std::shared_ptr<const Reproduction> PapersRun::Shared::publish(
    Reproduction reproduction, const std::shared_ptr<const Reproduction>& before) {
    if (before && before->device == reproduction.device)
        for (const ClaimOutcome& outcome : before->outcomes)
            if (!outcome_in(reproduction, *outcome.claim)) reproduction.outcomes.push_back(outcome);
    std::ranges::stable_sort(reproduction.outcomes, {}, &ClaimOutcome::claim);
    const std::scoped_lock lock(mutex);
    report = std::make_shared<const Reproduction>(std::move(reproduction));
    return report;
}

void PapersRun::show_model(const Claim& claim) {
    const ModelQuestion asked = tools_.model(claim.shown_by);
    const auto names = cost_param_names();
    const auto place_of = [&](const CostParamName* param) {
        return static_cast<std::size_t>(param - names.data());
    };
    ModelPanelState model;
    for (std::size_t i = 0; i < names.size(); ++i) model.typed[i] = asked.params.*names[i].value;
    model.probabilities = asked.probabilities;
    model.at_optimum = asked.optimum;
    if (!asked.varied.empty()) model.vary = place_of(asked.varied.front().param);
    if (asked.varied.size() > 1) {
        model.family = place_of(asked.varied.back().param);
        model.family_values = fmt::format("{}", fmt::join(asked.varied.back().values, ","));
        if (claim.ordinate != "Omega") model.family_goal = CostGoal::speedup_sbr;
    }
    state_.panels.model = std::move(model);
    state_.panels.laboratory_tab = "Model";
    state_.settings.workload = Workload::mandelbrot;
    state_.seen.laboratory_shown = true;
}

void PapersRun::show(const command::ShowClaim& asked) {
    const Claim& claim = *claims_named(std::vector{asked.claim}).front();
    if (claim.shown_by.empty())
        throw std::invalid_argument(
            "There is no picture of this claim: its figures are all there is");
    if (claim.shown_by.starts_with("model ")) return show_model(claim);
    tools_.show(claim.shown_by, state_.settings);
    state_.panels.view_replaced = true;
}

std::vector<unsigned int> FilmScreen::show(const std::shared_ptr<const Race>& race,
                                           FilmPlayer& player) {
    auto before = std::exchange(panes_, {});
    if (!race || !can_be_watched(*race)) player.close();
    if (!player.is_open()) return {};
    if (!view_) view_.emplace(data_file("shaders"));
    const double ms = film_pace(*race, FilmPlayer::seconds).ms_at(player.second());
    std::vector<unsigned int> names;
    for (const RaceLane& lane : race->lanes) {
        names.push_back(0);
        if (!lane.timed() || !lane.growth) continue;
        panes_.insert(before.extract(lane.growth));
        auto& pane = panes_.try_emplace(lane.growth, *lane.growth).first->second;
        view_->draw(pane, moment_of(lane, ms));
        names.back() = pane.target().texture().name();
    }
    return names;
}

std::vector<unsigned int> RacePictures::names_of(const std::shared_ptr<const Race>& race) {
    auto before = std::exchange(textures_, {});
    std::vector<unsigned int> names;
    if (!race) return names;
    for (const RaceLane& lane : race->lanes) {
        names.push_back(0);
        if (!lane.picture) continue;
        textures_.insert(before.extract(lane.picture));
        if (!textures_.contains(lane.picture))
            textures_.emplace(lane.picture, render::texture_of(*lane.picture));
        names.back() = textures_.at(lane.picture).name();
    }
    return names;
}

void TuningRecorder::begin(const PreparedFrame& picture) {
    searched_ = tuning_class(picture.frame, picture.summary);
    taken_.reset();
}

std::optional<bool> TuningRecorder::take(const std::shared_ptr<const SweepRow>& found) {
    if (!searched_ || !found || found == taken_) return std::nullopt;
    taken_ = found;
    const Tuning tuning = tuning_of(*searched_, *found);
    return tunings_.remember(tuning) == tuning;
}

std::optional<Tuning> TuningRecorder::known(const PreparedFrame& picture) const {
    const Tuning* known = tunings_.find(tuning_class(picture.frame, picture.summary));
    return known ? std::optional(*known) : std::nullopt;
}

Experiments::Experiments(WindowState& state, render::PaletteLibrary& palettes, Exporter& exports,
                         RunEngine run, std::function<void()> wake,
                         std::shared_ptr<ComputeService> service, PaperTools papers)
    : state_(state),
      palettes_(palettes),
      exports_(exports),
      papers_(state, laboratory_, std::move(service), std::move(papers)),
      laboratory_(std::move(run), std::move(wake)) {}

void Experiments::sweep(const command::Sweep& asked) {
    laboratory_.sweep(state_.subject_request(),
                      {values("g", asked.g, limits::g),
                       values("r", asked.r, limits::r),
                       values("B", asked.B, limits::B),
                       {state_.settings.engine.block.value_or(BlockSize{})}});
}

void Experiments::race(const command::Race& asked) {
    const Settings& settings = state_.settings;
    RacePlan plan{state_.wanted_request(), {}, asked.repeat, asked.seed, asked.energy};
    plan.growth = true;
    for (const auto& text : asked.racers) plan.racers.push_back(parse_racer(text));
    PortraitStyle style{settings.colouring, palettes_.get(settings.colouring.palette),
                        settings.overlay};
    laboratory_.race(plan, [style = std::move(style)](const Frame& frame) {
        return LanePictures{portrait(frame, style), growth_of(frame, style)};
    });
}

void Experiments::tune() {
    if (!state_.up_to_date())
        throw std::runtime_error(
            "Auto-tune needs the finished picture to know which views it applies to: wait for it");
    laboratory_.tune(state_.subject_request());
    tunings_.begin(*state_.shown->frame);
}

void Experiments::forget_tuning() {
    if (state_.seen.tuned) tunings_.forget(state_.seen.tuned->where);
}

// A picture that carries the raced view and the settings, and a table beside it.
void Experiments::export_race() {
    const auto race = laboratory_.view().race;
    if (!race || ranking(*race).empty())
        throw std::runtime_error("There is no race to save yet: start one in the laboratory");
    Settings raced = state_.settings;
    raced.view = race->plan.request.view;
    raced.engine.dwell_limit = race->plan.request.dwell_limit;
    const auto png = exports_.names().next(raced.exports, "-race.png");
    const auto csv = exports_.names().next(raced.exports, "-race.csv");
    exports_.file(png, [png, race, raced] {
        draw_race(*race).write(png,
                               picture_texts(raced, race->plan.request.image, winning_plan(*race)));
    });
    exports_.file(csv, [csv, race] { write_race_csv(csv, *race); });
}

void Experiments::watch_race() {
    const auto race = laboratory_.view().race;
    if (laboratory_.busy() || !race || !can_be_watched(*race))
        throw std::runtime_error("There is no race to watch yet: start one in the laboratory");
    state_.panels.film.open();
}

void Experiments::export_race_film() {
    const auto race = laboratory_.view().race;
    if (laboratory_.busy() || !race || !can_be_watched(*race))
        throw std::runtime_error("There is no race to film yet: start one in the laboratory");
    constexpr int width = 1200;
    const FilmShape shape{film_size(*race, width), FilmPlayer::seconds};
    const auto path = exports_.names().next(state_.settings.exports, "-race.webp");
    exports_.film(
        path, [path, race, shape](const std::stop_token& stop, std::atomic<double>& progress) {
            const RaceFilm film(*race, shape.size, shape.seconds);
            return write_film(
                path, shape, [&](double second) { return film.at(second); }, stop, progress);
        });
}

void Experiments::export_sweep() {
    const auto sweep = laboratory_.view().sweep;
    if (!sweep || sweep->rows.empty())
        throw std::runtime_error("There is no sweep to save yet: start one in the laboratory");
    const auto path = exports_.names().next(state_.settings.exports, "-experiment.json");
    exports_.file(path, [path, sweep] {
        write_whole_file(path, experiment_to_json(experiment_of(sweep->subject, sweep->rows)));
    });
}

void Experiments::export_papers() {
    const auto report = papers_.report();
    if (!report)
        throw std::runtime_error("There is no report to save yet: run claims in the laboratory");
    const auto folder = exports_.names().next(state_.settings.exports, "-papers");
    exports_.file(folder, [folder, report] { write_report(*report, {}, folder); });
}

void Experiments::take_results() {
    forget_old_failure();
    state_.seen.laboratory = laboratory_.view();
    state_.seen.papers = papers_.report();
    remember_tuning();
    state_.seen.race_pictures = race_pictures_.names_of(state_.seen.laboratory.race);
    if (laboratory_.busy()) state_.panels.film.close();
    state_.seen.film_panes = film_screen_.show(state_.seen.laboratory.race, state_.panels.film);
}

// By the settings alone: what the program chooses may change because something failed.
void Experiments::forget_old_failure() {
    const FrameRequest asked = frame_request(state_.settings, state_.seen.picture);
    const bool of_picture = laboratory_.view().place != ExperimentPlace::papers;
    if (std::exchange(asked_, asked) != asked && of_picture) laboratory_.forget_failure();
}

// And tells what is known for views like that on screen.
void Experiments::remember_tuning() {
    if (!laboratory_.busy())
        state_.attempt([&] {
            if (const auto best = tunings_.take(state_.seen.laboratory.tuned))
                state_.notify(Message::Kind::info,
                              *best ? "Remembered for views like this one on this device"
                                    : "A better result is already remembered for views like this "
                                      "one on this device");
        });
    state_.seen.tuned =
        state_.shown ? tunings_.known(*state_.shown->frame) : std::optional<Tuning>();
}

}  // namespace mariani::app
