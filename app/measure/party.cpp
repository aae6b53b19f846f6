#include "app/measure/party.hpp"

#include <fmt/core.h>

namespace mariani::app {

bool measures_as_leader(Party& party, const std::string& device) {
    const auto leaders = leaders_text(party, device);
    if (leaders && *leaders != device)
        throw std::runtime_error(
            fmt::format("{} measures nothing, as it computes on another device than the first "
                        "({}, not {}): start a job on machines of one kind",
                        party.name(), device, *leaders));
    return leaders.has_value();
}

std::size_t cells_a_share(std::size_t cells, std::size_t most, const Party* party) {
    if (!party || party->size() == 1) return most;
    const auto shares = 2 * static_cast<std::size_t>(party->size());
    return std::min(most, std::max<std::size_t>(1, cells / shares));
}

}  // namespace mariani::app
