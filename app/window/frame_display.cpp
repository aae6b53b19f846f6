#include "app/window/frame_display.hpp"

#include "app/explore/prepared_frame.hpp"
#include "app/files/folders.hpp"
#include "app/produce/gpu_team.hpp"
#include "compute/engine.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_registry.hpp"

#include <cmath>
#include <cstdint>
#include <stdexcept>
#include <utility>
#include <vector>

#include <fmt/core.h>
#include <glad/gl.h>

namespace mariani::app {
namespace {

using render::interop::Support;

// CUDA is not initialised if no engine can use it.
Support find_support(DisplayChoice choice) {
    if (!render::interop::built()) return render::interop::query_support();
    if (const auto why = backend_unavailable(Backend::cuda)) return {std::nullopt, *why};
    if (choice == DisplayChoice::staged) return {std::nullopt, "--display staged"};
    return render::interop::query_support();
}

// A frame's number as bits among its own pixels, so that an observer of the screen can tell which
// frame is drawn, whichever way it got there: --mark-frames.
// A row of 8 x 8 pixel cells from the top left corner: one inside and one outside, then for each of
// the number's lowest 16 bits, the lowest first, the bit and its complement, where 1 is inside.
// Writes into the frame's dwells before anything reads them; too small a frame is left unchanged.
// Throws std::runtime_error if the device cannot be written to.
void draw_mark(const Frame& frame, std::uint64_t number) {
    constexpr int cell_side = 8, bits = 16;
    constexpr int width = (2 + 2 * bits) * cell_side;
    constexpr std::uint32_t outside = 1;
    const PixelRect part = frame.dwells.extent();
    if (part.width < width || part.height < cell_side) return;
    std::vector<std::uint32_t> row;
    const auto add_pair = [&](bool bit) {
        for (const bool inside : {bit, !bit})
            row.insert(row.end(), cell_side, inside ? frame.plan.dwell_limit : outside);
    };
    add_pair(true);
    for (int bit = 0; bit < bits; ++bit) add_pair((number >> bit & 1) != 0);
    for (int y = 0; y < cell_side; ++y) overwrite_row(frame.dwells, part.x, part.y + y, row);
}

void clear(ImageSize framebuffer) {
    const auto shade = [](std::uint8_t value) { return static_cast<float>(value) / 255.0f; };
    const auto outside = render::PictureView::outside;
    glViewport(0, 0, framebuffer.width, framebuffer.height);
    glClearColor(shade(outside.r), shade(outside.g), shade(outside.b), 1);
    glClear(GL_COLOR_BUFFER_BIT);
}

}  // namespace

DisplayRoute::DisplayRoute(DisplayChoice choice) : support_(find_support(choice)) {
    if (choice == DisplayChoice::interop && !support_.device)
        throw std::runtime_error(fmt::format(
            "--display interop is not available here: {}; --display auto uses the best route",
            support_.reason));
    if (!support_.device) return;
    bridge_ = std::make_shared<render::interop::Bridge>(*support_.device);
    device_ = *support_.device;
}

ServiceOptions DisplayRoute::service_options() const {
    ServiceOptions options;
    options.screen_device = support_.device;
    options.always_fall_back = true;
    return options;
}

std::optional<int> DisplayRoute::device() const {
    const int device = device_;
    return device == none ? std::nullopt : std::optional(device);
}

void DisplayRoute::give_up(const std::string& why) {
    device_ = none;
    support_ = {std::nullopt, why};
}

DisplayPath DisplayRoute::path_of(const Frame& frame) const {
    using enum DisplayPath::Kind;
    if (!frame.dwells.on_host()) return {interop, support_.reason};
    if (frame.plan.backend != Backend::cuda)
        return {upload, "the dwells are copied from host memory"};
    if (!support_.device) return {staged, support_.reason};
    if (frame.plan.device == support_.device)
        return {staged, "some pixels of this frame were corrected in host memory"};
    return {staged, fmt::format("GPU {} computes, and {}", frame.plan.device, support_.reason)};
}

FrameWorker::Compute frame_runner(EngineDispatcher engines, const DisplayRoute& route) {
    return [&route, engines = std::make_shared<EngineDispatcher>(std::move(engines))](
               FrameRequest request, const std::stop_token& stop, FrameProgress& progress) {
        request.resume = true;
        auto frame = prepare_frame(*engines, request, stop, progress, route.device());
        if (frame) frame->all_inside = is_all_inside(*frame, stop);
        return frame;
    };
}

std::vector<FrameWorker::Compute> further_runners(const EngineDispatcher& engines,
                                                  const FrameRequest& request,
                                                  const DisplayRoute& route) {
    std::vector<FrameWorker::Compute> runners;
    for (FurtherGpu& gpu : further_gpus(engines, request))
        runners.push_back(
            [compute = frame_runner(std::move(*gpu.dispatcher), route), device = gpu.device](
                FrameRequest asked, const std::stop_token& stop, FrameProgress& progress) {
                asked.backend = Backend::cuda;
                asked.device = device;
                return compute(asked, stop, progress);
            });
    return runners;
}

FrameWorker::Preview preview_runner(EngineDispatcher engines) {
    return [first = std::make_shared<FirstPicture>(std::move(engines))](const FrameRequest& request,
                                                                        std::stop_token stop) {
        return first->compute(request, std::move(stop));
    };
}

FrameDisplay::FrameDisplay(WindowState& state, DisplayRoute& route, FrameWorker& worker,
                           const Navigator& navigator, const PosterDisplay& poster,
                           bool mark_frames)
    : state_(state),
      route_(route),
      worker_(worker),
      navigator_(navigator),
      poster_(poster),
      mark_frames_(mark_frames),
      stage_(data_file("shaders"), data_file("assets/palettes"), route.bridge()) {}

void FrameDisplay::take_finished() {
    stage_.take_fetched_regions();
    const auto outcome = worker_.poll();
    if (const auto preview = worker_.poll_preview())
        state_.attempt([&] { stage_.take_preview(preview); });
    if (worker_.stopped() && state_.up_to_date()) {  // the last frame is what was asked for
        stage_.forget_preview();
        stage_.forget_growing();
    }
    if (!outcome) return take_growing();
    if (!outcome->frame) {
        state_.seen.engine_error = outcome->error;
        stage_.forget_growing();
        return;
    }
    state_.seen.engine_error.reset();
    state_.attempt([&] { show(*outcome); });
}

void FrameDisplay::take_growing() {
    if (!growth_pace_.due(state_.seconds())) return;
    auto picture = worker_.poll_growing();
    if (!picture) return;
    growth_pace_.looked(state_.seconds());
    state_.attempt_each_turn("growing picture", [&] { stage_.take_growing(std::move(*picture)); });
}

void FrameDisplay::show(const FrameOutcome& outcome) {
    if (mark_frames_) draw_mark(outcome.frame->frame, outcome.number);
    timings_.upload(outcome.frame, state_.seen, [&] { return present(outcome.frame); });
    state_.shown = ShownFrame{outcome.request, outcome.number, stage_.frame()};
    state_.seen.display = route_.path_of(stage_.frame()->frame);
    note_backend_failure();
}

void FrameDisplay::note_backend_failure() {
    const std::string& failure = state_.shown->frame->frame.stats.backend_failure;
    if (failure.empty() || failure == state_.seen.cuda_failure) return;
    state_.seen.cuda_failure = failure;
    state_.notify(
        Message::Kind::error,
        "The GPU failed, so the processor computes until mariani is restarted: " + failure);
}

void FrameDisplay::correct(const std::shared_ptr<const PreparedFrame>& frame) {
    stage_.take(frame, navigator_.shown(), state_.seen.picture);
    state_.shown->frame = frame;
}

void FrameDisplay::take_surroundings(const std::shared_ptr<const PreparedFrame>& surroundings) {
    take_shared(surroundings, [&](auto frame) { stage_.take_surroundings(std::move(frame)); });
}

void FrameDisplay::add_sample(const std::shared_ptr<const PreparedFrame>& sample) {
    take_shared(sample, [&](auto frame) { stage_.add_sample(frame); });
}

void FrameDisplay::take_compared(const std::shared_ptr<const PreparedFrame>& frame) {
    take_shared(frame, [&](auto taken) { stage_.take_compared(std::move(taken)); });
}

void FrameDisplay::draw_compared(const render::Colouring& colouring, int from, bool gridded) {
    const View& view = navigator_.shown();
    const auto column = static_cast<int>(std::lround(from / state_.magnification()));
    stage_.draw_compared(colouring, view, state_.viewport, column);
    const render::OverlayStyle overlay = state_.drawn_overlay();
    if (gridded && overlay.shown)
        stage_.draw_overlay(overlay, view, state_.viewport, state_.seen.line_width, column);
}

// A frame whose device is lost with it is computed again, elsewhere.
std::shared_ptr<const PreparedFrame> FrameDisplay::staged(const PreparedFrame& frame) {
    try {
        return on_host(frame);
    } catch (const BackendFailure&) {
        worker_.submit_again();
        throw;
    }
}

// From now on frames are copied through host memory.
void FrameDisplay::stop_sharing(const render::interop::Error& failure) {
    route_.give_up(failure.what());
    state_.notify(Message::Kind::warning,
                  fmt::format("Frames are now copied through host memory: {}", failure.what()));
}

// What GL cannot take from the device's memory it takes from the host's.
void FrameDisplay::take_shared(const std::shared_ptr<const PreparedFrame>& frame,
                               const TakeFrame& take) {
    try {
        take(frame);
    } catch (const render::interop::Error& failure) {
        stop_sharing(failure);
        take(staged(*frame));
    }
}

// Brings a frame to the screen and returns the ms this took.
double FrameDisplay::present(const std::shared_ptr<const PreparedFrame>& frame) {
    take_shared(frame, [&](auto taken) {
        stage_.take(std::move(taken), navigator_.shown(), state_.seen.picture);
    });
    return stage_.upload_ms();
}

// What is drawn for the first time is brought to the screen then.
void FrameDisplay::draw_shared(const std::function<void()>& draw) {
    try {
        draw();
    } catch (const render::interop::Error& failure) {
        const bool is_shown = state_.shown && state_.shown->frame == stage_.frame();
        stop_sharing(failure);
        stage_.take(staged(*stage_.frame()), navigator_.shown(), state_.seen.picture);
        if (is_shown) state_.shown->frame = stage_.frame();
        draw();
    }
}

void FrameDisplay::draw(ImageSize framebuffer, int line_width) {
    clear(framebuffer);
    if (pixel_count(state_.seen.picture) == 0) return;
    const Settings& settings = state_.settings;
    timings_.begin_draw();
    auto failure = failure_of([&] {
        draw_shared([&] { draw_without_overlay(); });
        drawable_ = settings.colouring;
    });
    if (failure) state_.settings.colouring = drawable_;
    state_.note_failure("colours", std::move(failure));
    state_.attempt_each_turn("overlay", [&] {
        const render::OverlayStyle overlay = state_.drawn_overlay();
        if (overlay.shown && !state_.from_poster)
            draw_shared([&] {
                stage_.draw_overlay(overlay, navigator_.shown(), state_.viewport, line_width);
            });
    });
    state_.attempt_each_turn("timings", [&] { timings_.end_draw(state_.seen); });
}

void FrameDisplay::draw_without_overlay() {
    const auto tiles = poster_.tiles();
    stage_.draw_picture(state_.settings.colouring, navigator_.shown(), state_.viewport,
                        state_.seen.now, frame_is_coming(), tiles ? &*tiles : nullptr);
}

std::optional<SeenDwell> FrameDisplay::dwell_at(PixelPoint at) {
    if (const auto seen = poster_.dwell_at(at)) return seen;
    return stage_.dwell_at(navigator_.shown(), state_.seen.picture, at);
}

std::optional<std::uint32_t> FrameDisplay::work_at(PixelPoint at) {
    if (poster_.dwell_at(at)) return std::nullopt;
    return stage_.work_at(navigator_.shown(), state_.seen.picture, at);
}

std::optional<Region> FrameDisplay::region_at(PixelPoint at) {
    if (state_.from_poster) return std::nullopt;
    return stage_.region_at(navigator_.shown(), state_.seen.picture, at, state_.sought_regions());
}

}  // namespace mariani::app
