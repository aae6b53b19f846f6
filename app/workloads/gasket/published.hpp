// What the authors of the compact maps published, in ms a step (seed 004's data files): the gasket,
// n = 32,768, r = 15, with a host synchronization after each step.
#pragma once

#include "compute/service/gasket_request.hpp"

#include <array>
#include <string_view>

namespace mariani::app {

struct PublishedSteps {
    std::string_view machine;
    std::array<double, 4> ms;  // of published_engines
};

inline constexpr std::array published_engines{gasket::EngineKind::bb, gasket::EngineKind::lambda,
                                              gasket::EngineKind::nu, gasket::EngineKind::nu_mma};

inline constexpr std::array<PublishedSteps, 4> published_steps{
    {{"TITAN RTX, \xcf\x81 16", {5.04, 1.89, 3.11, 2.25}},
     {"TITAN RTX, \xcf\x81 32", {6.59, 1.96, 3.96, 3.27}},
     {"TITAN V, \xcf\x81 16", {6.80, 1.76, 1.99, 1.49}},
     {"TITAN V, \xcf\x81 32", {2.93, 1.54, 2.17, 2.87}}}};

}  // namespace mariani::app
