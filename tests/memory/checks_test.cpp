// A check of several engines needs the memory of one: what the first found is given back in full.
#include "app/start/command_line.hpp"
#include "tests/memory/peak.hpp"

#include <iterator>
#include <sstream>
#include <string>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

std::int64_t peak_of_check(const std::string& options) {
    std::istringstream words("check --backend cpu --workload " + options);
    const std::vector<std::string> arguments(std::istream_iterator<std::string>(words), {});
    return tests::peak_of([&] { std::get<OtherCommand>(parse_command_line(arguments)).run(); });
}

TEST(MemoryOfChecks, OfSeveralEnginesIsThatOfOne) {
    if (tests::sanitized) GTEST_SKIP() << tests::sanitized_reason;
    struct Checked {
        std::string problem, one, several;
    };
    for (const auto& [problem, one, several] :
         {Checked{"triangle --n 6000 --test map --map ", "bb", "bb,ltm,rb,rec"},
          Checked{"triangle --n 4000 --test edm --map ", "bb", "bb,ltm,rb"},
          Checked{"volume --n 200 --engine ", "ask", "ask,ask,surface"},
          Checked{"points --points 2000000 --engine ", "linear", "linear,karras"}}) {
        const std::int64_t least = peak_of_check(problem + one);
        EXPECT_GT(least, 20 << 20) << problem;
        EXPECT_LT(peak_of_check(problem + several), 1.4 * static_cast<double>(least)) << problem;
    }
}

}  // namespace
}  // namespace mariani::app
