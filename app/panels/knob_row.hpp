// A row of a panel for a knob.
#pragma once

#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/widgets.hpp"
#include "app/settings/display_choices.hpp"
#include "compute/model/knob.hpp"

#include <functional>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// How a knob stands now.
struct KnobState {
    std::optional<std::string> idle{};    // why its value has no effect, so that it is grey
    std::optional<IntegerRange> range{};  // of a number, where that is narrower than the knob's
    std::optional<KnobValue> taken{};     // what "auto" takes
    std::function<std::optional<std::string>(const KnobValue&)> why_refused{};  // empty: none is
    std::optional<KnobValue> usual{};  // the default, if it can be reset to that
};

// Label and explanation; the control is drawn next.
void row(const PanelContext& context, const Knob& knob);
// The same of a knob of the engine's request, with the menu that makes it its default again.
void engine_row(const PanelContext& context, std::string_view id);

// Label, field and explanation; below a choice what it means.
void knob_row(const PanelContext& context, const Knob& knob, void* problem, const KnobState& state);

// What can be told of a problem that is resolved.
template <typename Problem>
struct Resolved {
    std::optional<Problem> taken{};  // with nothing automatic; nothing if it cannot be run
    std::function<std::optional<std::string>(const Problem&)> why_refused{};  // of a changed one
};

// The rows of some knobs of a problem as an engine uses them there.
template <typename Problem, typename E>
class KnobRows {
  public:
    KnobRows(const PanelContext& context, Problem& problem, E engine, Backend backend,
             Resolved<Problem> resolved = {})
        : context_(context),
          problem_(problem),
          engine_(engine_bit(engine)),
          backend_(backend),
          resolved_(std::move(resolved)) {}

    // Those that only some engines use, in the table's order.
    void show_those_of_engines() const {
        std::vector<std::string_view> ids;
        for (const Knob& knob : knob_table<Problem>().knobs)
            if (knob.engines != ~EngineMask{0}) ids.push_back(knob.id);
        show_all(ids);
    }

    // Rows without effect say why once, where the reason is the same.
    void show_all(std::initializer_list<std::string_view> ids) const {
        show_all(std::span(ids.begin(), ids.size()));
    }
    void show_all(std::span<const std::string_view> ids) const {
        std::optional<std::string> idle;
        for (const std::string_view id : ids) {
            auto own = idle_reason(id);
            if (idle && own != idle) note_below(context_, *idle, tone::dim);
            idle = std::move(own);
            show(id);
        }
        if (idle) note_below(context_, *idle, tone::dim);
    }

    void show(std::string_view id, const std::optional<IntegerRange>& range = std::nullopt) const {
        const Knob& knob = knob_table<Problem>()[id];
        KnobState state{idle_reason(id), range};
        const Problem usual = usual_problem<Problem>();
        state.usual = knob.get(&usual);
        if (resolved_.taken && !state.idle) state.taken = knob.get(&*resolved_.taken);
        if (resolved_.why_refused)
            state.why_refused = [&](const KnobValue& value) {
                Problem changed = problem_;
                knob.set(&changed, value);
                return resolved_.why_refused(changed);
            };
        knob_row(context_, knob, &problem_, state);
    }

  private:
    std::optional<std::string> idle_reason(std::string_view id) const {
        const KnobTable& table = knob_table<Problem>();
        return why_idle(table, table[id], engine_, backend_);
    }

    const PanelContext& context_;
    Problem& problem_;
    EngineMask engine_;
    Backend backend_;
    Resolved<Problem> resolved_;
};

// Those of a tab, where they were run last.
template <typename Settings, typename View>
auto knob_rows(const PanelContext& context, Settings& settings, const View& view) {
    const Backend backend =
        view && view->plan ? view->plan->backend : settings.backend.value_or(Backend::cuda);
    return KnobRows(context, settings.problem, settings.engine, backend);
}

}  // namespace mariani::app
