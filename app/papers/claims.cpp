#include "app/papers/claim_parts.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace mariani::app {
namespace {

constexpr std::array all_papers{
    PaperText{Paper::modeling, "modeling",
              "Modeling GPU Dynamic Parallelism for Self Similar Density Workloads",
              "Quezada, Navarro, Romero, Aguilera; 2022"},
    PaperText{Paper::textbook, "textbook",
              "CUDA dynamic parallelism: Programming Massively Parallel Processors, chapter 13",
              "Gómez-Luna, El Hajj; third edition, 2017"},
    PaperText{Paper::triangle, "triangle",
              "GPU maps for the space of computation in triangular domain problems",
              "Navarro, Hitschfeld; 2014"},
    PaperText{Paper::fractals, "fractals", "Accelerating Compact Fractals with Tensor Core GPUs",
              "Quezada, Navarro; technical report, 2021"}};

}  // namespace

std::span<const PaperText> papers() {
    return all_papers;
}

const PaperText& text_of(Paper paper) {
    return *std::ranges::find(all_papers, paper, &PaperText::paper);
}

const std::vector<Claim>& all_claims() {
    static const std::vector<Claim> all = [] {
        std::vector<Claim> claims;
        for (const auto list : {modeling_measurements, modeling_overhead, modeling_formulas,
                                modeling_tables, textbook_claims, triangle_claims, fractals_claims})
            std::ranges::move(list(), std::back_inserter(claims));
        return claims;
    }();
    return all;
}

}  // namespace mariani::app
