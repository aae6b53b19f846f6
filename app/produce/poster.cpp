#include "app/produce/poster.hpp"

#include "app/files/folders.hpp"
#include "app/files/npy.hpp"
#include "app/files/picture_file.hpp"
#include "app/files/table_file.hpp"
#include "compute/model/limits.hpp"
#include "compute/model/text.hpp"
#include "compute/service/dwell_access.hpp"
#include "compute/service/orbits.hpp"
#include "compute/subdivision/parts.hpp"
#include "render/picture/colour_map.hpp"
#include "render/picture/parallel_for.hpp"
#include "render/picture/picture.hpp"
#include "render/picture/png.hpp"
#include "render/picture/supersampling.hpp"

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <span>
#include <vector>

namespace mariani::app {

PosterProgress::PosterProgress(std::atomic<double>& progress, std::int64_t pixels)
    : progress_(progress), pixels_(static_cast<double>(pixels)) {
    progress_ = 0;
    watcher_ = std::jthread([this](const std::stop_token& stop) {
        std::mutex mutex;
        std::condition_variable_any wake;
        std::unique_lock lock(mutex);
        while (!stop.stop_requested()) {
            wake.wait_for(lock, stop, std::chrono::milliseconds(50), [] { return false; });
            update();
        }
    });
}

PosterProgress::~PosterProgress() {
    watcher_ = {};
    update();
}

void PosterProgress::done(std::int64_t pixels) {
    frame_.pixels_done = 0;
    done_ += pixels;
}

// A finished part briefly looks unstarted: the figure waits rather than fall.
void PosterProgress::update() {
    const auto pixels = static_cast<double>(done_.load() + frame_.pixels_done.load());
    progress_ = std::clamp(pixels / pixels_, progress_.load(), 1.0);
}

namespace {

constexpr int strip_rows = 64;                  // of a part, coloured by one thread
constexpr double ms_worth_further_gpus = 1000;  // which need most of a second to begin
constexpr int summary_side = 1024;  // of the reduced picture that represents a large one's dwells

constexpr int part_side = largest_in_one_part.width / 2;
constexpr PartBudget part_budget{
    .part_pixels = pixel_count(largest_in_one_part),
    .row_pixels = std::int64_t{limits::export_side.max} * largest_in_one_part.height};

struct Cancelled {};

void copy_into(render::Image& band, const render::Image& strip, int x, int first_row) {
    for (int y = 0; y < strip.size().height; ++y)
        std::ranges::copy(strip.row(y), band.row(first_row + y).begin() + 3 * std::ptrdiff_t{x});
}

// Lines fade with their regions' side: that of the lattice, whichever of its regions a part has.
void set_sides(RegionMap& map, const FramePlan& plan) {
    std::int64_t lattice = plan.subdivision.g;
    const auto side = [&](int length) {
        return static_cast<int>((length + lattice - 1) / lattice);
    };
    for (LevelCuts& level : map.levels) {
        level.side = std::min(side(plan.image.width), side(plan.image.height));
        lattice *= plan.subdivision.r;
    }
}

// The map of a part's regions over that part alone.
RegionMap map_within(std::vector<Region> regions, const FramePlan& plan) {
    const PixelRect& part = plan.part;
    for (Region& region : regions) {
        region.rect.x -= part.x;
        region.rect.y -= part.y;
    }
    RegionMap map = map_regions(regions, {part.width, part.height});
    if (plan.engine != EngineKind::ex) set_sides(map, plan);
    return map;
}

void add(EngineStats& sum, const EngineStats& part) {
    if (sum.levels.size() < part.levels.size()) {
        const std::size_t known = sum.levels.size();
        sum.levels.resize(part.levels.size());
        for (std::size_t i = known; i < sum.levels.size(); ++i) {
            sum.levels[i].level = part.levels[i].level;
            sum.levels[i].side = part.levels[i].side;
        }
    }
    for (std::size_t i = 0; i < part.levels.size(); ++i) sum.levels[i] += part.levels[i];
    sum.compute_ms += part.compute_ms;
    sum.launches += part.launches;
    sum.failed_launches += part.failed_launches;
    sum.full_table += part.full_table;
    if (!part.deltas) return;
    if (!sum.deltas) sum.deltas.emplace();
    *sum.deltas += *part.deltas;
}

class PosterMaker {
  public:
    PosterMaker(const PosterJob& job, EngineDispatcher& dispatcher, std::stop_token stop,
                std::atomic<double>& progress, const FindGpus& find_gpus)
        : job_(job),
          dispatcher_(dispatcher),
          stop_(std::move(stop)),
          samples_(samples_a_pixel(job.settings.colouring)),
          progress_(progress, pixel_count(job.size) * (1 + samples_)),
          request_(frame_request(job.settings, job.size)),
          gpus_(dispatcher, find_gpus(dispatcher, request_)),
          palettes_(data_file("assets/palettes")),
          png_(job.picture, job.size, render::PixelFormat::rgb) {
        request_.keep_regions = request_.keep_regions || job.regions.has_value();
        palettes_.get(job.settings.colouring.palette);  // may throw before anything is computed
        if (job.dwells) npy_.emplace(*job.dwells, job.size);
        if (job.regions) csv_.emplace(*job.regions);
    }

    std::optional<PosterResult> make() {
        const auto begin = std::chrono::steady_clock::now();
        if (!(in_one_part(job_.size) ? make_whole() : make_parts())) return std::nullopt;
        finish();
        result_.all_inside =
            result_.limit_hides_all && edge_is_inside(request_.view, request_.image, stop_);
        result_.total_ms =
            std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - begin)
                .count();
        return result_;
    }

  private:
    // A part of the picture, in host memory.
    struct Part {
        Frame frame;
        std::shared_ptr<const std::vector<Region>> regions;  // null unless requested
        RegionMap map;                                       // if regions are drawn or counted
        std::optional<WorkSums> work;
        std::optional<render::SampleSum> samples;  // if it is antialiased

        HostField<std::uint32_t> dwells() const { return frame.dwells.host<std::uint32_t>(); }
    };

    // In order, at most as many as there are GPUs; fewer if stopped.
    std::vector<Part> compute(std::span<const FrameRequest> requests) {
        auto computed = gpus_.compute_and(requests, stop_, progress_.frame(), [this](Frame frame) {
            Part part;
            part.frame = std::move(frame);
            copy_to_host(part.frame);
            if (part.frame.regions) part.regions = part.frame.regions->on_host();
            if (part.regions && (part.frame.work || job_.settings.overlay.shown))
                part.map = map_within(*part.regions, part.frame.plan);
            if (part.frame.work)
                part.work = sum_work(part.frame.work.host<std::uint32_t>(), part.map);
            return part;
        });
        std::vector<Part> parts;
        for (auto& part : computed)
            if (part) parts.push_back(std::move(*part));
        return parts;
    }

    // How many of these frames at once: further GPUs begin where that saves more than it costs.
    std::size_t side_by_side(std::size_t frames) const {
        const double ms_a_part = result_.stats.compute_ms / result_.parts;
        const auto frames_left = static_cast<double>(parts_left_ * (1 + samples_));
        return frames_left * ms_a_part < ms_worth_further_gpus ? 1 : std::min(frames, gpus_.size());
    }

    // Backend and device remain as requested: a GPU that fails meanwhile may be replaced.
    void make_alike(const FramePlan& first) {
        request_.precision = first.precision;
        request_.engine = first.engine;
        request_.scheme = first.scheme;
        set_subdivision(request_, first.subdivision);
        request_.block = first.block;
    }

    FrameRequest part_request(const PixelRect& rect) const {
        FrameRequest request = request_;
        request.part = rect;
        return request;
    }

    // Writes the part's files. All parts are computed as the first was.
    void take(const Part& part) {
        const Frame& frame = part.frame;
        if (result_.parts++ == 0) {
            result_.plan = frame.plan;
            result_.stats = frame.stats;
            make_alike(frame.plan);
            png_.describe(picture_texts(job_.settings, job_.size, frame.plan));
        } else {
            add(result_.stats, frame.stats);
        }
        result_.limit_hides_all =
            (result_.parts == 1 || result_.limit_hides_all) && limit_hides(part);
        if (part.work) result_.work = result_.work.value_or(WorkSums{}) += *part.work;
        progress_.done(pixel_count(frame.plan.part));
        if (npy_) npy_->write(part.dwells());
        if (csv_) csv_->write(*part.regions);
    }

    bool limit_hides(const Part& part) const {
        const auto at_limit = [&](std::uint32_t dwell) { return dwell == request_.dwell_limit; };
        return part.frame.stats.total().iterations > 0 &&
               std::ranges::all_of(part.dwells().values, at_limit);
    }

    void choose_colours(const DwellSummary& dwells, std::uint32_t max_work) {
        const auto& colouring = job_.settings.colouring;
        colours_ = render::frame_colours(
            colouring.shown, colouring, palettes_,
            {request_.dwell_limit, dwells, max_work, static_cast<double>(job_.size.height)});
        if (job_.settings.overlay.shown || samples_ > 0) return;  // which mix the colours
        if (auto few = colours_->few_colours()) png_.use_palette(std::move(*few));
    }
    void choose_colours(const Part& part) {
        choose_colours(summarise(part.dwells(), request_.dwell_limit),
                       part.work ? part.work->max : 0);
    }

    // The colours of a large picture, whose dwells are never all in memory at once.
    bool choose_colours_from_reduced() {
        FrameRequest reduced = request_;
        const int longest = std::max(job_.size.width, job_.size.height);
        const auto scaled = [longest](int side) {
            return std::max(1, static_cast<int>(std::int64_t{side} * summary_side / longest));
        };
        reduced.image = {scaled(job_.size.width), scaled(job_.size.height)};
        reduced.part = whole(reduced.image);
        reduced.keep_regions = request_.count_work;
        reduced.smooth = reduced.exterior = false;
        const auto& colouring = job_.settings.colouring;
        if (colouring.shown == render::Quantity::dwell &&
            (colouring.mapping == render::Mapping::cyclic ||
             colouring.mapping == render::Mapping::distance)) {
            choose_colours({}, 0);
            return true;
        }
        const auto computed = compute({&reduced, 1});
        if (!computed.empty()) choose_colours(computed.front());
        return !computed.empty();
    }

    // Adds the colours of all samples of the part. False if stopped.
    bool take_samples(Part& part) {
        if (samples_ == 0) return true;
        const PixelRect& rect = part.frame.plan.part;
        part.samples.emplace(ImageSize{rect.width, rect.height});
        const FrameRequest exact = part_request(rect);
        for (int taken = 0; taken < samples_;) {
            std::vector<FrameRequest> requests(
                side_by_side(static_cast<std::size_t>(samples_ - taken)));
            for (FrameRequest& request : requests)
                request = sample_request(job_.settings, exact, taken++);
            const auto samples = compute(requests);
            if (samples.size() < requests.size()) return false;
            for (const Part& sample : samples) {
                add_colours(*part.samples, sample);
                progress_.done(pixel_count(rect));
            }
        }
        return true;
    }

    void add_colours(render::SampleSum& sum, const Part& sample) const {
        const int height = sample.frame.plan.part.height;
        render::parallel_for((height + strip_rows - 1) / strip_rows, [&](int i) {
            const int first = i * strip_rows;
            const auto image = drawn(sample, first, std::min(strip_rows, height - first));
            for (int y = 0; y < image.size().height; ++y) sum.add(image.row(y), first + y);
        });
        sum.count_one();
    }

    render::Image drawn(const Part& part, int first_row, int rows) const {
        if (part.samples) return part.samples->mean(first_row, rows);
        switch (job_.settings.colouring.shown) {
            case render::Quantity::dwell:
                return render::draw_picture(
                    part.dwells().rows(first_row, rows),
                    part.frame.fractions.host<float>().rows(first_row, rows), *colours_,
                    mariani::on_host(part.frame.exterior).rows(first_row, rows));
            case render::Quantity::work:
                return render::draw_picture(
                    part.frame.work.host<std::uint32_t>().rows(first_row, rows), {}, *colours_);
            default:
                return render::draw_origins(part.map, first_row, rows, *colours_);
        }
    }

    render::Image coloured(const Part& part, int first_row, int rows) const {
        render::Image image = drawn(part, first_row, rows);
        if (job_.settings.overlay.shown)
            render::draw_overlay(image, part.map, job_.settings.overlay, {1, {0, first_row}});
        return image;
    }

    bool make_whole() {
        const FrameRequest request = part_request(whole(job_.size));
        auto computed = compute({&request, 1});
        if (computed.empty()) return false;
        Part& part = computed.front();
        take(part);
        choose_colours(part);
        if (!take_samples(part)) return false;
        try {
            png_.write(job_.size.height, [&](int first, int rows) {
                if (stop_.stop_requested()) throw Cancelled();
                return coloured(part, first, rows);
            });
        } catch (const Cancelled&) {
            return false;
        }
        return true;
    }

    // Into the band.
    void draw(const Part& part, int x) {
        const int height = band_.size().height;
        render::parallel_for((height + strip_rows - 1) / strip_rows, [&](int i) {
            const int first = i * strip_rows;
            const int rows = std::min(strip_rows, height - first);
            copy_into(band_, coloured(part, first, rows), x, first);
        });
    }

    bool make_parts() {
        if (!choose_colours_from_reduced()) return false;
        const Parts rows = cut();
        parts_left_ = 0;
        for (const auto& row : rows) parts_left_ += std::ssize(row);
        return std::ranges::all_of(rows, [this](const auto& row) { return make_row(row); });
    }

    // Along the lattice of an engine that subdivides; a g that is automatic suits the parts too.
    Parts cut() {
        if (request_.engine == EngineKind::ex) return parts_of(job_.size, part_side);
        const int g = dispatcher_.plan_of(request_).subdivision.g;
        if (!request_.g) request_.g = automatic_g(job_.size, g);
        return parts_on_lattice(job_.size, *request_.g, part_side);
    }

    // Parts are spread over the GPUs; where a part has samples, these are.
    bool make_row(const std::vector<PixelRect>& rects) {
        const ImageSize size{job_.size.width, rects.front().height};
        if (band_.size() != size) band_ = render::Image(size, render::PixelFormat::rgb);
        for (auto left = std::span(rects); !left.empty();) {
            const bool alone = samples_ > 0 || result_.parts == 0;
            std::vector<FrameRequest> requests;
            for (const PixelRect& rect : left.first(alone ? 1 : side_by_side(left.size())))
                requests.push_back(part_request(rect));
            left = left.subspan(requests.size());
            auto computed = compute(requests);
            if (computed.size() < requests.size()) return false;
            for (Part& part : computed) {
                take(part);
                if (!take_samples(part)) return false;
                draw(part, part.frame.plan.part.x);
                --parts_left_;
            }
        }
        if (stop_.stop_requested()) return false;
        png_.write(band_);
        return true;
    }

    // Whatever may fail for lack of space comes before any file is put in its place.
    void finish() {
        if (result_.stats.backend_failure.empty()) result_.stats.backend_failure = gpus_.failure();
        if (npy_) npy_->sync();
        if (csv_) csv_->sync();
        png_.finish(proof_texts(result_.plan, result_.stats));
        if (npy_) npy_->commit();
        if (csv_) csv_->commit();
    }

    const PosterJob& job_;
    EngineDispatcher& dispatcher_;
    std::stop_token stop_;
    const int samples_;
    PosterProgress progress_;
    FrameRequest request_;
    GpuTeam gpus_;
    std::int64_t parts_left_ = 1;
    PosterResult result_;
    render::PaletteLibrary palettes_;
    std::optional<render::ColourMap> colours_;
    render::PngWriter png_;
    render::Image band_;  // of a row of parts
    std::optional<NpyWriter> npy_;
    std::optional<RegionsCsv> csv_;
};

// Why a g is refused: its regions are too large to be computed one at a time.
std::optional<std::string> why_g_invalid(const PosterJob& job) {
    const auto& engine = job.settings.engine;
    if (in_one_part(job.size) || !engine.g || engine.engine == EngineKind::ex) return std::nullopt;
    const int min_g = min_g_within(job.size, *engine.g, part_side, part_budget);
    if (min_g == *engine.g) return std::nullopt;
    return "g is " + std::to_string(*engine.g) + ": a picture of " + to_text(job.size) +
           " is computed in parts, and parts of whole regions would be too large; g must be at "
           "least " +
           std::to_string(min_g);
}

void check(const PosterJob& job) {
    const auto side = limits::export_side;
    refuse(why_invalid("the picture's width", job.size.width, side));
    refuse(why_invalid("the picture's height", job.size.height, side));
    refuse(why_invalid(frame_request(job.settings, job.size)));
    refuse(why_g_invalid(job));
    refuse(render::why_invalid(job.settings.colouring));
}

}  // namespace

bool in_one_part(ImageSize size) {
    return size.width <= largest_in_one_part.width && size.height <= largest_in_one_part.height;
}

int automatic_g(ImageSize size, int g) {
    return in_one_part(size) ? g : g_for_parts(size, g, part_side);
}

std::optional<PosterResult> make_poster(const PosterJob& job, EngineDispatcher& dispatcher,
                                        std::stop_token stop, std::atomic<double>& progress,
                                        const FindGpus& find_gpus) {
    check(job);
    return PosterMaker(job, dispatcher, std::move(stop), progress, find_gpus).make();
}

}  // namespace mariani::app
