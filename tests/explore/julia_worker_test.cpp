// The worker that draws Julia sets: the newest job wins, and a picture is drawn in the palette.
#include "app/explore/julia_worker.hpp"

#include <latch>
#include <semaphore>

#include <gtest/gtest.h>

namespace mariani::app {
namespace {

JuliaJob job(PlanePoint c, std::uint32_t dwell_limit = 100) {
    JuliaJob job{c, 20, dwell_limit, {}, {"two", {{255, 0, 0}, {0, 0, 255}}}};
    job.colouring.inside = {0, 1, 0};
    return job;
}

// The next picture that the worker has.
JuliaPicture next(JuliaWorker& worker, std::counting_semaphore<>& woken) {
    while (true) {
        if (auto picture = worker.poll()) return std::move(*picture);
        woken.acquire();
    }
}

TEST(JuliaPictureTest, TheInsideHasItsColourAndWhatEscapesThePalettes) {
    const auto image = draw_julia(job({0, 0}), {});
    ASSERT_TRUE(image);
    EXPECT_EQ(image->size(), (ImageSize{20, 20}));
    EXPECT_EQ(image->at(10, 10), (render::Rgb8{0, 255, 0}));
    EXPECT_EQ(image->at(0, 0).g, 0);
    EXPECT_GT(image->at(0, 0).r + image->at(0, 0).b, 200);
}

TEST(JuliaPictureTest, AStopEndsIt) {
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(draw_julia(job({0, 0}), stop.get_token()));
}

TEST(JuliaWorkerTest, ItDrawsWhatItWasAskedForAndThenRests) {
    std::counting_semaphore<> woken{0};
    JuliaWorker worker([&] { woken.release(); });
    EXPECT_FALSE(worker.busy());
    worker.submit(job({-1, 0}));
    EXPECT_TRUE(worker.busy());
    const JuliaPicture picture = next(worker, woken);
    EXPECT_EQ(picture.c, (PlanePoint{-1, 0}));
    EXPECT_EQ(picture.error, "");
    EXPECT_EQ(picture.image, *draw_julia(job({-1, 0}), {}));
    EXPECT_FALSE(worker.busy());
    worker.submit(job({-1, 0}));
    EXPECT_FALSE(worker.busy()) << "it has been drawn";
}

TEST(JuliaWorkerTest, OfJobsThatWaitOnlyTheNewestIsDrawn) {
    std::counting_semaphore<> woken{0};
    std::latch begun{1}, go_on{1};
    bool held = false;
    JuliaWorker worker([&] {
        if (!held) {  // once the first is done, and before the next is begun
            held = true;
            begun.count_down();
            go_on.wait();
        }
        woken.release();
    });
    worker.submit(job({0, 0}));
    begun.wait();
    for (const double re : {-0.1, -0.2, -0.3}) worker.submit(job({re, 0}));
    EXPECT_EQ(worker.poll()->c, (PlanePoint{0, 0}));
    go_on.count_down();
    EXPECT_EQ(next(worker, woken).c, (PlanePoint{-0.3, 0}));
    EXPECT_FALSE(worker.busy());
}

TEST(JuliaWorkerTest, AFailureIsTold) {
    std::counting_semaphore<> woken{0};
    JuliaWorker worker([&] { woken.release(); });
    JuliaJob impossible = job({0, 0});
    impossible.colouring.period = -1;
    worker.submit(impossible);
    EXPECT_NE(next(worker, woken).error, "");
}

TEST(JuliaWorkerTest, AfterAStopTheSameJobIsDrawnAgain) {
    std::counting_semaphore<> woken{0};
    JuliaWorker worker([&] { woken.release(); });
    worker.submit(job({0, 0}));
    next(worker, woken);
    worker.stop();
    worker.submit(job({0, 0}));
    EXPECT_EQ(next(worker, woken).c, (PlanePoint{0, 0}));
}

TEST(JuliaWorkerTest, ItEndsWhileItDraws) {
    JuliaWorker worker([] {});
    JuliaJob long_job = job({-0.5, 0.1}, 10'000'000);
    long_job.side = 1000;
    worker.submit(long_job);
}

}  // namespace
}  // namespace mariani::app
