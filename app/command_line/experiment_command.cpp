#include "app/command_line/commands.hpp"
#include "app/command_line/engines.hpp"
#include "app/command_line/experiment_report.hpp"
#include "app/command_line/interruption.hpp"
#include "app/command_line/progress_line.hpp"
#include "app/files/atomic_file.hpp"
#include "app/files/experiment_file.hpp"
#include "app/session/experiment_run.hpp"
#include "compute/engine_dispatcher.hpp"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {
namespace {

// The file's, with what the options change. Another size than the recorded ones is a measurement of
// its own.
Experiment experiment_of(const ExperimentCommand& command) {
    Experiment experiment = read_experiment(command.experiment);
    Settings settings;
    settings.engine.backend = experiment.common.backend;
    settings.engine.threads = experiment.common.threads;
    apply(command.edits, settings);
    experiment.common.backend = settings.engine.backend;
    experiment.common.threads = settings.engine.threads;
    experiment.common.device = settings.engine.device;
    if (command.repeat) experiment.repeat = *command.repeat;
    if (command.minutes) experiment.minutes = *command.minutes;
    if (command.size) {
        for (ExperimentCase& one : experiment.cases) one.sizes = {*command.size};
        experiment.record.reset();
    }
    return experiment;
}

MakeEngines engines() {
    return [] {
        return RunEngine([dispatcher = std::make_shared<EngineDispatcher>(engines_of("bench"))](
                             const FrameRequest& request, std::stop_token stop) {
            FrameProgress unwatched;
            return dispatcher->compute(request, std::move(stop), unwatched);
        });
    };
}

}  // namespace

int run_experiment_command(const ExperimentCommand& command) {
    const Interruption interruption;
    Experiment experiment = experiment_of(command);
    if (command.output) writable_place(*command.output);
    std::optional<ExperimentRecord> repeated;
    {
        ExperimentClock clock;
        const ProgressLine line([&] { return clock.words(); });
        repeated = run_experiment(experiment, engines(), interruption.token(), clock);
    }
    if (!repeated) {
        fmt::print(stderr, "mariani: bench: interrupted; nothing was written\n");
        return Interruption::exit_status;
    }
    print_head(experiment, *repeated);
    int slower = 0;
    if (experiment.record)
        slower = print_comparison(*experiment.record, *repeated);
    else
        print_rows(*repeated);
    if (command.output) {
        experiment.record = std::move(repeated);
        write_whole_file(*command.output, experiment_to_json(experiment));
    }
    return command.fail_slower && slower > 0 ? 1 : 0;
}

}  // namespace mariani::app
