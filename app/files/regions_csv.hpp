// The regions of a subdivision as CSV: level,x,y,width,height,outcome,dwell.
#pragma once

#include "app/files/atomic_file.hpp"
#include "compute/model/region.hpp"

#include <filesystem>
#include <span>

namespace mariani::app {

// A row per region; dwell is empty unless the region was filled. Throws what AtomicFile throws.
class RegionsCsv {
  public:
    explicit RegionsCsv(const std::filesystem::path& path);
    void write(std::span<const Region> regions);
    void sync() { file_.sync(); }
    void commit();

  private:
    AtomicFile file_;
};

}  // namespace mariani::app
