// A sweep's rows, and the curves drawn from them: first as a whole file, then as the rows of a
// sweep with the right subject.
#include "app/measure/gain_curves.hpp"
#include "app/measure/plots/sweep_pictures.hpp"
#include "app/measure/sweep_csv.hpp"
#include "tests/fuzz/fuzz_target.hpp"

#include <iterator>

using namespace mariani;

namespace {

app::SweepSubject subject() {
    app::SweepSubject subject;
    subject.plan.engine = EngineKind::ask;
    subject.plan.image = {64, 64};
    subject.plan.part = whole(subject.plan.image);
    subject.device = "a processor";
    subject.ex_ms = {1, 2, 3};
    return subject;
}

// The header line, and the start of each row.
std::pair<std::string, std::string> beginnings() {
    const auto path = fuzz::home().put("sweep.csv", "");
    app::SweepCsv(path, subject()).append({{{4, 2, 8}, {16, 16}}, 5, {1, 2, 3}, 8, 10, 20, 30});
    std::ifstream file(path);
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const auto row = text.find('\n') + 1;
    return {text.substr(0, row), text.substr(row, text.find(",4,2,8,") + 1 - row)};
}

void read_and_draw(const std::string& text) {
    const auto path = fuzz::home().put("sweep.csv", text);
    fuzz::read_or_reject([&] {
        const app::SweepCsv file(path, subject());
        const auto charts = app::gain_charts(app::gains_of(subject(), file.rows()));
        if (!charts.empty()) app::draw_gain_curves(charts, "gains");
    });
}

}  // namespace

MARIANI_FUZZ_TARGET {
    static const auto [header, row] = beginnings();
    read_and_draw(std::string(text));
    std::string rows = header;
    for (std::size_t at = 0; at < text.size();) {
        const auto end = std::min(text.find('\n', at), text.size());
        rows += row + std::string(text.substr(at, end - at)) + '\n';
        at = end + 1;
    }
    read_and_draw(rows);
}
