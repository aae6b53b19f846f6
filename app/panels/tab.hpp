// A workload in the window: its tab, the sections of the side panel, what is drawn over its picture
// and in whose hands it is. One constant value each; app/start/tabs.cpp lists them.
#pragma once

#include "app/panels/numbers.hpp"
#include "app/panels/panels.hpp"
#include "compute/model/choices.hpp"

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>

#include <fmt/core.h>
#include <nlohmann/json_fwd.hpp>

struct ImDrawList;
struct ImVec2;

namespace mariani {
class ComputeService;
}

namespace mariani::app {

class InsetColumn;
class WorkloadScreen;
struct WindowState;

// A part of the side panel that can be folded.
struct Section {
    const char* name;  // in the settings
    const char* title;
    void (*panel)(const PanelContext&);
    std::string (*summary)(const PanelContext&) = nullptr;  // at the right of the title
    bool unfolded = true;                                   // until somebody folds it
    PanelPart part = PanelPart::explore;
    bool of_picture = false;  // its figures, or the summary, tell of the picture
};

// What a tab computes with.
struct TabMeans {
    std::shared_ptr<ComputeService> service;
    std::function<void()> wake;  // called on other threads when there is something to show
};

// When a tab has a timeline below its picture: only where it is asked for, or also while a recorded
// run is played.
enum class TabTimeline : std::uint8_t { none, asked, played };

struct Tab {
    Workload workload;
    const char* label;
    const char* explanation;  // a sentence
    void (*icon)(ImDrawList& list, ImVec2 at, float side);
    std::string (*status)(const PanelContext&);  // what computed the picture, and how long it took
    std::array<const char*, 2> help;             // what one sees, in two paragraphs
    void (*introduction)(const PanelContext&);   // its point, above the sections
    std::span<const Section> sections;           // of the side panel
    // What draws the picture and takes commands. Null: the application itself does.
    std::unique_ptr<WorkloadScreen> (*make_screen)(WindowState&, const TabMeans&);
    // What the window's report says of it, beside what is said of every tab.
    nlohmann::json (*report)(const TabView&);
    void (*marks)(const PanelContext&) = nullptr;  // over the picture, once there is one
    void (*insets)(const PanelContext&, InsetColumn&) = nullptr;
    TabTimeline timeline = TabTimeline::none;
};

// A run in a line: "linear on CPU, 3.45 ms".
template <typename Plan>
std::string run_text(const Plan& plan, double ms) {
    return fmt::format("{} on {}, {} ms", choice_of(plan.engine).label,
                       choice_of(plan.backend).label, significant(ms));
}

// The one that is shown.
const Tab& shown_tab(const PanelContext& context);

}  // namespace mariani::app
