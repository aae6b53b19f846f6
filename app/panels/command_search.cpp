#include "app/panels/command_search.hpp"

#include "app/explore/keys.hpp"
#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/tab.hpp"
#include "app/panels/widgets.hpp"
#include "compute/model/text.hpp"

#include <algorithm>
#include <cfloat>
#include <filesystem>
#include <system_error>
#include <tuple>
#include <utility>

#include <fmt/core.h>
#include <imgui.h>
#include <imgui_stdlib.h>

namespace mariani::app {
namespace {

constexpr std::size_t kept_used = 30;

// Draws the sections of all tabs and the laboratory where nobody sees them, on copies of all that
// this may change: each row says which it is. What depends on a picture that is not there has no
// row.
std::vector<PanelRow> all_rows(const PanelContext& context) {
    Settings settings = context.settings;
    CommandQueue commands;
    PanelState state = context.state;
    std::vector<PanelRow> rows;
    state.rows = {.noted = &rows};
    const PanelContext inner{settings, context.seen, commands, context.fonts, state, context.tabs};
    ImGui::SetNextWindowPos({-1e5f, 0});
    ImGui::SetNextWindowSize({scaled_length(context, 470), scaled_length(context, 900)});
    ImGui::Begin("##rows", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                     ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
    const auto draw = [&](const char* section, void (*panel)(const PanelContext&)) {
        state.rows.section = section;
        state.rows.in_details = false;
        rows.push_back({section, ""});
        ImGui::PushID(section);
        std::ignore = failure_of_drawing([&] { panel(inner); });
        ImGui::PopID();
    };
    for (const Tab* tab : context.tabs) {
        settings.workload = tab->workload;
        for (const Section& section : tab->sections) draw(section.name, section.panel);
    }
    settings.workload = Workload::mandelbrot;
    for (const LaboratoryTab& tab : laboratory_tabs()) draw(tab.title, tab.panel);
    ImGui::End();
    return rows;
}

// The tab and the section of that name; null: it is the laboratory's.
std::pair<const Tab*, const Section*> section_named(const PanelContext& context,
                                                    std::string_view name) {
    for (const Tab* tab : context.tabs)
        for (const Section& section : tab->sections)
            if (section.name == name) return {tab, &section};
    return {};
}

void add_rows(const PanelContext& context, std::vector<SearchEntry>& entries) {
    for (PanelRow& row : all_rows(context)) {
        const auto [tab, section] = section_named(context, row.section);
        const std::string title = section ? section->title : row.section;
        const std::string place = tab ? tab->label : "Laboratory";
        SearchEntry entry{row.label.empty() ? title : row.label,
                          row.label.empty() ? place : fmt::format("{}, {}", title, place),
                          std::move(row)};
        const auto same = [&](const SearchEntry& other) {
            return other.title == entry.title && other.about == entry.about;
        };
        if (std::ranges::none_of(entries, same)) entries.push_back(std::move(entry));
    }
}

// Palettes and mappings; they show the dwells that they colour.
void add_colours(const PanelContext& context, std::vector<SearchEntry>& entries) {
    const auto add = [&](std::string title, const char* about, auto member, auto value) {
        entries.push_back({std::move(title), about, [member, value](Settings& settings) {
                               settings.colouring.*member = value;
                               settings.colouring.shown = render::Quantity::dwell;
                           }});
    };
    for (const PaletteView& palette : context.seen.palettes)
        add(shown_name(palette.name), "palette", &render::Colouring::palette, palette.name);
    const auto names = mapping_names();
    for (std::size_t i = 0; i < names.size(); ++i)
        add(std::string(names[i]), "mapping", &render::Colouring::mapping,
            static_cast<render::Mapping>(i));
}

void add_zooms(std::vector<SearchEntry>& entries) {
    std::string_view last;
    for (const KeyBinding& each : key_bindings())
        if (std::holds_alternative<command::ZoomBy>(each.command) &&
            std::exchange(last, each.label) != each.label)
            entries.push_back({std::string(each.label), keys_of(each.label), each.command});
}

void add_places(const PanelContext& context, std::vector<SearchEntry>& entries) {
    const Observations& seen = context.seen;
    for (const BookmarkView& each : seen.bookmarks)
        entries.push_back({each.name, each.shipped ? "bookmark" : "your bookmark",
                           command::OpenBookmark{each.name}});
    for (std::size_t i = 0; i < seen.recent_views.size(); ++i)
        entries.push_back({"View " + magnification(seen.recent_views[i].view.height),
                           fmt::format("recent view {}", i + 1), command::OpenRecentView{i}});
    for (const auto& path : seen.recent_files)
        entries.push_back(
            {printable(std::filesystem::path(path).filename().string(), longest_quote),
             "recent file", command::OpenFile{path}});
}

// Opens part and section, or the laboratory and its tab, where the row then comes into view and has
// the keyboard.
void show_row(const PanelContext& context, const PanelRow& row) {
    const auto [tab, section] = section_named(context, row.section);
    Settings& settings = context.settings;
    context.state.rows.sought = row;
    if (!section) {
        settings.workload = Workload::mandelbrot;
        context.state.laboratory_tab = row.section;
        if (!context.seen.laboratory_shown) context.commands.push_back(Action::toggle_laboratory);
        return;
    }
    settings.workload = tab->workload;
    settings.panel_part = section->part;
    settings.sections[section->name] = true;
    if (row.in_details) settings.sections[details_of(section->name)] = true;
    if (context.seen.layout.panel.width <= 0) context.commands.push_back(Action::toggle_panel);
}

void close_search(const PanelContext& context) {
    context.commands.push_back(Action::toggle_search);
    KeyboardPlace& keyboard = context.state.keyboard;
    keyboard.arrives = keyboard.at != KeyboardPlace::picture;
}

void take_entry(const PanelContext& context, const SearchEntry& entry) {
    auto& used = context.state.search.used;
    std::erase(used, entry.title);
    used.insert(used.begin(), entry.title);
    if (used.size() > kept_used) used.pop_back();
    close_search(context);
    if (const auto* command = std::get_if<Command>(&entry.goal))
        context.commands.push_back(*command);
    else if (const auto* set = std::get_if<std::function<void(Settings&)>>(&entry.goal))
        (*set)(context.settings);
    else
        show_row(context, std::get<PanelRow>(entry.goal));
}

// The title, its found letters bright.
void bright_title(const FoundEntry& found) {
    const std::string& title = found.entry->title;
    for (std::size_t from = 0, to = 0; from < title.size(); from = to) {
        const auto is_found = [&](std::size_t at) {
            const auto& places = found.text.match.found.places;
            return std::ranges::find(places, at) != places.end();
        };
        const bool bright = is_found(from);
        for (to = from; to < title.size() && is_found(to) == bright;) ++to;
        if (from > 0) ImGui::SameLine(0, 0);
        ImGui::PushStyleColor(ImGuiCol_Text, bright ? tone::accent_bright : tone::text);
        ImGui::TextUnformatted(title.data() + from, title.data() + to);
        ImGui::PopStyleColor();
    }
}

bool entry_row(const FoundEntry& found, bool selected) {
    const float start = ImGui::GetCursorPosX(), right = content_right();
    ImGui::SetNextItemAllowOverlap();
    const bool clicked = ImGui::Selectable("##entry", selected);
    ImGui::SameLine(start + ImGui::GetStyle().ItemInnerSpacing.x);
    bright_title(found);
    const std::string& about = found.entry->about;
    const float left = right - ImGui::CalcTextSize(about.c_str()).x;
    ImGui::SameLine();
    if (left < ImGui::GetCursorPosX()) return ImGui::NewLine(), clicked;
    ImGui::SetCursorPosX(left);
    ImGui::TextDisabled("%s", about.c_str());
    return clicked;
}

// Up and down, round and round. Whether that changed it.
bool move_selection(std::size_t& selected, std::size_t count) {
    if (count == 0) return false;
    const std::size_t before = selected = std::min(selected, count - 1);
    if (ImGui::IsKeyPressed(ImGuiKey_DownArrow)) selected = (selected + 1) % count;
    if (ImGui::IsKeyPressed(ImGuiKey_UpArrow)) selected = (selected + count - 1) % count;
    return selected != before;
}

void found_list(const PanelContext& context, bool entered) {
    constexpr float most_rows = 12;
    CommandSearch& search = context.state.search;
    const auto found = found_entries(search);
    const bool moved = move_selection(search.selected, found.size());
    const float line = ImGui::GetTextLineHeightWithSpacing();
    const float room = 0.7f * ImGui::GetMainViewport()->Size.y;
    const float rows = std::clamp(static_cast<float>(found.size()), 1.0f, most_rows);
    const SearchEntry* chosen = nullptr;
    ImGui::BeginChild("found", {0, std::min(rows * line, room)});
    if (found.empty()) ImGui::TextDisabled("Nothing has these letters in this order.");
    for (std::size_t i = 0; i < found.size(); ++i) {
        ImGui::PushID(static_cast<int>(i));
        const bool selected = i == search.selected;
        if (entry_row(found[i], selected) || (selected && entered)) chosen = found[i].entry;
        if (selected && moved) ImGui::SetScrollHereY();
        ImGui::PopID();
    }
    ImGui::EndChild();
    if (chosen) take_entry(context, *chosen);
}

}  // namespace

std::vector<SearchEntry> search_entries(const PanelContext& context) {
    std::vector<SearchEntry> entries;
    for (int i = 0; i <= static_cast<int>(last_action); ++i) {
        const auto action = static_cast<Action>(i);
        if (!title_of(action).empty())
            entries.push_back({std::string(title_of(action)), keys_of(action), Command(action)});
    }
    for (const Tab* tab : context.tabs)
        entries.push_back({tab->label, "tab", [chosen = tab->workload](Settings& settings) {
                               settings.workload = chosen;
                           }});
    add_zooms(entries);
    add_rows(context, entries);
    add_colours(context, entries);
    add_places(context, entries);
    std::ranges::rotate(entries, entries.begin() + 1);  // Quit is not what Enter alone does
    return entries;
}

std::optional<SearchEntry> file_entry(const std::string& text) {
    const auto path = typed_path(text);
    if (!path) return std::nullopt;
    std::error_code error;
    const bool folder = std::filesystem::is_directory(*path, error);
    return SearchEntry{"Open " + printable(text, longest_quote), folder ? "folder" : "file",
                       command::OpenFile{path->string()}};
}

std::vector<FoundEntry> found_entries(const CommandSearch& search) {
    std::vector<SearchText> texts;
    for (const SearchEntry& each : search.entries) texts.push_back({each.title, each.about});
    std::vector<FoundEntry> found;
    for (FoundText& each : found_texts(search.text, texts))
        found.push_back({&search.entries[each.index], std::move(each)});
    const auto rank = [&](const FoundEntry& each) {
        const auto& [entry, text] = each;
        const auto age = std::ranges::find(search.used, entry->title) - search.used.begin();
        const auto length = search.text.empty() || !text.in_title ? 0 : entry->title.size();
        return std::tuple_cat(text.rank(), std::tuple(age, length));
    };
    std::ranges::stable_sort(found, {}, rank);
    if (!search.file) return found;
    std::erase_if(found, [](const FoundEntry& each) { return each.text.is_scattered(); });
    found.insert(found.begin(), {&*search.file, {}});
    return found;
}

void command_search(const PanelContext& context) {
    CommandSearch& search = context.state.search;
    if (!context.seen.search_shown) return;
    if (search.frames++ == 0) search.entries = search_entries(context);
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled_length(context, 560), 0.94f * viewport.Size.x);
    const float middle = std::clamp(0.5f * (area.from.x + area.to.x), 0.5f * width,
                                    std::max(viewport.Size.x - 0.5f * width, 0.5f * width));
    ImGui::SetNextWindowPos({middle, viewport.Pos.y + 0.1f * viewport.Size.y}, ImGuiCond_Always,
                            {0.5f, 0});
    ImGui::SetNextWindowSize({width, 0});
    ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
    ImGui::Begin("Search", nullptr,
                 ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoNav |
                     ImGuiWindowFlags_NoSavedSettings);
    ImGui::PopStyleVar();
    if (search.frames == 1) {
        ImGui::SetWindowFocus();
        ImGui::SetKeyboardFocusHere();
    }
    ImGui::SetNextItemWidth(-FLT_MIN);
    const std::string before = search.text;
    const bool entered = ImGui::InputTextWithHint(
        "##text", "command, field, palette, bookmark, tab, or path of a file to open", &search.text,
        ImGuiInputTextFlags_EnterReturnsTrue);
    if (search.text != before) {
        search.selected = 0;
        search.file = file_entry(search.text);
    }
    const bool cancelled = ImGui::IsKeyPressed(ImGuiKey_Escape);
    const bool left = search.frames > 3 && !ImGui::IsWindowFocused(ImGuiFocusedFlags_ChildWindows);
    if (cancelled || left)
        close_search(context);
    else
        found_list(context, entered);
    ImGui::End();
}

}  // namespace mariani::app
