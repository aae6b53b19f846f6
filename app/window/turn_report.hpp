// The window's activity for programs that watch it (--report): a JSON object on a line per turn:
//
//   "turn": 12, "began": 1.51, "ended": 1.52       the number of the turn; s since the start
//   "restless": true                               the next turn follows without an event
//   "inputs": 7                                    input events handled so far
//   "waiting": false                               more have come, which wait for the next turn
//   "asked": 3, "shown": 2                         numbers of the frame last requested and of the
//                                                  one on screen; 0: none yet
//   "computing": true, "preview": true             a frame is computed; its coarse picture is shown
//   "progress": 0.4                                of what is computed, 0 to 1, null where it is
//   not
//                                                  known; of what was computed last while nothing
//                                                  is
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
//   "experiment_error": ""                         why the last experiment failed, until it is
//                                                  forgotten
//   "logged": 4                                    rows of the timing log
//   "open": ["panel", "laboratory", "help"]        what is visible beside the picture
//   "opening": {"regions": 1084, "pixels": 873000, "pixels_filled": 366000, "times_less_work": 3.9,
//   "gone": 31.5}
//                                                  the card of a first start: what subdivision
//                                                  saved, and when it is gone by itself, null
//                                                  before any input; null without it
//   "replay": 3                                    the level reached in the subdivision that is
//                                                  played; null if none is
//   "cycling": false                               the colours cycle
//   "compared": {"with": "fills", "from": 720, "coming": false, "differing": 37000}
//                                                  the picture compared with, the column where it
//                                                  begins and the pixels that differ, null until
//                                                  it is there; null unless it is asked for
//   "tour": {"stop": 4, "of": 9, "figures": {"levels": 5, "regions": 1084, "filled": 417,
//   "ms": 12.5}, "paused": false}
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
//   "timeline": {"bars": 2168, "rows": 2, "old": false, "view": [0, 12400.5],
//   "at": [60, 700, 1000, 90], "selected": false, "lit": [64, 32, 16, 16]}
//                                                  the timeline: its bars and rows; whether they
//                                                  are of an earlier picture; the ns at its left
//                                                  edge and of a pixel; where its rows are; whether
//                                                  a part is selected; the region of the bar under
//                                                  the mouse; null if it is not shown
//   "display": "upload"                            the path of the frame on screen, as in the log;
//                                                  null before the first
//   "samples": [4, 16]                             of its antialiasing, a pixel: taken and wanted
//   "poster": {"folder": "/home/a/wide", "level": 3, "finished": 20, "cells": 85,
//   "on_screen": true, "alone": true, "loading": false, "standing_in": 2, "hidden": ""}
//                                                  the open poster: its level for the view; its
//                                                  finished cells and all; whether it is seen, and
//                                                  whether nothing else is; tiles to be read, and
//                                                  those that coarser ones stand in for; why it is
//                                                  not shown; null if none is open
//   "surroundings": true                           a coarse picture of what lies around it is there
//   "thumbnails": true                             those of all bookmarks are there
//   "keyboard": "panel"                            or "picture", "laboratory": whose it is
//   "workload": "triangle"                         whose tab is shown
//   "points": {"moving": false, "measuring": false, "measurement_error": null, "error": null, …}
//                                                  what that tab shows, null for another, and so
//                                                  for each; the rest is in app/workloads/*/tab.cpp
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
    bool cycling = false;
    InsetPlaces insets;
    KeyboardPlace keyboard;
    TimelineState timeline;
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
