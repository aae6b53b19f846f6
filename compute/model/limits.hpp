// The range of each number. Panel, command line and files ask here, so that all refuse alike.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/model/text.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

struct IntegerRange {
    std::int64_t min;
    std::int64_t max;
    constexpr bool holds(std::int64_t value) const { return min <= value && value <= max; }
};

namespace limits {
inline constexpr IntegerRange g{1, 32768};
inline constexpr IntegerRange r{2, 1024};
inline constexpr IntegerRange B{1, 65536};
inline constexpr IntegerRange dwell{1, 10'000'000};
inline constexpr IntegerRange side{1, 65536};          // of an image, in pixels
inline constexpr IntegerRange export_side{1, 32768};   // of an exported picture
inline constexpr IntegerRange whole_side{1, 1 << 22};  // of one that is computed piece by piece
inline constexpr int block_threads = 1024;             // of a CUDA block: width times height
inline constexpr IntegerRange threads{1, 4096};        // of the cpu backend
inline constexpr IntegerRange device{0, 255};          // of the cuda backend
inline constexpr Length min_height = Length::shifted(1e-100, 333);  // 1e-100000
inline constexpr Length min_double_height = 1e-300;  // of what is computed in f32 and f64
inline constexpr Length min_delta_pitch = 0x1p-970;  // of deltas in double precision
inline constexpr Length max_height = 1e6;
inline constexpr double max_coordinate = 1e6;
inline constexpr double julia_modulus = 2;  // of the c of a Julia set
}  // namespace limits

// A LIST (text.hpp) of whole numbers in the range; nullopt if it is not one.
std::optional<std::vector<int>> parse_integers(std::string_view text, IntegerRange allowed,
                                               ListRange range = ListRange::powers_of_two);

// Why a value is refused, in words a user can act on; nullopt if it is allowed. "g is 0: it must be
// a whole number from 1 to 32768".
std::optional<std::string> why_invalid(std::string_view name, std::int64_t value,
                                       IntegerRange allowed);
std::optional<std::string> why_invalid(const View& view);
// The least height at which a view is computed.
Length least_height(const View& view);
std::optional<std::string> why_invalid(const SubdivisionParams& subdivision);
std::optional<std::string> why_invalid(const BlockSize& block);
// For values that exclude each other; automatic ones are compatible with everything.
std::optional<std::string> why_invalid(std::optional<EngineKind> engine,
                                       std::optional<Scheme> scheme,
                                       std::optional<Backend> backend);
std::optional<std::string> why_invalid(const Piece& piece, ImageSize image);
std::optional<std::string> why_invalid(const FrameRequest& request);

// Throws std::invalid_argument that says why, if there is a reason.
void refuse(const std::optional<std::string>& why);

// Throws the same where a workload is to run on cuda, which this machine does not have.
void refuse_unavailable(Backend backend, const std::optional<std::string>& cuda_unavailable);

}  // namespace mariani
