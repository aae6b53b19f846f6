// Each paper's claims, in its order: the parts of all_claims().
#pragma once

#include "app/papers/claim.hpp"

namespace mariani::app {

// Those among them that need no machine are formulas: listings followed step by step, blocks
// counted, roots and maps tried.
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

}  // namespace mariani::app
