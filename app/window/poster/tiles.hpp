// Which tiles of a poster show a view, and which are to be read for it. A tile is a chunk of a
// level's picture: chunk_side squared pixels.
#pragma once

#include "app/produce/pyramid/shape.hpp"
#include "compute/model/view.hpp"
#include "render/picture/viewport.hpp"

#include <compare>
#include <functional>
#include <vector>

namespace mariani::app {

// A tile, counted from the top left of its level's picture.
struct TilePlace {
    int level = 0, column = 0, row = 0;
    auto operator<=>(const TilePlace&) const = default;
};

// Every level is a picture of the whole view.
struct PosterPicture {
    View view;
    PyramidShape shape;
};

inline CellPlace cell_of(const PyramidShape& shape, TilePlace tile) {
    const int side = chunks_a_side(shape);
    return {tile.level, tile.column / side, tile.row / side};
}

// The pixels of a tile that lie in its level's picture, counted from the tile's corner.
ImageSize pixels_of(const PyramidShape& shape, TilePlace tile);

// From the screen's pixels to those of a level's picture; exactly pixel for pixel where it is
// nearly so.
render::Placement placement_of(const PosterPicture& poster, int level, const View& shown,
                               ImageSize screen);

// In pixels of the screen, edges between pixels included.
struct ScreenRect {
    double left = 0, top = 0, right = 0, bottom = 0;
    bool empty() const { return !(left < right && top < bottom); }
};
// The part of the screen where a level's picture lies, and where one of its tiles does. Tiles at
// the picture's edges reach to those of `picture`, the rectangle of another level: sides are
// rounded.
ScreenRect rect_of(const PosterPicture& poster, int level, const View& shown, ImageSize screen);
ScreenRect rect_of(const PosterPicture& poster, TilePlace tile, const View& shown, ImageSize screen,
                   const ScreenRect& picture);

enum class TileState {
    unfinished,  // nobody has computed it, or it cannot be read
    finished,    // it can be read
    ready,       // it can be drawn
};

// Whether the poster's picture is all over the screen, and fine enough for it.
bool covers(const PosterPicture& poster, const View& shown, ImageSize screen);

struct TileChoice {
    int level = 0;  // that suits the view
    // Every tile of `drawn` is ready. Coarse ones come first: those behind them hide them.
    std::vector<TilePlace> drawn;
    // Finished and not ready, the best first.
    std::vector<TilePlace> wanted;
    int tiles = 0;        // of the level, on screen
    int unfinished = 0;   // of these; coarser ones stand in for them
    bool hole = false;    // part of the picture on screen is unfinished in all levels
    bool blank = false;   // or is not ready in any: what lies behind shows
    bool covers = false;  // see covers()
    bool operator==(const TileChoice&) const = default;
};

// The tiles of the level that suits the view, and for each that is not ready the next coarser one
// that is. The level is as fine as the screen; if that is to be `smooth`, one finer, so that the
// screen's pixels are means of several, unless that takes more than `most` tiles. Nothing is chosen
// where as fine as the screen takes more than `most`. Those that show most of the screen are wanted
// first, and of these the nearest to `focus`, in pixels of the screen.
TileChoice choose_tiles(const PosterPicture& poster, const View& shown, ImageSize screen,
                        glm::dvec2 focus, int most, bool smooth,
                        const std::function<TileState(TilePlace)>& state_of);

}  // namespace mariani::app
