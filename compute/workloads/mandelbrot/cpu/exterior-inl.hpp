// Rows of distances and normals for the SIMD target that is being compiled.
#if defined(MARIANI_EXTERIOR_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_EXTERIOR_INL
#undef MARIANI_EXTERIOR_INL
#else
#define MARIANI_EXTERIOR_INL
#endif

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/exterior.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

template <typename T>
HWY_INLINE void write(const ExteriorRow<T>& row, size_t at, subdivision::ElementExterior exterior) {
    row.distances[at] = exterior.distance;
    row.normals[at] = exterior.normal;
}

// For machines without fused multiply-add: their vectors would round differently.
template <typename T>
HWY_INLINE void find_one_by_one(const ExteriorRow<T>& row) {
    const auto stop = [&row] { return row.stop.stop_requested(); };
    for (size_t i = 0; i < row.dwells.size() && !stop(); ++i) {
        if (row.dwells[i] >= row.dwell_limit) {
            write(row, i, {0, 0});
            continue;
        }
        write(row, i,
              mandelbrot::exterior_of_pixel(row.plane, row.x + static_cast<int>(i), row.y,
                                            row.dwells[i], stop));
    }
}

#if HWY_NATIVE_FMA
// Two vectors that are stepped in turn, so that one hides the other's latency. A point that is far
// stays where it is; one inside the set never moves.
template <typename T>
class ExteriorPoints {
    static constexpr size_t kPair = 2;

  public:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    static constexpr size_t kMost = kPair * hn::MaxLanes(D());

    ExteriorPoints(const ExteriorRow<T>& row, size_t first) {
        HWY_ALIGN T left[kMost] = {};
        for (size_t i = 0; i < std::min(count(), row.dwells.size() - first); ++i) {
            const std::uint32_t dwell = row.dwells[first + i];
            if (dwell < row.dwell_limit) left[i] = T(mandelbrot::max_exterior_steps(dwell));
        }
        const V pitch = hn::Set(d_, row.plane.pitch);
        const V first_im = hn::Set(d_, row.plane.im(row.y));
        const V julia_re = hn::Set(d_, row.plane.julia_re);
        c_im_ = row.plane.julia ? hn::Set(d_, row.plane.julia_im) : first_im;
        c_by_point_ = hn::Set(d_, row.plane.c_by_point());
        for (size_t u = 0; u < kPair; ++u) {
            const auto x = row.plane.left + row.x + static_cast<int>(first + u * hn::Lanes(d_));
            re_[u] = point_re(hn::Iota(d_, T(x)), pitch, hn::Set(d_, row.plane.origin_re));
            im_[u] = first_im;
            c_re_[u] = row.plane.julia ? julia_re : re_[u];
            d_re_[u] = hn::Set(d_, T(1));
            d_im_[u] = hn::Zero(d_);
            left_[u] = hn::Load(d_, left + u * hn::Lanes(d_));
        }
    }

    static size_t count() { return kPair * hn::Lanes(D()); }

    // Leaves off when stopped.
    void run(const std::stop_token& stop) {
        constexpr std::uint32_t steps_between_looks = 8, looks_between_polls = 1U << 11;
        for (std::uint32_t look = 1; any_goes_on(); ++look) {
            if (look % looks_between_polls == 0 && stop.stop_requested()) return;
            for (std::uint32_t i = 0; i < steps_between_looks; ++i)
                for (size_t u = 0; u < kPair; ++u) take_step(u);
        }
    }

    void write_to(const ExteriorRow<T>& row, size_t first) const {
        HWY_ALIGN T re[kMost], im[kMost], d_re[kMost], d_im[kMost];
        for (size_t u = 0; u < kPair; ++u) {
            const size_t at = u * hn::Lanes(d_);
            hn::Store(re_[u], d_, re + at);
            hn::Store(im_[u], d_, im + at);
            hn::Store(d_re_[u], d_, d_re + at);
            hn::Store(d_im_[u], d_, d_im + at);
        }
        for (size_t i = 0; i < std::min(count(), row.dwells.size() - first); ++i)
            write(row, first + i,
                  row.dwells[first + i] < row.dwell_limit
                      ? mandelbrot::exterior_of_orbit(
                            mandelbrot::DerivedOrbit<T>{re[i], im[i], d_re[i], d_im[i]},
                            row.plane.pitch)
                      : subdivision::ElementExterior{0, 0});
    }

  private:
    HWY_INLINE hn::Mask<D> goes_on(size_t u) const {
        const V far = hn::Set(d_, T(mandelbrot::smooth_norm));
        return both(less(norm(re_[u], im_[u]), far), less(hn::Zero(d_), left_[u]));
    }

    HWY_INLINE void take_step(size_t u) {
        const auto on_its_way = goes_on(u);
        const V one = hn::Set(d_, T(1));
        V re = re_[u], im = im_[u], d_re = d_re_[u], d_im = d_im_[u];
        derivative_step(d_re, d_im, re, im, c_by_point_);
        step(re, im, c_re_[u], c_im_);
        re_[u] = hn::IfThenElse(on_its_way, re, re_[u]);
        im_[u] = hn::IfThenElse(on_its_way, im, im_[u]);
        d_re_[u] = hn::IfThenElse(on_its_way, d_re, d_re_[u]);
        d_im_[u] = hn::IfThenElse(on_its_way, d_im, d_im_[u]);
        left_[u] = hn::Sub(left_[u], one);
    }

    bool any_goes_on() const {
        return !hn::AllFalse(d_, goes_on(0)) || !hn::AllFalse(d_, goes_on(1));
    }

    D d_;
    V c_im_, c_by_point_, c_re_[kPair];
    V re_[kPair], im_[kPair], d_re_[kPair], d_im_[kPair];
    V left_[kPair];  // steps that a point may take still
};

template <typename T>
HWY_INLINE void find_in_vectors(const ExteriorRow<T>& row) {
    for (size_t first = 0; first < row.dwells.size(); first += ExteriorPoints<T>::count()) {
        if (row.stop.stop_requested()) return;
        ExteriorPoints<T> points(row, first);
        points.run(row.stop);
        points.write_to(row, first);
    }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
