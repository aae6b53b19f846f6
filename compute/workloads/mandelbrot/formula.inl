// The arithmetic on which every dwell depends: the only copy there is.
//
// This is text without a guard, included inside a namespace that gives for its numbers
//   mul_add(a, b, c) = a * b + c     neg_mul_add(a, b, c) = c - a * b   (one rounding each)
//   add(a, b), sub(a, b), mul(a, b), less(a, b)
// and defines MARIANI_FORMULA, what stands before each function. formula.hpp includes it for float
// and double, host and device; cpu/lanes.cpp once more for the vectors of every SIMD target: a
// function that uses such vectors has to be compiled for its target, so one function template
// shared by all targets could not be inlined into any of them.

// c of the pixel (x, y): fma(x, pitch, origin_re), fma(-y, pitch, origin_im).
template <typename N>
MARIANI_FORMULA N point_re(N x, N pitch, N origin_re) {
    return mul_add(x, pitch, origin_re);
}

template <typename N>
MARIANI_FORMULA N point_im(N y, N pitch, N origin_im) {
    return neg_mul_add(y, pitch, origin_im);
}

// z <- z^2 + c
template <typename N>
MARIANI_FORMULA void step(N& re, N& im, N c_re, N c_im) {
    const N next_re = mul_add(re, re, neg_mul_add(im, im, c_re));
    im = mul_add(add(re, re), im, c_im);
    re = next_re;
}

// The derivative of z by the orbit's point, a step on: d <- 2 z d + the derivative of c by it, with
// the z that step() is about to replace.
template <typename N>
MARIANI_FORMULA void derivative_step(N& d_re, N& d_im, N re, N im, N c_by_point) {
    const N twice_re = add(re, re), twice_im = add(im, im);
    const N next_re = mul_add(twice_re, d_re, neg_mul_add(twice_im, d_im, c_by_point));
    d_im = mul_add(twice_re, d_im, mul(twice_im, d_re));
    d_re = next_re;
}

// |z|^2. Escaped is !less(norm, 4), so that a NaN has escaped.
template <typename N>
MARIANI_FORMULA N norm(N re, N im) {
    return mul_add(re, re, mul(im, im));
}

// Whether c lies in the main cardioid: q (q + x) < y^2 / 4. The bounds passed in are a few roundings
// below 1/4 and 1/16, so that no point which might escape is ever taken for one that cannot. Near
// c = -3/4 q and x cancel: there q is taken a few roundings too large (over_one).
template <typename N>
MARIANI_FORMULA auto in_cardioid(N c_re, N c_im, N quarter, N almost_quarter, N over_one) {
    const N from_cusp = sub(c_re, quarter);
    const N im_squared = mul(c_im, c_im);
    const N q = mul_add(from_cusp, from_cusp, im_squared);
    return less(mul(q, mul_add(q, over_one, from_cusp)), mul(im_squared, almost_quarter));
}

// Whether c lies in the disc of period 2 around -1.
template <typename N>
MARIANI_FORMULA auto in_bulb(N c_re, N c_im, N one, N almost_sixteenth) {
    const N from_centre = add(c_re, one);
    return less(mul_add(from_centre, from_centre, mul(c_im, c_im)), almost_sixteenth);
}

// How far apart two orbits can be after a step, one of which is at z with modulus `from_zero` and
// the other at most `radius` from it: |f(w) - f(z)| = |w - z| |w + z| <= radius (2 |z| + radius),
// and what rounding adds.
template <typename N>
MARIANI_FORMULA N radius_after_step(N radius, N from_zero, N c_modulus, N rounding_apart,
                                    N rounded_up) {
    const N far = add(from_zero, radius);
    const N rounding = mul(rounding_apart, mul_add(far, far, c_modulus));
    return mul(rounded_up, mul_add(radius, add(from_zero, far), rounding));
}
