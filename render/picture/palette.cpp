#include "render/picture/palette.hpp"

#include "compute/model/text.hpp"
#include "render/files/regular_file.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/palette_stops.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <string_view>

#include <fmt/core.h>

namespace mariani::render {
namespace {

constexpr std::size_t max_colours = 65536;
constexpr std::int64_t max_bytes = 4 << 20;  // 64 per colour, with its comment

Rgb8 between(Rgb8 from, Rgb8 to, double share) {
    const auto mix = [share](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + (b - a) * share));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

int distance(Rgb8 a, Rgb8 b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

bool is_comment(std::string_view line) {
    return line.starts_with('#') || line.starts_with(';') || line.starts_with("//");
}

// What may stand behind a number: blanks or a comma, and behind the last one a comment.
void skip_separator(std::string_view& line) {
    line = trimmed(line);
    if (line.starts_with(',')) line = trimmed(line.substr(1));
}

// The three numbers at the start of the line, up to 256; the rest is a comment.
std::optional<std::array<int, 3>> parse_channels(std::string_view line) {
    std::array<int, 3> channels{};
    for (int& channel : channels) {
        const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), channel);
        if (error != std::errc{} || channel < 0 || channel > 256) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
        const bool ends = line.empty() || line.front() == ' ' || line.front() == '\t' ||
                          line.front() == ',' || is_comment(line);
        if (!ends) return std::nullopt;
        skip_separator(line);
    }
    return channels;
}

// Capital or not.
bool ends_with_letters(const std::filesystem::path& file, std::string_view extension) {
    return std::ranges::equal(file.extension().string(), extension, [](char a, char b) {
        return a == b || ('A' <= a && a <= 'Z' && a - 'A' + 'a' == b);
    });
}

constexpr std::size_t longest_shown = 60;  // characters of a line

class Reader {
  public:
    explicit Reader(const std::filesystem::path& file)
        : file_(file), stream_(plain_lines(read_whole_file(file, max_bytes))) {
        stream_.exceptions(std::ios::badbit);
        palette.name = file.stem().string();
    }

    // The next line that is neither empty nor a comment, trimmed; false at the end.
    bool next(std::string_view& line) {
        do {
            if (!std::getline(stream_, text_)) return false;
            ++number_;
            line = trimmed(text_);
            if (line.starts_with('#') && names_stops(line.substr(1)))
                palette.stops = line.substr(1);
        } while (line.empty() || is_comment(line));
        return true;
    }

    [[noreturn]] void reject(std::string_view expected) const {
        throw std::runtime_error(fmt::format("{}, line {}: expected {}, found \"{}\"",
                                             file_.string(), number_, expected,
                                             printable(trimmed(text_), longest_shown)));
    }

    void take_colour(std::string_view line) {
        const auto channels = parse_channels(line);
        if (!channels) reject("three whole numbers from 0 to 255 (red green blue)");
        if (palette.colours.size() == max_colours) reject("no more than 65536 colours");
        if (std::ranges::count(*channels, 256) > 0) lines_of_256_.push_back(number_);
        const auto byte = [&](std::size_t i) {
            return static_cast<std::uint8_t>(std::min((*channels)[i], 255));
        };
        palette.colours.push_back({byte(0), byte(1), byte(2)});
    }

    Palette checked() {
        if (palette.colours.empty())
            throw std::runtime_error(
                fmt::format("{}: expected lines of three numbers (red green blue), found none",
                            file_.string()));
        if (!lines_of_256_.empty())
            palette.notices.push_back(fmt::format(
                "{}, line {}{}: 256 was taken as 255, the most that a colour can have.",
                file_.string(), lines_of_256_.front(),
                lines_of_256_.size() == 1 ? ""
                                          : fmt::format(" and {} more", lines_of_256_.size() - 1)));
        return palette;
    }

    Palette palette;

  private:
    const std::filesystem::path& file_;
    std::istringstream stream_;
    std::string text_;
    int number_ = 0;
    std::vector<int> lines_of_256_;
};

Palette read_map(const std::filesystem::path& file) {
    Reader reader(file);
    for (std::string_view line; reader.next(line);) reader.take_colour(line);
    return reader.checked();
}

// What a line "NAME: VALUE" or "NAME VALUE" says, nullopt if it is another one.
std::optional<std::string_view> value_of(std::string_view line, std::string_view name) {
    if (!line.starts_with(name)) return std::nullopt;
    line.remove_prefix(name.size());
    if (!line.empty() && line.front() != ':' && line.front() != ' ' && line.front() != '\t')
        return std::nullopt;
    line = trimmed(line);
    return line.starts_with(':') ? trimmed(line.substr(1)) : line;
}

Palette read_gpl(const std::filesystem::path& file) {
    Reader reader(file);
    std::string_view line;
    if (!reader.next(line) || line != "GIMP Palette") reader.reject("\"GIMP Palette\"");
    while (reader.next(line)) {
        if (value_of(line, "Columns") || value_of(line, "Channels")) continue;
        if (const auto name = value_of(line, "Name"))
            reader.palette.name = *name;
        else
            reader.take_colour(line);
    }
    Palette palette = reader.checked();
    if (!make(palette.stops, palette.colours)) palette.stops.clear();
    return palette;
}

}  // namespace

bool repeats_mirrored(const Palette& palette) {
    const auto& colours = palette.colours;
    int greatest_step = 0;
    for (std::size_t i = 1; i < colours.size(); ++i)
        greatest_step = std::max(greatest_step, distance(colours[i - 1], colours[i]));
    return colours.size() > 2 && distance(colours.back(), colours.front()) > 2 * greatest_step;
}

Rgb8 colour_on_ramp(const Palette& palette, double t) {
    const auto last = static_cast<double>(palette.colours.size() - 1);
    const double position = std::clamp(t, 0.0, 1.0) * last;
    const auto before = static_cast<std::size_t>(position);
    const std::size_t after = std::min(before + 1, palette.colours.size() - 1);
    return between(palette.colours[before], palette.colours[after],
                   position - static_cast<double>(before));
}

bool is_palette_file(const std::filesystem::path& file) {
    return ends_with_letters(file, ".map") || ends_with_letters(file, ".gpl");
}

Palette read_palette(const std::filesystem::path& file) {
    if (ends_with_letters(file, ".map")) return read_map(file);
    if (ends_with_letters(file, ".gpl")) return read_gpl(file);
    throw std::runtime_error(fmt::format(
        "cannot read the palette {}: expected a file that ends in .map or .gpl", file.string()));
}

PaletteLibrary::PaletteLibrary(const std::filesystem::path& folder) {
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        if (entry.path().extension() != ".map") continue;
        Palette palette = read_palette(entry.path());
        names_.push_back(palette.name);
        palettes_.emplace(palette.name, std::move(palette));
    }
    if (names_.empty())
        throw std::runtime_error(
            fmt::format("cannot find palettes (.map files) in {}: is mariani's assets folder "
                        "complete?",
                        folder.string()));
    const std::string first = Colouring{}.palette;
    std::sort(names_.begin(), names_.end(), [&](const std::string& a, const std::string& b) {
        return (a != first) != (b != first) ? a == first : a < b;
    });
}

const Palette& PaletteLibrary::get(const std::string& name) {
    if (const auto found = palettes_.find(name); found != palettes_.end()) return found->second;
    if (names_stops(name)) {
        if (stops_text_ != name) of_stops_ = palette_of_stops(parse_stops(name));
        stops_text_ = name;
        return *of_stops_;
    }
    const std::filesystem::path path(name);
    if (!path.has_extension()) {
        std::string known;
        for (const auto& each : names_) known += (known.empty() ? "" : ", ") + each;
        throw std::runtime_error(fmt::format(
            "there is no palette {}: it must be one of {}, or a .map or .gpl file", name, known));
    }
    Palette palette = read_palette(path);
    names_.push_back(name);
    return palettes_.emplace(name, std::move(palette)).first->second;
}

}  // namespace mariani::render
