#include "app/window/user_palettes.hpp"

#include "app/files/atomic_file.hpp"
#include "app/files/folders.hpp"
#include "app/window/open_file.hpp"
#include "compute/model/printable.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace fs = std::filesystem;
namespace {

constexpr std::size_t longest_name = 60;
constexpr std::size_t most_palettes = 200;  // a list that one can still choose from

void check_name(const std::string& name) {
    const bool allowed = !name.empty() && name.size() <= longest_name && is_printable(name) &&
                         name.find('/') == std::string::npos && name.front() != '.' &&
                         name.find_first_not_of(' ') != std::string::npos;
    if (!allowed)
        throw std::invalid_argument(
            fmt::format("a palette's name must have 1 to {} characters on one line, without / and "
                        "without a dot in front",
                        longest_name));
}

}  // namespace

void load_user_palettes(WindowState& state, render::PaletteLibrary& palettes) {
    std::vector<fs::path> files;
    const fs::path folder = user_folders().data / "palettes";
    state.attempt([&] {
        if (!fs::exists(folder)) return;
        for (const auto& entry : fs::directory_iterator(folder))
            if (render::is_palette_file(entry.path())) files.push_back(entry.path());
    });
    std::ranges::sort(files);
    files.resize(std::min(files.size(), most_palettes));
    for (const auto& file : files)
        if (const auto failure = failure_of([&] { palettes.get(file.string()); }))
            state.notify(Message::Kind::warning, *failure);
}

void save_palette(const std::string& name, WindowState& state, render::PaletteLibrary& palettes) {
    check_name(name);
    std::string& used = state.settings.colouring.palette;
    const fs::path folder = data_folder() / "palettes";
    fs::create_directories(folder);
    const fs::path file = folder / (name + ".gpl");
    if (fs::exists(file))
        throw std::runtime_error(
            fmt::format("there is a palette {} already: type another name", in_quotes(name)));
    render::Palette palette = palettes.get(used);
    palette.name = name;
    write_whole_file(file, render::gpl_text(palette));
    used = file.string();
    list_palettes(state, palettes);
    state.notify(Message::Kind::info, "Saved " + file.string());
}

}  // namespace mariani::app
