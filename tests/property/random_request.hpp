// Requests at random, and the commands that repeat them.
#pragma once

#include "compute/model/frame_request.hpp"

#include <cstdint>
#include <string>

namespace mariani::tests {

// A valid request for the cpu, with regions kept. It depends on the seed and the number alone, and
// keeps pixels times dwell limit below 1e8.
FrameRequest random_request(std::uint64_t seed, std::uint64_t number);

// "mariani render …" with every option that the request has. A command computes whole pictures:
// where the request is for a part, that is said behind it.
std::string command_of(const FrameRequest& request);

}  // namespace mariani::tests
