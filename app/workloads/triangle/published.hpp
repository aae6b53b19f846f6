// Figures to compare with: what the authors of the maps print (seed 002), what their data files
// hold, and what this program took on a GPU.
#pragma once

#include "compute/workloads/triangle/plan.hpp"

#include <array>
#include <span>
#include <string_view>

namespace mariani::app {

// What is said of a figure.
enum class Said { exactly, about, at_most, below };

struct PublishedMap {
    triangle::MapKind map;
    double figure;  // ms, or I
    Said said = Said::exactly;
};

struct PublishedFigures {
    std::string_view where;  // machine and sizes
    triangle::Task test;
    std::span<const PublishedMap> maps;
};

namespace published_data {

using enum triangle::MapKind;
using Map = PublishedMap;

// Section IV-A and Fig. 3.
inline constexpr std::array roots_680{Map{ltm_x, 0.87, Said::about}, Map{ltm_n, 1.025, Said::about},
                                      Map{ltm_r, 1.15, Said::about}};
inline constexpr std::array roots_765m{Map{ltm_x, 0.83, Said::about}, Map{ltm_n, 0.96, Said::about},
                                       Map{ltm_r, 1.1, Said::about}};
inline constexpr std::array roots_k40{Map{ltm_x, 1.08, Said::about}, Map{ltm_n, 1.08, Said::about},
                                      Map{ltm_r, 1.08, Said::about}};
// Section V and Fig. 5, which do not name the root of their LTM.
inline constexpr std::array dummy_765m{Map{rb_threads, 1.33, Said::at_most}};
inline constexpr std::array dummy_680{Map{ltm_r, 1.18}};
inline constexpr std::array dummy_k40{Map{ltm_r, 1.07}, Map{rb_threads, 1.07}, Map{rec, 1.07},
                                      Map{utm, 1.07}};
inline constexpr std::array dummy_slower{Map{rec, 1, Said::below}, Map{utm, 1, Said::below}};
inline constexpr std::array edm_k40{Map{rb_threads, 1.28, Said::at_most}};
inline constexpr std::array edm_others{Map{ltm_r, 1.18}, Map{rec, 1.12, Said::at_most},
                                       Map{utm, 1, Said::below}};
inline constexpr std::array edm_small{Map{utm, 1.04, Said::at_most}};
inline constexpr std::array spheres{Map{ltm_r, 1.07, Said::at_most},
                                    Map{rb_threads, 1, Said::below}, Map{rec, 1, Said::below}};
inline constexpr std::array spheres_few{Map{utm, 2, Said::about}};
inline constexpr std::array spheres_line{Map{ltm_r, 1, Said::about}};

// 2-simplex/dummy, edm4d and collision3d of the authors' repository.
inline constexpr std::array kepler_dummy{
    Map{bb, 43.53},         Map{ltm_x, 52.04}, Map{ltm_n, 45.29}, Map{ltm_r, 39.51},
    Map{rb_threads, 32.76}, Map{rec, 48.80},   Map{utm, 59.51}};
inline constexpr std::array kepler_edm{Map{bb, 120.4}, Map{ltm_r, 106.5}, Map{rb_threads, 107.2},
                                       Map{rec, 112.6}, Map{utm, 171.0}};
inline constexpr std::array kepler_collision{
    Map{bb, 58.26}, Map{ltm_r, 56.61}, Map{rb_threads, 72.97}, Map{rec, 319.6}, Map{utm, 137.0}};
// 2-simplex/test0-map, test1-write and test2-edm2d there.
inline constexpr std::array volta_map{Map{bb, 1.489}, Map{ltm_r, 0.751}, Map{rb_threads, 0.750},
                                      Map{rec, 0.762}};
inline constexpr std::array volta_accumulate{Map{bb, 2.169}, Map{ltm_r, 1.434},
                                             Map{rb_threads, 1.513}, Map{rec, 1.972}};
inline constexpr std::array volta_edm{Map{bb, 3.723}, Map{ltm_r, 2.927}, Map{rb_threads, 2.941},
                                      Map{rec, 3.450}};

// The tables of compute/workloads/triangle/README.md.
inline constexpr std::array h200_map{Map{bb, 2.23},         Map{ltm, 1.12}, Map{ltm_square, 1.38},
                                     Map{ltm_strict, 1.16}, Map{utm, 1.98}, Map{rb, 1.12},
                                     Map{rb_threads, 1.12}, Map{rec, 1.21}, Map{h, 1.13},
                                     Map{dp, 1.33}};
inline constexpr std::array h200_dummy{Map{bb, 2.26},         Map{ltm, 1.77}, Map{ltm_square, 2.22},
                                       Map{ltm_strict, 1.87}, Map{utm, 3.23}, Map{rb, 1.14},
                                       Map{rb_threads, 1.40}, Map{rec, 2.00}, Map{h, 1.88},
                                       Map{dp, 2.15}};
inline constexpr std::array h200_roots{Map{bb, 2.25}, Map{ltm, 1.78}, Map{ltm_x, 1.91},
                                       Map{ltm_r, 1.84}};
inline constexpr std::array h200_accumulate{
    Map{bb, 2.89},  Map{ltm, 2.27}, Map{ltm_square, 2.51}, Map{ltm_strict, 2.35},
    Map{utm, 19.8}, Map{rb, 1.98},  Map{rb_threads, 1.61}, Map{rec, 2.39},
    Map{h, 2.14},   Map{dp, 2.32}};
inline constexpr std::array h200_edm{Map{bb, 3.11},         Map{ltm, 2.41}, Map{ltm_square, 2.74},
                                     Map{ltm_strict, 2.59}, Map{utm, 8.12}, Map{rb, 2.06},
                                     Map{rb_threads, 1.69}, Map{rec, 2.67}, Map{h, 2.77},
                                     Map{dp, 2.98}};
inline constexpr std::array h200_edm_tiles{Map{bb, 0.516}, Map{ltm, 0.508}, Map{rb, 0.520},
                                           Map{h, 0.555}};
inline constexpr std::array h200_collision{
    Map{bb, 0.195}, Map{ltm, 0.194}, Map{ltm_square, 0.197}, Map{ltm_strict, 0.198},
    Map{utm, 1.85}, Map{rb, 0.193},  Map{rb_threads, 0.800}, Map{rec, 0.208},
    Map{h, 0.212},  Map{dp, 0.354}};
inline constexpr std::array h200_map_32{
    Map{bb, 1.56},         Map{ltm, 1.39}, Map{ltm_square, 1.67}, Map{rb, 0.930},
    Map{rb_threads, 1.15}, Map{rec, 1.57}, Map{h, 1.23},          Map{dp, 1.32}};
inline constexpr std::array h200_line{Map{bb, 0.139},        Map{ltm, 0.136}, Map{rb, 0.136},
                                      Map{rb_threads, 1.30}, Map{rec, 0.149}, Map{h, 0.155},
                                      Map{dp, 0.297}};

}  // namespace published_data

// I that the paper prints. It has no times.
inline constexpr std::array printed_improvements{
    PublishedFigures{"GTX 680, the roots", triangle::Task::dummy, published_data::roots_680},
    PublishedFigures{"GTX 765M, the roots", triangle::Task::dummy, published_data::roots_765m},
    PublishedFigures{"Tesla K40, the roots", triangle::Task::dummy, published_data::roots_k40},
    PublishedFigures{"GTX 765M", triangle::Task::dummy, published_data::dummy_765m},
    PublishedFigures{"GTX 680", triangle::Task::dummy, published_data::dummy_680},
    PublishedFigures{"Tesla K40, N above 15,000", triangle::Task::dummy, published_data::dummy_k40},
    PublishedFigures{"every N", triangle::Task::dummy, published_data::dummy_slower},
    PublishedFigures{"Tesla K40", triangle::Task::edm, published_data::edm_k40},
    PublishedFigures{"no GPU named", triangle::Task::edm, published_data::edm_others},
    PublishedFigures{"N to 3,000, no GPU named", triangle::Task::edm, published_data::edm_small},
    PublishedFigures{"3-D, no GPU named", triangle::Task::collision, published_data::spheres},
    PublishedFigures{"3-D, small N", triangle::Task::collision, published_data::spheres_few},
    PublishedFigures{"1-D", triangle::Task::collision, published_data::spheres_line}};

// Times; of each list BB is the first. The first three give the I that the paper prints of its GTX
// 765M.
inline constexpr std::array data_file_times{
    PublishedFigures{"GTX 765M, \xcf\x81 16, N 30,720", triangle::Task::dummy,
                     published_data::kepler_dummy},
    PublishedFigures{"GTX 765M, \xcf\x81 16, N 30,720, 4 features", triangle::Task::edm,
                     published_data::kepler_edm},
    PublishedFigures{"GTX 765M, \xcf\x81 16, N 30,720, 3-D", triangle::Task::collision,
                     published_data::kepler_collision},
    PublishedFigures{"V100, of a later paper, \xcf\x81 32, N 32,768", triangle::Task::map,
                     published_data::volta_map},
    PublishedFigures{"V100, of a later paper, \xcf\x81 32, N 32,768", triangle::Task::accumulate,
                     published_data::volta_accumulate},
    PublishedFigures{"V100, of a later paper, \xcf\x81 32, N 32,768, 2 features, full square",
                     triangle::Task::edm, published_data::volta_edm}};

// Times of this program on one NVIDIA H200; BB is the first, too.
inline constexpr std::array own_times{
    PublishedFigures{"\xcf\x81 16, N 30,720", triangle::Task::map, published_data::h200_map},
    PublishedFigures{"\xcf\x81 32, N 32,768", triangle::Task::map, published_data::h200_map_32},
    PublishedFigures{"\xcf\x81 16, N 30,720", triangle::Task::dummy, published_data::h200_dummy},
    PublishedFigures{"\xcf\x81 16, N 30,720, the roots", triangle::Task::dummy,
                     published_data::h200_roots},
    PublishedFigures{"\xcf\x81 16, N 30,720", triangle::Task::accumulate,
                     published_data::h200_accumulate},
    PublishedFigures{"\xcf\x81 16, N 30,720, 4 features, packed", triangle::Task::edm,
                     published_data::h200_edm},
    PublishedFigures{"\xcf\x81 64, N 30,720, 4 features, tiles, 32 cells a thread",
                     triangle::Task::edm, published_data::h200_edm_tiles},
    PublishedFigures{"\xcf\x81 128, N 30,720, 3-D", triangle::Task::collision,
                     published_data::h200_collision},
    PublishedFigures{"\xcf\x81 128, N 30,720, 1-D", triangle::Task::collision,
                     published_data::h200_line}};

}  // namespace mariani::app
