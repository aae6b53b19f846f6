#include "app/measure/plots/canvas.hpp"

#include "render/files/atomic_file.hpp"

#include <algorithm>
#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <new>
#include <numbers>
#include <pango/pangocairo.h>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Image;
using render::Rgb8;

constexpr const char* families = "Inter,Noto Sans,DejaVu Sans,Sans";

struct Unreference {
    void operator()(void* object) const { g_object_unref(object); }
    void operator()(cairo_surface_t* surface) const { cairo_surface_destroy(surface); }
    void operator()(cairo_t* context) const { cairo_destroy(context); }
    void operator()(PangoFontDescription* fonts) const { pango_font_description_free(fonts); }
    void operator()(PangoAttrList* list) const { pango_attr_list_unref(list); }
    void operator()(cairo_font_options_t* options) const { cairo_font_options_destroy(options); }
};
template <typename Object>
using Owned = std::unique_ptr<Object, Unreference>;

void check(cairo_status_t status) {
    if (status == CAIRO_STATUS_NO_MEMORY) throw std::bad_alloc();
    if (status != CAIRO_STATUS_SUCCESS)
        throw std::runtime_error(
            fmt::format("a plot cannot be drawn: {}", cairo_status_to_string(status)));
}

void set(cairo_t* context, Rgb8 colour) {
    cairo_set_source_rgb(context, colour.r / 255.0, colour.g / 255.0, colour.b / 255.0);
}

// Cairo's pixels are words of 0x00RRGGBB.
Owned<cairo_surface_t> surface_of(const Image& image) {
    const auto [width, height] = image.size();
    Owned<cairo_surface_t> surface(cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height));
    check(cairo_surface_status(surface.get()));
    const auto channels = static_cast<std::size_t>(image.format());
    unsigned char* const bytes = cairo_image_surface_get_data(surface.get());
    const int stride = cairo_image_surface_get_stride(surface.get());
    for (int y = 0; y < height; ++y) {
        auto* word = reinterpret_cast<std::uint32_t*>(bytes + std::ptrdiff_t{y} * stride);
        const std::uint8_t* pixel = image.row(y).data();
        for (int x = 0; x < width; ++x, pixel += channels)
            *word++ = static_cast<std::uint32_t>(pixel[0] << 16 | pixel[1] << 8 | pixel[2]);
    }
    cairo_surface_mark_dirty(surface.get());
    return surface;
}

Image image_of(cairo_surface_t* surface) {
    cairo_surface_flush(surface);
    Image image({cairo_image_surface_get_width(surface), cairo_image_surface_get_height(surface)},
                render::PixelFormat::rgb);
    const unsigned char* const bytes = cairo_image_surface_get_data(surface);
    const int stride = cairo_image_surface_get_stride(surface);
    for (int y = 0; y < image.size().height; ++y) {
        const auto* word =
            reinterpret_cast<const std::uint32_t*>(bytes + std::ptrdiff_t{y} * stride);
        for (std::uint8_t *pixel = image.row(y).data(), *end = pixel + image.row_bytes();
             pixel != end; ++word) {
            *pixel++ = static_cast<std::uint8_t>(*word >> 16);
            *pixel++ = static_cast<std::uint8_t>(*word >> 8);
            *pixel++ = static_cast<std::uint8_t>(*word);
        }
    }
    return image;
}

cairo_status_t append(void* file, const unsigned char* bytes, unsigned count) {
    static_cast<std::string*>(file)->append(reinterpret_cast<const char*>(bytes), count);
    return CAIRO_STATUS_SUCCESS;
}

}  // namespace

Rgb8 ink_on(Rgb8 colour) {
    return 3 * colour.r + 6 * colour.g + colour.b > 1300 ? page::ink : page::white;
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

// Letters are not moved to whole pixels: a line has the same width in a picture and in a PDF.
struct Lettering::Fonts {
    explicit Fonts(double size)
        : context(pango_font_map_create_context(pango_cairo_font_map_get_default())) {
        const Owned<PangoFontDescription> fonts(pango_font_description_from_string(families));
        pango_font_description_set_absolute_size(fonts.get(), size * PANGO_SCALE);
        pango_context_set_font_description(context.get(), fonts.get());
        pango_context_set_round_glyph_positions(context.get(), FALSE);
        const Owned<cairo_font_options_t> options(cairo_font_options_create());
        cairo_font_options_set_antialias(options.get(), CAIRO_ANTIALIAS_GRAY);
        cairo_font_options_set_hint_style(options.get(), CAIRO_HINT_STYLE_NONE);
        cairo_font_options_set_hint_metrics(options.get(), CAIRO_HINT_METRICS_OFF);
        pango_cairo_context_set_font_options(context.get(), options.get());
        const Owned<PangoFont> font(pango_context_load_font(context.get(), fonts.get()));
        if (!font)
            throw std::runtime_error(
                "no font is installed, and this picture has texts: install one, such as Debian's "
                "fonts-inter or fonts-dejavu-core");
    }

    Owned<PangoLayout> layout_of(std::string_view text) const {
        Owned<PangoLayout> layout(pango_layout_new(context.get()));
        pango_layout_set_text(layout.get(), text.data(), static_cast<int>(text.size()));
        const Owned<PangoAttrList> features(pango_attr_list_new());
        pango_attr_list_insert(features.get(), pango_attr_font_features_new("tnum=1"));
        pango_layout_set_attributes(layout.get(), features.get());
        return layout;
    }

    Owned<PangoContext> context;
};

Lettering::Lettering(double size) : fonts_(std::make_unique<Fonts>(size)), size_(size) {}
Lettering::~Lettering() = default;

int Lettering::width_of(std::string_view text) const {
    PangoRectangle extent;
    pango_layout_get_extents(fonts_->layout_of(text).get(), nullptr, &extent);
    return static_cast<int>(std::ceil(static_cast<double>(extent.width) / PANGO_SCALE));
}

int Lettering::height() const {
    return static_cast<int>(std::lround(size_));
}

std::vector<std::string> Lettering::lines_of(std::string_view text, int width) const {
    return broken_at_blanks(text, width,
                            [this](std::string_view words) { return 1.0 * width_of(words); });
}

struct Canvas::Surface {
    explicit Surface(ImageSize size) {
        const cairo_rectangle_t extent{0, 0, 1.0 * size.width, 1.0 * size.height};
        recording.reset(cairo_recording_surface_create(CAIRO_CONTENT_COLOR, &extent));
        context.reset(cairo_create(recording.get()));
        check(cairo_status(context.get()));
        cairo_set_line_join(context.get(), CAIRO_LINE_JOIN_ROUND);
    }

    void fill(const PixelRect& rect, Rgb8 colour) const {
        set(context.get(), colour);
        cairo_rectangle(context.get(), rect.x, rect.y, rect.width, rect.height);
        cairo_fill(context.get());
    }
    void paint(cairo_surface_t* image, double x, double y) const {
        cairo_set_source_surface(context.get(), image, x, y);
        cairo_paint(context.get());
    }
    template <typename Draw>
    void within(const PixelRect& clip, const Draw& draw) const {
        cairo_save(context.get());
        cairo_rectangle(context.get(), clip.x, clip.y, clip.width, clip.height);
        cairo_clip(context.get());
        draw(context.get());
        cairo_restore(context.get());
    }
    void replay_on(cairo_surface_t* target) const {
        check(cairo_status(context.get()));
        const Owned<cairo_t> other(cairo_create(target));
        cairo_set_source_surface(other.get(), recording.get(), 0, 0);
        cairo_paint(other.get());
        check(cairo_status(other.get()));
    }

    Owned<cairo_surface_t> recording;
    Owned<cairo_t> context;
};

Canvas::Canvas(ImageSize size, Rgb8 ground)
    : surface_(std::make_unique<Surface>(size)), size_(size) {
    fill(whole(size), ground);
}

Canvas::Canvas(const Image& picture)
    : surface_(std::make_unique<Surface>(picture.size())), size_(picture.size()) {
    this->picture(picture, 0, 0);
}

Canvas::~Canvas() = default;
Canvas::Canvas(Canvas&&) noexcept = default;
Canvas& Canvas::operator=(Canvas&&) noexcept = default;

void Canvas::fill(PixelRect rect, Rgb8 colour) {
    if (!empty(rect)) surface_->fill(rect, colour);
}

void Canvas::outline(PixelRect rect, int width, Rgb8 colour) {
    cairo_t* const context = surface_->context.get();
    set(context, colour);
    cairo_set_line_width(context, width);
    cairo_rectangle(context, rect.x + 0.5 * width, rect.y + 0.5 * width, rect.width - width,
                    rect.height - width);
    cairo_stroke(context);
}

void Canvas::line(PixelRect clip, const std::vector<Point>& points, const Pen& pen) {
    surface_->within(clip, [&](cairo_t* context) {
        set(context, pen.colour);
        cairo_set_line_width(context, pen.width);
        if (pen.dash > 0) cairo_set_dash(context, &pen.dash, 1, 0);
        for (const Point& point : points) cairo_line_to(context, point.x, point.y);
        cairo_stroke(context);
    });
}

void Canvas::dot(PixelRect clip, Point at, double radius, Rgb8 colour) {
    surface_->within(clip, [&](cairo_t* context) {
        set(context, colour);
        cairo_arc(context, at.x, at.y, radius, 0, 2 * std::numbers::pi);
        cairo_fill(context);
    });
}

void Canvas::picture(const Image& picture, int x, int y) {
    surface_->paint(surface_of(picture).get(), x, y);
}

void Canvas::text(const Lettering& lettering, int x, int y, std::string_view text, Rgb8 colour) {
    const auto layout = lettering.fonts_->layout_of(text);
    PangoRectangle line;
    pango_layout_get_extents(layout.get(), nullptr, &line);
    const double above = 0.5 * (static_cast<double>(line.height) / PANGO_SCALE - lettering.size_);
    set(surface_->context.get(), colour);
    cairo_move_to(surface_->context.get(), x, y - above);
    pango_cairo_show_layout(surface_->context.get(), layout.get());
}

Image Canvas::image() const {
    constexpr int most = 32'767;  // of Cairo
    if (std::max(size_.width, size_.height) > most)
        throw std::runtime_error(fmt::format(
            "a plot of {}x{} pixels is too large: a side has at most {}; plot fewer values",
            size_.width, size_.height, most));
    const Owned<cairo_surface_t> target(
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, size_.width, size_.height));
    surface_->replay_on(target.get());
    return image_of(target.get());
}

void Canvas::write(const std::filesystem::path& path,
                   std::span<const render::PngText> texts) const {
    const auto kind = path.extension();
    if (kind != ".pdf" && kind != ".svg") return render::write_png(path, image(), texts);
    constexpr double points = 0.75;  // of a pixel: 96 are an inch
    const double width = points * size_.width, height = points * size_.height;
    std::string bytes;
    const Owned<cairo_surface_t> target(
        kind == ".pdf" ? cairo_pdf_surface_create_for_stream(append, &bytes, width, height)
                       : cairo_svg_surface_create_for_stream(append, &bytes, width, height));
    cairo_surface_set_device_scale(target.get(), points, points);
    surface_->replay_on(target.get());
    cairo_surface_finish(target.get());
    check(cairo_surface_status(target.get()));
    render::AtomicFile file(path);
    file.write(bytes);
    file.commit();
}

}  // namespace mariani::app
