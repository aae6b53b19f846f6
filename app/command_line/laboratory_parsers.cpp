#include "app/command_line/command_parser.hpp"
#include "app/command_line/setting_options.hpp"
#include "app/measure/experiment.hpp"
#include "app/measure/race.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/service/resolve.hpp"

#include <algorithm>
#include <array>
#include <sstream>

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

constexpr std::size_t max_blocks = 1000;  // as numbers in a LIST

constexpr std::string_view list_form =
    "at most 1000 numbers such as 2,4,8, or powers of two as in 2..1024";

const CostParamName* cost_param_named(const std::string& text) {
    const auto names = cost_param_names();
    const auto found = std::ranges::find(names, text, &CostParamName::name);
    if (found != names.end()) return &*found;
    std::string all;
    for (const auto& each : names) all += (all.empty() ? "" : ", ") + std::string(each.name);
    reject_option("--vary", text, "one of " + all);
}

// "--g" has the same short form as everywhere.
std::string cost_option(std::string_view name) {
    const bool short_too = name == "g" || name == "r" || name == "B";
    return short_too ? fmt::format("-{0},--{0}", name) : fmt::format("--{}", name);
}

void add_cost_params(OptionParser& parser, CostParams& params) {
    for (const auto& [name, value, description] : cost_param_names()) {
        if (name == "P") continue;
        const std::string option = fmt::format("--{}", name);
        const std::string otherwise =
            name == "n" ? "" : fmt::format(" (default: {})", to_text(params.*value));
        parser.add_text(cost_option(name), "X", std::string(description) + otherwise,
                        [&params, option, value = value](const std::string& text) {
                            params.*value = real_of(option, text);
                        });
    }
}

std::vector<double> numbers_of(std::string_view option, const std::string& text) {
    const auto values = parse_list(text);
    if (!values) reject_option(option, text, list_form);
    std::vector<double> different;
    for (const double value : *values)
        if (std::ranges::find(different, value) == different.end()) different.push_back(value);
    return different;
}

// Before --q and --c, which go further.
void add_gpu(OptionParser& parser, CostParams& params) {
    Names names;
    for (const KnownGpu& gpu : known_gpus) names.push_back(gpu.name);
    names.push_back("this");
    add_name(parser, "--gpu", "q and c of a GPU, or of this machine's backend", names,
             [&params](std::size_t place) {
                 const Parallelism parallelism =
                     place < known_gpus.size()
                         ? known_gpus[place].parallelism
                         : backend_parallelism(
                               resolve(frame_request({}, {1024, 1024}), this_hardware(), {}).plan);
                 params.q = parallelism.q;
                 params.c = parallelism.c;
             });
}

// One value for all levels, or a list of one for each but the last.
void add_probabilities(OptionParser& parser, ModelCommand& command) {
    parser.add_text("--P", "X|LIST",
                    fmt::format("Probability that a region is subdivided; a LIST: of each level, "
                                "without B (default: {})",
                                to_text(command.question.params.P)),
                    [&command](const std::string& text) {
                        const auto values = parse_list(text);
                        if (!values) reject_option("--P", text, list_form);
                        if (values->size() > 1)
                            command.question.probabilities = *values;
                        else
                            command.question.params.P = values->front();
                    });
}

// Each --vary has the --over in its place.
void pair_varied(const std::vector<std::string>& names, const std::vector<std::string>& lists,
                 ModelCommand& command) {
    constexpr std::size_t most_varied = 2;
    if (names.size() > lists.size())
        throw UsageError("--over is missing: it lists the values of --vary, as in 2..1024");
    if (names.size() < lists.size())
        throw UsageError("--vary is missing: it names the parameter that varies over --over");
    if (names.size() > most_varied)
        throw UsageError("--vary is given more than twice: at most two parameters may vary");
    for (std::size_t i = 0; i < names.size(); ++i)
        command.question.varied.push_back(
            {cost_param_named(names[i]), numbers_of("--over", lists[i])});
    if (names.size() == most_varied &&
        command.question.varied[0].param == command.question.varied[1].param)
        throw UsageError(fmt::format("--vary names {} twice: name another parameter", names[0]));
}

bool varies(const ModelCommand& command, std::string_view name) {
    return std::ranges::any_of(command.question.varied, [&](const ModelQuestion::Varied& each) {
        return each.param->name == name;
    });
}

// What is chosen cannot vary, but for one of the three.
void check_optimum(const ModelCommand& command) {
    const auto varied =
        static_cast<int>(varies(command, "g")) + varies(command, "r") + varies(command, "B");
    if (command.question.optimum && varied > 1)
        throw UsageError("--optimum chooses g, r and B: only one of them may vary");
}

// What a probability for each level leaves without a meaning.
void check_probabilities(const ModelCommand& command) {
    for (const double P : command.question.probabilities)
        if (!(P >= 0 && P <= 1)) reject_option("--P", to_text(P), "from 0 to 1 for each level");
    if (command.question.probabilities.empty()) return;
    if (command.question.optimum)
        throw UsageError("--P is a list, which determines the depth: leave --optimum out");
    for (const std::string_view name : {"P", "B"})
        if (varies(command, name))
            throw UsageError(fmt::format("--P is a list: {} cannot vary beside it", name));
}

std::vector<std::string> pieces_of(const std::string& text) {
    std::vector<std::string> pieces;
    std::istringstream stream(text);
    stream.exceptions(std::ios::badbit);
    for (std::string piece; std::getline(stream, piece, ',');) pieces.push_back(piece);
    return pieces;
}

void add_grid_values(OptionParser& parser, const std::string& names, const std::string& description,
                     IntegerRange range, std::vector<int>& values) {
    const std::string option = names.substr(names.find(',') + 1);
    parser.add_text(names, "LIST", description, [=, &values](const std::string& text) {
        const auto list = parse_integers(text, range);
        if (!list)
            reject_option(
                option, text,
                fmt::format("whole numbers from {} to {}: {}", range.min, range.max, list_form));
        values = *list;
    });
}

void add_blocks(OptionParser& parser, std::vector<BlockSize>& blocks) {
    parser.add_text("--block", "LIST", "Threads of a CUDA block, as in 16x16,64x4",
                    [&blocks](const std::string& text) {
                        const auto pieces = pieces_of(text);
                        if (pieces.size() > max_blocks)
                            reject_option("--block", text,
                                          fmt::format("at most {} blocks", max_blocks));
                        for (const auto& piece : pieces) blocks.push_back(block_of(piece));
                    });
}

// Each once; auto names none.
template <typename E>
void add_swept(OptionParser& parser, const std::string& option, const std::string& description,
               std::vector<E> all, std::vector<E>& list) {
    Names names = names_of(all);
    names.emplace_back(automatic_name);
    add_name_list(parser, option, description, std::move(names),
                  [all = std::move(all), &list](std::size_t place) {
                      if (place < all.size() && std::ranges::find(list, all[place]) == list.end())
                          list.push_back(all[place]);
                  });
}

// Parameters that are not varied have the usual defaults.
void use_defaults(SweepGrid& grid) {
    const SubdivisionParams defaults;
    if (grid.g.empty()) grid.g = {defaults.g};
    if (grid.r.empty()) grid.r = {defaults.r};
    if (grid.B.empty()) grid.B = {defaults.B};
    if (grid.blocks.empty()) grid.blocks = {BlockSize{}};
}

}  // namespace

void add_experiment_options(OptionParser& parser, ExperimentCommand& experiment,
                            std::optional<std::filesystem::path>& kept) {
    parser.group("Experiment");
    add_file(parser, "--experiment", "FILE.json", "Write an experiment that bench can repeat", kept,
             {".json"});
    parser.add_text("--minutes", "M", "Longest time for an experiment; the rest is skipped",
                    [&experiment](const std::string& text) {
                        const double minutes = real_of("--minutes", text);
                        if (!(minutes > 0 && minutes <= max_experiment_minutes))
                            reject_option("--minutes", text,
                                          fmt::format("greater than 0, and at most {}",
                                                      max_experiment_minutes));
                        experiment.minutes = minutes;
                    });
    parser.add_flag("--fail-slower", experiment.fail_slower,
                    "Exit with status 1 if a row is slower than recorded, beyond the spreads");
    add_gain_files(parser, experiment.gains);
    add_plot(parser, "--plot", "Draw a heat map for each engine: FILE-ask-sbr.png, …",
             experiment.plot);
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
            throw UsageError(
                fmt::format("the experiment {1} already sets {0}: change it there; only {2}, {3} "
                            "may be given with an experiment",
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

CommandLine parse_sweep(std::span<const std::string> arguments) {
    auto parser = new_parser("sweep");
    SweepCommand command;
    // As in bench: measurements are compared with the papers', which have no shortcuts.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    add_picture(parser, command.picture);
    add_view_options(parser, command.edits);
    parser.group("Engine");
    add_swept(parser, "--engine", "dp,ask or all, each swept; auto is ask (default: auto)",
              {EngineKind::dp, EngineKind::ask}, command.engines);
    add_swept(parser, "--scheme", "sbr,mbr,wpr, each swept (default: auto)", all_of<Scheme>(),
              command.schemes);
    add_backend_options(parser, command.edits);
    parser.group("Grid");
    add_grid_values(parser, "-g,--g", "Initial subdivisions", limits::g, command.grid.g);
    add_grid_values(parser, "-r,--r", "Recurrent subdivisions", limits::r, command.grid.r);
    add_grid_values(parser, "-B,--B", "Stopping sizes in pixels", limits::B, command.grid.B);
    add_blocks(parser, command.grid.blocks);
    parser.group("Measurement");
    add_size(parser, limits::side, command.size);
    add_integer(parser, "--repeat", "Measured runs per cell (default: 5)", runs_measured,
                command.repeat);
    add_file(parser, "-o,--output", "FILE.csv",
             "Write one row per cell as it is measured; an unfinished sweep is resumed. Of several "
             "engines, each has a file: FILE-ask-sbr.csv, …",
             command.output, {".csv"});
    add_plot(parser, "--plot", "Draw a heat map; of several engines, the fastest of each cell",
             command.plot);
    add_gain_files(parser, command.gains);
    parser.add_flag(
        "--remember", command.remember,
        "Remember the best for views like this one on this device, for --tuned and the window");
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    if (command.grid.g.empty() && command.grid.r.empty() && command.grid.B.empty())
        throw UsageError(
            "--g, --r and --B are missing: at least one must list values, as in 2..64");
    use_defaults(command.grid);
    if (const auto why = why_invalid(command.grid)) throw UsageError(*why);
    return command;
}

CommandLine parse_race(std::span<const std::string> arguments) {
    auto parser = new_parser("race");
    RaceCommand command;
    // As in bench.
    command.edits.push_back([](Settings& settings) { settings.engine.shortcuts = false; });
    add_picture(parser, command.picture);
    add_view_options(parser, command.edits);
    parser.group("Racers");
    parser.add_texts("--racer", "RACER",
                     "ENGINE[-SCHEME][,g=N][,r=N][,B=N][,block=WxH][,backend=NAME][,device=N]"
                     "[,insertion=NAME]; give it two to six times (default: the paper's five)",
                     [&](const std::vector<std::string>& racers) { command.racers = racers; });
    add_engine_options(parser, command.edits);
    parser.group("Measurement");
    add_size(parser, limits::side, command.size);
    add_integer(parser, "--repeat", "Measured runs per engine (default: 5)", runs_in_race,
                command.repeat);
    add_integer(parser, "--seed", "Random seed of the order of the runs (default: 1)", seeds,
                command.seed);
    parser.add_flag("--energy", command.energy, energy_help);
    add_file(parser, "-o,--output", "FILE.csv", "Write one row per racer", command.output,
             {".csv"});
    add_plot(parser, "--plot", "Draw the pictures and times", command.plot);
    add_film_options(parser, "the race, in slow motion,", command.film);
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    check_film(parser, command.film);
    return command;
}

CommandLine parse_check(std::span<const std::string> arguments) {
    auto parser = new_parser("check");
    CheckCommand command;
    add_picture(parser, command.picture);
    add_view_options(parser, command.edits);
    add_engine_choice(parser, command.edits);
    add_engine_options(parser, command.edits);
    parser.group("Output");
    add_size(parser, limits::side, command.size);
    add_file(parser, "-o,--output", "FILE", "Write the wrong pixels, .csv or .png", command.output,
             {".csv", ".png"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    check_picture(command.picture);
    return command;
}

CommandLine parse_model(std::span<const std::string> arguments) {
    auto parser = new_parser("model");
    ModelCommand command;
    std::vector<std::string> names, lists;
    parser.group("Parameters");
    add_gpu(parser, command.question.params);
    add_cost_params(parser, command.question.params);
    add_probabilities(parser, command);
    parser.group("Output");
    parser.add_texts("--vary", "NAME", "The parameter that varies over --over; twice for a family",
                     [&](const std::vector<std::string>& given) { names = given; });
    parser.add_texts("--over", "LIST", "2,4,8, or powers of two as in 2..1024",
                     [&](const std::vector<std::string>& given) { lists = given; });
    parser.add_flag("--optimum", command.question.optimum,
                    "With the best g, r and B of {2, 4 ... 1024}");
    add_file(parser, "-o,--output", "FILE.csv", "Write one row per point", command.output,
             {".csv"});
    add_file(parser, "--plot", "FILE.svg", "Draw Omega and S against the parameter that varies",
             command.plot, {".svg"});
    if (auto text = parser.parse(arguments)) return PrintText{*text};
    pair_varied(names, lists, command);
    check_probabilities(command);
    check_optimum(command);
    if (!command.question.probabilities.empty() && parser.given("--B"))
        throw UsageError("--P is a list, which determines the depth: leave -B out");
    if (!parser.given("--n") && !varies(command, "n"))
        throw UsageError("--n is missing: it is the picture's side in pixels, as in --n 16384");
    if (command.plot && command.question.varied.empty())
        throw UsageError("--vary is missing: it names the parameter of the plot's axis");
    return command;
}

}  // namespace mariani::app
