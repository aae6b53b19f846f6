#include "compute/model/length.hpp"

#include "compute/model/decimal.hpp"

namespace mariani {

Length Length::of(const DecimalDigits& number) {
    DecimalDigits near = number;
    std::int64_t shifts = 0;
    if (number.exponent < -digits + 1) {
        shifts = -number.exponent / digits;
        near.exponent += shifts * digits;
    }
    return {nearest_double(near), shifts};
}

DecimalDigits shortest_digits(Length length) {
    DecimalDigits number = shortest_digits(length.mantissa_);
    if (!number.digits.empty()) number.exponent -= Length::digits * length.shifts_;
    return number;
}

}  // namespace mariani
