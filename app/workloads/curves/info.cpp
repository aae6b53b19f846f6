#include "app/command_line/choices_text.hpp"
#include "app/workloads/curves/commands.hpp"

#include <fmt/core.h>

namespace mariani::app {

int run_curves_info() {
    fmt::print("{}{}{}{}Limits\n{}", choices_text<curves::EngineKind>("Engines"),
               choices_text<curves::CountBy>("Counts"),
               choices_text<curves::StreamMode>("Streams, on a GPU"),
               choices_text<curves::VertexMemory>("Memory of dp, on a GPU"),
               limits_text(knob_table<curves::Problem>()));
    return 0;
}

}  // namespace mariani::app
