#include "app/command_line/engines.hpp"

#include "app/command_line/commands.hpp"
#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/standard_streams.hpp"
#include "compute/model/suited.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {

EngineDispatcher engines_of(std::string_view command) {
    ServiceOptions options;
    options.report = [command](const std::string& failure) {
        print_notice(
            fmt::format("{}: the GPU failed; the processor continues: {}", command, failure));
    };
    return EngineDispatcher(std::move(options));
}

RunEngine runner_of(std::string_view command) {
    return engine_runner(engines_of(command));
}

std::optional<std::string> why_left_out(EngineKind engine, Scheme scheme, const FramePlan& plan) {
    if (auto why = why_no_effect(engine, plan.precision)) return why;
    const bool usual = engine == EngineKind::ex || scheme == Scheme::sbr;
    return usual ? std::nullopt : why_scheme_idle(plan);
}

namespace {

// Like tuning_class(), on engines of its own. nullopt if stopped.
std::optional<TuningClass> class_of(const FrameRequest& request, std::string_view command,
                                    const std::stop_token& stop) {
    return tuning_class(request, runner_of(command), stop);
}

Tunings known_tunings() {
    Tunings tunings;
    for (const auto& message : tunings.messages()) {
        std::error_code error;  // damaged files were moved aside: this one is unreadable
        if (std::filesystem::exists(tunings_path(), error)) throw std::runtime_error(message);
        print_notice(message);
    }
    return tunings;
}

Tuning remembered(const Tunings& tunings, const TuningClass& where) {
    if (const Tuning* found = tunings.find(where)) return *found;
    const std::string_view shortcuts = where.shortcuts ? "on" : "off";
    throw std::runtime_error(fmt::format(
        "--tuned: no tuning is remembered for {}-{} in {} on {}, fill {}, shortcuts {}, for views "
        "like this one ({}): measure it here, with this view, size and dwell limit, with mariani "
        "sweep --engine {} --scheme {} --backend {} --precision {} --fill {} --shortcuts {} --g "
        "2..64 --B 4..64 --remember, or with Auto-tune in the window",
        choice_of(where.engine).label, choice_of(where.scheme).label, name_of(where.precision),
        where.device, name_of(where.fill), shortcuts, tuning_class_text(where),
        name_of(where.engine), name_of(where.scheme), name_of(where.backend),
        name_of(where.precision), name_of(where.fill), shortcuts));
}

}  // namespace

Tunings writable_tunings() {
    Tunings tunings = known_tunings();
    writable_place(config_folder() / tunings_path().filename());
    return tunings;
}

bool remember(Tunings& tunings, const SweepSubject& subject, const std::vector<SweepRow>& rows,
              const std::stop_token& stop) {
    const auto where = class_of(subject.request, "sweep", stop);
    if (!where) return false;
    const Tuning found = tuning_of(*where, *best_of(rows));
    const Tuning kept = tunings.remember(found);
    if (kept == found)
        fmt::print("the best is remembered for views like this one: {}\n",
                   tuning_class_text(*where));
    else
        fmt::print(
            "a better result is already remembered for views like this one: {}: {:.3g} times as "
            "fast as Ex; this one is {:.3g}\n",
            tuning_text(kept), kept.speedup, found.speedup);
    return true;
}

std::optional<std::vector<Tuning>> use_remembered(const std::vector<EngineRequest*>& engines,
                                                  FrameRequest request, std::string_view command,
                                                  const std::stop_token& stop) {
    const auto is_ex = [](const EngineRequest* each) { return each->engine == EngineKind::ex; };
    if (std::ranges::all_of(engines, is_ex))
        throw UsageError(fmt::format(
            "{}: --tuned works for engines that subdivide: Ex has no g, r and B", command));
    const Tunings tunings = known_tunings();
    request.engine.reset();
    const auto where = class_of(request, command, stop);
    if (!where) return std::nullopt;
    std::vector<Tuning> used;
    for (EngineRequest* each : engines) {
        if (is_ex(each)) continue;
        TuningClass own = *where;
        if (each->engine) {
            own.engine = *each->engine;
            own.scheme = each->scheme.value_or(Scheme::sbr);
        }
        used.push_back(remembered(tunings, own));
        use(used.back(), *each);
    }
    return used;
}

}  // namespace mariani::app
