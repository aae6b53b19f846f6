// What a user can ask for besides changing a setting. Keys, buttons and replays send the same
// commands.
#pragma once

#include "app/settings.hpp"

#include <cstddef>
#include <string>
#include <variant>
#include <vector>

namespace mariani::app {

namespace command {
struct Quit {};
struct UndoView {};
struct RedoView {};
struct HomeView {};
struct GoTo {
    View view;
};
struct ZoomBy {
    double factor;  // on the visible height; below 1 zooms in, at the picture's centre
};
struct PanBy {
    double x, y;  // in picture heights; positive moves the view right and up
};
struct StopFrame {};  // Esc: stops replay and film, and ends the opening, too
struct RecomputeFrame {};
struct CopyCoordinates {};
struct PasteCoordinates {};
struct CopyPicture {};   // as it is on screen, without panels
struct Screenshot {};    // at window size, see ExportSettings
struct ExportPoster {};  // at ExportSettings::size
struct CancelExport {};
struct StartTimingLog {};
struct StopTimingLog {};
struct AddBookmark {
    std::string name;
};
struct RemoveBookmark {
    std::string name;
};
struct OpenBookmark {
    std::string name;
};
struct OpenRecentView {
    std::size_t index;  // in Observations::recent_views, as seen in this frame
};
struct ForgetRecent {};  // views and files
struct OpenFile {
    std::string path;  // a screenshot, a palette (.map, .gpl) or a recording (.json)
};
struct SavePalette {
    std::string name;  // of a file in the user's folder; the palette in use
};
struct ToggleHelp {};
struct DismissMessage {
    std::size_t index;  // in Observations::messages, as seen in this frame
};
struct ToggleGrid {};
struct PlaySubdivision {};  // level by level; stops it while it is played
struct ExportReplay {       // of the frame on screen, at the replay's speed
    std::string format;     // how a film's name ends: webp, mp4, mkv, webm
};
struct ToggleOrbit {};  // of the point under the mouse
struct ToggleJulia {};  // the Julia set of that point
struct SwitchSet {};    // to the Julia set of that point, or back to the Mandelbrot set
struct ToggleMinimap {};
struct FindMinibrot {};  // in the view on screen, and goes there
struct FindMinibrotIn {
    View view;
};
struct EndOpening {};
struct StartTour {};
struct TogglePanel {};
struct ShowExplore {};  // the panel, at this part of it
struct ShowRegions {};
struct ShowMeasure {};
struct ToggleFullScreen {};
struct NextWorkload {};  // the next tab, after the last the first
struct PreviousWorkload {};
struct PlayPause {};       // of a workload that goes on by itself
struct StepOnce {};        // of it, which pauses
struct StartRecording {};  // of input
struct StopRecording {};
struct ToggleLaboratory {};
struct MeasureModel {};  // Ex, SBR and MBR on this view, for the cost model
struct CheckFrame {};    // against Ex; in the tab Curves, what a GPU promises of launches
struct Sweep {           // of this view; each a LIST such as "2..64"
    std::string g, r, B;
};
struct Race {                         // of this view
    std::vector<std::string> racers;  // see parse_racer
    int repeat = 5;
    int seed = 1;
    bool energy = false;
};
struct MeasureLists {  // of the tab Volume: the encodings and orders of its lists
    bool energy = false;
};
struct MeasureEnergy {};   // per frame with the present settings
struct ExportRace {};      // the last one, as PNG and CSV
struct WatchRace {};       // the last one, slowed down; closes it while it is watched
struct ExportRaceFilm {};  // the same as a film
struct ExportSweep {};     // the last one, as an experiment
struct Tune {};            // a search for the best {g, r, B}
struct ForgetTuning {};    // those remembered for views like this one
struct StopExperiment {};  // the laboratory's
}  // namespace command

using Command = std::variant<
    command::Quit, command::UndoView, command::RedoView, command::HomeView, command::GoTo,
    command::ZoomBy, command::PanBy, command::StopFrame, command::RecomputeFrame,
    command::CopyCoordinates, command::PasteCoordinates, command::CopyPicture, command::Screenshot,
    command::ExportPoster, command::CancelExport, command::StartTimingLog, command::StopTimingLog,
    command::AddBookmark, command::RemoveBookmark, command::OpenBookmark, command::OpenRecentView,
    command::ForgetRecent, command::OpenFile, command::SavePalette, command::ToggleHelp,
    command::DismissMessage, command::ToggleGrid, command::PlaySubdivision, command::ToggleOrbit,
    command::ToggleJulia, command::ToggleMinimap, command::EndOpening, command::TogglePanel,
    command::ShowExplore, command::ShowRegions, command::ShowMeasure, command::ToggleFullScreen,
    command::StartRecording, command::StopRecording, command::ToggleLaboratory,
    command::MeasureModel, command::CheckFrame, command::Sweep, command::Tune,
    command::ForgetTuning, command::Race, command::MeasureEnergy, command::ExportRace,
    command::ExportSweep, command::StopExperiment, command::WatchRace, command::ExportRaceFilm,
    command::ExportReplay, command::StartTour, command::SwitchSet, command::NextWorkload,
    command::PreviousWorkload, command::PlayPause, command::StepOnce, command::FindMinibrot,
    command::FindMinibrotIn, command::MeasureLists>;

using CommandQueue = std::vector<Command>;

}  // namespace mariani::app
