#include "app/panels/backend_row.hpp"

#include "app/panels/widgets.hpp"
#include "compute/service/engine_registry.hpp"

namespace mariani::app {

void backend_row(const PanelContext& context, std::optional<Backend>& backend,
                 std::string_view automatic) {
    const Unavailable<Backend> unavailable = [](Backend each) { return backend_unavailable(each); };
    row(context, "Backend", "Where it runs: on a GPU, or on the processor.");
    choose<Backend>("backend", backend, unavailable, automatic);
    reasons_below(context, segments_of<Backend>(unavailable));
}

}  // namespace mariani::app
