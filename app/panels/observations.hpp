// What the window shows but never edits: the counterpart of Settings. Filled by the main loop
// before the panels are drawn; main thread only.
#pragma once

#include "app/explore/players.hpp"
#include "app/measure/laboratory.hpp"
#include "app/measure/timeline.hpp"
#include "app/measure/tunings.hpp"
#include "app/panels/columns.hpp"
#include "app/papers/reproduction.hpp"
#include "app/settings/display_choices.hpp"
#include "app/settings/settings.hpp"
#include "app/workloads/colours.hpp"
#include "app/workloads/picture_texts.hpp"
#include "compute/engine.hpp"
#include "compute/model/dwell_summary.hpp"
#include "compute/model/orbits.hpp"
#include "compute/model/work_sums.hpp"
#include "compute/service/resolve.hpp"
#include "render/picture/image.hpp"
#include "render/picture/overlay_style.hpp"

#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

// Where a frame's time went, in ms.
struct FrameTimes {
    double compute_ms = 0;
    double upload_ms = 0;
    double draw_ms = 0;
    double total() const { return compute_ms + upload_ms + draw_ms; }
};

// The dwell of a pixel that is seen, or what else a poster has of it.
struct SeenDwell {
    std::uint32_t dwell = 0;  // unknown_dwell where deep zoom could not prove one
    std::uint32_t limit = 0;  // of its frame
    bool coarse = false;      // the pixel is larger than the picture's
    render::Quantity quantity = render::Quantity::dwell;
    bool operator==(const SeenDwell&) const = default;
};

struct Message {
    enum class Kind { info, warning, error } kind = Kind::info;
    std::string text;
    double shown_since = 0;                      // on the window's clock, in seconds
    std::optional<std::size_t> of_command = {};  // the kind of the command that failed
};

// A timing log: of a tab, the last one.
struct LogView {
    bool open = false;
    std::string path;  // empty before the first
    std::int64_t rows = 0;
};

// What a tab beside the Mandelbrot set's shows; each has a type of its own below this one.
struct TabView {
    virtual ~TabView() = default;
    std::optional<std::string> error;  // why what is asked for is not shown
    bool moving = false;               // what is shown changes with time
    bool measuring = false;
    double measured_share = 0;                     // 0 to 1
    std::optional<std::string> measurement_error;  // why there is no measurement
    LogView log;                                   // of the runs that are shown or measured
    std::vector<PictureText> texts;                // in the picture
    std::vector<LegendEntry> legend;               // of the picture's colours
    int legend_width = 0;                          // the picture's pixels left for it; 0: all
    std::shared_ptr<const Timeline> timeline;      // of a recorded run, if it is wanted and known
    std::optional<double> timeline_at_ns;          // where a replay is in it, if it says so
    std::string no_timeline;                       // why it is not, where the tab knows
    std::optional<std::uint32_t> hovered_block;    // of its bars
};

struct BookmarkView {
    std::string name;
    std::string title;  // a line for people; may be empty
    View view;
    std::uint32_t dwell_limit = 512;
    bool shipped = false;        // cannot be removed
    unsigned int thumbnail = 0;  // GL texture name; 0 until it exists
};

// A view that was on screen for a while.
struct RecentView {
    View view;
    std::uint32_t dwell_limit = 512;
};

// The Julia set that is shown: c, and its picture.
struct JuliaView {
    PlanePoint c;
    unsigned int texture = 0;  // GL texture name
};

// The whole set, in which the place of the view is shown.
struct MinimapView {
    View view;
    ImageSize shape;           // of the picture, in units of its own
    unsigned int texture = 0;  // GL texture name
};

struct PaletteView {
    std::string name;  // see Colouring::palette
    std::vector<render::Rgb8> colours;
    std::string stops = {};  // see render::Palette
};

// What is known of the dwells on screen. `verified`: the fills inside the set are those of Ex.
// `computed`: Ex computed every pixel. Both are right but for the roundings of their precision.
// `proven`: each is that of exactly this point. `open`: so are all but some that nothing could
// prove. `preview`: a deep one, of which none is proven.
struct Exactness {
    enum State {
        unknown,
        verifying,
        verified,
        computed,
        proving,
        proven,
        open,
        preview
    } state = unknown;
    double progress = 0;         // of the verification or the proof, 0 to 1
    std::int64_t regions = 0;    // filled as inside, and computed again
    std::int64_t corrected = 0;  // pixels, by the verification or the proof
    std::int64_t not_known = 0;  // pixels
};

// The samples a pixel that antialias the picture on screen; both 0 without antialiasing.
struct SampleCount {
    int taken = 0;
    int wanted = 0;
    bool coming = false;  // more are to come once nothing else is computed
};

// The picture that is compared with the one on screen, while one asks to see it.
struct ComparedView {
    Compared with = Compared::engine;
    std::string_view why_none;  // for its caption; empty where there is, or will be, one
    bool coming = false;        // it is being computed
    std::optional<int> from;    // the picture's column where it begins; nothing until it is there
    std::optional<std::int64_t> differing;  // pixels that it shows otherwise, but for their colours
    std::optional<Exactness> exactness = {};  // of another engine's
};

// What the subdivision of the first picture saved.
struct OpeningFigures {
    std::int64_t regions = 0;
    std::int64_t pixels = 0;
    std::int64_t pixels_filled = 0;
    // The iterations of Ex as a multiple of the engine's, both without shortcuts; once measured.
    std::optional<double> times_less_work = {};
    std::optional<double> gone = {};  // when its card is, in s of the window's clock
};

// The figures of the frame at a stop of the tour.
struct TourFigures {
    std::int64_t levels = 0, regions = 0, filled = 0;
    std::int64_t pixels = 0, pixels_filled = 0;
    std::uint32_t dwell_limit = 0;
    double ms = 0;                        // to compute it
    std::optional<double> exhaustive_ms;  // for Ex to compute the same, as seen at its stop
    std::int64_t launched = 0;            // of the regions, by others
};

struct TourView {
    TourStop stop = {};
    double read = 0;                     // of the time to read the caption, 0 to 1
    std::optional<TourFigures> figures;  // once the stop's frame is on screen
    bool paused = false;
};

// The recording that is played in the window.
struct PlayedRecording {
    std::string name;
    double progress = 0;  // 0 to 1
};

// A cell of a poster's level on screen: its edges in the picture's pixels.
struct PosterCell {
    double left = 0, top = 0, right = 0, bottom = 0;
    int column = 0, row = 0;
    ImageSize size;  // in the level's pixels
    bool finished = false;
};

// The poster that is open.
struct PosterSeen {
    std::string folder;
    ImageSize size;  // of level 0, in pixels
    int levels = 1;
    int level = 0;                         // that suits the view
    std::int64_t finished = 0, cells = 0;  // of all levels
    std::uint32_t dwell_limit = 0;
    std::string hidden;      // why it is not shown; empty if it may be
    bool beyond = false;     // the view is finer than level 0: engines compute it
    bool on_screen = false;  // part of the picture is made of its tiles
    bool alone = false;      // all of it is: no engine is asked for anything
    bool loading = false;    // something on screen is still to be read
    int standing_in = 0;     // tiles of the level that coarser ones stand in for
    std::vector<PosterCell> cells_on_screen = {};  // while the grid is shown
};

struct Observations {
    double now = 0;                              // on the window's clock, in seconds
    std::shared_ptr<const Frame> frame;          // the last finished frame; null before the first
    std::shared_ptr<const WorkSums> work;        // of the frame; null if it was not counted
    std::shared_ptr<const DwellSummary> dwells;  // of the frame
    std::deque<FrameTimes> history;              // newest last, at most 240
    double display_fps = 0;  // frames that came to the screen; 0 unless they follow one another

    bool computing = false;
    double computing_for_ms = 0;
    std::optional<double> progress;  // of the running frame, or of its stage, 0 to 1; if known
    std::string_view stage;          // of a deep frame that runs; may be empty
    bool stopped = false;            // what was asked for; what is seen is of before
    std::optional<std::string> engine_error;  // of the last request; cleared by the next success

    WindowLayout layout;           // of the window's columns
    ImageSize picture;             // in framebuffer pixels
    render::OverlayStyle overlay;  // as it is drawn
    int line_width = 1;            // of its outlines, in framebuffer pixels
    double panel_scale = 1;        // framebuffer pixels a unit of a panel at scale 1
    View view;                     // on screen, possibly moving
    Exactness exactness;
    SampleCount samples;
    std::optional<ComparedView> compared;
    std::optional<PlanePoint> cursor;      // the point under the mouse if it is over the picture
    std::optional<Region> hovered_region;  // deepest shown region under the mouse
    std::optional<SeenDwell> cursor_dwell;
    std::optional<std::uint32_t> cursor_work;  // if it was counted
    std::optional<PointOrbit> orbit;           // of the pixel under the mouse, if it is shown
    std::optional<JuliaView> julia;            // once computed, if it is shown
    std::optional<MinimapView> minimap;        // the same, where the view is far from the whole set
    bool searching = false;                    // for a minibrot
    std::optional<Minibrot> minibrot;          // the last one found
    bool precision_exhausted = false;          // f64 no longer separates pixels here
    std::optional<PosterSeen> poster;          // while one is open
    bool shows_old = false;                    // the last picture, until the next is finished
    bool figures_old = false;                  // what is told is of the last picture, likewise
    bool limit_hides_all = false;  // see automatic_dwell_limit.hpp; not while it is automatic
    bool all_inside = false;       // the picture: see edge_is_inside()
    bool can_undo = false;
    bool can_redo = false;

    std::vector<BookmarkView> bookmarks;
    std::vector<RecentView> recent_views;   // newest first
    std::vector<std::string> recent_files;  // of opened pictures and recordings; newest first
    std::vector<PaletteView> palettes;      // built-in ones and loaded files
    PaletteView palette;                    // in use, which may be in no list
    std::vector<Message> messages;

    bool exporting = false;
    double export_progress = 0;
    bool export_cancelled = false;  // and about to end
    std::string export_path;
    LogView log;
    bool recording = false;
    std::optional<PlayedRecording> played;
    std::vector<std::string> recordings;    // the program's own: their paths
    std::optional<OpeningFigures> opening;  // while a first start's card is shown
    std::optional<TourView> tour;
    bool help_shown = false;
    bool search_shown = false;  // of commands and fields
    bool laboratory_shown = false;
    LaboratoryView laboratory;
    std::shared_ptr<const Reproduction> papers;  // their claims' verdicts; null: none yet
    std::optional<Tuning> tuned;  // remembered for views like the frame's, on its device
    std::vector<unsigned int> race_pictures;  // one per lane: GL texture names; 0 if none
    std::vector<unsigned int> film_panes;     // likewise, of the race that is watched

    std::shared_ptr<const Timeline> timeline;  // that is shown; null: none, for the reason below
    std::string no_timeline;
    bool timeline_old = false;             // of another picture than the one that is asked for
    std::optional<double> timeline_at_ns;  // where what is played is

    std::shared_ptr<const TabView> tab;  // that is shown; null: the Mandelbrot set's

    std::optional<DisplayPath> display;  // of the last frame
    std::vector<DeviceEntry> devices;    // the machine's GPUs
    Hardware hardware;                   // what requests are resolved for
    std::string cuda_failure;            // why the cpu now computes in its place; may be empty
};

inline bool computes_long(const Observations& seen) {
    constexpr double long_ms = 250;
    return seen.computing && seen.computing_for_ms >= long_ms;
}

// Whether what is told is of an earlier request, and has been for a while: before then, saying so
// would only flicker.
inline bool shows_previous(const Observations& seen) {
    return seen.stopped || (seen.figures_old && computes_long(seen));
}

// What the tab shows, if it is the tab whose views these are and has shown anything.
template <typename View>
const View* tab_view(const Observations& seen) {
    return dynamic_cast<const View*>(seen.tab.get());
}

// Adds a message, made printable whatever it quotes; repeating a text renews it instead of showing
// it twice. If there are too many, the oldest are removed.
void post_message(std::vector<Message>& messages, Message::Kind kind, std::string text, double now);

// Removes expired messages: warnings stay longer, errors until dismissed.
void expire_messages(std::vector<Message>& messages, double now);

}  // namespace mariani::app
