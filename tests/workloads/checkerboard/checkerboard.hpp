// A workload that is easy to check: a board of cells, each with its own number of steps, so that
// neighbours differ. All that a workload has to bring is in this folder.
#pragma once

#include "compute/model/frame_plan.hpp"
#include "compute/subdivision/elements.hpp"

#include <cstdint>

namespace mariani {

namespace cpu {
struct Painters;
}
namespace cuda {
struct Painters;
}

namespace checkerboard {

inline constexpr int cell_side = 37;  // in pixels
inline constexpr std::uint32_t inside = 4;

// 0 to 4; any two cells that touch, even at a corner, differ.
MARIANI_HOST_DEVICE constexpr std::uint32_t kind_of(int x, int y) {
    return static_cast<std::uint32_t>(x / cell_side + 2 * (y / cell_side)) % (inside + 1);
}

MARIANI_HOST_DEVICE constexpr std::uint32_t steps_of(int x, int y, std::uint32_t dwell_limit) {
    const std::uint32_t kind = kind_of(x, y);
    return kind == inside ? dwell_limit : dwell_limit * kind / (inside + 1);
}

template <typename T>
struct Elements {
    using Number = T;

    std::uint32_t dwell_limit;

    static Elements of(const FramePlan& plan) { return {plan.dwell_limit}; }

    template <typename Stop>
    MARIANI_HOST_DEVICE subdivision::ElementDwell dwell_of(int x, int y, float* fraction,
                                                           const Stop& stop) const {
        if (fraction) *fraction = 0;
        std::uint32_t steps = 0;
        while (steps < steps_of(x, y, dwell_limit) && !stop()) ++steps;
        return {steps, steps};
    }

    // A border with one dwell lies within one cell.
    MARIANI_HOST_DEVICE subdivision::Fill fill_of(std::uint32_t, PixelRect) const {
        return subdivision::Fill::yes;
    }
    MARIANI_HOST_DEVICE unsigned proofs_at(int, int) const { return 0; }
    MARIANI_HOST_DEVICE bool needs_proofs() const { return false; }
    MARIANI_HOST_DEVICE bool fills_all_within(PixelRect) const { return true; }
    MARIANI_HOST_DEVICE subdivision::FillFractions fractions_of_fill(std::uint32_t) const {
        return subdivision::FillFractions::none;
    }

    MARIANI_HOST_DEVICE bool is_known(int, int) const { return false; }

    template <bool>
    class Lane {
      public:
        struct Schedule {};

        MARIANI_HOST_DEVICE static Schedule schedule(const Elements&) { return {}; }
        MARIANI_HOST_DEVICE void begin(const Elements& elements, Schedule, int x, int y, bool) {
            done_ = 0;
            steps_ = steps_of(x, y, elements.dwell_limit);
        }
        MARIANI_HOST_DEVICE bool on_its_way() const { return done_ != steps_; }
        MARIANI_HOST_DEVICE void advance(Schedule) { ++done_; }
        MARIANI_HOST_DEVICE subdivision::ElementDwell result(const Elements&, float*) const {
            return {done_, done_};
        }

      private:
        std::uint32_t done_ = 0;
        std::uint32_t steps_ = 0;
    };
};

const cpu::Painters& cpu_painters();
const cuda::Painters& cuda_painters();

}  // namespace checkerboard
}  // namespace mariani
