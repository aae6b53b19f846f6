// Which tiles of a poster show a view: that they hide all of it, whatever is finished and ready,
// that none is finer or coarser than it should be, and in which order they are read.
#include "app/window/poster/least_recent.hpp"
#include "app/window/poster/tiles.hpp"

#include <algorithm>
#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

constexpr ImageSize screen{640, 480};
constexpr glm::dvec2 middle{320, 240};
constexpr int most = 768;

PosterPicture poster_of(ImageSize size) {
    return {View{{-0.5, 0.0}, 2.0, std::nullopt}, {size, 1024, all_levels(size)}};
}

// The view that shows so many of the screen's pixels for one of level 0, moved by pixels of level
// 0.
View zoomed(const PosterPicture& poster, double pixels, glm::dvec2 by = {0, 0}) {
    const Length pixel = pitch(poster.view, poster.shape.size);
    View view = poster.view;
    view.height = pixel * (screen.height / pixels);
    view.centre = render::displaced(view.centre, {pixel * by.x, pixel * by.y}, pixel);
    return view;
}

TileState all_ready(TilePlace) {
    return TileState::ready;
}

TileChoice chosen(const PosterPicture& poster, const View& view,
                  const std::function<TileState(TilePlace)>& state_of, glm::dvec2 focus = middle) {
    return choose_tiles(poster, view, screen, focus, most, true, state_of);
}

// Whether tiles hide each pixel of the screen that shows the poster.
bool hides_all(const PosterPicture& poster, const View& view, const TileChoice& choice) {
    const ScreenRect picture = rect_of(poster, choice.level, view, screen);
    std::vector<ScreenRect> rects;
    for (const TilePlace tile : choice.drawn)
        rects.push_back(rect_of(poster, tile, view, screen, picture));
    for (double y = 0.5; y < screen.height; y += 3)
        for (double x = 0.5; x < screen.width; x += 3) {
            const auto holds = [&](const ScreenRect& rect) {
                return x >= rect.left && x < rect.right && y >= rect.top && y < rect.bottom;
            };
            if (holds(picture) && std::ranges::none_of(rects, holds)) return false;
        }
    return true;
}

TEST(PosterTilesTest, OneToOneTakesTheLevelItself) {
    const auto poster = poster_of({4096, 4096});
    const auto choice = chosen(poster, zoomed(poster, 1), all_ready);
    EXPECT_EQ(choice.level, 0);
    EXPECT_TRUE(choice.covers);
    EXPECT_FALSE(choice.hole);
    EXPECT_TRUE(choice.wanted.empty());
    const auto place = placement_of(poster, 0, zoomed(poster, 1), screen);
    EXPECT_EQ(place.scale, 1);
    EXPECT_EQ(place.offset, glm::dvec2(2048 - 320, 2048 - 240));
    const auto half = chosen(poster, zoomed(poster, 0.5), all_ready);
    EXPECT_EQ(half.level, 1) << "a level that fits exactly is shown as it is";
}

TEST(PosterTilesTest, BetweenLevelsOneFinerThanTheScreenIsTaken) {
    const auto poster = poster_of({8192, 8192});
    EXPECT_EQ(chosen(poster, zoomed(poster, 0.3), all_ready).level, 0);
    EXPECT_EQ(chosen(poster, zoomed(poster, 0.2), all_ready).level, 1);
    EXPECT_EQ(chosen(poster, zoomed(poster, 0.8), all_ready).level, 0);
}

TEST(PosterTilesTest, WhereNoPixelIsToBeAMeanAsFineAsTheScreenIsEnough) {
    const auto poster = poster_of({8192, 8192});
    const View view = zoomed(poster, 0.3);
    EXPECT_EQ(choose_tiles(poster, view, screen, middle, most, false, all_ready).level, 1);
}

TEST(PosterTilesTest, WhereThatWouldTakeTooManyAsFineAsTheScreenIsEnough) {
    const auto poster = poster_of({8192, 8192});
    const auto choice =
        choose_tiles(poster, zoomed(poster, 0.2), screen, middle, 40, true, all_ready);
    EXPECT_EQ(choice.level, 2);
    EXPECT_LE(choice.tiles, 40);
}

TEST(PosterTilesTest, APosterWithoutCoarseLevelsShowsNothingFromFarAway) {
    auto poster = poster_of({1 << 20, 1 << 20});
    poster.shape.levels = 1;
    const auto choice = chosen(poster, poster.view, all_ready);
    EXPECT_TRUE(choice.drawn.empty());
    EXPECT_TRUE(choice.hole);
}

TEST(PosterTilesTest, BeyondTheFinestLevelItDoesNotCover) {
    const auto poster = poster_of({4096, 4096});
    const auto choice = chosen(poster, zoomed(poster, 1.5), all_ready);
    EXPECT_EQ(choice.level, 0);
    EXPECT_FALSE(choice.covers);
    EXPECT_FALSE(choice.drawn.empty());
}

TEST(PosterTilesTest, OutsideOfItsRectangleItDoesNotCover) {
    const auto poster = poster_of({4096, 4096});
    EXPECT_FALSE(chosen(poster, zoomed(poster, 1, {2000, 0}), all_ready).covers);
    EXPECT_TRUE(chosen(poster, zoomed(poster, 1, {1700, 0}), all_ready).covers);
    const auto away = chosen(poster, zoomed(poster, 1, {10000, 0}), all_ready);
    EXPECT_TRUE(away.drawn.empty());
    EXPECT_FALSE(away.covers);
}

TEST(PosterTilesTest, AnotherSetHasNoTiles) {
    const auto poster = poster_of({4096, 4096});
    View julia = poster.view;
    julia.julia = PlanePoint{0.25, 0.5};
    EXPECT_EQ(chosen(poster, julia, all_ready), TileChoice{});
}

TEST(PosterTilesTest, WhatIsNotReadyIsHiddenByTheNextCoarserThatIs) {
    const auto poster = poster_of({4096, 4096});
    const View view = zoomed(poster, 1);
    const TilePlace late{0, 7, 7}, parent{1, 3, 3}, grandparent{2, 1, 1};
    const auto choice = chosen(poster, view, [&](TilePlace tile) {
        return tile == late || tile == parent ? TileState::finished : TileState::ready;
    });
    EXPECT_EQ(choice.drawn.front(), grandparent) << "coarse tiles lie behind fine ones";
    EXPECT_EQ(std::ranges::count(choice.drawn, parent), 0);
    EXPECT_EQ(choice.wanted, std::vector{late}) << "what only stands in is not read";
    EXPECT_TRUE(hides_all(poster, view, choice));
}

TEST(PosterTilesTest, OfCellsThatAreNotComputedTheFinestFinishedLevelIsRead) {
    const auto poster = poster_of({4096, 4096});
    const View view = zoomed(poster, 1);
    const auto choice = chosen(poster, view, [](TilePlace tile) {
        return tile.level < 2    ? TileState::unfinished
               : tile.level == 2 ? TileState::finished
                                 : TileState::ready;
    });
    for (const TilePlace tile : choice.wanted) EXPECT_EQ(tile.level, 2);
    EXPECT_FALSE(choice.wanted.empty());
    EXPECT_EQ(choice.unfinished, choice.tiles);
    EXPECT_TRUE(choice.covers);
    EXPECT_FALSE(choice.hole);
    EXPECT_TRUE(hides_all(poster, view, choice));
}

TEST(PosterTilesTest, WhereNoLevelIsFinishedThereIsAHole) {
    const auto poster = poster_of({4096, 4096});
    const auto none = [](TilePlace) { return TileState::unfinished; };
    EXPECT_TRUE(chosen(poster, zoomed(poster, 1), none).hole);
    const auto to_be_read = [](TilePlace) { return TileState::finished; };
    EXPECT_FALSE(chosen(poster, zoomed(poster, 1), to_be_read).hole);
    EXPECT_TRUE(chosen(poster, zoomed(poster, 1), to_be_read).blank);
}

TEST(PosterTilesTest, TheCoarsestLevelIsReadWhateverElseIs) {
    const auto poster = poster_of({4096, 4096});
    const auto choice =
        chosen(poster, zoomed(poster, 1), [](TilePlace) { return TileState::finished; });
    EXPECT_EQ(choice.wanted.front(), (TilePlace{4, 0, 0})) << "it shows most of the screen";
}

TEST(PosterTilesTest, TheNearestToTheFocusComesFirst) {
    const auto poster = poster_of({8192, 8192});
    const View view = zoomed(poster, 0.3, {37, 11});
    const auto state_of = [&](TilePlace tile) {
        return tile.level == poster.shape.coarsest() ? TileState::ready : TileState::finished;
    };
    const glm::dvec2 focus{600, 30};
    const auto choice = chosen(poster, view, state_of, focus);
    const ScreenRect picture = rect_of(poster, choice.level, view, screen);
    double last = 0;
    int whole = 0;
    for (const TilePlace tile : choice.wanted) {
        const ScreenRect rect = rect_of(poster, tile, view, screen, picture);
        if (rect.left < 0 || rect.top < 0 || rect.right > 640 || rect.bottom > 480) break;
        const glm::dvec2 away =
            glm::dvec2(rect.left + rect.right, rect.top + rect.bottom) * 0.5 - focus;
        const double distance = away.x * away.x + away.y * away.y;
        EXPECT_GE(distance, last);
        last = distance;
        ++whole;
    }
    EXPECT_GE(whole, 2) << "those that are all on screen come before the others";
}

// Any view, any size, anything finished and ready.
TEST(PosterTilesTest, NothingShowsThrough) {
    std::mt19937 random(7);
    const auto below = [&](int n) { return static_cast<int>(random() % static_cast<unsigned>(n)); };
    int holes = 0, whole = 0;
    for (int trial = 0; trial < 300; ++trial) {
        const auto poster = poster_of({300 + below(9000), 300 + below(9000)});
        const double pixels = std::exp2(below(600) / 100.0 - 4.5);
        const View view = zoomed(poster, pixels, {below(6000) - 3000.0, below(6000) - 3000.0});
        const int unfinished = below(100), waiting = below(100);
        std::map<TilePlace, TileState> states;
        const auto state_of = [&](TilePlace tile) {
            const auto [place, added] = states.try_emplace(tile, TileState::ready);
            if (!added) return place->second;
            if (below(100) < unfinished)
                place->second = TileState::unfinished;
            else if (below(100) < waiting)
                place->second = TileState::finished;
            return place->second;
        };
        const auto choice = chosen(poster, view, state_of);
        holes += choice.hole;
        whole += !choice.blank;
        EXPECT_LE(choice.hole, choice.blank);
        std::set<TilePlace> drawn;
        for (const TilePlace tile : choice.drawn) {
            EXPECT_EQ(states.at(tile), TileState::ready);
            EXPECT_TRUE(drawn.insert(tile).second) << "drawn twice";
        }
        for (const TilePlace tile : choice.wanted) EXPECT_EQ(states.at(tile), TileState::finished);
        EXPECT_TRUE(
            std::ranges::is_sorted(choice.drawn, std::ranges::greater(), &TilePlace::level));
        EXPECT_TRUE(choice.blank || hides_all(poster, view, choice)) << "trial " << trial;
    }
    EXPECT_GT(holes, 20);
    EXPECT_GT(whole, 20);
}

TEST(LeastRecentTest, WhatWasUsedLastStays) {
    LeastRecent<int, char> kept(2);
    EXPECT_EQ(kept.insert(1, 'a'), std::nullopt);
    EXPECT_EQ(kept.insert(2, 'b'), std::nullopt);
    ASSERT_NE(kept.use(1), nullptr);
    EXPECT_EQ(kept.oldest(), 2);
    EXPECT_EQ(kept.insert(3, 'c'), 'b');
    EXPECT_EQ(kept.use(2), nullptr);
    EXPECT_EQ(*kept.use(1), 'a');
    EXPECT_EQ(kept.insert(1, 'd'), 'a') << "a new value takes the place of the old one";
    EXPECT_EQ(kept.remove(3), 'c');
    EXPECT_EQ(kept.size(), 1u);
}

}  // namespace
}  // namespace mariani::app
