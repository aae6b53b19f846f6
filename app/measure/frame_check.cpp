#include "app/measure/frame_check.hpp"

#include "app/measure/rounds.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/service/dwell_access.hpp"

#include <set>
#include <stdexcept>
#include <utility>

namespace mariani::app {

namespace {

std::int64_t unknown_pixels(const HostField<std::uint32_t>& shown,
                            const HostField<std::uint32_t>& right) {
    std::int64_t unknown = 0;
    for (std::size_t i = 0; i < shown.values.size(); ++i)
        unknown += shown.values[i] == unknown_dwell || right.values[i] == unknown_dwell ? 1 : 0;
    return unknown;
}

}  // namespace

std::vector<WrongPixel> wrong_pixels(const HostField<std::uint32_t>& shown,
                                     const HostField<std::uint32_t>& right,
                                     const render::RegionIndex& regions) {
    if (shown.extent != right.extent)
        throw std::logic_error("frames of different pixels cannot be compared");
    std::vector<WrongPixel> wrong;
    const PixelRect& part = shown.extent;
    std::size_t at = 0;
    for (int y = part.y; y < part.y + part.height; ++y)
        for (int x = part.x; x < part.x + part.width; ++x, ++at)
            if (shown.values[at] != right.values[at] && shown.values[at] != unknown_dwell &&
                right.values[at] != unknown_dwell)
                wrong.push_back({x, y, shown.values[at], right.values[at],
                                 regions.region_at(x, y, render::OverlayStyle{})});
    return wrong;
}

std::size_t filled_regions_of(const std::vector<WrongPixel>& wrong) {
    std::set<std::pair<int, int>> corners;
    for (const WrongPixel& pixel : wrong)
        if (pixel.region && pixel.region->outcome == Outcome::filled)
            corners.emplace(pixel.region->rect.x, pixel.region->rect.y);
    return corners.size();
}

std::optional<FrameCheck> check_frame(FrameRequest request, const RunEngine& run,
                                      const std::stop_token& stop, std::atomic<double>& progress) {
    if (request.engine != EngineKind::dp) request.engine = EngineKind::ask;
    request.smooth = request.exterior = request.count_work = false;
    request.keep_regions = true;
    std::vector<Contestant> both{{request}, {request}};
    both[1].request.engine = EngineKind::ex;
    both[1].request.keep_regions = false;
    std::vector<Frame> frames;
    const auto take = [&](const Frame& frame, int) {
        frames.push_back(frame);
        progress = 0.3;
    };
    if (!run_rounds(both, {.repeat = 0, .any_plan = true}, run, stop, take)) return std::nullopt;
    const Frame &frame = frames[0], &truth = frames[1];
    FrameCheck check{
        frame.plan, frame.stats, truth.stats, {}, host_copy(frame.dwells), host_copy(truth.dwells)};
    check.wrong = wrong_pixels(check.shown.host<std::uint32_t>(), check.right.host<std::uint32_t>(),
                               render::RegionIndex(frame.regions->on_host()));
    check.unknown =
        unknown_pixels(check.shown.host<std::uint32_t>(), check.right.host<std::uint32_t>());
    progress = 1;
    return check;
}

}  // namespace mariani::app
