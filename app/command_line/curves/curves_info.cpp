#include "app/command_line/choices_text.hpp"
#include "app/command_line/curves/curves_commands.hpp"

#include <fmt/core.h>

namespace mariani::app {

int run_curves_info() {
    fmt::print("{}{}{}{}Limits\n{}{}{}{}{}", choices_text<curves::EngineKind>("Engines"),
               choices_text<curves::CountBy>("Counts"),
               choices_text<curves::StreamMode>("Streams, on a GPU"),
               choices_text<curves::VertexMemory>("Memory of dp, on a GPU"),
               limit_text("lines", curves::limits::lines), limit_text("cap", curves::limits::cap),
               limit_text("block", curves::limits::block), limit_text("pool", curves::limits::pool),
               limit_text("heap", curves::limits::heap));
    return 0;
}

}  // namespace mariani::app
