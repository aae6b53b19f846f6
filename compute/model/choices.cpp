#include "compute/model/choices.hpp"

namespace mariani {

template <>
std::string_view automatic_description<EngineKind>() {
    return "Chooses Ex or ASK for each view by the cost of recent frames. On the GPU, ASK runs in "
           "WPR, with g and r that suit the picture's size.";
}

template <>
std::string_view automatic_description<Scheme>() {
    return "WPR if the engine is auto on the GPU, otherwise SBR.";
}

template <>
std::string_view automatic_description<Backend>() {
    return "CUDA if a device can run it, otherwise the CPU.";
}

template <>
std::string_view automatic_description<Precision>() {
    return "f32 while it separates neighbouring pixels with a margin, then f64, then deltas with "
           "the least range that the height needs.";
}

template <>
std::span<const Choice<EngineKind>> choices<EngineKind>() {
    static constexpr Choice<EngineKind> all[]{
        {EngineKind::ex, "ex", "Ex",
         "Exhaustive: iterates every pixel. The other engines are checked against it."},
        {EngineKind::dp, "dp", "DP",
         "Dynamic parallelism (DP): each subdivided region launches its own children."},
        {EngineKind::ask, "ask", "ASK",
         "Adaptive serial kernels (ASK): one launch per level over an offset lookup table (OLT)."},
    };
    return all;
}

template <>
std::span<const Choice<Scheme>> choices<Scheme>() {
    static constexpr Choice<Scheme> all[]{
        {Scheme::sbr, "sbr", "SBR",
         "Single block per region (SBR): one block, or one thread on the CPU, does all work of a "
         "region."},
        {Scheme::mbr, "mbr", "MBR",
         "Multiple blocks per region (MBR): a region's fill and leaf pixels are spread over "
         "blocks, or threads."},
        {Scheme::wpr, "wpr", "WPR",
         "Warp per region (WPR): ours, not the papers', for ASK. On the GPU a warp does all work "
         "of a region, and no pixel is iterated twice."},
    };
    return all;
}

template <>
std::span<const Choice<Backend>> choices<Backend>() {
    static constexpr Choice<Backend> all[]{
        {Backend::cuda, "cuda", "CUDA", "The engines on an NVIDIA GPU."},
        {Backend::cpu, "cpu", "CPU", "The same engines on the processor's cores, with SIMD."},
    };
    return all;
}

template <>
std::span<const Choice<Precision>> choices<Precision>() {
    static constexpr Choice<Precision> all[]{
        {Precision::f32, "f32", "f32", "Single precision: twice as fast, for shallow views."},
        {Precision::f64, "f64", "f64",
         "Double precision: for views down to a height of about 1e-12."},
        {Precision::deltas, "deltas", "deltas",
         "Each pixel as its difference from a reference orbit, in double precision: down to "
         "heights of about 1e-290."},
        {Precision::scaled, "scaled", "scaled",
         "Deltas in double precision with a separate exponent: at any depth."},
        {Precision::double_double, "double-double", "dd",
         "Deltas of two doubles each: proves what the methods above leave open, at a tenth of "
         "their speed."},
        {Precision::many_digits, "mpfr", "MPFR",
         "Each pixel's own orbit in as many digits as needed: by far the slowest."},
    };
    return all;
}

template <>
std::span<const Choice<FillRule>> choices<FillRule>() {
    static constexpr Choice<FillRule> all[]{
        {FillRule::uniform, "uniform", "uniform",
         "Any region with a uniform border is filled: the papers' rule."},
        {FillRule::interior, "interior", "interior",
         "Only regions whose border is all inside are filled."},
        {FillRule::safe, "safe", "safe",
         "Fills uniform borders outside the set; inside, only where the cardioid or a bulb "
         "contains the whole border."},
    };
    return all;
}

template <>
std::span<const Choice<Quality>> choices<Quality>() {
    static constexpr Choice<Quality> all[]{
        {Quality::proven, "proven", "proven",
         "Every dwell carries a proof; where that fails, it is recomputed with more digits."},
        {Quality::preview, "preview", "preview",
         "Longer jumps, with a tolerance of 2^-24, and no proof: faster, and most dwells are "
         "right."},
    };
    return all;
}

template <>
std::span<const Choice<Insertion>> choices<Insertion>() {
    static constexpr Choice<Insertion> all[]{
        {Insertion::per_region, "region", "per region",
         "One atomic per subdivided region, by its block, reserves entries for all of its "
         "children. The order of the list differs from run to run."},
        {Insertion::per_child, "child", "per child",
         "One atomic per child. The order of the list differs from run to run."},
        {Insertion::prefix_sum, "scan", "prefix sum",
         "No atomics: children are counted, a prefix sum gives each region its place, and a second "
         "pass writes them in the order of their parents, the same in every run."},
    };
    return all;
}

}  // namespace mariani
