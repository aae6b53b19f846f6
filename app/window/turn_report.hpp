// The window's activity for programs that watch it (--report): a JSON object on a line per turn:
//
//   "turn": 12, "began": 1.51, "ended": 1.52       the number of the turn; s since the start
//   "restless": true                               the next turn follows without an event
//   "inputs": 7                                    input events handled so far
//   "waiting": false                               more have come, which wait for the next turn
//   "asked": 3, "shown": 2                         numbers of the frame last requested and of the
//                                                  one on screen; 0: none yet
//   "computing": true, "preview": true             a frame is computed; its coarse picture is shown
//   "progress": 0.4                                of what is computed, 0 to 1; of what was
//                                                  computed last while nothing is
//   "old": true                                    the last picture is shown until that is done
//   "stopped": true                                what was asked for last was: it is not shown
//   "growing": true                                what is finished of it is shown too
//   "moving": true                                 the view on screen is not yet the requested one
//   "settled": false                               everything requested is shown and written
//   "exactness": "unknown"                         or "verifying", "verified", "computed",
//                                                  "proving", "proven", "open", "preview"
//   "precision": "deltas"                          of the last frame; null before the first
//   "height": "1e-30"                              of the view on screen
//   "searching": true, "minibrot": 167             whether a minibrot is looked for; the period of
//                                                  the last one found, null before the first
//   "laboratory": true, "exporting": true          an experiment runs; a file is being written
//   "logged": 4                                    rows of the timing log
//   "open": ["panel", "laboratory", "help"]        what is visible beside the picture
//   "opening": {"regions": 1084, "pixels": 873000, "pixels_filled": 366000, "times_less_work": 3.9}
//                                                  the card of a first start: what subdivision
//                                                  saved; null without it
//   "replay": 3                                    the level reached in the subdivision that is
//                                                  played; null if none is
//   "tour": {"stop": 4, "of": 9, "figures": {"levels": 5, "regions": 1084, "filled": 417,
//   "ms": 12.5}}
//                                                  the stop of the tour, and the figures of its
//                                                  frame, null until it is shown; null without one
//   "playing": "visit.json"                        the recording that is played; null if none is
//   "cursor": [-0.75, 0.1], "dwell": 417           the point under the mouse and its pixel's dwell;
//                                                  null if the mouse is not over the picture
//   "region": [64, 32, 16, 16]                     the hovered region: left, top, width, height in
//                                                  pixels of the frame; null if there is none
//   "orbit": {"points": 300, "steps": 512, "escaped": false, "period": 3}
//                                                  of the pixel under the mouse; null if it is not
//                                                  shown
//   "julia": {"c": [-0.75, 0.1], "at": [780, 17, 280, 280]}
//                                                  the Julia set that is shown, and where: left,
//                                                  top, width, height in screen coordinates; null
//                                                  if none is
//   "minimap": [890, 17, 160, 130]                 where the minimap is; null if it is not shown
//   "rectangle": [840, 17, 220, 220]               where the Gasket tab's compact one is, likewise
//   "display": "upload"                            the path of the frame on screen, as in the log;
//                                                  null before the first
//   "samples": [4, 16]                             of its antialiasing, a pixel: taken and wanted
//   "surroundings": true                           a coarse picture of what lies around it is there
//   "thumbnails": true                             those of all bookmarks are there
//   "workload": "triangle"                         whose tab is shown
//   "triangle": {"map": "bb", "n": 1024, "blocks": 4096, "wasted": 2016, "missed": 0,
//   "repeated": 0, "panes": [[24, 78, 400, 400], …], "views": [[0, 0, 1], [0.2, 0.4, 0.5]],
//   "block": 17, "cells": [[16, 0, 16, 16]], "cell": [18, 3], "measuring": false,
//   "measured": ["bb", "ltm"], "measured_sides": [512, 1024], "error": null}
//                                                  what that tab shows, null for another and until
//                                                  there is a picture: its panes of parallel space,
//                                                  data space and result, in pixels of the picture,
//                                                  what grid and triangle show of their wholes, as
//                                                  left, top and side, the hovered block and its
//                                                  cells, as first row and column, rows and
//                                                  columns, the cell under the mouse, and the N of
//                                                  the plot over N
//   "gasket": {"fractal": "gasket", "r": 12, "rule": "B2/S23", "engine": "bits", "steps": 17,
//   "alive": 90000, "hash": 1234, "board": [2048, 2048, 4096], "altered": false,
//   "cell": {"at": [1, 4095], "compact": [1, 0], "number": 1, "alive": true, "hole": null},
//   "error": null}
//                                                  what that tab shows, null for another: the steps
//                                                  and living cells on screen, the state's hash
//                                                  (null while it runs), centre and height of the
//                                                  view in cells, whether somebody changed cells or
//                                                  rule on the way, and the hovered cell: of a hole
//                                                  the digit at which it falls out, and no more
//   "curves": {"engine": "scan", "lines": 100, "count_by": "tolerance", "time": 0, "moving": false,
//   "placed": 0, "hovered": null,
//   "vertices": 2193, "cut_lines": 0, "failed_launches": 0, "lost_lines": 0, "measuring": false,
//   "measured": ["flat"], "litmuses": {"own-write": "kept"}, "no_litmus": null,
//   "measurement_error": null, "part": [0.5, 0.5, 1], "error": null}
//                                                  what that tab shows, null for another: the
//                                                  curves and vertices on screen, how many points
//                                                  were put elsewhere and the number of the one
//                                                  under the mouse, the engines that
//                                                  were measured, CUDA's promises by litmus test or
//                                                  why there are none, and of the plane the centre
//                                                  and height that are seen
//   "points": {"engine": "linear", "points": 100000, "distribution": "spiral", "min": 16,
//   "depth": 12, "time": 0, "place": [0.5, 0.5], "moving": false, "nodes": 22241, "levels": 11,
//   "found": {"points": 31, "visited": 9, "whole": 1, "tested": 40}, "step": null, "steps": 0,
//   "part": [0.5, 0.5, 1], "error": null}
//                                                  what that tab shows, null for another: the
//                                                  points and their tree on screen, what is found
//                                                  in the circle, if there is one, of the
//                                                  textbook's buffers the step and how many there
//                                                  are, and what is seen of the plane
//   "volume": {"function": "julibrot", "k": 3, "n": 96, "engine": "ask", "height": 2.5, "turn": 0,
//   "moving": false, "shown": "slices", "at": [48, 48, 48, 0], "panes": [[12, 34, 420, 420], …],
//   "space": [444, 470, 420, 380], "iterated": 512345, "regions": [512, 3456], "listed": null,
//   "measuring": false, "measured": null, "error": null}
//                                                  what that tab shows, null for another: where the
//                                                  planes meet and lie in the picture, and where
//                                                  the volume is seen in space; the regions of each
//                                                  level, of that in space with the mean step from
//                                                  one to the next, and how many engines were
//                                                  measured
//   "picture": [0, 0, 1080, 900]                   left, top, width, height in framebuffer pixels
//   "messages": [{"kind": "info", "text": "…"}]
//   "engine_error": null                           or why the last frame failed
#pragma once

#include "app/panels/observations.hpp"
#include "app/panels/panel_state.hpp"
#include "app/panels/tab.hpp"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>
#include <span>
#include <string_view>

namespace mariani::app {

// A turn of the main loop, beside the window's observations.
struct TurnState {
    std::int64_t turn = 0;
    double began = 0, ended = 0;  // s since the start
    std::int64_t inputs = 0;
    bool waiting = false;
    std::uint64_t asked = 0, shown = 0;  // numbers of frames
    bool restless = false;
    bool preview = false;
    bool growing = false;
    bool surroundings = false;
    bool thumbnails = false;
    bool moving = false;
    bool settled = false;
    bool laboratory = false;
    bool exporting = false;
    std::optional<int> replay;  // the level reached
    InsetPlaces insets;
    std::string_view workload;
    PixelRect picture;  // from the framebuffer's top left corner
};

class TurnReport {
  public:
    // Creates the file. Throws std::runtime_error if that fails or the file exists already.
    TurnReport(const std::filesystem::path& file, std::span<const Tab* const> tabs);

    // Adds a line at once. Throws std::runtime_error if it cannot be written.
    void add(const TurnState& state, const Observations& seen);

  private:
    std::filesystem::path path_;
    std::span<const Tab* const> tabs_;
    std::ofstream file_;
};

}  // namespace mariani::app
