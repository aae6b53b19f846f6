// Rows of a Julia set for the SIMD target that is being compiled.
#if defined(MARIANI_JULIA_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_JULIA_INL
#undef MARIANI_JULIA_INL
#else
#define MARIANI_JULIA_INL
#endif

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

// What is known of a sample once its run is over: where z is, and after how many steps.
HWY_INLINE void write(const JuliaRow& row, size_t at, double re, double im, std::uint32_t steps) {
    row.dwells[at] = steps;
    row.fractions[at] = steps < row.dwell_limit
                            ? mandelbrot::smooth_fraction(
                                  mandelbrot::EscapedState<double>{0, re, im}, row.c_re, row.c_im)
                            : 0.0F;
}

// For machines without fused multiply-add: their vectors would round differently.
HWY_INLINE void run_one_by_one(const JuliaRow& row) {
    for (size_t i = 0; i < row.dwells.size(); ++i) {
        double re = mandelbrot::point_re(static_cast<double>(i), row.pitch, row.first_re);
        double im = row.im;
        std::uint32_t steps = 0;
        while (steps < row.dwell_limit && mandelbrot::less(mandelbrot::norm(re, im), row.norm)) {
            mandelbrot::step(re, im, row.c_re, row.c_im);
            ++steps;
        }
        write(row, i, re, im, steps);
    }
}

#if HWY_NATIVE_FMA
// Two vectors that are stepped in turn, so that one hides the other's latency. A point that has
// escaped stays where it is.
class JuliaPoints {
    static constexpr size_t kPair = 2;

  public:
    using D = hn::ScalableTag<double>;
    using V = hn::Vec<D>;
    static constexpr size_t kMost = kPair * hn::MaxLanes(D());

    JuliaPoints(const JuliaRow& row, size_t first)
        : c_re_(hn::Set(d_, row.c_re)), c_im_(hn::Set(d_, row.c_im)), end_(hn::Set(d_, row.norm)) {
        for (size_t u = 0; u < kPair; ++u) {
            const V at = hn::Iota(d_, static_cast<double>(first + u * hn::Lanes(d_)));
            re_[u] = point_re(at, hn::Set(d_, row.pitch), hn::Set(d_, row.first_re));
            im_[u] = hn::Set(d_, row.im);
            steps_[u] = hn::Zero(d_);
            kept_re_[u] = kept_im_[u] = hn::Set(d_, nowhere);
        }
    }

    static size_t count() { return kPair * hn::Lanes(D()); }

    // The states are compared with those kept at the last doubling of the steps: a point that is
    // back where it was never escapes.
    void run(std::uint32_t dwell_limit) {
        std::uint32_t next_kept = first_kept;
        for (std::uint32_t done = 0; done < dwell_limit;) {
            const std::uint32_t end = std::min(done + steps_between_looks, dwell_limit);
            for (; done < end; ++done) take_step();
            if (!any_goes_on()) return;
            if (done < next_kept) continue;
            keep();
            next_kept *= 2;
        }
    }

    void write_to(const JuliaRow& row, size_t first) const {
        HWY_ALIGN double re[kMost], im[kMost], steps[kMost];
        const V limit = hn::Set(d_, static_cast<double>(row.dwell_limit));
        for (size_t u = 0; u < kPair; ++u) {
            hn::Store(re_[u], d_, re + u * hn::Lanes(d_));
            hn::Store(im_[u], d_, im + u * hn::Lanes(d_));
            hn::Store(hn::IfThenElse(bounded(u), limit, steps_[u]), d_, steps + u * hn::Lanes(d_));
        }
        for (size_t i = 0; i < std::min(count(), row.dwells.size() - first); ++i)
            write(row, first + i, re[i], im[i], static_cast<std::uint32_t>(steps[i]));
    }

  private:
    static constexpr std::uint32_t steps_between_looks = 16, first_kept = 64;
    static constexpr double nowhere = 1e9;  // no point on its way is there

    HWY_INLINE hn::Mask<D> bounded(size_t u) const { return less(norm(re_[u], im_[u]), end_); }

    HWY_INLINE void take_step() {
        for (size_t u = 0; u < kPair; ++u) {
            const auto on_its_way = bounded(u);
            V re = re_[u], im = im_[u];
            step(re, im, c_re_, c_im_);
            re_[u] = hn::IfThenElse(on_its_way, re, re_[u]);
            im_[u] = hn::IfThenElse(on_its_way, im, im_[u]);
            steps_[u] = hn::Add(steps_[u], hn::IfThenElseZero(on_its_way, hn::Set(d_, 1.0)));
        }
    }

    bool any_goes_on() const {
        for (size_t u = 0; u < kPair; ++u) {
            const auto back = hn::And(hn::Eq(re_[u], kept_re_[u]), hn::Eq(im_[u], kept_im_[u]));
            if (!hn::AllFalse(d_, hn::AndNot(back, bounded(u)))) return true;
        }
        return false;
    }

    void keep() {
        for (size_t u = 0; u < kPair; ++u) {
            kept_re_[u] = re_[u];
            kept_im_[u] = im_[u];
        }
    }

    D d_;
    V c_re_, c_im_, end_;
    V re_[kPair], im_[kPair], steps_[kPair], kept_re_[kPair], kept_im_[kPair];
};

HWY_INLINE void run_in_vectors(const JuliaRow& row) {
    for (size_t first = 0; first < row.dwells.size(); first += JuliaPoints::count()) {
        JuliaPoints points(row, first);
        points.run(row.dwell_limit);
        points.write_to(row, first);
    }
}
#endif

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
