#include "app/panels/log_rows.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/widgets.hpp"

#include <array>

#include <fmt/core.h>

namespace mariani::app {

void log_rows(const PanelContext& context, const LogView& log, const char* explanation) {
    static const std::array<Segment, 2> formats{{
        {"CSV", "A line of comma-separated values per row.", {}},
        {"JSON", "An object per row; of the Mandelbrot set with the levels.", {}},
    }};
    auto& format = context.settings.exports.log_format;
    row(context, "Timing log", explanation);
    if (log.open) {
        if (button("Stop###log", "Ends the timing log.", -FLT_MIN))
            context.commands.push_back(Action::stop_timing_log);
    } else if (button("Start###log", "Begins a timing log.", -FLT_MIN)) {
        context.commands.push_back(Action::start_timing_log);
    }
    row(context, "Log format", "How the next timing log is written.");
    ImGui::BeginDisabled(log.open);
    if (const auto picked = segmented("log format", formats, static_cast<std::size_t>(format)))
        format = static_cast<TimingLogFormat>(*picked);
    ImGui::EndDisabled();
    with_room(2, [&] {
        if (!log.path.empty())
            note_below(context, fmt::format("{} rows in {}", grouped(log.rows), log.path),
                       tone::dim);
    });
}

}  // namespace mariani::app
