#include "app/measure/plots/sweep_pictures.hpp"

#include "app/measure/plots/canvas.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
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

    Canvas draw(const std::string& title) {
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
        canvas_ =
            Canvas({width, head + static_cast<int>(table_.panels.size()) * panel}, page::paper);
        canvas_.text(text_, map_margin, map_margin, title, page::ink);
        canvas_.text(text_, map_margin, map_margin + line, best_text(), page::ink);
        if (engines_.empty())
            draw_scale(map_margin + 2 * line);
        else
            draw_legend(map_margin + 2 * line);
        int y = head;
        for (const auto& [r, cells] : table_.panels) {
            draw_panel(r, cells, y);
            y += panel;
        }
        return std::move(canvas_);
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
            canvas_.fill({x, y, side, side}, each.colour);
            canvas_.text(text_, x + side + legend_gap, y, each.label, page::ink);
            x += side + legend_gap + text_.width_of(each.label) + map_margin;
        }
    }

    void draw_scale(int y) {
        for (int i = 0; i < scale_steps; ++i)
            canvas_.fill({map_margin + i, y, 1, text_.height()},
                         colour_on_ramp(palette_, (i + 0.5) / scale_steps));
        canvas_.text(
            text_, map_margin + scale_steps + 8, y,
            fmt::format("{} to {} x as fast as Ex", gain_text(scale_.min), gain_text(scale_.max)),
            page::ink);
    }

    void draw_panel(int r, const std::map<std::pair<int, int>, const SweepRow*>& cells, int top) {
        const int line = text_.height() + 4;
        canvas_.text(text_, map_margin, top, fmt::format("r = {}", r), page::ink);
        top += line;
        const auto rows = static_cast<int>(table_.B.size());
        for (int row = 0; row < rows; ++row) {
            const int B = table_.B[static_cast<std::size_t>(rows - 1 - row)];
            const int y = top + row * cell_height;
            const auto label = fmt::format("{}{}", row == 0 ? "B " : "", B);
            canvas_.text(text_, left_ - 8 - text_.width_of(label),
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
            canvas_.text(text_, x + (cell_width - text_.width_of(label)) / 2,
                         top + rows * cell_height + 4, label, page::ink);
        }
    }

    void draw_cell(const SweepRow* row, PixelRect rect) {
        const PixelRect within{rect.x, rect.y, rect.width - 1, rect.height - 1};
        const Rgb8 ground = row ? colour_of(*row) : page::groove;
        canvas_.fill(within, ground);
        const auto label = row ? gain_text(row->speedup()) : std::string("-");
        canvas_.text(text_, rect.x + (rect.width - text_.width_of(label)) / 2,
                     rect.y + (rect.height - text_.height()) / 2, label,
                     row ? ink_on(ground) : page::faint);
        if (row != table_.best) return;
        canvas_.outline(within, 3, page::white);
        canvas_.outline(within, 2, page::bound);
    }

    const Landscape table_;
    const GainScale scale_;
    const render::Palette& palette_;
    const std::vector<EngineColour> engines_;  // in the order of their rows
    Lettering text_;
    Canvas canvas_{{1, 1}, page::paper};
    int left_ = 0;  // of the cells
};

using render::Rgb8;

constexpr int plot_margin = 18, plot_gap = 24, plot_width = 400, plot_height = 230,
              labels_width = 40;

struct Style {
    EngineKind engine;
    Scheme scheme;
    Rgb8 colour;
};

constexpr std::array<Style, 6> styles{{{EngineKind::dp, Scheme::sbr, role::series[1]},
                                       {EngineKind::dp, Scheme::mbr, role::series[5]},
                                       {EngineKind::ask, Scheme::sbr, role::series[0]},
                                       {EngineKind::ask, Scheme::mbr, role::series[2]},
                                       {EngineKind::ask, Scheme::wpr, role::series[3]},
                                       {EngineKind::dp, Scheme::wpr, role::last_series}}};

Rgb8 colour_of(const GainCurve& curve) {
    for (const Style& style : styles)
        if (style.engine == curve.engine && style.scheme == curve.scheme) return style.colour;
    return page::ink;
}

std::string label_of(const GainCurve& curve) {
    return fmt::format("{}-{}", choice_of(curve.engine).label, choice_of(curve.scheme).label);
}

struct Span {
    double min = 1, max = 1;
    void take(double value) {
        min = std::min(min, value);
        max = std::max(max, value);
    }
};

// The position of values: both axes are log2.
struct Axes {
    PixelRect plot;
    Span x;
    int low = 0, high = 1;  // powers of two upwards

    Canvas::Point at(double value, double gain) const {
        const double right = std::log(value / x.min) / std::log(x.max / x.min);
        const double up = (std::log2(gain) - low) / (high - low);
        // Insets the outermost lines, so that marks on them are drawn whole.
        return {plot.x + 8 + right * (plot.width - 16), plot.y + 8 + (1 - up) * (plot.height - 16)};
    }
};

Axes axes_of(const GainChart& chart, PixelRect plot) {
    constexpr int lowest = -6;  // more than 64 times slower than Ex needs no room
    const double first = chart.curves.front().points.front().x;
    Axes axes{plot, {first, first}};
    Span gain;
    for (const GainCurve& curve : chart.curves)
        for (const GainPoint& point : curve.points) {
            axes.x.take(point.x);
            gain.take(point.gain.median);
            if (point.predicted) gain.take(*point.predicted);
        }
    axes.low = std::max(lowest, static_cast<int>(std::floor(std::log2(gain.min))));
    axes.high = std::max(axes.low + 2, static_cast<int>(std::ceil(std::log2(gain.max) - 1e-9)));
    return axes;
}

std::string power_text(int power) {
    return power < 0 ? fmt::format("1/{}", 1 << -power) : std::to_string(1 << power);
}

class GainPainter {
  public:
    explicit GainPainter(const std::vector<GainChart>& charts) : charts_(charts) {}

    Canvas draw(const std::string& title) {
        const int columns = std::min<int>(2, static_cast<int>(charts_.size()));
        const int rows = (static_cast<int>(charts_.size()) + 1) / 2;
        const int line = text_.height() + 4;
        const int head = plot_margin + 2 * line + 10;
        const int wide = labels_width + plot_width + plot_gap,
                  high = plot_height + 2 * line + plot_gap;
        const int width = std::max(2 * plot_margin + columns * wide - plot_gap,
                                   2 * plot_margin + text_.width_of(title));
        canvas_ = Canvas({width, head + rows * high}, page::paper);
        canvas_.text(text_, plot_margin, plot_margin, title, page::ink);
        draw_legend(plot_margin + line);
        for (std::size_t i = 0; i < charts_.size(); ++i)
            draw_chart(charts_[i],
                       {plot_margin + static_cast<int>(i % 2) * wide + labels_width,
                        head + static_cast<int>(i / 2) * high + line, plot_width, plot_height});
        return std::move(canvas_);
    }

  private:
    void draw_legend(int y) {
        std::set<std::pair<EngineKind, Scheme>> known;
        int x = plot_margin;
        bool predicted = false;
        const double middle = y + 0.5 * text_.height();
        const auto entry = [&](const std::string& label, const Canvas::Pen& pen) {
            canvas_.line(whole(canvas_.size()), {{x + 0.5, middle}, {x + 23.5, middle}}, pen);
            canvas_.text(text_, x + 30, y, label, page::ink);
            x += 30 + text_.width_of(label) + 20;
        };
        for (const GainChart& chart : charts_)
            for (const GainCurve& curve : chart.curves) {
                for (const GainPoint& point : curve.points)
                    predicted |= point.predicted.has_value();
                if (known.insert({curve.engine, curve.scheme}).second)
                    entry(label_of(curve), {colour_of(curve), 2.5});
            }
        if (predicted) entry("the model", {page::faint, 2, 5});
    }

    void draw_chart(const GainChart& chart, PixelRect plot) {
        const Axes axes = axes_of(chart, plot);
        canvas_.text(text_, plot.x, plot.y - text_.height() - 4,
                     fmt::format("S (times as fast as Ex) against {}", chart.name), page::ink);
        canvas_.fill(plot, page::white);
        draw_grid(chart, axes);
        for (const GainCurve& curve : chart.curves) draw_predicted(curve, axes);
        for (const GainCurve& curve : chart.curves) draw_measured(curve, axes);
        canvas_.outline(plot, 1, page::faint);
    }

    void draw_grid(const GainChart& chart, const Axes& axes) {
        const PixelRect plot = axes.plot;
        for (int power = axes.low; power <= axes.high; ++power) {
            const int y = static_cast<int>(axes.at(axes.x.min, std::exp2(power)).y);
            canvas_.fill({plot.x, y, plot.width, 1}, power == 0 ? page::even : page::groove);
            const auto label = power_text(power);
            canvas_.text(text_, plot.x - 6 - text_.width_of(label), y - text_.height() / 2, label,
                         page::ink);
        }
        std::set<double> values;
        for (const GainCurve& curve : chart.curves)
            for (const GainPoint& point : curve.points) values.insert(point.x);
        int free_from = plot.x - labels_width;
        for (const double value : values) {
            const int x = static_cast<int>(axes.at(value, 1).x);
            canvas_.fill({x, plot.y, 1, plot.height}, page::groove);
            const auto label = fmt::format("{:.0f}", value);
            const int left = x - text_.width_of(label) / 2;
            if (left < free_from) continue;
            canvas_.text(text_, left, plot.y + plot.height + 4, label, page::ink);
            free_from = left + text_.width_of(label) + 8;
        }
    }

    // Broken where the model says nothing.
    void draw_predicted(const GainCurve& curve, const Axes& axes) {
        std::vector<Canvas::Point> points;
        const auto end = [&] {
            canvas_.line(axes.plot, std::exchange(points, {}), {colour_of(curve), 1.5, 5});
        };
        for (const GainPoint& point : curve.points) {
            if (!point.predicted)
                end();
            else
                points.push_back(axes.at(point.x, *point.predicted));
        }
        end();
    }

    void draw_measured(const GainCurve& curve, const Axes& axes) {
        const Rgb8 colour = colour_of(curve);
        std::vector<Canvas::Point> medians;
        for (const GainPoint& point : curve.points) {
            medians.push_back(axes.at(point.x, point.gain.median));
            canvas_.line(axes.plot,
                         {axes.at(point.x, point.gain.min), axes.at(point.x, point.gain.max)},
                         {colour, 1});
        }
        canvas_.line(axes.plot, medians, {colour, 2});
        for (const Canvas::Point& at : medians) canvas_.dot(axes.plot, at, 3.5, colour);
    }

    const std::vector<GainChart>& charts_;
    Lettering text_;
    Canvas canvas_{{1, 1}, page::paper};
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

Canvas draw_heat_map(const std::vector<SweepRow>& rows, const std::string& title,
                     const render::Palette& palette) {
    return HeatMapPainter(drawable_landscape(rows), gain_scale(rows), palette).draw(title);
}

Canvas draw_fastest_engines(const std::vector<SweptEngine>& engines, const std::string& title,
                            const render::Palette& palette) {
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

Canvas draw_gain_curves(const std::vector<GainChart>& charts, const std::string& title) {
    return GainPainter(charts).draw(title);
}

}  // namespace mariani::app
