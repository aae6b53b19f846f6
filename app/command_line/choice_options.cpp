#include "app/command_line/choice_options.hpp"

#include "app/command_line/setting_options.hpp"

#include <fmt/format.h>

namespace mariani::app {

void add_name(OptionParser& parser, const std::string& option, const std::string& description,
              Names names, UsePlace use) {
    const std::string value = fmt::format("{}", fmt::join(names, "|"));
    parser.add_text(option, value, description, [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end())
            reject_option(option, text, fmt::format("one of {}", fmt::join(names, ", ")));
        use(static_cast<std::size_t>(found - names.begin()));
    });
}

void add_name_list(OptionParser& parser, const std::string& option, const std::string& description,
                   Names names, UsePlace use) {
    const auto use_one = [=](const std::string& text) {
        const auto found = std::ranges::find(names, text);
        if (found == names.end() && text != "all")
            reject_option(option, text,
                          fmt::format("one or more of {}, all", fmt::join(names, ", ")));
        for (std::size_t place = 0; place < names.size(); ++place)
            if (text == "all" || text == names[place]) use(place);
    };
    parser.add_texts(
        option, "LIST", description,
        [=](const std::vector<std::string>& texts) { std::ranges::for_each(texts, use_one); }, ',');
}

void add_switch(OptionParser& parser, const std::string& option, const std::string& description,
                std::function<void(bool)> use) {
    parser.add_text(option, "on|off", description, [=](const std::string& text) {
        if (text != "on" && text != "off") reject_option(option, text, "on or off");
        use(text == "on");
    });
}

}  // namespace mariani::app
