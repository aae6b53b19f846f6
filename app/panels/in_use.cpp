#include "app/panels/in_use.hpp"

#include "compute/model/limits.hpp"
#include "compute/service/resolve.hpp"

namespace mariani::app {

FramePlan plan_in_use(const PanelContext& context) {
    FrameRequest request = frame_request(context.settings, context.seen.picture);
    if (why_invalid(request)) {  // for an invalid view or picture the engine can still be shown
        request.view = View{};
        request.image = {1, 1};
        request.part = whole(request.image);
    }
    return resolve(request, context.seen.hardware, {}).plan;
}

bool auto_on_gpu(const PanelContext& context) {
    const FramePlan plan = plan_in_use(context);
    return !context.settings.engine.engine && plan.backend == Backend::cuda &&
           !is_deep(plan.precision);
}

}  // namespace mariani::app
