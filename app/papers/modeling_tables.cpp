#include "app/papers/claim_parts.hpp"
#include "compute/model/cost_model.hpp"

#include <array>
#include <set>

namespace mariani::app {
namespace {

// Eq. 33 for the regions of a box of 2 x 2 x 3 x 2: how many different numbers they get. As it is
// printed, the product runs to q = d; in Eqs. 31 and 32, to d - 1.
std::vector<Result> canonical_order() {
    constexpr std::array<int, 4> sides{2, 2, 3, 2};
    std::set<int> printed, right;
    for (int region = 0; region < 24; ++region) {
        int rest = region, as_printed = 0, as_meant = 0, before = 1;
        for (const int side : sides) {
            const int p = rest % side;
            rest /= side;
            as_meant += p * before;
            before *= side;
            as_printed += p * before;
        }
        printed.insert(as_printed);
        right.insert(as_meant);
    }
    return {at(4, {computed_row("printed", {{"numbers", static_cast<double>(printed.size())}}),
                   computed_row("to d - 1", {{"numbers", static_cast<double>(right.size())}})})};
}

std::vector<Result> cores() {
    std::vector<ResultRow> rows;
    for (const auto& [name, label, parallelism] : known_gpus)
        rows.push_back(
            computed_row(std::string(label), {{"cores", parallelism.q * parallelism.c}}));
    return {at(0, std::move(rows))};
}

Claim cores_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.cores",
            .where = "Table 1",
            .statement = "q multiprocessors with c cores each are the cores that the table lists.",
            .method = "q times c.",
            .computed = cores,
            .quantities = {
                value("A100", "A100", "cores", Take::last, between(6912, 6912), "6912"),
                value("TITAN RTX", "TITAN RTX", "cores", Take::last, between(4608, 4608), "4608"),
                value("TITAN V", "TITAN V", "cores", Take::last, between(5120, 5120), "5120"),
                value("Jetson Xavier NX", "Jetson Xavier NX", "cores", Take::last,
                      between(384, 384), "384")}};
}

Claim canonical_order_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.canonical-order",
            .where = "section 7.2, Eqs. 31 to 33",
            .statement = "Eq. 33 gives each region of a k-dimensional box a number of its own.",
            .method =
                "All 24 regions of a box of 2 x 2 x 3 x 2. A product that ends at d - 1, as "
                "Eqs. 31 and 32 have it, gives 24 numbers.",
            .computed = canonical_order,
            .quantities = {value("numbers, as printed", "printed", "numbers", Take::last,
                                 between(24, 24), "24"),
                           value("numbers, product to d - 1", "to d - 1", "numbers", Take::last)},
            .of_formula = true};
}

}  // namespace

std::vector<Claim> modeling_tables() {
    return {cores_claim(), canonical_order_claim()};
}

}  // namespace mariani::app
