// The coarse picture that comes first: of the same view, quickly, and only if it is useful.
#include "app/explore/prepared_frame.hpp"
#include "compute/model/suited.hpp"

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

using namespace std::chrono_literals;

FrameRequest request_of(ImageSize image) {
    FrameRequest request;
    request.view = {{-0.5, 0}, 2};
    request.image = image;
    request.part = whole(image);
    request.dwell_limit = 500;
    request.backend = Backend::cpu;
    request.keep_regions = true;
    return request;
}

// The point at the centre of a pixel.
PlanePoint point_of(const FrameRequest& request, double x, double y) {
    const double size = pitch(request.view, request.image).nearest();
    return {request.view.centre.re + (x + 0.5 - request.image.width / 2.0) * size,
            request.view.centre.im + (request.image.height / 2.0 - y - 0.5) * size};
}

TEST(CoarseRequest, ShowsTheWholePicture) {
    for (const ImageSize image : {ImageSize{640, 480}, {641, 479}, {7, 1000}, {1, 1}})
        for (const int step : {8, 16, 32}) {
            const auto fine = request_of(image);
            const auto coarse = coarse_request(fine, step);
            EXPECT_NEAR(pitch(coarse.view, coarse.image).nearest(),
                        step * pitch(fine.view, image).nearest(), 1e-15);
            const auto corner = point_of(fine, -0.5, -0.5);
            const auto coarse_corner = point_of(coarse, -0.5, -0.5);
            EXPECT_LE((coarse_corner.re - corner.re).nearest(), 1e-12);
            EXPECT_GE((coarse_corner.im - corner.im).nearest(), -1e-12);
            EXPECT_LT(coarse.image.width, image.width / step + 2);
            EXPECT_LT(coarse.image.height, image.height / step + 2);
            EXPECT_EQ(coarse.part, whole(coarse.image));
        }
}

TEST(CoarseRequest, LeavesNothingAutomatic) {
    auto fine = request_of({640, 480});
    fine.backend = std::nullopt;
    const auto coarse = coarse_request(fine, 8);
    EXPECT_EQ(coarse.backend, Backend::cpu);
    EXPECT_EQ(coarse.engine, EngineKind::ask);
    // The picture's own: a coarse one alone would get by with less.
    EXPECT_EQ(coarse.precision, suited_precision(fine.view, fine.image));
}

TEST(FirstPicture, IsACoarsePictureOfTheView) {
    FirstPicture first(EngineDispatcher(), 0ms);
    const auto fine = request_of({640, 480});
    const auto picture = first.compute(fine, {});
    ASSERT_TRUE(picture);
    const auto& made = picture->frame.plan;
    EXPECT_EQ(made.view, fine.view);
    EXPECT_LE(made.image.width, 80);
    EXPECT_EQ(made.dwell_limit, fine.dwell_limit);
    EXPECT_FALSE(picture->frame.regions);
}

TEST(FirstPicture, ComesOncePerView) {
    FirstPicture first(EngineDispatcher(), 0ms);
    auto fine = request_of({640, 480});
    EXPECT_TRUE(first.compute(fine, {}));
    fine.B = 4;
    EXPECT_FALSE(first.compute(fine, {})) << "the picture of this view is on screen already";
    fine.view.height = 0.5;
    EXPECT_TRUE(first.compute(fine, {}));
}

TEST(FirstPicture, IsLeftOutWhereTheFrameIsQuick) {
    FirstPicture first(EngineDispatcher(), 1h);
    EXPECT_FALSE(first.compute(request_of({64, 48}), {}));
}

TEST(FirstPicture, IsNotComputedForTheGpu) {
    FirstPicture first(EngineDispatcher(), 0ms);
    auto fine = request_of({640, 480});
    fine.backend = Backend::cuda;
    EXPECT_FALSE(first.compute(fine, {}));
}

TEST(FirstPicture, ObeysAStop) {
    FirstPicture first(EngineDispatcher(), 0ms);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(first.compute(request_of({640, 480}), stop.get_token()));
}

}  // namespace
}  // namespace mariani::app
