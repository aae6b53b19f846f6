#include "app/command_line/workload_options.hpp"

#include "app/files/setting_names.hpp"
#include "compute/service/engine_registry.hpp"

#include <charconv>

#include <fmt/core.h>

namespace mariani::app {

std::unique_ptr<CLI::App> workload_parser(std::string_view command, const char* description,
                                          const char* examples) {
    auto app = new_parser(command);
    app->description(description);
    app->footer(examples);
    return app;
}

void add_integer(CLI::App& app, const std::string& option, const std::string& description,
                 IntegerRange range, std::function<void(int)> use) {
    add_text_option(app, option, "N", description,
                    [=](const std::string& text) { use(integer_of(option, text, range)); });
}

void add_integer_or_auto(CLI::App& app, const std::string& option, const std::string& description,
                         IntegerRange range, std::optional<int>& value) {
    add_text_option(app, option, "auto|N", description, [=, &value](const std::string& text) {
        value = text == automatic_name ? std::nullopt
                                       : std::optional<int>(integer_of(option, text, range));
    });
}

void add_integers(CLI::App& app, const std::string& option, const std::string& description,
                  IntegerRange range, std::vector<int>& values) {
    add_text_option(app, option, "LIST", description, [=, &values](const std::string& text) {
        const auto list = parse_integers(text, range);
        if (!list)
            reject_option(option, text,
                          fmt::format("whole numbers from {} to {}, such as 8,16 or 1024..32768 "
                                      "for powers of two",
                                      range.min, range.max));
        values = *list;
    });
}

void add_block_colour(CLI::App& app, const std::string& description,
                      std::function<void(BlockColour)> use) {
    std::string names;
    for (const auto& [colour, name] : block_colour_names)
        names += (names.empty() ? "" : "|") + std::string(name);
    add_text_option(app, "--colour", names, description, [=](const std::string& text) {
        const auto named = setting_named<BlockColour>(text);
        if (!named) reject_option("--colour", text, "one of " + names);
        use(*named);
    });
}

std::uint64_t seed_of(const std::string& text) {
    std::uint64_t seed = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
    if (error != std::errc{} || end != text.data() + text.size())
        reject_option("--seed", text, "a whole number from 0 to 18446744073709551615");
    return seed;
}

void add_measurement(CLI::App& app, SettingsEdits& edits, const std::string& repeat_help,
                     int& repeat) {
    add_machine_options(app, edits);
    app.option_defaults()->group("Measurement");
    add_integer(app, "--repeat", repeat_help, {1, 100'000}, [&repeat](int runs) { repeat = runs; });
}

void add_energy_option(CLI::App& app, bool& energy) {
    app.add_flag("--energy", energy,
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
