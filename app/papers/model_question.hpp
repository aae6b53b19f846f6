// What a `model` command asks of the cost model, for those who print it and those who draw it.
#pragma once

#include "compute/model/cost_model.hpp"

#include <vector>

namespace mariani::app {

// Whether it is g, r or B, which are chosen at an optimum.
inline bool is_subdivision(const CostParamName& param) {
    return param.name == "g" || param.name == "r" || param.name == "B";
}

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

}  // namespace mariani::app
