#include "app/files/folders.hpp"
#include "app/files/own_file.hpp"
#include "app/produce/pyramid/pyramid_folder.hpp"
#include "app/produce/pyramid/pyramid_logs.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <exception>
#include <fcntl.h>
#include <mutex>
#include <set>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <unistd.h>

#include <fmt/core.h>

namespace mariani::app {
namespace {

namespace fs = std::filesystem;

constexpr int syncing_threads = 8;  // disks take several at a time

[[noreturn]] void reject(const fs::path& path, int error) {
    throw std::runtime_error(fmt::format("cannot write {}: {}", path.string(),
                                         error == ENOSPC ? "the disk is full: free some space"
                                                         : std::generic_category().message(error)));
}

// Some file systems cannot sync folders.
void sync_path(const fs::path& path, bool folder) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | (folder ? O_DIRECTORY : 0));
    if (descriptor < 0) reject(path, errno);
    const int error = fdatasync(descriptor) == 0 ? 0 : errno;
    close(descriptor);
    if (error != 0 && !(folder && error == EINVAL)) reject(path, error);
}

void sync_all(const std::vector<fs::path>& paths, bool folders) {
    std::atomic<std::size_t> next{0};
    std::exception_ptr failure;
    std::mutex mutex;
    const auto work = [&] {
        for (std::size_t i = next++; i < paths.size(); i = next++) try {
                sync_path(paths[i], folders);
            } catch (...) {
                const std::scoped_lock lock(mutex);
                failure = std::current_exception();
            }
    };
    {
        std::vector<std::jthread> threads;
        for (int i = 1; i < std::min<int>(syncing_threads, static_cast<int>(paths.size())); ++i)
            threads.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

std::string host_name() {
    std::array<char, 256> name{};
    if (gethostname(name.data(), name.size() - 1) != 0) return "host";
    return name.data();
}

}  // namespace

struct PyramidWriter::State {
    fs::path folder;
    fs::path logs;
    fs::path log_path;
    int log = -1;
    std::mutex mutex;     // of the batch that grows
    std::mutex flushing;  // one batch at a time ends
    std::vector<fs::path> shards;
    std::set<fs::path> folders;
    std::string lines;

    explicit State(fs::path place) : folder(std::move(place)), logs(made_folder(folder / "done")) {}
    ~State() {
        if (log >= 0) close(log);
    }

    // Made with its first lines, so that no reader sees a log come and go.
    void open_log() {
        if (log >= 0) return;
        for (int attempt = 1; log < 0; ++attempt) {
            log_path = logs / fmt::format("{}.{}{}.log", host_name(), getpid(),
                                          attempt == 1 ? "" : fmt::format("-{}", attempt));
            log = open(log_path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_APPEND | O_CLOEXEC, 0666);
            if (log < 0 && errno != EEXIST) reject(log_path, errno);
        }
        sync_path(logs, true);
    }

    void append(std::string_view text) {
        if (text.empty()) return;
        open_log();
        while (!text.empty()) {
            const auto some = ::write(log, text.data(), text.size());
            if (some < 0 && errno == EINTR) continue;
            if (some < 0) reject(log_path, errno);
            text.remove_prefix(static_cast<std::size_t>(some));
        }
        if (fdatasync(log) != 0) reject(log_path, errno);
    }
};

PyramidWriter::PyramidWriter(fs::path folder)
    : state_(std::make_unique<State>(std::move(folder))) {}

PyramidWriter::~PyramidWriter() = default;

void PyramidWriter::add(CellRecord record, std::span<const std::byte> shard) {
    const fs::path path = shard_path(state_->folder, record.cell);
    record.bytes = static_cast<std::int64_t>(shard.size());
    if (!shard.empty()) {
        AtomicFile file((made_folder(path.parent_path()) / path.filename()));
        file.write(shard);
        file.commit_unsynced();
    }
    const std::scoped_lock lock(state_->mutex);
    state_->lines += log_line(record);
    if (shard.empty()) return;
    state_->shards.push_back(path);
    state_->folders.insert(path.parent_path());
}

void PyramidWriter::flush() {
    const std::scoped_lock one_at_a_time(state_->flushing);
    std::vector<fs::path> shards, folders;
    std::string lines;
    {
        const std::scoped_lock lock(state_->mutex);
        shards.swap(state_->shards);
        folders.assign(state_->folders.begin(), state_->folders.end());
        state_->folders.clear();
        lines.swap(state_->lines);
    }
    sync_all(shards, false);
    sync_all(folders, true);
    state_->append(lines);
}

}  // namespace mariani::app
