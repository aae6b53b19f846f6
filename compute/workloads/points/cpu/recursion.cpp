#include "compute/workloads/points/cpu/engines.hpp"

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace mariani::points::cpu {
namespace {

using mariani::cpu::TaskGroup;

constexpr std::uint32_t stop_points = 1 << 16;  // are moved between two looks at the stop token

// A node that several blocks divide.
struct SharedNode {
    SharedNode(const Node& of, std::uint32_t pieces) : node(of), counts(pieces), left(pieces) {}

    Node node;
    std::vector<QuadrantCounts> counts;  // of each piece; then where its points go
    std::atomic<std::uint32_t> left;     // pieces that are not done
    Borders borders{};
};

Borders borders_from(const Node& node, const QuadrantCounts& counts) {
    Borders borders{{node.begin}};
    for (int q = 1; q < 4; ++q) borders.begin[q] = borders.begin[q - 1] + counts[q - 1];
    return borders;
}

class Recursion {
  public:
    explicit Recursion(const Job& job)
        : job_(job), nodes_(static_cast<std::size_t>(job.pool.threads())) {}

    Tree run() {
        job_.pool.run_tasks([this](TaskGroup& tasks) {
            tasks_ = &tasks;
            tasks.spawn([this] {
                note(job_.root());
                divide(job_.root());
            });
        });
        Tree tree;
        for (NodeList& nodes : nodes_) tree.nodes.append(std::move(nodes));
        tree.child_launches = launches_;
        tree.refused_launches = refused_;
        return tree;
    }

  private:
    struct Grid {
        std::function<void(std::uint32_t)> block;
        std::atomic<std::uint32_t> left;
    };

    // Calls block(b) for each b below `blocks`, by tasks; or at once, if the pool is full.
    void launch(std::uint32_t blocks, std::function<void(std::uint32_t)> block) {
        if (pending_.fetch_add(1) >= job_.plan.pool) {
            --pending_;
            ++refused_;
            for (std::uint32_t b = 0; b < blocks; ++b) block(b);
            return;
        }
        ++launches_;
        const std::shared_ptr<Grid> grid(new Grid{std::move(block), blocks});
        for (std::uint32_t b = 0; b < blocks; ++b)
            tasks_->spawn([this, grid, b] {
                grid->block(b);
                if (--grid->left == 0) --pending_;
            });
    }

    void note(const Node& node) { nodes_[static_cast<std::size_t>(ThreadPool::slot())].push(node); }

    void divide(const Node& node) {
        if (job_.stop.stop_requested()) return;
        const std::uint32_t level = node.cell.level;
        if (!is_subdivided(job_.plan.rule, node))
            return job_.task(level, [&] { settle(job_.points, node); });
        if (job_.plan.engine == EngineKind::dp_mbr && point_count(node) > piece_points)
            return divide_in_pieces(node);
        const auto borders = job_.task(level, [&] { return partition(node); });
        if (borders) launch_children(node, *borders);
    }

    // Nothing if a stop cut it short.
    std::optional<Borders> partition(const Node& node) const {
        const Point* const from = job_.points.at(node.cell.level);
        Point* const to = job_.points.below(node.cell.level);
        const Point centre = centre_of(node.cell);
        const auto for_each_stretch = [&](const auto& use) {
            for (std::uint32_t begin = node.begin; begin < node.end; begin += stop_points) {
                if (job_.stop.stop_requested()) return false;
                use(std::span(from + begin, std::min(stop_points, node.end - begin)));
            }
            return true;
        };
        QuadrantCounts counts{};
        const bool counted = for_each_stretch([&](std::span<const Point> points) {
            const QuadrantCounts more = count_quadrants(points, centre);
            for (std::size_t q = 0; q < 4; ++q) counts[q] += more[q];
        });
        if (!counted) return std::nullopt;
        const Borders borders = borders_from(node, counts);
        QuadrantCounts at;
        std::ranges::copy(borders.begin, at.begin());
        const bool moved = for_each_stretch(
            [&](std::span<const Point> points) { scatter_quadrants(points, centre, at, to); });
        return moved ? std::optional(borders) : std::nullopt;
    }

    void launch_children(const Node& node, const Borders& borders) {
        for (std::uint32_t q = 0; q < 4; ++q) note(child_of(node, borders, q));
        launch(4, [=, this](std::uint32_t q) { divide(child_of(node, borders, q)); });
    }

    std::span<const Point> piece_of(const Node& node, std::uint32_t piece) const {
        const std::uint32_t begin = node.begin + piece * piece_points;
        return {job_.points.at(node.cell.level) + begin, std::min(piece_points, node.end - begin)};
    }

    // Whoever is the last to count launches those that move, and whoever is the last to move the
    // children: no grid waits for another one.
    void divide_in_pieces(const Node& node) {
        const std::uint32_t pieces = (point_count(node) + piece_points - 1) / piece_points;
        const auto shared = std::make_shared<SharedNode>(node, pieces);
        launch(pieces, [=, this](std::uint32_t piece) {
            if (!job_.stop.stop_requested())
                shared->counts[piece] = job_.task(node.cell.level, [&] {
                    return count_quadrants(piece_of(node, piece), centre_of(node.cell));
                });
            if (--shared->left == 0) move_pieces(shared);
        });
    }

    void move_pieces(const std::shared_ptr<SharedNode>& shared) {
        QuadrantCounts all{};
        for (const QuadrantCounts& counts : shared->counts)
            for (std::size_t q = 0; q < 4; ++q) all[q] += counts[q];
        shared->borders = borders_from(shared->node, all);
        QuadrantCounts at;
        std::ranges::copy(shared->borders.begin, at.begin());
        for (QuadrantCounts& counts : shared->counts)
            for (std::size_t q = 0; q < 4; ++q) at[q] += std::exchange(counts[q], at[q]);
        const auto pieces = static_cast<std::uint32_t>(shared->counts.size());
        shared->left = pieces;
        launch(pieces, [=, this](std::uint32_t piece) {
            const Node& node = shared->node;
            if (!job_.stop.stop_requested())
                job_.task(node.cell.level, [&] {
                    scatter_quadrants(piece_of(node, piece), centre_of(node.cell),
                                      shared->counts[piece], job_.points.below(node.cell.level));
                });
            if (--shared->left == 0) launch_children(node, shared->borders);
        });
    }

    const Job& job_;
    TaskGroup* tasks_ = nullptr;
    std::vector<NodeList> nodes_;  // by thread
    std::atomic<int> pending_{0};
    std::atomic<std::int64_t> launches_{0};
    std::atomic<std::int64_t> refused_{0};
};

}  // namespace

Tree divide_by_recursion(const Job& job) {
    return Recursion(job).run();
}

}  // namespace mariani::points::cpu
