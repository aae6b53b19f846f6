// What is asked of a deep picture, and what is found.
#pragma once

#include "compute/model/exterior.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"
#include "compute/workloads/mandelbrot/deep/place.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::deep {

enum class Quality : std::uint8_t {
    proven,  // every dwell is certified: jumps of a relative 2^-53, and further rungs
    preview  // nothing is: jumps of 2^-24, in deltas of double precision
};

namespace limits {
inline constexpr std::int64_t pixels = std::int64_t{1} << 30;
}

struct Request {
    Place place;
    ImageSize size;
    std::uint32_t dwell_limit = 512;
    Quality quality = Quality::proven;
    bool jumps = true;      // else step by step
    bool smooth = false;    // also the fractional dwell of escaped pixels
    bool exterior = false;  // also their distances and normals
};

// Why a request is refused, in words a user can act on; nullopt if it is not.
std::optional<std::string> why_invalid(const Request& request);

// What decided a pixel: the rungs of the ladder, from the fastest on.
enum class Rung : std::uint8_t {
    deltas,         // double, with a shared exponent where the range needs it
    double_double,  // deltas of two doubles
    direct,         // the pixel's own orbit in many digits
    none            // nothing did: the dwell is likely, but not proven
};
inline constexpr std::size_t rung_count = 4;

struct Statistics {
    std::array<std::int64_t, rung_count> pixels{};  // by what decided them
    WorkCounts work;                                // of deltas
    std::uint64_t direct_steps = 0;
    std::int64_t reference_bits = 0;  // behind the point
    std::int64_t reference_steps = 0;
    bool shared_exponents = false;
    double reference_ms = 0;  // this request's part: 0 if the last reference served
    double table_ms = 0;
    std::array<double, rung_count> pixels_ms{};  // of each rung, without its table
};

// Row by row, from the top.
struct Picture {
    ImageSize size;
    std::vector<std::uint32_t> dwells;
    std::vector<Rung> rungs;
    Statistics statistics;
    // Of the whole picture, on the host, if asked for: what shallow frames have (GrowingFrame,
    // ExteriorFields), to float.
    Field fractions;
    ExteriorFields exterior;
};

}  // namespace mariani::deep
