// Logs of a poster's cells: damaged lines are passed over.
#include "app/produce/pyramid/pyramid_logs.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto log = fuzz::home().put("done/host.1.log", text);
    app::PyramidLogs logs(log.parent_path().parent_path(), {{1024, 1024}, 256, 3});
    logs.refresh();
    for (const auto& entry : logs.records()) fuzz::require(entry.first.x < 4);
    if (const auto record = app::record_of(text)) {
        const std::string line = app::log_line(*record);
        fuzz::require(
            app::record_of(std::string_view(line).substr(0, line.size() - 1)).has_value());
    }
}
