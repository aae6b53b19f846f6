#include "compute/workloads/curves/reference.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/core.h>

namespace mariani::curves {
namespace {

// By value, a NaN would not be equal to itself.
bool equal_bits(const Point& a, const Point& b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

struct Exact {
    double x, y;
};

// By De Casteljau's algorithm: no sum of weights, as the vertices have.
Exact point_at(const Line& line, double u) {
    const auto between = [u](const Exact& a, const Exact& b) {
        return Exact{a.x + (b.x - a.x) * u, a.y + (b.y - a.y) * u};
    };
    const Exact start{line.start.x, line.start.y}, control{line.control.x, line.control.y},
        end{line.end.x, line.end.y};
    return between(between(start, control), between(control, end));
}

double distance(const Exact& point, const Point& from, const Point& to) {
    const double x = double{to.x} - from.x, y = double{to.y} - from.y;
    const double to_x = point.x - from.x, to_y = point.y - from.y;
    const double square = x * x + y * y;
    const double along = square > 0 ? std::clamp((to_x * x + to_y * y) / square, 0.0, 1.0) : 0;
    return std::hypot(to_x - along * x, to_y - along * y);
}

}  // namespace

std::optional<Tessellation> expected_vertices(const CountRule& rule, std::span<const Line> lines,
                                              const std::stop_token& stop) {
    Tessellation result;
    result.offsets.reserve(lines.size() + 1);
    for (const Line& line : lines) {
        if (stop.stop_requested()) return std::nullopt;
        result.offsets.push_back(static_cast<std::uint32_t>(result.vertices.size()));
        const std::uint32_t count = count_of(rule, line).vertices;
        for (std::uint32_t i = 0; i < count; ++i)
            result.vertices.push_back(vertex_of(line, count, i));
    }
    result.offsets.push_back(static_cast<std::uint32_t>(result.vertices.size()));
    return result;
}

Tessellation without_lost(const Tessellation& expected, const Tessellation& found) {
    if (found.offsets.size() != expected.offsets.size()) return expected;
    Tessellation result;
    result.offsets.push_back(0);
    for (std::size_t i = 0; i + 1 < found.offsets.size(); ++i) {
        if (found.offsets[i] != found.offsets[i + 1]) {
            const auto from = expected.vertices.begin();
            result.vertices.insert(result.vertices.end(), from + expected.offsets[i],
                                   from + expected.offsets[i + 1]);
        }
        result.offsets.push_back(static_cast<std::uint32_t>(result.vertices.size()));
    }
    return result;
}

std::optional<std::string> why_wrong(const Tessellation& expected, const Tessellation& found) {
    if (found.offsets.size() != expected.offsets.size())
        return fmt::format("there are {} offsets, and {} are expected", found.offsets.size(),
                           expected.offsets.size());
    for (std::size_t i = 0; i < expected.offsets.size(); ++i)
        if (found.offsets[i] != expected.offsets[i])
            return fmt::format("line {} begins at vertex {}, and {} is expected", i,
                               found.offsets[i], expected.offsets[i]);
    if (found.vertices.size() != expected.vertices.size())
        return fmt::format("there are {} vertices, and {} are expected", found.vertices.size(),
                           expected.vertices.size());
    for (std::size_t i = 0; i < expected.vertices.size(); ++i)
        if (!equal_bits(found.vertices[i], expected.vertices[i]))
            return fmt::format("vertex {} is {}, {}, and {}, {} is expected", i,
                               found.vertices[i].x, found.vertices[i].y, expected.vertices[i].x,
                               expected.vertices[i].y);
    return std::nullopt;
}

double chord_error(const Line& line, std::span<const Point> vertices) {
    constexpr int places = 32;  // the middle of a step, where it is greatest, among them
    const auto steps = static_cast<double>(vertices.size() - 1);
    double most = 0;
    for (std::size_t i = 0; i + 1 < vertices.size(); ++i)
        for (int place = 1; place < places; ++place) {
            const double u = (static_cast<double>(i) + place / double{places}) / steps;
            most = std::max(most, distance(point_at(line, u), vertices[i], vertices[i + 1]));
        }
    return most;
}

}  // namespace mariani::curves
