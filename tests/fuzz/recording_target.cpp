// Recordings of a user's input.
#include "app/explore/input_replay.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("recording.json", text);
    fuzz::read_or_reject([&] {
        const auto written = app::replay_to_json(app::load_replay(file));
        fuzz::require(app::replay_to_json(app::parse_replay(written)) == written);
    });
}
