#include "app/panels/tab.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/curves/screen.hpp"
#include "app/workloads/curves/view.hpp"
#include "app/workloads/rows.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <fmt/core.h>
#include <nlohmann/json.hpp>

namespace mariani::app {
namespace {

using nlohmann::json;

constexpr std::size_t few_lines = 1000;  // whose points near the mouse are shown

// From the plane to ImGui's units.
class OnScreen {
  public:
    OnScreen(const PanelContext& context, const CurvesPart& part)
        : part_(part), area_(drawn_picture(context)) {
        const double unit = static_cast<double>(area_.width()) / context.seen.picture.width;
        scale_ = unit * context.seen.picture.height / part.height;
        middle_ = {0.5f * (area_.from.x + area_.to.x),
                   area_.from.y + static_cast<float>(0.5 * unit * context.seen.picture.height)};
    }
    ImVec2 at(const curves::Point& point) const {
        return {middle_.x + static_cast<float>((point.x - part_.x) * scale_),
                middle_.y - static_cast<float>((point.y - part_.y) * scale_)};
    }

  private:
    CurvesPart part_;
    PictureArea area_;
    double scale_;
    ImVec2 middle_;
};

class Handles {
  public:
    explicit Handles(const PanelContext& context)
        : width_(std::max(1.0f, std::round(scaled_length(context, 1.5f)))),
          radius_(scaled_length(context, 5)) {}

    void ring(ImVec2 at, float opacity) {
        list_.AddCircleFilled(at, 0.7f * radius_, packed(tone::window, opacity));
        list_.AddCircle(at, 0.7f * radius_, packed(tone::text, opacity), 0, width_);
    }
    void path(ImVec2 start, ImVec2 control, ImVec2 end) {
        for (const auto& [opacity, width] :
             {std::pair(0.9f, 5 * width_), std::pair(1.0f, 2 * width_)})
            list_.AddBezierQuadratic(start, control, end,
                                     packed(width > 3 * width_ ? tone::window : tone::lit, opacity),
                                     width);
    }
    void lit(ImVec2 at) {
        list_.AddCircleFilled(at, radius_ + 2 * width_, packed(tone::text, 1));
        list_.AddCircleFilled(at, radius_ + width_, packed(tone::window, 1));
        list_.AddCircleFilled(at, radius_, packed(tone::lit, 1));
    }
    void leg(ImVec2 from, ImVec2 to) { list_.AddLine(from, to, packed(tone::text, 0.55f), width_); }

  private:
    static ImU32 packed(const ImVec4& colour, float opacity) {
        return tone::packed(tone::with_alpha(colour, opacity));
    }

    ImDrawList& list_ = *ImGui::GetBackgroundDrawList();
    float width_, radius_;
};

// Points near the mouse, the fainter the farther.
void show_near(const PanelContext& context, const CurvesView& view, const OnScreen& screen,
               Handles& handles) {
    const float far = scaled_length(context, 60);
    const ImVec2 mouse = ImGui::GetMousePos();
    const auto show = [&](const curves::Point& point) {
        const ImVec2 at = screen.at(point);
        const float distance = std::hypot(at.x - mouse.x, at.y - mouse.y);
        if (distance < far) handles.ring(at, 1 - distance / far);
    };
    for (const std::uint32_t number : *view.in_view) {
        const curves::Line& line = (*view.lines)[number];
        show(line.start);
        show(line.control);
        if (number + 1 == view.lines->size()) show(line.end);
    }
}

// The point, and how it leads the curves that it belongs to.
void show_hovered(const CurvesView& view, const OnScreen& screen, Handles& handles) {
    const auto& lines = *view.lines;
    const auto legs = [&](const curves::Line& line) {
        handles.leg(screen.at(line.start), screen.at(line.control));
        handles.leg(screen.at(line.control), screen.at(line.end));
        for (const auto& point : {line.start, line.control, line.end})
            handles.ring(screen.at(point), 1);
    };
    curves::for_each_line_of(*view.hovered, static_cast<std::int64_t>(lines.size()),
                             [&](std::uint32_t line, auto) { legs(lines[line]); });
    handles.lit(screen.at(curves::point_of(lines, *view.hovered)));
}

// "Control point of curve 17"
std::string name_of_point(std::uint32_t number, std::size_t lines) {
    const std::uint32_t line = number / 2;
    if (number % 2 == 1) return fmt::format("Control point of curve {}", grouped(line));
    if (line == 0) return "Where curve 0 begins";
    if (line == lines) return fmt::format("Where curve {} ends", grouped(line - 1));
    return fmt::format("Where curve {} ends and {} begins", grouped(line - 1), grouped(line));
}

void tell(const PanelContext& context, const CurvesView& view) {
    const auto at = curves::point_of(*view.lines, *view.hovered);
    tooltip_beside_mouse(context, [&] {
        ImGui::TextUnformatted(name_of_point(*view.hovered, view.lines->size()).c_str());
        push_mono(context.fonts);
        ImGui::TextDisabled("x %.4f  y %.4f", double{at.x}, double{at.y});
        ImGui::PopFont();
    });
}

json kept_promises(const CurvesView& view) {
    json promises = json::object();
    if (!view.litmuses) return promises;
    for (const LitmusOutcome& outcome : view.litmuses->outcomes)
        promises[outcome.text->name] = promise_text(outcome);
    return promises;
}

json curves_report(const TabView& seen) {
    const auto& view = dynamic_cast<const CurvesView&>(seen);
    if (!view.plan) return json::object();
    return {{"engine", mariani::name_of(view.plan->engine)},
            {"lines", view.plan->lines},
            {"count_by", mariani::name_of(view.plan->rule.by)},
            {"time", view.plan->time},
            {"speed", view.speed},
            {"placed", view.plan->placed.size()},
            {"hovered", view.hovered ? json(*view.hovered) : json()},
            {"vertices", view.stats.vertices},
            {"cut_lines", view.stats.cut_lines},
            {"failed_launches", view.stats.failed_launches},
            {"failed_mallocs", view.stats.failed_mallocs},
            {"lost_lines", view.stats.lost_lines},
            {"in_view", view.in_view ? view.in_view->size() : 0},
            {"measured", engine_names(view.times)},
            {"litmuses", kept_promises(view)},
            {"no_litmus", view.no_litmus ? json(*view.no_litmus) : json()},
            {"part", {view.part.x, view.part.y, view.part.height}}};
}

// A curve and its vertices.
void icon(ImDrawList& list, ImVec2 at, float side) {
    const auto place = [&](float x, float y) { return ImVec2(at.x + side * x, at.y + side * y); };
    const ImVec2 from = place(0.05f, 0.9f), rising = place(0.2f, -0.2f),
                 falling = place(0.7f, 1.2f), to = place(0.95f, 0.1f);
    list.AddBezierCubic(from, rising, falling, to, tone::packed(tone::accent_bright),
                        std::max(0.06f * side, 1.0f));
    for (const ImVec2 end : {from, place(0.33f, 0.42f), place(0.62f, 0.5f), to})
        list.AddCircleFilled(end, 0.08f * side, tone::packed(tone::text));
}

std::string status(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    return view && view->plan ? run_text(*view->plan, view->stats.compute_ms) : "";
}

constexpr std::array<Section, 4> sections{
    {{"curves_lines", "Curves", curves_lines_panel,
      [](const PanelContext& context) -> std::string {
          const auto* view = tab_view<CurvesView>(context.seen);
          return view && view->plan ? counted(view->stats.vertices, "vertex", "vertices") : "";
      },
      true, PanelPart::explore, true},
     {"curves_engine", "Engine", curves_engine_panel,
      [](const PanelContext& context) {
          return std::string(choice_of(context.settings.curves->engine).label);
      },
      true, PanelPart::regions},
     {"curves_times", "Times", curves_times_panel, nullptr, true, PanelPart::measure},
     {"curves_litmus", "Litmus", curves_litmus_panel,
      [](const PanelContext&) -> std::string { return "textbook and today"; }, true,
      PanelPart::measure}}};

}  // namespace

void curves_marks(const PanelContext& context) {
    const auto* view = tab_view<CurvesView>(context.seen);
    if (!view || !view->lines || view->lines->empty()) return;
    const OnScreen screen(context, view->part);
    Handles handles(context);
    if (const auto& of_bar = context.state.timeline.block;
        of_bar && *of_bar < view->lines->size()) {
        const curves::Line& line = (*view->lines)[*of_bar];
        handles.path(screen.at(line.start), screen.at(line.control), screen.at(line.end));
    }
    if (!view->dragging && ImGui::GetIO().WantCaptureMouse) return;
    if (view->in_view && view->in_view->size() <= few_lines)
        show_near(context, *view, screen, handles);
    if (!view->hovered || *view->hovered > 2 * view->lines->size()) return;
    show_hovered(*view, screen, handles);
    tell(context, *view);
    ImGui::SetMouseCursor(ImGuiMouseCursor_Hand);
}

extern const Tab curves_tab{
    Workload::curves,
    "Curves",
    "B\xc3\xa9zier curves, cut into as many lines as they need.",
    icon,
    status,
    {"Each B\xc3\xa9zier curve is cut into as many lines as its bend, or the zoom, requires. Every "
     "dot is a vertex. Drag the lit point under the mouse to bend its curves.",
     "The engines count the vertices of all curves, make room for them and compute them; all give "
     "the same result. DP (dynamic parallelism) does this with launches from the GPU."},
    curves_introduction,
    sections,
    make_screen<CurvesScreen>,
    curves_report,
    curves_marks,
    nullptr,
    TabTimeline::played};

}  // namespace mariani::app
