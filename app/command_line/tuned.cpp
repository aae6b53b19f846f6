#include "app/command_line/tuned.hpp"

#include "app/command_line/engines.hpp"
#include "app/files/tunings.hpp"
#include "compute/model/text.hpp"

#include <cstdio>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace mariani::app {

std::optional<TuningClass> class_of(const FrameRequest& request, std::string_view command,
                                    const std::stop_token& stop) {
    EngineDispatcher dispatcher = engines_of(command);
    const RunEngine run = [&](const FrameRequest& wanted, std::stop_token stop_run) {
        FrameProgress unwatched;
        return dispatcher.compute(wanted, std::move(stop_run), unwatched);
    };
    return tuning_class(request, run, stop);
}

Tuning remembered(const TuningClass& where) {
    const Tunings tunings;
    for (const auto& message : tunings.messages()) fmt::print(stderr, "mariani: {}\n", message);
    if (const Tuning* found = tunings.find(where)) return *found;
    const std::string_view shortcuts = where.shortcuts ? "on" : "off";
    throw std::runtime_error(fmt::format(
        "--tuned: nothing is remembered of {}-{} in {} on {}, fill {}, shortcuts {}, for views "
        "like "
        "this one ({}): measure it here with mariani sweep --engine {} --scheme {} --shortcuts {} "
        "--g 2..64 --B 4..64 --remember, or with Auto-tune in the window",
        choice_of(where.engine).label, choice_of(where.scheme).label, name_of(where.precision),
        where.device, name_of(where.fill), shortcuts, words_of(where), name_of(where.engine),
        name_of(where.scheme), shortcuts));
}

}  // namespace mariani::app
