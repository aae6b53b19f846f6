// Colours on every tab: mixed ones, and those of blocks by what a watched run recorded of them.
#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/model/choices.hpp"
#include "render/picture/image.hpp"

#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace mariani::app {

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
};

// Blocks by their use, in the same colours for every way to tell them apart.
inline constexpr render::Rgb8 useful_block{82, 124, 158}, partial_block{255, 176, 0},
    wasted_block{205, 38, 46};
// A thread without a cell, in a block that has some.
inline constexpr render::Rgb8 idle_thread{242, 150, 142};
// While a recorded run is played.
inline constexpr render::Rgb8 running_block{34, 168, 84}, waiting_block{232, 234, 239};
// In launch order.
inline constexpr render::Rgb8 first_block{30, 42, 92}, last_block{134, 206, 224};
// Cells by how often they are visited.
inline constexpr render::Rgb8 visited_once{186, 196, 208}, visited_again{232, 40, 200},
    never_visited{0, 0, 0};

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
