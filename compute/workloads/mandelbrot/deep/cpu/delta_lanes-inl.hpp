// Deltas for the SIMD target that is being compiled: what pixel.hpp, jump.hpp and certificate.hpp
// do, in the same order, so that every lane has the same bits.
#if defined(MARIANI_DELTA_LANES_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_DELTA_LANES_INL
#undef MARIANI_DELTA_LANES_INL
#else
#define MARIANI_DELTA_LANES_INL
#endif

#include "compute/workloads/mandelbrot/deep/cpu/delta_lanes.hpp"
#include "compute/workloads/mandelbrot/deep/cpu/lane_numbers-inl.hpp"

#include <cstddef>
#include <cstdint>

HWY_BEFORE_NAMESPACE();
namespace mariani::deep::cpu {
namespace HWY_NAMESPACE {
#if HWY_NATIVE_FMA

template <class Kind, bool certified, bool sloped>
class DeltaLanes {
    using N = typename Kind::Number;
    using C = typename Kind::C;
    using S = typename Kind::S;
    using B = typename Kind::B;
    static constexpr std::uint32_t kTurnsBetweenLooks = 1024;
    static constexpr std::int64_t nobody = -1;
    static_assert(sizeof(Jump<N>) == Kind::kStride * sizeof(double));
    static_assert(sizeof(OrbitPoint<N>) == Kind::kPointWords * sizeof(double));

  public:
    explicit DeltaLanes(const PixelRun<N>& run)
        : run_(run),
          task_(run.task),
          points_(reinterpret_cast<const double*>(task_.reference.points)),
          jumps_(reinterpret_cast<const double*>(task_.jumps.levels[0])),
          radii_(reinterpret_cast<const double*>(task_.jumps.radii[0])) {
        for (int level = 0; level < task_.jumps.level_count; ++level) {
            starts_[level] = task_.jumps.levels[level] - task_.jumps.levels[0];
            counts_[level] = task_.jumps.counts[level];
            errors_[level] = task_.jumps.rule.template error<N>(jump_length(level));
        }
        Words<Kind::kSlopeWords> pitch;
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
            pitch.put(lane, task_.pitch);
            pixel_[lane] = nobody;
        }
        pitch_ = slope_ = Kind::slope_of(pitch);
        delta_ = c_ = Kind::zero();
        error_ = size_ = of_c_ = size_of_c_ = Kind::bound(0);
        index_ = n_ = last_landing_ = jumped_ = jumps_taken_ = rebases_ = set_index(0);
        has_jumped_ = nowhere();
        keep(hn::Not(nowhere()));
    }

    void run() {
        take_pixels(hn::Not(nowhere()));
        for (std::uint32_t turn = 0; busy_ > 0; ++turn) {
            if (turn % kTurnsBetweenLooks == 0 && run_.stop.stop_requested()) return;
            look();
            const M too_far = hn::And(hn::AndNot(inside_, has_jumped_), working_);
            if (!hn::AllFalse(D(), too_far)) take_back(too_far);
            const M over = hn::And(is_over(), working_);
            if (!hn::AllFalse(D(), over)) {
                write_results(over);
                take_pixels(over);
                continue;
            }
            rebase();
            move();
        }
    }

  private:
    static HWY_INLINE B times_constant(B a, double constant) {
        return times(a, Kind::bound(constant));
    }
    static HWY_INLINE B rounded_up_from(B a) { return times_constant(a, rounded_up); }

    HWY_INLINE void look() {
        reference_ = Kind::template complex_at<Kind::kPointWords>(points_, Entries(index_));
        full_ = add(reference_, delta_);
        const V gap = hn::Sub(set(4), squared_modulus(Kind::to_plain(full_)));
        if constexpr (certified) gap_ = Kind::bound_of_each(gap);
        bounded_ = is_positive(gap);
        const M near = hn::Lt(hn::Abs(gap), set(near_gap));
        if (!hn::AllFalse(D(), near)) look_near(near);
        inside_ = bounded_;
        if constexpr (!certified) return;
        modulus_ = Kind::modulus(full_);
        size_of_reference_ = octagon(reference_);
        weigh();
        const B rounding = times_constant(products_, unit_of_gap<N>);
        error_of_gap_ = rounded_up_from(plus(plus(carried_, rounding), of_c_));
        inside_ = hn::And(bounded_, is_certain(gap_));
    }
    HWY_NOINLINE void look_near(M which) {
        const B gap =
            Kind::template bound_at<Kind::kPointWords>(points_ + Kind::kComplexWords, index_);
        const S z = Kind::to_slope(delta_);
        const B product = dot(add(twice(Kind::to_slope(reference_)), z), z);
        const B near = plus(gap, negated(product));
        if constexpr (certified) gap_ = select(which, near, gap_);
        bounded_ = hn::Or(hn::AndNot(which, bounded_), hn::And(which, is_positive(near)));
    }
    HWY_INLINE void weigh() {
        const B growth = plus(plus(times_constant(modulus_, 2 * (1 + N::unit)), error_),
                              times_constant(size_of_reference_, 4 * N::unit));
        carried_ = times(growth, error_);
        products_ =
            times(size_, plus(times_constant(size_of_reference_, 7), times_constant(size_, 3)));
    }

    HWY_INLINE M is_certain(B gap) const {
        return hn::And(is_positive(gap), less(error_of_gap_, times_constant(gap, sure_share)));
    }
    HWY_INLINE M is_over() const {
        const M at_limit = mask_of(hn::Eq(n_, set_index(task_.limit)));
        return hn::Or(at_limit, hn::Not(inside_));
    }

    HWY_INLINE void rebase() {
        const M at_end = mask_of(hn::Eq(index_, set_index(task_.reference.last)));
        const M now = hn::Or(at_end, less(max_norm(full_), max_norm(delta_)));
        if (hn::AllFalse(D(), now)) return;
        delta_ = select(now, full_, delta_);
        index_ = select(now, set_index(0), index_);
        size_ = select(now, octagon(full_), size_);
        reference_ = select(now, Kind::zero(), reference_);
        rebases_ = hn::Add(rebases_, select(now, set_index(1), set_index(0)));
        if constexpr (!certified) return;
        const B rounding = times_constant(plus(modulus_, size_of_reference_), N::unit);
        const B error = rounded_up_from(Kind::with_lost(plus(error_, rounding), 2));
        error_ = select(now, error, error_);
        size_of_reference_ = select(now, Kind::bound(0), size_of_reference_);
        weigh();
    }

    HWY_INLINE void move() {
        VI entry, length;
        V jump_error;
        const VI limit = set_index(task_.limit);
        last_landing_ = select(mask_of(hn::Lt(last_landing_, n_)), limit, last_landing_);
        const M jumping = has_jumped_ = find_jumps(entry, length, jump_error);
        if (hn::AllFalse(D(), jumping)) {
            step(hn::Not(jumping));
            return;
        }
        if (!hn::AllTrue(D(), jumping)) step(hn::Not(jumping));
        jump(jumping, entry, length, jump_error);
    }

    // find_jump() of each lane, some levels at a time: which radii a lane has to look at depends on
    // its index alone, so that they can all be on their way at once.
    HWY_INLINE M find_jumps(VI& entry, VI& length, V& jump_error) const {
        constexpr int kAtATime = 2;
        const B reach = certified ? rounded_up_from(plus(size_, error_)) : size_;
        const VI left = hn::Sub(last_landing_, n_);
        VI at = hn::Sub(index_, set_index(1));
        M found = nowhere();
        M looking = hn::And(mask_of(hn::Gt(index_, set_index(0))), is_even(at));
        M aligned = looking;
        at = hn::ShiftRight<1>(at);
        entry = length = set_index(0);
        jump_error = set(0);
        for (int level = 0; level < task_.jumps.level_count; level += kAtATime) {
            M there[kAtATime];
            VI here[kAtATime];
            B radius[kAtATime];
            for (int i = 0; i < kAtATime; ++i) {
                there[i] = hn::And(aligned, has_entry(level + i, at, left));
                here[i] =
                    select(there[i], hn::Add(at, set_index(starts_[level + i])), set_index(0));
                radius[i] = Kind::template bound_at<Kind::kBoundWords>(radii_, here[i]);
                aligned = hn::And(aligned, is_even(at));
                at = hn::ShiftRight<1>(at);
            }
            for (int i = 0; i < kAtATime; ++i) {
                looking = hn::And(hn::And(looking, there[i]), less(reach, radius[i]));
                entry = select(looking, here[i], entry);
                length = select(looking, set_index(jump_length(level + i)), length);
                jump_error = select(looking, set(errors_[level + i]), jump_error);
                found = hn::Or(found, looking);
            }
            if (hn::AllFalse(D(), hn::And(looking, aligned))) break;
        }
        return found;
    }
    static HWY_INLINE M is_even(VI a) {
        return mask_of(hn::Eq(hn::And(a, set_index(1)), set_index(0)));
    }
    // Which lanes have a jump there that is not longer than what is left.
    HWY_INLINE M has_entry(int level, VI at, VI left) const {
        return mask_of(hn::And(hn::Lt(at, set_index(counts_[level])),
                               hn::Gt(left, set_index(std::int64_t{jump_length(level)} - 1))));
    }

    HWY_INLINE void step(M which) {
        const C next = mul_add(add(twice(reference_), delta_), delta_, c_);
        delta_ = select(which, next, delta_);
        const VI one = select(which, set_index(1), set_index(0));
        index_ = hn::Add(index_, one);
        n_ = hn::Add(n_, one);
        const B size = octagon(next);
        if constexpr (certified) {
            const B rounding = times_constant(plus(products_, size), N::unit);
            const B error = plus(plus(carried_, rounding), of_c_);
            error_ = select(which, rounded_up_from(error), error_);
        }
        size_ = select(which, size, size_);
        if constexpr (sloped)
            slope_ = select(which, mul_add(twice(Kind::to_slope(full_)), slope_, pitch_), slope_);
    }

    HWY_INLINE void keep(M which) {
        kept_delta_ = select(which, delta_, kept_delta_);
        kept_size_ = select(which, size_, kept_size_);
        kept_index_ = select(which, index_, kept_index_);
        kept_n_ = select(which, n_, kept_n_);
        if constexpr (certified) kept_error_ = select(which, error_, kept_error_);
        if constexpr (sloped) kept_slope_ = select(which, slope_, kept_slope_);
    }
    // And looks again.
    HWY_NOINLINE void take_back(M which) {
        last_landing_ = select(which, hn::Sub(n_, set_index(1)), last_landing_);
        jumped_ = select(which, hn::Sub(jumped_, hn::Sub(n_, kept_n_)), jumped_);
        delta_ = select(which, kept_delta_, delta_);
        size_ = select(which, kept_size_, size_);
        index_ = select(which, kept_index_, index_);
        n_ = select(which, kept_n_, n_);
        if constexpr (certified) error_ = select(which, kept_error_, error_);
        if constexpr (sloped) slope_ = select(which, kept_slope_, slope_);
        has_jumped_ = hn::AndNot(which, has_jumped_);
        look();
    }

    HWY_INLINE void jump(M which, VI entry, VI length, V jump_error) {
        keep(which);
        const Entries entries(entry);
        const C a = Kind::template complex_at<Kind::kStride>(jumps_ + Kind::kA, entries);
        const C b = Kind::template complex_at<Kind::kStride>(jumps_ + Kind::kB, entries);
        const C d = Kind::template complex_at<Kind::kStride>(jumps_ + Kind::kD, entries);
        if constexpr (sloped) {
            const S by_z =
                mul_add(twice(Kind::to_slope(d)), Kind::to_slope(delta_), Kind::to_slope(a));
            slope_ = select(which, mul_add(by_z, slope_, mul(Kind::to_slope(b), pitch_)), slope_);
        }
        delta_ = select(which, mul_add(mul_add(d, delta_, a), delta_, mul(b, c_)), delta_);
        index_ = hn::Add(index_, length);
        n_ = hn::Add(n_, length);
        jumped_ = hn::Add(jumped_, length);
        jumps_taken_ = hn::Add(jumps_taken_, select(which, set_index(1), set_index(0)));
        if constexpr (certified) {
            B most_a, most_b;
            Kind::template bounds_at<Kind::kStride>(jumps_ + Kind::kMostA, entries, most_a, most_b);
            const B most_d = Kind::template bound_at<Kind::kStride>(jumps_ + Kind::kMostD, entry);
            const B growth = plus(most_a, times(most_d, plus(times_constant(size_, 2), error_)));
            const B carried = plus(times(growth, error_), times(most_b, of_c_));
            const B moved = plus(times(most_a, size_), times(most_b, size_of_c_));
            const B grown = plus(times(carried, Kind::bound_of_each(hn::Add(set(1), jump_error))),
                                 times(moved, Kind::bound_of_each(jump_error)));
            error_ = select(which, rounded_up_from(Kind::with_lost(grown, 1)), error_);
        }
        size_ = select(which, octagon(delta_), size_);
    }

    // What is over, lane by lane.
    HWY_NOINLINE void write_results(M over) {
        HWY_ALIGN double certain[kMostLanes], inside[kMostLanes], flags[kMostLanes];
        HWY_ALIGN std::int64_t n[kMostLanes], jumped[kMostLanes], jumps[kMostLanes];
        HWY_ALIGN std::int64_t rebases[kMostLanes];
        M proven = nowhere();
        if constexpr (certified) proven = hn::Or(is_certain(gap_), is_certain(negated(gap_)));
        hn::Store(select(proven, set(1), set(0)), D(), certain);
        hn::Store(select(inside_, set(1), set(0)), D(), inside);
        hn::Store(select(over, set(1), set(0)), D(), flags);
        hn::Store(n_, I(), n);
        hn::Store(jumped_, I(), jumped);
        hn::Store(jumps_taken_, I(), jumps);
        hn::Store(rebases_, I(), rebases);
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
            if (flags[lane] == 0) continue;
            PixelResult& result = run_.results[static_cast<size_t>(pixel_[lane])];
            result.dwell = static_cast<std::uint32_t>(n[lane] - (inside[lane] != 0 ? 0 : 1));
            result.verdict = certain[lane] != 0 ? Verdict::certified : Verdict::uncertified;
            result.work.jumps = static_cast<std::uint64_t>(jumps[lane]);
            result.work.rebases = static_cast<std::uint64_t>(rebases[lane]);
            result.work.steps = static_cast<std::uint64_t>(n[lane] - 1 - jumped[lane]);
        }
        if (!run_.escapes.empty()) write_escapes(over);
    }

    void write_escapes(M over) {
        HWY_ALIGN double z[2][kMostLanes], slope[2][kMostLanes], flags[kMostLanes];
        const M escaped = hn::AndNot(bounded_, over);
        const VC<One> full = Kind::to_plain(full_), derivative = plain(slope_);
        hn::Store(full.re.high, D(), z[0]);
        hn::Store(full.im.high, D(), z[1]);
        hn::Store(sloped ? derivative.re.high : set(0), D(), slope[0]);
        hn::Store(sloped ? derivative.im.high : set(0), D(), slope[1]);
        hn::Store(select(escaped, set(1), set(0)), D(), flags);
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane)
            if (flags[lane] != 0)
                run_.escapes[static_cast<size_t>(pixel_[lane])] = {
                    {z[0][lane], z[1][lane]}, {slope[0][lane], slope[1][lane]}};
    }

    // The next pixels, into the lanes that are free.
    HWY_NOINLINE void take_pixels(M free) {
        HWY_ALIGN double flags[kMostLanes];
        HWY_ALIGN std::int64_t starts[kMostLanes] = {}, works[kMostLanes] = {};
        Words<Kind::kComplexWords> cs;
        Words<Kind::kBoundWords> sizes, ofs;
        hn::Store(select(free, set(1), set(0)), D(), flags);
        busy_ = 0;
        for (size_t lane = 0; lane < hn::Lanes(D()); ++lane) {
            if (flags[lane] != 0) {
                pixel_[lane] =
                    next_ < run_.offsets.size() ? static_cast<std::int64_t>(next_++) : nobody;
                const typename N::Complex none{};
                const bool someone = pixel_[lane] != nobody;
                const auto& c = someone ? run_.offsets[static_cast<size_t>(pixel_[lane])] : none;
                const Certificate<N> start(c, task_.noise);
                cs.put(lane, c);
                sizes.put(lane, start.size_of_c());
                ofs.put(lane, start.of_c());
                starts[lane] = someone ? 1 : 0;
            }
            works[lane] = pixel_[lane] != nobody ? 1 : 0;
            busy_ += pixel_[lane] != nobody ? 1 : 0;
        }
        begin(free, Kind::complex_of(cs), Kind::bound_of(sizes), Kind::bound_of(ofs),
              hn::Load(I(), starts));
        working_ = mask_of(hn::Gt(hn::Load(I(), works), set_index(0)));
    }

    HWY_INLINE void begin(M free, C c, B size, B of_c, VI start) {
        c_ = select(free, c, c_);
        delta_ = select(free, c, delta_);
        slope_ = select(free, pitch_, slope_);
        size_of_c_ = select(free, size, size_of_c_);
        size_ = select(free, size, size_);
        of_c_ = select(free, of_c, of_c_);
        error_ = select(free, of_c, error_);
        index_ = select(free, start, index_);
        n_ = select(free, start, n_);
        last_landing_ = select(free, set_index(task_.limit), last_landing_);
        has_jumped_ = hn::AndNot(free, has_jumped_);
        const VI none = set_index(0);
        jumped_ = select(free, none, jumped_);
        jumps_taken_ = select(free, none, jumps_taken_);
        rebases_ = select(free, none, rebases_);
    }

    const PixelRun<N>& run_;
    const PixelTask<N>& task_;
    const double* points_;
    const double* jumps_;
    const double* radii_;
    // By level; those that are not there have no entries.
    std::int64_t starts_[JumpTableView<N>::max_levels] = {};
    std::int64_t counts_[JumpTableView<N>::max_levels] = {};
    double errors_[JumpTableView<N>::max_levels] = {};

    size_t next_ = 0;
    int busy_ = 0;
    std::int64_t pixel_[kMostLanes];
    M working_;

    C delta_, c_;
    S slope_, pitch_;
    B error_, size_, of_c_, size_of_c_;
    VI index_, n_, last_landing_;
    VI jumped_, jumps_taken_, rebases_;
    M has_jumped_;
    // Before the last jump.
    C kept_delta_;
    S kept_slope_;
    B kept_error_, kept_size_;
    VI kept_index_, kept_n_;
    // From the last look.
    C reference_, full_;
    B gap_;
    M bounded_, inside_;  // without a doubt if that is proven
    B modulus_, size_of_reference_, carried_, products_, error_of_gap_;
};

#endif
}  // namespace HWY_NAMESPACE
}  // namespace mariani::deep::cpu
HWY_AFTER_NAMESPACE();

#endif
