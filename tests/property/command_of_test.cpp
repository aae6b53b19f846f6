// The commands printed for a failure compute the frames that failed.
#include "compute/service/engine_dispatcher.hpp"
#include "tests/command_line/program.hpp"
#include "tests/engines/frames.hpp"
#include "tests/property/random_request.hpp"

namespace mariani::tests {
namespace {

class CommandOf : public app::ProgramTest {};

TEST_F(CommandOf, RepeatsTheFrame) {
    for (std::uint64_t number = 0; number < 8; ++number) {
        FrameRequest request = random_request(5, number);
        request.part = whole(request.image);
        const std::string command = command_of(request);
        SCOPED_TRACE(command);
        ASSERT_TRUE(command.starts_with("mariani "));
        const auto outcome = run(command.substr(command.find(' ')));
        ASSERT_EQ(outcome.status, 0) << outcome.err;
        FrameProgress progress;
        const auto frame = EngineDispatcher().compute(request, {}, progress);
        ASSERT_TRUE(frame);
        EXPECT_EQ(read_dwells(folder / "out.npy").values, tests::dwells_of(*frame));
    }
}

}  // namespace
}  // namespace mariani::tests
