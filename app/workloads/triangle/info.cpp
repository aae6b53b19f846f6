#include "app/command_line/choices_text.hpp"
#include "app/workloads/triangle/commands.hpp"
#include "compute/model/text.hpp"

#include <fmt/core.h>

namespace mariani::app {

std::string triangle_head(const triangle::Plan& plan) {
    const triangle::Shape shape = triangle::shape_of(plan);
    std::string text = fmt::format("triangle {}, n {}, rho {}: {} blocks to a side, diagonal {}",
                                   mariani::name_of(plan.test), plan.side, plan.block, shape.blocks,
                                   plan.diagonal ? "on" : "off");
    if (triangle::has_input(plan.test)) text += fmt::format(", {} coordinates", plan.features);
    if (triangle::has_input(plan.test) && plan.time > 0)
        text += fmt::format(", after {} s", to_text(plan.time));
    if (triangle::has_output(plan.test)) text += fmt::format(", {}", mariani::name_of(plan.layout));
    return text;
}

int run_triangle_info() {
    fmt::print("{}{}{}Limits\n{}", choices_text<triangle::MapKind>("Maps"),
               choices_text<triangle::Task>("Tests"), choices_text<triangle::Layout>("Layouts"),
               limits_text(knob_table<triangle::Problem>()));
    return 0;
}

}  // namespace mariani::app
