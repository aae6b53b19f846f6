// The textbook's figure 13.12: its two buffers as strips of points, between two levels of a small
// tree.
#pragma once

#include "compute/workloads/points/plan.hpp"
#include "compute/workloads/points/query.hpp"
#include "compute/workloads/points/textbook.hpp"
#include "render/picture/image.hpp"

#include <span>
#include <string>
#include <vector>

namespace mariani::app {

class TextStamp;

// How far a replay of the steps is.
struct StripMoment {
    std::size_t step = 0;  // that is shown
    double way = 0;        // of the points on their way to the next one, 0 to 1
    bool operator==(const StripMoment&) const = default;
};

// At a share of the replay, from 0, the beginning, to 1, the end: each step stays for a while.
StripMoment moment_at(double share, std::size_t steps);

// What the blocks of a step do, in a sentence; `last`: there are none any more.
std::string step_text(const points::SplitRule& rule, const points::BufferStep& step, bool last);

// Numbers that have no room are in small letters, if they have room then.
struct StripLetters {
    const TextStamp& text;
    const TextStamp& small;
};

// The pixels' rows that strips take, for texts of this height.
int strips_height(int letter_height);

// Into the lowest rows of the image. There is at least one step.
void draw_strips(render::Image& image, const points::SplitRule& rule,
                 std::span<const points::BufferStep> steps, const StripMoment& moment,
                 const StripLetters& letters);

// The points' numbers, beside the points; the picture is the upper part of the image.
void draw_numbers(render::Image& image, const points::TreePart& part,
                  std::span<const points::Point> input, const TextStamp& text);

}  // namespace mariani::app
