#include "app/files/bookmarks.hpp"

#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/files/settings_text.hpp"
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

constexpr TextLimits bookmarks_limits{16 << 20};  // dozens of views of 10^5 digits
constexpr std::size_t longest_name = 100;

void check_name(std::string_view name) {
    if (name.empty() || name.size() > longest_name || !is_printable(name))
        throw std::invalid_argument(
            fmt::format("a bookmark's name must have 1 to {} characters on one line, without "
                        "control characters",
                        longest_name));
}

toml::table colouring_table(const render::Colouring& colouring) {
    Settings settings;
    settings.colouring = colouring;
    return *parse_toml(settings_to_toml(settings), bookmarks_limits)["colouring"].as_table();
}

std::optional<render::Colouring> colouring_from(const toml::table& table) {
    const auto* colouring = table.get("colouring");
    if (colouring == nullptr) return std::nullopt;
    return settings_from_toml(toml_text(toml::table{{"colouring", *colouring}})).colouring;
}

// name = "paper", title = "…", the view, and the colours as settings have them
Bookmark bookmark_of(const toml::table& table, std::string_view place) {
    Bookmark bookmark;
    bookmark.name = table["name"].value_or(std::string());
    check_name(bookmark.name);
    bookmark.title = table["title"].value_or(bookmark.name);
    try {
        bookmark.view = view_from(table);
        bookmark.dwell_limit = dwell_limit_from(table);
        bookmark.colouring = colouring_from(table);
    } catch (const std::invalid_argument& why) {
        throw std::invalid_argument(fmt::format("{}: {}", place, why.what()));
    }
    return bookmark;
}

// A file holds one bookmark, or a list of tables [[view]]. Throws std::invalid_argument.
std::vector<Bookmark> bookmarks_of(std::string_view text) {
    const toml::table table = parse_toml(text, bookmarks_limits);
    if (table.contains("name")) return {bookmark_of(table, "the bookmark")};
    std::vector<Bookmark> bookmarks;
    const auto* list = table["view"].as_array();
    if (list == nullptr) {
        if (table.contains("view")) throw std::invalid_argument("view is not a list of tables");
        return bookmarks;
    }
    for (std::size_t i = 0; i < list->size(); ++i) {
        const auto place = fmt::format("bookmark {}", i + 1);
        const auto* entry = list->get(i)->as_table();
        if (entry == nullptr) throw std::invalid_argument(place + " is not a table");
        bookmarks.push_back(bookmark_of(*entry, place));
    }
    return bookmarks;
}

std::string text_of(const std::vector<Bookmark>& bookmarks) {
    toml::array list;
    for (const Bookmark& bookmark : bookmarks) {
        if (bookmark.shipped) continue;
        toml::table entry = view_table(bookmark.view, bookmark.dwell_limit);
        entry.insert("name", bookmark.name);
        entry.insert("title", bookmark.title);
        if (bookmark.colouring) entry.insert("colouring", colouring_table(*bookmark.colouring));
        list.push_back(std::move(entry));
    }
    return toml_text(toml::table{{"view", std::move(list)}});
}

std::vector<Bookmark> shipped_bookmarks() {
    const fs::path folder = data_file("assets/views");
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(folder))
        if (entry.path().extension() == ".toml") files.push_back(entry.path());
    std::ranges::sort(files);
    std::vector<Bookmark> all;
    for (const auto& file : files) {
        try {
            for (auto& bookmark : bookmarks_of(read_whole_file(file, bookmarks_limits.bytes)))
                all.push_back(std::move(bookmark));
        } catch (const std::invalid_argument& why) {
            throw std::runtime_error(fmt::format("{} is damaged: {}", file.string(), why.what()));
        }
    }
    for (auto& bookmark : all) bookmark.shipped = true;
    std::stable_partition(all.begin(), all.end(),
                          [](const Bookmark& b) { return b.name == "paper"; });
    return all;
}

fs::path own_bookmarks_path() {
    return user_folders().data / "bookmarks.toml";
}

auto* named(std::string_view name, auto& bookmarks) {
    const auto found = std::ranges::find(bookmarks, name, &Bookmark::name);
    return found == bookmarks.end() ? nullptr : &*found;
}

// The user's, from the file as it is now; a shipped one of the same name takes precedence. Throws
// std::invalid_argument if it is damaged.
void add_own(std::vector<Bookmark>& bookmarks) {
    std::error_code error;
    const auto path = own_bookmarks_path();
    if (!fs::exists(path, error)) return;
    for (auto& bookmark : bookmarks_of(read_own_file(path, bookmarks_limits.bytes)))
        if (named(bookmark.name, bookmarks) == nullptr) bookmarks.push_back(std::move(bookmark));
}

void reject_taken(std::string_view name, const std::vector<Bookmark>& bookmarks) {
    if (named(name, bookmarks) != nullptr)
        throw std::invalid_argument(fmt::format("there is a bookmark {} already", name));
}

Bookmark& own_named(std::string_view name, std::vector<Bookmark>& bookmarks) {
    Bookmark* bookmark = named(name, bookmarks);
    if (bookmark == nullptr || bookmark->shipped)
        throw std::invalid_argument(fmt::format("{} is not one of your bookmarks", name));
    return *bookmark;
}

}  // namespace

std::string colouring_text(const render::Colouring& colouring) {
    return toml_text(colouring_table(colouring));
}

Bookmarks::Bookmarks() : all_(shipped_bookmarks()) {
    const auto shipped = all_;
    try {
        add_own(all_);
    } catch (const std::invalid_argument& why) {
        all_ = shipped;
        messages_.push_back(put_aside(own_bookmarks_path(), "Your bookmarks", why.what()));
    } catch (const std::runtime_error& why) {
        messages_.push_back(fmt::format("Your bookmarks could not be read: {}.", why.what()));
    }
}

const Bookmark* Bookmarks::find(std::string_view name) const {
    return named(name, all_);
}

void Bookmarks::change(const std::function<void(std::vector<Bookmark>&)>& edit) {
    const auto path = data_folder() / "bookmarks.toml";
    const FileLock lock(path);
    std::vector<Bookmark> bookmarks = all_;
    std::erase_if(bookmarks, [](const Bookmark& bookmark) { return !bookmark.shipped; });
    try {
        add_own(bookmarks);
    } catch (const std::invalid_argument& why) {
        throw std::runtime_error(
            fmt::format("your bookmarks are damaged: {}: {}; repair the file, or move it away",
                        path.string(), why.what()));
    }
    edit(bookmarks);
    write_whole_file(path, text_of(bookmarks));
    all_ = std::move(bookmarks);
}

void Bookmarks::add(const std::string& name, const View& view, std::uint32_t dwell_limit,
                    const std::optional<render::Colouring>& colouring) {
    check_name(name);
    refuse(why_invalid(view));  // a file with such a one could not be read
    change([&](std::vector<Bookmark>& bookmarks) {
        reject_taken(name, bookmarks);
        bookmarks.push_back({name, name, view, dwell_limit, false, colouring});
    });
}

RemovedBookmark Bookmarks::remove(const std::string& name) {
    RemovedBookmark removed;
    change([&](std::vector<Bookmark>& bookmarks) {
        const Bookmark& bookmark = own_named(name, bookmarks);
        const auto place = &bookmark - bookmarks.data();
        removed = {bookmark, static_cast<std::size_t>(place)};
        bookmarks.erase(bookmarks.begin() + place);
    });
    return removed;
}

void Bookmarks::put_back(const RemovedBookmark& removed) {
    change([&](std::vector<Bookmark>& bookmarks) {
        reject_taken(removed.bookmark.name, bookmarks);
        const auto place = std::min(removed.place, bookmarks.size());
        bookmarks.insert(bookmarks.begin() + static_cast<std::ptrdiff_t>(place), removed.bookmark);
    });
}

void Bookmarks::rename(const std::string& from, const std::string& to) {
    check_name(to);
    change([&](std::vector<Bookmark>& bookmarks) {
        Bookmark& bookmark = own_named(from, bookmarks);
        if (from == to) return;
        reject_taken(to, bookmarks);
        if (bookmark.title == bookmark.name) bookmark.title = to;
        bookmark.name = to;
    });
}

}  // namespace mariani::app
