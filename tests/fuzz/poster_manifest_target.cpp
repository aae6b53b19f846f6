// The manifest of a poster.
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    fuzz::read_or_reject([&] {
        const std::string written = app::manifest_to_json(app::manifest_from_json(text));
        fuzz::require(app::manifest_to_json(app::manifest_from_json(written)) == written);
    });
}
