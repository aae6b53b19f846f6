// The colours of all dwells up to a limit, for pictures that are painted where the dwells lie.
#pragma once

#include "render/picture/colour_map.hpp"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace mariani::app {

// Kept until another map is asked for.
class DwellTable {
  public:
    // r + g * 256 + b * 65536, as colours.colour() has them. Valid until the next call.
    std::span<const std::uint32_t> of(const render::ColourMap& colours, std::uint32_t dwell_limit) {
        if (colours_ == colours && table_.size() == std::size_t{dwell_limit} + 1) return table_;
        table_.clear();
        table_.reserve(std::size_t{dwell_limit} + 1);
        for (std::uint32_t dwell = 0; dwell <= dwell_limit; ++dwell) {
            const render::Rgb8 colour = colours.colour(dwell);
            table_.push_back(colour.r | std::uint32_t{colour.g} << 8 |
                             std::uint32_t{colour.b} << 16);
        }
        colours_ = colours;
        return table_;
    }

  private:
    std::optional<render::ColourMap> colours_;
    std::vector<std::uint32_t> table_;
};

}  // namespace mariani::app
