#include "app/measure/frame_check.hpp"

#include "app/files/folders.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/table_file.hpp"
#include "compute/model/growing_frame.hpp"
#include "compute/service/dwell_access.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/palette.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/png.hpp"
#include "render/picture/roles.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

std::int64_t unknown_pixels(const HostField<std::uint32_t>& shown,
                            const HostField<std::uint32_t>& right) {
    std::int64_t unknown = 0;
    for (std::size_t i = 0; i < shown.values.size(); ++i)
        unknown += shown.values[i] == unknown_dwell || right.values[i] == unknown_dwell ? 1 : 0;
    return unknown;
}

void turn_grey(render::Image& image) {
    const ImageSize size = image.size();
    for (int y = 0; y < size.height; ++y)
        for (int x = 0; x < size.width; ++x) {
            const auto [r, g, b] = image.at(x, y);
            const auto grey = static_cast<std::uint8_t>(40 + (2 * r + 5 * g + b) / 16);
            image.set(x, y, {grey, grey, grey});
        }
}

void mark(render::Image& image, int x, int y) {
    const ImageSize size = image.size();
    const int radius = std::max(4, std::min(size.width, size.height) / 100);
    for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx) {
            const bool ring = std::abs(std::hypot(dx, dy) - radius) < 0.7;
            const int at_x = x + dx, at_y = y + dy;
            const bool inside = at_x >= 0 && at_y >= 0 && at_x < size.width && at_y < size.height;
            if (inside && (ring || (dx == 0 && dy == 0)))
                image.set(at_x, at_y, render::role::wrong);
        }
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
        progress = 0.5 * static_cast<double>(frames.size());
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

void write_check_csv(const std::filesystem::path& path, const std::vector<WrongPixel>& wrong) {
    std::string csv =
        "x,y,shown,right,level,outcome,region_x,region_y,region_width,region_height\n";
    for (const WrongPixel& pixel : wrong) {
        fmt::format_to(std::back_inserter(csv), "{},{},{},{},", pixel.x, pixel.y, pixel.shown,
                       pixel.right);
        if (const auto& region = pixel.region)
            fmt::format_to(std::back_inserter(csv), "{},{},{},{},{},{}", region->level,
                           name_of(region->outcome), region->rect.x, region->rect.y,
                           region->rect.width, region->rect.height);
        else
            csv += ",,,,,";
        csv += '\n';
    }
    write_table(path, csv);
}

void write_check_png(const std::filesystem::path& path, const FrameCheck& check,
                     const Settings& settings) {
    render::PaletteLibrary palettes(data_file("assets/palettes"));
    const auto dwells = check.shown.host<std::uint32_t>();
    const render::ColourMap colours(
        render::without_exterior(settings.colouring), palettes.get(settings.colouring.palette),
        check.plan.dwell_limit, summarise(dwells, check.plan.dwell_limit));
    render::Image image = render::draw_picture(dwells, {}, colours);
    turn_grey(image);
    for (const WrongPixel& pixel : check.wrong)
        mark(image, pixel.x - dwells.extent.x, pixel.y - dwells.extent.y);
    std::vector<render::PngText> texts;
    for (auto& [keyword, text] : picture_texts(settings, image.size(), check.plan))
        texts.push_back({std::move(keyword), std::move(text)});
    render::write_png(path, image, texts);
}

}  // namespace mariani::app
