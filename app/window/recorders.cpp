#include "app/window/recorders.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

constexpr std::size_t longest_history = 240;
constexpr int turns_to_wait = 120;  // for GL to report a time, if it ever does

// Measured separately, and valid for frames computed in the same way.
std::optional<FrameEnergy> energy_of(const Frame& frame, const Observations& seen) {
    const auto& measured = seen.laboratory.energy;
    if (!measured || measured->plan != frame.plan) return std::nullopt;
    return measured->energy;
}

// A row a lane, with the levels of its last run in the time of its median.
Timeline timeline_of(const Race& race) {
    std::vector<LevelRow> rows;
    for (const RaceLane& lane : race.lanes) {
        if (!lane.timed()) continue;
        LevelRow row{lane_title(lane), {}};
        const double whole = lane.spread().median;
        double sum = 0;
        for (const LevelStats& level : lane.stats.levels) sum += level.ms;
        double ms = 0;
        for (const LevelStats& level : lane.stats.levels)
            if (sum > 0) {
                const double begin = std::exchange(ms, ms + level.ms / sum * whole);
                row.bars.push_back({level.level, begin, ms});
            }
        if (row.bars.empty()) row.bars.push_back({0, 0, whole});
        rows.push_back(std::move(row));
    }
    return timeline_of_levels(rows, "Race");
}

}  // namespace

void WindowLog::start(const std::filesystem::path& path, TimingLogFormat format) {
    stop();
    log_.emplace(path, format);
    view_ = {true, path.string(), 0};
}

void WindowLog::stop() {
    log_.reset();
    view_.open = false;
}

std::optional<TimingLogFormat> WindowLog::format() const {
    return log_ ? std::optional(log_->format()) : std::nullopt;
}

void WindowLog::write(const nlohmann::ordered_json& row) {
    if (!log_) return;
    try {
        log_->write(row);
        view_.rows = log_->rows();
    } catch (...) {
        stop();
        throw;
    }
}

void TimingRecorder::end_draw(Observations& seen) {
    draw_timer_.end();
    if (!taken_) return;
    const bool measured = upload_timer_.milliseconds_of(taken_->upload_pair) &&
                          draw_timer_.milliseconds_of(taken_->draw_pair);
    if (measured || ++taken_->turns >= turns_to_wait) enter_taken(seen);
}

void TimingRecorder::enter_taken(Observations& seen) {
    const auto taken = std::exchange(taken_, std::nullopt);
    if (!taken) return;
    const Frame& frame = taken->frame->frame;
    const double upload_gl_ms = upload_timer_.milliseconds_of(taken->upload_pair).value_or(0.0);
    const FrameTimes times{frame.stats.compute_ms, std::max(taken->upload_cpu_ms, upload_gl_ms),
                           draw_timer_.milliseconds_of(taken->draw_pair).value_or(0.0)};
    seen.history.push_back(times);
    if (seen.history.size() > longest_history) seen.history.pop_front();
    const auto format = log_.format();
    if (!format) return;
    const int run = static_cast<int>(log_.view().rows) + 1;
    log_.write(window_row({taken->time,
                           frame.plan,
                           frame.stats,
                           run,
                           {times.upload_ms, times.draw_ms, times.total(),
                            seen.display ? seen.display->kind : DisplayPath::Kind::upload},
                           energy_of(frame, seen)},
                          *format));
}

bool timeline_is_shown(const WindowState& state) {
    const Tab* tab = *std::ranges::find(state.tabs, state.settings.workload, &Tab::workload);
    if (tab->timeline == TabTimeline::none) return false;
    if (state.settings.timeline_shown) return true;
    if (tab->timeline == TabTimeline::asked) return false;
    if (tab->workload != Workload::mandelbrot) return state.panels.recorded_run.is_open();
    const bool replayed = state.panels.replay.playing() && !state.seen.opening && !state.seen.tour;
    return replayed || state.panels.film.is_open();
}

TimelineRecorder::TimelineRecorder(WindowState& state, RunEngine run, std::function<void()> wake)
    : state_(state),
      worker_(
          [run = std::move(run)](const FrameRequest& request,
                                 const std::stop_token& stop) -> std::optional<Recorded> {
              const auto frame = run(request, stop);
              if (!frame) return std::nullopt;
              if (!frame->times) return Recorded();
              return std::make_shared<const Timeline>(
                  mariani::app::timeline_of(*frame->times, frame->plan));
          },
          std::move(wake)) {}

void TimelineRecorder::advance(bool may_begin) {
    Observations& seen = state_.seen;
    const bool shown = seen.layout.timeline > 0;
    const bool mandelbrot = state_.settings.workload == Workload::mandelbrot;
    seen.timeline_old = false;
    seen.no_timeline.clear();
    seen.timeline_at_ns.reset();
    if (shown && mandelbrot)
        return state_.panels.film.is_open() ? follow_race() : record(may_begin);
    worker_.forget();
    timeline_.reset();
    recorded_.reset();
    seen.timeline = shown && seen.tab ? seen.tab->timeline : nullptr;
    const FilmPlayer& film = state_.panels.recorded_run;
    if (seen.timeline && seen.tab->timeline_at_ns)
        seen.timeline_at_ns = seen.tab->timeline_at_ns;
    else if (seen.timeline && film.is_open())
        seen.timeline_at_ns =
            film.second() / FilmPlayer::seconds * static_cast<double>(seen.timeline->whole_ns);
    if (!shown || seen.timeline) return;
    seen.no_timeline = seen.tab ? seen.tab->no_timeline : "";
    if (seen.no_timeline.empty())
        seen.no_timeline = "No run of this picture is recorded: it moves, or it is too large.";
}

void TimelineRecorder::follow_race() {
    const auto& race = state_.seen.laboratory.race;
    if (!race || !can_be_watched(*race)) return state_.seen.timeline.reset();
    if (race_ != race) lanes_ = std::make_shared<const Timeline>(timeline_of(*race));
    race_ = race;
    const FilmPace pace = film_pace(*race, FilmPlayer::seconds);
    const double ms = std::min(pace.ms_at(state_.panels.film.second()), pace.slowest_ms);
    state_.seen.timeline = lanes_;
    state_.seen.timeline_at_ns = 1e6 * ms;
}

std::optional<FrameRequest> TimelineRecorder::wanted() const {
    if (!state_.up_to_date()) return std::nullopt;
    return recording_request(state_.shown->frame->frame.plan);
}

void TimelineRecorder::record(bool may_begin) {
    Observations& seen = state_.seen;
    if (auto outcome = worker_.poll()) {
        recorded_ = outcome->job;
        timeline_ = outcome->result ? std::move(*outcome->result) : nullptr;
        failure_ = std::move(outcome->error);
        state_.request_redraw();
    }
    const auto request = wanted();
    seen.timeline = timeline_;
    seen.timeline_old = request != recorded_;
    if (request)
        if (const auto why = why_not_recorded(state_.shown->frame->frame.plan)) {
            worker_.forget();
            seen.timeline.reset();
            seen.no_timeline = fmt::format("Not recorded: {}.", *why);
            return;
        }
    if (request && may_begin) worker_.submit(*request);
    if (seen.timeline) return;
    const bool failed = !seen.timeline_old && !failure_.empty();
    seen.no_timeline = failed ? failure_ : "A run is being recorded.";
}

}  // namespace mariani::app
