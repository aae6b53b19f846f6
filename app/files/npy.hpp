// Dwells as a NumPy file: uint32, shape (H, W), row by row from the top.
#pragma once

#include "app/files/atomic_file.hpp"
#include "compute/model/field.hpp"
#include "compute/model/geometry.hpp"

#include <cstdint>
#include <filesystem>

namespace mariani::app {

// Takes the parts of a picture in any order; holds nothing of the picture in memory. Throws what
// AtomicFile throws.
class NpyWriter {
  public:
    NpyWriter(const std::filesystem::path& path, ImageSize image);

    // Parts must not overlap.
    void write(const HostField<std::uint32_t>& part);
    // Throws std::logic_error unless every pixel was written.
    void sync() { file_.sync(); }
    void commit();

  private:
    AtomicFile file_;
    ImageSize image_;
    std::int64_t header_bytes_ = 0;
    std::int64_t pixels_ = 0;
};

}  // namespace mariani::app
