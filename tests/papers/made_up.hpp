// Claims, results and reports made up for tests.
#pragma once

#include "app/papers/claim_parts.hpp"
#include "app/papers/reproduction.hpp"

#include <string>
#include <utility>
#include <vector>

namespace mariani::app {

inline Result result(double x, std::vector<ResultRow> rows) {
    return {x, "bench --n 1 --backend cpu", "a processor", std::move(rows)};
}

inline Spread exactly_one(double value) {
    return {value, value, value};
}

inline ResultRow timed(std::string label, std::vector<double> ms) {
    return {std::move(label), std::move(ms), {}};
}

// How many times shorter "ASK" takes than "Ex".
inline Quantity gain_over_ex(Quantity::Take take, Bound bound) {
    return {"S", Quantity::Kind::gain, "ASK", "Ex", {}, take, bound};
}

// The column "count" of the row "ASK".
inline Quantity count(Quantity::Take take, Bound bound = {}) {
    return {"count", Quantity::Kind::value, "ASK", {}, "count", take, bound};
}

inline Claim claim_of(std::vector<Quantity> quantities, std::vector<Trial> trials = {}) {
    return {.paper = Paper::modeling,
            .id = "modeling.made-up",
            .where = "nowhere",
            .statement = "A statement.",
            .method = "A method.",
            .trials = std::move(trials),
            .quantities = std::move(quantities)};
}

// Counts at x = 1, 2, 3 and so on.
inline std::vector<Result> counts(const std::vector<double>& values) {
    std::vector<Result> results;
    for (const double value : values)
        results.push_back(result(static_cast<double>(results.size() + 1),
                                 {computed_row("ASK", {{"count", value}})}));
    return results;
}

}  // namespace mariani::app
