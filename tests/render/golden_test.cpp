// Whole pictures compared with those kept in tests/render/golden, which were checked by eye. If one
// is missing or differs, the new one is left in the build's folder golden/ for comparison.
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/png.hpp"
#include "tests/render/scene.hpp"

#include <algorithm>
#include <ostream>

#include <gtest/gtest.h>

namespace mariani::render {
namespace {

struct Golden {
    const char* name;
    View view;
    std::uint32_t limit;
    const char* palette;
    Mapping mapping;
    bool grid;
    friend void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }
};

class GoldenPicture : public testing::TestWithParam<Golden> {};

Image drawn(const Golden& golden) {
    const auto dwells = test::dwells_of(golden.view, {192, 128}, golden.limit);
    PaletteLibrary library(test::source_folder("assets/palettes"));
    Colouring colouring;
    colouring.palette = golden.palette;
    colouring.mapping = golden.mapping;
    const ColourMap colours(colouring, library.get(golden.palette), golden.limit,
                            summarise(dwells.host(), golden.limit));
    Image image = draw_picture(dwells.host(), dwells.host_fractions(), colours);
    if (golden.grid)
        draw_overlay(image, map_regions(*test::regions_of(dwells, 4, 2, 8), image.size()),
                     OverlayStyle{});
    return image;
}

TEST_P(GoldenPicture, LooksAsItDid) {
    const Image image = drawn(GetParam());
    const std::string file = std::string(GetParam().name) + ".png";
    const auto kept = test::source_folder("tests/render/golden") / file;
    const bool same = std::filesystem::exists(kept) && read_png(kept) == image;
    if (same) return;
    std::filesystem::create_directories("golden");
    const auto candidate = std::filesystem::absolute(std::filesystem::path("golden") / file);
    write_png(candidate, image);
    FAIL() << "differs from " << kept << "; what was drawn is in " << candidate;
}

INSTANTIATE_TEST_SUITE_P(
    Pictures, GoldenPicture,
    testing::Values(
        Golden{"paper", test::paper, 512, "blue-gold", Mapping::stretched, false},
        Golden{"paper-grid", test::paper, 512, "blue-gold", Mapping::stretched, true},
        Golden{"seahorse", test::seahorse, 2048, "ember", Mapping::stretched, false},
        Golden{"seahorse-cyclic", test::seahorse, 2048, "viridis", Mapping::cyclic, false},
        Golden{"seahorse-equalised", test::seahorse, 2048, "inferno", Mapping::equalised, false}),
    [](const auto& test) {
        std::string name = test.param.name;
        std::ranges::replace(name, '-', '_');
        return name;
    });

}  // namespace
}  // namespace mariani::render
