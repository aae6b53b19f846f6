// The options of a command: what they are called, what is done with their values, and what refuses
// the rest. CLI11 does the work behind it, in option_parser.cpp alone: it takes seconds to compile.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

// `names` are as typed, "-o,--output"; without a dash it is an argument that needs no name.
class OptionParser {
  public:
    using UseText = std::function<void(const std::string&)>;
    using UseTexts = std::function<void(const std::vector<std::string>&)>;

    // `program` as typed, "mariani bench"; with --help and --version.
    OptionParser(std::string_view program, std::string_view description, std::string_view examples);
    OptionParser(OptionParser&&) noexcept;
    ~OptionParser();

    // The heading, in --help, of the options that are added next.
    void group(const std::string& heading);

    // With one value, called `value` in --help, which `use` takes as typed; it may throw
    // UsageError.
    void add_text(const std::string& names, const std::string& value,
                  const std::string& description, UseText use);
    // May be repeated: `use` takes all values together, each cut at the delimiter, if there is one.
    void add_texts(const std::string& names, const std::string& value,
                   const std::string& description, UseTexts use, char delimiter = '\0');

    // Without a value: sets a variable to true, or to false if the name has a ! before it.
    void add_flag(const std::string& names, bool& variable, const std::string& description);
    void add_flag(const std::string& names, std::function<void()> use,
                  const std::string& description);
    // For given() alone.
    void add_flag(const std::string& names, const std::string& description);

    // Takes them in the order in which the options were added. Returns the text of --help or
    // --version, if that is asked for. Throws UsageError.
    std::optional<std::string> parse(std::span<const std::string> arguments);

    // After parse(): whether an option is among the arguments, and the names of those that are.
    bool given(const std::string& name) const;
    std::vector<std::string> given() const;

  private:
    class Library;
    std::unique_ptr<Library> library_;
};

}  // namespace mariani::app
