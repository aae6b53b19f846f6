// The commands of the workload `gasket`: what they compute and how, as asked for, and with nothing
// left to choose; what their tables and files say; and an engine's states compared with those of
// another.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/command_line/contest.hpp"
#include "app/command_line/workload_commands.hpp"
#include "app/command_line/workload_options.hpp"
#include "app/files/npy.hpp"
#include "app/workloads/gasket/colours.hpp"
#include "compute/workloads/gasket/board_view.hpp"
#include "compute/workloads/gasket/engine.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"
#include "compute/workloads/gasket/state.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

namespace mariani::app {

struct GasketRequest : gasket::Numbers {
    gasket::Fractal fractal = gasket::named_fractals().front();
    gasket::Rule rule;
    std::vector<gasket::EngineKind> engines;  // none, or all there are: those that fit
    WorkloadMachine machine;
};

// An engine that is not used, and why.
struct LeftOutEngine {
    gasket::EngineKind engine;
    std::string why;
};

struct GasketSetup {
    gasket::Problem problem;
    gasket::Numbers numbers;
    gasket::Method method;
    Backend backend = Backend::cpu;
    std::vector<gasket::EngineKind> engines;  // the plainest first; with `named`, as named
    std::vector<LeftOutEngine> left_out;
    bool named = false;  // one by one: what does not fit is refused

    gasket::Shape shape() const { return shape_of(problem.fractal, problem.level); }
};

// The one that is named, or cuda where there is a GPU. Throws UsageError.
Backend gasket_backend(const WorkloadMachine& machine);

// Throws UsageError: what cannot be computed, why, and what is allowed. No engine may be left of
// those not named.
GasketSetup gasket_setup(const GasketRequest& request);

// The same, with at least one engine.
GasketSetup gasket_setup_of_some(const GasketRequest& request);

// Null if the engine turns out not to fit, which only its GPU knows: then it is in `left_out`, or,
// if it was named, a UsageError is thrown. Throws what engines throw.
std::unique_ptr<gasket::Engine> make_or_leave_out(GasketSetup& setup, gasket::EngineKind engine);

// NAME, or S:X,Y/X,Y/...: the box's side, and the places of the copies in it. Throws UsageError.
gasket::Fractal gasket_fractal(const std::string& text);

// The processor or GPU.
std::string device_of(const GasketSetup& setup);

// Threads that the cpu backend takes.
int threads_of(const GasketSetup& setup);

// What all engines compute, as the first line of a report.
std::string gasket_head(const GasketSetup& setup);

// A line for each engine that is left out; empty if none is.
std::string left_out_text(const std::vector<LeftOutEngine>& left_out);

// The columns that say what an engine computed, and how it was told to.
nlohmann::ordered_json gasket_row(const GasketSetup& setup, gasket::EngineKind engine,
                                  const std::string& device, int steps);

// What an engine with a byte for each cell launches in a step; nothing of bits.
struct GasketBlocks {
    std::uint64_t blocks = 0;
    std::uint64_t blocks_wasted = 0;   // without a cell of the fractal
    std::uint64_t threads_wasted = 0;  // of all blocks
};
std::optional<GasketBlocks> gasket_blocks(const GasketSetup& setup, gasket::EngineKind engine);

// Kernels that the steps take on the GPU; none on the cpu.
int gasket_launches(const GasketSetup& setup, gasket::EngineKind engine, int steps);

// A state as a NumPy file: a byte for each cell in compact order, 1 alive. The file is begun at
// once, and appears with write().
class GasketStateFile {
  public:
    GasketStateFile(const std::filesystem::path& path, std::uint64_t cells)
        : file_(path, ElementType::uint8, std::array{cells}) {}

    // False, and no file, if stopped.
    bool write(const gasket::State& state, const std::stop_token& stop);

  private:
    NpyArrayWriter file_;
};

// "9843 of 59049 alive, hash 0123456789abcdef"
std::string state_text(const gasket::State& state);
std::string state_text(const gasket::Snapshot& state);

// 16 digits to the base 16.
std::string hash_text(const gasket::State& state);

// The state after some steps.
struct GasketStage {
    int steps;
    std::uint64_t alive;
    std::string hash;
    gasket::Differences wrong;  // from the expected state
};

// What a watched step shows of an engine's map: cells that it does not compute exactly once, and
// how often it computes what is no cell.
struct GasketCoverage {
    std::uint64_t not_once = 0, outside = 0;
    bool right() const { return not_once == 0 && outside == 0; }
};

struct GasketComparison {
    gasket::EngineKind engine;
    std::vector<GasketStage> stages;
    std::optional<GasketCoverage> coverage;  // nothing where the layout is too large to be watched

    bool right() const;
};

// The steps after which states are compared: 1, 2, 17 and the last, which is at least 1.
std::vector<int> compared_steps(int last);

// `states` and `expected` are those after these steps.
GasketComparison compare_states(gasket::EngineKind engine, const std::vector<int>& steps,
                                const std::vector<gasket::State>& states,
                                const std::vector<gasket::State>& expected);

// The coverage of the engine's next step.
std::optional<GasketCoverage> coverage_of(gasket::Engine& engine);

// 0 if all are right, else 1.
int exit_status_of(const std::vector<GasketComparison>& all);

std::unique_ptr<WorkloadCommands> gasket_commands();

// The setup's engines, but those that do not fit, in runs of so many steps.
ContestPlan gasket_contest(const GasketSetup& setup, int steps);
// All that is swept at one r: at least one setup; they differ by engines, rho and fuse.
ContestPlan gasket_grid(const std::vector<GasketSetup>& setups, int steps);

struct GasketCheck {
    GasketSetup setup;
    // The first that fits is what the others are compared with, the plainest first.
    std::vector<gasket::EngineKind> references;
    int steps = 300;
    std::optional<std::filesystem::path> output;  // .csv
    std::optional<std::filesystem::path> state;   // .npy
};

struct GasketRender {
    GasketSetup setup;  // one engine
    int steps = 300;
    gasket::BoardView view;
    ImageSize size{1024, 1024};
    GasketStyle style;  // of the step after those
    bool tiles = false;
    std::filesystem::path output;
    std::optional<std::filesystem::path> state;       // .npy
    std::optional<std::filesystem::path> trace_json;  // of the step after those
};

// Each returns the exit status, or throws.
int run_gasket_check(const GasketCheck& command);  // 1 if a cell is wrong
int run_gasket_render(const GasketRender& command);

}  // namespace mariani::app
