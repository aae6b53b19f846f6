#include "compute/service/dwell_access.hpp"

#include "compute/cuda/engines.hpp"

#include <algorithm>

namespace mariani {

Field host_copy(const Field& field) {
    return field.on_host() ? field : cuda::host_copy(field);
}

void copy_to_host(Frame& frame) {
    for (Field* field : {&frame.dwells, &frame.fractions, &frame.exterior.distances,
                         &frame.exterior.normals, &frame.work})
        *field = host_copy(*field);
}

void copy_to_host(RegionMap& map) {
    map.kinds = host_copy(map.kinds);
}

DwellSummary summarise(const Field& dwells, std::uint32_t dwell_limit) {
    return dwells.on_host() ? summarise(dwells.host<std::uint32_t>(), dwell_limit)
                            : cuda::summarise(dwells, dwell_limit);
}

std::uint32_t value_at(const Field& field, int x, int y) {
    return field.on_host() ? field.host<std::uint32_t>().at(x, y)
                           : cuda::value_at(field, index(field.extent(), x, y));
}

void overwrite_row(const Field& dwells, int x, int y, std::span<const std::uint32_t> row) {
    if (dwells.on_host())  // a Field is read-only, but its engine's memory is writable
        std::ranges::copy(row, &const_cast<std::uint32_t&>(dwells.host<std::uint32_t>().at(x, y)));
    else
        cuda::overwrite(dwells, index(dwells.extent(), x, y), row);
}

}  // namespace mariani
