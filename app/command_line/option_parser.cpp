#include "app/command_line/option_parser.hpp"

#include "app/command_line/command_parser.hpp"
#include "app/command_line/commands.hpp"
#include "compute/model/text.hpp"

#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/core.h>

namespace mariani::app {

class OptionParser::Library : public CLI::App {
    using CLI::App::App;
};

namespace {

// The names of known options, for the message about an unknown one.
std::string option_names(const CLI::App& known) {
    std::string names;
    for (const auto* option : known.get_options()) {
        if (option->get_positional()) continue;
        names += (names.empty() ? "" : ", ") + option->get_name();
    }
    return names;
}

std::string first_line(std::string_view text) {
    return std::string(text.substr(0, text.find('\n')));
}

// Names the option that has two dashes, if there is one.
[[noreturn]] void refuse_option(const CLI::App& known, const std::string& name) {
    if (const auto* meant = known.get_option_no_throw("-" + name))
        throw UsageError(fmt::format("there is no option {}: it is {}", name, meant->get_name()));
    throw UsageError(fmt::format("there is no option {}: the options are {}",
                                 printable(name, longest_quote), option_names(known)));
}

// What is left over of the arguments.
void refuse_extras(const CLI::App& known) {
    const auto extras = known.remaining();
    if (extras.empty()) return;
    if (extras.front().starts_with('-')) refuse_option(known, extras.front());
    throw UsageError(fmt::format(
        "{} is one argument too many: options start with --, and only one FILE.png may be named",
        in_quotes(extras.front())));
}

}  // namespace

OptionParser::OptionParser(std::string_view program, std::string_view description,
                           std::string_view examples)
    : library_(std::make_unique<Library>(std::string(description), std::string(program))) {
    library_->set_help_flag("-h,--help", "Print this help");
    library_->set_version_flag("--version", version_text(), "Print the version");
    library_->footer(std::string(examples));
    library_->allow_extras();
}

OptionParser::OptionParser(OptionParser&&) noexcept = default;
OptionParser::~OptionParser() = default;

void OptionParser::group(const std::string& heading) {
    library_->option_defaults()->group(heading);
}

void OptionParser::add_text(const std::string& names, const std::string& value,
                            const std::string& description, UseText use) {
    library_->add_option_function<std::string>(names, std::move(use), description)
        ->type_name(value);
}

void OptionParser::add_texts(const std::string& names, const std::string& value,
                             const std::string& description, UseTexts use, char delimiter) {
    library_->add_option_function<std::vector<std::string>>(names, std::move(use), description)
        ->type_name(value)
        ->delimiter(delimiter)
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
}

void OptionParser::add_flag(const std::string& names, bool& variable,
                            const std::string& description) {
    library_->add_flag(names, variable, description);
}

void OptionParser::add_flag(const std::string& names, std::function<void()> use,
                            const std::string& description) {
    library_->add_flag_callback(names, std::move(use), description);
}

void OptionParser::add_flag(const std::string& names, const std::string& description) {
    library_->add_flag(names, description);
}

std::optional<std::string> OptionParser::parse(std::span<const std::string> arguments) {
    try {
        library_->parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));
    } catch (const CLI::CallForHelp&) {
        return library_->help();
    } catch (const CLI::CallForVersion&) {
        return version_text() + "\n";
    } catch (const CLI::ArgumentMismatch& error) {
        const std::string_view what = error.what();
        const auto option = what.substr(0, what.find(':'));
        throw UsageError(fmt::format("{} {}", option,
                                     what.find("received") == what.npos
                                         ? "is given without a value: it needs one"
                                         : "is given more than once: it takes one value"));
    } catch (const CLI::ParseError& error) {
        throw UsageError(first_line(error.what()));
    }
    refuse_extras(*library_);
    return std::nullopt;
}

bool OptionParser::given(const std::string& name) const {
    return library_->count(name) > 0;
}

std::vector<std::string> OptionParser::given() const {
    std::vector<std::string> names;
    for (const auto* option : library_->get_options())
        if (!option->get_positional() && option->count() > 0) names.push_back(option->get_name());
    return names;
}

}  // namespace mariani::app
