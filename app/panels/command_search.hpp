// Ctrl+P: finds commands, fields of the panel, palettes, bookmarks and tabs by their words or some
// of their letters, and opens the file whose path is typed.
#pragma once

#include "app/explore/command.hpp"
#include "app/explore/fuzzy_match.hpp"
#include "app/settings/settings.hpp"

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace mariani::app {

struct PanelContext;

// A row of the side panel or the laboratory by its label; without one a section's title.
struct PanelRow {
    std::string section;  // its name in the settings, or the title of a tab of the laboratory
    std::string label;
    bool in_details = false;  // of its section
    bool operator==(const PanelRow&) const = default;
};

struct SearchEntry {
    std::string title;
    std::string about;  // its keys, or where it is
    std::variant<Command, std::function<void(Settings&)>, PanelRow> goal;
};

struct CommandSearch {
    std::string text;
    std::size_t selected = 0;  // among those that are found
    int frames = 0;            // since it was opened
    std::vector<SearchEntry> entries;
    std::optional<SearchEntry> file;  // whose path the text is
    std::vector<std::string> used;    // titles, the last one first
};

// What can be searched now.
std::vector<SearchEntry> search_entries(const PanelContext& context);

struct FoundEntry {
    const SearchEntry* entry;
    FoundText text;
};

// The file that this is the path of, absolute or from ~ on, if there is one.
std::optional<SearchEntry> file_entry(const std::string& text);

// A file first, then the best; of equal ones that which was used last, and without a text all.
// Scattered letters count only where nothing else is found.
std::vector<FoundEntry> found_entries(const CommandSearch& search);

void command_search(const PanelContext& context);

}  // namespace mariani::app
