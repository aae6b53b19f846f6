#include "app/command_line/workload_rounds.hpp"

#include "app/files/standard_streams.hpp"
#include "app/measure/rounds.hpp"
#include "compute/model/text.hpp"

#include <numeric>

#include <fmt/format.h>

namespace mariani::app {

bool in_random_rounds(std::size_t contestants, int repeat, std::atomic<int>& done,
                      const std::function<bool(std::size_t, int)>& run) {
    Shuffler shuffler;
    for (int round = 1; round <= repeat; ++round) {
        std::vector<std::size_t> order(contestants);
        std::iota(order.begin(), order.end(), std::size_t{0});
        shuffler.shuffle(order);
        for (const std::size_t which : order) {
            if (!run(which, round)) return false;
            ++done;
        }
    }
    return true;
}

void report_interrupted(std::string_view command, int done, int total) {
    print_notice(fmt::format("{}: interrupted after {} of {} runs; nothing was written", command,
                             done, total));
}

std::string runs_text(const std::vector<double>& ms) {
    std::string text;
    for (const double run : ms) {
        if (!text.empty()) text += ' ';
        text += to_text(run);
    }
    return text;
}

}  // namespace mariani::app
