#include "app/workloads/triangle/scene.hpp"
#include "compute/workloads/triangle/sphere_grid.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

namespace mariani::app {
namespace {

using triangle::Cell;
using triangle::Count;
using triangle::Task;

float distance_of(const TriangleScene& scene, Cell cell) {
    const auto& a = scene.points[static_cast<std::size_t>(cell.row)];
    const auto& b = scene.points[static_cast<std::size_t>(cell.column)];
    switch (scene.plan.features) {
        case 1:
            return triangle::distance<1>(a, b);
        case 2:
            return triangle::distance<2>(a, b);
        case 3:
            return triangle::distance<3>(a, b);
        default:
            return triangle::distance<4>(a, b);
    }
}

bool touch(const TriangleScene& scene, Cell cell) {
    const auto& a = scene.points[static_cast<std::size_t>(cell.row)];
    const auto& b = scene.points[static_cast<std::size_t>(cell.column)];
    const float gap = scene.plan.features == 1 ? triangle::gap<1>(a, b) : triangle::gap<3>(a, b);
    return triangle::touches(gap) != 0;
}

template <typename T>
T output_value(const TriangleScene& scene, Count at) {
    T value;
    std::memcpy(&value, scene.output->data() + static_cast<std::size_t>(at) * sizeof(T), sizeof(T));
    return value;
}

void take_contact(TriangleData& data, Cell cell) {
    ++data.contacts;
    if (data.touching.size() < TriangleData::most_kept) data.touching.push_back(cell);
    data.touches[static_cast<std::size_t>(cell.row)] = true;
    data.touches[static_cast<std::size_t>(cell.column)] = true;
}

// Calls use(first cell, count) for the cells left of the diagonal, row by row, in pieces whose
// values lie side by side. False if stopped.
template <typename Use>
bool for_each_piece(const triangle::Shape& shape, const std::stop_token& stop, const Use& use) {
    for (int row = 0; row < shape.side; ++row) {
        if (stop.stop_requested()) return false;
        for (int column = 0; column < row; column += shape.block)
            use(Cell{row, column}, std::min(shape.block, row - column));
    }
    return true;
}

constexpr std::size_t most_of_row = 64;  // cells of a piece: the side of EDM's largest block

// No distance is negative, so that their bits are in the same order: whole numbers are compared
// many at once.
bool find_nearest(const TriangleScene& scene, TriangleData& data, const std::stop_token& stop) {
    std::array<std::uint32_t, most_of_row> piece;
    std::uint32_t least = ~std::uint32_t{0};
    const auto take = [&](Cell first, int count) {
        const Count at = triangle::value_at(scene.shape, scene.plan.layout, first);
        std::memcpy(piece.data(), scene.output->data() + static_cast<std::size_t>(at) * 4,
                    static_cast<std::size_t>(count) * 4);
        std::uint32_t own = least;
        for (int i = 0; i < count; ++i) own = std::min(own, piece[static_cast<std::size_t>(i)]);
        if (own == least) return;
        least = own;
        const auto* const found = std::find(piece.begin(), piece.begin() + count, least);
        data.nearest = Cell{first.row, first.column + static_cast<int>(found - piece.begin())};
    };
    if (!for_each_piece(scene.shape, stop, take)) return false;
    if (data.nearest) data.distance = std::bit_cast<float>(least);
    return true;
}

bool find_contacts(const TriangleScene& scene, TriangleData& data, const std::stop_token& stop) {
    constexpr int bits = 32;
    return for_each_piece(scene.shape, stop, [&](Cell first, int count) {
        const Count word = triangle::contact_word(scene.shape, first);
        for (int at = 0; at < count; at += bits)
            for (auto touching = output_value<std::uint32_t>(scene, word + at / bits);
                 touching != 0; touching &= touching - 1)
                take_contact(data, {first.row, first.column + at + std::countr_zero(touching)});
    });
}

}  // namespace

double value_of(const TriangleScene& scene, Cell cell) {
    if (scene.misses(cell)) return 0;
    if (scene.plan.test == Task::edm) {
        if (!scene.detailed()) return distance_of(scene, cell);
        return output_value<float>(scene, triangle::value_at(scene.shape, scene.plan.layout, cell));
    }
    if (!scene.detailed()) return touch(scene, cell) ? 1 : 0;
    const auto word = output_value<std::uint32_t>(scene, triangle::contact_word(scene.shape, cell));
    return (word & triangle::contact_bit(cell)) != 0 ? 1 : 0;
}

std::optional<TriangleData> data_of(const TriangleScene& scene, const std::stop_token& stop) {
    TriangleData data;
    data.touches.resize(scene.points.size());
    if (scene.plan.test == Task::edm) {
        if (!find_nearest(scene, data, stop)) return std::nullopt;
        return data;
    }
    if (!find_contacts(scene, data, stop)) return std::nullopt;
    data.compared = triangle::compared_pairs(triangle::sort_into_grid(scene.points));
    return data;
}

}  // namespace mariani::app
