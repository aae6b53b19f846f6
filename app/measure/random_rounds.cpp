#include "app/measure/random_rounds.hpp"

#include "app/measure/rounds.hpp"

#include <numeric>
#include <vector>

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

}  // namespace mariani::app
