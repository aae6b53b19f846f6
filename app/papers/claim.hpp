// What the papers claim, as data: who says it, where, how it is tested on a machine, and when it
// holds. A claim is measured by commands that anybody can type, or computed from printed formulas.
#pragma once

#include <functional>
#include <limits>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

enum class Paper { textbook, triangle, modeling, fractals };

struct PaperText {
    Paper paper;
    std::string_view id;  // on the command line: "modeling"
    std::string_view title;
    std::string_view source;  // authors, where it appeared, year
};
std::span<const PaperText> papers();
const PaperText& text_of(Paper paper);

// What was found of one engine, or of one case of a formula.
struct ResultRow {
    std::string label;
    std::vector<double> ms;                // of its runs, in their order; none if nothing was timed
    std::map<std::string, double> values;  // everything else that was counted, by its column
    bool operator==(const ResultRow&) const = default;
};

// What one trial gave.
struct Result {
    double x = 0;  // where it stands on the claim's axis
    std::string command;
    std::string device;
    std::vector<ResultRow> rows;
    bool operator==(const Result&) const = default;
};

// A command to measure: what follows `mariani`, without backend and device.
struct Trial {
    enum class On { cuda, cpu, both };
    double x = 0;
    std::string command;
    On on = On::both;
    double seconds = 1;  // about how long it takes, to order and limit what is run
};

// Runs a trial's command, which says where, and leaves its place on an axis to the caller; nothing
// if stopped. Throws what the command throws.
using RunTrial =
    std::function<std::optional<Result>(const std::string& command, const std::stop_token&)>;

// When a value agrees with what is claimed.
struct Bound {
    double low = -std::numeric_limits<double>::infinity();
    double high = std::numeric_limits<double>::infinity();
    bool given() const {
        return low > -std::numeric_limits<double>::infinity() ||
               high < std::numeric_limits<double>::infinity();
    }
};
constexpr Bound at_least(double value) {
    return {.low = value};
}
constexpr Bound at_most(double value) {
    return {.high = value};
}
constexpr Bound between(double low, double high) {
    return {low, high};
}
constexpr Bound about(double value, double share) {
    return {value * (1 - share), value * (1 + share)};
}

// A figure that is read off the results of a claim's trials.
struct Quantity {
    enum class Kind {
        gain,         // how many times shorter the row takes than another: S over Ex
        time,         // ms
        value,        // of a column
        value_ratio,  // of a column, the other row's over this one's
    };
    enum class Take {
        last,      // at the greatest x
        largest,   // "up to"
        smallest,  // "at least"
        each,      // everywhere: both ends of its range must agree
        place_of_largest,
        place_of_smallest,
    };
    std::string_view name;  // "S of ASK-SBR"
    Kind kind = Kind::gain;
    std::string_view row;     // its label
    std::string_view over{};  // the label of the other row
    std::string_view column{};
    Take take = Take::last;
    Bound bound{};                  // none: shown, and not judged
    std::string_view published{};   // as it is printed, with its machine
    std::optional<double> drawn{};  // the published number, where a chart has room for it
    double from = -std::numeric_limits<double>::infinity();  // the least x that counts
};

struct Claim {
    Paper paper;
    std::string_view id;         // "modeling.ask-gain"
    std::string_view where;      // "abstract; section 6.3, Fig. 8"
    std::string_view statement;  // in our words
    std::string_view method;     // how it is measured or computed here, and what differs
    std::vector<Trial> trials{};
    // Adds what follows from the results of all trials together; those have all of their columns.
    std::vector<Result> (*derived)(std::vector<Result>) = nullptr;
    // In place of trials: from formulas alone, on no machine.
    std::vector<Result> (*computed)() = nullptr;
    std::vector<Quantity> quantities;
    // What a chart's axes are; empty: there is none.
    std::string_view axis{}, ordinate{};
    bool headline = false;        // measured before others that take as long
    bool of_formula = false;      // that does not hold: the text's own formulas do not give it
    std::string_view shown_by{};  // arguments of the window that show what it is about
};

// All of them, by paper and in its order.
const std::vector<Claim>& all_claims();

// What a document prints wrongly.
struct Erratum {
    Paper paper;
    std::string_view where, printed, right;
    std::string_view shown_by;  // how this is seen, in words or as a command
};
const std::vector<Erratum>& all_errata();

}  // namespace mariani::app
