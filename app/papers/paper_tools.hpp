// What the window needs to test the papers' claims.
#pragma once

#include "app/measure/rounds.hpp"
#include "app/papers/claim.hpp"
#include "app/papers/model_question.hpp"
#include "app/settings/settings.hpp"

#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

namespace mariani::app {

// What the command line does for the window, which does not know it.
struct PaperTools {
    // What a command of a claim measures, as measure_command(). Any thread.
    std::function<std::optional<Result>(const std::string& command, const RunEngine& run,
                                        const std::stop_token& stop)>
        measure;
    // What arguments of the window change of the settings; throws std::invalid_argument.
    std::function<void(std::string_view arguments, Settings& settings)> show;
    // Throws std::invalid_argument.
    std::function<ModelQuestion(std::string_view command)> model;
};

}  // namespace mariani::app
