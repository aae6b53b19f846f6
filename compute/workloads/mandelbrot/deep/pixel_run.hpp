// A list of pixels, one after the other: what lanes and devices do all at once.
#pragma once

#include "compute/workloads/mandelbrot/deep/number.hpp"
#include "compute/workloads/mandelbrot/deep/pixel.hpp"

#include <cstdint>
#include <span>
#include <stop_token>

namespace mariani::deep {

// The offsets of a part's pixels, which are numbered row by row. Owned elsewhere.
struct PixelOffsets {
    const ExactReal* columns;
    const ExactReal* rows;
    std::uint32_t width;  // as many columns
    MARIANI_HOST_DEVICE ExactComplex operator[](std::uint32_t pixel) const {
        return exact_complex(columns[pixel % width], rows[pixel / width]);
    }
};

// What is found of pixels by their offsets; some is missing after a stop request.
template <typename N>
struct PixelRun {
    const PixelTask<N>& task;
    Wanted wanted;
    std::span<const typename N::Complex> offsets;  // the c of each
    std::span<PixelResult> results;                // as many
    std::span<Escape> escapes;                     // as many, or none
    const std::stop_token& stop;
};

template <typename N, typename Proof, typename Derivative>
void run_as(const PixelRun<N>& run) {
    constexpr std::uint32_t turns_between_looks = 1024;
    for (std::size_t i = 0; i < run.offsets.size(); ++i) {
        PixelOrbit<N, Proof, Derivative> orbit(run.task, run.offsets[i]);
        while (!orbit.advance(turns_between_looks))
            if (run.stop.stop_requested()) return;
        run.results[i] = orbit.result();
        if (!run.escapes.empty()) run.escapes[i] = orbit.escape();
    }
}

template <typename N>
void run_one_by_one(const PixelRun<N>& run) {
    if (run.wanted.proof)
        run.wanted.slope ? run_as<N, Certificate<N>, Slope<N>>(run)
                         : run_as<N, Certificate<N>, NoSlope<N>>(run);
    else
        run.wanted.slope ? run_as<N, NoCertificate<N>, Slope<N>>(run)
                         : run_as<N, NoCertificate<N>, NoSlope<N>>(run);
}

}  // namespace mariani::deep
