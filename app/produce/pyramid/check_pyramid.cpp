#include "app/produce/pyramid/check_pyramid.hpp"

#include <algorithm>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <system_error>
#include <thread>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Why a cell is damaged; nullopt if it is not.
std::optional<std::string> damage(PyramidReader& reader, const CellRecord& record) {
    try {
        if (hash_of(reader.cell(record.cell)) == record.hash) return std::nullopt;
        return fmt::format("cell {} {} of level {} holds other dwells than the log says",
                           record.cell.x, record.cell.y, record.cell.level);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
}

}  // namespace

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
    PyramidCheck check{std::ssize(records), {}, 0};
    for (std::size_t i = 0; i < records.size(); ++i) {
        check.hash = combined(check.hash, records[i].hash);
        if (!found[i]) continue;
        check.damaged.push_back(*found[i]);
        std::filesystem::remove(shard_path(folder, records[i].cell));
    }
    return check;
}

}  // namespace mariani::app
