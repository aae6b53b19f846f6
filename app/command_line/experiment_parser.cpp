#include "app/command_line/command_parser.hpp"
#include "app/measure/experiment.hpp"

#include <algorithm>
#include <array>

#include <fmt/format.h>

namespace mariani::app {
namespace {

constexpr std::array<std::string_view, 5> with_experiment_only{
    "--minutes", "--fail-slower", "--curves", "--curves-out", "--plot"};
constexpr std::array<std::string_view, 6> with_both{"--size",   "--repeat",  "--backend",
                                                    "--device", "--threads", "--output"};

bool holds(std::span<const std::string_view> names, std::string_view name) {
    return std::ranges::find(names, name) != names.end();
}

}  // namespace

void add_experiment_options(OptionParser& parser, ExperimentCommand& experiment,
                            std::optional<std::filesystem::path>& kept) {
    parser.group("Experiment");
    add_file(parser, "--experiment", "FILE.json", "Write it as an experiment, which bench repeats",
             kept, {".json"});
    parser.add_text(
        "--minutes", "M", "How long an experiment may take: anything beyond that is skipped",
        [&experiment](const std::string& text) {
            const double minutes = real_of("--minutes", text);
            if (!(minutes > 0 && minutes <= max_experiment_minutes))
                reject_option(
                    "--minutes", text,
                    fmt::format("greater than 0, and at most {}", max_experiment_minutes));
            experiment.minutes = minutes;
        });
    parser.add_flag("--fail-slower", experiment.fail_slower,
                    "Exit status 1 if a row is slower than recorded, beyond the spreads");
    add_gain_files(parser, experiment.gains);
    add_file(parser, "--plot", "FILE.png", "Draw a heat map of each engine: FILE-ask-sbr.png, …",
             experiment.plot, {".png"});
}

bool is_experiment(const std::optional<std::filesystem::path>& file) {
    return file && file->extension() == ".json";
}

void reject_experiment_options(const OptionParser& parser) {
    for (const auto& name : parser.given())
        if (holds(with_experiment_only, name))
            throw UsageError(fmt::format("{} needs an experiment: mariani bench experiment.json {}",
                                         name, name));
}

ExperimentCommand experiment_command(const OptionParser& parser, const BenchCommand& bench,
                                     ExperimentCommand experiment) {
    for (const auto& name : parser.given())
        if (!holds(with_both, name) && !holds(with_experiment_only, name))
            throw UsageError(fmt::format(
                "{} is what the experiment {} says itself: change it there; beside an experiment "
                "may stand {}, {}",
                name, bench.picture->string(), fmt::join(with_both, ", "),
                fmt::join(with_experiment_only, ", ")));
    if (bench.output && bench.output->extension() != ".json")
        reject_option("-o", bench.output->string(), "a file name ending in .json");
    experiment.experiment = *bench.picture;
    experiment.edits = bench.edits;
    if (parser.given("--size")) experiment.size = bench.size;
    if (parser.given("--repeat")) experiment.repeat = bench.repeat;
    experiment.output = bench.output;
    return experiment;
}

}  // namespace mariani::app
