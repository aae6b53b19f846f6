// What the window of a workload opens with, of options as they are typed.
#pragma once

#include "app/files/setting_names.hpp"
#include "app/start/command_line.hpp"

#include <sstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {

// The settings before, changed by the options.
inline Settings window_settings(Workload workload, const std::string& options,
                                Settings before = {}) {
    std::vector<std::string> list{"--workload", std::string(setting_name(workload))};
    std::istringstream words(options);
    for (std::string word; words >> word;) list.push_back(word);
    const auto command = std::get<WindowCommand>(parse_command_line(list));
    EXPECT_EQ(command.workload, workload);
    apply(command.edits, before);
    return before;
}

}  // namespace mariani::app
