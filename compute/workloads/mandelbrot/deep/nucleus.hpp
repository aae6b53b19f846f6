// Finding places: the centres of minibrots, which zooms end at.
#pragma once

#include "compute/workloads/mandelbrot/deep/big_real.hpp"

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

namespace mariani::deep {

struct Nucleus {
    BigReal re, im;
    std::uint32_t period = 0;
    ScaledReal size;                   // of its minibrot: 1 is that of the whole set
    std::optional<ScaledReal> domain;  // the radius of its atom domain; none of period 1
    bool disc = false;                 // not a minibrot, which is a cardioid
};

// The least period, greater than `after`, of a nucleus in the disc around re + i im, by the ball
// test: the first such n at which the disc's image may hold 0. Nothing if that is more than the
// limit, or when stopped.
std::optional<std::uint32_t> period_in_disc(const BigReal& re, const BigReal& im,
                                            const ScaledReal& radius, std::uint32_t limit,
                                            const std::stop_token& stop, std::uint32_t after = 0);

// The nucleus of a period that Newton's method finds from re + i im, which is within the radius of
// it: to 2^-80 of its minibrot's size. Nothing if it does not converge, or when stopped.
std::optional<Nucleus> nucleus_near(const BigReal& re, const BigReal& im, const ScaledReal& radius,
                                    std::uint32_t period, const std::stop_token& stop);

// Decimal text of so many digits behind the point, for a modulus less than 10.
std::string to_decimal(const BigReal& value, std::int64_t fraction_digits);

}  // namespace mariani::deep
