#include "compute/model/frame_request.hpp"
#include "tests/model/knob_checks.hpp"

namespace mariani {
namespace {

TEST(EngineKnobsTest, AreSound) {
    tests::expect_sound_knobs<EngineRequest>();
}

}  // namespace
}  // namespace mariani
