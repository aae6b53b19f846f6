#include "app/workloads/volume/scene.hpp"

#include "app/workloads/strokes.hpp"
#include "app/workloads/volume/runs.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <iterator>
#include <stdexcept>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using volume::Index;
using volume::Plan;

// The lines of each row of the box, from the first to the last.
void add_lines(const volume::Plan& plan, const volume::Box& box, std::vector<Index>& lines) {
    const Index size = volume::has_wide_dwells(plan) ? 4 : 2;
    volume::Sides rows = box.side;
    rows.of[0] = 1;
    for (Index row = 0; row < voxel_count(rows); ++row) {
        const auto first = voxel_of(volume::Box{box.begin, rows}, static_cast<std::uint64_t>(row));
        const Index at = index_of(plan.side, first) * size;
        const Index last = (at + box.side.of[0] * size - 1) / cache_line_bytes;
        for (Index line = at / cache_line_bytes; line <= last; ++line) lines.push_back(line);
    }
}

std::size_t count_different(std::vector<Index>& all) {
    std::sort(all.begin(), all.end());
    return static_cast<std::size_t>(std::unique(all.begin(), all.end()) - all.begin());
}

constexpr const char* too_small = "The window is too small to show a volume.";

// The same for all turns of w.
Plan at_rest(Plan plan) {
    plan.turn = 0;
    return plan;
}

// The colouring of dwells alone.
render::Colouring colouring_of(const VolumeStyle& style) {
    render::Colouring colouring = render::without_exterior(style.colouring);
    colouring.shown = render::Quantity::dwell;
    colouring.smooth = false;
    return colouring;
}

// Where the volume ends within the set, a surface has the colour of stone.
render::Colouring space_colouring_of(const VolumeStyle& style) {
    render::Colouring colouring = colouring_of(style);
    colouring.inside = {0.52f, 0.53f, 0.56f};
    return colouring;
}

bool has_lines(const VolumeStyle& style) {
    return style.shown == VolumeShown::space && (style.boxes || style.line);
}

// Below the picture in a place: what it shows.
PictureText caption_of(const VolumeJob& job, const PixelRect& place) {
    const float size = job.style.text_size;
    std::string text = volume_sentence(job);
    const double width = std::max(1, place.width);
    const double lines = std::ceil(usual_width(text.size(), size) / width);
    const int height = std::min(place.height, static_cast<int>(std::ceil(1.25 * size * lines)));
    return {{place.x, place.y + place.height - height, place.width, height},
            std::move(text),
            {},
            role::text,
            size,
            false,
            true};
}

// Over which numbers a volume's dwells lie.
std::string axes_text(const Plan& plan) {
    if (plan.axes == 4) return "c.re, c.im, w.re and w.im";
    if (plan.turn == 0) return "c.re, c.im and w.re";
    const double degrees = std::round(360 * plan.turn);
    return fmt::format("c.re, c.im and w at {} degree{}", degrees, degrees == 1 ? "" : "s");
}

std::string function_text(const Plan& plan) {
    if (plan.function == volume::Function::mandelbulb)
        return "z -> z^8 + c in space, over the coordinates of c";
    if (plan.axes == 2) return "z -> z^2 + c from z = 0, over c: the Mandelbrot set";
    return fmt::format("z -> z^2 + c from z = w, over {}", axes_text(plan));
}

// Where w = 0, of which an even side has no voxel.
std::string zero_text(const Plan& plan) {
    if (plan.function == volume::Function::mandelbulb || plan.axes == 2) return "";
    const auto place = [&](const std::string& at) {
        return plan.axes == 3 ? "z " + at : fmt::format("z {} and u {}", at, at);
    };
    const int middle = plan.side.of[2] / 2;
    if (plan.side.of[2] % 2 == 1)
        return fmt::format(" The Mandelbrot set lies where w = 0, at {}.",
                           place(std::to_string(middle)));
    return fmt::format(
        " The Mandelbrot set lies where w = 0, between {}, {:.2g} from each; with an odd n there "
        "are voxels at w = 0.",
        place(fmt::format("{} and {}", middle - 1, middle)), place_on_axis(plan, 2, middle));
}

std::string lines_text(const VolumeJob& job) {
    const VolumeStyle& style = job.style;
    if (!has_lines(style) || !volume::has_regions(job.plan.engine)) return "";
    std::string text = style.boxes ? " Boxes are a level's regions that were not filled." : "";
    if (style.line && volume::has_list(job.plan.engine))
        text += fmt::format(" The line, from blue to red, follows the order of the list: {}, {}.",
                            name_of(job.plan.encoding), name_of(job.plan.order));
    else if (style.line)
        text += " The line, from blue to red, follows the order of the work.";
    return text;
}

}  // namespace

std::optional<double> lines_touched(const volume::Plan& plan,
                                    std::span<const ListedRegion> regions) {
    constexpr std::size_t most_places = 64;
    if (regions.size() < listed_together) return std::nullopt;
    const std::size_t last = regions.size() - listed_together;
    const std::size_t places = std::min(most_places, last + 1);
    std::size_t sum = 0;
    std::vector<Index> lines;
    for (std::size_t place = 0; place < places; ++place) {
        const std::size_t from = places == 1 ? 0 : last * place / (places - 1);
        lines.clear();
        for (const ListedRegion& region : regions.subspan(from, listed_together))
            add_lines(plan, region.box, lines);
        sum += count_different(lines);
    }
    return static_cast<double>(sum) / static_cast<double>(places);
}

std::string volume_sentence(const VolumeJob& job) {
    const VolumeStyle& style = job.style;
    const std::string of = function_text(job.plan) + "." + zero_text(job.plan);
    if (style.shown == VolumeShown::slices)
        return fmt::format("{} the dwells of {}",
                           job.plan.axes == 2 ? "A plane of" : "Three planes through", of);
    const std::string lines = lines_text(job);
    if (!style.surface) return fmt::format("The space of the dwells of {}{}", of, lines);
    return fmt::format("The surface encloses dwells of {} or more, for {}{}", style.solid, of,
                       lines);
}

bool VolumeDraftsman::run(const Plan& plan, const std::stop_token& stop) {
    plan_.reset();
    records_.reset();
    looked_.reset();
    if (!runner_ || at_rest(made_for_) != at_rest(plan)) {
        runner_.reset();
        runner_ = volume::make_runner(plan);
        made_for_ = plan;
    } else if (made_for_.turn != plan.turn) {
        runner_->turn_to(plan.turn);
        made_for_ = plan;
    }
    auto stats = runner_->run(stop, *progress_);
    if (!stats) return false;
    stats_ = std::move(*stats);
    plan_ = plan;
    ++runs_;
    return true;
}

bool VolumeDraftsman::paint(const volume::Look& look, const volume::Scenery& scenery,
                            const render::ColourMap& colours, const std::stop_token& stop) {
    if (looked_ == look && looked_in_ == colours) return true;
    looked_.reset();
    surface_ = runner_->paint(look, scenery, space_table_.of(colours, made_for_.dwell_limit), stop);
    if (!surface_) return false;
    looked_ = look;
    looked_in_ = colours;
    return true;
}

std::vector<render::Image> VolumeDraftsman::paint(const SlicePanes& panes,
                                                  const render::ColourMap& colours) {
    std::vector<render::Image> pictures;
    for (const SlicePane& pane : panes.panes) {
        const ImageSize size{pane.rect.width, pane.rect.height};
        render::Image& picture = pictures.emplace_back(size, render::PixelFormat::rgb);
        const auto rgb =
            runner_->paint(pane.plane, size, plane_table_.of(colours, made_for_.dwell_limit));
        std::ranges::copy(rgb, picture.bytes().begin());
    }
    return pictures;
}

const std::vector<volume::RegionRecord>& VolumeDraftsman::records() {
    if (!records_) records_ = runner_->regions();
    return *records_;
}

// Whether the planes' regions are to be found.
bool VolumeDraftsman::outlines(const VolumeJob& job) const {
    if (job.style.shown != VolumeShown::slices || !job.style.grid) return false;
    if (!volume::has_regions(job.plan.engine)) return false;
    return !job.moving || records_ || sum_of(stats_).regions <= most_moving_regions;
}

bool VolumeDraftsman::draw_slices_of(const VolumeJob& job, VolumePicture& picture,
                                     const std::stop_token& stop) {
    const int line_width = job.style.line_width;
    const float text_size = job.style.text_size;
    picture.panes = slice_panes(job.plan, job.at, job.size, static_cast<int>(text_size));
    if (!picture.panes) throw std::runtime_error(too_small);
    picture.texts = heads_of(job.plan, *picture.panes, text_size, line_width);
    SlicesStyle style{job.style.overlay, line_width};
    style.grid.shown = true;
    const auto colours = volume_colours(scene_, colouring_of(job.style), job.style.palette);
    draw_slices(picture.image, scene_, *picture.panes, paint(*picture.panes, colours), style);
    const PixelRect& rest = picture.panes->rest;
    if (rest.width < 1 || rest.height < 1) return true;
    return draw_with_caption(job, rest, picture, stop);
}

bool VolumeDraftsman::draw_with_caption(const VolumeJob& job, const PixelRect& place,
                                        VolumePicture& picture, const std::stop_token& stop) {
    PictureText caption = caption_of(job, place);
    const int gap = static_cast<int>(job.style.text_size);
    const PixelRect above{place.x, place.y, place.width, caption.room.y - gap - place.y};
    if (above.height < 1) return true;
    picture.texts.push_back(std::move(caption));
    return draw_space_of(job, above, picture, stop);
}

bool VolumeDraftsman::draw_space_of(const VolumeJob& job, const PixelRect& place,
                                    VolumePicture& picture, const std::stop_token& stop) {
    const bool space = job.style.shown == VolumeShown::space;
    const ImageSize size{place.width, place.height};
    const volume::Camera camera =
        camera_of(job.plan.side, job.style.orbit, coarse_size(size, job.style.coarse));
    const bool surface = job.style.surface || !space;
    const auto colours = volume_colours(scene_, space_colouring_of(job.style), job.style.palette);
    const auto scenery = scenery_of(job.plan.side, camera_of(job.plan.side, job.style.orbit, size));
    if (surface && !paint({camera, job.style.solid, job.at.at[3]}, scenery, colours, stop))
        return false;
    std::vector<ListedRegion> regions;
    if (has_lines(job.style) && volume::has_regions(job.plan.engine)) {
        const int levels = static_cast<int>(stats_.levels.size());
        const int level = std::min(job.style.level.value_or(readable_level(stats_).value_or(0)),
                                   std::max(0, levels - 1));
        regions = regions_of_level(job.plan, records(), level, job.at.at[3]);
        picture.listed = ListedLevel{level, std::ssize(regions), mean_step(regions),
                                     lines_touched(job.plan, regions)};
    }
    const SpaceScene scene{job.plan, surface ? &*surface_ : nullptr, regions,
                           picture.listed ? picture.listed->level : 0,
                           space ? std::nullopt : std::optional(job.at)};
    const SpaceStyle style{has_lines(job.style) && job.style.boxes,
                           has_lines(job.style) && job.style.line, job.style.coarse,
                           job.style.line_width};
    paste(picture.image, draw_space(scene, job.style.orbit, size, style), place.x, place.y);
    std::ranges::move(axis_names(job.plan, job.style.orbit, place, job.style.text_size),
                      std::back_inserter(picture.texts));
    picture.space = place;
    return !stop.stop_requested();
}

std::optional<VolumePicture> VolumeDraftsman::operator()(const VolumeJob& job,
                                                         const std::stop_token& stop) {
    const bool other = plan_ != job.plan || round_ != job.round;
    if (other && !run(job.plan, stop)) return std::nullopt;
    round_ = job.round;
    const auto begin = std::chrono::steady_clock::now();
    VolumePicture picture{
        stats_, runner_->device(), runs_, {job.size, render::PixelFormat::rgb}, {}, {}, {}, {}, 0};
    fill(picture.image, whole(job.size), role::ground);
    scene_ = volume_scene(job.plan, planes_through(job.plan, job.at), *runner_,
                          outlines(job) ? records() : std::vector<volume::RegionRecord>());
    if (job.style.shown == VolumeShown::slices) {
        if (!draw_slices_of(job, picture, stop)) return std::nullopt;
    } else {
        const int margin = job.size.height / 50;
        const PixelRect place{margin, 0, job.size.width - 2 * margin, job.size.height - margin};
        if (place.width < 1) throw std::runtime_error(too_small);
        if (!draw_with_caption(job, place, picture, stop)) return std::nullopt;
    }
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    picture.draw_ms = ms.count();
    return picture;
}

}  // namespace mariani::app
