#include "app/panels/timeline_rows.hpp"

#include "app/panels/numbers.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/picture_marks.hpp"
#include "app/panels/widgets.hpp"
#include "app/workloads/colours.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <vector>

#include <fmt/core.h>

namespace mariani::app {
namespace {

// Lines that are always there, and those of what is under the mouse.
constexpr std::size_t most_lines = 500, most_lit_lines = 5000;

// The rows on the screen, and what the mouse does to them.
class Rows {
  public:
    Rows(const PanelContext& context, const Timeline& timeline, ImVec2 from, ImVec2 to)
        : context_(context), timeline_(timeline), state_(context.state.timeline) {
        const float axis = ImGui::GetTextLineHeight() + scaled_length(context, 4);
        const float names = name_width() + scaled_length(context, 10);
        axis_ = {from.x + names, from.y};
        from_ = {from.x + names, from.y + axis};
        to_ = {std::max(to.x, from_.x + 1), std::max(to.y, from_.y + 1)};
        const auto rows = static_cast<float>(std::max<std::size_t>(timeline.units.size(), 1));
        pitch_ = std::clamp((to_.y - from_.y) / rows, scaled_length(context, 9),
                            scaled_length(context, 40));
        content_ = pitch_ * rows;
        follow_size();
        state_.rows = {from_.x, from_.y, width(), to_.y - from_.y};
    }

    void act();
    void draw();

  private:
    // The widest of the first names, but no more than a third of the room.
    float name_width() const {
        float widest = ImGui::CalcTextSize("thread 0").x;
        for (std::size_t row = 0; row < std::min<std::size_t>(timeline_.units.size(), 64); ++row)
            widest = std::max(widest, ImGui::CalcTextSize(row_label(timeline_, row).c_str()).x);
        return std::min(widest, ImGui::GetContentRegionAvail().x / 3);
    }
    float width() const { return to_.x - from_.x; }
    float on_screen(double ns) const {
        return from_.x + static_cast<float>(std::clamp(state_.view.x(ns), -10.0, width() + 10.0));
    }
    double ns_at(float x) const { return state_.view.ns(x - from_.x); }
    float row_top(std::size_t row) const {
        return from_.y + pitch_ * static_cast<float>(row) - state_.scroll;
    }
    // Above and below a track's bars.
    std::pair<float, float> extent(const TimelineTrack& track) const {
        const float height = pitch_ - std::max(1.0f, std::round(0.12f * pitch_));
        const float part = height / static_cast<float>(timeline_.tracks_of[track.row]);
        const float top = row_top(track.row) + part * static_cast<float>(track.place);
        return {top, top + std::max(part, 1.0f)};
    }
    TimelineItem hovered() const;
    bool lit(const TimelineBar& bar) const;
    void light();
    float opacity(const TimelineBar& bar) const;

    void follow_size();
    void drag();
    void select();
    void find_hovered();
    void draw_axis();
    void draw_names();
    void draw_track(const TimelineTrack& track);
    void draw_bar(const SeenBar& seen, float top, float bottom);
    bool draw_launch(std::size_t i, const ImVec4& colour, float thickness);
    void draw_launches();
    void draw_lit();
    void draw_lines();
    void tooltip() const;

    const PanelContext& context_;
    const Timeline& timeline_;
    TimelineState& state_;
    ImDrawList& list_ = *ImGui::GetWindowDrawList();
    ImVec2 axis_, from_, to_;
    float pitch_ = 0, content_ = 0;
    std::vector<SeenBar> seen_;      // of a track
    std::vector<std::size_t> wide_;  // bars, of all tracks
};

// Another timeline is shown as a whole; in another width the same part of it.
void Rows::follow_size() {
    const auto& shown = context_.seen.timeline;
    if (state_.of != shown) {
        state_ = {};
        state_.of = shown;
        state_.view = whole_of(timeline_, width());
        state_.first_launches = first_launched(timeline_, most_lines);
        std::ranges::sort(state_.first_launches);
    } else if (state_.width != width()) {
        state_.view.ns_per_pixel *= static_cast<double>(state_.width) / width();
        state_.view = moved(state_.view, timeline_, width(), 0);
    }
    state_.width = width();
    state_.scroll = std::clamp(state_.scroll, 0.0f, std::max(0.0f, content_ - (to_.y - from_.y)));
}

// The button, in the turn in which it is let go of, too: the mouse may have moved in that.
bool held() {
    return ImGui::IsItemActive() || ImGui::IsItemDeactivated();
}

void Rows::drag() {
    const auto& io = ImGui::GetIO();
    if (ImGui::IsItemActivated())
        state_.dragged = {io.MouseClickedPos[0].x, io.MouseClickedPos[0].y};
    if (!held() || state_.selecting || (ImGui::IsItemActivated() && io.KeyShift)) return;
    const auto [x, y] = std::exchange(state_.dragged, {io.MousePos.x, io.MousePos.y});
    state_.view = moved(state_.view, timeline_, width(), x - io.MousePos.x);
    state_.scroll += y - io.MousePos.y;
}

void Rows::select() {
    const auto& io = ImGui::GetIO();
    auto& selection = state_.selection;
    if (ImGui::IsItemActivated()) {
        state_.selecting = io.KeyShift;
        if (io.KeyShift) selection = {{ns_at(io.MousePos.x), ns_at(io.MousePos.x)}};
    }
    if (state_.selecting && selection && held())
        (*selection)[1] = ns_at(std::clamp(io.MousePos.x, from_.x, to_.x));
    if (state_.selecting && ImGui::IsItemDeactivated()) {
        state_.selecting = false;
        if (selection && (*selection)[0] == (*selection)[1]) selection.reset();
    }
}

void Rows::act() {
    constexpr double notch = 0.8;
    ImGui::SetCursorScreenPos(from_);
    invisible_button("rows", {width(), to_.y - from_.y});
    const auto& io = ImGui::GetIO();
    drag();
    select();
    if (ImGui::IsItemHovered()) {
        if (ImGui::IsMouseDoubleClicked(ImGuiMouseButton_Left))
            state_.view = whole_of(timeline_, width());
        else if (io.MouseWheel != 0)
            state_.view = zoomed(state_.view, timeline_, width(), io.MousePos.x - from_.x,
                                 std::pow(notch, io.MouseWheel));
        find_hovered();
    }
    follow_size();
}

void Rows::find_hovered() {
    const ImVec2 mouse = ImGui::GetMousePos();
    for (const TimelineTrack& track : timeline_.tracks) {
        const auto [top, bottom] = extent(track);
        if (mouse.y < top || mouse.y >= bottom) continue;
        const auto found = bar_at(timeline_, track, ns_at(mouse.x));
        if (!found) return;
        const TimelineBar& bar = timeline_.bars[*found];
        state_.bar = found;
        if (bar.kind == BarKind::level) return;
        if (bar.item < timeline_.regions.size())
            state_.region = timeline_.regions[bar.item];
        else
            state_.block = bar.item;
        return;
    }
}

// What is under the mouse, here or in the picture.
TimelineItem Rows::hovered() const {
    if (state_.region || state_.block) return {state_.region, state_.block};
    const auto& seen = context_.seen;
    if (timeline_.regions.empty()) return {{}, seen.tab ? seen.tab->hovered_block : std::nullopt};
    if (!seen.hovered_region) return {};
    return {TimelineRegion{seen.hovered_region->rect, seen.hovered_region->level}, {}};
}

bool Rows::lit(const TimelineBar& bar) const {
    const auto& [region, block] = state_.lit;
    if (bar.item < timeline_.regions.size()) return region == timeline_.regions[bar.item];
    return block == bar.item;
}

// All bars are looked at only where something else is lit.
void Rows::light() {
    if (const TimelineItem now = hovered(); now != std::exchange(state_.lit, now)) {
        state_.lit_bars.clear();
        for (std::size_t i = 0; i < timeline_.bars.size(); ++i)
            if (lit(timeline_.bars[i])) state_.lit_bars.push_back(i);
        state_.lit_launches = launch_chain(timeline_, state_.lit_bars, most_lit_lines);
    }
}

// While the subdivision is played, what is not reached is faint; what is of another picture, too.
float Rows::opacity(const TimelineBar& bar) const {
    if (context_.seen.timeline_old) return 0.35f;
    const auto level = context_.state.replay.level();
    return level && !timeline_.regions.empty() && bar.level > *level ? 0.2f : 1;
}

void Rows::draw_axis() {
    const double least = state_.view.ns_per_pixel * scaled_length(context_, 90);
    double step = std::pow(10.0, std::floor(std::log10(std::max(least, 1.0))));
    for (const double factor : {2.0, 2.5, 2.0})
        if (step < least) step *= factor;
    const double end = state_.view.ns(width());
    for (double at = std::ceil(state_.view.begin_ns / step) * step; at <= end; at += step) {
        const float x = std::round(on_screen(at));
        list_.AddLine({x, axis_.y}, {x, to_.y}, tone::packed(tone::with_alpha(tone::faint, 0.35f)));
        const std::string text = time_text(at);
        if (x + ImGui::CalcTextSize(text.c_str()).x < to_.x)
            list_.AddText({x + scaled_length(context_, 4), axis_.y}, tone::packed(tone::dim),
                          text.c_str());
    }
}

void Rows::draw_names() {
    const float text = ImGui::GetTextLineHeight();
    float free = from_.y;
    for (std::size_t row = 0; row < timeline_.units.size(); ++row) {
        const float at = std::round(row_top(row) + 0.5f * (pitch_ - text));
        if (at + text > to_.y) break;
        if (at < free - 1) continue;
        const std::string name = row_label(timeline_, row);
        const float left =
            from_.x - scaled_length(context_, 8) - ImGui::CalcTextSize(name.c_str()).x;
        list_.AddText({left, at}, tone::packed(tone::dim), name.c_str());
        free = at + text;
    }
}

void Rows::draw_bar(const SeenBar& seen, float top, float bottom) {
    const TimelineBar& bar = timeline_.bars[seen.first];
    const float left = std::max(from_.x, from_.x + static_cast<float>(std::max(seen.from, 0.0)));
    const float gap = seen.to - seen.from >= 3 ? 1.0f : 0.0f;
    const float right = std::min(to_.x, from_.x + static_cast<float>(seen.to) - gap);
    const bool border =
        seen.count == 1 && bar.part == RegionPart::border && !timeline_.regions.empty();
    ImVec4 colour = tone::with_alpha(kind_tone(seen.kind, bar.level), opacity(bar));
    if (border) colour = border_tone(colour);
    list_.AddRectFilled({left, top}, {right, bottom}, tone::packed(colour));
    if (seen.count > 1) return;
    const float strip = std::round(scaled_length(context_, 3));
    if (right - left >= 3 && bottom - top >= 3 * strip && !timeline_.regions.empty())
        list_.AddRectFilled({left, top}, {right, top + strip},
                            tone::packed(tone::with_alpha(level_tone(bar.level), opacity(bar))));
    const std::string name = bar_label(timeline_, bar);
    const ImVec2 size = ImGui::CalcTextSize(name.c_str());
    if (right - left < size.x + 4 * strip || bottom - top < size.y + strip) return;
    list_.AddText({left + 2 * strip, std::round(0.5f * (top + strip + bottom - size.y))},
                  tone::packed(border ? tone::text : readable_on(kind_tone(seen.kind, bar.level))),
                  name.c_str());
}

// A line from the bar that launched this one; false where it is out of sight.
bool Rows::draw_launch(std::size_t i, const ImVec4& colour, float thickness) {
    const TimelineBar& bar = timeline_.bars[i];
    const auto end = [&](std::size_t at, std::int64_t ns) {
        const auto [top, bottom] = extent(timeline_.tracks[track_of(timeline_, at)]);
        return ImVec2{on_screen(static_cast<double>(ns)), 0.5f * (top + bottom)};
    };
    const ImVec2 from = end(bar.launched_by, timeline_.bars[bar.launched_by].end_ns);
    const ImVec2 to = end(i, bar.begin_ns);
    if (std::max(from.x, to.x) < from_.x || std::min(from.x, to.x) > to_.x ||
        std::max(from.y, to.y) < from_.y || std::min(from.y, to.y) > to_.y)
        return false;
    list_.AddLine(from, to, tone::packed(tone::with_alpha(colour, colour.w * opacity(bar))),
                  scaled_length(context_, thickness));
    return true;
}

// The lines of the first levels, and where one is so close that bars are wide, theirs.
void Rows::draw_launches() {
    // Beside what is lit the others step back.
    const ImVec4 soft = tone::with_alpha(tone::text, state_.lit_launches.empty() ? 0.5f : 0.15f);
    std::size_t drawn = 0;
    for (const std::uint32_t i : state_.first_launches) drawn += draw_launch(i, soft, 1) ? 1 : 0;
    for (const std::size_t i : wide_) {
        if (drawn >= most_lines) break;
        if (std::ranges::binary_search(state_.first_launches, i)) continue;
        drawn += draw_launch(i, soft, 1) ? 1 : 0;
    }
    for (const auto& [colour, thickness] :  // with a dark edge, to be seen on bars of any colour
         {std::pair(tone::with_alpha(tone::field, 0.9f), 4.5f),
          std::pair(tone::accent_bright, 2.5f)})
        for (const std::uint32_t i : state_.lit_launches) draw_launch(i, colour, thickness);
}

void Rows::draw_track(const TimelineTrack& track) {
    const auto [top, bottom] = extent(track);
    if (bottom < from_.y || top > to_.y) return;
    seen_.clear();
    append_seen_bars(timeline_, track, state_.view, width(), seen_);
    for (const SeenBar& seen : seen_) {
        draw_bar(seen, top, bottom);
        if (seen.count == 1 && seen.to - seen.from >= scaled_length(context_, 4) &&
            of_launched_region(timeline_.bars[seen.first]))
            wide_.push_back(seen.first);
    }
}

// Around what is under the mouse, however small it is here.
void Rows::draw_lit() {
    const float least = std::round(scaled_length(context_, 3));
    for (const std::size_t i : state_.lit_bars) {
        const auto [top, bottom] = extent(timeline_.tracks[track_of(timeline_, i)]);
        if (bottom < from_.y || top > to_.y) continue;
        const TimelineBar& bar = timeline_.bars[i];
        const float left = on_screen(static_cast<double>(bar.begin_ns));
        const float right = std::max(on_screen(static_cast<double>(bar.end_ns)), left + least);
        list_.AddRect({left - 1, top - 1}, {right + 1, bottom + 1}, tone::packed(tone::text), 0,
                      std::max(1.0f, 0.5f * least));
    }
}

// The host's launches, the selection, and where a replay is: below the times, which they would
// cross out.
void Rows::draw_lines() {
    float drawn_at = -1;
    const auto line = [&](double ns, const ImVec4& colour) {
        const float x = std::round(on_screen(ns));
        if (x == std::exchange(drawn_at, x)) return;  // several in a pixel are one
        list_.AddLine({x, from_.y}, {x, to_.y}, tone::packed(colour),
                      scaled_length(context_, 1.5f));
    };
    for (std::size_t level = 0; level < timeline_.launches.size(); ++level)
        line(static_cast<double>(timeline_.launches[level]),
             timeline_.regions.empty() ? tone::text : level_tone(static_cast<int>(level)));
    if (const auto& selection = state_.selection)
        list_.AddRectFilled({on_screen(std::min((*selection)[0], (*selection)[1])), axis_.y},
                            {on_screen(std::max((*selection)[0], (*selection)[1])), to_.y},
                            tone::packed(tone::with_alpha(tone::accent_bright, 0.25f)));
    drawn_at = -1;  // on top of a launch as well
    if (context_.seen.timeline_at_ns) line(*context_.seen.timeline_at_ns, tone::warning);
}

void Rows::tooltip() const {
    const TimelineBar& bar = timeline_.bars[*state_.bar];
    tooltip_beside_mouse(context_, [&] {
        swatch(context_, kind_tone(bar.kind, bar.level), bar_label(timeline_, bar).c_str());
        if (!ImGui::BeginTable("bar", 2, ImGuiTableFlags_SizingFixedFit)) return;
        const bool region = bar.item < timeline_.regions.size();
        if (region) {
            const PixelRect& rect = timeline_.regions[bar.item].rect;
            fact(context_, "part", bar.part == RegionPart::border ? "border" : "inside");
            fact(context_, "side", fmt::format("{} x {}", rect.width, rect.height));
        } else if (bar.kind != BarKind::level) {
            fact(context_, "number", grouped(bar.item));
        }
        fact(context_, "by", row_label(timeline_, bar.row));
        fact(context_, "began at", time_text(static_cast<double>(bar.begin_ns)));
        fact(context_, "took", time_text(static_cast<double>(bar.end_ns - bar.begin_ns)));
        ImGui::EndTable();
    });
}

void Rows::draw() {
    list_.AddRectFilled(from_, to_, tone::packed(tone::with_alpha(tone::field, 0.5f)));
    list_.PushClipRect({axis_.x, axis_.y}, to_, true);
    draw_axis();
    light();
    list_.PushClipRect(from_, to_, true);
    for (const TimelineTrack& track : timeline_.tracks) draw_track(track);
    draw_launches();
    draw_lit();
    list_.PopClipRect();
    draw_lines();
    list_.PopClipRect();
    draw_names();
    if (state_.bar) tooltip();
}

}  // namespace

ImVec4 kind_tone(BarKind kind, int level) {
    constexpr std::array<render::Rgb8, bar_kinds - 1> colours{
        role::filled, role::subdivided, role::leaf, role::useful, role::partial, role::wasted};
    return kind == BarKind::level ? level_tone(level)
                                  : tone_of(colours[static_cast<std::size_t>(kind)]);
}

std::string time_text(double ns) {
    if (ns < 1e3) return fmt::format("{:.0f} ns", ns);
    if (ns < 1e6) return significant(1e-3 * ns) + " \xc2\xb5s";
    return significant(1e-6 * ns) + " ms";
}

void timeline_rows(const PanelContext& context, const Timeline& timeline, ImVec2 from, ImVec2 to) {
    Rows rows(context, timeline, from, to);
    rows.act();
    rows.draw();
}

}  // namespace mariani::app
