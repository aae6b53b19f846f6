#include "app/window/fill_verifier.hpp"

#include "app/failure.hpp"
#include "app/yield_to_window.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <chrono>
#include <iterator>
#include <utility>

namespace mariani::app {
namespace {

struct Correction {
    WrongPixel pixel;
    float fraction = 0;
    float distance = 0;
    float normal = 0;
};

// Without the border, which was iterated.
PixelRect within(PixelRect rect) {
    return {rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2};
}

// Filled as inside; of a Julia set, which may be in pieces, also those that escape.
bool is_doubtful(const Region& region, const FramePlan& plan) {
    return region.outcome == Outcome::filled && !empty(within(region.rect)) &&
           (region.border_min >= plan.dwell_limit || plan.view.julia);
}

std::vector<Region> doubtful_regions(const Frame& frame) {
    std::vector<Region> doubtful;
    if (!frame.regions) return doubtful;
    const auto regions = frame.regions->on_host();
    std::ranges::copy_if(*regions, std::back_inserter(doubtful),
                         [&](const Region& region) { return is_doubtful(region, frame.plan); });
    return doubtful;
}

// The pixels of a filled region that have other dwells; `truth` covers that region.
void collect_wrong(const Region& region, Frame truth, std::vector<Correction>& corrections) {
    copy_to_host(truth);
    const auto dwells = truth.dwells.host<std::uint32_t>();
    const auto fractions = truth.fractions.host<float>();
    const auto [distances, normals] = mariani::on_host(truth.exterior);
    const auto value = [](const HostField<float>& field, int x, int y) {
        return field ? field.at(x, y) : 0;
    };
    const std::uint32_t filled = region.border_min;
    const PixelRect& part = dwells.extent;
    for (int y = part.y; y < part.y + part.height; ++y)
        for (int x = part.x; x < part.x + part.width; ++x)
            if (dwells.at(x, y) != filled)
                corrections.push_back({{x, y, filled, dwells.at(x, y), region},
                                       value(fractions, x, y),
                                       value(distances, x, y),
                                       value(normals, x, y)});
}

// A copy in host memory with the wrong values replaced by value_of(correction).
template <typename T, typename ValueOf>
Field corrected(const Field& field, const std::vector<Correction>& corrections,
                const ValueOf& value_of) {
    if (!field) return {};
    const Field on_host = host_copy(field);
    const auto wrong = on_host.host<T>();
    std::vector<T> values(wrong.values.begin(), wrong.values.end());
    for (const Correction& each : corrections)
        values[wrong.index(each.pixel.x, each.pixel.y)] = value_of(each);
    return field_of(wrong.extent, std::move(values));
}

std::shared_ptr<const PreparedFrame> corrected(const PreparedFrame& frame,
                                               const std::vector<Correction>& corrections) {
    auto prepared = std::make_shared<PreparedFrame>(frame);
    Frame& right = prepared->frame;
    right.dwells = corrected<std::uint32_t>(
        right.dwells, corrections, [](const Correction& each) { return each.pixel.right; });
    right.fractions = corrected<float>(right.fractions, corrections,
                                       [](const Correction& each) { return each.fraction; });
    right.exterior = {corrected<float>(right.exterior.distances, corrections,
                                       [](const Correction& each) { return each.distance; }),
                      corrected<float>(right.exterior.normals, corrections,
                                       [](const Correction& each) { return each.normal; })};
    prepared->summary = summarise(right.dwells, right.plan.dwell_limit);
    return prepared;
}

}  // namespace

bool fills_are_proven(const Frame& frame) {
    return frame.plan.engine == EngineKind::ex || frame.plan.fill == FillRule::safe;
}

std::optional<Verification> verify_fills(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress) {
    FrameRequest request = request_for(frame->frame.plan);
    request.engine = EngineKind::ex;
    request.keep_regions = request.count_work = false;
    request.shortcuts = true;  // they change no dwell, and handle most of these pixels
    const auto doubtful = doubtful_regions(frame->frame);
    std::int64_t pixels = 0, done = 0;
    for (const Region& region : doubtful) pixels += pixel_count(within(region.rect));

    std::vector<Correction> corrections;
    for (const Region& region : doubtful) {
        request.part = within(region.rect);
        auto truth = run(request, stop);
        if (!truth) return std::nullopt;
        collect_wrong(region, std::move(*truth), corrections);
        done += pixel_count(request.part);
        progress = static_cast<double>(done) / static_cast<double>(pixels);
    }
    if (stop.stop_requested()) return std::nullopt;
    Verification verification{frame, static_cast<std::int64_t>(doubtful.size()), {}, {}};
    for (const auto& correction : corrections) verification.wrong.push_back(correction.pixel);
    if (!corrections.empty()) verification.frame = corrected(*frame, corrections);
    progress = 1;
    return verification;
}

FillVerifier::FillVerifier(RunEngine run, std::function<void()> wake)
    : run_(std::move(run)), wake_(std::move(wake)) {}

FillVerifier::~FillVerifier() {
    cancel();
}

void FillVerifier::cancel() {
    thread_.request_stop();
    const std::scoped_lock lock(mutex_);
    done_.reset();
}

std::optional<Verification> FillVerifier::poll() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(done_, std::nullopt);
}

void FillVerifier::begin(std::shared_ptr<const PreparedFrame> frame) {
    cancel();
    thread_ = {};
    busy_ = true;
    progress_ = 0;
    auto failure = failure_of([&] {
        thread_ = std::jthread([this, frame](const std::stop_token& stop) { verify(frame, stop); });
    });
    if (failure) conclude(Verification{std::move(frame), 0, {}, std::move(*failure)}, {});
}

void FillVerifier::verify(const std::shared_ptr<const PreparedFrame>& frame,
                          const std::stop_token& stop) {
    yield_to_window();
    using Clock = std::chrono::steady_clock;
    auto last_report = Clock::now();
    const auto waking = [&](const FrameRequest& request, std::stop_token stop_run) {
        constexpr auto interval = std::chrono::milliseconds(250);
        if (Clock::now() - last_report > interval) {
            last_report = Clock::now();
            wake_();
        }
        return run_(request, std::move(stop_run));
    };
    std::optional<Verification> verification;
    auto failure = failure_of([&] { verification = verify_fills(frame, waking, stop, progress_); });
    if (failure) verification = Verification{frame, 0, {}, std::move(*failure)};
    conclude(std::move(verification), stop);
}

void FillVerifier::conclude(std::optional<Verification> verification, const std::stop_token& stop) {
    {
        const std::scoped_lock lock(mutex_);
        if (!stop.stop_requested()) done_ = std::move(verification);
        busy_ = false;
    }
    wake_();
}

}  // namespace mariani::app
