// Small pictures to draw: dwells and regions from simple scalar loops.
#pragma once

#include "compute/model/field.hpp"
#include "compute/model/region.hpp"
#include "compute/model/view.hpp"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace mariani::test {

inline const View paper{{-0.5, 0}, 2};
inline const View seahorse{{-0.745, 0.113}, 0.02};

struct Dwells {
    PixelRect part;
    std::vector<std::uint32_t> values;
    std::vector<float> fractions;       // may be empty
    std::vector<float> distances = {};  // may be empty, as the normals then are
    std::vector<float> normals = {};

    HostField<std::uint32_t> host() const { return {part, values}; }
    HostField<float> host_fractions() const { return {part, fractions}; }
    HostExterior host_exterior() const { return {{part, distances}, {part, normals}}; }
    ExteriorFields exterior() const {
        if (distances.empty()) return {};
        return {field_of(part, distances), field_of(part, normals)};
    }
    Field field() const { return field_of(part, values); }
    Field fraction_field() const { return fractions.empty() ? Field() : field_of(part, fractions); }
};

Dwells dwells_of(const View& view, ImageSize size, std::uint32_t limit, bool fractions = false);

// The regions of a subdivision with these parameters, by level; dwells cover the whole image.
std::shared_ptr<const std::vector<Region>> regions_of(const Dwells& dwells, int g, int r, int B);

// The folders of the source tree: "shaders", "assets/palettes".
std::filesystem::path source_folder(std::string_view name);

// An empty folder that is removed with the object.
class TemporaryFolder {
  public:
    TemporaryFolder();
    ~TemporaryFolder();
    TemporaryFolder(TemporaryFolder&&) = delete;
    std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
    const std::filesystem::path& path() const { return path_; }

  private:
    std::filesystem::path path_;
};

}  // namespace mariani::test
