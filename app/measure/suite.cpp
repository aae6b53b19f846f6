#include "app/measure/suite.hpp"

#include <algorithm>
#include <cmath>

namespace mariani::app {
namespace {

const View paper{{-0.5, 0}, 2};

SuiteCase of_paper(int side, std::uint32_t dwell_limit, std::optional<EngineKind> engine,
                   std::optional<SubdivisionParams> subdivision) {
    SuiteCase made;
    made.view = "paper";
    made.request.view = paper;
    made.request.image = {side, side};
    made.request.dwell_limit = dwell_limit;
    made.request.precision = Precision::f32;
    made.request.engine = engine;
    if (engine == EngineKind::ask) made.request.scheme = Scheme::wpr;
    if (subdivision) set_subdivision(made.request, *subdivision);
    made.request.shortcuts = false;
    if (engine == EngineKind::ex) made.request.block = BlockSize{16, 8};
    return made;
}

SuiteCase with_figures(SuiteCase made, std::optional<double> published_ms,
                       std::optional<double> target_ms) {
    made.published_ms = published_ms;
    made.target_ms = target_ms;
    return made;
}

SuiteCase with_shortcuts(SuiteCase made, double target_ms) {
    made.request.shortcuts = true;
    return with_figures(std::move(made), std::nullopt, target_ms);
}

// The same in double precision.
SuiteCase twin(SuiteCase made) {
    constexpr double max_ratio = 1.9;
    made.request.precision = Precision::f64;
    made.published_ms = made.target_ms = std::nullopt;
    made.target_ratio = max_ratio;
    return made;
}

SuiteCase of_window(std::string name, View view, Precision precision, double target_ms) {
    SuiteCase made;
    made.view = std::move(name);
    made.request.view = view;
    made.request.image = {3840, 2160};
    made.request.dwell_limit = 10'000;
    made.request.precision = precision;
    made.target_ms = target_ms;
    made.in_window = true;
    return made;
}

void scale_down(SuiteCase& each, int scale) {
    ImageSize& image = each.request.image;
    image = {std::max(1, image.width / scale), std::max(1, image.height / scale)};
    if (scale == 1) return;
    each.published_ms = each.target_ms = each.target_ratio = std::nullopt;
}

}  // namespace

std::vector<SuiteCase> suite_cases(int scale) {
    using enum EngineKind;
    const auto exhaustive = [](int side, std::uint32_t dwell_limit) {
        return of_paper(side, dwell_limit, ex, std::nullopt);
    };
    // The g, r and B that were best on the H200 or within 2 % of the best, as was the block of Ex.
    const auto largest = of_paper(65536, 512, ask, SubdivisionParams{64, 2, 8});
    const auto deep = of_paper(16384, 8192, ask, SubdivisionParams{16, 2, 2});
    const auto large = of_paper(16384, 512, ask, SubdivisionParams{64, 2, 8});
    const auto middle = of_paper(4096, 512, ask, SubdivisionParams{128, 2, 4});
    std::vector<SuiteCase> all{
        with_figures(exhaustive(65536, 512), 350.7, 170),
        with_figures(largest, 32.0, 12),
        twin(largest),
        with_shortcuts(largest, 7.5),
        with_figures(exhaustive(16384, 8192), 328, std::nullopt),
        with_figures(deep, 38.6, 10),
        twin(deep),
        with_figures(exhaustive(16384, 512), 22.1, std::nullopt),
        with_figures(large, 3.8, 1.2),
        twin(large),
        with_figures(middle, 0.64, 0.25),
        twin(middle),
        with_figures(of_paper(1024, 512, std::nullopt, std::nullopt), 0.12, 0.05),
        of_window("paper", paper, Precision::f32, 1),
        of_window("seahorse", {{-0.745, 0.113}, 0.02}, Precision::f32, 1),
        of_window("elephant", {{0.275, 0.007}, 0.03}, Precision::f32, 1),
        of_window("-1.25066,0.02012", {{-1.25066, 0.02012}, 0.00017}, Precision::f32, 1),
        of_window("-0.7436438…,0.1318259…", {{-0.743643887037151, 0.131825904205330}, 1e-9},
                  Precision::f64, 4),
    };
    for (SuiteCase& each : all) scale_down(each, scale);
    return all;
}

Spread SuiteRow::ms() const {
    std::vector<double> values;
    for (const EngineStats& run : runs) values.push_back(run.compute_ms);
    return spread_of(std::move(values));
}

double SuiteRow::ms_99() const {
    std::vector<double> values;
    for (const EngineStats& run : runs) values.push_back(run.compute_ms);
    std::ranges::sort(values);
    const auto rank = std::ceil(0.99 * static_cast<double>(values.size()));
    return values[static_cast<std::size_t>(rank) - 1];
}

}  // namespace mariani::app
