// A picture with arbitrary texts: a line each for its size and its palette's colours, then its
// settings.
#include "app/files/picture_file.hpp"
#include "tests/fuzz/fuzz_target.hpp"

#include <array>

using namespace mariani;

MARIANI_FUZZ_TARGET {
    const auto line = [&text] {
        const auto end = std::min(text.find('\n'), text.size());
        std::string taken(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        return taken;
    };
    const auto file = fuzz::home().put("picture.png", "");
    fuzz::read_or_reject([&] {
        const std::array texts{render::PngText{"mariani:size", line()},
                               render::PngText{"mariani:palette-colours", line()},
                               render::PngText{"mariani:settings", std::string(text)}};
        render::write_png(file, render::Image({1, 1}, render::PixelFormat::rgb), texts);
        app::read_picture(file);
    });
}
