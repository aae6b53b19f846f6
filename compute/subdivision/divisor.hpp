// Fast division by an invariant divisor.
#pragma once

#include "compute/model/host_device.hpp"

#include <cstdint>

namespace mariani::subdivision {

// Divisors from 1 to 2^16. A 32-bit dividend is multiplied by 2^48 / divisor, rounded up; the error
// is below 2^-16, too small to reach the next quotient. A GPU needs five instructions for it, and
// five times as many for a division.
class Divisor {
  public:
    Divisor() = default;
    MARIANI_HOST_DEVICE explicit Divisor(std::int64_t value)
        : value_(static_cast<std::uint32_t>(value)),
          factor_((std::uint64_t{1} << 48) / static_cast<std::uint64_t>(value) + 1) {}

    MARIANI_HOST_DEVICE std::uint32_t value() const { return value_; }

    MARIANI_HOST_DEVICE friend std::uint32_t operator/(std::uint32_t dividend, Divisor divisor) {
        const auto low = static_cast<std::uint32_t>(divisor.factor_);
        const std::uint64_t high = divisor.factor_ >> 32;
        return static_cast<std::uint32_t>(
            (dividend * high + (std::uint64_t{dividend} * low >> 32)) >> 16);
    }
    MARIANI_HOST_DEVICE friend std::uint32_t operator%(std::uint32_t dividend, Divisor divisor) {
        return dividend - dividend / divisor * divisor.value_;
    }

  private:
    std::uint32_t value_ = 1;
    std::uint64_t factor_ = (std::uint64_t{1} << 48) + 1;
};

// For functions that take either kind of divisor.
MARIANI_HOST_DEVICE inline Divisor divisor(Divisor divisor) {
    return divisor;
}
MARIANI_HOST_DEVICE inline std::uint32_t divisor(std::int64_t divisor) {
    return static_cast<std::uint32_t>(divisor);
}

}  // namespace mariani::subdivision
