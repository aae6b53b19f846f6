#include "app/workloads/gasket/state_file.hpp"

#include <algorithm>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {

bool GasketStateFile::write(const gasket::State& state, const std::stop_token& stop) {
    constexpr std::uint64_t at_once = std::uint64_t{1} << 20;
    std::vector<std::uint8_t> bytes;
    for (std::uint64_t begin = 0; begin < state.cells(); begin += at_once) {
        if (stop.stop_requested()) return false;
        bytes.resize(std::min(at_once, state.cells() - begin));
        for (std::uint64_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::uint8_t>(state.alive(begin + i));
        file_.write(std::as_bytes(std::span(bytes)));
    }
    file_.commit();
    return true;
}

namespace {

std::string in_hexadecimal(std::uint64_t hash) {
    return fmt::format("{:016x}", hash);
}

template <typename Cells>
std::string population_text(const Cells& state) {
    return fmt::format("{} of {} alive, hash {}", state.population(), state.cells(),
                       in_hexadecimal(state.hash()));
}

}  // namespace

std::string hash_text(const gasket::State& state) {
    return in_hexadecimal(state.hash());
}

std::string state_text(const gasket::State& state) {
    return population_text(state);
}

std::string state_text(const gasket::Snapshot& state) {
    return population_text(state);
}

}  // namespace mariani::app
