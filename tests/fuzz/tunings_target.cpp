// The remembered tunings: a damaged file is kept aside.
#include "app/measure/tunings.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto file = fuzz::home().put("mariani/tunings.toml", text);
    const app::Tunings tunings;
    fuzz::require(tunings.messages().empty() == std::filesystem::exists(file));
    for (const app::Tuning& tuning : tunings.all())
        fuzz::require(tuning.best.subdivision.g > 0 && tuning.speedup > 0);
}
