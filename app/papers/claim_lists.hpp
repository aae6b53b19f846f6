// Each paper's claims, in its order: the parts of all_claims().
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

std::vector<Claim> textbook_claims();
std::vector<Claim> triangle_claims();
std::vector<Claim> modeling_measurements();
std::vector<Claim> modeling_formulas();
std::vector<Claim> fractals_claims();

// A row of what was computed.
inline ResultRow computed_row(std::string label, std::map<std::string, double> values) {
    return {std::move(label), {}, std::move(values)};
}

}  // namespace mariani::app
