#include "app/measure/experiment_run.hpp"

#include "app/measure/rounds.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"

#include <algorithm>
#include <map>
#include <ratio>
#include <set>
#include <stdexcept>
#include <string_view>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::string minutes_text(double minutes) {
    if (60 * minutes < 1) return fmt::format("{:.2g} s", 60 * minutes);
    if (minutes < 1.5) return fmt::format("{:.0f} s", 60 * minutes);
    return minutes < 90 ? fmt::format("{:.0f} min", minutes)
                        : fmt::format("{:.1f} h", minutes / 60);
}

// The time of an Ex run per size: measured, or predicted from the previous size.
class ExBySize {
  public:
    void measured(ImageSize size, double ms) { ms_[pixels(size)] = ms; }
    double ms(ImageSize size) const {
        const auto next = ms_.upper_bound(pixels(size));
        if (next == ms_.begin()) return 0;
        const auto& [known, ms] = *std::prev(next);
        return ms * static_cast<double>(pixels(size)) / static_cast<double>(known);
    }

  private:
    std::map<std::int64_t, double> ms_;  // by pixels
};

class ExperimentRun {
  public:
    ExperimentRun(const Experiment& experiment, const MakeEngines& engines,
                  const std::stop_token& stop, ExperimentClock& clock)
        : experiment_(experiment), engines_(engines), stop_(stop), clock_(clock) {
        const bool on_gpu =
            experiment.common.backend != Backend::cpu && !backend_unavailable(Backend::cuda);
        record_.backend = on_gpu ? Backend::cuda : Backend::cpu;
        if (!on_gpu) leave_blocks_out();
    }

    std::optional<ExperimentRecord> go() {
        clock_.begin(experiment_.minutes);
        const auto max_pixels = find_max_pixels();
        if (!max_pixels) return std::nullopt;
        const auto rows = rows_up_to(experiment_, *max_pixels);
        for (auto begin = rows.begin(); begin != rows.end();) {
            const auto end = std::find_if(begin, rows.end(),
                                          [&](const auto& row) { return row.size != begin->size; });
            if (!measure({begin, end})) return std::nullopt;
            begin = end;
        }
        if (record_.rows.empty())
            throw std::runtime_error("no part of the experiment fits this machine: " +
                                     record_.left_out.front());
        return std::move(record_);
    }

  private:
    // They arrange the threads of CUDA: a processor would be timed several times at the same.
    void leave_blocks_out() {
        const auto several = [](const ExperimentCase& one) { return one.grid.blocks.size() > 1; };
        if (experiment_.record || std::ranges::none_of(experiment_.cases, several)) return;
        for (ExperimentCase& one : experiment_.cases)
            if (several(one)) one.grid.blocks.resize(1);
        record_.left_out.push_back(
            "all blocks of a case but the first: they have no effect on a processor");
    }

    // The pixels of the largest size that fits; nullopt if stopped.
    std::optional<std::int64_t> find_max_pixels() {
        std::int64_t max_pixels = 0;
        const auto sizes = sizes_of(experiment_);
        for (const ImageSize size : sizes) {
            clock_.at(size, 0, 0);
            auto why = beyond_memory(size);
            if (!why && max_pixels > 0) why = beyond_time(size);
            if (!why) {
                if (!probe(size, why)) return std::nullopt;
                if (!why && max_pixels > 0) why = beyond_time(size);
            }
            if (why) {
                leave_out(size, sizes, *why);
                return max_pixels;
            }
            max_pixels = pixels(size);
        }
        return max_pixels;
    }

    // Every engine keeps the dwells of a frame.
    std::optional<std::string> beyond_memory(ImageSize size) const {
        if (record_.backend == Backend::cuda) return std::nullopt;  // the probe asks the GPU
        std::set<EngineKind> kinds;
        for (const ExperimentRow& row : rows_up_to(experiment_, pixels(size)))
            if (row.size == size) kinds.insert(row.engine);
        constexpr double gib = 1 << 30;
        const double needed =
            4.0 * static_cast<double>(pixels(size)) * static_cast<double>(kinds.size()) / gib;
        const double free = static_cast<double>(free_memory()) / gib;
        if (needed < 0.9 * free) return std::nullopt;
        return fmt::format("it needs {:.1f} GiB of memory, and {:.1f} GiB is free", needed, free);
    }

    std::optional<std::string> beyond_time(ImageSize size) const {
        double ms = 0;
        for (const ExperimentRow& row : rows_up_to(experiment_, pixels(size)))
            ms += (experiment_.repeat + 1) * ex_times_.ms(row.size);
        const double minutes = ms / 60e3;
        if (minutes <= experiment_.minutes) return std::nullopt;
        return fmt::format("together they would take about {}, and {} is allowed (--minutes)",
                           minutes_text(minutes), minutes_text(experiment_.minutes));
    }

    // Runs Ex once after a warm-up. False if stopped.
    bool probe(ImageSize size, std::optional<std::string>& why) {
        std::vector<Contestant> alone{
            {request_of(experiment_, {EngineKind::ex, Scheme::sbr, size, {}})}};
        const Rounds rounds{.repeat = 1, .kept = KeptFailures::lack_of_memory};
        if (!run_rounds(alone, rounds, engines_(), stop_)) return false;
        const Contestant& ex = alone.front();
        if (!ex.failure.empty()) {
            why = "there is not enough memory for it";
            return true;
        }
        ex_times_.measured(size, ex.runs.back().compute_ms);
        record_.backend = ex.plan.backend;
        record_.precision = ex.plan.precision;
        record_.device = ex.runs.back().device;
        return true;
    }

    void leave_out(ImageSize first, const std::vector<ImageSize>& sizes, const std::string& why) {
        const bool last = first == sizes.back();
        record_.left_out.push_back(
            fmt::format("{}{}: {}", to_text(first), last ? "" : " and larger", why));
    }

    // All rows of one size, as far as the time allows. False if stopped.
    bool measure(const std::vector<ExperimentRow>& rows) {
        const ImageSize size = rows.front().size;
        std::vector<Contestant> contestants;
        for (const ExperimentRow& row : rows) contestants.push_back({request_of(experiment_, row)});
        const Rounds rounds{.repeat = experiment_.repeat,
                            .hopeless_ms = hopeless_ms(ex_times_.ms(size)),
                            .time_is_up = [&] { return clock_.time_is_up(); },
                            .kept = KeptFailures::lack_of_memory};
        const std::size_t total = rows.size() * static_cast<std::size_t>(experiment_.repeat + 1);
        std::size_t done = 0;
        const auto count = [&](const Frame&, int) { clock_.at(size, ++done, total); };
        if (!record_.rows.empty() && clock_.time_is_up())
            for (Contestant& each : contestants) each.cut_short = true;
        else if (!run_rounds(contestants, rounds, engines_(), stop_, count))
            return false;
        for (std::size_t i = 0; i < rows.size(); ++i) keep(rows[i], contestants[i]);
        record_cut_rows(contestants);
        return true;
    }

    // Reports the rows of a size that the time limit cut off.
    void record_cut_rows(const std::vector<Contestant>& all) {
        std::size_t left_out = 0, with_fewer_runs = 0;
        for (const Contestant& each : all)
            if (each.cut_short) ++(each.runs.empty() ? left_out : with_fewer_runs);
        std::string cut;
        const auto add = [&](std::size_t rows, std::string_view what) {
            if (rows == 0) return;
            cut += cut.empty() ? fmt::format("{} of {} rows", rows, all.size())
                               : fmt::format(", {}", rows);
            cut += what;
        };
        add(left_out, " left out");
        add(with_fewer_runs, " with fewer runs");
        if (cut.empty()) return;
        record_.left_out.push_back(fmt::format(
            "{}: the time limit ({}) was reached: {} (--minutes)",
            to_text(all.front().request.image), minutes_text(experiment_.minutes), cut));
    }

    void keep(const ExperimentRow& row, const Contestant& contestant) {
        if (!contestant.failure.empty()) {
            record_.left_out.push_back(fmt::format("{}-{} on {}: there is not enough memory for it",
                                                   choice_of(row.engine).label,
                                                   choice_of(row.scheme).label, to_text(row.size)));
            return;
        }
        if (!contestant.runs.empty()) record_.rows.push_back(result_of(row, contestant.runs));
    }

    Experiment experiment_;
    const MakeEngines& engines_;
    const std::stop_token& stop_;
    ExperimentClock& clock_;
    ExBySize ex_times_;
    ExperimentRecord record_ = new_record();
};

}  // namespace

void ExperimentClock::begin(double minutes) {
    begun_ = now_();
    minutes_ = minutes;
}

bool ExperimentClock::time_is_up() const {
    using Minutes = std::chrono::duration<double, std::ratio<60>>;
    return Minutes(now_() - begun_).count() >= minutes_;
}

void ExperimentClock::at(ImageSize size, std::size_t done, std::size_t total) {
    const std::scoped_lock lock(mutex_);
    text_ = total == 0 ? fmt::format("{}: measuring how long Ex takes", to_text(size))
                       : fmt::format("{}: run {} of {}", to_text(size), done, total);
}

std::string ExperimentClock::text() const {
    const std::scoped_lock lock(mutex_);
    return text_;
}

std::optional<ExperimentRecord> run_experiment(const Experiment& experiment,
                                               const MakeEngines& engines,
                                               const std::stop_token& stop,
                                               ExperimentClock& clock) {
    return ExperimentRun(experiment, engines, stop, clock).go();
}

}  // namespace mariani::app
