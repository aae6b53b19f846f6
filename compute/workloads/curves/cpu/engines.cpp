#include "compute/workloads/curves/cpu/engines.hpp"

#include <algorithm>
#include <atomic>
#include <utility>
#include <vector>

namespace mariani::curves::cpu {
namespace {

using mariani::cpu::TaskGroup;

// Lines that share a launch, whose blocks each have a piece of one line's vertices.
struct Group {
    std::size_t begin, end;  // lines
    std::uint32_t blocks;
};

class Launcher {
  public:
    Launcher(const Job& job, std::span<Count> counts, Point* room)
        : job_(job),
          counts_(counts),
          room_(room),
          first_block_(job.lines.size()),
          parents_left_(parent_count()) {}

    Launches run() {
        job_.pool.run_tasks([this](TaskGroup& tasks) {
            tasks_ = &tasks;
            for (std::int64_t parent = 0; parent < parent_count(); ++parent) {
                if (job_.stop.stop_requested()) return;
                tasks.spawn([this, parent] { run_parent(parent); });
            }
        });
        return {launches_, failed_, most_pending_};
    }

  private:
    std::int64_t parent_count() const {
        return (job_.plan.lines + job_.plan.parent_block - 1) / job_.plan.parent_block;
    }

    // A parent block: a thread a line.
    void run_parent(std::int64_t parent) {
        if (job_.stop.stop_requested()) return;
        const auto begin = static_cast<std::size_t>(parent * job_.plan.parent_block);
        const std::size_t end =
            std::min(job_.lines.size(), begin + static_cast<std::size_t>(job_.plan.parent_block));
        for (std::size_t i = begin; i < end; ++i)
            counts_[i] = count_of(job_.plan.rule, job_.lines[i]);
        if (job_.plan.engine != EngineKind::dp_grid) return launch_groups(begin, end);
        if (--parents_left_ == 0) launch_groups(0, job_.lines.size());  // the last to count
    }

    void launch_groups(std::size_t begin, std::size_t end) {
        const auto together = static_cast<std::size_t>(lines_a_launch(job_.plan));
        for (std::size_t i = begin; i < end && !job_.stop.stop_requested(); i += together)
            launch(group_of(i, std::min(end, i + together)));
    }

    Group group_of(std::size_t begin, std::size_t end) {
        const auto block = static_cast<std::uint32_t>(job_.plan.child_block);
        std::uint32_t blocks = 0;
        for (std::size_t i = begin; i < end; ++i) {
            first_block_[i] = blocks;
            blocks += (counts_[i].vertices + block - 1) / block;
        }
        return {begin, end, blocks};
    }

    void launch(const Group& group) {
        const int pending = ++pending_;
        if (pending > job_.plan.pool) {
            --pending_;
            ++failed_;
            if (job_.plan.repair) return run_blocks(group, 0, group.blocks);
            return lose(group);
        }
        ++launches_;
        note_pending(pending);
        constexpr std::uint32_t task_blocks = 256;
        if (group.blocks <= task_blocks) {
            tasks_->spawn([this, group] {
                run_blocks(group, 0, group.blocks);
                --pending_;
            });
            return;
        }
        const auto left =
            std::make_shared<std::atomic<std::uint32_t>>((group.blocks - 1) / task_blocks + 1);
        for (std::uint32_t first = 0; first < group.blocks; first += task_blocks)
            tasks_->spawn([this, group, left, first] {
                run_blocks(group, first, std::min(group.blocks, first + task_blocks));
                if (--*left == 0) --pending_;
            });
    }

    void lose(const Group& group) {
        for (std::size_t i = group.begin; i < group.end; ++i) counts_[i] = {0, false};
    }

    void note_pending(int pending) {
        int most = most_pending_;
        while (pending > most && !most_pending_.compare_exchange_weak(most, pending)) {
        }
    }

    // Child blocks of a group's launch: each finds its line and its piece of that.
    void run_blocks(const Group& group, std::uint32_t first, std::uint32_t end) const {
        const auto block = static_cast<std::uint32_t>(job_.plan.child_block);
        const auto begin_of_group = first_block_.begin() + static_cast<std::ptrdiff_t>(group.begin);
        const auto end_of_group = first_block_.begin() + static_cast<std::ptrdiff_t>(group.end);
        for (std::uint32_t at = first; at < end; ++at) {
            constexpr std::uint32_t between_polls = 256;
            if (at % between_polls == 0 && job_.stop.stop_requested()) return;
            const auto found = std::upper_bound(begin_of_group, end_of_group, at) - 1;
            const auto line = static_cast<std::size_t>(found - first_block_.begin());
            const std::uint32_t count = counts_[line].vertices;
            const std::uint32_t begin = (at - *found) * block;
            Point* const room = room_ + line * job_.plan.rule.cap;
            const auto place = [&] {
                place_vertices(job_.lines[line], count, begin, std::min(count, begin + block),
                               room + begin);
            };
            if (begin == 0)
                record_placing(job_, line, place);
            else
                place();
        }
    }

    const Job& job_;
    std::span<Count> counts_;
    Point* room_;
    std::vector<std::uint32_t> first_block_;  // of each line, in its group's launch
    TaskGroup* tasks_ = nullptr;
    std::atomic<std::int64_t> parents_left_;
    std::atomic<int> pending_{0};
    std::atomic<int> most_pending_{0};
    std::atomic<std::int64_t> launches_{0};
    std::atomic<std::int64_t> failed_{0};
};

constexpr std::int64_t chunk = 1024;  // lines

// Calls use(chunk's number, its first line, its end) on the pool's threads.
template <typename Use>
void for_each_chunk(const Job& job, const Use& use) {
    job.pool.for_each((job.plan.lines + chunk - 1) / chunk, job.stop, [&](std::int64_t part) {
        use(static_cast<std::size_t>(part), static_cast<std::size_t>(part * chunk),
            static_cast<std::size_t>(std::min(job.plan.lines, (part + 1) * chunk)));
    });
}

}  // namespace

void tessellate_lines(const Job& job, std::span<Count> counts, Point* room) {
    constexpr std::int64_t part_lines = 256;
    job.pool.for_each(
        (job.plan.lines + part_lines - 1) / part_lines, job.stop, [&](std::int64_t part) {
            const std::int64_t end = std::min(job.plan.lines, (part + 1) * part_lines);
            for (std::int64_t i = part * part_lines; i < end; ++i) {
                const auto at = static_cast<std::size_t>(i);
                counts[at] = count_of(job.plan.rule, job.lines[at]);
                const std::uint32_t count = counts[at].vertices;
                record_placing(job, at, [&] {
                    place_vertices(job.lines[at], count, 0, count, room + i * job.plan.rule.cap);
                });
            }
        });
}

Launches tessellate_by_launches(const Job& job, std::span<Count> counts, Point* room) {
    return Launcher(job, counts, room).run();
}

void tessellate_by_scan(const Job& job, std::span<Count> counts, VertexBuffer& vertices) {
    std::vector<std::int64_t> firsts(
        static_cast<std::size_t>((job.plan.lines + chunk - 1) / chunk));
    for_each_chunk(job, [&](std::size_t part, std::size_t begin, std::size_t end) {
        std::int64_t sum = 0;
        for (std::size_t i = begin; i < end; ++i) {
            counts[i] = count_of(job.plan.rule, job.lines[i]);
            sum += counts[i].vertices;
        }
        firsts[part] = sum;
    });
    if (job.stop.stop_requested()) return;
    std::int64_t total = 0;
    for (std::int64_t& first : firsts) total += std::exchange(first, total);
    Point* const room = vertices.reserve(total);
    for_each_chunk(job, [&](std::size_t part, std::size_t begin, std::size_t end) {
        Point* to = room + firsts[part];
        for (std::size_t i = begin; i < end; ++i) {
            record_placing(job, i, [&] {
                place_vertices(job.lines[i], counts[i].vertices, 0, counts[i].vertices, to);
            });
            to += counts[i].vertices;
        }
    });
}

}  // namespace mariani::curves::cpu
