#include "app/window/poster/tiles.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <tuple>

namespace mariani::app {
namespace {

constexpr double tolerance = 1e-6;  // of a pixel's side: roundings are not pixels

struct TileRange {
    int left = 0, top = 0, right = 0, bottom = 0;  // half-open
    std::int64_t count() const {
        return std::int64_t{std::max(right - left, 0)} * std::max(bottom - top, 0);
    }
};

// The tiles of a level that these pixels of its picture are of.
TileRange tiles_over(const PyramidShape& shape, int level, glm::dvec2 from, glm::dvec2 to) {
    const glm::dvec2 size = render::extent_of(level_size(shape, level));
    from = glm::clamp(from + tolerance, glm::dvec2(0), size);
    to = glm::clamp(to - tolerance, glm::dvec2(0), size);
    if (!(from.x < to.x && from.y < to.y)) return {};
    const auto first = [](double pixel) { return static_cast<int>(pixel) / chunk_side; };
    const auto end = [](double pixel) {
        return static_cast<int>(std::ceil(pixel / double{chunk_side}));
    };
    return {first(from.x), first(from.y), end(to.x), end(to.y)};
}

template <typename Use>
void for_each(const TileRange& range, int level, const Use& use) {
    for (int row = range.top; row < range.bottom; ++row)
        for (int column = range.left; column < range.right; ++column)
            use(TilePlace{level, column, row});
}

// The tiles one level coarser that show what a tile shows. Both pictures have the same centre and
// height.
TileRange parents_of(const PyramidShape& shape, TilePlace tile) {
    const glm::dvec2 size = render::extent_of(level_size(shape, tile.level));
    const glm::dvec2 coarse = render::extent_of(level_size(shape, tile.level + 1));
    const double scale = coarse.y / size.y;
    const glm::dvec2 corner = glm::dvec2(tile.column, tile.row) * double{chunk_side};
    const auto moved = [&](glm::dvec2 at) { return (at - 0.5 * size) * scale + 0.5 * coarse; };
    // At an edge the coarser picture may end earlier by less than a pixel.
    const glm::dvec2 from = glm::min(moved(corner), coarse - 0.5);
    const glm::dvec2 to = glm::max(moved(glm::min(corner + double{chunk_side}, size)), 0.5);
    return tiles_over(shape, tile.level + 1, from, to);
}

// The pixels of a level's picture that the screen shows.
TileRange visible_tiles(const PosterPicture& poster, int level, const View& shown,
                        ImageSize screen) {
    const auto place = placement_of(poster, level, shown, screen);
    return tiles_over(poster.shape, level, place.in_frame({0, 0}),
                      place.in_frame(render::extent_of(screen)));
}

bool is_fine_enough(const PosterPicture& poster, int level, const View& shown, ImageSize screen) {
    return placement_of(poster, level, shown, screen).scale >= 1 - tolerance;
}

int suited_level(const PosterPicture& poster, const View& shown, ImageSize screen, int most,
                 bool smooth) {
    int level = poster.shape.coarsest();
    while (level > 0 && !is_fine_enough(poster, level, shown, screen)) --level;
    const bool exact = placement_of(poster, level, shown, screen).scale == 1;
    if (level == 0 || exact || !smooth) return level;
    const bool finer = visible_tiles(poster, level - 1, shown, screen).count() <= most;
    return finer ? level - 1 : level;
}

ScreenRect on_screen(const render::Placement& place, glm::dvec2 from, glm::dvec2 to) {
    const glm::dvec2 begin = place.in_viewport(from), end = place.in_viewport(to);
    return {begin.x, begin.y, end.x, end.y};
}

// What is not ready at the level is looked for in the coarser ones, level by level.
class Chooser {
  public:
    Chooser(const PosterPicture& poster, const View& shown, ImageSize screen,
            const std::function<TileState(TilePlace)>& state_of, TileChoice& choice)
        : poster_(poster),
          shown_(shown),
          screen_(screen),
          picture_(rect_of(poster, choice.level, shown, screen)),
          state_of_(state_of),
          choice_(choice) {}

    void choose() {
        std::map<TilePlace, bool> needed;  // whether no finer one is finished
        for_each(visible_tiles(poster_, choice_.level, shown_, screen_), choice_.level,
                 [&](TilePlace tile) { needed.emplace(tile, true); });
        choice_.tiles = static_cast<int>(needed.size());
        for (int level = choice_.level; !needed.empty(); ++level) needed = take(level, needed);
        std::ranges::reverse(choice_.drawn);
    }

  private:
    std::map<TilePlace, bool> take(int level, const std::map<TilePlace, bool>& needed) {
        const bool coarsest = level == poster_.shape.coarsest();
        std::map<TilePlace, bool> coarser;
        for (const auto& [tile, best] : needed) {
            const TileState state = state_of_(tile);
            if (state == TileState::unfinished && level == choice_.level) ++choice_.unfinished;
            if (state == TileState::ready) {
                choice_.drawn.push_back(tile);
                continue;
            }
            if (state == TileState::finished && (best || coarsest)) choice_.wanted.push_back(tile);
            const bool open = best && state == TileState::unfinished;
            if (coarsest) {
                choice_.hole |= open;
                choice_.blank = true;
            } else {
                add_parents(tile, open, coarser);
            }
        }
        return coarser;
    }

    void add_parents(TilePlace tile, bool open, std::map<TilePlace, bool>& coarser) const {
        for_each(parents_of(poster_.shape, tile), tile.level + 1, [&](TilePlace parent) {
            const ScreenRect rect = rect_of(poster_, parent, shown_, screen_, picture_);
            if (rect.right <= 0 || rect.bottom <= 0 || rect.left >= screen_.width ||
                rect.top >= screen_.height)
                return;
            const auto place = coarser.emplace(parent, false).first;
            place->second = place->second || open;
        });
    }

    const PosterPicture& poster_;
    const View& shown_;
    const ImageSize screen_;
    const ScreenRect picture_;
    const std::function<TileState(TilePlace)>& state_of_;
    TileChoice& choice_;
};

// What it shows of the screen, in whole pixels, and how far from the focus.
std::tuple<std::int64_t, double> merit_of(const ScreenRect& rect, ImageSize screen,
                                          glm::dvec2 focus) {
    const double width = std::min<double>(rect.right, screen.width) - std::max(rect.left, 0.0);
    const double height = std::min<double>(rect.bottom, screen.height) - std::max(rect.top, 0.0);
    const glm::dvec2 middle{0.5 * (rect.left + rect.right), 0.5 * (rect.top + rect.bottom)};
    const glm::dvec2 away = middle - focus;
    return {-std::llround(std::max(width, 0.0)) * std::llround(std::max(height, 0.0)),
            away.x * away.x + away.y * away.y};
}

}  // namespace

ImageSize pixels_of(const PyramidShape& shape, TilePlace tile) {
    const auto [width, height] = level_size(shape, tile.level);
    return {std::min(chunk_side, width - tile.column * chunk_side),
            std::min(chunk_side, height - tile.row * chunk_side)};
}

render::Placement placement_of(const PosterPicture& poster, int level, const View& shown,
                               ImageSize screen) {
    auto place = render::place(poster.view, level_size(poster.shape, level), shown, screen);
    constexpr double least = 1e-3;  // pixels that are no pixel apart: see PictureView
    const glm::dvec2 whole = glm::round(place.offset);
    const glm::dvec2 apart = glm::abs(place.offset - whole);
    if (std::abs(place.scale - 1) * std::max(screen.width, screen.height) < least &&
        apart.x < least && apart.y < least)
        return {1, whole};
    return place;
}

ScreenRect rect_of(const PosterPicture& poster, int level, const View& shown, ImageSize screen) {
    return on_screen(placement_of(poster, level, shown, screen), {0, 0},
                     render::extent_of(level_size(poster.shape, level)));
}

ScreenRect rect_of(const PosterPicture& poster, TilePlace tile, const View& shown, ImageSize screen,
                   const ScreenRect& picture) {
    const auto place = placement_of(poster, tile.level, shown, screen);
    const auto [columns, rows] = chunks_of(poster.shape, tile.level);
    const glm::dvec2 corner = glm::dvec2(tile.column, tile.row) * double{chunk_side};
    ScreenRect rect = on_screen(place, corner, corner + double{chunk_side});
    if (tile.column == 0) rect.left = picture.left;
    if (tile.row == 0) rect.top = picture.top;
    if (tile.column == columns - 1) rect.right = picture.right;
    if (tile.row == rows - 1) rect.bottom = picture.bottom;
    return rect;
}

bool covers(const PosterPicture& poster, const View& shown, ImageSize screen) {
    if (poster.view.julia != shown.julia) return false;
    constexpr double slack = 1e-3;
    const ScreenRect picture = rect_of(poster, 0, shown, screen);
    return is_fine_enough(poster, 0, shown, screen) && picture.left <= slack &&
           picture.top <= slack && picture.right >= screen.width - slack &&
           picture.bottom >= screen.height - slack;
}

TileChoice choose_tiles(const PosterPicture& poster, const View& shown, ImageSize screen,
                        glm::dvec2 focus, int most, bool smooth,
                        const std::function<TileState(TilePlace)>& state_of) {
    TileChoice choice;
    if (pixel_count(screen) == 0 || poster.view.julia != shown.julia) return choice;
    choice.level = suited_level(poster, shown, screen, most, smooth);
    if (visible_tiles(poster, choice.level, shown, screen).count() > most) {
        choice.hole = choice.blank = true;
        return choice;
    }
    Chooser(poster, shown, screen, state_of, choice).choose();
    const ScreenRect picture = rect_of(poster, choice.level, shown, screen);
    choice.covers = covers(poster, shown, screen);
    const auto merit = [&](TilePlace tile) {
        return merit_of(rect_of(poster, tile, shown, screen, picture), screen, focus);
    };
    std::vector<std::pair<std::tuple<std::int64_t, double>, TilePlace>> rated;
    for (const TilePlace tile : choice.wanted) rated.emplace_back(merit(tile), tile);
    std::ranges::sort(rated);
    std::ranges::transform(rated, choice.wanted.begin(),
                           [](const auto& one) { return one.second; });
    return choice;
}

}  // namespace mariani::app
