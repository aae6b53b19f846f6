#include "app/files/recent.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/toml_text.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <system_error>

#include <fmt/core.h>
#include <toml++/toml.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

constexpr TextLimits recent_limits{16 << 20};  // 20 views of 10^5 digits in four numbers
constexpr std::size_t longest_path = 4096;

bool can_be_kept(const std::string& path) {
    return !path.empty() && path.size() <= longest_path && path.front() == '/' &&
           is_printable(path);
}

VisitedView view_of(const toml::table& table) {
    return {view_from(table), dwell_limit_from(table)};
}

std::string path_of(const toml::table& table) {
    auto path = table["path"].value_or(std::string());
    if (!can_be_kept(path)) throw std::invalid_argument("path must be an absolute path");
    return path;
}

// The first `most` tables of a list. Throws std::invalid_argument.
template <typename T>
std::vector<T> entries_of(const toml::table& table, std::string_view name, std::size_t most,
                          T (*entry_of)(const toml::table&)) {
    std::vector<T> entries;
    if (!table.contains(name)) return entries;
    const auto* list = table[name].as_array();
    if (list == nullptr) throw std::invalid_argument(fmt::format("{} is not a list", name));
    for (std::size_t i = 0; i < std::min(list->size(), most); ++i) {
        const auto* entry = list->get(i)->as_table();
        try {
            if (entry == nullptr) throw std::invalid_argument("it is not a table");
            entries.push_back(entry_of(*entry));
        } catch (const std::invalid_argument& why) {
            throw std::invalid_argument(fmt::format("{} {}: {}", name, i + 1, why.what()));
        }
    }
    return entries;
}

RecentLists lists_of(std::string_view text) {
    const toml::table table = parse_toml(text, recent_limits);
    return {entries_of(table, "view", Recent::most_views, view_of),
            entries_of(table, "file", Recent::most_files, path_of)};
}

std::string text_of(const RecentLists& lists) {
    toml::array views, files;
    for (const auto& [view, dwell_limit] : lists.views)
        views.push_back(view_table(view, dwell_limit));
    for (const auto& path : lists.files) files.push_back(toml::table{{"path", path}});
    return toml_text(toml::table{{"view", std::move(views)}, {"file", std::move(files)}});
}

template <typename T>
void put_first(std::vector<T>& list, const T& entry, std::size_t most) {
    std::erase(list, entry);
    list.insert(list.begin(), entry);
    if (list.size() > most) list.resize(most);
}

// As the file is now; empty lists without one. Throws std::invalid_argument if it is damaged.
RecentLists lists_on_disk(const fs::path& path) {
    std::error_code error;
    if (!fs::exists(path, error)) return {};
    return lists_of(read_own_file(path, recent_limits.bytes));
}

fs::path recent_path() {
    return user_folders().data / "recent.toml";
}

}  // namespace

Recent::Recent() {
    try {
        lists_ = lists_on_disk(recent_path());
    } catch (const std::invalid_argument& why) {
        messages_.push_back(put_aside(recent_path(), "Your recent views", why.what()));
    } catch (const std::runtime_error& why) {
        messages_.push_back(fmt::format("Your recent views could not be read: {}.", why.what()));
    }
}

void Recent::change(const std::function<void(RecentLists&)>& edit) {
    const auto path = data_folder() / "recent.toml";
    const FileLock lock(path);
    RecentLists lists;
    try {
        lists = lists_on_disk(path);
    } catch (const std::invalid_argument& why) {
        throw std::runtime_error(
            fmt::format("your recent views are damaged: {}: {}; repair the file, or move it away",
                        path.string(), why.what()));
    }
    edit(lists);
    write_whole_file(path, text_of(lists));
    lists_ = std::move(lists);
}

void Recent::visited(const VisitedView& view, const std::optional<VisitedView>& instead_of) {
    change([&](RecentLists& lists) {
        if (instead_of) std::erase(lists.views, *instead_of);
        put_first(lists.views, view, most_views);
    });
}

void Recent::opened(const std::string& path) {
    if (can_be_kept(path))
        change([&](RecentLists& lists) { put_first(lists.files, path, most_files); });
}

void Recent::forget() {
    change([](RecentLists& lists) { lists = {}; });
}

}  // namespace mariani::app
