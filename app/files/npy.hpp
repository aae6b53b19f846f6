// NumPy files: dwells, uint32, shape (H, W), row by row from the top; and arrays of any shape.
#pragma once

#include "app/files/own_file.hpp"
#include "compute/model/field.hpp"
#include "compute/model/geometry.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

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

// An array from its first element to its last; the last index is the fastest. Throws what
// AtomicFile throws.
class NpyArrayWriter {
  public:
    NpyArrayWriter(const std::filesystem::path& path, ElementType type,
                   std::span<const std::uint64_t> shape);

    // The next elements, as bytes.
    void write(std::span<const std::byte> bytes);
    // Throws std::logic_error unless all were written.
    void commit();

  private:
    AtomicFile file_;
    std::uint64_t missing_;  // bytes
};

}  // namespace mariani::app
