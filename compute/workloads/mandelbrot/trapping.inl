// A disc around a state, carried along its orbit: whether it is mapped into itself.
//
// Text like formula.inl, and included after it for the same numbers; the namespace also gives
//   modulus(re, im): |z|, or slightly more     both(mask, mask)

template <typename N>
struct TrialDisc {
    N centre_re, centre_im, c_re, c_im, c_modulus;
    N trial;                      // the radius around the centre
    N re, im, radius, from_zero;  // the disc as it is now, and the modulus of its centre
};

template <typename N>
MARIANI_FORMULA TrialDisc<N> trial_disc(N re, N im, N c_re, N c_im, N trial) {
    return {re, im, c_re, c_im, modulus(c_re, c_im), trial, re, im, trial, modulus(re, im)};
}

template <typename N>
MARIANI_FORMULA void advance(TrialDisc<N>& disc, N rounding_apart, N rounded_up) {
    disc.radius = radius_after_step(disc.radius, disc.from_zero, disc.c_modulus, rounding_apart,
                                    rounded_up);
    step(disc.re, disc.im, disc.c_re, disc.c_im);
    disc.from_zero = modulus(disc.re, disc.im);
}

// Whether the disc is small enough, and near enough to 0, to go on with.
template <typename N>
MARIANI_FORMULA auto stays_bounded(const TrialDisc<N>& disc, N widest, N bounded) {
    return both(less(disc.radius, widest), less(add(disc.from_zero, disc.radius), bounded));
}

// Whether the disc lies within the one that it began as.
template <typename N>
MARIANI_FORMULA auto lies_within(const TrialDisc<N>& disc, N zero, N rounded_up) {
    const N room = sub(disc.trial, mul(rounded_up, disc.radius));
    const N moved = norm(sub(disc.re, disc.centre_re), sub(disc.im, disc.centre_im));
    return both(less(zero, room), less(mul(rounded_up, moved), mul(room, room)));
}
