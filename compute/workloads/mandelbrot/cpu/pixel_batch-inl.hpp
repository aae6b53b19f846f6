// Pixels on their way through the first blocks, an array for each of their numbers.
#if defined(MARIANI_PIXEL_BATCH_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_PIXEL_BATCH_INL
#undef MARIANI_PIXEL_BATCH_INL
#else
#define MARIANI_PIXEL_BATCH_INL
#endif

#include "compute/workloads/mandelbrot/cpu/lanes.hpp"
#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <utility>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {
namespace HWY_NAMESPACE {

// Where a pixel's dwell goes, and whose iterations its are.
struct Target {
    std::uint32_t index;  // into the canvas: at most 65536 x 65536 pixels
    std::uint32_t owner;
};

// Targets in lanes as wide as T, so that what sorts a vector of numbers sorts its targets too: one
// lane of 64 bits, or two planes of 32.
template <typename T, size_t kCapacity>
class Targets {
  public:
    using D = hn::RebindToUnsigned<hn::ScalableTag<T>>;
    using Lane = hn::TFromD<D>;
    using M = hn::Mask<D>;

    HWY_INLINE void set(size_t i, Target target) {
        if constexpr (kPlanes == 1) {
            planes_[0][i] = std::uint64_t{target.owner} << 32 | target.index;
        } else {
            planes_[0][i] = target.index;
            planes_[1][i] = target.owner;
        }
    }

    HWY_INLINE Target get(size_t i) const {
        if constexpr (kPlanes == 1)
            return {static_cast<std::uint32_t>(planes_[0][i]),
                    static_cast<std::uint32_t>(planes_[0][i] >> 32)};
        else
            return {planes_[0][i], planes_[1][i]};
    }

    // A vector of targets of one owner, whose indices are `first` plus `steps`.
    HWY_INLINE void set_line(size_t i, Target first, hn::Vec<D> steps) {
        const D d;
        if constexpr (kPlanes == 1) {
            const std::uint64_t both = std::uint64_t{first.owner} << 32 | first.index;
            hn::StoreU(hn::Add(hn::Set(d, both), steps), d, planes_[0] + i);
        } else {
            hn::StoreU(hn::Add(hn::Set(d, first.index), steps), d, planes_[0] + i);
            hn::StoreU(hn::Set(d, first.owner), d, planes_[1] + i);
        }
    }

    // Puts those of the vector at `from` that the mask tells into `other`, from `to` on. Writes a
    // whole vector there.
    template <size_t kOther>
    HWY_INLINE void pack(size_t from, M mask, Targets<T, kOther>& other, size_t to) const {
        const D d;
        for (size_t plane = 0; plane < kPlanes; ++plane)
            hn::StoreU(compressed(hn::LoadU(d, planes_[plane] + from), mask), d,
                       other.planes_[plane] + to);
    }

  private:
    template <typename, size_t>
    friend class Targets;
    static constexpr size_t kPlanes = 8 / sizeof(T);
    alignas(64) Lane planes_[kPlanes][kCapacity];
};

// Some of the lanes of kVectors vectors of T.
template <typename T>
class LaneSet {
  public:
    using D = hn::ScalableTag<T>;

    HWY_INLINE void store(size_t u, hn::Mask<D> mask) {
        hn::StoreMaskBits(D(), mask, bytes_ + u * kBytes);
    }
    HWY_INLINE hn::Mask<D> load(size_t u) const {
        return hn::LoadMaskBits(D(), bytes_ + u * kBytes);
    }

    // Takes the others away from these, and returns which ones that were.
    HWY_INLINE LaneSet take(const LaneSet& others) {
        LaneSet taken;
        for (size_t i = 0; i < sizeof bytes_; ++i) {
            taken.bytes_[i] = bytes_[i] & others.bytes_[i];
            bytes_[i] = static_cast<std::uint8_t>(bytes_[i] & ~others.bytes_[i]);
        }
        return taken;
    }

    HWY_INLINE size_t count() const {
        int sum = 0;
        for (size_t i = 0; i < kWords; ++i) sum += std::popcount(word(i));
        return static_cast<size_t>(sum);
    }

    HWY_INLINE bool any() const {
        std::uint64_t bits = 0;
        for (size_t i = 0; i < kWords; ++i) bits |= word(i);
        return bits != 0;
    }

    template <class Body>
    HWY_INLINE void for_each(const Body& body) const {
        for (size_t i = 0; i < kWords; ++i)
            for (std::uint64_t left = word(i); left != 0; left &= left - 1) {
                const size_t bit = i * 64 + static_cast<size_t>(std::countr_zero(left));
                body(bit / (kBytes * 8) * kWidth + bit % (kBytes * 8));
            }
    }

  private:
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kBytes = (kWidth + 7) / 8;
    static constexpr size_t kWords = (kVectors * kBytes + 7) / 8;

    HWY_INLINE std::uint64_t word(size_t i) const {
        std::uint64_t bits;
        std::memcpy(&bits, bytes_ + i * sizeof bits, sizeof bits);
        return bits;
    }

    std::uint8_t bytes_[kWords * 8] = {};
};

// Writes dwells of pixels that took as many iterations. Neighbours mostly share their owner: its
// iterations are added up first.
template <typename T>
class DwellWriter {
  public:
    DwellWriter(const Canvas<T>& canvas, std::span<std::int64_t> iterations)
        : canvas_(canvas), limit_(canvas.elements.dwell_limit), iterations_(iterations) {}
    ~DwellWriter() { add_up(); }
    DwellWriter(const DwellWriter&) = delete;
    DwellWriter& operator=(const DwellWriter&) = delete;

    HWY_INLINE void write(Target target, std::uint32_t steps) {
        const std::uint32_t dwell = std::min(steps, limit_);
        canvas_.dwells[target.index] = dwell;
        canvas_.count_work(target.index, dwell);
        if (target.owner != owner_) {
            add_up();
            owner_ = target.owner;
        }
        sum_ += dwell;
    }

  private:
    HWY_INLINE void add_up() {
        if (sum_ > 0) iterations_[owner_] += std::exchange(sum_, 0);
    }

    const Canvas<T>& canvas_;
    std::uint32_t limit_;
    std::span<std::int64_t> iterations_;
    std::uint32_t owner_ = 0;
    std::int64_t sum_ = 0;
};

// Whole vectors may be written behind the last pixel.
template <typename T>
struct PixelBatch {
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kLanes = kVectors * kWidth;  // of the vectors that are stepped together
    static constexpr size_t kGroups = 10;
    static constexpr size_t kCapacity = kGroups * kLanes;
    static constexpr size_t kPaddedCapacity = kCapacity + kWidth;

    size_t count = 0;
    alignas(64) T re[kPaddedCapacity];
    alignas(64) T im[kPaddedCapacity];
    alignas(64) T c_re[kPaddedCapacity];
    alignas(64) T c_im[kPaddedCapacity];
    Targets<T, kPaddedCapacity> targets;
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
