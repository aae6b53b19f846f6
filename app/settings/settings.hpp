// Everything a user can set, in the window or on the command line: plain, comparable values. Data
// flows one way: input edits Settings, Settings make a FrameRequest, a Frame comes back.
#pragma once

#include "app/settings/display_choices.hpp"
#include "compute/model/frame_request.hpp"
#include "render/picture/colouring.hpp"
#include "render/picture/overlay_style.hpp"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <utility>

// The one list of the workloads beside the Mandelbrot set, in the order of their tabs:
// WORKLOAD(name, Settings) for each. The settings are those of app/settings/NAME_settings.hpp;
// app/workloads/NAME has the tab `NAME_tab` and `NAME_commands()`.
#define MARIANI_WORKLOADS(WORKLOAD)      \
    WORKLOAD(triangle, TriangleSettings) \
    WORKLOAD(gasket, GasketSettings)     \
    WORKLOAD(curves, CurvesSettings)     \
    WORKLOAD(points, PointsSettings)     \
    WORKLOAD(volume, VolumeSettings)

namespace mariani::app {

enum class TimingLogFormat { csv, json };

template <>
inline constexpr std::array<std::pair<TimingLogFormat, std::string_view>, 2>
    text_names<TimingLogFormat>{{{TimingLogFormat::csv, "csv"}, {TimingLogFormat::json, "json"}}};

struct ExportSettings {
    ImageSize size{3840, 2160};  // of a poster
    bool with_overlay = true;    // if it is shown
    bool with_panel = false;     // only at window size
    std::string folder;          // of screenshots; empty: the user's pictures folder
    TimingLogFormat log_format = TimingLogFormat::csv;
    bool operator==(const ExportSettings&) const = default;
};

// The side panel shows one of its parts at a time.
enum class PanelPart { explore, regions, measure };

template <>
inline constexpr std::array<std::pair<PanelPart, std::string_view>, 3> text_names<PanelPart>{
    {{PanelPart::explore, "explore"},
     {PanelPart::regions, "regions"},
     {PanelPart::measure, "measure"}}};

// What is shown over the picture of the point under the mouse, and of where the view lies.
struct Insets {
    bool orbit = false;
    bool julia = false;
    bool minimap = true;    // once the view is a small part of the set
    bool rectangle = true;  // the compact cells, of the tab Gasket
    bool operator==(const Insets&) const = default;
};

// The picture that is compared with the one on screen.
enum class Compared {
    engine,   // another engine's: Ex, or ASK where Ex computed the one on screen
    fills,    // the same without its fills: the pixels that were computed
    palette,  // the same in another palette
};

template <>
inline constexpr std::array<std::pair<Compared, std::string_view>, 3> text_names<Compared>{
    {{Compared::engine, "engine"}, {Compared::fills, "fills"}, {Compared::palette, "palette"}}};

// The one whose picture is compared with that of the engine on screen.
inline mariani::EngineKind other_engine(mariani::EngineKind shown) {
    return shown == mariani::EngineKind::ex ? mariani::EngineKind::ask : mariani::EngineKind::ex;
}

struct CompareSettings {
    Compared with = Compared::engine;
    std::string palette = "inferno";  // as Colouring::palette
    bool wiper = false;               // both are shown, side by side
    double divider = 0.5;             // where the other one begins, of the picture's width
    bool operator==(const CompareSettings&) const = default;
};

// In turns of the palette a minute.
inline constexpr double least_cycle_speed = 0.1, most_cycle_speed = 60;

#define MARIANI_VALUE(name, Own) , name
// What the window shows: the Mandelbrot set, or another workload in a tab of its own.
enum class Workload { mandelbrot MARIANI_WORKLOADS(MARIANI_VALUE) };
#undef MARIANI_VALUE

template <>
inline constexpr auto text_names<Workload> = std::to_array<std::pair<Workload, std::string_view>>({
#define MARIANI_NAME(name, Own) {Workload::name, #name},
    {Workload::mandelbrot, "mandelbrot"}, MARIANI_WORKLOADS(MARIANI_NAME)
#undef MARIANI_NAME
});

// A value that lies elsewhere in memory: copied and compared as itself, never empty. A struct can
// hold one whose type is only declared there, so that whoever reads the struct need not know it.
// `Value` is complete where the members are instantiated, which is one unit's task: the others
// declare them extern.
template <typename Value>
class Indirect {
  public:
    Indirect();
    Indirect(const Value& value);
    Indirect(const Indirect& other);
    Indirect& operator=(const Indirect& other);
    ~Indirect();

    Value& operator*() { return *value_; }
    const Value& operator*() const { return *value_; }
    Value* operator->() { return value_.get(); }
    const Value* operator->() const { return value_.get(); }
    bool operator==(const Indirect& other) const;

  private:
    std::unique_ptr<Value> value_;
};

template <typename Value>
Indirect<Value>::Indirect() : value_(std::make_unique<Value>()) {}

template <typename Value>
Indirect<Value>::Indirect(const Value& value) : value_(std::make_unique<Value>(value)) {}

template <typename Value>
Indirect<Value>::Indirect(const Indirect& other) : Indirect(*other) {}

template <typename Value>
Indirect<Value>& Indirect<Value>::operator=(const Indirect& other) {
    *value_ = *other;
    return *this;
}

template <typename Value>
Indirect<Value>::~Indirect() = default;

template <typename Value>
bool Indirect<Value>::operator==(const Indirect& other) const {
    return **this == *other;
}

// Each tab's stay its own: whoever edits them includes their header.
#define MARIANI_DECLARE(name, Own) \
    struct Own;                    \
    extern template class Indirect<Own>;
MARIANI_WORKLOADS(MARIANI_DECLARE)
#undef MARIANI_DECLARE

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
    bool timeline_shown = false;  // also where nothing is played
    float timeline_height = 160;
    PanelPart panel_part = PanelPart::explore;
    float interface_scale = 1.0f;      // times the display's own
    ImageSize window_size{1440, 900};  // before scaling
    // Sections of the panel that somebody folded or unfolded, by name; others are as they begin.
    std::map<std::string, bool, std::less<>> sections;
    Insets insets;
    Workload workload = Workload::mandelbrot;
#define MARIANI_MEMBER(name, Own) Indirect<Own> name;
    MARIANI_WORKLOADS(MARIANI_MEMBER)  // `triangle`, and so on
#undef MARIANI_MEMBER
    // In idle time; what is wrong is corrected.
    bool verify_fills = true;
    bool prove_at_rest = true;  // every dwell
    // The engine's dwell limit follows the view; it stays the number in use.
    bool automatic_dwell_limit = false;
    CompareSettings compare;
    double cycle_speed = 4;  // of the colours, while they cycle
    bool operator==(const Settings&) const = default;
};

// Calls use(workload, member of Settings) for each workload that has a tab of its own.
template <typename Use>
void for_each_tab(const Use& use) {
#define MARIANI_USE(name, Own) use(Workload::name, &Settings::name);
    MARIANI_WORKLOADS(MARIANI_USE)
#undef MARIANI_USE
}

// The window's own: what a picture looks best with, where pictures of the command line keep to the
// paper's. On the screen a legend tells the grid's colours: unless one wants it, nothing is mixed
// with them.
Settings window_defaults();

// A limit that somebody gives, which is not automatic any more.
inline void set_dwell_limit(Settings& settings, std::uint32_t dwell_limit) {
    settings.engine.dwell_limit = dwell_limit;
    settings.automatic_dwell_limit = false;
}

// Makes what a workload's tab shows that of other settings; the Mandelbrot set has none of its own.
void take_problem(Settings& settings, const Settings& from, Workload workload);

// Where a workload's pictures are computed.
std::optional<Backend>& backend_of(Settings& settings, Workload workload);

// The request for the whole of a picture of this size. Smooth colouring requests fractions, colours
// by distance and shading the exterior, a shown overlay the regions; showing anything but the
// dwells requests regions and work. Where regions, levels or outcomes are shown, the automatic
// engine subdivides, into regions to see.
FrameRequest frame_request(const Settings& settings, ImageSize image);

// How many samples of an antialiased picture are computed beside a frame, for each of its pixels:
// only dwells are antialiased.
int samples_a_pixel(const render::Colouring& colouring);

// Sample `number` of a frame that is computed by `exact`, which leaves nothing automatic. Where
// fills are verified, samples have none that could be wrong: they are not verified themselves.
FrameRequest sample_request(const Settings& settings, FrameRequest exact, int number);

}  // namespace mariani::app
