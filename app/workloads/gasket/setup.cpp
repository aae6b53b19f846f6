#include "app/workloads/gasket/setup.hpp"

#include "compute/cpu/engines.hpp"
#include "compute/cpu/tasks.hpp"
#include "compute/model/text.hpp"
#include "compute/service/engine_registry.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <algorithm>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::vector<gasket::EngineKind> all_engines() {
    std::vector<gasket::EngineKind> all;
    for (const auto& each : choices<gasket::EngineKind>()) all.push_back(each.value);
    return all;
}

Backend backend_of(const WorkloadMachine& machine) {
    const auto no_cuda = backend_unavailable(Backend::cuda);
    const Backend backend = machine.backend.value_or(no_cuda ? Backend::cpu : Backend::cuda);
    if (backend == Backend::cpu) return backend;
    if (no_cuda) throw UsageError("the backend is cuda: " + *no_cuda);
    if (const auto why = device_unavailable(machine.device)) throw UsageError(*why);
    return backend;
}

// Nothing if the engine can compute it.
std::optional<std::string> refusal(const GasketSetup& setup, gasket::EngineKind engine) {
    if (const auto* entry = gasket::find_engine(engine, setup.backend))
        return entry->refusal(setup.problem, setup.method);
    return fmt::format("there is none for {}: choose the backend {}",
                       mariani::name_of(setup.backend),
                       setup.backend == Backend::cpu ? "cuda" : "cpu");
}

std::string refused(gasket::EngineKind engine, const std::string& why) {
    return fmt::format("the engine {}: {}", mariani::name_of(engine), why);
}

}  // namespace

GasketSetup gasket_setup(const GasketRequest& request) {
    GasketSetup setup{{request.fractal, request.level, request.rule},
                      request,
                      request.method(),
                      backend_of(request.machine),
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

}  // namespace mariani::app
