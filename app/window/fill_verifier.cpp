#include "app/window/fill_verifier.hpp"

#include "app/failure.hpp"
#include "app/yield_to_window.hpp"
#include "compute/service/dwell_access.hpp"

#include <chrono>
#include <utility>

namespace mariani::app {
namespace {

// A frame's dwells with some of them replaced.
class CorrectedImage final : public DwellImage {
  public:
    explicit CorrectedImage(const DwellSpan& span) : part_(span.part) {
        const auto count = static_cast<std::size_t>(pixel_count(span.part));
        dwells_.assign(span.dwells, span.dwells + count);
        if (span.fractions) fractions_.assign(span.fractions, span.fractions + count);
    }
    DwellSpan span() const override {
        return {part_, dwells_.data(), fractions_.empty() ? nullptr : fractions_.data()};
    }
    void set(int x, int y, std::uint32_t dwell, float fraction) {
        const auto at =
            static_cast<std::size_t>(y - part_.y) * static_cast<std::size_t>(part_.width) +
            static_cast<std::size_t>(x - part_.x);
        dwells_[at] = dwell;
        if (!fractions_.empty()) fractions_[at] = fraction;
    }

  private:
    PixelRect part_;
    std::vector<std::uint32_t> dwells_;
    std::vector<float> fractions_;
};

struct Correction {
    WrongPixel pixel;
    float fraction = 0;
};

// Its border was iterated.
PixelRect within(PixelRect rect) {
    return {rect.x + 1, rect.y + 1, rect.width - 2, rect.height - 2};
}

std::vector<Region> doubtful_regions(const Frame& frame) {
    std::vector<Region> doubtful;
    if (!frame.regions) return doubtful;
    const auto regions = frame.regions->on_host();
    for (const Region& region : *regions)
        if (region.outcome == Outcome::filled && region.border_least >= frame.plan.dwell_limit &&
            !empty(within(region.rect)))
            doubtful.push_back(region);
    return doubtful;
}

// The pixels of a region filled as inside that escape.
void collect_wrong(const Region& region, const DwellSpan& right, std::uint32_t dwell_limit,
                   std::vector<Correction>& corrections) {
    const PixelRect& part = right.part;
    std::size_t at = 0;
    for (int y = part.y; y < part.y + part.height; ++y)
        for (int x = part.x; x < part.x + part.width; ++x, ++at)
            if (right.dwells[at] != dwell_limit)
                corrections.push_back({{x, y, dwell_limit, right.dwells[at], region},
                                       right.fractions ? right.fractions[at] : 0});
}

std::shared_ptr<const PreparedFrame> corrected(const PreparedFrame& frame,
                                               const std::vector<Correction>& corrections) {
    auto image = std::make_shared<CorrectedImage>(host_copy(frame.frame.dwells)->span());
    for (const auto& [pixel, fraction] : corrections)
        image->set(pixel.x, pixel.y, pixel.right, fraction);
    auto prepared = std::make_shared<PreparedFrame>(frame);
    prepared->summary = summarise(*image, frame.frame.plan.dwell_limit);
    prepared->frame.dwells = std::move(image);
    return prepared;
}

}  // namespace

bool exact_already(const Frame& frame) {
    return frame.plan.engine == EngineKind::ex || frame.plan.fill == FillRule::safe;
}

std::optional<Verification> verify_fills(std::shared_ptr<const PreparedFrame> frame,
                                         const RunEngine& run, const std::stop_token& stop,
                                         std::atomic<double>& progress) {
    FrameRequest request = request_for(frame->frame.plan);
    request.engine = EngineKind::ex;
    request.keep_regions = request.count_work = false;
    request.shortcuts = true;  // they change no dwell, and most of these pixels are theirs
    const auto doubtful = doubtful_regions(frame->frame);
    std::int64_t pixels = 0, done = 0;
    for (const Region& region : doubtful) pixels += pixel_count(within(region.rect));

    std::vector<Correction> corrections;
    for (const Region& region : doubtful) {
        request.part = within(region.rect);
        const auto truth = run(request, stop);
        if (!truth) return std::nullopt;
        collect_wrong(region, host_copy(truth->dwells)->span(), request.dwell_limit, corrections);
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
    auto told = Clock::now();
    const auto waking = [&](const FrameRequest& request, std::stop_token stop_run) {
        constexpr auto interval = std::chrono::milliseconds(250);
        if (Clock::now() - told > interval) {
            told = Clock::now();
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
