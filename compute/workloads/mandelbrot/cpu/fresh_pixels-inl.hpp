// The pixels of the runs: where the orbit of every one begins, and its c, computed in vectors.
#if defined(MARIANI_FRESH_PIXELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_FRESH_PIXELS_INL
#undef MARIANI_FRESH_PIXELS_INL
#else
#define MARIANI_FRESH_PIXELS_INL
#endif

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/pixel_batch-inl.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/formula.hpp"

#include <algorithm>
#include <bit>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

// With shortcuts, pixels in the cardioid or the bulb are painted here and go no further.
template <typename T, bool kShortcuts>
class FreshPixels {
  public:
    FreshPixels(const Canvas<T>& canvas, std::span<const PixelRun> runs)
        : canvas_(canvas), runs_(runs) {
        for (size_t i = 0; i < kWidth; ++i)
            down_[i] = static_cast<Step>(i) * static_cast<Step>(canvas.part.width);
    }

    // Fills the batch with z, c and target of further pixels; leaves it empty when the runs have no
    // more.
    HWY_INLINE void produce(PixelBatch<T>& batch) {
        batch.count = 0;
        while (run_ < runs_.size() && batch.count + kWidth <= PixelBatch<T>::kCapacity)
            produce_vector(batch);
    }

    std::int64_t take_culled() { return std::exchange(culled_, 0); }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    using Step = hn::TFromD<hn::RebindToUnsigned<D>>;
    static constexpr size_t kWidth = HWY_LANES(T);

    // Up to a vector of pixels of the current run's current line. A run of one column is walked
    // downwards, every other along its rows.
    HWY_INLINE void produce_vector(PixelBatch<T>& batch) {
        const D d;
        const PixelRect& rect = runs_[run_].rect;
        const bool column = rect.width == 1;
        const int line_length = column ? rect.height : rect.width;
        const int length = std::min(static_cast<int>(kWidth), line_length - along_);
        const int x = rect.x + (column ? 0 : along_), y = rect.y + (column ? along_ : line_);

        const auto& plane = canvas_.elements.plane;
        const V first_x = hn::Set(d, T(x + plane.left)), first_y = hn::Set(d, T(y + plane.top));
        const V pitch = hn::Set(d, plane.pitch);
        const V re = point_re(column ? first_x : hn::Add(first_x, hn::Iota(d, 0)), pitch,
                              hn::Set(d, plane.origin_re));
        const V im = point_im(column ? hn::Add(first_y, hn::Iota(d, 0)) : first_y, pitch,
                              hn::Set(d, plane.origin_im));
        const size_t at = batch.count;
        hn::StoreU(re, d, batch.re + at);
        hn::StoreU(im, d, batch.im + at);
        hn::StoreU(plane.julia ? hn::Set(d, plane.julia_re) : re, d, batch.c_re + at);
        hn::StoreU(plane.julia ? hn::Set(d, plane.julia_im) : im, d, batch.c_im + at);
        const auto index = static_cast<std::uint32_t>(canvas_.index(x, y));
        const hn::RebindToUnsigned<D> du;
        batch.targets.set_line(at, {index, runs_[run_].owner},
                               column ? hn::Load(du, down_) : hn::Iota(du, 0));
        batch.count += static_cast<size_t>(length);
        if (kShortcuts && !plane.julia) {
            const M culled =
                hn::And(culled_ones(re, im), hn::FirstN(d, static_cast<size_t>(length)));
            if (!hn::AllFalse(d, culled)) paint(batch, at, culled, static_cast<size_t>(length));
        }
        move_on(line_length, column ? 1 : rect.height, length);
    }

    HWY_INLINE M culled_ones(V re, V im) const {
        const D d;
        return hn::Or(
            in_cardioid(re, im, hn::Set(d, T(0.25)), hn::Set(d, mandelbrot::almost_quarter<T>),
                        hn::Set(d, mandelbrot::over_one<T>)),
            in_bulb(re, im, hn::Set(d, T(1)), hn::Set(d, mandelbrot::almost_sixteenth<T>)));
    }

    // Paints the culled ones of the vector at `at` and closes the gaps that they leave.
    HWY_INLINE void paint(PixelBatch<T>& batch, size_t at, M culled, size_t length) {
        const D d;
        for (std::uint32_t left = mask_bits(d, culled); left != 0; left &= left - 1) {
            const auto index =
                batch.targets.get(at + static_cast<size_t>(std::countr_zero(left))).index;
            canvas_.dwells[index] = canvas_.elements.dwell_limit;
            if (canvas_.fractions) canvas_.fractions[index] = 0;
            ++culled_;
            --batch.count;
        }
        const M others = hn::AndNot(culled, hn::FirstN(d, length));
        for (T* numbers : {batch.re, batch.im, batch.c_re, batch.c_im})
            hn::StoreU(compressed(hn::LoadU(d, numbers + at), others), d, numbers + at);
        batch.targets.pack(at, hn::RebindMask(hn::RebindToUnsigned<D>(), others), batch.targets,
                           at);
    }

    HWY_INLINE void move_on(int line_length, int lines, int length) {
        along_ += length;
        if (along_ < line_length) return;
        along_ = 0;
        if (++line_ < lines) return;
        line_ = 0;
        ++run_;
    }

    const Canvas<T>& canvas_;
    std::span<const PixelRun> runs_;
    size_t run_ = 0;
    int line_ = 0;
    int along_ = 0;
    std::int64_t culled_ = 0;
    alignas(64) Step down_[kWidth];  // index steps of a column
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
