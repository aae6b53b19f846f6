// What the authors of the maps published (seed 002 and its later papers).
#pragma once

#include "compute/service/triangle_request.hpp"

#include <array>
#include <span>
#include <string_view>

namespace mariani::app {

struct PublishedMap {
    triangle::MapKind map;
    double figure;  // ms, or I
};

struct PublishedTimes {
    std::string_view machine;  // with its sizes
    triangle::Task test;
    std::span<const PublishedMap> maps;
};

namespace published_data {

using enum triangle::MapKind;

inline constexpr std::array kepler_dummy{
    PublishedMap{bb, 43.53},    PublishedMap{ltm_x, 52.04},      PublishedMap{ltm_n, 45.29},
    PublishedMap{ltm_r, 39.51}, PublishedMap{rb_threads, 32.76}, PublishedMap{rec, 48.80},
    PublishedMap{utm, 59.51}};
inline constexpr std::array kepler_edm{PublishedMap{bb, 120.4}, PublishedMap{ltm_r, 106.5},
                                       PublishedMap{rb_threads, 107.2}, PublishedMap{rec, 112.6},
                                       PublishedMap{utm, 171.0}};
inline constexpr std::array kepler_collision{PublishedMap{bb, 58.26}, PublishedMap{ltm_r, 56.61},
                                             PublishedMap{rb_threads, 72.97},
                                             PublishedMap{rec, 319.6}, PublishedMap{utm, 137.0}};
inline constexpr std::array volta_map{PublishedMap{bb, 1.489}, PublishedMap{ltm_r, 0.751},
                                      PublishedMap{rb_threads, 0.750}, PublishedMap{rec, 0.762}};
inline constexpr std::array volta_accumulate{PublishedMap{bb, 2.169}, PublishedMap{ltm_r, 1.434},
                                             PublishedMap{rb_threads, 1.513},
                                             PublishedMap{rec, 1.972}};
inline constexpr std::array volta_edm{PublishedMap{bb, 3.723}, PublishedMap{ltm_r, 2.927},
                                      PublishedMap{rb_threads, 2.941}, PublishedMap{rec, 3.450}};

inline constexpr std::array gtx_680_dummy{PublishedMap{ltm_x, 0.87}, PublishedMap{ltm_n, 1.025},
                                          PublishedMap{ltm_r, 1.15}};
inline constexpr std::array k40_edm{PublishedMap{rb_threads, 1.28}, PublishedMap{ltm_r, 1.18},
                                    PublishedMap{rec, 1.12}};
inline constexpr std::array k40_dummy{PublishedMap{ltm_r, 1.07}, PublishedMap{rb_threads, 1.07},
                                      PublishedMap{rec, 1.07}, PublishedMap{utm, 1.07}};
inline constexpr std::array any_collision{PublishedMap{ltm_r, 1.07}};

}  // namespace published_data

// Of each BB is the first.
inline constexpr std::array published_times{
    PublishedTimes{"GTX 765M, rho 16, N 30,720", triangle::Task::dummy,
                   published_data::kepler_dummy},
    PublishedTimes{"GTX 765M, rho 16, N 30,720, 4 features", triangle::Task::edm,
                   published_data::kepler_edm},
    PublishedTimes{"GTX 765M, rho 16, N 30,720, 3-D", triangle::Task::collision,
                   published_data::kepler_collision},
    PublishedTimes{"V100, rho 32, N 32,768", triangle::Task::map, published_data::volta_map},
    PublishedTimes{"V100, rho 32, N 32,768", triangle::Task::accumulate,
                   published_data::volta_accumulate},
    PublishedTimes{"V100, rho 32, N 32,768, 2 features, full square", triangle::Task::edm,
                   published_data::volta_edm}};

// Where the paper gives no times: I at its best.
inline constexpr std::array published_improvements{
    PublishedTimes{"GTX 680, at best", triangle::Task::dummy, published_data::gtx_680_dummy},
    PublishedTimes{"Tesla K40, N above 15,000", triangle::Task::dummy, published_data::k40_dummy},
    PublishedTimes{"Tesla K40, at best", triangle::Task::edm, published_data::k40_edm},
    PublishedTimes{"the three GPUs, 3-D, at best", triangle::Task::collision,
                   published_data::any_collision}};

}  // namespace mariani::app
