// The median of repeated measurements, and their range.
#pragma once

#include <algorithm>
#include <vector>

namespace mariani::app {

struct Spread {
    double min = 0, median = 0, max = 0;
    bool operator==(const Spread&) const = default;
};

// There must be values.
inline Spread spread_of(std::vector<double> values) {
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    const double median =
        values.size() % 2 == 1 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
    return {values.front(), median, values.back()};
}

}  // namespace mariani::app
