// The command line: what was asked for, and how to do it.
#pragma once

#include "app/command_line/poster_exports.hpp"
#include "app/measure/sweep.hpp"
#include "app/papers/paper_tools.hpp"
#include "app/settings/display_choices.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/cost_model.hpp"

#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace mariani::app {

// Wrong arguments: which, why, what is allowed, in one line. Exit status 2.
class UsageError : public std::invalid_argument {
    using std::invalid_argument::invalid_argument;
};

// The changes made by the given options, in the order in which they apply: on top of the defaults,
// the saved settings or those of a picture.
using SettingsEdits = std::vector<std::function<void(Settings&)>>;

void apply(const SettingsEdits& edits, Settings& settings);

struct WindowCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;  // restored before the edits
    std::optional<std::filesystem::path> poster;   // likewise: its folder
    std::optional<std::filesystem::path> replay;
    DisplayChoice display = DisplayChoice::automatic;
    std::optional<std::filesystem::path> report;  // on the window's main loop turns
    bool mark_frames = false;                     // with their numbers in the report
    bool intro = true;                            // the opening, on a first start
    std::optional<Workload> workload;             // else that of the picture, or the last one
};

// A film beside the other output.
struct FilmChoice {
    std::optional<std::filesystem::path> file;  // .webp, .mp4, .mkv or .webm
    std::optional<ImageSize> size;              // default: one that suits what it shows
    double seconds = 6;
    int rate = 25;  // frames a second
};

struct RenderCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;  // as above
    std::optional<ImageSize> size;                 // default: the picture's, else 1024 x 1024
    std::filesystem::path output;
    std::optional<std::filesystem::path> dwells;      // .npy
    std::optional<std::filesystem::path> regions;     // .csv
    std::optional<std::filesystem::path> trace_json;  // of a recorded run
    bool tuned = false;                               // g, r, B and block as remembered
    FilmChoice film;                                  // of the subdivision, level by level
};

// A picture of up to a terapixel and more, in a folder: to be made, continued, checked.
struct PosterCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;  // whose view and settings are used
    std::filesystem::path folder;
    bool view_given = false;           // else one that exists is continued
    std::optional<ImageSize> size;     // of a new one; default: 16384 x 16384
    std::optional<int> cell;           // in pixels; default: what suits the devices
    int first_level = 0;               // of those computed now
    std::optional<int> last_level;     // default: the coarsest
    std::vector<std::string> devices;  // "all", "cpu", or numbers of GPUs; none: all
    int part = 0, parts = 1;
    std::optional<double> minutes;
    bool check = false, estimate = false;
    SettingsEdits colours;  // of a new one, or of what is exported
    PosterExports exports;
};

// S against n, g, r and B.
struct GainFiles {
    std::optional<std::filesystem::path> picture;  // .png
    std::optional<std::filesystem::path> table;    // .csv
    bool wanted() const { return picture || table; }
};

struct BenchCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;
    std::vector<EngineKind> engines;  // never `automatic`
    std::vector<Scheme> schemes;
    bool energy = false;
    bool tuned = false;  // g, r, B and block as remembered for each
    ImageSize size{1024, 1024};
    int repeat = 5;
    std::optional<std::filesystem::path> output;      // .csv or .json
    std::optional<std::filesystem::path> experiment;  // .json, to be repeated
};

// `bench` of a file that says what to measure.
struct ExperimentCommand {
    std::filesystem::path experiment;
    SettingsEdits edits;            // of backend, device and threads
    std::optional<ImageSize> size;  // in place of all others
    std::optional<int> repeat;
    std::optional<double> minutes;
    bool fail_slower = false;                     // exit status 1 if a row is slower
    std::optional<std::filesystem::path> output;  // .json: the experiment with the new record
    GainFiles gains;
    std::optional<std::filesystem::path> plot;  // .png, its name with the engine's before the dot
};

struct SuiteCommand {
    SettingsEdits edits;  // for the backend, the device and the threads
    int repeat = 20;
    int scale = 1;                                // divides the sides of the pictures
    std::optional<std::filesystem::path> output;  // .json
};

struct CheckCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;
    ImageSize size{1024, 1024};
    std::optional<std::filesystem::path> output;  // .csv or .png
};

struct SweepCommand {
    SettingsEdits edits;
    // Each engine with each scheme; none: as the settings have it.
    std::vector<EngineKind> engines;
    std::vector<Scheme> schemes;
    std::optional<std::filesystem::path> picture;
    ImageSize size{1024, 1024};
    SweepGrid grid;
    int repeat = 5;
    std::optional<std::filesystem::path> output;  // .csv, resumed if it exists
    std::optional<std::filesystem::path> plot;    // .png
    GainFiles gains;
    bool remember = false;  // the best
};

struct RaceCommand {
    SettingsEdits edits;
    std::optional<std::filesystem::path> picture;
    ImageSize size{1024, 1024};
    std::vector<std::string> racers;  // see parse_racer
    int repeat = 5;
    int seed = 1;
    bool energy = false;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .png
    FilmChoice film;
};

struct ModelCommand {
    ModelQuestion question;                       // at most two parameters vary
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> plot;    // .svg
};

struct InfoCommand {};

class WorkloadCommands;
using MakeWorkloadCommands = std::unique_ptr<WorkloadCommands> (*)();

// A command of another workload (workload_commands.hpp), ready to be carried out.
struct ContestBench;
struct CheckPlan;
struct OtherCommand {
    std::function<int()> run;      // returns the exit status, or throws as the others
    std::string_view remedy = {};  // what would take less memory: "a smaller --n"
    // What run() measures or checks, for those who read values instead of texts.
    std::shared_ptr<const ContestBench> bench = {};
    std::shared_ptr<const CheckPlan> check = {};
};

// The papers' claims, tested on this machine.
struct ReproduceCommand {
    std::vector<std::string> names;  // of papers and claims; none: all
    double minutes = 10;
    SettingsEdits machine;                        // where it runs
    bool list = false, errata = false;            // to be printed, instead
    std::optional<std::filesystem::path> output;  // a folder: created, or resumed
    std::vector<std::filesystem::path> others;    // reports to compare with
    std::span<const MakeWorkloadCommands> workloads;
};

struct PrintText {
    std::string text;  // of --help or --version
};

using CommandLine =
    std::variant<WindowCommand, RenderCommand, BenchCommand, ExperimentCommand, SuiteCommand,
                 SweepCommand, CheckCommand, RaceCommand, ModelCommand, InfoCommand, OtherCommand,
                 ReproduceCommand, PosterCommand, PrintText>;

// The arguments without the program's name; the workloads beside the Mandelbrot set. Reads no files
// except bookmarks and palettes. Throws UsageError.
CommandLine parse_command_line(std::span<const std::string> arguments,
                               std::span<const MakeWorkloadCommands> workloads);

// Each returns the exit status, or throws: UsageError (2), any other std::exception (1).
int run(const RenderCommand& command);
// With a party, the leader alone prints and writes files; each process of it runs the whole bench,
// and measures its share of an experiment or a sweep.
int run(const BenchCommand& command, Party* party = nullptr);
int run(const ExperimentCommand& command, Party* party = nullptr);
int run(const SuiteCommand& command);
int run(const CheckCommand& command);  // 1 if a pixel is wrong
int run(const SweepCommand& command, Party* party = nullptr);
int run(const RaceCommand& command);
int run(const ModelCommand& command);
int run(const ReproduceCommand& command);
int run_poster(const PosterCommand& command);  // 3 while it is incomplete
// `interop` says whether GPU frames can be shown without leaving the GPU; it may open a window.
int run_info(const std::function<std::string()>& interop);

// What the window starts with: the saved settings, overridden by the picture's, then by the edits.
struct StartSettings {
    Settings settings;
    std::vector<std::string> notices;
    bool at_home = false;  // nothing names a view: the whole set, whatever the window's shape
    bool opening = false;  // a first start, of which nothing else was asked
};
StartSettings start_settings(const WindowCommand& command);

}  // namespace mariani::app
