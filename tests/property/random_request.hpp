// Random requests, and the commands that repeat them.
#pragma once

#include "compute/model/frame_request.hpp"

#include <cstdint>
#include <string>

namespace mariani::tests {

// A valid request for the cpu, with regions kept. It depends only on the seed and the number, and
// keeps pixels times dwell limit below 1e8.
FrameRequest random_request(std::uint64_t seed, std::uint64_t number);

// "mariani render …" with every option of the request. A command computes whole pictures: if the
// request is for a part, a note is appended.
std::string command_of(const FrameRequest& request);

}  // namespace mariani::tests
