#include "app/window/verifier.hpp"

#include "app/settings/failure.hpp"
#include "app/settings/yield_to_window.hpp"
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

// The pixels whose dwells differ from `shown_at(x, y)`; `truth` covers them, and `region`, if it is
// known, is the one that gave them theirs.
template <typename ShownAt>
void collect_wrong(Frame truth, const std::optional<Region>& region, const ShownAt& shown_at,
                   std::vector<Correction>& corrections) {
    copy_to_host(truth);
    const auto dwells = truth.dwells.host<std::uint32_t>();
    const auto fractions = truth.fractions.host<float>();
    const auto [distances, normals] = mariani::on_host(truth.exterior);
    const auto value = [](const HostField<float>& field, int x, int y) {
        return field ? field.at(x, y) : 0;
    };
    const PixelRect& part = dwells.extent;
    for (int y = part.y; y < part.y + part.height; ++y)
        for (int x = part.x; x < part.x + part.width; ++x)
            if (const std::uint32_t shown = shown_at(x, y); dwells.at(x, y) != shown)
                corrections.push_back({{x, y, shown, dwells.at(x, y), region},
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

// What both checks ask of Ex.
FrameRequest request_of_truth(const FramePlan& plan) {
    FrameRequest request = request_for(plan);
    request.engine = EngineKind::ex;
    request.keep_regions = request.count_work = false;
    request.shortcuts = true;  // they change no dwell, and handle most of these pixels
    return request;
}

// So that a proof tells how far it is; each part has tables of its own.
std::vector<PixelRect> bands_of(const PixelRect& part) {
    constexpr int most = 16;
    const int count = std::min(most, part.height);
    std::vector<PixelRect> bands;
    for (int i = 0; i < count; ++i) {
        const int from = part.height * i / count, to = part.height * (i + 1) / count;
        bands.push_back({part.x, part.y + from, part.width, to - from});
    }
    return bands;
}

Verification verification_of(Check check, const std::shared_ptr<const PreparedFrame>& frame,
                             const std::vector<Correction>& corrections) {
    Verification verification{check, frame, 0, {}, {}};
    for (const auto& correction : corrections) verification.wrong.push_back(correction.pixel);
    if (!corrections.empty()) verification.frame = corrected(*frame, corrections);
    return verification;
}

}  // namespace

bool fills_are_proven(const Frame& frame) {
    return frame.plan.engine == EngineKind::ex || frame.plan.fill == FillRule::safe;
}

Exactness exactness_of_proof(const DeltaStats& proof, std::int64_t corrected) {
    const std::int64_t open = proof.pixels_of(Rung::none);
    return {open == 0 ? Exactness::proven : Exactness::open, 1, 0, corrected, open};
}

Exactness without_verification(const Frame& frame) {
    if (const auto& deltas = frame.stats.deltas) {
        if (frame.plan.quality == Quality::preview) return {Exactness::preview, 1};
        if (deltas->pixels_of(Rung::filled) == 0) return exactness_of_proof(*deltas, 0);
    }
    if (frame.plan.engine == EngineKind::ex) return {Exactness::computed, 1};
    return {fills_are_proven(frame) ? Exactness::verified : Exactness::unknown};
}

std::optional<Verification> verify_fills(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress) {
    FrameRequest request = request_of_truth(frame->frame.plan);
    const auto doubtful = doubtful_regions(frame->frame);
    std::int64_t pixels = 0, done = 0;
    for (const Region& region : doubtful) pixels += pixel_count(within(region.rect));

    std::vector<Correction> corrections;
    for (const Region& region : doubtful) {
        request.part = within(region.rect);
        auto truth = run(request, stop);
        if (!truth) return std::nullopt;
        const auto filled = [&](int, int) { return region.border_min; };
        collect_wrong(std::move(*truth), region, filled, corrections);
        done += pixel_count(request.part);
        progress = static_cast<double>(done) / static_cast<double>(pixels);
    }
    if (stop.stop_requested()) return std::nullopt;
    auto verification = verification_of(Check::fills, frame, corrections);
    verification.regions = static_cast<std::int64_t>(doubtful.size());
    progress = 1;
    return verification;
}

bool can_be_proven(const FramePlan& plan) {
    return !plan.view.julia && plan.quality == Quality::proven;
}

std::optional<Verification> prove_dwells(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress) {
    FrameRequest request = request_of_truth(frame->frame.plan);
    if (!is_deep(frame->frame.plan.precision)) request.precision = Precision::deltas;
    const Field shown = host_copy(frame->frame.dwells);
    const auto dwells = shown.host<std::uint32_t>();
    const auto shown_at = [&](int x, int y) { return dwells.at(x, y); };
    const auto bands = bands_of(frame->frame.plan.part);

    std::vector<Correction> corrections;
    DeltaStats stats;
    for (const PixelRect& band : bands) {
        request.part = band;
        auto truth = run(request, stop);
        if (!truth) return std::nullopt;
        stats += truth->stats.deltas.value();
        collect_wrong(std::move(*truth), std::nullopt, shown_at, corrections);
        progress = progress + 1 / static_cast<double>(bands.size());
    }
    auto verification = verification_of(Check::dwells, frame, corrections);
    auto proven = std::make_shared<PreparedFrame>(*verification.frame);
    proven->frame.stats.deltas = stats;
    verification.frame = std::move(proven);
    progress = 1;
    return verification;
}

Verifier::Verifier(RunEngine run, std::function<void()> wake)
    : run_(std::move(run)), wake_(std::move(wake)) {}

Verifier::~Verifier() {
    cancel();
}

void Verifier::cancel() {
    thread_.request_stop();
    const std::scoped_lock lock(mutex_);
    done_.reset();
}

std::optional<Verification> Verifier::poll() {
    const std::scoped_lock lock(mutex_);
    return std::exchange(done_, std::nullopt);
}

void Verifier::begin(Check check, std::shared_ptr<const PreparedFrame> frame) {
    cancel();
    thread_ = {};
    busy_ = true;
    check_ = check;
    progress_ = 0;
    auto failure = failure_of([&] {
        thread_ = std::jthread(
            [this, check, frame](const std::stop_token& stop) { verify(check, frame, stop); });
    });
    if (failure) conclude(Verification{check, std::move(frame), 0, {}, std::move(*failure)}, {});
}

void Verifier::verify(Check check, const std::shared_ptr<const PreparedFrame>& frame,
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
    auto failure = failure_of([&] {
        verification = check == Check::fills ? verify_fills(frame, waking, stop, progress_)
                                             : prove_dwells(frame, waking, stop, progress_);
    });
    if (failure) verification = Verification{check, frame, 0, {}, std::move(*failure)};
    conclude(std::move(verification), stop);
}

void Verifier::conclude(std::optional<Verification> verification, const std::stop_token& stop) {
    {
        const std::scoped_lock lock(mutex_);
        if (!stop.stop_requested()) done_ = std::move(verification);
        busy_ = false;
    }
    wake_();
}

}  // namespace mariani::app
