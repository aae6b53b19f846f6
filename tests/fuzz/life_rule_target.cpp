// Rules of Life as a user types them.
#include "compute/workloads/gasket/rule.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    if (const auto rule = gasket::parse_rule(text))
        fuzz::require(gasket::parse_rule(gasket::text_of(*rule)) == rule);
}
