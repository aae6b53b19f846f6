#include "compute/cpu/engines.hpp"
#include "compute/cpu/painter.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <memory>
#include <mutex>
#include <new>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

namespace mariani::cpu {
namespace {

// Memory that frames reuse, so that none pays for fresh pages. Thread-safe. A buffer keeps its pool
// alive, so either may go first.
class BufferPool : public std::enable_shared_from_this<BufferPool> {
  public:
    static std::shared_ptr<BufferPool> make();

    // Uninitialised memory of at least that many bytes, aligned to 64, for values of an implicit
    // lifetime type. Goes back to the pool with its last owner. Throws std::bad_alloc.
    template <typename T>
    std::shared_ptr<T[]> take(std::int64_t count) {
        auto bytes = take_bytes(static_cast<std::size_t>(count) * sizeof(T));
        T* values = reinterpret_cast<T*>(bytes.get());
        return {std::move(bytes), values};
    }

  private:
    struct Free {
        void operator()(std::byte* bytes) const;
    };
    struct Buffer {
        std::unique_ptr<std::byte, Free> bytes;
        std::size_t size = 0;
    };

    static constexpr std::size_t alignment = 64;
    static constexpr std::size_t max_unused = 4;  // buffers: dwells and fractions of two frames

    BufferPool() = default;
    std::shared_ptr<std::byte> take_bytes(std::size_t size);
    Buffer reuse(std::size_t size);
    void give_back(Buffer buffer) noexcept;

    std::mutex mutex_;
    std::vector<Buffer> unused_;
};

std::shared_ptr<BufferPool> BufferPool::make() {
    auto pool = std::shared_ptr<BufferPool>(new BufferPool);
    pool->unused_.reserve(max_unused + 1);
    return pool;
}

void BufferPool::Free::operator()(std::byte* bytes) const {
    std::free(bytes);
}

std::shared_ptr<std::byte> BufferPool::take_bytes(std::size_t size) {
    const std::size_t rounded =
        (std::max<std::size_t>(size, 1) + alignment - 1) / alignment * alignment;
    Buffer buffer = reuse(rounded);
    if (!buffer.bytes) {
        buffer.bytes.reset(static_cast<std::byte*>(std::aligned_alloc(alignment, rounded)));
        if (!buffer.bytes) throw std::bad_alloc();
        buffer.size = rounded;
    }
    std::byte* bytes = buffer.bytes.get();
    const std::size_t held = buffer.size;
    // From here on the deleter owns the bytes, even if making the shared_ptr throws.
    return {buffer.bytes.release(), [pool = shared_from_this(), held, bytes](std::byte*) {
                pool->give_back({std::unique_ptr<std::byte, Free>(bytes), held});
            }};
}

// The smallest unused buffer that is large enough, unless it is far too large.
BufferPool::Buffer BufferPool::reuse(std::size_t size) {
    const std::scoped_lock lock(mutex_);
    const auto fits = [&](const Buffer& buffer) {
        return buffer.size >= size && buffer.size / 4 <= size;
    };
    auto best = unused_.end();
    for (auto it = unused_.begin(); it != unused_.end(); ++it)
        if (fits(*it) && (best == unused_.end() || it->size < best->size)) best = it;
    if (best == unused_.end()) return {};
    Buffer found = std::move(*best);
    unused_.erase(best);
    return found;
}

void BufferPool::give_back(Buffer buffer) noexcept {
    const std::scoped_lock lock(mutex_);
    unused_.push_back(std::move(buffer));                             // within what was reserved
    if (unused_.size() > max_unused) unused_.erase(unused_.begin());  // the longest unused
}

// A frame's fields while they are written.
struct Fields {
    std::shared_ptr<std::uint32_t[]> dwells;
    std::shared_ptr<float[]> fractions;  // or null
    std::shared_ptr<float[]> distances;  // or null, like the normals
    std::shared_ptr<float[]> normals;
    std::shared_ptr<std::uint32_t[]> work;  // or null

    Fields(BufferPool& pool, const FramePlan& plan) {
        const std::int64_t pixels = pixel_count(plan.part);
        dwells = pool.take<std::uint32_t>(pixels);
        if (plan.smooth) fractions = pool.take<float>(pixels);
        if (plan.exterior) {
            distances = pool.take<float>(pixels);
            normals = pool.take<float>(pixels);
        }
        if (!plan.count_work) return;
        work = pool.take<std::uint32_t>(pixels);
        std::fill_n(work.get(), pixels, 0U);
    }
};

Painter painter_of(EngineKind kind, const Painters& painters) {
    switch (kind) {
        case EngineKind::dp:
            return painters.dp;
        case EngineKind::ask:
            return painters.ask;
        case EngineKind::ex:
            return painters.ex;
    }
    return nullptr;
}

class CpuEngine final : public Engine {
  public:
    CpuEngine(EngineKind kind, const Painters& painters)
        : kind_(kind),
          paint_(painter_of(kind, painters)),
          paint_exterior_(painters.exterior),
          pool_(BufferPool::make()) {}

    std::optional<Frame> compute(const FramePlan& plan, std::stop_token stop,
                                 FrameProgress& progress) override {
        if (plan.exterior && !paint_exterior_) throw std::runtime_error(no_exterior(plan));
        progress.pixels_done = 0;
        progress.pixels_total = pixel_count(plan.part);
        ThreadPool& thread_pool = thread_pool_for(plan.threads);
        const Fields fields(*pool_, plan);
        if (progress.growing) progress.growing->begin(plan, fields.dwells, fields.fractions);
        const Surface surface{
            plan.part, fields.dwells.get(), fields.fractions.get(), fields.work.get(), stop,
            &progress};

        const auto begin = std::chrono::steady_clock::now();
        PaintResult painted = paint_(surface, plan, thread_pool);
        const double elapsed_ms = ms_since(begin);
        if (plan.exterior && !stop.stop_requested())
            paint_exterior_({plan.part, fields.dwells.get(), fields.distances.get(),
                             fields.normals.get(), stop},
                            plan, thread_pool);
        if (stop.stop_requested()) return std::nullopt;

        Frame frame;
        frame.plan = plan;
        frame.plan.engine = kind_;
        frame.plan.backend = Backend::cpu;
        frame.stats.device = device(thread_pool.threads());
        frame.stats.levels = std::move(painted.levels);
        frame.stats.compute_ms = elapsed_ms;
        frame.dwells = Field(plan.part, fields.dwells);
        frame.fractions = Field(plan.part, fields.fractions);
        frame.exterior = {Field(plan.part, fields.distances), Field(plan.part, fields.normals)};
        frame.work = Field(plan.part, fields.work);
        if (plan.keep_regions)
            frame.regions = std::make_shared<HostRegions>(std::move(painted.regions));
        if (plan.record_times)
            frame.times = std::make_shared<const RegionTimes>(std::move(painted.times));
        return frame;
    }

  private:
    ThreadPool& thread_pool_for(int threads) {
        if (!thread_pool_ || pool_threads_ != threads) {
            thread_pool_ = std::make_unique<ThreadPool>(threads);
            pool_threads_ = threads;
        }
        return *thread_pool_;
    }

    EngineKind kind_;
    Painter paint_;
    ExteriorPainter paint_exterior_;
    std::shared_ptr<BufferPool> pool_;
    std::unique_ptr<ThreadPool> thread_pool_;
    int pool_threads_ = 0;
};

}  // namespace

std::unique_ptr<Engine> make_engine(EngineKind kind, const Painters& painters) {
    return std::make_unique<CpuEngine>(kind, painters);
}

namespace {

std::string trimmed(std::string_view text) {
    const auto first = text.find_first_not_of(" \t");
    if (first == std::string_view::npos) return {};
    return std::string(text.substr(first, text.find_last_not_of(" \t") - first + 1));
}

// As Linux tells it; other systems have no such file.
std::string processor_name() {
    std::ifstream cpuinfo("/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);)
        if (line.starts_with("model name") && line.find(':') != std::string::npos)
            return trimmed(std::string_view(line).substr(line.find(':') + 1));
    return "CPU";
}

}  // namespace

std::string device(int threads) {
    static const std::string processor = processor_name();
    return processor + ", " + std::to_string(threads) +
           (threads == 1 ? " thread, " : " threads, ") + simd_target();
}

}  // namespace mariani::cpu
