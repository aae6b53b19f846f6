#include "app/command_line/workload_options.hpp"

#include "compute/service/engine_registry.hpp"

#include <fmt/core.h>

namespace mariani::app {

void add_integer(OptionParser& parser, const std::string& option, const std::string& description,
                 IntegerRange range, std::function<void(int)> use) {
    parser.add_text(option, "N", description,
                    [=](const std::string& text) { use(integer_of(option, text, range)); });
}

void add_integer_or_auto(OptionParser& parser, const std::string& option,
                         const std::string& description, IntegerRange range,
                         std::optional<int>& value) {
    parser.add_text(option, "auto|N", description, [=, &value](const std::string& text) {
        value = text == automatic_name ? std::nullopt
                                       : std::optional<int>(integer_of(option, text, range));
    });
}

std::vector<int> integers_of(std::string_view option, const std::string& text, IntegerRange range,
                             ListRange listed) {
    if (const auto list = parse_integers(text, range, listed)) return *list;
    reject_option(option, text,
                  fmt::format("whole numbers from {} to {}, such as {}", range.min, range.max,
                              listed == ListRange::each ? "8,10 or 4..9 for each of these"
                                                        : "8,16 or 1024..32768 for powers of two"));
}

void add_measurement(OptionParser& parser, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat) {
    add_machine_options(parser, edits);
    parser.group("Measurement");
    add_integer(parser, "--repeat", repeat_help, {1, 100'000},
                [&repeat](int runs) { repeat = runs; });
}

void add_energy_option(OptionParser& parser, bool& energy) {
    parser.add_flag(
        "--energy", energy,
        "Also measure the energy of a run, by repeating each for half a second or longer");
}

WorkloadMachine machine_of(const SettingsEdits& edits) {
    Settings settings;
    apply(edits, settings);
    WorkloadMachine machine;
    machine.backend = settings.engine.backend;
    if (const DeviceEntry* first = first_device()) machine.device = first->index;
    machine.device = settings.engine.device.value_or(machine.device);
    machine.threads = settings.engine.threads.value_or(0);
    return machine;
}

}  // namespace mariani::app
