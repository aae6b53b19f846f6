#include "compute/automatic_engine.hpp"

namespace mariani {

AutomaticEngine::Choice AutomaticEngine::choose(const FrameRequest&) const {
    return {EngineKind::ask, "ASK: nothing has been measured yet"};
}

void AutomaticEngine::learn(const FrameRequest&, const EngineStats&) {}

}  // namespace mariani
