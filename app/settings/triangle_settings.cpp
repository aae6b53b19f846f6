#include "app/settings/triangle_settings.hpp"

#include "app/settings/indirect.hpp"
#include "app/settings/refusal.hpp"

namespace mariani::app {

template class Indirect<TriangleSettings>;

triangle::Request triangle_request(const TriangleSettings& settings) {
    triangle::Request request;
    static_cast<triangle::Problem&>(request) = settings.problem;
    request.maps = {settings.map};
    request.backend = settings.backend;
    return request;
}

std::optional<std::string> why_invalid(const TriangleSettings& settings) {
    return refusal_of([&] { triangle::resolve(triangle_request(settings), std::nullopt); });
}

void leave_refused(TriangleSettings& settings) {
    if (!why_invalid(settings)) return;
    triangle::Problem& problem = settings.problem;
    problem.block.reset();
    problem.features.reset();
    problem.diagonal.reset();
    problem.cells.reset();
    problem.layout.reset();
}

}  // namespace mariani::app
