// What the window needs to test the papers' claims.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/papers/claim.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/cost_model.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// Whether it is g, r or B, which are chosen at an optimum.
inline bool is_subdivision(const CostParamName& param) {
    return param.name == "g" || param.name == "r" || param.name == "B";
}

// What a `model` command asks of the cost model, for those who print it and those who draw it.
struct ModelQuestion {
    CostParams params;
    std::vector<double> probabilities;  // of each level but the last; empty: params.P of all
    struct Varied {
        const CostParamName* param;
        std::vector<double> values;
    };
    std::vector<Varied> varied;  // an axis, and a family of curves
    bool optimum = false;        // with the best {g, r, B}
};

// What the command line does for the window, which does not know it.
struct PaperTools {
    // What a command of a claim measures, as measure_command(). Any thread.
    std::function<std::optional<Result>(const std::string& command, const RunEngine& run,
                                        const std::stop_token& stop)>
        measure;
    // What arguments of the window change of the settings; throws std::invalid_argument.
    std::function<void(std::string_view arguments, Settings& settings)> show;
    // Throws std::invalid_argument.
    std::function<ModelQuestion(std::string_view command)> model;
};

}  // namespace mariani::app
