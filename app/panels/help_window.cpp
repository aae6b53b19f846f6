#include "app/explore/keys.hpp"
#include "app/panels/panel_style.hpp"
#include "app/panels/panels.hpp"
#include "app/panels/picture_area.hpp"
#include "app/panels/widgets.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace mariani::app {
namespace {

// What a tab shows, in two paragraphs.
struct HelpText {
    Workload workload;
    std::array<const char*, 2> paragraphs;
};

constexpr std::array<HelpText, 6> help_texts{
    {{Workload::mandelbrot,
      {"A point is in the Mandelbrot set when z -> z^2 + c, from z = c, never leaves the circle of "
       "radius 2. A pixel's dwell is the number of steps it took to leave, at most the dwell "
       "limit; pixels that reach the limit are inside.",
       "Instead of iterating every pixel (Ex), the other engines cut the picture into g x g "
       "regions and iterate only their borders. A region with a uniform border is filled; any "
       "other is subdivided into r x r children, down to the stopping size B, where it is a leaf "
       "and every pixel is iterated. The region grid shows this work, the timings what it saved."}},
     {Workload::triangle,
      {"A GPU launches a rectangular grid of blocks, the parallel space on the left. Only pairs "
       "(i, j) with j up to i are wanted: data space is a triangle. Under the bounding box BB "
       "almost half of the blocks have nothing to do, and are red. Another map puts fewer blocks "
       "onto the same triangle; a block under the mouse is lit where it is launched and where it "
       "computes.",
       "Measure all maps, under Times, compares them: I is BB's time over the map's, and never "
       "more than 2, as a map saves no more than half of the blocks; k = 2 / I is what a block "
       "costs under the map beside one of BB. LTM-X, R and N have the paper's roots: with an "
       "epsilon of 0, or a large N, one sees what they miss, black in the triangle."}},
     {Workload::gasket,
      {"Life on a fractal: k copies in a box of s x s, and copies of copies, r levels deep. That "
       "is k^r cells in a box of n x n places, n = s^r; the rest are holes. The compact rectangle "
       "in the corner has all cells and no holes: \xce\xbb takes a cell from there to its place in "
       "the box, \xce\xbd takes it back. The tooltip has both sums, digit by digit.",
       "All engines take the same steps: BB and \xce\xbb keep the whole box, \xce\xbd and table "
       "compact blocks, bits a bit for each cell. Measure all engines, under Times, tells how much "
       "faster each is than BB, and in how much less memory. Blocks, under Picture, with the "
       "colours of use, shows threads that wait over holes, in red."}},
     {Workload::curves,
      {"Bezier curves, each cut into as many lines as its bend asks for, or as the zoom shows: "
       "every dot is a vertex. A point under the mouse is lit, and dragging it bends its curves.",
       "The engines count the vertices of all curves, make room for them and compute them; all "
       "give the same ones."}},
     {Workload::points,
      {"Points in a square, and the quadtree that they make: a node of more than min points is "
       "subdivided into four, down to the depth. Cells are coloured by their level. While the "
       "points move, the tree is built anew for each picture.",
       "All engines build the same tree: DP and DP-MBR by launches from the GPU, ASK level by "
       "level, linear and Karras from sorted keys. The circle at the mouse, under Circle, lights "
       "the nodes that a query visits. Textbook shows the two buffers of few points."}},
     {Workload::volume,
      {"The Julibrot: a voxel is a c and the w that its orbit begins at. Three planes through one "
       "voxel are shown with the regions that they cut, and beside them the volume in space.",
       "A region with a uniform border is filled, any other subdivided, as in the plane. But a "
       "border is a larger part of a region in space, so less is saved: Levels has what the model "
       "allows, and Measure all engines, under Times, what it is."}}}};

void what_you_see(Workload workload) {
    const auto text = std::ranges::find(help_texts, workload, &HelpText::workload);
    if (text == help_texts.end()) return;
    heading("What you see");
    for (const char* paragraph : text->paragraphs) note(paragraph, tone::text);
}

void shortcut(const PanelContext& context, const std::string& keys, std::string_view label) {
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    mono(context, keys, tone::accent_bright);
    ImGui::TableNextColumn();
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(label.data(), label.data() + label.size());
    ImGui::PopTextWrapPos();
}

bool begin_shortcuts(const PanelContext& context, const char* id) {
    if (!ImGui::BeginTable(id, 2, ImGuiTableFlags_SizingFixedFit)) return false;
    ImGui::TableSetupColumn("keys", ImGuiTableColumnFlags_WidthFixed, scaled_length(context, 196));
    ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthStretch);
    return true;
}

// Keys with the same effect share a line.
void keys_table(const PanelContext& context) {
    if (!begin_shortcuts(context, "keys")) return;
    const auto bindings = key_bindings();
    for (auto binding = bindings.begin(); binding != bindings.end();) {
        const auto label = binding->label;
        std::string keys;
        for (; binding != bindings.end() && binding->label == label; ++binding)
            keys += (keys.empty() ? "" : " / ") + key_label(binding->key, binding->modifiers);
        shortcut(context, keys, label);
    }
    ImGui::EndTable();
}

void mouse_table(const PanelContext& context) {
    if (!begin_shortcuts(context, "mouse")) return;
    for (const auto& gesture : mouse_gestures())
        shortcut(context, std::string(gesture.gesture), gesture.label);
    ImGui::EndTable();
}

}  // namespace

void help_window(const PanelContext& context) {
    if (!context.seen.help_shown) return;
    const auto area = picture_area(context);
    const auto& viewport = *ImGui::GetMainViewport();
    const float width = std::min(scaled_length(context, 560), viewport.Size.x * 0.94f);
    const float height = std::min(scaled_length(context, 1210), viewport.Size.y * 0.94f);
    const float middle = std::clamp(0.5f * (area.from.x + area.to.x), 0.5f * width,
                                    std::max(viewport.Size.x - 0.5f * width, 0.5f * width));
    ImGui::SetNextWindowPos({middle, viewport.Pos.y + 0.5f * viewport.Size.y}, ImGuiCond_Appearing,
                            {0.5f, 0.5f});
    ImGui::SetNextWindowSize({width, height}, ImGuiCond_Appearing);
    bool open = true;
    if (ImGui::Begin("Help", &open,
                     ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings)) {
        if (button("Take the tour", "What the program does, in a minute; Esc ends it (T).",
                   -FLT_MIN))
            context.commands.push_back(Action::start_tour);
        what_you_see(context.settings.workload);
        heading("Mouse");
        mouse_table(context);
        heading("Keys");
        keys_table(context);
    }
    ImGui::End();
    if (!open) context.commands.push_back(Action::toggle_help);
}

}  // namespace mariani::app
