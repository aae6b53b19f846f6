// The parts of all_claims(), and what they are written with: short forms of results, bounds and
// quantities.
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

// Each paper's claims, in its order. Those among them that need no machine are formulas: listings
// followed step by step, blocks counted, roots and maps tried.
std::vector<Claim> textbook_claims();
std::vector<Claim> textbook_formulas();
std::vector<Claim> triangle_claims();
std::vector<Claim> triangle_formulas();
std::vector<Claim> modeling_measurements();
std::vector<Claim> modeling_overhead();
std::vector<Claim> modeling_formulas();
std::vector<Claim> modeling_tables();  // and numberings: no model
std::vector<Claim> fractals_claims();
std::vector<Claim> fractals_formulas();

// A row of what was computed.
inline ResultRow computed_row(std::string label, std::map<std::string, double> values) {
    return {std::move(label), {}, std::move(values)};
}

using Take = Quantity::Take;
using On = Trial::On;

// What was computed at one place.
inline Result at(double x, std::vector<ResultRow> rows) {
    return {x, {}, {}, std::move(rows)};
}

constexpr Bound exactly(double value) {
    return {value, value};
}

inline Quantity value(std::string_view name, std::string_view row, std::string_view column,
                      Take take = Take::last, Bound bound = {}, std::string_view published = {},
                      std::optional<double> drawn = {}) {
    return {name, Quantity::Kind::value, row, {}, column, take, bound, published, drawn};
}

// How many times shorter `row` takes than `other`.
inline Quantity gain_over(std::string_view name, std::string_view row, std::string_view other,
                          Take take = Take::last, Bound bound = {}, std::string_view published = {},
                          std::optional<double> drawn = {}) {
    return {name, Quantity::Kind::gain, row, other, {}, take, bound, published, drawn};
}

inline Quantity time_of(std::string_view name, std::string_view row, Take take, Bound bound = {},
                        std::string_view published = {}) {
    return {name, Quantity::Kind::time, row, {}, {}, take, bound, published};
}

// Places before this one do not count.
inline Quantity from(double x, Quantity quantity) {
    quantity.from = x;
    return quantity;
}

}  // namespace mariani::app
