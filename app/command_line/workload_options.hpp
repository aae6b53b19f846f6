// What the parsers of workloads beside the Mandelbrot set share.
#pragma once

#include "app/command_line/command_parser.hpp"
#include "app/settings/settings.hpp"
#include "compute/model/choices.hpp"
#include "compute/model/limits.hpp"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

void add_integer(OptionParser& parser, const std::string& option, const std::string& description,
                 IntegerRange range, std::function<void(int)> use);

// Also accepts "auto", which leaves it empty.
void add_integer_or_auto(OptionParser& parser, const std::string& option,
                         const std::string& description, IntegerRange range,
                         std::optional<int>& value);

// A LIST of them. Throws UsageError.
std::vector<int> integers_of(std::string_view option, const std::string& text, IntegerRange range,
                             ListRange listed);

// Where it runs, and --repeat.
void add_measurement(OptionParser& parser, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat);

// --energy.
void add_energy_option(OptionParser& parser, bool& energy);

// Where a workload is to run, as far as the options say.
struct WorkloadMachine {
    std::optional<Backend> backend;  // none: cuda where it is available
    int device = 0;                  // of cuda: the first that can be used, if none is named
    int threads = 0;                 // of the cpu; 0: all
};
WorkloadMachine machine_of(const SettingsEdits& edits);

template <typename Request>
void place(Request& request, const SettingsEdits& edits) {
    const WorkloadMachine machine = machine_of(edits);
    request.backend = machine.backend;
    request.device = machine.device;
    request.threads = machine.threads;
}

}  // namespace mariani::app
