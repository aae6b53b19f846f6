// Random requests. A failure prints the commands that repeat it.
#include "compute/service/engine_registry.hpp"
#include "tests/property/random_request.hpp"
#include "tests/property/trial.hpp"

#include <cstdlib>
#include <map>

#include <fmt/format.h>
#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

std::uint64_t from_environment(const char* name, std::uint64_t otherwise) {
    const char* text = std::getenv(name);
    return text ? std::strtoull(text, nullptr, 10) : otherwise;
}

class Property : public testing::Test {
  protected:
    using Examine = Finding (Trial::*)(const FrameRequest&);

    void expect_all_to_hold(Examine examine) {
        constexpr int max_failures = 5;
        for (std::uint64_t i = first_; i < first_ + cases_ && failures_ < max_failures; ++i) {
            const FrameRequest request = random_request(seed_, i);
            const Finding finding = (trial_.*examine)(request);
            if (finding.violation) fail(i, examine, request);
            add(sums_[request.fill], finding);
        }
        for (const auto& [rule, sums] : sums_) {
            fmt::print(
                "fill {}: {} requests, {} pixels, {} of them filled, {} regions; beside Ex "
                "{} pixels are wrong in regions filled as inside, {} outside, {} in pieces of "
                "Julia sets\n",
                name_of(rule), sums.requests, sums.pixels, sums.filled, sums.regions,
                sums.wrong.inside, sums.wrong.outside, sums.wrong.pieces);
            EXPECT_EQ(sums.wrong.outside, 0);
            EXPECT_TRUE(rule != FillRule::safe || sums.wrong.inside == 0);
        }
    }

  private:
    struct Sums {
        std::int64_t requests = 0, pixels = 0, filled = 0, regions = 0;
        WrongPixels wrong;
    };

    static void add(Sums& sums, const Finding& finding) {
        ++sums.requests;
        sums.pixels += finding.stats.total().pixels_filled + finding.stats.total().pixels_iterated;
        sums.filled += finding.stats.total().pixels_filled;
        sums.regions += finding.stats.total().regions;
        sums.wrong.inside += finding.wrong.inside;
        sums.wrong.outside += finding.wrong.outside;
        sums.wrong.pieces += finding.wrong.pieces;
    }

    void fail(std::uint64_t number, Examine examine, const FrameRequest& request) {
        ++failures_;
        const auto fails = [&](const FrameRequest& candidate) {
            return (trial_.*examine)(candidate).violation.has_value();
        };
        const auto first = (trial_.*examine)(request).violation;
        const auto simplest = (trial_.*examine)(shrunk(request, fails)).violation;
        ADD_FAILURE() << (first ? report(*first) : "It did not fail a second time.")
                      << "\nThe simplest that fails:\n"
                      << (simplest ? report(*simplest) : command_of(request))
                      << fmt::format(
                             "\nRepeat with MARIANI_PROPERTY_SEED={} MARIANI_PROPERTY_FIRST={} "
                             "MARIANI_PROPERTY_CASES=1",
                             seed_, number);
    }

    const std::uint64_t seed_ = from_environment("MARIANI_PROPERTY_SEED", 1);
    const std::uint64_t first_ = from_environment("MARIANI_PROPERTY_FIRST", 0);
    const std::uint64_t cases_ = from_environment("MARIANI_PROPERTY_CASES", 500);
    Trial trial_;
    int failures_ = 0;
    std::map<FillRule, Sums> sums_;
};

TEST_F(Property, HoldsOfEveryFrameAndEngine) {
    expect_all_to_hold(&Trial::on_cpu);
}

TEST_F(Property, HasTheCpusBitsOnAGpu_cuda) {
    if (const auto why = backend_unavailable(Backend::cuda)) GTEST_SKIP() << *why;
    expect_all_to_hold(&Trial::on_cuda);
}

}  // namespace
}  // namespace mariani::tests
