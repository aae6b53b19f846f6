#include "compute/cpu/memory.hpp"

#include <algorithm>
#include <fstream>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace mariani::cpu {
namespace {

constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::max();

std::int64_t available() {
    std::ifstream file("/proc/meminfo");
    std::string name, unit;
    for (std::int64_t amount = 0; file >> name >> amount >> unit;)
        if (name == "MemAvailable:") return amount * 1024;
    return no_limit;
}

std::optional<std::int64_t> number_in(const char* path) {
    std::ifstream file(path);
    std::int64_t number = 0;
    if (file >> number) return number;  // "max" is none
    return std::nullopt;
}

// What a control group, as containers have one, leaves this process. Pages of files count as used,
// and can be freed.
std::int64_t left_in_group(const char* limit_file, const char* used_file, const char* details) {
    const auto limit = number_in(limit_file), used = number_in(used_file);
    if (!limit || !used) return no_limit;
    std::ifstream file(details);
    std::string name;
    std::int64_t of_files = 0;
    for (std::int64_t amount = 0; file >> name >> amount;)
        if (name == "inactive_file" || name == "active_file") of_files += amount;
    return std::max<std::int64_t>(*limit - *used + of_files, 0);
}

std::int64_t left_in_groups() {  // of version 2, and of version 1
    return std::min(left_in_group("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.current",
                                  "/sys/fs/cgroup/memory.stat"),
                    left_in_group("/sys/fs/cgroup/memory/memory.limit_in_bytes",
                                  "/sys/fs/cgroup/memory/memory.usage_in_bytes",
                                  "/sys/fs/cgroup/memory/memory.stat"));
}

std::int64_t left_of_address_space() {
    rlimit limit{};
    if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return no_limit;
    const std::int64_t used =
        number_in("/proc/self/statm").value_or(0) * std::int64_t{sysconf(_SC_PAGESIZE)};
    return std::max<std::int64_t>(static_cast<std::int64_t>(limit.rlim_cur) - used, 0);
}

}  // namespace

std::int64_t free_memory() {
    return std::min({available(), left_in_groups(), left_of_address_space()});
}

void refuse_beyond_free(const MemoryEstimate& estimate) {
    constexpr std::int64_t small = 1 << 26;  // of every frame of the window: there is always room
    if (estimate.total() < small) return;
    if (const auto why = why_too_large(estimate, free_memory())) throw MemoryShortage(*why);
}

namespace detail {

void ReturnPages::operator()(void* pages) const {
    munmap(pages, bytes);
}

std::unique_ptr<void, ReturnPages> zero_pages(std::size_t bytes) {
    if (bytes == 0) return {nullptr, {0}};
    void* const pages =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (pages == MAP_FAILED) throw std::bad_alloc();
    madvise(pages, bytes, MADV_HUGEPAGE);  // clearing and returning them is several times faster
    return {pages, {bytes}};
}

}  // namespace detail

}  // namespace mariani::cpu
