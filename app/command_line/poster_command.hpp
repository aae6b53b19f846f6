// `poster`: pictures of any size in a folder. Also what other processes of the same poster need.
#pragma once

#include "app/command_line/commands.hpp"
#include "app/produce/pyramid/make_pyramid.hpp"

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace mariani::app {

// Incomplete: the same command goes on.
inline constexpr int incomplete_status = 3;

// The processes that make a poster together. One alone is its own party.
struct PosterParty {
    // Who computes which of so many cells; of one process, its share of --part.
    std::function<std::unique_ptr<CellSource>(std::size_t cells)> source = {};
    // Waits until all have written what they computed.
    std::function<void()> all_done = [] {};
    bool speaks = true;                       // one of them prints
    std::vector<PyramidDevice> devices = {};  // this one's; empty: those of the command
    std::optional<int> threads = {};          // of the processor, this one's; default: all
};

int run_poster(const PosterCommand& command, const PosterParty& party);

}  // namespace mariani::app
