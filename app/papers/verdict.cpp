#include "app/papers/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <utility>

namespace mariani::app {
namespace {

using Points = std::vector<std::pair<double, Spread>>;

const ResultRow* row_of(const Result& result, std::string_view label) {
    const auto found = std::ranges::find(result.rows, label, &ResultRow::label);
    return found == result.rows.end() ? nullptr : &*found;
}

std::optional<double> value_of(const ResultRow& row, std::string_view column) {
    const auto found = row.values.find(std::string(column));
    return found == row.values.end() ? std::nullopt : std::optional(found->second);
}

// The range of the quotient: the least over the greatest, and the other way round. Nothing where
// it is no number.
std::optional<Spread> quotient(const Spread& one, const Spread& other) {
    const Spread all{one.min / other.max, one.median / other.median, one.max / other.min};
    const bool finite =
        std::isfinite(all.min) && std::isfinite(all.median) && std::isfinite(all.max);
    return finite ? std::optional(all) : std::nullopt;
}

std::optional<Spread> value_at(const Quantity& quantity, const Result& result) {
    const ResultRow* row = row_of(result, quantity.row);
    const ResultRow* over = row_of(result, quantity.over);
    if (!row) return std::nullopt;
    if (quantity.kind == Quantity::Kind::value) {
        const auto value = value_of(*row, quantity.column);
        return value ? std::optional(Spread{*value, *value, *value}) : std::nullopt;
    }
    if (quantity.kind == Quantity::Kind::time)
        return row->ms.empty() ? std::nullopt : std::optional(spread_of(row->ms));
    if (!over) return std::nullopt;
    if (quantity.kind == Quantity::Kind::gain) {
        if (row->ms.empty() || over->ms.empty()) return std::nullopt;
        return quotient(spread_of(over->ms), spread_of(row->ms));
    }
    const auto own = value_of(*row, quantity.column);
    const auto other = value_of(*over, quantity.column);
    if (!own || !other) return std::nullopt;
    return quotient({*other, *other, *other}, {*own, *own, *own});
}

// Where the extreme is, and everywhere that noise might have put it.
Spread place_of(const Points& points, Points::const_iterator extreme) {
    Spread place{extreme->first, extreme->first, extreme->first};
    for (const auto& [x, value] : points) {
        const bool exact = value.min == value.max && extreme->second.min == extreme->second.max;
        const bool as_good = exact ? value.median == extreme->second.median
                                   : !clearly_differ(value, extreme->second);
        if (!as_good) continue;
        place.min = std::min(place.min, x);
        place.max = std::max(place.max, x);
    }
    return place;
}

// From the least to the greatest of all.
Spread range_of(const Points& points) {
    Spread all = points.front().second;
    std::vector<double> medians;
    for (const auto& [x, value] : points) {
        all.min = std::min(all.min, value.min);
        all.max = std::max(all.max, value.max);
        medians.push_back(value.median);
    }
    all.median = spread_of(medians).median;
    return all;
}

Spread taken(Quantity::Take take, const Points& points) {
    const auto median = [](const auto& point) { return point.second.median; };
    const auto [least, greatest] = std::ranges::minmax_element(points, {}, median);
    switch (take) {
        case Quantity::Take::largest:
            return greatest->second;
        case Quantity::Take::smallest:
            return least->second;
        case Quantity::Take::each:
            return range_of(points);
        case Quantity::Take::place_of_largest:
            return place_of(points, greatest);
        case Quantity::Take::place_of_smallest:
            return place_of(points, least);
        case Quantity::Take::last:
            break;
    }
    return points.back().second;
}

ClaimVerdict worse(ClaimVerdict one, ClaimVerdict other) {
    static constexpr ClaimVerdict order[] = {ClaimVerdict::not_judged, ClaimVerdict::holds,
                                             ClaimVerdict::within_noise, ClaimVerdict::not_here,
                                             ClaimVerdict::refuted};
    const auto place = [](ClaimVerdict verdict) { return std::ranges::find(order, verdict); };
    return place(one) < place(other) ? other : one;
}

// Everywhere: each point by itself.
ClaimVerdict judge_each(const Points& points, const Bound& bound) {
    ClaimVerdict worst = ClaimVerdict::holds;
    for (const auto& [x, value] : points) worst = worse(worst, judge(value, bound));
    return worst;
}

// Trials at the same place are one: an engine's runs are put together.
std::map<double, Result> by_place(const std::vector<Result>& results) {
    std::map<double, Result> places;
    for (const Result& result : results) {
        Result& place = places[result.x];
        for (const ResultRow& row : result.rows) {
            const auto same = std::ranges::find(place.rows, row.label, &ResultRow::label);
            if (same == place.rows.end())
                place.rows.push_back(row);
            else {
                same->ms.insert(same->ms.end(), row.ms.begin(), row.ms.end());
                same->values.insert(row.values.begin(), row.values.end());
            }
        }
    }
    return places;
}

// Whether places without a value leave nothing in doubt.
bool decides(const Quantity& quantity, const Points& points, double last_place) {
    if (quantity.take == Quantity::Take::last) return points.back().first == last_place;
    return quantity.take == Quantity::Take::largest && std::isinf(quantity.bound.high) &&
           judge(taken(quantity.take, points), quantity.bound) == ClaimVerdict::holds;
}

Found find_one(const Quantity& quantity, const std::map<double, Result>& all, bool measured) {
    Found found{&quantity, {}, {}, ClaimVerdict::not_judged};
    std::map<double, Result> places;
    std::ranges::copy_if(all, std::inserter(places, places.end()),
                         [&](const auto& place) { return place.first >= quantity.from; });
    for (const auto& [x, result] : places)
        if (const auto value = value_at(quantity, result)) found.points.emplace_back(x, *value);
    if (!found.points.empty()) found.value = taken(quantity.take, found.points);
    if (!quantity.bound.given()) return found;
    const bool whole = !measured || found.points.size() == places.size();
    if (!found.value ||
        (!whole && !decides(quantity, found.points, std::prev(places.end())->first)))
        found.verdict = ClaimVerdict::not_here;
    else if (quantity.take == Quantity::Take::each)
        found.verdict = judge_each(found.points, quantity.bound);
    else
        found.verdict = judge(*found.value, quantity.bound);
    return found;
}

}  // namespace

std::string_view text_of(ClaimVerdict verdict) {
    switch (verdict) {
        case ClaimVerdict::holds:
            return "holds";
        case ClaimVerdict::within_noise:
            return "holds within noise";
        case ClaimVerdict::refuted:
            return "refuted";
        case ClaimVerdict::not_in_text:
            return "cannot be obtained from the text";
        case ClaimVerdict::not_here:
            return "not on this machine";
        case ClaimVerdict::not_judged:
            break;
    }
    return "not judged";
}

ClaimVerdict judge(const Spread& value, const Bound& bound) {
    if (value.min >= bound.low && value.max <= bound.high) return ClaimVerdict::holds;
    if (value.max >= bound.low && value.min <= bound.high) return ClaimVerdict::within_noise;
    return ClaimVerdict::refuted;
}

std::vector<Found> find(const Claim& claim, const std::vector<Result>& results) {
    const auto places = by_place(results);
    std::vector<Found> all;
    for (const Quantity& quantity : claim.quantities)
        all.push_back(find_one(quantity, places, !claim.trials.empty()));
    return all;
}

ClaimVerdict judge(const Claim& claim, const std::vector<Found>& found) {
    ClaimVerdict worst = ClaimVerdict::not_judged;
    for (const Found& each : found) worst = worse(worst, each.verdict);
    return worst == ClaimVerdict::refuted && claim.of_formula ? ClaimVerdict::not_in_text : worst;
}

}  // namespace mariani::app
