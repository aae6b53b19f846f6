#include "compute/model/memory_estimate.hpp"

#include "compute/model/block_trace.hpp"
#include "compute/model/region.hpp"

#include <algorithm>
#include <array>
#include <cstdio>

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

std::vector<MemoryPart> parts_of_fields(const FramePlan& plan, std::int64_t dwell_bytes) {
    constexpr std::int64_t value = 4;
    const std::int64_t pixels = pixel_count(plan.part);
    std::vector<MemoryPart> parts{{"for the dwells", pixels * dwell_bytes}};
    if (plan.smooth) parts.push_back({"for fractions of dwells", pixels * value});
    if (plan.exterior) parts.push_back({"for distances", 2 * pixels * value});
    return parts;
}

double expected_regions(const FramePlan& plan) {
    constexpr double subdivided = 0.78;  // of a level's
    const auto& [g, r, B] = plan.subdivision;
    const auto pixels = static_cast<double>(pixel_count(plan.part));  // no level has more regions
    const double part = pixels / static_cast<double>(pixel_count(plan.image));
    double regions = 0, of_level = std::min(part * g * g, pixels), lattice = g;
    const double longest = std::max(plan.image.width, plan.image.height);
    for (;;) {
        regions += of_level;
        if (longest / (lattice * r) <= B || of_level < 1) return regions;
        lattice *= r;
        of_level = std::min(of_level * subdivided * r * r, pixels);
    }
}

MemoryEstimate host_memory_of(const FramePlan& plan) {
    if (plan.backend == Backend::cuda && !is_deep(plan.precision)) return {frame_remedy, {}};
    constexpr std::int64_t value = 4;
    const std::int64_t pixels = pixel_count(plan.part);
    MemoryEstimate estimate{frame_remedy, parts_of_fields(plan, value)};
    // A deep pixel's offset, results and place in lists, of those that a tree does not fill.
    const std::int64_t of_deep_pixel = plan.engine == EngineKind::ex ? 42 : 7;
    if (is_deep(plan.precision))
        estimate.parts.push_back({"for the proof of the dwells", pixels * of_deep_pixel});
    else if (plan.count_work)
        estimate.parts.push_back({"for the work", pixels * value});
    if (plan.keep_regions && plan.engine != EngineKind::ex)  // each thread's, and all in order
        estimate.parts.push_back(
            {"for the regions",
             static_cast<std::int64_t>(3 * expected_regions(plan) * sizeof(Region))});
    if (plan.record_times)  // of borders and insides, likewise
        estimate.parts.push_back(
            {"for the regions' times",
             static_cast<std::int64_t>(4 * expected_regions(plan) * sizeof(RegionTime))});
    return estimate;
}

}  // namespace mariani
