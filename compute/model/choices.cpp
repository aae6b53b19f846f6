#include "compute/model/choices.hpp"

namespace mariani {

template <>
std::string_view automatic_description<EngineKind>() {
    return "Chooses Ex or ASK for each view from the cost of recent frames; on the GPU ASK in WPR, "
           "with the g and r that suit the picture's size.";
}

template <>
std::string_view automatic_description<Scheme>() {
    return "WPR where the engine is auto on the GPU, else SBR.";
}

template <>
std::string_view automatic_description<Backend>() {
    return "CUDA where a device can run it, else the CPU.";
}

template <>
std::string_view automatic_description<Precision>() {
    return "f32 while its digits separate neighbouring pixels with a margin, then f64, then deltas "
           "with the least range that the height needs.";
}

template <>
std::span<const Choice<EngineKind>> choices<EngineKind>() {
    static constexpr std::array<Choice<EngineKind>, 3> all{{
        {EngineKind::ex, "ex", "Ex",
         "Exhaustive: iterates every pixel; the truth the others are checked against."},
        {EngineKind::dp, "dp", "DP",
         "Dynamic parallelism: each subdivided region launches its children itself."},
        {EngineKind::ask, "ask", "ASK",
         "Adaptive serial kernels: one launch per level over an offset lookup table (OLT)."},
    }};
    return all;
}

template <>
std::span<const Choice<Scheme>> choices<Scheme>() {
    static constexpr std::array<Choice<Scheme>, 3> all{{
        {Scheme::sbr, "sbr", "SBR",
         "Single block per region: one block (on the cpu one thread) does all of a region."},
        {Scheme::mbr, "mbr", "MBR",
         "Multiple blocks per region: a region's fill and leaf pixels are spread over blocks "
         "(threads)."},
        {Scheme::wpr, "wpr", "WPR",
         "Warp per region: ours, not the papers', for ASK. On the GPU a warp does all of a region, "
         "and no pixel is iterated twice."},
    }};
    return all;
}

template <>
std::span<const Choice<Backend>> choices<Backend>() {
    static constexpr std::array<Choice<Backend>, 2> all{{
        {Backend::cuda, "cuda", "CUDA", "The engines on an NVIDIA GPU."},
        {Backend::cpu, "cpu", "CPU", "The same engines on the processor's cores, with SIMD."},
    }};
    return all;
}

template <>
std::span<const Choice<Precision>> choices<Precision>() {
    static constexpr std::array<Choice<Precision>, 6> all{{
        {Precision::f32, "f32", "f32",
         "Single precision: twice as fast, for views that are not deep."},
        {Precision::f64, "f64", "f64",
         "Double precision: for views down to a height of about 1e-12."},
        {Precision::deltas, "deltas", "deltas",
         "Each pixel as its difference from a reference orbit, in double precision: down to "
         "heights of about 1e-290."},
        {Precision::scaled, "scaled", "scaled",
         "Deltas in double precision with an exponent of their own: at any depth."},
        {Precision::double_double, "double-double", "dd",
         "Deltas of two doubles each: proves what the ones above leave open, at a tenth of their "
         "speed."},
        {Precision::many_digits, "mpfr", "MPFR",
         "Each pixel's own orbit in as many digits as it takes: by far the slowest."},
    }};
    return all;
}

template <>
std::span<const Choice<FillRule>> choices<FillRule>() {
    static constexpr std::array<Choice<FillRule>, 3> all{{
        {FillRule::uniform, "uniform", "uniform",
         "Any region with a uniform border is filled: the papers' rule."},
        {FillRule::interior, "interior", "interior",
         "Only regions whose border is all inside are filled."},
        {FillRule::safe, "safe", "safe",
         "Fills uniform borders outside the set, and inside only where cardioid or bulb hold the "
         "whole border."},
    }};
    return all;
}

template <>
std::span<const Choice<Quality>> choices<Quality>() {
    static constexpr std::array<Choice<Quality>, 2> all{{
        {Quality::proven, "proven", "proven",
         "Every dwell carries a proof, and is computed again in more digits where that fails."},
        {Quality::preview, "preview", "preview",
         "Longer jumps, of a tolerance of 2^-24, and no proof: faster, and most dwells are right."},
    }};
    return all;
}

}  // namespace mariani
