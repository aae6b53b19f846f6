// Some rows of a PNG's pixels, compressed independently of all others: by any thread, in any order.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mariani::render {

struct PngBand {
    std::vector<std::uint8_t> deflated;  // whole blocks of a deflate stream, none of them the last
    std::uint32_t adler = 1;             // Adler-32 of the filtered rows
    std::int64_t filtered_bytes = 0;
};

// Rows of that many bytes each, without padding. Throws std::bad_alloc.
PngBand compress_rows(std::span<const std::uint8_t> rows, std::size_t row_bytes);

// Adler-32 of what `adler` covers, followed by the band.
std::uint32_t adler_with(std::uint32_t adler, const PngBand& band);

}  // namespace mariani::render
