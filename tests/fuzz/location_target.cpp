// Places of other programs' files: what is read is a view that may be shown.
#include "app/files/location_file.hpp"
#include "compute/model/limits.hpp"
#include "tests/fuzz/fuzz_target.hpp"

using namespace mariani;

MARIANI_FUZZ_TARGET {
    for (const auto& read : {app::read_kfr, app::read_toml_location})
        fuzz::read_or_reject([&] {
            const app::Location location = read(text);
            fuzz::require(!why_invalid(location.view));
            fuzz::require(limits::dwell.holds(location.dwell_limit));
        });
}
