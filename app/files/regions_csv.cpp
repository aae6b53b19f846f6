#include "app/files/regions_csv.hpp"

#include <iterator>
#include <string>

#include <fmt/core.h>

namespace mariani::app {

RegionsCsv::RegionsCsv(const std::filesystem::path& path) : file_(path) {
    file_.write("level,x,y,width,height,outcome,dwell\n");
}

void RegionsCsv::write(std::span<const Region> regions) {
    std::string rows;
    for (const Region& region : regions) {
        const PixelRect& rect = region.rect;
        fmt::format_to(std::back_inserter(rows), "{},{},{},{},{},{},", int{region.level}, rect.x,
                       rect.y, rect.width, rect.height, name_of(region.outcome));
        if (region.outcome == Outcome::filled)
            fmt::format_to(std::back_inserter(rows), "{}", region.border_min);
        rows += '\n';
        if (rows.size() < 1u << 16) continue;
        file_.write(rows);
        rows.clear();
    }
    file_.write(rows);
}

void RegionsCsv::commit() {
    file_.commit();
}

}  // namespace mariani::app
