#include "app/measure/plots/drawing.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include <imgui.h>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr int opaque = 256;

// Lays a colour over a pixel with an opacity up to `opaque`.
void blend(std::uint8_t* pixel, Rgb8 colour, int opacity) {
    const auto mix = [opacity](std::uint8_t below, std::uint8_t above) {
        const int share = ((above - below) * opacity + opaque / 2) >> 8;
        return static_cast<std::uint8_t>(below + share);
    };
    pixel[0] = mix(pixel[0], colour.r);
    pixel[1] = mix(pixel[1], colour.g);
    pixel[2] = mix(pixel[2], colour.b);
}
// A colour as the channels of a pixel of four bytes, by turns.
struct TwoChannels {
    static constexpr std::uint32_t mask = 0x00FF00FF;
    std::uint32_t even, odd;

    explicit TwoChannels(Rgb8 colour) {
        const std::uint8_t channels[] = {colour.r, colour.g, colour.b, 255};
        const auto word = std::bit_cast<std::uint32_t>(channels);
        even = word & mask;
        odd = word >> 8 & mask;
    }
};
// The same bits as above, two channels at a time.
void blend(std::uint8_t* pixel, const TwoChannels& colour, int opacity) {
    constexpr std::uint32_t mask = TwoChannels::mask, half = 0x00800080;
    const auto share = static_cast<std::uint32_t>(opacity), rest = opaque - share;
    std::uint32_t word;
    std::memcpy(&word, pixel, sizeof word);
    const std::uint32_t even = (word & mask) * rest + colour.even * share + half;
    const std::uint32_t odd = (word >> 8 & mask) * rest + colour.odd * share + half;
    word = (even >> 8 & mask) | (odd & ~mask);
    std::memcpy(pixel, &word, sizeof word);
}
int opacity_of(double coverage) {
    return std::clamp(static_cast<int>(opaque * coverage + 0.5), 0, opaque);
}

// Rows of a hairline are counted in steps of 2^-32: columns add to them without a rounding, so that
// a pixel does not depend on where the clip begins.
constexpr int row_bits = 32;
constexpr double greatest_row = 1 << 24;
std::int64_t fixed_row(double row) {
    return static_cast<std::int64_t>(std::ldexp(row, row_bits));
}

// At least the pixels of an interval, within limits that are not negative.
struct Pixels {
    int begin, end;
};
Pixels pixels_of(double from, double to, int first, int count) {
    const double least = first, most = first + count;
    const auto begin = static_cast<int>(std::clamp(from, least, most));
    const auto last = static_cast<int>(std::clamp(to, least, most));
    return {begin, std::min(last + 1, first + count)};
}

// A line from a point on, in units of its length.
struct Stroke {
    PlotPoint from;
    double dx, dy, length;
    const Pen& pen;
    double reach;  // to both sides

    double along(double x, double y) const { return (x - from.x) * dx + (y - from.y) * dy; }
    double beside(double x, double y) const { return (x - from.x) * dy - (y - from.y) * dx; }
    bool is_plain(double at) const { return pen.dash == 0 && at >= 0 && at <= length; }
    double coverage(double x, double y) const {
        const double at = along(x, y);
        if (pen.dash > 0 && std::fmod(std::max(0.0, at), 2 * pen.dash) > pen.dash) return 0;
        const double away = beside(x, y), beyond = std::max({0.0, -at, at - length});
        return reach - std::sqrt(away * away + beyond * beyond);
    }
};

void draw_row(std::uint8_t* pixel, std::ptrdiff_t channels, const Stroke& stroke, Pixels columns,
              int row) {
    const double x = columns.begin + 0.5, y = row + 0.5;
    const Rgb8 colour = stroke.pen.colour;
    const int count = columns.end - columns.begin;
    if (stroke.is_plain(stroke.along(x, y)) && stroke.is_plain(stroke.along(x + count - 1, y))) {
        double beside = stroke.beside(x, y);
        for (int i = 0; i < count; ++i, pixel += channels, beside += stroke.dy)
            blend(pixel, colour, opacity_of(stroke.reach - std::abs(beside)));
    } else {
        for (int i = 0; i < count; ++i, pixel += channels)
            blend(pixel, colour, opacity_of(stroke.coverage(x + i, y)));
    }
}

std::uint8_t mixed(std::uint8_t below, std::uint8_t above, int coverage) {
    return static_cast<std::uint8_t>((below * (255 - coverage) + above * coverage + 127) / 255);
}

}  // namespace

render::Rgb8 ink_on(render::Rgb8 colour) {
    return 3 * colour.r + 6 * colour.g + colour.b > 1300 ? page::ink : page::white;
}

void fill(render::Image& image, PixelRect rect, Rgb8 colour) {
    if (rect.width <= 0 || rect.height <= 0) return;
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    const auto first = image.row(rect.y).begin() + rect.x * channels;
    for (int y = rect.y; y < rect.y + rect.height; ++y) {
        const auto row = image.row(y).begin() + rect.x * channels;
        if (y > rect.y && image.format() == render::PixelFormat::rgb) {
            std::copy_n(first, rect.width * channels, row);
            continue;
        }
        for (auto pixel = row; pixel != row + rect.width * channels; pixel += channels) {
            pixel[0] = colour.r;
            pixel[1] = colour.g;
            pixel[2] = colour.b;
        }
    }
}

void outline(render::Image& image, PixelRect rect, int width, Rgb8 colour) {
    fill(image, {rect.x, rect.y, rect.width, width}, colour);
    fill(image, {rect.x, rect.y + rect.height - width, rect.width, width}, colour);
    fill(image, {rect.x, rect.y, width, rect.height}, colour);
    fill(image, {rect.x + rect.width - width, rect.y, width, rect.height}, colour);
}

void line(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, const Pen& pen) {
    const double length = std::hypot(to.x - from.x, to.y - from.y);
    if (!(length > 0)) return;
    const Stroke stroke{from, (to.x - from.x) / length, (to.y - from.y) / length, length,
                        pen,  0.5 * pen.width + 0.5};
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    const double reach = stroke.reach;
    const double left = std::min(from.x, to.x) - reach, right = std::max(from.x, to.x) + reach;
    const double slope = stroke.dx / stroke.dy, half_span = reach / std::abs(stroke.dy);
    const bool is_steep = half_span < right - left;
    const Pixels rows = pixels_of(std::min(from.y, to.y) - reach, std::max(from.y, to.y) + reach,
                                  clip.y, clip.height);
    for (int y = rows.begin; y < rows.end; ++y) {
        const double middle = from.x + (y + 0.5 - from.y) * slope;
        const Pixels columns =
            pixels_of(is_steep ? std::max(left, middle - half_span) : left,
                      is_steep ? std::min(right, middle + half_span) : right, clip.x, clip.width);
        if (columns.begin < columns.end)
            draw_row(&image.row(y)[static_cast<std::size_t>(columns.begin * channels)], channels,
                     stroke, columns, y);
    }
}

void hairline(render::Image& image, PixelRect clip, PlotPoint from, PlotPoint to, Rgb8 colour) {
    int first = clip.x, end = clip.x + clip.width, least = clip.y, most = clip.y + clip.height;
    std::ptrdiff_t step = 4, beside = step * image.size().width;
    if (std::abs(to.y - from.y) > std::abs(to.x - from.x)) {
        std::swap(from.x, from.y), std::swap(to.x, to.y);
        std::swap(first, least), std::swap(end, most), std::swap(step, beside);
    }
    if (from.x > to.x) std::swap(from, to);
    const double slope = (to.y - from.y) / (to.x - from.x);
    const double at_zero = from.y + (0.5 - from.x) * slope - 0.5;  // the row of column 0
    if (!(std::abs(at_zero) < greatest_row)) return;               // far beside, or no number
    const auto column = [&](double x) {
        return static_cast<int>(std::clamp<double>(x + 0.5, first, end));
    };
    const std::int64_t rise = fixed_row(slope), half_share = fixed_row(0.5 / opaque);
    const TwoChannels channels(colour);
    int x = column(from.x);
    std::int64_t row = fixed_row(at_zero) + half_share + x * rise;
    for (const int last = column(to.x); x < last; ++x, row += rise) {
        const int above = static_cast<int>(row >> row_bits);
        if (above < least - 1 || above >= most) continue;
        const int share = static_cast<int>(row >> (row_bits - 8)) & (opaque - 1);
        std::uint8_t* const pixels = image.bytes().data() + x * step;
        if (above >= least) blend(pixels + above * beside, channels, opaque - share);
        if (above + 1 < most) blend(pixels + (above + 1) * beside, channels, share);
    }
}

void dot(render::Image& image, PixelRect clip, PlotPoint at, double radius, Rgb8 colour) {
    const double reach = radius + 0.5;
    const Pixels rows = pixels_of(at.y - reach, at.y + reach, clip.y, clip.height);
    const Pixels columns = pixels_of(at.x - reach, at.x + reach, clip.x, clip.width);
    const auto channels = static_cast<std::ptrdiff_t>(image.format());
    for (int y = rows.begin; y < rows.end; ++y) {
        auto pixel = image.row(y).data() + columns.begin * channels;
        for (int x = columns.begin; x < columns.end; ++x, pixel += channels)
            blend(pixel, colour, opacity_of(reach - std::hypot(x + 0.5 - at.x, y + 0.5 - at.y)));
    }
}

std::vector<std::string> broken_at_blanks(std::string_view text, double width,
                                          const std::function<double(std::string_view)>& width_of) {
    std::vector<std::string> lines;
    while (!text.empty()) {
        const auto blank = std::min(text.find(' '), text.size());
        const std::string word(text.substr(0, blank));
        text.remove_prefix(std::min(blank + 1, text.size()));
        if (!lines.empty() && width_of(lines.back() + ' ' + word) <= width)
            lines.back() += ' ' + word;
        else
            lines.push_back(word);
    }
    return lines;
}

struct TextStamp::Font {
    Font() {
        secure_imgui_memory();
        atlas.TexDesiredFormat = ImTextureFormat_Alpha8;
        atlas.RendererHasTextures = true;  // draw() reads its texture as it grows
    }

    ImFontAtlas atlas;
    ImFontBaked* glyphs = nullptr;
};

TextStamp::TextStamp() : font_(std::make_unique<Font>()) {
    ImFont* font = font_->atlas.AddFontDefaultBitmap();
    font_->glyphs = font->GetFontBaked(font->LegacySize);
}

TextStamp::TextStamp(float size) : font_(std::make_unique<Font>()) {
    font_->glyphs = font_->atlas.AddFontDefaultVector()->GetFontBaked(size);
}

TextStamp::~TextStamp() = default;

int TextStamp::width_of(std::string_view text) const {
    float width = 0;
    for (const char c : text) width += font_->glyphs->FindGlyph(static_cast<ImWchar>(c))->AdvanceX;
    return static_cast<int>(std::lround(width));
}

int TextStamp::height() const {
    return static_cast<int>(std::lround(font_->glyphs->Size));
}

std::vector<std::string> TextStamp::lines_of(std::string_view text, int width) const {
    return broken_at_blanks(text, width,
                            [this](std::string_view words) { return 1.0 * width_of(words); });
}

void TextStamp::draw(render::Image& image, int x, int y, std::string_view text,
                     render::Rgb8 colour) const {
    auto pen = static_cast<float>(x);
    for (const char c : text) {
        const ImFontGlyph& glyph = *font_->glyphs->FindGlyph(static_cast<ImWchar>(c));
        const ImTextureData& coverages = *font_->atlas.TexData;
        const int from_x =
            static_cast<int>(std::lround(glyph.U0 * static_cast<float>(coverages.Width)));
        const int from_y =
            static_cast<int>(std::lround(glyph.V0 * static_cast<float>(coverages.Height)));
        const int to_x = static_cast<int>(std::lround(pen + glyph.X0));
        const int to_y = y + static_cast<int>(std::lround(glyph.Y0));
        const int width = static_cast<int>(std::lround(glyph.X1 - glyph.X0));
        const int height = static_cast<int>(std::lround(glyph.Y1 - glyph.Y0));
        pen += glyph.AdvanceX;
        for (int row = 0; row < height; ++row)
            for (int column = 0; column < width; ++column) {
                const int at_x = to_x + column, at_y = to_y + row;
                const ImageSize size = image.size();
                if (at_x < 0 || at_y < 0 || at_x >= size.width || at_y >= size.height) continue;
                const int coverage =
                    coverages.Pixels[(from_y + row) * coverages.Width + from_x + column];
                const auto below = image.at(at_x, at_y);
                image.set(at_x, at_y,
                          {mixed(below.r, colour.r, coverage), mixed(below.g, colour.g, coverage),
                           mixed(below.b, colour.b, coverage)});
            }
    }
}

namespace {

// More than a frame adds, its textures of glyphs included. Nobody writes to it: it takes address
// space only.
constexpr std::size_t reserve_bytes = 32 << 20;

std::atomic<void*> reserve{nullptr};

bool fill_reserve() {
    reserve = std::malloc(reserve_bytes);
    return reserve != nullptr;
}

void* allocated(std::size_t size, void*) {
    void* memory = std::malloc(size);
    if (memory != nullptr || size == 0) return memory;
    std::free(reserve.exchange(nullptr));
    memory = std::malloc(size);
    if (memory == nullptr) std::terminate();
    return memory;
}

}  // namespace

void secure_imgui_memory() {
    static const bool done = [] {
        if (!fill_reserve()) throw std::bad_alloc();
        ImGui::SetAllocatorFunctions(allocated, [](void* memory, void*) { std::free(memory); });
        return true;
    }();
    static_cast<void>(done);
}

void check_imgui_memory() {
    if (reserve != nullptr) return;
    fill_reserve();
    throw std::bad_alloc();
}

}  // namespace mariani::app
