// What a command of the workload `gasket` computes and how: as asked for, and with nothing left to
// choose.
#pragma once

#include "app/command_line/workload_options.hpp"
#include "compute/service/gasket_engines.hpp"
#include "compute/workloads/gasket/numbers.hpp"
#include "compute/workloads/gasket/problem.hpp"
#include "compute/workloads/gasket/shape.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

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

}  // namespace mariani::app
