#include "app/workloads/gasket/commands.hpp"
#include "app/workloads/rows.hpp"
#include "compute/cpu/engines.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/gasket/cell_layout.hpp"
#include "compute/workloads/gasket/cpu/engines.hpp"
#include "compute/workloads/gasket/cuda_layouts.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using Json = nlohmann::ordered_json;

std::vector<gasket::EngineKind> all_engines() {
    std::vector<gasket::EngineKind> all;
    for (const auto& each : choices<gasket::EngineKind>()) all.push_back(each.value);
    return all;
}

// Nothing if the engine can compute it.
std::optional<std::string> refusal(const GasketSetup& setup, gasket::EngineKind engine) {
    if (const auto* entry = gasket::find_engine(engine, setup.backend))
        return entry->refusal(setup.problem, setup.method);
    return fmt::format("it is not available on {}: choose the backend {}",
                       mariani::name_of(setup.backend),
                       setup.backend == Backend::cpu ? "cuda" : "cpu");
}

std::string refused(gasket::EngineKind engine, const std::string& why) {
    return fmt::format("the engine {}: {}", mariani::name_of(engine), why);
}

gasket::CellLayout block_layout(const GasketSetup& setup) {
    return cell_layout(setup.problem.fractal, setup.problem.level, setup.method.rho,
                       gasket::BlockOrder::compact);
}

int tile_of(const GasketSetup& setup) {
    const int level = setup.problem.level;
    return setup.method.tile.value_or(setup.backend == Backend::cuda
                                          ? gasket::cuda::tile_levels(level).automatic
                                          : gasket::cpu::tile_levels(level).automatic);
}

std::string in_hexadecimal(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

template <typename Cells>
std::string population_text(const Cells& state) {
    return fmt::format("{} of {} alive, hash {}", state.population(), state.cells(),
                       in_hexadecimal(state.hash()));
}

}  // namespace

Backend gasket_backend(const WorkloadMachine& machine) {
    const auto no_cuda = backend_unavailable(Backend::cuda);
    const Backend backend = machine.backend.value_or(no_cuda ? Backend::cpu : Backend::cuda);
    if (backend == Backend::cpu) return backend;
    if (no_cuda) throw UsageError("the backend is cuda: " + *no_cuda);
    if (const auto why = device_unavailable(machine.device)) throw UsageError(*why);
    return backend;
}

GasketSetup gasket_setup(const GasketRequest& request) {
    GasketSetup setup{{request.fractal, request.level, request.rule},
                      request,
                      request.method(),
                      gasket_backend(request.machine),
                      {},
                      {},
                      false};
    setup.method.threads = request.machine.threads;
    setup.method.device = request.machine.device;
    try {
        setup.shape();
    } catch (const std::invalid_argument& why) {
        throw UsageError(fmt::format("--r: {}", why.what()));
    }
    const auto all = all_engines();
    setup.named = !request.engines.empty() && request.engines.size() < all.size();
    for (const gasket::EngineKind engine : setup.named ? request.engines : all) {
        const auto why = refusal(setup, engine);
        if (why && setup.named) throw UsageError(refused(engine, *why));
        if (why)
            setup.left_out.push_back({engine, *why});
        else
            setup.engines.push_back(engine);
    }
    return setup;
}

GasketSetup gasket_setup_of_some(const GasketRequest& request) {
    GasketSetup setup = gasket_setup(request);
    if (setup.engines.empty())
        throw UsageError("no engine can compute this; " +
                         refused(setup.left_out.back().engine, setup.left_out.back().why));
    return setup;
}

std::unique_ptr<gasket::Engine> make_or_leave_out(GasketSetup& setup, gasket::EngineKind engine) {
    try {
        return gasket::find_engine(engine, setup.backend)->make(setup.problem, setup.method);
    } catch (const BackendFailure&) {
        throw;
    } catch (const std::runtime_error& why) {  // memory of the device
        if (setup.named) throw UsageError(refused(engine, why.what()));
        setup.left_out.push_back({engine, why.what()});
        return nullptr;
    }
}

gasket::Fractal gasket_fractal(const std::string& text) {
    try {
        return gasket::parse_fractal(text);
    } catch (const std::invalid_argument& why) {
        throw UsageError(fmt::format("--fractal: {}", why.what()));
    }
}

int threads_of(const GasketSetup& setup) {
    return cpu::ThreadPool(setup.method.threads).threads();
}

std::string device_of(const GasketSetup& setup) {
    return device_name(setup.backend, setup.method.device, threads_of(setup));
}

std::string gasket_head(const GasketSetup& setup) {
    const auto shape = setup.shape();
    return fmt::format("fractal {} (s {}, k {}), r {}: n {}, {} cells; {} from density {}, seed {}",
                       setup.problem.fractal.name, shape.base, shape.copies, shape.level,
                       shape.side, shape.cells, gasket::text_of(setup.problem.rule),
                       setup.numbers.density, setup.numbers.seed);
}

std::string left_out_text(const std::vector<LeftOutEngine>& left_out) {
    std::string text;
    for (const auto& [engine, why] : left_out)
        text += fmt::format("left out: {}: {}\n", mariani::name_of(engine), why);
    return text;
}

Json gasket_row(const GasketSetup& setup, gasket::EngineKind engine, const std::string& device,
                int steps) {
    const auto shape = setup.shape();
    Json row = Json::object();
    row["workload"] = "gasket";
    row["engine"] = mariani::name_of(engine);
    row["backend"] = mariani::name_of(setup.backend);
    row["device"] = device;
    row["fractal"] = setup.problem.fractal.name;
    row["s"] = shape.base;
    row["k"] = shape.copies;
    row["r"] = shape.level;
    row["n"] = shape.side;
    row["cells"] = shape.cells;
    row["rule"] = gasket::text_of(setup.problem.rule);
    gasket::Numbers taken = setup.numbers;
    taken.rho = static_cast<int>(block_layout(setup).rho());
    taken.tile = tile_of(setup);
    taken.shared = gasket::cuda::copies_blocks(engine, setup.method);
    add_knob_columns(row, taken, engine_bit(engine), setup.backend,
                     {"density", "seed", "rho", "tile", "fuse", "shared"});
    row["steps"] = steps;
    return row;
}

std::optional<GasketBlocks> gasket_blocks(const GasketSetup& setup, gasket::EngineKind engine) {
    if (engine == gasket::EngineKind::bits) return std::nullopt;
    const auto layout = block_layout(setup);
    const std::uint64_t used = layout.blocks.cells;
    const std::uint64_t blocks = engine == gasket::EngineKind::bb
                                     ? std::uint64_t{layout.blocks.side} * layout.blocks.side
                                     : used;
    return GasketBlocks{blocks, blocks - used,
                        blocks * layout.rho() * layout.rho() - layout.cells()};
}

int gasket_launches(const GasketSetup& setup, gasket::EngineKind engine, int steps) {
    if (setup.backend == Backend::cpu) return 0;
    const int at_once = engine == gasket::EngineKind::bits ? setup.method.fuse : 1;
    return (steps + at_once - 1) / at_once;
}

bool GasketStateFile::write(const gasket::State& state, const std::stop_token& stop) {
    constexpr std::uint64_t at_once = std::uint64_t{1} << 20;
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t begin = 0; begin < state.cells(); begin += at_once) {
        if (stop.stop_requested()) return false;
        bytes.resize(std::min(at_once, state.cells() - begin));
        for (std::uint64_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(state.alive(begin + i));
        file_.write(std::as_bytes(std::span(bytes)));
    }
    file_.commit();
    return true;
}

std::string hash_text(const gasket::State& state) {
    return in_hexadecimal(state.hash());
}

std::string state_text(const gasket::State& state) {
    return population_text(state);
}

std::string state_text(const gasket::Snapshot& state) {
    return population_text(state);
}

}  // namespace mariani::app
