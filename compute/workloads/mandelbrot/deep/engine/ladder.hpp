// Deep pictures, on the processor or with a GPU.
#pragma once

#include "compute/workloads/mandelbrot/deep/picture.hpp"
#include "compute/workloads/mandelbrot/deep/reference.hpp"

#include <memory>
#include <optional>
#include <stop_token>

namespace mariani::deep {

// Computes deltas from a reference, with a certificate; pixels that it does not cover again in two
// doubles, and what then is left in many digits. Keeps its last reference, which serves every view
// of no more digits that it lies in. One call at a time.
class Ladder {
  public:
    // threads 0: all of the machine. The deltas run on them, or on a device of CUDA; references,
    // jumps and what needs many digits always on the processor.
    explicit Ladder(int threads, std::optional<int> device = std::nullopt);
    ~Ladder();

    // From the next picture on.
    void run_on(int threads, std::optional<int> device);

    // Nothing within 100 ms of a stop request. Throws std::invalid_argument if the request is not
    // valid, std::bad_alloc if memory is short, and std::runtime_error if the device refuses. A
    // picture that is watched comes coarse pixels first, in steps of 8, 4, 2 and 1. Proven pixels
    // of `known` that escape below its limit are kept.
    std::optional<Picture> compute(const Request& request, const std::stop_token& stop,
                                   Progress& progress, const Watch& watch = {},
                                   const KnownPixels* known = nullptr);

  private:
    struct Implementation;
    std::unique_ptr<Implementation> implementation_;
};

}  // namespace mariani::deep
