// Colours on every tab: mixed ones, and those of blocks by what a watched run recorded of them.
#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/model/choices.hpp"
#include "render/picture/overlay_style.hpp"
#include "render/picture/roles.hpp"

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

namespace role = render::role;

// On the way from one to another; t: from 0 to 1.
inline render::Rgb8 between(render::Rgb8 from, render::Rgb8 to, double t) {
    const auto mix = [t](std::uint8_t a, std::uint8_t b) {
        return static_cast<std::uint8_t>(std::lround(a + t * (b - a)));
    };
    return {mix(from.r, to.r), mix(from.g, to.g), mix(from.b, to.b)};
}

class MeanColour {
  public:
    void add(render::Rgb8 colour) {
        r_ += colour.r, g_ += colour.g, b_ += colour.b;
        ++count_;
    }
    bool empty() const { return count_ == 0; }
    render::Rgb8 mean() const {  // of at least one
        const auto of = [this](int sum) { return static_cast<std::uint8_t>(sum / count_); };
        return {of(r_), of(g_), of(b_)};
    }

  private:
    int r_ = 0, g_ = 0, b_ = 0, count_ = 0;
};

struct LegendEntry {
    render::Rgb8 colour;
    std::string text;
    float opacity = 1;  // of a tint: as in the picture
};

// The levels of a grid's outlines, all from one on with the last named colour, and the tints of
// areas, as strong as in the picture.
LegendEntry level_entry(std::size_t level, std::size_t levels);
std::vector<LegendEntry> level_entries(std::size_t levels);
std::vector<LegendEntry> area_entries(const render::OverlayStyle& style);

// Neighbouring units differ.
render::Rgb8 colour_of_unit(unsigned unit);

std::string_view use_name(BlockUse use);  // as files and tooltips say it

// Until the last block ended.
std::uint32_t whole_ns(const BlockTrace& trace);

class RecordColours {
  public:
    explicit RecordColours(const BlockTrace& trace);

    // By unit, start or duration.
    render::Rgb8 of(const BlockRecord& record, BlockColour colour) const;
    std::vector<LegendEntry> legend(BlockColour colour, Backend backend) const;

    // While the run is played, of which this share has passed, from 0 to 1; nothing for a block
    // that is done.
    std::optional<render::Rgb8> while_played(const BlockRecord& record, double share) const;
    std::vector<LegendEntry> legend_while_played(double share, render::Rgb8 done) const;

  private:
    const BlockTrace& trace_;  // outlives this
    std::uint32_t last_start_ = 0, longest_ = 0, last_end_ = 0;
};

}  // namespace mariani::app
