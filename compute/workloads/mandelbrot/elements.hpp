// The elements of a frame of the Mandelbrot set or of a Julia set: the orbits of its pixels'
// points, and their dwells.
#pragma once

#include "compute/model/choices.hpp"
#include "compute/model/frame_plan.hpp"
#include "compute/workloads/mandelbrot/exterior.hpp"
#include "compute/workloads/mandelbrot/plane.hpp"
#include "compute/workloads/mandelbrot/point.hpp"

#include <algorithm>
#include <cstdint>
#include <type_traits>

namespace mariani::mandelbrot {

// Finds plane.connected for a Julia set's plane: there the set of all points with dwell k or more
// is the preimage of a disc under k - 1 steps, which is connected up to the dwell of the critical
// point 0.
template <typename T>
void find_connected(PixelPlane<T>& plane, std::uint32_t dwell_limit) {
    if (!plane.julia) return;
    constexpr std::uint32_t patience = 1 << 20;  // some milliseconds
    plane.connected = dwell_of_orbit(OrbitStart<T>{0, 0, plane.julia_re, plane.julia_im},
                                     std::min(dwell_limit, patience), true)
                          .dwell;
}
template <typename T>
void find_connected(MandelbrotPlane<T>&, std::uint32_t) {}

// T: float or double. Return: how a thread finds that an orbit never escapes. Plane: PixelPlane, or
// MandelbrotPlane if the view is of no Julia set.
template <typename T, template <typename> class Return,
          template <typename> class Plane = PixelPlane>
struct DwellElements {
    using Number = T;

    Plane<T> plane;
    std::uint32_t dwell_limit;
    bool shortcuts;
    FillRule fill_rule;

    static DwellElements of(const FramePlan& plan) {
        auto plane = Plane<T>::of(plan.view, piece_of(plan));
        find_connected(plane, plan.dwell_limit);
        return {plane, plan.dwell_limit, plan.shortcuts, plan.fill};
    }

    template <typename Stop>
    MARIANI_HOST_DEVICE subdivision::ElementDwell dwell_of(int x, int y, float* fraction,
                                                           const Stop& stop) const {
        const OrbitStart<T> start = plane.start(x, y);
        if (fraction) *fraction = 0;
        if (shortcuts && is_known(start)) return {dwell_limit, 0};
        return dwell_of_orbit<Return>(start, dwell_limit, shortcuts, fraction, stop);
    }

    MARIANI_HOST_DEVICE bool is_known(int x, int y) const { return is_known(plane.start(x, y)); }

    // Formulas tell of points of the Mandelbrot set alone.
    MARIANI_HOST_DEVICE bool is_known(const OrbitStart<T>& start) const {
        return !plane.julia && mandelbrot::is_known(start.z_re, start.z_im);
    }

    // All points of dwell k or more form a connected set without holes that holds 0, up to
    // k = plane.connected. A ring of escaped points with one dwell below that is therefore uniform
    // inside too, unless the whole set with 0 lies within the ring: such a region is never filled
    // (zoomed out, every border has dwell 0). Beyond, a Julia set falls into pieces that a ring may
    // hold.
    MARIANI_HOST_DEVICE subdivision::Fill fill_of(std::uint32_t dwell, PixelRect rect) const {
        using subdivision::Fill;
        const bool safe = fill_rule == FillRule::safe;
        if (dwell < dwell_limit) {
            if (safe && plane.julia && dwell >= plane.connected) return Fill::no;
            return fill_rule != FillRule::interior && !encloses_zero(rect) ? Fill::yes : Fill::no;
        }
        if (safe && plane.julia) return Fill::no;
        return safe ? Fill::if_proven : Fill::yes;
    }

    // That a point lies in the cardioid, and that it lies in the bulb.
    MARIANI_HOST_DEVICE unsigned proofs_at(int x, int y) const {
        const T re = plane.re(x), im = plane.im(y);
        return (in_cardioid(re, im) ? 1U : 0U) | (in_bulb(re, im) ? 2U : 0U);
    }
    MARIANI_HOST_DEVICE bool needs_proofs() const {
        return fill_rule == FillRule::safe && !plane.julia;
    }

    MARIANI_HOST_DEVICE bool fills_all_within(PixelRect rect) const {
        return fill_rule == FillRule::uniform && !encloses_zero(rect);
    }

    // Outside |c| = 2 a region may span octaves, too much to interpolate, and is cheap to iterate.
    MARIANI_HOST_DEVICE subdivision::FillFractions fractions_of_fill(std::uint32_t dwell) const {
        using subdivision::FillFractions;
        if (dwell == 0) return FillFractions::iterated;
        return dwell < dwell_limit ? FillFractions::interpolated : FillFractions::none;
    }

    template <typename Stop>
    MARIANI_HOST_DEVICE subdivision::ElementExterior exterior_of(int x, int y, std::uint32_t dwell,
                                                                 const Stop& stop) const {
        return exterior_of_pixel(plane, x, y, dwell, stop);
    }

    // An element in a lane of a warp (cuda/lanes.cuh).
    template <bool look_for_returns>
    class Lane {
      public:
        struct Schedule {
            std::uint32_t blocks;          // after how many a point is inside
            std::uint32_t blocks_at_once;  // a power of two, so that lanes that go on have the
                                           // same number of them
        };

        // Where orbits are long, it matters less that a lane waits for the others.
        MARIANI_HOST_DEVICE static Schedule schedule(const DwellElements& elements) {
            constexpr std::uint32_t many_blocks = 128;
            static_assert(first_kept_block % 8 == 0);
            const std::uint32_t blocks = block_count(elements.dwell_limit);
            return {blocks, blocks > many_blocks ? 8U : 4U};
        }

        MARIANI_HOST_DEVICE void begin(const DwellElements& elements, Schedule schedule, int x,
                                       int y, bool ask_formulas) {
            const OrbitStart<T> start = elements.plane.start(x, y);
            run_.begin(start, look_for_returns);
            end_ = ask_formulas && elements.is_known(start) ? 0 : schedule.blocks;
        }
        MARIANI_HOST_DEVICE bool on_its_way() const { return run_.blocks_done() != end_; }
        MARIANI_HOST_DEVICE void advance(Schedule schedule) {
            do {
                if (run_.advance()) end_ = run_.blocks_done();
            } while (on_its_way() & ((run_.blocks_done() & (schedule.blocks_at_once - 1)) != 0));
            if (run_.settles(end_)) end_ = run_.blocks_done();
        }
        MARIANI_HOST_DEVICE subdivision::ElementDwell result(const DwellElements& elements,
                                                             float* fraction) const {
            if (end_ == 0) return {elements.dwell_limit, 0};
            return run_.result(elements.dwell_limit, fraction);
        }

      private:
        PointRun<std::conditional_t<look_for_returns, ExactReturn<T>, NoReturn<T>>, T> run_;
        std::uint32_t end_ = 0;  // after how many blocks the dwell is known, as far as is known
    };

  private:
    // Whether 0 lies within the rectangle that the ring's points span.
    MARIANI_HOST_DEVICE bool encloses_zero(PixelRect rect) const {
        return plane.re(rect.x) <= 0 && plane.re(rect.x + rect.width - 1) >= 0 &&
               plane.im(rect.y) >= 0 && plane.im(rect.y + rect.height - 1) <= 0;
    }
};

}  // namespace mariani::mandelbrot
