// Whether a claim holds: pure functions of what was found.
#pragma once

#include "app/measure/spread.hpp"
#include "app/papers/claim.hpp"

#include <optional>
#include <string_view>
#include <vector>

namespace mariani::app {

enum class ClaimVerdict { holds, within_noise, refuted, not_in_text, not_here, not_judged };

// "holds within noise"
std::string_view text_of(ClaimVerdict verdict);

// What a claim's quantity came to, with the range of the runs behind it.
struct Found {
    const Quantity* quantity = nullptr;
    std::optional<Spread> value;                    // none: the rows that it needs are not there
    std::vector<std::pair<double, Spread>> points;  // at each x, ascending
    ClaimVerdict verdict = ClaimVerdict::not_judged;
};

// `within_noise` where the range only overlaps the bound.
ClaimVerdict judge(const Spread& value, const Bound& bound);

// At least one result.
std::vector<Found> find(const Claim& claim, const std::vector<Result>& results);

// The worst of all quantities that have a bound; `not_here` if one could not be found, or not
// everywhere, and none is refuted.
ClaimVerdict judge(const Claim& claim, const std::vector<Found>& found);

}  // namespace mariani::app
