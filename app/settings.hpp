// Everything a user can set, in the window or on the command line: plain, comparable values. Data
// flows one way: input edits Settings, Settings make a FrameRequest, a Frame comes back.
#pragma once

#include "compute/model/frame_request.hpp"
#include "compute/service/curves_request.hpp"
#include "compute/service/gasket_request.hpp"
#include "compute/service/points_request.hpp"
#include "compute/service/triangle_request.hpp"
#include "compute/service/volume_request.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace mariani::app {

enum class TimingLogFormat { csv, json };

struct ExportSettings {
    ImageSize size{3840, 2160};  // of a poster
    bool with_overlay = false;
    bool with_panel = false;  // only at window size
    std::string folder;       // of screenshots; empty: the user's pictures folder
    TimingLogFormat log_format = TimingLogFormat::csv;
    bool operator==(const ExportSettings&) const = default;
};

// The side panel shows one of its parts at a time.
enum class PanelPart { explore, regions, measure };

// The panel's sections that are unfolded, part by part.
struct OpenSections {
    bool view = true;
    bool bookmarks = true;
    bool colour = true;
    bool exports = true;
    bool appearance = false;
    bool regions = true;
    bool engine = true;
    bool levels = true;
    bool advanced = false;
    bool timings = true;
    bool laboratory = true;
    bool operator==(const OpenSections&) const = default;
};

// What is shown over the picture of the point under the mouse, and of where the view lies.
struct Insets {
    bool orbit = false;
    bool julia = false;
    bool minimap = true;    // once the view is a small part of the set
    bool rectangle = true;  // the compact cells, of the tab Gasket
    bool operator==(const Insets&) const = default;
};

// What the window shows: the Mandelbrot set, or another workload in a tab of its own.
enum class Workload { mandelbrot, triangle, gasket, curves, points, volume };

// By what the blocks of a map are coloured. All but order and use are those of a recorded run.
enum class BlockColour { order, unit, start, duration, use };

// By what curves are coloured. Unit and start are those of a recorded run.
enum class LineColour { vertices, block, unit, start };

// The part of a pane's whole that it shows: a square, with its upper left corner, in shares of the
// whole's side.
struct PaneView {
    double x = 0, y = 0, size = 1;
    bool operator==(const PaneView&) const = default;
};

// Both panes of data space show the same part.
struct PaneViews {
    PaneView parallel, cells;
    bool operator==(const PaneViews&) const = default;
};

// What a tooltip tells of a cell of a fractal: the digits that the maps take, where its neighbours
// are, or how tensor cores find the neighbours of its block, exactly or as published.
enum class CellDetail { digits, around, matrices, published };

// What the workload `triangle` shows: a map under a test. Nothing where the program is to choose.
struct TriangleSettings {
    triangle::MapKind map = triangle::MapKind::bb;
    triangle::Task test = triangle::Task::edm;
    int side = triangle::default_side;           // N, in cells
    std::optional<int> block;                    // rho, the side of a block in cells
    std::optional<int> features;                 // coordinates of a point
    std::optional<bool> diagonal;                // whether its cells are computed
    double epsilon = triangle::printed_epsilon;  // of maps that have one
    std::optional<int> rec_base;                 // m of REC
    std::optional<triangle::Layout> layout;      // of the values in memory
    std::uint64_t seed = 1;                      // of points and spheres
    double time = 0;                             // in s: they have moved for as long
    std::optional<Backend> backend;
    BlockColour colour = BlockColour::order;
    bool coverage = false;  // how often each cell is visited, in place of the test's values
    PaneViews views;        // at the least a single block is shown, whatever they say
    bool operator==(const TriangleSettings&) const = default;
};

// What the workload `gasket` shows: a Life-like rule on a fractal. Nothing where the program is to
// choose.
struct GasketSettings {
    std::string fractal = "gasket";  // as parse_fractal() reads it
    int level = 12;                  // r
    std::string rule = "B2/S23";
    std::optional<gasket::EngineKind> engine;
    int rho = 16;             // the side of a block in cells, of all engines but bits
    std::optional<int> tile;  // t, of bits: tiles have sides of 2^t cells
    int fuse = 1;             // d, of bits: steps between looks at other tiles
    std::optional<Backend> backend;
    double density = 0.5;  // the share of cells alive at first
    std::uint64_t seed = 1;
    std::int64_t steps = 0;             // taken before anything is shown
    double center_x = 0;                // of the view, in cells from the upper left corner
    double center_y = 0;                // of the box, y down
    std::optional<double> height;       // of the view, in cells; nothing: the whole box
    bool running = true;                // or paused
    std::optional<int> speed = 20;      // steps a second; nothing: as many as it can
    std::optional<BlockColour> blocks;  // of the next step, in place of living and dead cells
    bool coverage = false;              // how often each cell is computed, in place of both
    bool tiles = false;                 // of the engine, outlined, with what they read of others
    CellDetail detail = CellDetail::digits;
    bool operator==(const GasketSettings&) const = default;
};

inline constexpr IntegerRange gasket_speed{1, 100'000};

// Of the motion of curves and points.
inline constexpr double least_motion_speed = 0.01, most_motion_speed = 100;

// What the workload `curves` shows: Bezier curves by their chords.
struct CurvesSettings {
    int lines = 100;
    std::optional<double> factor;  // counts by curvature; nothing: by the tolerance
    double tolerance = 0.5;        // of chords from their curves, in pixels of the picture
    int cap = 256;                 // vertices of a line
    curves::EngineKind engine = curves::EngineKind::scan;
    int parent_block = 64;  // lines
    int child_block = 32;   // vertices
    curves::StreamMode streams = curves::StreamMode::forget;
    int pool = 2048;
    bool repair = true;  // of launches that fail
    curves::VertexMemory memory = curves::VertexMemory::room;
    int heap = 8 << 20;              // bytes, of malloc
    std::optional<Backend> backend;  // nothing: what is available
    std::uint64_t seed = 1;
    double time = 0;   // in s: control points have moved for as long
    double speed = 1;  // of their motion: so many seconds pass in one
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    LineColour colour = LineColour::vertices;  // by block: of engines that have parent blocks
    std::vector<curves::PlacedPoint> placed;   // that were dragged, of these lines and this seed
    bool operator==(const CurvesSettings&) const = default;
};

// The window draws so many at a time, of a part that is as high.
inline constexpr IntegerRange curves_drawn{1, std::int64_t{1} << 21};
inline constexpr double least_curves_height = 0.0005, most_curves_height = 4;

// What the workload `points` shows: a quadtree of points.
struct PointsSettings {
    std::int64_t count = 100'000;
    std::int64_t min = 16;  // a node of more points is subdivided
    int depth = 12;
    points::EngineKind engine = points::EngineKind::linear;
    int pool = 2048;
    int block = 128;                 // threads on a GPU, of dp, dp-mbr and ask
    std::optional<Backend> backend;  // nothing: what is available
    points::Distribution distribution = points::Distribution::spiral;
    std::string picture;  // the file of that distribution
    std::uint64_t seed = 1;
    double time = 0;                      // in s: points have moved for as long
    double speed = 1;                     // of their motion: so many seconds pass in one
    double place_x = 0.5, place_y = 0.5;  // of the mouse when it was last needed, y up
    bool circle = false;                  // at that place: which points are in it
    double radius = 0.1;                  // of the circle
    bool counts = false;                  // leaves coloured by their points, else by their level
    bool strips = false;                  // the textbook's two buffers, of few points
    double center_x = 0.5, center_y = 0.5, height = 1;  // of the view, y up
    bool operator==(const PointsSettings&) const = default;
};

// The window draws so many.
inline constexpr IntegerRange points_drawn{1, points::limits::count.max};
inline constexpr double least_points_height = 0.001, most_points_height = 4;
inline constexpr double least_radius = 0.001, most_radius = 1;

// Three planes through one voxel, or the whole in space.
enum class VolumeShown { slices, space };

// What the workload `volume` shows. Nothing where the program is to choose.
struct VolumeSettings {
    volume::Function function = volume::Function::julibrot;
    int axes = 3;   // k
    int side = 96;  // n
    std::uint32_t dwell_limit = 256;
    std::optional<double> center_re, center_im;  // of the planes of constant w
    std::optional<double> height;
    double turn = 0;  // of the third of three axes in the plane of w, in whole turns
    std::optional<int> g;
    int r = 2;
    std::optional<int> B;
    volume::Rule rule = volume::Rule::uniform;
    volume::EngineKind engine = volume::EngineKind::ask;
    Scheme scheme = Scheme::sbr;
    int pool = 2048;  // launches of DP that may be pending
    volume::Encoding encoding = volume::Encoding::coords;
    volume::Order order = volume::Order::stable;
    Precision precision = Precision::f32;
    std::optional<Backend> backend;
    VolumeShown shown = VolumeShown::slices;
    std::optional<int> x, y, z, u;       // where the planes meet, in voxels; nothing: in the middle
    bool grid = true;                    // of regions, over planes
    bool surface = true;                 // in space, as the next
    bool boxes = false;                  // of the regions of a level
    bool line = false;                   // through them, as they are listed
    std::optional<int> level;            // nothing: the deepest with few
    std::optional<std::uint32_t> solid;  // the least dwell within the surface; nothing: the limit
    double yaw = 35, pitch = 25;         // of the camera, in degrees
    double distance = 2.4;               // from the middle, in sides of the volume
    bool operator==(const VolumeSettings&) const = default;
};

inline constexpr double least_volume_distance = 0.3, most_volume_distance = 20;

struct Settings {
    View view;
    EngineRequest engine;
    render::Colouring colouring;
    render::OverlayStyle overlay;
    ExportSettings exports;
    bool panel_shown = true;
    bool panel_left = false;  // on the window's left side, else on its right
    float panel_width = 470;  // before scaling, as the next
    float laboratory_width = 560;
    PanelPart panel_part = PanelPart::explore;
    float interface_scale = 1.0f;      // times the display's own
    ImageSize window_size{1440, 900};  // before scaling
    OpenSections sections;
    Insets insets;
    Workload workload = Workload::mandelbrot;
    TriangleSettings triangle;
    GasketSettings gasket;
    CurvesSettings curves;
    PointsSettings points;
    VolumeSettings volume;
    bool verify_fills = true;  // in idle time, and corrects them
    // The engine's dwell limit follows the view; it stays the number in use.
    bool automatic_dwell_limit = false;
    bool operator==(const Settings&) const = default;
};

// A limit that somebody gives, which is not automatic any more.
inline void set_dwell_limit(Settings& settings, std::uint32_t dwell_limit) {
    settings.engine.dwell_limit = dwell_limit;
    settings.automatic_dwell_limit = false;
}

// The request for the whole of a picture of this size. Smooth colouring requests fractions, colours
// by distance and shading the exterior, a shown overlay the regions; showing anything but the
// dwells requests regions and work. Where regions, levels or outcomes are shown, the automatic
// engine subdivides, into regions to see.
FrameRequest frame_request(const Settings& settings, ImageSize image);

// The request of one map; where it runs, besides the backend, is the caller's to say.
triangle::Request triangle_request(const TriangleSettings& settings);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const TriangleSettings& settings);

// The request of one engine, for a picture of that height in pixels; where it runs, besides the
// backend, is the caller's to say, and so are the streams and the heap of a GPU.
curves::Request curves_request(const CurvesSettings& settings, int picture_height);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const CurvesSettings& settings);

// The request of one tree, but for its picture, which lies in a file; where it runs, besides the
// backend, is the caller's to say.
points::Request points_request(const PointsSettings& settings);

// Why no machine can run it, whatever its picture, in words a user can act on.
std::optional<std::string> why_invalid(const PointsSettings& settings);

// Where the mouse is, in the unit square.
points::Point place_of(const PointsSettings& settings);

// The request of one engine, with what it reads of the settings; where it runs, besides the
// backend, is the caller's to say.
volume::Request volume_request(const VolumeSettings& settings);

// Why no machine can run it, in words a user can act on.
std::optional<std::string> why_invalid(const VolumeSettings& settings);

// What is computed. Throws std::invalid_argument, with what is allowed, where it cannot be.
gasket::Problem gasket_problem(const GasketSettings& settings);

// Why it cannot be computed, whatever the engine, in words a user can act on.
std::optional<std::string> why_invalid(const GasketSettings& settings);

}  // namespace mariani::app
