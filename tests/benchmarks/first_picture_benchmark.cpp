// How soon after a request the window can show 1920 x 1080 pixels, on the processor.
//   build/release/benchmarks/first_picture_benchmark --benchmark_repetitions=5
// From the request to the first picture or, if there is none, to the frame, each time as if another
// view preceded it; the display's share is in the window's timings. Needs no display.
#include "app/explore/frame_worker.hpp"
#include "app/explore/prepared_frame.hpp"
#include "compute/service/engine_dispatcher.hpp"

#include <semaphore>

#include <benchmark/benchmark.h>

namespace mariani::app {
namespace {

using Clock = FrameWorker::Clock;

FrameRequest request_for(const View& view) {
    FrameRequest request;
    request.view = view;
    request.image = {1920, 1080};
    request.part = whole(request.image);
    request.dwell_limit = 10000;
    request.backend = Backend::cpu;
    request.shortcuts = true;
    return request;
}

// Like the window: submits a request and waits to be woken for a preview or a frame.
void show(benchmark::State& state, const View& view) {
    EngineDispatcher dispatcher;
    FirstPicture first_picture;
    std::counting_semaphore<> woken{0};
    FrameWorker worker(
        [&](const FrameRequest& request, std::stop_token stop, FrameProgress& progress) {
            return prepare_frame(dispatcher, request, std::move(stop), progress);
        },
        [&] { woken.release(); }, FrameWorker::default_grace,
        [&](const FrameRequest& request, std::stop_token stop) {
            return first_picture.compute(request, std::move(stop));
        });
    const auto shown = [&] { return worker.poll_preview() || worker.poll(); };
    const View elsewhere{{view.centre.re + view.height.nearest(), view.centre.im}, view.height};
    for (auto _ : state) {
        worker.submit(request_for(elsewhere));
        while (worker.busy()) {
            woken.acquire();
            worker.poll();
        }
        const auto begin = Clock::now();
        worker.submit(request_for(view));
        while (!shown()) woken.acquire();
        state.SetIterationTime(std::chrono::duration<double>(Clock::now() - begin).count());
        worker.stop();
    }
}

void on_view(const char* name, const View& view) {
    benchmark::RegisterBenchmark(name, [view](benchmark::State& state) { show(state, view); })
        ->UseManualTime()
        ->Iterations(5)
        ->Unit(benchmark::kMillisecond);
}

}  // namespace
}  // namespace mariani::app

int main(int argc, char** argv) {
    using namespace mariani;
    app::on_view("whole_set", {{-0.5, 0}, 2});
    app::on_view("seahorse", {{-0.745, 0.113}, 0.02});
    app::on_view("elephant", {{0.275, 0.007}, 0.03});
    app::on_view("period_2_edge", {{-1.25066, 0.02012}, 0.00017});
    app::on_view("deep", {{-0.743643887037151, 0.131825904205330}, 1e-9});
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
}
