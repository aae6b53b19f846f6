#include "app/measure/experiment_run.hpp"

#include "app/measure/rounds.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/machine.hpp"

#include <algorithm>
#include <map>
#include <ratio>
#include <set>
#include <span>
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

constexpr std::size_t rows_a_share = 12;  // of a party

// A row of an experiment, as far as it was measured.
struct MeasuredRow {
    std::size_t place = 0;  // among all rows
    RowResult result;       // with no runs if there were none
    bool cut_short = false;
    bool failed = false;
};

// Rows that are measured side by side, all of one size.
struct RowsShare {
    std::size_t begin = 0, end = 0;
};

class ExperimentRun {
  public:
    ExperimentRun(const Experiment& experiment, const MakeEngines& engines,
                  const std::stop_token& stop, ExperimentClock& clock, Party* party)
        : experiment_(experiment), engines_(engines), stop_(stop), clock_(clock), party_(party) {
        const bool on_gpu =
            experiment.common.backend != Backend::cpu && !backend_unavailable(Backend::cuda);
        record_.backend = on_gpu ? Backend::cuda : Backend::cpu;
        if (!on_gpu) leave_blocks_out();
    }

    std::optional<ExperimentRecord> go() {
        clock_.begin(experiment_.minutes);
        auto max_pixels = find_max_pixels();
        if (max_pixels && party_) max_pixels = leaders_max_pixels(*max_pixels);
        if (!max_pixels) return std::nullopt;
        const auto rows = rows_up_to(experiment_, *max_pixels);
        if (!measure_all(rows)) return std::nullopt;
        if (record_.rows.empty() && leads(party_))
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

    // nullopt if the leader has ended.
    std::optional<std::int64_t> leaders_max_pixels(std::int64_t own) {
        if (!measures_as_leader(*party_, record_.device)) return std::nullopt;
        const auto leaders = leaders_text(*party_, bytes_of(std::vector{own}));
        return leaders ? std::optional(values_of<std::int64_t>(*leaders).front()) : std::nullopt;
    }

    void leave_out(ImageSize first, const std::vector<ImageSize>& sizes, const std::string& why) {
        const bool last = first == sizes.back();
        record_.left_out.push_back(
            fmt::format("{}{}: {}", to_text(first), last ? "" : " and larger", why));
    }

    // False if stopped.
    bool measure_all(const std::vector<ExperimentRow>& rows) {
        const auto shares = shares_of(rows);
        std::vector<MeasuredRow> all(rows.size());
        const auto measure_share = [&](std::size_t share) {
            return measure(rows, shares[share], share == 0);
        };
        const auto keep = [&](const std::vector<MeasuredRow>& some) {
            for (const MeasuredRow& each : some) all[each.place] = each;
        };
        if (!measure_shares<MeasuredRow>(party_, shares.size(), measure_share, keep)) return false;
        if (leads(party_)) record_rows(rows, all);
        return true;
    }

    std::vector<RowsShare> shares_of(const std::vector<ExperimentRow>& rows) const {
        std::vector<RowsShare> shares;
        for (std::size_t begin = 0; begin < rows.size();) {
            const auto end = end_of_size(rows, begin);
            const auto together =
                party_ ? cells_a_share(end - begin, rows_a_share, party_) : end - begin;
            for (; begin < end; begin += together)
                shares.push_back({begin, std::min(begin + together, end)});
            begin = end;
        }
        return shares;
    }

    static std::size_t end_of_size(const std::vector<ExperimentRow>& rows, std::size_t begin) {
        while (++begin < rows.size() && rows[begin].size == rows[begin - 1].size) {
        }
        return begin;
    }

    // As far as the time allows; something of the first share in any case. nullopt if stopped.
    std::optional<std::vector<MeasuredRow>> measure(const std::vector<ExperimentRow>& rows,
                                                    RowsShare share, bool first) {
        const ImageSize size = rows[share.begin].size;
        std::vector<Contestant> contestants;
        for (std::size_t i = share.begin; i < share.end; ++i)
            contestants.push_back({request_of(experiment_, rows[i])});
        const Rounds rounds{.repeat = experiment_.repeat,
                            .hopeless_ms = hopeless_ms(ex_times_.ms(size)),
                            .time_is_up = [&] { return clock_.time_is_up(); },
                            .kept = KeptFailures::lack_of_memory};
        const std::size_t total =
            contestants.size() * static_cast<std::size_t>(experiment_.repeat + 1);
        std::size_t done = 0;
        const auto count = [&](const Frame&, int) { clock_.at(size, ++done, total); };
        if (!first && clock_.time_is_up())
            for (Contestant& each : contestants) each.cut_short = true;
        else if (!run_rounds(contestants, rounds, engines_(), stop_, count))
            return std::nullopt;
        std::vector<MeasuredRow> measured;
        for (std::size_t i = 0; i < contestants.size(); ++i) {
            const Contestant& each = contestants[i];
            const std::size_t place = share.begin + i;
            measured.push_back({place, {}, each.cut_short, !each.failure.empty()});
            if (!each.runs.empty()) measured.back().result = result_of(rows[place], each.runs);
        }
        return measured;
    }

    void record_rows(const std::vector<ExperimentRow>& rows, const std::vector<MeasuredRow>& all) {
        for (std::size_t begin = 0; begin < rows.size();) {
            const std::size_t end = end_of_size(rows, begin);
            for (std::size_t i = begin; i < end; ++i) keep(rows[i], all[i]);
            record_cut_rows(rows[begin].size, {all.data() + begin, end - begin});
            begin = end;
        }
    }

    // Reports the rows of a size that the time limit cut off.
    void record_cut_rows(ImageSize size, std::span<const MeasuredRow> all) {
        std::size_t left_out = 0, with_fewer_runs = 0;
        for (const MeasuredRow& each : all)
            if (each.cut_short) ++(each.result.runs == 0 ? left_out : with_fewer_runs);
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
        record_.left_out.push_back(
            fmt::format("{}: the time limit ({}) was reached: {} (--minutes)", to_text(size),
                        minutes_text(experiment_.minutes), cut));
    }

    void keep(const ExperimentRow& row, const MeasuredRow& measured) {
        if (measured.failed) {
            record_.left_out.push_back(fmt::format("{}-{} on {}: there is not enough memory for it",
                                                   choice_of(row.engine).label,
                                                   choice_of(row.scheme).label, to_text(row.size)));
            return;
        }
        if (measured.result.runs > 0) record_.rows.push_back(measured.result);
    }

    Experiment experiment_;
    const MakeEngines& engines_;
    const std::stop_token& stop_;
    ExperimentClock& clock_;
    Party* party_;
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
                                               const std::stop_token& stop, ExperimentClock& clock,
                                               Party* party) {
    return ExperimentRun(experiment, engines, stop, clock, party).go();
}

}  // namespace mariani::app
