// The cost model of subdivision: "Modeling GPU Dynamic Parallelism for Self Similar Density
// Workloads" (Quezada, Navarro, Romero, Aguilera), section 4, Eqs. 1-25. Pure functions.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mariani {

// One unit of work is one iteration of one pixel, or one pixel written by a fill; one unit of time
// is what a core takes for it.
struct CostParams {
    double n = 1024;      // side of the picture in pixels
    double g = 4;         // initial subdivision
    double r = 2;         // recurrent subdivision
    double B = 32;        // stopping size in pixels
    double P = 0.7;       // probability that a region is subdivided
    double lambda = 100;  // a subdivision costs lambda A
    double A = 512;       // iterations of a pixel
    double q = 128;       // multiprocessors (on the cpu: threads)
    double c = 64;        // cores of each (on the cpu: lanes)
    bool operator==(const CostParams&) const = default;
};

// The parameters by name, in the order in which they are written.
using CostParam = double CostParams::*;
struct CostParamName {
    std::string_view name;
    CostParam value;
    std::string_view description;
};
std::span<const CostParamName> cost_param_names();

// Why the model does not apply; nullopt if it does: all values are finite, n, g, B, A, q and c
// positive, r > 1, 0 <= P <= 1, lambda >= 0, g B <= n and tau >= 1.
std::optional<std::string> why_invalid(const CostParams& params);

// tau = floor(log_r(n / (g B))): the number of levels (section 4.2.1).
int subdivision_depth(const CostParams& params);

// The terms of a sum of Eqs. 20, 23 and 25.
struct CostTerms {
    double border = 0;       // Q: the query along a region's border
    double subdivision = 0;  // S: lambda A for each subdivided region
    double fill = 0;         // T: a pixel written for each pixel filled
    double leaves = 0;       // L: the pixels of the last level
    double total() const { return border + subdivision + fill + leaves; }
    CostTerms& operator+=(const CostTerms& other);
};

// The expected cost of one level, over all of its regions.
struct LevelCost {
    double regions = 0;  // E|G_i|, Eq. 11
    CostTerms work;      // Eqs. 12, 14 and 19
    CostTerms time_sbr;  // Eq. 23
    CostTerms time_mbr;  // a reading of the prose around Eq. 24, which the text at hand lacks
};

struct Cost {
    double work_ex = 0;             // Eqs. 1 and 2
    double time_ex = 0;             // Eq. 22
    std::vector<LevelCost> levels;  // 0 to tau - 1, the last one without subdivision
    LevelCost total;                // `regions`: of all levels

    double omega() const { return work_ex / total.work.total(); }            // Eq. 21
    double speedup_sbr() const { return time_ex / total.time_sbr.total(); }  // S of section 4.3.3
    double speedup_mbr() const { return time_ex / total.time_mbr.total(); }
};

// With P on every level. Throws std::invalid_argument with the refusal if there is one.
Cost cost_of(const CostParams& params);

// With a probability for each level but the last, which determines tau; P and B are ignored (Eq.
// 16). Throws like the above.
Cost cost_of(const CostParams& params, std::span<const double> probabilities);

// What {g, r, B} are optimised for.
enum class CostGoal { omega, speedup_sbr, speedup_mbr };
inline constexpr std::array cost_goals{CostGoal::omega, CostGoal::speedup_sbr,
                                       CostGoal::speedup_mbr};
double gain(const Cost& cost, CostGoal goal);

// The {g, r, B} of {2, 4, 8 ... 1024}^3 with the highest gain, the smallest g, r and B among
// equals; nullopt if the model applies to none of them. One of g, r and B may be `kept` as it is.
std::optional<CostParams> optimum(const CostParams& params, CostGoal goal,
                                  double CostParams::*kept = nullptr);

}  // namespace mariani
