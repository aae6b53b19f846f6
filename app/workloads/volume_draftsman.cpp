#include "app/workloads/volume_draftsman.hpp"

#include "app/measure/plots/drawing.hpp"
#include "app/measure/plots/text_stamp.hpp"
#include "app/workloads/volume_text.hpp"
#include "app/workloads/volume_tones.hpp"

#include <algorithm>
#include <chrono>
#include <stdexcept>

#include <fmt/format.h>

namespace mariani::app {
namespace {

using volume::Plan;

// The same for all turns of w.
Plan at_rest(Plan plan) {
    plan.turn = 0;
    return plan;
}

float text_size(const VolumeJob& job) {
    return 15.0f * static_cast<float>(job.style.line_width);
}

// Of dwells alone.
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

// Above the lower edge of a place, broken into lines.
void write_sentence(render::Image& image, const PixelRect& place, const VolumeJob& job) {
    const TextStamp stamp(text_size(job));
    const auto lines = stamp.lines_of(volume_sentence(job), place.width);
    const int height = stamp.height() * 5 / 4;
    int y = place.y + place.height - height * static_cast<int>(lines.size());
    for (const auto& words : lines) {
        stamp.draw(image, place.x, y, words, volume_ink);
        y += height;
    }
}

std::string points_text(const Plan& plan) {
    if (plan.function == volume::Function::mandelbulb)
        return "the dwells of z -> z^8 + c in space, over the three coordinates of c";
    if (plan.axes == 2) return "the dwells of z -> z^2 + c from z = 0, over c: the Mandelbrot set";
    const std::string over =
        plan.axes == 4 ? "c.re, c.im, w.re and w.im"
        : plan.turn == 0
            ? std::string("c.re, c.im and w.re")
            : fmt::format("c.re, c.im and a w turned by {:.0f} degrees", 360 * plan.turn);
    return fmt::format(
        "the dwells of z -> z^2 + c begun at w, over {}: where w = 0 lies the "
        "Mandelbrot set",
        over);
}

std::string lines_text(const VolumeJob& job) {
    const VolumeStyle& style = job.style;
    if (!has_lines(style) || !volume::has_regions(job.plan.engine)) return "";
    std::string text = style.boxes ? " Boxes are the regions of a level that were not filled." : "";
    if (style.line && volume::has_list(job.plan.engine))
        text += fmt::format(
            " The line, from blue to red, goes through them as they are listed: {}, "
            "{}.",
            name_of(job.plan.encoding), name_of(job.plan.order));
    else if (style.line)
        text += " The line, from blue to red, goes through them as they were done.";
    return text;
}

}  // namespace

std::string volume_sentence(const VolumeJob& job) {
    const bool space = job.style.shown == VolumeShown::space;
    const std::string what = points_text(job.plan);
    if (!space) return (job.plan.axes == 2 ? "A plane of " : "Three planes through ") + what + ".";
    if (!job.style.surface) return "The room of " + what + "." + lines_text(job);
    return fmt::format("Solid are the voxels of dwell {} or more, of {}.{}", job.style.solid, what,
                       lines_text(job));
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
    return true;
}

bool VolumeDraftsman::look(const volume::Look& look, const std::stop_token& stop) {
    if (looked_ == look) return true;
    looked_.reset();
    auto sights = runner_->look(look, stop);
    if (!sights) return false;
    sights_ = std::move(*sights);
    looked_ = look;
    return true;
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
    const TextStamp stamp(text_size(job));
    picture.panes = slice_panes(job.plan, job.at, job.size, stamp.height());
    if (!picture.panes) throw std::runtime_error("The window is too small to show a volume.");
    SlicesStyle style{job.style.overlay, job.style.line_width, text_size(job)};
    style.grid.shown = true;
    draw_slices(picture.image, scene_, *picture.panes,
                volume_colours(scene_, colouring_of(job.style), job.style.palette), style);
    const PixelRect& rest = picture.panes->rest;
    if (rest.width < 1 || rest.height < 1) return true;
    const auto lines = static_cast<int>(stamp.lines_of(volume_sentence(job), rest.width).size());
    const int text = (lines + 1) * stamp.height() * 5 / 4;
    if (rest.height <= text) return true;
    const PixelRect place{rest.x, rest.y, rest.width, rest.height - text};
    if (!draw_space_of(job, place, picture, stop)) return false;
    write_sentence(picture.image, rest, job);
    return true;
}

bool VolumeDraftsman::draw_space_of(const VolumeJob& job, const PixelRect& place,
                                    VolumePicture& picture, const std::stop_token& stop) {
    const bool space = job.style.shown == VolumeShown::space;
    const ImageSize size{place.width, place.height};
    const volume::Camera camera =
        camera_of(job.plan.side, job.style.orbit, coarse_size(size, job.style.coarse));
    const bool surface = job.style.surface || !space;
    if (surface && !look({camera, job.style.solid, job.at.at[3]}, stop)) return false;
    std::vector<ListedRegion> regions;
    if (has_lines(job.style) && volume::has_regions(job.plan.engine)) {
        const int levels = static_cast<int>(stats_.levels.size());
        const int level = std::min(job.style.level.value_or(readable_level(stats_).value_or(0)),
                                   std::max(0, levels - 1));
        regions = regions_of_level(job.plan, records(), level, job.at.at[3]);
        picture.listed = ListedLevel{level, std::ssize(regions), mean_step(regions)};
    }
    const SpaceScene scene{
        job.plan,
        surface ? std::span<const volume::Sight>(sights_) : std::span<const volume::Sight>(),
        regions, picture.listed ? picture.listed->level : 0,
        space ? std::nullopt : std::optional(job.at)};
    const SpaceStyle style{has_lines(job.style) && job.style.boxes,
                           has_lines(job.style) && job.style.line, job.style.coarse,
                           job.style.line_width};
    const auto colours = volume_colours(scene_, space_colouring_of(job.style), job.style.palette);
    paste(picture.image, draw_space(scene, job.style.orbit, size, colours, style), place.x,
          place.y);
    picture.space = place;
    return !stop.stop_requested();
}

std::optional<VolumePicture> VolumeDraftsman::operator()(const VolumeJob& job,
                                                         const std::stop_token& stop) {
    const bool runs = plan_ != job.plan || round_ != job.round;
    if (runs && !run(job.plan, stop)) return std::nullopt;
    round_ = job.round;
    const auto begin = std::chrono::steady_clock::now();
    VolumePicture picture{
        stats_, runner_->device(), runs, {job.size, render::PixelFormat::rgb}, {}, {}, {}, 0};
    fill(picture.image, whole(job.size), volume_ground);
    scene_ = volume_scene(job.plan, planes_through(job.plan, job.at), *runner_,
                          outlines(job) ? records() : std::vector<volume::RegionRecord>());
    if (job.style.shown == VolumeShown::slices) {
        if (!draw_slices_of(job, picture, stop)) return std::nullopt;
    } else {
        if (!draw_space_of(job, whole(job.size), picture, stop)) return std::nullopt;
        const int margin = job.size.height / 40;
        write_sentence(picture.image,
                       {margin, margin, std::max(1, job.size.width - 2 * margin),
                        job.size.height - 2 * margin},
                       job);
    }
    const std::chrono::duration<double, std::milli> ms = std::chrono::steady_clock::now() - begin;
    picture.draw_ms = ms.count();
    return picture;
}

}  // namespace mariani::app
