#include "app/command_line/file_arguments.hpp"
#include "app/command_line/terminal.hpp"
#include "app/files/standard_streams.hpp"
#include "app/files/table_file.hpp"
#include "app/workloads/gasket/commands.hpp"
#include "compute/service/machine.hpp"
#include "compute/workloads/gasket/problem.hpp"

#include <algorithm>
#include <atomic>
#include <memory>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

struct Result {
    GasketSetup setup;                  // without engines that turned out not to fit
    std::vector<GasketComparison> all;  // the reference first
    gasket::State last;                 // its state
};

// The states at these steps; nothing if stopped.
std::optional<std::vector<gasket::State>> states_of(gasket::Engine& engine,
                                                    const gasket::State& first,
                                                    const std::vector<int>& stops,
                                                    const std::stop_token& stop) {
    std::vector<gasket::State> states;
    engine.set_state(first);
    int done = 0;
    for (const int at : stops) {
        if (engine.advance(at - done, stop) < at - done) return std::nullopt;
        states.push_back(engine.state());
        done = at;
    }
    return states;
}

bool is_left_out(const GasketSetup& setup, gasket::EngineKind engine) {
    return std::ranges::find(setup.left_out, engine, &LeftOutEngine::engine) !=
           setup.left_out.end();
}

// The first of these engines that fits, named or not. Those before it are left out.
struct Reference {
    gasket::EngineKind kind;
    std::unique_ptr<gasket::Engine> engine;
};
Reference make_reference(GasketSetup& setup, const std::vector<gasket::EngineKind>& candidates) {
    const bool named = std::exchange(setup.named, false);
    for (const auto kind : candidates)
        if (auto engine = make_or_leave_out(setup, kind)) {
            setup.named = named;
            return {kind, std::move(engine)};
        }
    throw UsageError("no engine fits: " + setup.left_out.back().why);
}

// Nothing if stopped.
std::optional<Result> check(const GasketCheck& command, const std::stop_token& stop,
                            std::atomic<std::size_t>& done) {
    const auto steps = compared_steps(command.steps);
    refuse_beyond_free(memory_of_check(command.setup.problem, steps.size()));
    const gasket::State first =
        random_state(command.setup.shape().cells, command.setup.numbers.fill());
    Result result{command.setup, {}, gasket::State(0)};
    auto reference = make_reference(result.setup, command.references);
    auto expected = states_of(*reference.engine, first, steps, stop);
    if (!expected) return std::nullopt;
    result.all.push_back(compare_states(reference.kind, steps, *expected, *expected));
    result.all.back().coverage = coverage_of(*reference.engine);
    reference.engine.reset();
    for (const auto kind : command.setup.engines) {
        ++done;
        if (kind == reference.kind || is_left_out(result.setup, kind)) continue;
        const auto engine = make_or_leave_out(result.setup, kind);
        if (!engine) continue;
        const auto states = states_of(*engine, first, steps, stop);
        if (!states) return std::nullopt;
        result.all.push_back(compare_states(kind, steps, *states, *expected));
        result.all.back().coverage = coverage_of(*engine);
    }
    if (result.all.size() < 2)
        throw UsageError("no two engines fit, so there is nothing to compare: " +
                         result.setup.left_out.back().why);
    result.last = std::move(expected->back());
    return result;
}

std::string csv_of(const Result& result, const std::string& device) {
    std::string csv;
    for (const GasketComparison& checked : result.all)
        for (const GasketStage& stage : checked.stages) {
            Json row = gasket_row(result.setup, checked.engine, device, stage.steps);
            row["alive"] = stage.alive;
            row["hash"] = stage.hash;
            row["reference"] = mariani::name_of(result.all.front().engine);
            row["wrong"] = stage.wrong.cells;
            row["first_wrong"] = stage.wrong.first ? Json(*stage.wrong.first) : Json();
            row["exact"] = stage.wrong.cells == 0 ? "yes" : "no";
            const auto& coverage = checked.coverage;
            row["not_once"] = coverage ? Json(coverage->not_once) : Json();
            row["outside"] = coverage ? Json(coverage->outside) : Json();
            add_csv_row(csv, row);
        }
    return csv;
}

// How often a step computes each cell.
std::string coverage_text(const std::optional<GasketCoverage>& coverage) {
    if (!coverage) return "not recorded";
    if (coverage->right()) return "once each";
    return fmt::format("{} not once, {} outside", coverage->not_once, coverage->outside);
}

std::string report(const Result& result) {
    const auto& reference = result.all.front();
    std::string text =
        gasket_head(result.setup) +
        fmt::format("\ncells that differ from {}, {} on {}\n", mariani::name_of(reference.engine),
                    mariani::name_of(result.setup.backend), device_of(result.setup)) +
        fmt::format("{:<10}", "engine");
    for (const GasketStage& stage : reference.stages)
        text += fmt::format("{:>14}", fmt::format("step {}", stage.steps));
    text += "  computed\n";
    for (const GasketComparison& checked : result.all) {
        text += fmt::format("{:<10}", mariani::name_of(checked.engine));
        for (const GasketStage& stage : checked.stages)
            text += fmt::format("{:>14}", stage.wrong.cells);
        text += fmt::format("  {:<13}", coverage_text(checked.coverage));
        text += checked.engine == reference.engine ? "  reference\n"
                : checked.right()                  ? "  exact\n"
                                                   : "  wrong\n";
    }
    text +=
        fmt::format("after {} steps: {}\n", reference.stages.back().steps, state_text(result.last));
    return text + left_out_text(result.setup.left_out);
}

// Nothing if interrupted.
std::optional<Result> check_all(const GasketCheck& command, const Interruption& interruption) {
    const auto done = std::make_shared<std::atomic<std::size_t>>(0);
    const auto engines = command.setup.engines.size();
    const ProgressLine line(
        [=] { return fmt::format("engine {} of {}", std::min(*done + 1, engines), engines); });
    return finish_or_leave<Result>(
        interruption, [=](const std::stop_token& stop) { return check(command, stop, *done); });
}

}  // namespace

bool GasketComparison::right() const {
    const bool covers = !coverage || coverage->right();
    return covers && std::ranges::all_of(
                         stages, [](const GasketStage& stage) { return stage.wrong.cells == 0; });
}

std::vector<int> compared_steps(int last) {
    std::vector<int> all;
    for (const int early : {1, 2, 17})
        if (early < last) all.push_back(early);
    all.push_back(last);
    return all;
}

GasketComparison compare_states(gasket::EngineKind engine, const std::vector<int>& steps,
                                const std::vector<gasket::State>& states,
                                const std::vector<gasket::State>& expected) {
    GasketComparison comparison{engine, {}, {}};
    for (std::size_t i = 0; i < steps.size(); ++i)
        comparison.stages.push_back({steps[i], states[i].population(), hash_text(states[i]),
                                     differences(states[i], expected[i])});
    return comparison;
}

std::optional<GasketCoverage> coverage_of(gasket::Engine& engine) {
    try {
        const gasket::StepTrace trace = engine.trace();
        return GasketCoverage{trace.cells_not_once(), trace.outside};
    } catch (const std::invalid_argument&) {
        return std::nullopt;  // too large
    }
}

int exit_status_of(const std::vector<GasketComparison>& all) {
    return std::ranges::all_of(all, &GasketComparison::right) ? 0 : 1;
}

int run_gasket_check(const GasketCheck& command) {
    const Interruption interruption;
    check_file_arguments("check", {{"-o", command.output}, {"--state-out", command.state}});
    std::optional<GasketStateFile> state_file;
    if (command.state) state_file.emplace(*command.state, command.setup.shape().cells);
    const auto result = check_all(command, interruption);
    if (!result) {
        print_notice("check: interrupted; nothing was written");
        state_file.reset();
        return end_interrupted();
    }
    fmt::print("{}", report(*result));
    if (command.output) write_table(*command.output, csv_of(*result, device_of(result->setup)));
    if (state_file && !state_file->write(result->last, interruption.token())) {
        print_notice("check: interrupted; the state was not written");
        return Interruption::exit_status;
    }
    return exit_status_of(result->all);
}

}  // namespace mariani::app
