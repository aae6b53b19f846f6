#include "app/measure/plots/heat_map.hpp"

#include "app/measure/plots/drawing.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using render::Rgb8;

constexpr int cell_width = 52, cell_height = 26, map_margin = 18, map_gap = 26;
constexpr int scale_steps = 160, legend_gap = 8;

std::string gain_text(double gain) {
    if (gain >= 100) return fmt::format("{:.0f}", gain);
    return gain >= 10 ? fmt::format("{:.1f}", gain) : fmt::format("{:.2f}", gain);
}

// An engine among several, whose rows end here.
struct EngineColour {
    std::string label;
    const SweepRow* end;
    Rgb8 colour;
};

class HeatMapPainter {
  public:
    // Without engines, colours tell gains.
    HeatMapPainter(Landscape table, GainScale scale, const render::Palette& palette,
                   std::vector<EngineColour> engines = {})
        : table_(std::move(table)),
          scale_(scale),
          palette_(palette),
          engines_(std::move(engines)) {}

    render::Image draw(const std::string& title) {
        const auto columns = static_cast<int>(table_.g.size());
        const int line = text_.height() + 4;
        left_ = map_margin + text_.width_of("B 65536") + 8;
        const int best_width = text_.width_of(best_text());
        const int width =
            std::max({left_ + columns * cell_width + map_margin,
                      2 * map_margin + text_.width_of(title), 2 * map_margin + best_width,
                      left_ + scale_steps + text_.width_of("0.001 to 1000 x") + map_margin,
                      map_margin + legend_width()});
        const int panel = static_cast<int>(table_.B.size()) * cell_height + map_gap + 2 * line;
        const int head = map_margin + 3 * line + 12;
        image_ = render::Image({width, head + static_cast<int>(table_.panels.size()) * panel},
                               render::PixelFormat::rgb);
        fill(image_, {0, 0, width, image_.size().height}, page::paper);
        text_.draw(image_, map_margin, map_margin, title, page::ink);
        text_.draw(image_, map_margin, map_margin + line, best_text(), page::ink);
        if (engines_.empty())
            draw_scale(map_margin + 2 * line);
        else
            draw_legend(map_margin + 2 * line);
        int y = head;
        for (const auto& [r, cells] : table_.panels) {
            draw_panel(r, cells, y);
            y += panel;
        }
        return std::move(image_);
    }

  private:
    std::string best_text() const {
        const auto& [g, r, B] = table_.best->cell.subdivision;
        const std::string engine = engines_.empty() ? "" : engine_of(*table_.best).label + ", ";
        return fmt::format("best: {}g {} r {} B {}, block {}x{}: {} x as fast as Ex, {:.3f} ms",
                           engine, g, r, B, table_.best->cell.block.width,
                           table_.best->cell.block.height, gain_text(table_.best->speedup()),
                           table_.best->ms.median);
    }

    const EngineColour& engine_of(const SweepRow& row) const {
        return *std::ranges::find_if(engines_,
                                     [&](const EngineColour& each) { return &row < each.end; });
    }

    Rgb8 colour_of(const SweepRow& row) const {
        if (!engines_.empty()) return engine_of(row).colour;
        return colour_on_ramp(palette_, scale_.place(row.speedup()));
    }

    int legend_width() const {
        int width = 0;
        for (const EngineColour& each : engines_)
            width += text_.height() + legend_gap + text_.width_of(each.label) + map_margin;
        return width;
    }

    void draw_legend(int y) {
        const int side = text_.height();
        int x = map_margin;
        for (const EngineColour& each : engines_) {
            fill(image_, {x, y, side, side}, each.colour);
            text_.draw(image_, x + side + legend_gap, y, each.label, page::ink);
            x += side + legend_gap + text_.width_of(each.label) + map_margin;
        }
    }

    void draw_scale(int y) {
        for (int i = 0; i < scale_steps; ++i)
            fill(image_, {map_margin + i, y, 1, text_.height()},
                 colour_on_ramp(palette_, (i + 0.5) / scale_steps));
        text_.draw(
            image_, map_margin + scale_steps + 8, y,
            fmt::format("{} to {} x as fast as Ex", gain_text(scale_.min), gain_text(scale_.max)),
            page::ink);
    }

    void draw_panel(int r, const std::map<std::pair<int, int>, const SweepRow*>& cells, int top) {
        const int line = text_.height() + 4;
        text_.draw(image_, map_margin, top, fmt::format("r = {}", r), page::ink);
        top += line;
        const auto rows = static_cast<int>(table_.B.size());
        for (int row = 0; row < rows; ++row) {
            const int B = table_.B[static_cast<std::size_t>(rows - 1 - row)];
            const int y = top + row * cell_height;
            const auto label = fmt::format("{}{}", row == 0 ? "B " : "", B);
            text_.draw(image_, left_ - 8 - text_.width_of(label),
                       y + (cell_height - text_.height()) / 2, label, page::ink);
            for (std::size_t column = 0; column < table_.g.size(); ++column) {
                const auto found = cells.find({table_.g[column], B});
                draw_cell(
                    found == cells.end() ? nullptr : found->second,
                    {left_ + static_cast<int>(column) * cell_width, y, cell_width, cell_height});
            }
        }
        for (std::size_t column = 0; column < table_.g.size(); ++column) {
            const auto label = fmt::format("{}{}", column == 0 ? "g " : "", table_.g[column]);
            const int x = left_ + static_cast<int>(column) * cell_width;
            text_.draw(image_, x + (cell_width - text_.width_of(label)) / 2,
                       top + rows * cell_height + 4, label, page::ink);
        }
    }

    void draw_cell(const SweepRow* row, PixelRect rect) {
        const PixelRect within{rect.x, rect.y, rect.width - 1, rect.height - 1};
        const Rgb8 ground = row ? colour_of(*row) : page::groove;
        fill(image_, within, ground);
        const auto label = row ? gain_text(row->speedup()) : std::string("-");
        text_.draw(image_, rect.x + (rect.width - text_.width_of(label)) / 2,
                   rect.y + (rect.height - text_.height()) / 2, label,
                   row ? ink_on(ground) : page::faint);
        if (row != table_.best) return;
        outline(image_, within, 3, page::white);
        outline(image_, within, 2, page::bound);
    }

    const Landscape table_;
    const GainScale scale_;
    const render::Palette& palette_;
    const std::vector<EngineColour> engines_;  // in the order of their rows
    TextStamp text_;
    render::Image image_;
    int left_ = 0;  // of the cells
};

// Throws if a picture would be too large: rows of several sweeps may share few values.
Landscape drawable_landscape(const std::vector<SweepRow>& rows) {
    Landscape table = landscape_of(rows);
    constexpr std::size_t max_squares = 100'000;
    if (saturated_product({table.g.size(), table.B.size(), table.panels.size()}) > max_squares)
        throw std::runtime_error(fmt::format(
            "no heat map: {} values of g, {} of B and {} of r make more than {} squares: sweep to "
            "another file with fewer values",
            table.g.size(), table.B.size(), table.panels.size(), max_squares));
    return table;
}

}  // namespace

render::Image draw_heat_map(const std::vector<SweepRow>& rows, const std::string& title,
                            const render::Palette& palette) {
    return HeatMapPainter(drawable_landscape(rows), gain_scale(rows), palette).draw(title);
}

render::Image draw_fastest_engines(const std::vector<SweptEngine>& engines,
                                   const std::string& title, const render::Palette& palette) {
    std::vector<SweepRow> rows;
    for (const SweptEngine& each : engines)
        rows.insert(rows.end(), each.rows.begin(), each.rows.end());
    std::vector<double> ex_ms;
    for (const SweepRow& row : rows) ex_ms.push_back(row.ex_ms);
    const double common = spread_of(std::move(ex_ms)).median;
    for (SweepRow& row : rows) row.ex_ms = common;
    std::vector<EngineColour> colours;
    const SweepRow* end = rows.data();
    for (const SweptEngine& each : engines) {
        end += each.rows.size();
        const double place =
            (static_cast<double>(colours.size()) + 0.5) / static_cast<double>(engines.size());
        colours.push_back({each.label, end, colour_on_ramp(palette, place)});
    }
    return HeatMapPainter(drawable_landscape(rows), gain_scale(rows), palette, std::move(colours))
        .draw(title);
}

}  // namespace mariani::app
