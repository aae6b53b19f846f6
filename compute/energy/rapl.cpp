#include "compute/energy/energy_counter.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdlib>
#include <fcntl.h>
#include <stdexcept>
#include <system_error>
#include <unistd.h>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::energy {
namespace fs = std::filesystem;
namespace {

// The text of a small file that is generated at each reading. Throws std::system_error.
std::string text_of(const fs::path& path) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    char text[64];
    const auto length = descriptor < 0 ? -1 : read(descriptor, text, sizeof text);
    const int error = errno;
    if (descriptor >= 0) close(descriptor);
    if (length < 0) throw std::system_error(error, std::generic_category());
    return std::string(text, static_cast<std::size_t>(length));
}

std::uint64_t number_in(const fs::path& path) {
    const std::string text = text_of(path);
    char* end = nullptr;
    errno = 0;
    const std::uint64_t number = std::strtoull(text.c_str(), &end, 10);
    if (end == text.c_str() || errno != 0)
        throw std::system_error(std::make_error_code(std::errc::illegal_byte_sequence));
    return number;
}

// A package's counter, in microjoules, which wraps to 0 after `range`.
struct Package {
    fs::path file;
    std::uint64_t range;
    std::uint64_t last;
};

class Rapl final : public Counter {
  public:
    explicit Rapl(std::vector<Package> packages) : packages_(std::move(packages)) {}

    double joules() override {
        for (Package& package : packages_) {
            const std::uint64_t now = read(package.file);
            total_ += now >= package.last ? now - package.last : now + package.range - package.last;
            package.last = now;
        }
        return static_cast<double>(total_) * 1e-6;
    }

    std::string name() const override { return "RAPL"; }

  private:
    static std::uint64_t read(const fs::path& file) {
        try {
            return number_in(file);
        } catch (const std::system_error& error) {
            throw std::runtime_error(
                fmt::format("{} can no longer be read: {}", file.string(), error.code().message()));
        }
    }

    std::vector<Package> packages_;
    std::uint64_t total_ = 0;
};

// intel-rapl:0, on AMD's processors too. intel-rapl:0:0 is a part of it; intel-rapl-mmio:0 is the
// same counter through another interface.
bool is_zone_name(const std::string& name) {
    constexpr std::string_view prefix = "intel-rapl:";
    return name.starts_with(prefix) && name.find(':', prefix.size()) == std::string::npos;
}

std::string advice(const fs::path& file, const std::system_error& error) {
    if (error.code() == std::errc::permission_denied)
        return fmt::format("{} may not be read: run as root, or let every user read it (chmod a+r)",
                           file.string());
    return fmt::format("{} cannot be read: {}", file.string(), error.code().message());
}

}  // namespace

CounterOrReason open_rapl(const fs::path& folder) {
    std::error_code error;
    std::vector<fs::path> zones;
    for (const auto& entry : fs::directory_iterator(folder, error))
        if (is_zone_name(entry.path().filename().string())) zones.push_back(entry.path());
    std::ranges::sort(zones);
    std::vector<Package> packages;
    for (const auto& zone : zones) {
        fs::path file = zone / "name";
        try {
            if (!text_of(file).starts_with("package")) continue;  // "psys" includes the package
            file = zone / "max_energy_range_uj";
            const std::uint64_t range = number_in(file);
            file = zone / "energy_uj";
            packages.push_back({file, range, number_in(file)});
        } catch (const std::system_error& failure) {
            return {nullptr, advice(file, failure)};
        }
    }
    if (packages.empty())
        return {nullptr,
                fmt::format("RAPL: there is no processor package in {}/intel-rapl:*, as in "
                            "most virtual machines",
                            folder.string())};
    return {std::make_unique<Rapl>(std::move(packages)), {}};
}

}  // namespace mariani::energy
