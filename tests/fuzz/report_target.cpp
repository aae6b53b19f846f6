// Reports of reproduce, and the pages and tables that are made of them.
#include "app/papers/report.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("report.json", text);
    fuzz::read_or_reject([&] {
        const app::Reproduction report = app::read_reproduction(file);
        const auto written = app::to_json(report);
        fuzz::require(app::to_json(app::reproduction_from_json(written)) == written);
        const auto page = app::to_html(report, {report});
        // Texts are escaped, so that only a chart's numbers can begin so.
        for (const char* no_number : {"='nan", "='-nan", "='inf", "='-inf"})
            fuzz::require(page.find(no_number) == page.npos);
        for (const app::ClaimOutcome& outcome : report.outcomes)
            fuzz::require(app::csv_of(outcome).ends_with("\n"));
    });
}
