// The pixels that wait for a lane: c of every pixel of the runs, computed in vectors.
#if defined(MARIANI_FRESH_PIXELS_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_FRESH_PIXELS_INL
#undef MARIANI_FRESH_PIXELS_INL
#else
#define MARIANI_FRESH_PIXELS_INL
#endif

#include "compute/cpu/canvas.hpp"
#include "compute/cpu/vector_formula-inl.hpp"
#include "compute/kernel/formula.hpp"

#include <algorithm>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::cpu {
namespace HWY_NAMESPACE {

// Where a pixel's dwell goes, and whose iterations its are.
struct Target {
    std::uint32_t index;  // into the canvas: at most 65536 x 65536 pixels
    std::uint32_t owner;
};

template <typename T>
struct FreshPixel {
    T c_re;
    T c_im;
    Target target;
};

// With shortcuts, pixels in the cardioid or the bulb are painted here and never get a lane.
template <typename T, bool kShortcuts>
class FreshPixels {
  public:
    FreshPixels(const Canvas<T>& canvas, std::span<const PixelRun> runs)
        : canvas_(canvas), runs_(runs) {}

    size_t count = 0;  // of the pixels at hand
    size_t taken = 0;  // of these

    HWY_INLINE FreshPixel<T> pixel(size_t i) const { return {c_re_[i], c_im_[i], target_[i]}; }

    // Computes more pixels once all are taken; false when the runs have no more.
    HWY_NOINLINE HWY_ATTR bool produce() {
        taken = count = 0;
        while (run_ < runs_.size() && count + kWidth <= kCapacity) produce_vector();
        return count > 0;
    }

    std::int64_t take_culled() { return std::exchange(culled_, 0); }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kCapacity = 128;

    // Up to a vector of pixels of the current run's current line. A run of one column is walked
    // downwards, every other along its rows.
    HWY_INLINE void produce_vector() {
        const D d;
        const PixelRect& rect = runs_[run_].rect;
        const bool column = rect.width == 1;
        const int line_length = column ? rect.height : rect.width;
        const int length = std::min(static_cast<int>(kWidth), line_length - along_);
        const int x = rect.x + (column ? 0 : along_), y = rect.y + (column ? along_ : line_);

        const V first_x = hn::Set(d, T(x)), first_y = hn::Set(d, T(y));
        const V pitch = hn::Set(d, canvas_.plane.pitch);
        const V re = point_re(column ? first_x : hn::Add(first_x, hn::Iota(d, 0)), pitch,
                              hn::Set(d, canvas_.plane.origin_re));
        const V im = point_im(column ? hn::Add(first_y, hn::Iota(d, 0)) : first_y, pitch,
                              hn::Set(d, canvas_.plane.origin_im));
        hn::StoreU(re, d, c_re_ + count);
        hn::StoreU(im, d, c_im_ + count);
        const auto index = static_cast<std::uint32_t>(canvas_.index(x, y));
        const auto stride = column ? static_cast<std::uint32_t>(canvas_.part.width) : 1U;
        const std::uint32_t culled = kShortcuts ? culled_bits(re, im, length) : 0;
        if (culled == 0)
            append(index, stride, length);
        else
            append_or_paint(index, stride, length, culled);
        move_on(line_length, column ? 1 : rect.height, length);
    }

    HWY_INLINE std::uint32_t culled_bits(V re, V im, int length) const {
        const D d;
        const auto culled =
            hn::Or(in_cardioid(re, im, hn::Set(d, T(0.25)), hn::Set(d, kernel::almost_quarter<T>)),
                   in_bulb(re, im, hn::Set(d, T(1)), hn::Set(d, kernel::almost_sixteenth<T>)));
        return mask_bits(d, culled) & ((1U << length) - 1);
    }

    HWY_INLINE void append(std::uint32_t index, std::uint32_t stride, int length) {
        for (int i = 0; i < length; ++i) {
            target_[count + static_cast<size_t>(i)] = {
                index + static_cast<std::uint32_t>(i) * stride, runs_[run_].owner};
        }
        count += static_cast<size_t>(length);
    }

    HWY_INLINE void append_or_paint(std::uint32_t index, std::uint32_t stride, int length,
                                    std::uint32_t culled) {
        const size_t first = count;
        for (int i = 0; i < length; ++i, index += stride, culled >>= 1) {
            if (culled & 1) {
                canvas_.dwells[index] = canvas_.dwell_limit;
                if (canvas_.fractions) canvas_.fractions[index] = 0;
                ++culled_;
                continue;
            }
            c_re_[count] = c_re_[first + static_cast<size_t>(i)];
            c_im_[count] = c_im_[first + static_cast<size_t>(i)];
            target_[count] = {index, runs_[run_].owner};
            ++count;
        }
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
    T c_re_[kCapacity + kWidth];
    T c_im_[kCapacity + kWidth];
    Target target_[kCapacity + kWidth];
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::cpu
HWY_AFTER_NAMESPACE();

#endif
