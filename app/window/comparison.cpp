#include "app/window/comparison.hpp"

#include "app/window/verifier.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/service/dwell_access.hpp"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::app {
namespace {

// The same pixels by the other engine, which subdivides as the user asks for.
FrameRequest by_other_engine(const FramePlan& plan, const EngineRequest& asked) {
    FrameRequest request = request_for(plan);
    request.engine = other_engine(plan.engine);
    request.scheme.reset();
    request.block.reset();
    if (request.engine == EngineKind::ex) return request;
    request.scheme = asked.scheme;
    request.g = asked.g;
    request.r = asked.r;
    request.B = asked.B;
    return request;
}

std::int64_t differing_pixels(const Frame& one, const Frame& other) {
    const Field first = host_copy(one.dwells), second = host_copy(other.dwells);
    const auto a = first.host<std::uint32_t>().values, b = second.host<std::uint32_t>().values;
    std::int64_t differing = 0;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) differing += a[i] != b[i];
    return differing;
}

}  // namespace

ComparedFrame without_fills(const PreparedFrame& shown) {
    auto copy = std::make_shared<PreparedFrame>(*on_host(shown));
    if (!copy->regions.kinds) return {std::move(copy), 0};  // Ex fills nothing
    const auto kinds = copy->regions.kinds.host<RegionKind>().values;
    const auto lines = border_lines(copy->regions);
    const auto dwells = copy->frame.dwells.host<std::uint32_t>();
    std::vector<std::uint32_t> computed(dwells.values.begin(), dwells.values.end());
    const auto width = static_cast<std::size_t>(copy->regions.size().width);
    std::int64_t filled = 0;
    for (std::size_t i = 0; i < std::min(computed.size(), kinds.size()); ++i) {
        if (kinds[i] == no_region) continue;
        const std::uint8_t line = std::min(lines[i % width], lines[width + i / width]);
        if (origin_of(kinds[i], line).outcome != PixelOutcome::filled) continue;
        computed[i] = unknown_dwell;
        ++filled;
    }
    copy->frame.dwells = field_of(dwells.extent, std::move(computed));
    return {std::move(copy), filled};
}

std::optional<ComparedFrame> compared_frame(const CompareJob& job,
                                            const FrameWorker::Compute& compute,
                                            const std::stop_token& stop) {
    if (job.with == Compared::fills) return without_fills(*job.frame);
    FrameProgress progress;
    auto frame = compute(job.request, stop, progress);
    if (!frame) return std::nullopt;
    auto other = std::make_shared<const PreparedFrame>(std::move(*frame));
    const std::int64_t differing = differing_pixels(job.frame->frame, other->frame);
    return ComparedFrame{std::move(other), differing};
}

Comparison::Comparison(WindowState& state, FrameDisplay& display, FrameWorker::Compute compute,
                       std::function<void()> wake)
    : state_(state),
      display_(display),
      worker_(
          [compute = std::move(compute)](const CompareJob& job, const std::stop_token& stop) {
              return compared_frame(job, compute, stop);
          },
          std::move(wake)) {}

// What was made is kept for as long as its frame is on screen.
std::optional<CompareJob> Comparison::wanted() const {
    if (!state_.shown) return std::nullopt;
    const auto& settings = state_.settings;
    const Compared with = settings.compare.with;
    if (with != Compared::engine && settings.colouring.shown != render::Quantity::dwell)
        return std::nullopt;
    const auto& frame = state_.shown->frame;
    CompareJob job{with, by_other_engine(frame->frame.plan, settings.engine), frame};
    if (!asked() && !(ready_ && subject_ == job)) return std::nullopt;
    return job;
}

void Comparison::begin(std::optional<CompareJob> subject) {
    worker_.forget();
    if (std::exchange(ready_, false)) display_.forget_compared();
    subject_ = std::move(subject);
    failed_ = false;
    if (!subject_ || subject_->with != Compared::palette) return;
    display_.take_compared(subject_->frame);
    ready_ = true;
}

void Comparison::advance(bool may_compute) {
    if (auto subject = wanted(); subject != subject_) begin(std::move(subject));
    take();
    go_on(may_compute && state_.up_to_date());
    observe();
}

void Comparison::go_on(bool may_compute) {
    if (!subject_ || ready_ || failed_) return;
    if (may_compute)
        worker_.submit(*subject_);
    else
        worker_.forget();
}

void Comparison::take() {
    const auto outcome = worker_.poll();
    if (!outcome || outcome->job != subject_) return;
    auto failure = outcome->result
                       ? failure_of([&] { display_.take_compared(outcome->result->frame); })
                       : std::optional(outcome->error);
    failed_ = failure.has_value();
    ready_ = !failed_;
    if (failure)
        state_.notify(Message::Kind::warning, "There is nothing to compare with: " + *failure);
    if (failed_) return state_.request_redraw();
    const auto& [frame, differing] = *outcome->result;
    differing_ = differing;
    exactness_.reset();
    if (subject_->with == Compared::engine) exactness_ = without_verification(frame->frame);
    state_.request_redraw();
}

void Comparison::observe() {
    state_.seen.compared.reset();
    if (!asked()) return;
    const ImageSize picture = state_.seen.picture;
    const auto divider =
        static_cast<int>(std::lround(state_.settings.compare.divider * picture.width));
    const std::string_view why_none = state_.from_poster ? "a poster has none"
                                      : !state_.shown    ? "no picture"
                                      : !subject_        ? "only for dwells"
                                      : failed_          ? "not computed"
                                                         : "";
    ComparedView view{state_.settings.compare.with, why_none, coming(), {}, {}};
    if (ready_) view.from = state_.panels.compare_held ? 0 : std::clamp(divider, 0, picture.width);
    if (ready_ && view.with != Compared::palette) view.differing = differing_;
    if (ready_ && view.with == Compared::engine) view.exactness = exactness_;
    state_.seen.compared = view;
}

void Comparison::draw() {
    const auto& compared = state_.seen.compared;
    if (!ready_ || !compared || !compared->from) return;
    render::Colouring colouring = state_.settings.colouring;
    if (compared->with == Compared::palette) colouring.palette = state_.settings.compare.palette;
    display_.draw_compared(colouring, *compared->from, compared->with != Compared::engine);
}

}  // namespace mariani::app
