#include "app/workloads/picture_texts.hpp"

#include "app/measure/plots/canvas.hpp"

#include <cmath>
#include <map>

namespace mariani::app {
namespace {

constexpr double line_pitch = 1.25;  // of the letters' size

std::vector<PlacedLine> broken_lines(const PictureText& text,
                                     const std::function<double(std::string_view)>& width_of) {
    std::vector<PlacedLine> lines;
    double y = text.room.y;
    for (auto& words : broken_at_blanks(text.text, text.room.width, width_of)) {
        if (y + text.size > text.room.y + text.room.height + 0.5) break;
        lines.push_back({static_cast<double>(text.room.x), y, std::move(words)});
        y += line_pitch * text.size;
    }
    return lines;
}

}  // namespace

double usual_width(std::size_t letters, float size) {
    constexpr double of_letter = 0.58;  // of the size
    return of_letter * size * static_cast<double>(letters);
}

std::vector<PlacedLine> lines_of(const PictureText& text,
                                 const std::function<double(std::string_view)>& width_of) {
    if (text.in_lines) return broken_lines(text, width_of);
    for (const std::string& words : {text.text, text.shorter}) {
        const double width = width_of(words), room = text.room.width;
        if (words.empty() || width > room) continue;
        return {{text.room.x + (text.centred ? 0.5 * (room - width) : 0),
                 text.room.y + 0.5 * (text.room.height - double{text.size}), words}};
    }
    return {};
}

void write_texts(render::Image& image, std::span<const PictureText> texts) {
    if (texts.empty()) return;
    Canvas canvas(image);
    std::map<float, Lettering> letterings;  // by size
    for (const PictureText& text : texts) {
        const Lettering& lettering = letterings.try_emplace(text.size, text.size).first->second;
        const auto width_of = [&](std::string_view words) {
            return 1.0 * lettering.width_of(words);
        };
        for (const auto& [x, y, words] : lines_of(text, width_of))
            canvas.text(lettering, static_cast<int>(std::lround(x)),
                        static_cast<int>(std::lround(y)), words, text.colour);
    }
    image = canvas.image();
}

}  // namespace mariani::app
