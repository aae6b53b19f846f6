// The median of repeated measurements and their range, and when a difference of medians says
// something.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
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

// Whether every run of the one was shorter than every run of the other; else the difference of
// their medians may be noise.
inline bool clearly_shorter(const Spread& one, const Spread& other) {
    return one.max < other.min;
}
inline bool clearly_differ(const Spread& one, const Spread& other) {
    return clearly_shorter(one, other) || clearly_shorter(other, one);
}

// The next faster one by its median, if its runs overlap those of this one.
inline std::optional<std::size_t> overlapping_faster(const std::vector<Spread>& all,
                                                     std::size_t place) {
    std::optional<std::size_t> faster;
    for (std::size_t i = 0; i < all.size(); ++i)
        if (all[i].median < all[place].median && (!faster || all[i].median > all[*faster].median))
            faster = i;
    return faster && !clearly_differ(all[*faster], all[place]) ? faster : std::nullopt;
}
inline std::string noise_text(std::string_view slower, std::string_view faster) {
    return "The runs of " + std::string(slower) + " overlap those of " + std::string(faster) +
           ": the difference may be noise.";
}

// Behind a rank in a table, and below the table what it means.
inline constexpr std::string_view noise_mark = "~";
inline constexpr std::string_view noise_remark =
    "~ runs overlap those of the rank above: the difference may be noise\n";

}  // namespace mariani::app
