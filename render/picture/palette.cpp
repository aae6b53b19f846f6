#include "render/picture/palette.hpp"

#include "compute/model/printable.hpp"
#include "render/files/regular_file.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <optional>
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

// `position` counts in colours; it may equal their number if the list wraps.
Rgb8 colour_at(const std::vector<Rgb8>& colours, double position) {
    const auto before = static_cast<std::size_t>(position);
    const auto count = colours.size();
    return between(colours[before % count], colours[(before + 1) % count],
                   position - static_cast<double>(before));
}

int distance(Rgb8 a, Rgb8 b) {
    return std::max({std::abs(a.r - b.r), std::abs(a.g - b.g), std::abs(a.b - b.b)});
}

std::string_view trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t\r");
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(" \t\r") - first + 1);
}

// The three numbers at the start of the line; the rest is a comment.
std::optional<Rgb8> parse_colour(std::string_view line) {
    std::array<int, 3> channels{};
    for (int& channel : channels) {
        line = trimmed(line);
        const auto [rest, error] = std::from_chars(line.data(), line.data() + line.size(), channel);
        if (error != std::errc{} || channel < 0 || channel > 255) return std::nullopt;
        line.remove_prefix(static_cast<std::size_t>(rest - line.data()));
        if (!line.empty() && line.front() != ' ' && line.front() != '\t') return std::nullopt;
    }
    const auto byte = [&](std::size_t i) { return static_cast<std::uint8_t>(channels[i]); };
    return Rgb8{byte(0), byte(1), byte(2)};
}

constexpr std::size_t longest_shown = 60;  // characters of a line

class Reader {
  public:
    explicit Reader(const std::filesystem::path& file)
        : file_(file), stream_(read_whole_file(file, max_bytes)) {
        stream_.exceptions(std::ios::badbit);
    }

    // The next line, trimmed; false at the end.
    bool next(std::string_view& line) {
        if (!std::getline(stream_, text_)) return false;
        ++number_;
        line = trimmed(text_);
        return true;
    }

    [[noreturn]] void reject(std::string_view expected) const {
        throw std::runtime_error(fmt::format("{}, line {}: expected {}, found \"{}\"",
                                             file_.string(), number_, expected,
                                             printable(trimmed(text_), longest_shown)));
    }

    void take_colour(std::string_view line, Palette& palette) const {
        const auto colour = parse_colour(line);
        if (!colour) reject("three whole numbers from 0 to 255 (red green blue)");
        if (palette.colours.size() == max_colours) reject("no more than 65536 colours");
        palette.colours.push_back(*colour);
    }

    Palette checked(Palette palette) const {
        if (palette.colours.empty())
            throw std::runtime_error(
                fmt::format("{}: expected lines of three numbers (red green blue), found none",
                            file_.string()));
        return palette;
    }

  private:
    const std::filesystem::path& file_;
    std::istringstream stream_;
    std::string text_;
    int number_ = 0;
};

Palette read_map(const std::filesystem::path& file) {
    Reader reader(file);
    Palette palette{file.stem().string(), {}};
    for (std::string_view line; reader.next(line);)
        if (!line.empty() && line.front() != '#') reader.take_colour(line, palette);
    return reader.checked(std::move(palette));
}

Palette read_gpl(const std::filesystem::path& file) {
    Reader reader(file);
    std::string_view line;
    if (!reader.next(line) || line != "GIMP Palette") reader.reject("\"GIMP Palette\"");
    Palette palette{file.stem().string(), {}};
    while (reader.next(line)) {
        if (line.empty() || line.front() == '#' || line.starts_with("Columns:")) continue;
        if (line.starts_with("Name:"))
            palette.name = trimmed(line.substr(5));
        else
            reader.take_colour(line, palette);
    }
    return reader.checked(std::move(palette));
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
    return colour_at(palette.colours, std::clamp(t, 0.0, 1.0) * last);
}

Rgb8 colour_on_ring(const Palette& palette, double t) {
    return colour_on_ring(palette, repeats_mirrored(palette), t);
}

Rgb8 colour_on_ring(const Palette& palette, bool mirrored, double t) {
    const double turn = t - std::floor(t);
    if (mirrored) return colour_on_ramp(palette, turn < 0.5 ? 2 * turn : 2 - 2 * turn);
    return colour_at(palette.colours, turn * static_cast<double>(palette.colours.size()));
}

Palette read_palette(const std::filesystem::path& file) {
    std::string extension = file.extension().string();
    for (char& letter : extension) letter = static_cast<char>(std::tolower(letter));
    if (extension == ".map") return read_map(file);
    if (extension == ".gpl") return read_gpl(file);
    throw std::runtime_error(fmt::format(
        "cannot read the palette {}: expected a file that ends in .map or .gpl", file.string()));
}

}  // namespace mariani::render
