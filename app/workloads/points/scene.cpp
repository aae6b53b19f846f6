#include "app/workloads/points/scene.hpp"

#include "render/picture/png.hpp"

#include <algorithm>
#include <iterator>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using points::Plan;

// The same for all times of its motion, and wherever the mouse is.
Plan at_rest(Plan plan) {
    plan.time = 0;
    plan.place = Plan{}.place;
    return plan;
}

// Above the strips.
points::TreePart above(points::TreePart part, int height) {
    part.size.height -= height;
    return part;
}

render::Image heightened(const render::Image& image, int height) {
    render::Image taller({image.size().width, height}, render::PixelFormat::rgb);
    for (int y = 0; y < image.size().height; ++y)
        std::ranges::copy(image.row(y), taller.row(y).data());
    return taller;
}

}  // namespace

std::shared_ptr<const points::Picture> pixels_of(const std::filesystem::path& file) {
    const render::Image image = render::read_png(file, {4096, 4096});
    const auto [width, height] = image.size();
    auto picture = std::make_shared<points::Picture>(points::Picture{width, height, {}});
    for (int y = 0; y < height; ++y)
        for (int x = 0; x < width; ++x) {
            const render::Rgb8 colour = image.at(x, y);
            const int brightness = (299 * colour.r + 587 * colour.g + 114 * colour.b + 500) / 1000;
            picture->brightness.push_back(static_cast<std::uint8_t>(brightness));
        }
    return picture;
}

Timeline timeline_of(const Plan& plan, const std::vector<points::LevelSpan>& levels,
                     const std::vector<points::LevelTask>& tasks) {
    std::vector<LevelRow> rows;
    for (int level = 0; level < std::ssize(levels); ++level) {
        const auto& [begin_ms, end_ms] = levels[static_cast<std::size_t>(level)];
        rows.push_back({fmt::format("level {}", level), {{level, begin_ms, end_ms}}});
    }
    std::optional<int> thread;
    for (const points::LevelTask& task : tasks) {
        if (std::exchange(thread, task.thread) != task.thread)
            rows.push_back({fmt::format("thread {}", task.thread), {}});
        rows.back().bars.push_back({static_cast<int>(task.level), task.begin_ms, task.end_ms});
    }
    Timeline timeline =
        timeline_of_levels(rows, run_title(choice_of(plan.engine).label, plan.backend));
    if (thread) timeline.summaries = levels.size();
    return timeline;
}

struct PointsScene::State {
    std::shared_ptr<points::Runner> runner;  // null before the first
    Plan made_for;                           // the runner
    std::optional<Plan> plan;                // that was run
    std::int64_t runs = 0;
    std::int64_t round = 0;
    points::RunStats stats;
    std::vector<points::LevelStats> levels;
    std::optional<std::vector<points::LevelSpan>> level_spans;  // if they were wanted
    std::shared_ptr<const Timeline> timeline;                   // of these, if there are any
    std::optional<double> floor_ms;
    std::vector<points::Point> input;       // of a textbook's tree
    std::vector<points::BufferStep> steps;  // likewise

    std::string pixels_file;
    std::shared_ptr<const points::Picture> pixels;

    std::optional<points::TreePart> seen;  // the part that the planes are of
    bool with_counts = false;
    points::TreePlanes planes;

    Plan plan_of(const PointsJob& job) {
        points::Request request = job.request;
        if (request.distribution == points::Distribution::picture) {
            if (job.pixels.empty())
                throw std::invalid_argument(
                    "The distribution is picture, and none is given: drop a PNG file on the "
                    "window, or type its name.");
            if (!pixels || pixels_file != job.pixels) {
                pixels = pixels_of(job.pixels);
                pixels_file = job.pixels;
            }
            request.picture = pixels;
        }
        return points::resolve(request, job.no_cuda).front();
    }

    // False if stopped.
    bool run(const Plan& wanted, const std::stop_token& stop) {
        plan.reset();
        seen.reset();
        level_spans.reset();
        timeline.reset();
        const bool other = !runner || at_rest(made_for) != at_rest(wanted);
        if (other) {
            runner.reset();
            runner = points::make_runner(wanted);
            made_for = wanted;
        }
        if (!runner->move_to(static_cast<float>(wanted.time), wanted.place, stop)) return false;
        auto done = runner->run(stop);
        if (!done) return false;
        stats = std::move(*done);
        auto counted = runner->levels(stop);
        if (!counted) return false;
        levels = std::move(*counted);
        if (other) measure_floor(wanted);
        read_textbook(wanted);
        plan = wanted;
        ++runs;
        return true;
    }

    // More points take a processor too long for what is only a measurement.
    static bool measures(const Plan& wanted) {
        constexpr std::int64_t most_points = std::int64_t{1} << 20;
        return wanted.backend == Backend::cuda || wanted.count <= most_points;
    }

    void measure_floor(const Plan& wanted) {
        floor_ms.reset();
        if (measures(wanted)) floor_ms = runner->floor_ms();
    }

    // False if stopped.
    bool measure_levels(const std::stop_token& stop) {
        if (level_spans || !measures(*plan)) return true;
        level_spans = runner->level_spans(stop);
        if (!level_spans) {
            plan.reset();  // what the run has left is no tree
            return false;
        }
        if (!level_spans->empty())
            timeline = std::make_shared<const Timeline>(
                timeline_of(*plan, *level_spans, runner->level_tasks()));
        return true;
    }

    void read_textbook(const Plan& wanted) {
        input.clear();
        steps.clear();
        if (wanted.count > points::most_textbook_points) return;
        input = runner->input();
        steps = points::textbook_steps(wanted.rule, input);
    }

    // False if stopped.
    bool look(const points::TreePart& part, bool counts, const std::stop_token& stop) {
        if (seen == part && (with_counts || !counts)) return true;
        seen.reset();
        if (!runner->look(part, counts, planes, stop)) return false;
        seen = part;
        with_counts = counts;
        return true;
    }

    // Draws the tree; in a replay as far as it is made, with its buffers.
    std::optional<render::Image> draw(const PointsJob& job, PointsPicture& picture,
                                      const std::stop_token& stop) {
        TreeStyle style = job.style;
        if (picture.strips) style.deepest = static_cast<std::uint32_t>(picture.strips->step);
        auto image = draw_tree(picture.part, planes, style, stop);
        if (!image || !picture.strips) return image;
        *image = heightened(*image, job.part.size.height);
        picture.texts = numbers_of(picture.part, input, job.text_size, dot_radius * job.style.unit);
        std::ranges::move(draw_strips(*image, plan->rule, steps, *picture.strips, job.text_size),
                          std::back_inserter(picture.texts));
        return image;
    }
};

PointsScene::PointsScene() : state_(std::make_unique<State>()) {}
PointsScene::~PointsScene() = default;
PointsScene::PointsScene(PointsScene&&) noexcept = default;

std::optional<PointsPicture> PointsScene::draw(const PointsJob& job, const std::stop_token& stop) {
    State& state = *state_;
    if (std::exchange(state.round, job.round) != job.round) {
        state.plan.reset();
        state.pixels.reset();  // the file may be another one by now
    }
    const Plan wanted = state.plan_of(job);
    PointsPicture picture;
    if (state.plan != wanted && !state.run(wanted, stop)) return std::nullopt;
    picture.run = state.runs;
    if (job.level_times && !state.measure_levels(stop)) return std::nullopt;
    picture.part = job.part;
    if (job.strips && !state.steps.empty()) {
        const int height = strips_height(job.text_size);
        if (height < job.part.size.height / 2) {
            picture.part = above(job.part, height);
            picture.strip_steps = state.steps.size();
            picture.strips = moment_at(job.played.value_or(1), picture.strip_steps);
        }
    }
    if (!state.look(picture.part, job.style.counts, stop)) return std::nullopt;
    if (job.style.disc) picture.found = state.runner->find(*job.style.disc);
    auto image = state.draw(job, picture, stop);
    if (!image) return std::nullopt;
    picture.image = std::move(*image);
    picture.plan = wanted;
    picture.device = state.runner->device();
    picture.stats = state.stats;
    picture.levels = state.levels;
    if (state.level_spans) picture.level_spans = *state.level_spans;
    picture.timeline = state.timeline;
    picture.floor_ms = state.floor_ms;
    return picture;
}

}  // namespace mariani::app
