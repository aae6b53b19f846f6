// The picture's answers about its pixels compared with the frame's contents; GL without a window.
#include "app/window/picture_stage.hpp"

#include "app/explore/frame_worker.hpp"
#include "compute/service/dwell_access.hpp"
#include "render/gl/framebuffer.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/supersampling.hpp"
#include "tests/render/gl_context.hpp"
#include "tests/render/image_difference.hpp"
#include "tests/render/scene.hpp"

#include <cmath>

namespace mariani::app {
namespace {

constexpr std::uint32_t dwell_limit = 400;
constexpr ImageSize size{61, 43};  // so tall that no two rows look alike

std::shared_ptr<const PreparedFrame> frame_of(const View& view, ImageSize image = size,
                                              bool exterior = false) {
    FrameRequest request;
    request.exterior = exterior;
    request.view = view;
    request.image = image;
    request.part = whole(image);
    request.dwell_limit = dwell_limit;
    request.engine = EngineKind::ask;
    request.backend = Backend::cpu;
    set_subdivision(request, {2, 2, 4});
    request.keep_regions = request.count_work = true;
    EngineDispatcher dispatcher;
    FrameProgress progress;
    return std::make_shared<PreparedFrame>(*prepare_frame(dispatcher, request, {}, progress));
}

// What is finished of a frame: the first rows, and nothing of the others.
GrowingPicture growing_of(const PreparedFrame& frame, int rows) {
    const auto dwells = frame.frame.dwells.host<std::uint32_t>();
    std::vector<std::uint32_t> values(dwells.values.begin(), dwells.values.end());
    std::fill(values.begin() + rows * dwells.extent.width, values.end(), unknown_dwell);
    return {frame.frame.plan, field_of(dwells.extent, std::move(values)), {}};
}

SeenDwell known(std::uint32_t dwell, bool coarse = false) {
    return {dwell, dwell_limit, coarse};
}

class PictureStageTest : public test::GlTest {
  protected:
    void SetUp() override {
        GlTest::SetUp();
        if (IsSkipped()) return;
        stage_.emplace(test::source_folder("shaders"), test::source_folder("assets/palettes"),
                       nullptr);
    }

    // The picture, in the colours that it has at rest, with the overlay if one is given.
    render::Image drawn(const View& shown, const render::OverlayStyle* overlay = nullptr,
                        const render::Colouring& colouring = {}) {
        const render::gl::Framebuffer target(picture_);
        target.bind();
        const render::Viewport area{0, 0, picture_.width, picture_.height};
        do stage_->draw_picture(colouring, shown, area, now_ += 1);
        while (stage_->colours_change());
        if (overlay) stage_->draw_overlay(*overlay, shown, area, 1);
        return render::read_pixels(area);
    }

    std::optional<PictureStage> stage_;
    ImageSize picture_ = size;
    double now_ = 0;
    const View view_{{-0.7, 0.3}, 1.1};
};

TEST_F(PictureStageTest, EachPixelHasItsOwnDwellAndWork) {
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    const auto dwells = frame->frame.dwells.host<std::uint32_t>();
    const auto work = frame->frame.work.host<std::uint32_t>();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x)
            for (const double within : {0.01, 0.5, 0.99}) {
                const PixelPoint point{x + within, y + within};
                ASSERT_EQ(stage_->dwell_at(view_, size, point), known(dwells.at(x, y)))
                    << x << "," << y;
                ASSERT_EQ(stage_->work_at(view_, size, point), work.at(x, y)) << x << "," << y;
            }
    for (const auto& [x, y] :
         {std::pair(-0.5, 3.0), std::pair(3.0, -0.5), std::pair(61.5, 3.0), std::pair(3.0, 43.5)})
        EXPECT_FALSE(stage_->dwell_at(view_, size, {x, y})) << x << "," << y;
}

// While the view moves, the last frame is under the mouse, at another place and size.
TEST_F(PictureStageTest, WhereTheViewHasGoneThePixelsAreThoseThatAreSeen) {
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    const double pixel = pitch(view_, size).nearest();
    const View moved{{view_.centre.re + 7 * pixel, view_.centre.im + 5 * pixel}, view_.height};
    const auto dwells = frame->frame.dwells.host<std::uint32_t>();
    EXPECT_EQ(stage_->dwell_at(moved, size, {20.5, 30.5}), known(dwells.at(27, 25)));
    EXPECT_FALSE(stage_->dwell_at(moved, size, {20.5, 3.5})) << "above the frame";
    const View nearer{view_.centre, view_.height / 3};  // 3 pixels for each
    EXPECT_EQ(stage_->dwell_at(nearer, size, {30.5, 21.5}), known(dwells.at(30, 21), true));
    EXPECT_EQ(stage_->dwell_at(nearer, size, {36.5, 9.5}), known(dwells.at(32, 17), true));
}

TEST_F(PictureStageTest, WhatLiesOverTheFrameIsWhatIsSeen) {
    const auto old = frame_of(view_);
    const PixelPoint point{30.5, 21.5};
    stage_->take(old, view_, size);
    const View nearer{view_.centre, view_.height / 8};  // where the frame still shows something
    EXPECT_TRUE(stage_->work_at(nearer, size, point));
    const auto finer = frame_of(nearer, {16, 11});
    stage_->take_preview(finer);
    EXPECT_EQ(stage_->dwell_at(nearer, size, point),
              known(finer->frame.dwells.host<std::uint32_t>().at(8, 5), true));
    EXPECT_FALSE(stage_->work_at(nearer, size, point)) << "of a preview it is not shown";
    const View deep{view_.centre, view_.height / 1000};
    EXPECT_FALSE(stage_->dwell_at(deep, size, point)) << "all of it is one pixel of the frame";
    const auto coming = frame_of(deep);
    stage_->take_growing(growing_of(*coming, 20));
    const auto dwells = coming->frame.dwells.host<std::uint32_t>();
    EXPECT_EQ(stage_->dwell_at(deep, size, {30.5, 19.5}), known(dwells.at(30, 19)));
    EXPECT_FALSE(stage_->work_at(deep, size, {30.5, 19.5})) << "which is not known yet";
    EXPECT_FALSE(stage_->dwell_at(deep, size, point)) << "not finished";
    const auto preview = frame_of(deep, {16, 11});
    stage_->take_preview(preview);
    EXPECT_EQ(stage_->dwell_at(deep, size, point),
              known(preview->frame.dwells.host<std::uint32_t>().at(8, 5), true));
}

TEST_F(PictureStageTest, WhatAFinishedFrameDoesNotKnowIsNotKnown) {
    PreparedFrame frame = *frame_of(view_);
    frame.frame.dwells = growing_of(frame, 20).dwells;
    const auto known_part = frame.frame.dwells.host<std::uint32_t>();
    stage_->take(std::make_shared<PreparedFrame>(frame), view_, size);
    EXPECT_EQ(stage_->dwell_at(view_, size, {30.5, 19.5}), known(known_part.at(30, 19)));
    EXPECT_EQ(stage_->dwell_at(view_, size, {30.5, 20.5}), known(unknown_dwell));
}

TEST_F(PictureStageTest, TheRegionUnderAPixelHoldsIt) {
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    render::OverlayStyle style;
    style.shown = true;
    int levels = 0;
    for (const auto& [x, y] : {std::pair(3, 40), std::pair(55, 4), std::pair(30, 21)}) {
        std::optional<Region> deepest;
        for (const Region& region : *frame->frame.regions->on_host())
            if (x >= region.rect.x && x < region.rect.x + region.rect.width && y >= region.rect.y &&
                y < region.rect.y + region.rect.height &&
                (!deepest || region.level > deepest->level))
                deepest = region;
        ASSERT_TRUE(deepest);
        std::optional<Region> found;
        while (!found) found = stage_->region_at(view_, size, {x + 0.5, y + 0.5}, style);
        ASSERT_TRUE(found);
        EXPECT_EQ(found->rect, deepest->rect) << x << "," << y;
        EXPECT_EQ(found->level, deepest->level);
        levels += found->level;
    }
    EXPECT_GT(levels, 0);
    style.shown = false;
    EXPECT_FALSE(stage_->region_at(view_, size, {3.5, 40.5}, style));
}

TEST_F(PictureStageTest, ThePictureIsThatOfTheFileWithItsOverlayAndWithout) {
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    const auto dwells = frame->frame.dwells.host<std::uint32_t>();
    const render::ColourMap colours({}, stage_->palettes().get(render::Colouring{}.palette), 400,
                                    summarise(dwells, 400));
    auto expected = render::draw_picture(dwells, {}, colours);
    EXPECT_TRUE(drawn(view_) == expected);
    render::OverlayStyle style;
    style.shown = true;
    render::draw_overlay(expected, map_regions(*frame->frame.regions->on_host(), size), style);
    const auto with_overlay = drawn(view_, &style);
    EXPECT_LE(test::max_difference(expected, with_overlay), 1) << "levels of 255";
    EXPECT_FALSE(drawn(view_) == with_overlay);
}

// A frame without distances has the stretched palette until one with them comes.
TEST_F(PictureStageTest, ByDistanceThePictureIsThatOfTheFileOnceDistancesAreThere) {
    render::Colouring colouring;
    colouring.mapping = render::Mapping::distance;
    colouring.shaded = true;
    const auto without = frame_of(view_), with = frame_of(view_, size, true);
    const auto dwells = with->frame.dwells.host<std::uint32_t>();
    const auto& palette = stage_->palettes().get(colouring.palette);
    stage_->take(without, view_, size);
    EXPECT_TRUE(drawn(view_, nullptr, colouring) ==
                render::draw_picture(dwells, {},
                                     render::ColourMap({}, palette, 400, summarise(dwells, 400))));
    stage_->take(with, view_, size);
    const render::ColourMap colours(colouring, palette, 400, {},
                                    render::distance_scale(size.height));
    EXPECT_TRUE(drawn(view_, nullptr, colouring) ==
                render::draw_picture(dwells, {}, colours, mariani::on_host(with->frame.exterior)));
}

TEST_F(PictureStageTest, ByDistanceNothingOfAnUnfinishedFrameIsDrawn) {
    render::Colouring colouring;
    colouring.mapping = render::Mapping::distance;
    stage_->take(frame_of(view_, size, true), view_, size);
    const auto before = drawn(view_, nullptr, colouring);
    const View other{{0.3, 0}, 0.5};
    const auto next = frame_of(other);
    stage_->take_growing({next->frame.plan, next->frame.dwells, {}});
    EXPECT_TRUE(drawn(view_, nullptr, colouring) == before);
    EXPECT_FALSE(drawn(other, nullptr, colouring) == drawn(other)) << "by dwells it is";
}

TEST_F(PictureStageTest, TheOverlayIsThatOfTheNewestFrame) {
    render::OverlayStyle style;
    style.shown = true;
    stage_->take(frame_of({{0.3, 0}, 0.5}), {{0.3, 0}, 0.5}, size);
    drawn({{0.3, 0}, 0.5}, &style);
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    const auto second = drawn(view_, &style);
    stage_.emplace(test::source_folder("shaders"), test::source_folder("assets/palettes"), nullptr);
    stage_->take(frame, view_, size);
    EXPECT_TRUE(drawn(view_, &style) == second);
}

TEST_F(PictureStageTest, AroundTheFrameLieItsSurroundings) {
    const View out{view_.centre, view_.height * 4};
    stage_->take(frame_of(view_), view_, size);
    const auto outside = render::PictureView::outside;
    const auto alone = drawn(out);
    EXPECT_EQ(alone.at(2, 2), outside);
    const auto inside_frame = alone.at(size.width / 2 + 1, size.height / 2 + 1);
    stage_->take_surroundings(
        frame_of({view_.centre, view_.height * 8}, {size.width / 2, size.height / 2}));
    const auto surrounded = drawn(out);
    for (const auto& [x, y] : {std::pair(0, 0), std::pair(size.width - 1, 0),
                               std::pair(0, size.height - 1), std::pair(2, size.height / 2)})
        EXPECT_FALSE(surrounded.at(x, y) == outside) << x << ", " << y;
    EXPECT_EQ(surrounded.at(size.width / 2 + 1, size.height / 2 + 1), inside_frame);
}

TEST_F(PictureStageTest, NoEdgeOfTheFrameIsDarkOverItsSurroundings) {
    stage_->take(frame_of(view_), view_, size);
    stage_->take_surroundings(
        frame_of({view_.centre, view_.height * 8}, {size.width / 2, size.height / 2}));
    const double pixel = pitch(view_, size).nearest();
    for (int tenths = 0; tenths < 10; ++tenths) {
        const double by = 0.1 * tenths * pixel;
        const auto image =
            drawn({{view_.centre.re + by, view_.centre.im + by}, view_.height * 1.25});
        for (int y = 0; y < size.height; ++y)
            for (int x = 0; x < size.width; ++x)
                ASSERT_FALSE(image.at(x, y) == render::PictureView::outside)
                    << x << ", " << y << ", moved by " << tenths << " tenths";
    }
}

TEST_F(PictureStageTest, WhileThePictureMovesANewFrameHasTheColoursOfTheOldOne) {
    const View deep{{-0.745, 0.113}, 0.05};
    const auto old = frame_of(view_), fresh = frame_of(deep);
    const auto own = [&](const PreparedFrame& frame) {
        return render::ColourMap({}, stage_->palettes().get(render::Colouring{}.palette), 400,
                                 frame.summary);
    };
    stage_->take(old, view_, size);
    drawn(view_);
    stage_->take(fresh, deep, size);
    const render::gl::Framebuffer target(size);
    target.bind();
    const render::Viewport area{0, 0, size.width, size.height};
    stage_->draw_picture({}, deep, area, now_ += 1, true);
    EXPECT_TRUE(stage_->colours_change());
    const auto held = own(*fresh).with_curve_between(own(*old), own(*old), 0);
    const auto dwells = fresh->frame.dwells.host<std::uint32_t>();
    EXPECT_TRUE(render::read_pixels(area) == render::draw_picture(dwells, {}, held));
    EXPECT_TRUE(drawn(deep) == render::draw_picture(dwells, {}, own(*fresh))) << "at rest";
    EXPECT_FALSE(render::draw_picture(dwells, {}, own(*fresh)) ==
                 render::draw_picture(dwells, {}, held));
}

TEST_F(PictureStageTest, FarFromTheLastFrameWhatIsSeenHasItsOwnColours) {
    const View deep{{-0.745, 0.113}, view_.height / 1000};
    stage_->take(frame_of({deep.centre, 2}), {deep.centre, 2}, size);
    const auto preview = frame_of(deep, {16, 11});
    stage_->take_preview(preview);
    const render::Image over_the_last = drawn(deep);
    PictureStage alone(test::source_folder("shaders"), test::source_folder("assets/palettes"),
                       nullptr);
    std::swap(*stage_, alone);
    stage_->take_preview(preview);
    EXPECT_TRUE(drawn(deep) == over_the_last);
}

// A preview is replaced by the frame; what the frame does not cover shows the previous frame.
TEST_F(PictureStageTest, TheNewestFrameLiesOverThoseBeforeIt) {
    const auto wide = frame_of(view_);
    stage_->take(wide, view_, size);
    const auto before = drawn(view_);
    const View inner{view_.centre, view_.height / 4};
    const auto narrow = frame_of(inner);
    stage_->take_preview(frame_of(inner, {16, 11}));
    EXPECT_FALSE(drawn(inner) == before);
    stage_->take(narrow, inner, size);
    EXPECT_EQ(stage_->frame(), narrow);
    EXPECT_FALSE(stage_->has_preview());
    const auto fine = drawn(inner);
    PictureStage alone(test::source_folder("shaders"), test::source_folder("assets/palettes"),
                       nullptr);
    std::swap(*stage_, alone);
    stage_->take(narrow, inner, size);
    EXPECT_TRUE(drawn(inner) == fine) << "nothing of the preview is left";
    std::swap(*stage_, alone);
    const auto back = drawn(view_);  // the new frame in the middle, the old one around it
    EXPECT_EQ(back.at(2, 2), before.at(2, 2));
    EXPECT_EQ(back.at(58, 40), before.at(58, 40));
}

TEST_F(PictureStageTest, AnotherFrameOfTheSameViewLeavesWhatLiesBehind) {
    stage_->take(frame_of(view_), view_, size);
    const auto before = drawn(view_);
    const View inner{view_.centre, view_.height / 4};
    for (int i = 0; i < 2; ++i) stage_->take(frame_of(inner), inner, size);
    EXPECT_EQ(drawn(view_).at(2, 2), before.at(2, 2));
}

TEST_F(PictureStageTest, TheMeanOfSamplesStaysWhileFramesAreOfTheSamePixels) {
    picture_ = {1100, 1000};  // more than is painted at a time
    const auto frame = frame_of(view_, picture_);
    const auto picture_of = [&](const PreparedFrame& of) {
        return render::draw_picture(
            of.frame.dwells.host<std::uint32_t>(), {},
            render::ColourMap({}, stage_->palettes().get(render::Colouring{}.palette), 400,
                              frame->summary));
    };
    stage_->take(frame, view_, picture_);
    EXPECT_TRUE(drawn(view_) == picture_of(*frame));
    render::SampleSum sum(picture_);
    for (const double beside : {-0.25, 0.25}) {
        const double pixel = pitch(view_, picture_).nearest();
        const auto sample =
            frame_of({{view_.centre.re + beside * pixel, view_.centre.im}, view_.height}, picture_);
        stage_->add_sample(sample);
        const render::Image rows = picture_of(*sample);
        for (int y = 0; y < picture_.height; ++y) sum.add(rows.row(y), y);
        sum.count_one();
    }
    stage_->finish_samples();
    const render::Image mean = sum.mean(0, picture_.height);
    EXPECT_TRUE(drawn(view_) == mean);
    stage_->take(std::make_shared<PreparedFrame>(*frame), view_, picture_);
    EXPECT_TRUE(drawn(view_) == mean);
    stage_->forget_samples();
    EXPECT_TRUE(drawn(view_) == picture_of(*frame));
}

TEST_F(PictureStageTest, AGrowingFrameIsShownAsFarAsItIsFinishedOverWhatWasThere) {
    const View other{{view_.centre.re + 0.4, view_.centre.im}, view_.height};
    const auto old = frame_of(view_), coming = frame_of(other);
    stage_->take(old, view_, size);
    const render::Image before = drawn(other);
    stage_->take_growing(growing_of(*coming, 20));
    EXPECT_TRUE(stage_->has_growing());
    const render::Image grown = drawn(other);
    const auto own = [&](const PreparedFrame& frame) {
        return render::ColourMap({}, stage_->palettes().get(render::Colouring{}.palette), 400,
                                 frame.summary);
    };
    const auto of_the_old = own(*coming).with_curve_between(own(*old), own(*old), 0);
    const auto expected =
        render::draw_picture(coming->frame.dwells.host<std::uint32_t>(), {}, of_the_old);
    for (int x = 0; x < size.width; ++x) {
        for (const int y : {0, 7, 19})
            EXPECT_EQ(grown.at(x, y), expected.at(x, y)) << x << ", " << y;
        for (const int y : {20, 31, 42})
            EXPECT_EQ(grown.at(x, y), before.at(x, y)) << x << ", " << y;
    }
    stage_->take(coming, other, size);
    EXPECT_FALSE(stage_->has_growing());
    stage_->take_growing(growing_of(*coming, 20));
    stage_->forget_growing();
    EXPECT_FALSE(stage_->has_growing());
}

// As when a higher dwell limit is computed for the same pixels: only a flat picture has nothing to
// keep.
TEST_F(PictureStageTest, AFinishedPictureStaysUntilItsNextOneIsFinished) {
    const View inside{{-0.1, 0}, 0.01};
    for (const auto& [view, stays] : {std::pair{view_, true}, std::pair{inside, false}}) {
        stage_->take(frame_of(view), view, size);
        const render::Image before = drawn(view);
        auto next = growing_of(*frame_of({{0.3, 0}, 0.5}), size.height);
        next.plan.view = view;
        stage_->take_growing(next);
        EXPECT_EQ(drawn(view) == before, stays);
        stage_->forget_growing();
    }
}

TEST_F(PictureStageTest, AGrowingFrameAloneIsShownOverNothing) {
    const auto coming = frame_of(view_);
    stage_->take_growing(growing_of(*coming, 20));
    const render::Image grown = drawn(view_);
    int colours = 0;
    for (int x = 1; x < size.width; ++x) {
        colours += grown.at(x, 10) == grown.at(x - 1, 10) ? 0 : 1;
        EXPECT_EQ(grown.at(x, 30), grown.at(0, 30)) << x;
    }
    EXPECT_GT(colours, 5);
}

// The user has gone on to another view, whose coarse picture is finer than what grew before.
TEST_F(PictureStageTest, AFinerCoarsePictureLiesOverWhatGrewBefore) {
    const View deep{view_.centre, view_.height / 40};
    stage_->take(frame_of(view_), view_, size);
    const auto coarse = frame_of(deep, {size.width / 4, size.height / 4});
    stage_->take_preview(coarse);
    const render::Image expected = drawn(deep);
    stage_->take_growing(growing_of(*frame_of(view_), size.height));
    EXPECT_TRUE(drawn(deep) == expected);
}

TEST_F(PictureStageTest, OverWorkAGrowingFrameIsNotShown) {
    const auto frame = frame_of(view_);
    stage_->take(frame, view_, size);
    const render::gl::Framebuffer target(size);
    target.bind();
    const render::Viewport area{0, 0, size.width, size.height};
    const auto work = [&] {
        stage_->draw_picture({.shown = render::Quantity::work}, view_, area, now_ += 1);
        return render::read_pixels(area);
    };
    const auto before = work();
    stage_->take_growing(growing_of(*frame_of({{0.3, 0}, 0.5}), 43));
    EXPECT_TRUE(work() == before);
}

}  // namespace
}  // namespace mariani::app
