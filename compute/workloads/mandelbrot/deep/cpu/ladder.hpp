// Deep pictures on the processor.
#pragma once

#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/progress.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace mariani::deep::cpu {

// Computes deltas from a reference, with a certificate; pixels that it does not cover again in two
// doubles, and what then is left in many digits. Keeps its last reference, which serves every view
// of no more digits that it lies in. One call at a time.
class Ladder {
  public:
    explicit Ladder(int threads);  // 0: all of the machine
    ~Ladder();

    // Nothing within 100 ms of a stop request. Throws std::invalid_argument if the request is not
    // valid.
    std::optional<Picture> compute(const Request& request, const std::stop_token& stop,
                                   Progress& progress);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace mariani::deep::cpu
