#include "compute/model/memory_estimate.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>

namespace mariani {
namespace {

std::string text_of(const char* form, double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), form, value);
    return text.data();
}

// "3.0 GiB for the values, 512 MiB for the points": those that count.
std::string parts_text(const MemoryEstimate& estimate) {
    auto parts = estimate.parts;
    std::ranges::stable_sort(parts, std::ranges::greater{}, &MemoryPart::bytes);
    std::string text;
    for (const MemoryPart& part : parts)
        if (!part.yields && part.bytes > estimate.needed() / 100)
            text +=
                (text.empty() ? "" : ", ") + bytes_text(part.bytes) + ' ' + std::string(part.name);
    return text;
}

}  // namespace

std::int64_t MemoryEstimate::total() const {
    std::int64_t bytes = 0;
    for (const MemoryPart& part : parts) bytes += part.bytes;
    return bytes;
}

std::int64_t MemoryEstimate::needed() const {
    std::int64_t bytes = 0;
    for (const MemoryPart& part : parts) bytes += part.yields ? 0 : part.bytes;
    return bytes;
}

MemoryEstimate MemoryEstimate::with(std::string_view name, std::int64_t bytes) const {
    MemoryEstimate more = *this;
    more.parts.push_back({name, bytes});
    return more;
}

std::string shortage_text(std::string_view remedy) {
    return "not enough memory: choose " + std::string(remedy);
}

std::string bytes_text(std::int64_t bytes) {
    constexpr double mib = 1 << 20, gib = 1 << 30;
    const auto amount = static_cast<double>(bytes);
    return amount >= gib ? text_of("%.1f GiB", amount / gib) : text_of("%.0f MiB", amount / mib);
}

std::optional<std::string> why_too_large(const MemoryEstimate& estimate, std::int64_t free) {
    if (estimate.needed() <= free) return std::nullopt;
    return "it takes " + bytes_text(estimate.needed()) + " of " +
           (estimate.gpu ? "the GPU's " : "") + "memory (" + parts_text(estimate) + "), and " +
           bytes_text(free) + " is free: choose " + std::string(estimate.remedy);
}

}  // namespace mariani
