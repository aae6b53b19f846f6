// Voxels of the Julibrot in the vectors of the SIMD target that is being compiled. The orbits of a
// chunk begin together and go on together, a block of steps at a time: those that escaped in it
// are replayed in full vectors, the others close ranks.
#if defined(MARIANI_JULIBROT_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_JULIBROT_LANES_INL
#undef MARIANI_JULIBROT_LANES_INL
#else
#define MARIANI_JULIBROT_LANES_INL
#endif

#include "compute/workloads/mandelbrot/cpu/vector_formula-inl.hpp"
#include "compute/workloads/mandelbrot/point.hpp"
#include "compute/workloads/volume/orbits.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <span>
#include <stop_token>

HWY_BEFORE_NAMESPACE();
namespace mariani::mandelbrot {  // whose formulas are not to be written twice
namespace HWY_NAMESPACE {

template <typename T>
class JulibrotLanes {
  public:
    JulibrotLanes(const volume::Julibrot<T>& julibrot, std::span<const volume::Voxel> voxels,
                  std::span<std::uint32_t> dwells, const std::stop_token& stop)
        : julibrot_(julibrot), voxels_(voxels), dwells_(dwells), stop_(stop) {}

    // False when a stop cut it short.
    HWY_ATTR bool run() {
        for (size_t first = 0; first < voxels_.size(); first += kChunk) {
            const size_t count = std::min(kChunk, voxels_.size() - first);
            to_ = dwells_.subspan(first, count);
            std::ranges::fill(to_, julibrot_.dwell_limit);  // what never escapes
            begin(voxels_.subspan(first, count));
            if (!advance()) return false;
            while (replays_.count > 0) replay();
        }
        return !stop_.stop_requested();
    }

  private:
    using D = hn::ScalableTag<T>;
    using V = hn::Vec<D>;
    using M = hn::Mask<D>;
    static constexpr size_t kWidth = HWY_LANES(T);
    static constexpr size_t kLanes = kVectors * kWidth;
    static constexpr size_t kChunk = 512;
    static constexpr std::uint32_t kBlocksBetweenPolls = 64;  // some 100 us

    // Orbits side by side. `target` is a voxel's place in the chunk, exact in T.
    template <size_t kCapacity>
    struct Orbits {
        alignas(64) T re[kCapacity] = {};
        alignas(64) T im[kCapacity] = {};
        alignas(64) T c_re[kCapacity] = {};
        alignas(64) T c_im[kCapacity] = {};
        alignas(64) T target[kCapacity] = {};
        size_t count = 0;

        // Appends those of a vector that the mask tells.
        HWY_INLINE void append(M mask, V z_re, V z_im, V with_re, V with_im, V to) {
            const D d;
            hn::StoreU(compressed(z_re, mask), d, re + count);
            hn::StoreU(compressed(z_im, mask), d, im + count);
            hn::StoreU(compressed(with_re, mask), d, c_re + count);
            hn::StoreU(compressed(with_im, mask), d, c_im + count);
            hn::StoreU(compressed(to, mask), d, target + count);
            count += hn::CountTrue(d, mask);
        }
    };

    // As volume::Julibrot::start(), in vectors.
    HWY_INLINE void begin(std::span<const volume::Voxel> voxels) {
        const D d;
        orbits_.count = 0;
        for (size_t at = 0; at < voxels.size(); at += kWidth) {
            const size_t count = std::min(kWidth, voxels.size() - at);
            alignas(64) T place[volume::max_axes][kWidth] = {};
            for (size_t i = 0; i < count; ++i)
                for (int axis = 0; axis < volume::max_axes; ++axis)
                    place[axis][i] = static_cast<T>(doubled(voxels[at + i], axis));
            const V half_pitch = hn::Set(d, julibrot_.half_pitch);
            const V pitch = hn::Set(d, julibrot_.c.pitch);
            const V c_re =
                point_re(hn::Load(d, place[0]), pitch, hn::Set(d, julibrot_.c.origin_re));
            const V c_im =
                point_im(hn::Load(d, place[1]), pitch, hn::Set(d, julibrot_.c.origin_im));
            const V third = mul(hn::Load(d, place[2]), half_pitch);
            V re = mul(third, hn::Set(d, julibrot_.third.re));
            V im = mul_add(third, hn::Set(d, julibrot_.third.im),
                           mul(hn::Load(d, place[3]), half_pitch));
            step(re, im, c_re, c_im);
            const V target = hn::Iota(d, static_cast<T>(at));
            const M all = hn::FirstN(d, count);
            const M near = hn::And(all, less(norm(c_re, c_im), hn::Set(d, T(4))));
            orbits_.append(near, re, im, c_re, c_im, target);
            const M far = hn::AndNot(near, all);
            if (!hn::AllFalse(d, far)) count_steps(far, re, im, c_re, c_im, at);
        }
        for (size_t at = 0; at < orbits_.count; at += kWidth)
            for (T* kept : {kept_re_, kept_im_})
                hn::Store(hn::Set(d, T(mandelbrot::never_reached)), d, kept + at);
    }

    // A place on an axis as point_re() and volume::centred() take it.
    int doubled(const volume::Voxel& voxel, int axis) const {
        return axis < 2 ? voxel.at[axis] : 2 * voxel.at[axis] - (julibrot_.side.of[axis] - 1);
    }

    // As volume::count_steps(), of those of a vector that the mask tells.
    HWY_NOINLINE HWY_ATTR void count_steps(M on_its_way, V re, V im, V c_re, V c_im, size_t first) {
        const D d;
        const V four = hn::Set(d, T(4)), one = hn::Set(d, T(1));
        const std::uint32_t counted = mask_bits(d, on_its_way);
        V steps = hn::Zero(d);
        for (std::uint32_t done = 0; done < julibrot_.dwell_limit; ++done) {
            on_its_way = hn::And(on_its_way, less(norm(re, im), four));
            if (hn::AllFalse(d, on_its_way)) break;
            steps = hn::Add(steps, hn::IfThenElseZero(on_its_way, one));
            step(re, im, c_re, c_im);
        }
        alignas(64) T found[kWidth];
        hn::Store(steps, d, found);
        for (std::uint32_t left = counted; left != 0; left &= left - 1) {
            const auto lane = static_cast<size_t>(std::countr_zero(left));
            to_[first + lane] = static_cast<std::uint32_t>(found[lane]);
        }
    }

    // All orbits, until each has escaped, returned or reached the limit.
    HWY_INLINE bool advance() {
        const std::uint32_t blocks = mandelbrot::block_count(julibrot_.dwell_limit);
        for (std::uint32_t done = 0; done < blocks && orbits_.count > 0; ++done) {
            if (done % kBlocksBetweenPolls == kBlocksBetweenPolls - 1 && stop_.stop_requested())
                return false;
            advance_block(done);
        }
        return true;
    }

    HWY_INLINE void advance_block(std::uint32_t done) {
        const D d;
        const size_t count = orbits_.count;
        const bool keeps = julibrot_.shortcuts && std::has_single_bit(done + 1);  // Brent's
        orbits_.count = 0;
        for (size_t at = 0; at < count; at += kLanes) {
            V re[kVectors], im[kVectors];
            for (size_t u = 0; u < kVectors; ++u) {
                re[u] = hn::Load(d, orbits_.re + at + u * kWidth);
                im[u] = hn::Load(d, orbits_.im + at + u * kWidth);
            }
            step_block<mandelbrot::block_steps>(re, im, orbits_.c_re + at, orbits_.c_im + at);
            for (size_t u = 0; u < kVectors && at + u * kWidth < count; ++u)
                sort_out(at + u * kWidth, count, re[u], im[u], done, keeps);
        }
    }

    // What becomes of the orbits of the vector at `at`, which are at re and im now.
    HWY_INLINE void sort_out(size_t at, size_t count, V re, V im, std::uint32_t done, bool keeps) {
        const D d;
        const M all = hn::FirstN(d, count - at);
        const V c_re = hn::Load(d, orbits_.c_re + at), c_im = hn::Load(d, orbits_.c_im + at);
        const V target = hn::Load(d, orbits_.target + at);
        V kept_re = hn::Load(d, kept_re_ + at), kept_im = hn::Load(d, kept_im_ + at);
        const M bounded = hn::And(all, less(norm(re, im), hn::Set(d, T(4))));
        const M returned = hn::And(hn::Eq(re, kept_re), hn::Eq(im, kept_im));
        const M escaped = hn::AndNot(bounded, all);
        if (!hn::AllFalse(d, escaped)) {
            const V steps = hn::Set(d, static_cast<T>(done * mandelbrot::block_steps));
            hn::StoreU(steps, d, replay_steps_ + replays_.count);
            replays_.append(escaped, hn::Load(d, orbits_.re + at), hn::Load(d, orbits_.im + at),
                            c_re, c_im, target);
            if (replays_.count >= kLanes) replay();
        }
        if (keeps) kept_re = re, kept_im = im;
        const M left = hn::AndNot(returned, bounded);
        hn::StoreU(compressed(kept_re, left), d, kept_re_ + orbits_.count);
        hn::StoreU(compressed(kept_im, left), d, kept_im_ + orbits_.count);
        orbits_.append(left, re, im, c_re, c_im, target);
    }

    // As many as fit at once.
    HWY_NOINLINE HWY_ATTR void replay() {
        const D d;
        V re[kVectors], im[kVectors], steps[kVectors];
        count_block(replays_.re, replays_.im, replays_.c_re, replays_.c_im, re, im, steps);
        for (size_t u = 0; u < kVectors; ++u) {
            T* sum = replay_steps_ + u * kWidth;
            hn::Store(hn::Add(hn::Load(d, sum), steps[u]), d, sum);
        }
        const size_t count = std::min(replays_.count, kLanes);
        for (size_t i = 0; i < count; ++i)
            to_[static_cast<size_t>(replays_.target[i])] =
                std::min(static_cast<std::uint32_t>(replay_steps_[i]), julibrot_.dwell_limit);
        replays_.count -= count;
        for (T* numbers : {replays_.re, replays_.im, replays_.c_re, replays_.c_im, replays_.target,
                           replay_steps_})  // those beyond, less than a vector
            hn::Store(hn::Load(d, numbers + kLanes), d, numbers);
    }

    const volume::Julibrot<T>& julibrot_;
    std::span<const volume::Voxel> voxels_;
    std::span<std::uint32_t> dwells_;
    const std::stop_token& stop_;
    std::span<std::uint32_t> to_;  // of the chunk
    Orbits<kChunk + kLanes> orbits_;
    alignas(64) T kept_re_[kChunk + kLanes] = {};
    alignas(64) T kept_im_[kChunk + kLanes] = {};
    Orbits<kLanes + kWidth> replays_;
    alignas(64) T replay_steps_[kLanes + kWidth] = {};
};

}  // namespace HWY_NAMESPACE
}  // namespace mariani::mandelbrot
HWY_AFTER_NAMESPACE();

#endif
