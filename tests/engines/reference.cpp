#include "tests/engines/reference.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace mariani::reference {
namespace {

template <typename T>
struct Point {
    T re;
    T im;
};

template <typename T>
Point<T> point(const FramePlan& plan, int x, int y) {
    const double step = plan.view.height.nearest() / plan.image.height;
    const T pitch = static_cast<T>(step);
    const T origin_re =
        static_cast<T>(plan.view.centre.re.nearest() - (plan.image.width / 2.0 - 0.5) * step);
    const T origin_im =
        static_cast<T>(plan.view.centre.im.nearest() + (plan.image.height / 2.0 - 0.5) * step);
    return {std::fma(static_cast<T>(x), pitch, origin_re),
            std::fma(static_cast<T>(-y), pitch, origin_im)};
}

// Where a pixel's orbit begins, and its c.
template <typename T>
struct Start {
    Point<T> z;
    Point<T> c;
};

template <typename T>
Start<T> start(const FramePlan& plan, int x, int y) {
    const auto z = point<T>(plan, x, y);
    if (!plan.view.julia) return {z, z};
    const auto& [re, im] = *plan.view.julia;
    return {z, {static_cast<T>(re.nearest()), static_cast<T>(im.nearest())}};
}

template <typename T>
bool within(Point<T> z, T norm) {
    return std::fma(z.re, z.re, z.im * z.im) < norm;
}

template <typename T>
Point<T> next(Point<T> z, Point<T> c) {
    return {std::fma(z.re, z.re, std::fma(-z.im, z.im, c.re)), std::fma(z.re + z.re, z.im, c.im)};
}

template <typename T>
std::uint32_t dwell_of(Start<T> start, std::uint32_t limit) {
    auto [z, c] = start;
    std::uint32_t steps = 0;
    for (; steps < limit && within(z, T(4)); ++steps) z = next(z, c);
    return steps;
}

template <typename T>
double fraction_of(Start<T> start, std::uint32_t limit) {
    const std::uint32_t dwell = dwell_of(start, limit);
    if (dwell == limit) return 0;
    auto [z, c] = start;
    std::uint32_t steps = 0;
    for (; within(z, T(1e12)); ++steps) z = next(z, c);
    const double modulus = std::hypot(static_cast<double>(z.re), static_cast<double>(z.im));
    return steps + 1 - std::log2(std::log2(modulus)) - dwell;
}

// The dwell of z = 0 in a Julia set's plane.
std::uint32_t critical_dwell(const FramePlan& plan) {
    const auto& [re, im] = *plan.view.julia;
    if (plan.precision == Precision::f64)
        return dwell_of(Start<double>{{0, 0}, {re.nearest(), im.nearest()}}, plan.dwell_limit);
    const Point<float> c{static_cast<float>(re.nearest()), static_cast<float>(im.nearest())};
    return dwell_of(Start<float>{{0, 0}, c}, plan.dwell_limit);
}

// The pixel's point as represented in the plan's precision.
Point<double> centre(const FramePlan& plan, int x, int y) {
    if (plan.precision == Precision::f64) return point<double>(plan, x, y);
    const auto c = point<float>(plan, x, y);
    return {c.re, c.im};
}

template <typename Body>
void for_border(PixelRect rect, const Body& body) {
    const int right = rect.x + rect.width - 1, bottom = rect.y + rect.height - 1;
    for (int y = rect.y; y <= bottom; ++y)
        for (int x = rect.x; x <= right; ++x)
            if (x == rect.x || x == right || y == rect.y || y == bottom) body(x, y);
}

// Whether all points of a border are in a component.
struct Membership {
    bool all = true, some_is_out = false;

    // For a point that is inside if `excess` is negative; rounding may change it by `error`.
    void take(long double excess, long double error) {
        all = all && excess < -error;
        some_is_out = some_is_out || excess > error;
    }
};

// A recursion over regions that marks the iterated pixels.
class Recursion {
  public:
    Recursion(const FramePlan& plan, std::vector<std::uint32_t> truth)
        : plan_(plan),
          part_(plan.part),
          truth_(std::move(truth)),
          dwells_(truth_.size(), 0xFFFFFFFF),
          iterated_(truth_.size(), false) {}

    Subdivided run() {
        const auto g = plan_.subdivision.g;
        visit_all(0, g, within(part_.x, part_.width, plan_.image.width),
                  within(part_.y, part_.height, plan_.image.height));
        std::sort(regions_.begin(), regions_.end(), [](const Region& a, const Region& b) {
            return std::tuple(a.level, a.rect.y, a.rect.x) <
                   std::tuple(b.level, b.rect.y, b.rect.x);
        });
        return {dwells_, regions_, certain_};
    }

  private:
    std::size_t index(int x, int y) const {
        return static_cast<std::size_t>(y - part_.y) * static_cast<std::size_t>(part_.width) +
               static_cast<std::size_t>(x - part_.x);
    }

    std::uint64_t iterate(int x, int y) {
        const auto at = index(x, y);
        if (iterated_[at]) return 0;
        iterated_[at] = true;
        dwells_[at] = truth_[at];
        return truth_[at];
    }

    struct Cells {
        std::int64_t begin;
        std::int64_t end;
    };

    // The first lattice's cells that lie between two pixels of an axis.
    Cells within(int begin, int size, int length) const {
        const std::int64_t g = plan_.subdivision.g;
        Cells cells{0, g};
        while (cut(cells.begin, length, g) < begin) ++cells.begin;
        while (cut(cells.end, length, g) > begin + size) --cells.end;
        return cells;
    }

    void visit_all(int level, std::int64_t lattice, Cells columns, Cells rows) {
        const auto is_empty = [&](std::int64_t i, int length) {
            return cut(i, length, lattice) == cut(i + 1, length, lattice);
        };
        for (std::int64_t iy = rows.begin; iy < rows.end; ++iy) {
            if (is_empty(iy, plan_.image.height)) continue;
            for (std::int64_t ix = columns.begin; ix < columns.end; ++ix)
                if (!is_empty(ix, plan_.image.width)) visit(level, lattice, ix, iy);
        }
    }

    static int cut(std::int64_t i, int length, std::int64_t lattice) {
        return static_cast<int>(i * length / lattice);
    }

    void visit(int level, std::int64_t lattice, std::int64_t ix, std::int64_t iy) {
        const auto& [width, height] = plan_.image;
        const int left = cut(ix, width, lattice), right = cut(ix + 1, width, lattice);
        const int top = cut(iy, height, lattice), bottom = cut(iy + 1, height, lattice);
        Region region{{left, top, right - left, bottom - top}, 0xFFFFFFFF,   0, 0,
                      static_cast<std::uint8_t>(level),        Outcome::leaf};
        walk_border(region);
        const std::int64_t r = plan_.subdivision.r;
        if (is_filled(region)) {
            region.outcome = Outcome::filled;
            for_inside(region.rect,
                       [&](int x, int y) { dwells_[index(x, y)] = region.border_min; });
        } else if (std::max(width, height) > lattice * r * plan_.subdivision.B) {
            region.outcome = Outcome::subdivided;
        } else {
            for_inside(region.rect, [&](int x, int y) { region.iterations += iterate(x, y); });
        }
        regions_.push_back(region);
        if (region.outcome != Outcome::subdivided) return;
        visit_all(level + 1, lattice * r, {ix * r, (ix + 1) * r}, {iy * r, (iy + 1) * r});
    }

    template <typename Body>
    void for_inside(PixelRect rect, const Body& body) const {
        for (int y = rect.y + 1; y < rect.y + rect.height - 1; ++y)
            for (int x = rect.x + 1; x < rect.x + rect.width - 1; ++x) body(x, y);
    }

    void walk_border(Region& region) {
        for_border(region.rect, [&](int x, int y) {
            region.iterations += iterate(x, y);
            region.border_min = std::min(region.border_min, truth_[index(x, y)]);
            region.border_max = std::max(region.border_max, truth_[index(x, y)]);
        });
    }

    bool is_filled(const Region& region) {
        if (region.border_min != region.border_max) return false;
        const bool safe_only = plan_.fill == FillRule::safe;
        if (region.border_min < plan_.dwell_limit)
            return plan_.fill != FillRule::interior && !encloses_zero(region.rect) &&
                   !(safe_only && may_hold_pieces(region.border_min));
        if (!safe_only) return true;
        if (plan_.view.julia) return false;
        const auto safe = in_one_component(plan_, region.rect);
        certain_ = certain_ && safe;
        return safe.value_or(false);
    }

    // Whether the points of a Julia set's plane that outlast this dwell are not one piece.
    bool may_hold_pieces(std::uint32_t dwell) const {
        if (!plan_.view.julia) return false;
        return dwell >= critical_dwell(plan_);
    }

    bool encloses_zero(PixelRect rect) const {
        const auto top_left = centre(plan_, rect.x, rect.y);
        const auto bottom_right = centre(plan_, rect.x + rect.width - 1, rect.y + rect.height - 1);
        return top_left.re <= 0 && bottom_right.re >= 0 && bottom_right.im <= 0 && top_left.im >= 0;
    }

    const FramePlan& plan_;
    PixelRect part_;
    std::vector<std::uint32_t> truth_;
    std::vector<std::uint32_t> dwells_;
    std::vector<bool> iterated_;
    std::vector<Region> regions_;
    bool certain_ = true;
};

}  // namespace

std::uint32_t dwell(const FramePlan& plan, int x, int y) {
    if (plan.precision == Precision::f32)
        return dwell_of(start<float>(plan, x, y), plan.dwell_limit);
    return dwell_of(start<double>(plan, x, y), plan.dwell_limit);
}

double fraction(const FramePlan& plan, int x, int y) {
    if (plan.precision == Precision::f32)
        return fraction_of(start<float>(plan, x, y), plan.dwell_limit);
    return fraction_of(start<double>(plan, x, y), plan.dwell_limit);
}

std::vector<std::uint32_t> exhaustive(const FramePlan& plan) {
    std::vector<std::uint32_t> dwells;
    const auto& [left, top, width, height] = plan.part;
    for (int y = top; y < top + height; ++y)
        for (int x = left; x < left + width; ++x) dwells.push_back(dwell(plan, x, y));
    return dwells;
}

// The cardioid is where q (q + x) < y^2 / 4 with x = Re c - 1/4, y = Im c and q = x^2 + y^2.
std::optional<bool> in_one_component(const FramePlan& plan, PixelRect rect) {
    const bool single = plan.precision == Precision::f32;
    const long double epsilon = single ? 0x1p-23L : 0x1p-52L;
    const long double smallest = single ? 1e-36L : 1e-306L;
    Membership cardioid, bulb;
    for_border(rect, [&](int x, int y) {
        const auto c = centre(plan, x, y);
        const long double re = c.re - 0.25L, im = c.im, q = re * re + im * im;
        const long double quarter = im * im / 4;
        cardioid.take(q * (q + re) - quarter,
                      100 * epsilon * (q * (q + std::abs(re)) + quarter) + smallest);
        const long double distance = (c.re + 1.0L) * (c.re + 1.0L) + im * im;
        bulb.take(distance - 0.0625L, 100 * epsilon * (distance + 0.0625L));
    });
    if (cardioid.all || bulb.all) return true;
    if (cardioid.some_is_out && bulb.some_is_out) return false;
    return std::nullopt;
}

Subdivided subdivided(const FramePlan& plan) {
    return subdivided(plan, exhaustive(plan));
}

Subdivided subdivided(const FramePlan& plan, std::vector<std::uint32_t> truth) {
    return Recursion(plan, std::move(truth)).run();
}

}  // namespace mariani::reference
