// Options whose values are names: one of them, or a LIST of several.
#pragma once

#include "app/command_line/option_parser.hpp"
#include "app/files/setting_names.hpp"

#include <algorithm>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {

// What both kinds do with a name: they take its place among all that there are.
using Names = std::vector<std::string_view>;
using UsePlace = std::function<void(std::size_t place)>;

void add_name(OptionParser& parser, const std::string& option, const std::string& description,
              Names names, UsePlace use);
// Accepts "ex,ask", a repeated option, and "all".
void add_name_list(OptionParser& parser, const std::string& option, const std::string& description,
                   Names names, UsePlace use);

// on|off.
void add_switch(OptionParser& parser, const std::string& option, const std::string& description,
                std::function<void(bool)> use);

// All that E can be, in the order in which they are offered.
template <typename E>
std::vector<E> all_of() {
    std::vector<E> all;
    for_each_name<E>([&](E value, std::string_view) { all.push_back(value); });
    return all;
}

template <typename E>
Names names_of(const std::vector<E>& values) {
    Names names;
    for (const E value : values) names.push_back(setting_name(value));
    return names;
}

// One of what E can be.
template <typename E>
void add_choice(OptionParser& parser, const std::string& option, const std::string& description,
                std::function<void(E)> use) {
    auto all = all_of<E>();
    auto names = names_of(all);
    add_name(parser, option, description, std::move(names),
             [all = std::move(all), use = std::move(use)](std::size_t place) { use(all[place]); });
}

// Those that are named, each once, in the order in which they are.
template <typename E>
void add_list(OptionParser& parser, const std::string& option, const std::string& description,
              std::vector<E>& list) {
    auto all = all_of<E>();
    auto names = names_of(all);
    add_name_list(parser, option, description, std::move(names),
                  [all = std::move(all), &list](std::size_t place) {
                      if (std::ranges::find(list, all[place]) == list.end())
                          list.push_back(all[place]);
                  });
}

}  // namespace mariani::app
