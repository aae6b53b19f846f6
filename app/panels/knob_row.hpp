// A row of a panel for a knob.
#pragma once

#include "app/panels/panels.hpp"
#include "compute/model/knob.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace mariani::app {

// Label, field and explanation; below a choice what it means. `idle`: why the value has no effect
// now, so that it is grey; nothing if it has one. A number's range may be narrower than the knob's.
void knob_row(const PanelContext& context, const Knob& knob, void* problem,
              const std::optional<std::string>& idle,
              const std::optional<IntegerRange>& range = std::nullopt);

// The rows of some knobs of a problem as an engine uses them there.
template <typename Problem, typename E>
class KnobRows {
  public:
    KnobRows(const PanelContext& context, Problem& problem, E engine, Backend backend)
        : context_(context), problem_(problem), engine_(engine_bit(engine)), backend_(backend) {}

    void show(std::string_view id, const std::optional<IntegerRange>& range = std::nullopt) const {
        const KnobTable& table = knob_table<Problem>();
        const Knob& knob = table[id];
        knob_row(context_, knob, &problem_, why_idle(table, knob, engine_, backend_), range);
    }

  private:
    const PanelContext& context_;
    Problem& problem_;
    EngineMask engine_;
    Backend backend_;
};

// Those of a tab, where they were run last.
template <typename Settings, typename View>
auto knob_rows(const PanelContext& context, Settings& settings, const View& view) {
    const Backend backend =
        view && view->plan ? view->plan->backend : settings.backend.value_or(Backend::cuda);
    return KnobRows(context, settings.problem, settings.engine, backend);
}

}  // namespace mariani::app
