// The colours of pictures by what they mean, the same in all workloads, on panels, in files and in
// films. Roles that appear together differ in lightness as well as in hue, and stay apart for
// readers who see no green; tests/panels/roles_test.cpp computes how far.
#pragma once

#include "render/picture/image.hpp"

#include <array>

namespace mariani::render::role {

// What pictures are drawn on, and what is written and drawn there.
inline constexpr Rgb8 ground{30, 33, 41}, beyond{22, 24, 29};  // beyond: around a picture
inline constexpr Rgb8 text{232, 235, 240}, quiet{158, 166, 181}, faint{87, 94, 110};
inline constexpr Rgb8 groove{52, 58, 70};  // an empty place that something fills

// Regions by level, from 0 on: white, yellow, orange, magenta, violet.
inline constexpr std::array<Rgb8, 11> levels{{{255, 255, 255},
                                              {242, 236, 209},
                                              {249, 235, 159},
                                              {255, 236, 0},
                                              {255, 162, 80},
                                              {217, 119, 0},
                                              {230, 103, 103},
                                              {228, 96, 143},
                                              {226, 85, 191},
                                              {201, 84, 255},
                                              {108, 101, 209}}};
inline constexpr Rgb8 deepest_level{56, 50, 104};  // far below the last of these
inline constexpr Rgb8 casing{10, 10, 14};          // beside an outline, on light parts

// Regions by outcome, and pixels on the borders of filled and of subdivided ones.
inline constexpr Rgb8 filled{0, 170, 170}, leaf{255, 148, 64}, subdivided{104, 114, 138};
inline constexpr Rgb8 filled_border{176, 244, 220}, subdivided_border{72, 92, 210};
inline constexpr Rgb8 unresolved{58, 64, 78};   // visited, and its inside not known yet
inline constexpr Rgb8 unvisited{16, 18, 22};    // of a picture that grows
inline constexpr Rgb8 idle{56, 62, 76};         // a pixel without work
inline constexpr Rgb8 frontier{255, 246, 224};  // what has just been computed
inline constexpr Rgb8 wrong{255, 40, 40};       // a pixel, beside the truth in grey
inline constexpr Rgb8 stripe{128, 128, 128};    // of a hatch, by which the inside's colour differs

// Blocks by use, and threads without a cell in a block that has some.
inline constexpr Rgb8 useful{104, 160, 204}, partial{255, 200, 72}, wasted{204, 40, 52};
inline constexpr Rgb8 idle_thread{206, 108, 110};
// Blocks in launch order, and while a recorded run is played.
inline constexpr Rgb8 first_block{64, 88, 156}, last_block{176, 226, 240};
inline constexpr Rgb8 running{150, 255, 214}, waiting{58, 64, 78};

// Cells by how often they are visited: never and again are faults.
inline constexpr Rgb8 once{108, 118, 136}, never{255, 255, 255}, again{255, 48, 152};
// Cells by value: distances, and spheres that touch. Unknown was not recorded.
inline constexpr Rgb8 near{58, 64, 78}, far{196, 202, 212}, apart{58, 64, 78},
    touching{255, 138, 101}, unknown{82, 88, 104};
// Cells of Life, and places that are none.
inline constexpr Rgb8 alive{255, 214, 110}, dead{58, 70, 104}, hole{14, 15, 20};

// The ends of a range of counts or times.
inline constexpr Rgb8 least{88, 104, 216}, most{255, 220, 104};

// Points, and the circle that asks for some: its outline, and cells that it has wholly or partly.
inline constexpr Rgb8 point{255, 255, 255}, circle{110, 236, 224}, within{40, 150, 142},
    partly{70, 104, 112};

// The axes of a volume, its surface, and the way from the first of its regions to the last.
inline constexpr std::array<Rgb8, 4> axes{
    {{236, 104, 92}, {110, 220, 170}, {112, 164, 250}, {250, 214, 110}}};
inline constexpr Rgb8 stone{206, 208, 214};
inline constexpr std::array<Rgb8, 5> along{
    {{82, 110, 255}, {40, 190, 230}, {110, 220, 110}, {250, 200, 60}, {250, 70, 70}}};

// Measured series, by Okabe and Ito, and the one that is compared with them.
inline constexpr std::array<Rgb8, 6> series{
    {{0, 114, 178}, {230, 159, 0}, {0, 158, 115}, {204, 121, 167}, {86, 180, 233}, {213, 94, 0}}};
inline constexpr Rgb8 last_series{60, 60, 60};

// Plots are printed: dark on a white page.
namespace page {
inline constexpr Rgb8 paper{250, 250, 250}, ink{20, 20, 24}, dim{96, 96, 104}, faint{150, 150, 156};
inline constexpr Rgb8 groove{230, 230, 234}, white{255, 255, 255}, even{120, 120, 128};
inline constexpr Rgb8 bound{205, 38, 46}, time{70, 110, 160}, gain{120, 170, 120};
// Behind the words of a verdict.
inline constexpr Rgb8 holds{188, 226, 206}, noise{228, 238, 200}, refuted{248, 204, 190},
    unobtainable{222, 214, 240};
}  // namespace page

}  // namespace mariani::render::role
