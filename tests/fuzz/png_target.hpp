// libFuzzer mutates a PNG, and this corrects its checksums: libpng ignores everything after a wrong
// one.
#pragma once

#include "tests/fuzz/fuzz_target.hpp"

#include <algorithm>
#include <cstddef>
#include <zlib.h>

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* bytes, std::size_t size,
                                        std::size_t max_size);

namespace mariani::fuzz {

inline std::uint32_t big_endian(const std::uint8_t* bytes) {
    std::uint32_t number = 0;
    for (int i = 0; i < 4; ++i) number = number << 8 | bytes[i];
    return number;
}

// Each chunk: length, name, data, the checksum of name and data.
inline void fix_checksums(std::uint8_t* bytes, std::size_t size) {
    constexpr std::size_t signature = 8, around = 12;
    for (std::size_t at = signature; at + around <= size;) {
        const std::size_t length = big_endian(bytes + at);
        if (length > size - at - around) return;
        const auto sum = crc32(0, bytes + at + 4, static_cast<uInt>(length + 4));
        for (std::size_t i = 0; i < 4; ++i)
            bytes[at + 8 + length + i] = static_cast<std::uint8_t>(sum >> (24 - 8 * i));
        at += length + around;
    }
}

}  // namespace mariani::fuzz

// libFuzzer finds it by name, so it is not inline: only one file of a target may include it.
extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* bytes, std::size_t size,
                                               std::size_t max_size, unsigned) {
    const std::size_t mutated = LLVMFuzzerMutate(bytes, size, max_size);
    mariani::fuzz::fix_checksums(bytes, mutated);
    return mutated;
}
