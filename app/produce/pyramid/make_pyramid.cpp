#include "app/produce/pyramid/make_pyramid.hpp"

#include "compute/service/dwell_access.hpp"
#include "compute/service/engine_registry.hpp"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <thread>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using std::chrono::steady_clock;

constexpr std::int64_t most_bytes = std::int64_t{2} << 30;     // of computed cells in memory
constexpr std::int64_t batch_bytes = std::int64_t{256} << 20;  // until what is written is synced
constexpr std::chrono::seconds batch_time{1};
constexpr int threads_a_gpu = 2;  // one computes while the other one's cell leaves the GPU

// A computed cell on its way to the disk.
struct ComputedCell {
    CellRecord record;
    FieldChunks chunks;
    double cost = 0;
    std::int64_t pixels = 0;

    std::int64_t bytes() const {
        return std::ssize(chunks.slabs) * FieldChunks::slab_bytes +
               static_cast<std::int64_t>(chunks.places.size() * 8);
    }
};

// Cells wait here to be compressed; who brings them waits while too many are in memory.
class WaitingCells {
  public:
    // False once it is given up.
    bool put(ComputedCell cell) {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return given_up_ || bytes_ < most_bytes; });
        if (given_up_) return false;
        bytes_ += cell.bytes();
        cells_.push_back(std::move(cell));
        changed_.notify_all();
        return true;
    }
    // nullopt when none is left and none will come.
    std::optional<ComputedCell> take() {
        std::unique_lock lock(mutex_);
        changed_.wait(lock, [&] { return given_up_ || complete_ || !cells_.empty(); });
        if (given_up_ || cells_.empty()) return std::nullopt;
        ComputedCell cell = std::move(cells_.front());
        cells_.pop_front();
        return cell;
    }
    // After a cell is written, whose memory is free then.
    void written(std::int64_t bytes) {
        const std::scoped_lock lock(mutex_);
        bytes_ -= bytes;
        changed_.notify_all();
    }
    void complete() { set(complete_); }
    void give_up() { set(given_up_); }

  private:
    void set(bool& flag) {
        const std::scoped_lock lock(mutex_);
        flag = true;
        changed_.notify_all();
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<ComputedCell> cells_;
    std::int64_t bytes_ = 0;
    bool complete_ = false, given_up_ = false;
};

class PyramidMaker {
  public:
    PyramidMaker(const PyramidWork& work, CellSource& source, const std::stop_token& stop,
                 PyramidProgress& progress)
        : work_(work),
          source_(source),
          progress_(progress),
          writer_(work.folder),
          on_stop_(stop, [this] { stop_.request_stop(); }) {}

    void make() {
        {
            std::vector<std::jthread> writing;
            for (int i = 0; i < compressing_threads(work_.how); ++i)
                writing.emplace_back([this] { guarded([this] { write_cells(); }); });
            compute_on_all();
            waiting_.complete();
        }
        // Whatever failed: what is written is whole, and counts.
        guarded([this] { writer_.flush(); });
        if (failure_) std::rethrow_exception(failure_);
        if (!device_failure_.empty() && idle_devices_ == std::ssize(work_.devices))
            throw std::runtime_error(device_failure_);
    }

  private:
    // The first failure ends the work of all.
    template <typename Work>
    void guarded(const Work& work) {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex_);
            if (!failure_) failure_ = std::current_exception();
            stop_.request_stop();
            waiting_.give_up();
        }
    }

    void compute_on_all() {
        std::vector<std::jthread> computing;
        for (const PyramidDevice& device : work_.devices)
            computing.emplace_back([this, device] { guarded([&] { compute_on(device); }); });
    }

    void compute_on(const PyramidDevice& device) {
        std::atomic<bool> failed{false};
        const int threads = device.backend == Backend::cuda ? threads_a_gpu : 1;
        std::vector<std::jthread> computing;
        for (int i = 0; i < threads; ++i)
            computing.emplace_back([&] { guarded([&] { compute_cells(device, failed); }); });
    }

    // A device that fails computes no more; the others go on.
    void compute_cells(const PyramidDevice& device, std::atomic<bool>& failed) {
        EngineDispatcher dispatcher;
        try {
            while (!stop_.stop_requested() && !failed) {
                const auto place = source_.next();
                if (!place) return;
                const PlannedCell& planned = work_.cells.at(*place);
                if (work_.finished.contains(planned.cell)) continue;
                auto cell = compute_cell(planned, device, dispatcher);
                if (!cell || !waiting_.put(std::move(*cell))) return;
            }
        } catch (const BackendFailure& failure) {
            if (failed.exchange(true)) return;
            work_.report(failure.what());
            const std::scoped_lock lock(mutex_);
            device_failure_ = failure.what();
            ++idle_devices_;
        }
    }

    // The map's, or the fastest where the engine was left open: no other value depends on it.
    std::optional<Scheme> scheme_on(const PyramidDevice& device, EngineKind engine) const {
        if (work_.manifest.quantity() == render::Quantity::work)
            return device.backend == Backend::cuda ? work_.manifest.settings.engine.scheme
                                                   : std::nullopt;
        const bool open = !work_.how.scheme && !work_.manifest.settings.engine.engine;
        if (open && device.backend == Backend::cuda && engine == EngineKind::ask)
            return Scheme::wpr;
        return work_.how.scheme;
    }

    std::optional<ComputedCell> compute_cell(const PlannedCell& planned,
                                             const PyramidDevice& device,
                                             EngineDispatcher& dispatcher) {
        FrameRequest request = cell_request(work_.manifest, planned.cell);
        request.backend = device.backend;
        request.threads = work_.how.threads;
        request.block = work_.how.block;
        request.scheme = scheme_on(device, *request.engine);
        if (device.backend == Backend::cuda) request.device = device.gpu;
        FrameProgress unseen;
        return dispatcher.compute_and(request, stop_.get_token(), unseen, [&](const Frame& frame) {
            ComputedCell cell;
            cell.chunks = chunks_of(stored_field(work_.manifest, frame), request.part, chunk_side,
                                    work_.manifest.type(), work_.manifest.fill_value());
            complete_grid(cell.chunks);
            cell.record = record_of(frame, planned.cell);
            cell.cost = planned.cost;
            cell.pixels = pixel_count(request.part);
            return cell;
        });
    }

    static CellRecord record_of(const Frame& frame, CellPlace place) {
        CellRecord record;
        record.cell = place;
        record.iterations = frame.stats.total().iterations;
        if (frame.stats.deltas)
            record.unproven = frame.stats.deltas->pixels_of(Rung::none) +
                              frame.stats.deltas->pixels_of(Rung::filled);
        record.ms = frame.stats.compute_ms;
        record.device = frame.stats.device;
        return record;
    }

    // A cell has all its chunks on disk; those outside the picture hold the fill value.
    void complete_grid(FieldChunks& chunks) const {
        const int side = chunks_a_side(work_.manifest.shape);
        if (chunks.columns == side && chunks.rows == side) return;
        const auto count = static_cast<std::size_t>(side) * static_cast<std::size_t>(side);
        std::vector<std::int32_t> places(count, FieldChunks::uniform);
        std::vector<std::uint32_t> values(count, work_.manifest.fill_value());
        for (int row = 0; row < chunks.rows; ++row) {
            const auto from = static_cast<std::ptrdiff_t>(row) * chunks.columns;
            const auto to = static_cast<std::ptrdiff_t>(row) * side;
            std::copy_n(chunks.places.begin() + from, chunks.columns, places.begin() + to);
            std::copy_n(chunks.values.begin() + from, chunks.columns, values.begin() + to);
        }
        chunks.places = std::move(places);
        chunks.values = std::move(values);
        chunks.columns = chunks.rows = side;
    }

    void write_cells() {
        ChunkCodec codec;
        while (auto cell = waiting_.take()) {
            CellRecord& record = cell->record;
            const std::int64_t bytes = cell->bytes();
            record.hash = hash_of(cell->chunks);
            record.uniform = one_value(cell->chunks);
            const auto shard = codec.shard_of(cell->chunks, work_.manifest.fill_value());
            writer_.add(record, shard);
            progress_.cells += 1;
            progress_.cost += cell->cost;
            progress_.pixels += cell->pixels;
            progress_.bytes += std::ssize(shard);
            progress_.level = record.cell.level;
            cell.reset();
            waiting_.written(bytes);
            if (batch_is_due(std::ssize(shard))) end_batch();
        }
    }

    static std::optional<std::uint32_t> one_value(const FieldChunks& chunks) {
        const bool same =
            chunks.mixed_count == 0 && std::ranges::all_of(chunks.values, [&](std::uint32_t value) {
                return value == chunks.values.front();
            });
        return same ? std::optional(chunks.values.front()) : std::nullopt;
    }

    bool batch_is_due(std::int64_t bytes) {
        const std::scoped_lock lock(mutex_);
        unsynced_ += bytes;
        if (syncing_) return false;
        if (unsynced_ < batch_bytes && steady_clock::now() - synced_ < batch_time) return false;
        unsynced_ = 0;
        return syncing_ = true;
    }

    // One thread waits for the disk, the others go on.
    void end_batch() {
        writer_.flush();
        const std::scoped_lock lock(mutex_);
        syncing_ = false;
        synced_ = steady_clock::now();
    }

    const PyramidWork& work_;
    CellSource& source_;
    PyramidProgress& progress_;
    PyramidWriter writer_;
    WaitingCells waiting_;
    std::stop_source stop_;
    std::stop_callback<std::function<void()>> on_stop_;
    std::mutex mutex_;
    std::exception_ptr failure_;
    std::string device_failure_;
    std::ptrdiff_t idle_devices_ = 0;
    std::int64_t unsynced_ = 0;
    bool syncing_ = false;
    steady_clock::time_point synced_ = steady_clock::now();
};

// Why a cell is damaged; nullopt if it is not.
std::optional<std::string> damage(PyramidReader& reader, const CellRecord& record) {
    try {
        if (hash_of(reader.cell(record.cell)) == record.hash) return std::nullopt;
        return fmt::format("cell {} {} of level {} holds other values than the log says",
                           record.cell.x, record.cell.y, record.cell.level);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

std::optional<std::string> why_unlike(const PyramidManifest& manifest,
                                      const PyramidDevice& device) {
    const bool work_of_dp = manifest.quantity() == render::Quantity::work &&
                            manifest.settings.engine.engine == EngineKind::dp;
    if (work_of_dp && device.backend == Backend::cuda)
        return "DP iterates borders again on a GPU, as often as the cells have it: name --devices "
               "cpu, or begin another map with --engine ask";
    return std::nullopt;
}

std::vector<PyramidDevice> all_pyramid_devices() {
    std::vector<PyramidDevice> devices;
    for (const DeviceEntry& device : mariani::devices())
        if (!device.unavailable) devices.push_back({Backend::cuda, device.index});
    if (devices.empty()) devices.push_back({Backend::cpu, 0});
    return devices;
}

int compressing_threads(const EngineRequest& how) {
    return how.threads.value_or(std::max(1, static_cast<int>(std::thread::hardware_concurrency())));
}

void make_pyramid(const PyramidWork& work, CellSource& source, const std::stop_token& stop,
                  PyramidProgress& progress) {
    PyramidMaker(work, source, stop, progress).make();
}

std::optional<PyramidCheck> check_pyramid(const std::filesystem::path& folder,
                                          const std::stop_token& stop,
                                          std::atomic<std::int64_t>& cells_read) {
    const PyramidReader known(folder);
    std::vector<CellRecord> records;
    for (const auto& entry : known.records()) records.push_back(entry.second);
    std::vector<std::optional<std::string>> found(records.size());
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto read = [&] {
        try {
            PyramidReader reader(folder);
            for (std::size_t i = next++; i < records.size() && !stop.stop_requested(); i = next++) {
                found[i] = damage(reader, records[i]);
                ++cells_read;
            }
        } catch (...) {
            const std::scoped_lock lock(mutex);
            failure = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> threads;
        for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i)
            threads.emplace_back(read);
    }
    if (failure) std::rethrow_exception(failure);
    if (stop.stop_requested()) return std::nullopt;
    PyramidCheck check{cell_count(known.manifest().shape), std::ssize(records),
                       missing_metadata(folder, known.manifest()), 0};
    for (std::size_t i = 0; i < records.size(); ++i) {
        check.hash = combined(check.hash, records[i].hash);
        if (!found[i]) continue;
        check.damaged.push_back(*found[i]);
        std::filesystem::remove(shard_path(folder, records[i].cell));
    }
    return check;
}

}  // namespace mariani::app
