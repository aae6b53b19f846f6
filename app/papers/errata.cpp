#include "app/papers/claim.hpp"

#include <utility>

namespace mariani::app {
namespace {

std::vector<Erratum> modeling_errata() {
    return {
        {Paper::modeling, "section 7.2, Eq. 33", "the product runs over q = 1 to d",
         "over q = 1 to d - 1, as in Eqs. 31 and 32; as printed, regions share numbers",
         "`reproduce modeling.canonical-order`"},
        {Paper::modeling, "section 4.3.2, Eqs. 24 and 25", "missing from the text at hand",
         "MBR's time is a reading of the prose around them", "`model --n 16384`"},
        {Paper::modeling, "section 6.2", "the landscapes are in Figure 6.2",
         "in Fig. 7; 6.2 is the section", "the text's own captions"},
        {Paper::modeling, "Table 1", "an A100 has 1.5 GB/s of memory bandwidth",
         "1.5 TB/s: the TITANs beside it are listed with 672 and 651.3 GB/s",
         "the other rows of the table"},
    };
}

std::vector<Erratum> textbook_errata() {
    return {
        {Paper::textbook, "13.4 to 13.6", "a thread waits for its children, and sees their writes",
         "from sm_90 on no thread can wait: a tail launch or the stream's next kernel sees them",
         "`check --workload curves --litmus`"},
        {Paper::textbook, "13.5", "launches nest 24 deep, by the hardware",
         "64 levels ran on an H200; no limit is stated any more", "`reproduce textbook.nesting`"},
        {Paper::textbook, "13.5, 13.7", "a virtual pool takes launches beyond the fixed one",
         "they are lost, and only the thread that asks finds out", "`reproduce textbook.pool`"},
        {Paper::textbook, "13.7", "a pool of 4096 takes a tenth of the time at 4096 lines",
         "refused launches are cheaper to do in place: on an H200 an ample pool is 5 times slower "
         "at 10,000 lines",
         "`reproduce textbook.pool-size`"},
        {Paper::textbook, "Fig. 13.8, line 59", "`<<N_LINES, BLOCK_DIM>>>`", "`<<<`",
         "no compiler takes it; so Figs. 13.9 and 13.13"},
        {Paper::textbook, "Figs. 13.8, 13.9", "memory is freed before anything is copied back",
         "copy the vertices first; device malloc() can fail, and is not checked",
         "`bench --workload curves --memory malloc`"},
        {Paper::textbook, "Fig. 13.8, line 46", "`BLOCK_DIM` is 32",
         "64, by the text: four blocks for 256 lines", "`reproduce textbook.four-streams`"},
        {Paper::textbook, "Fig. 13.9, line 12",
         "`computeCurvature(bLines)` reads the line of the block's number",
         "the thread's: 93.9 % of random lines get another's count",
         "`reproduce textbook.curvature-index`"},
        {Paper::textbook, "Fig. 13.10", "`lidx`", "`lid`, as Fig. 13.9 names it",
         "no compiler takes it in Fig. 13.9"},
        {Paper::textbook, "A13.8, lines 27 to 29", "a division by |P2 - P0|, cast to an integer",
         "0 for closed curves: clamp before the cast, and take the least count for NaN",
         "`reproduce textbook.closed-curve`"},
        {Paper::textbook, "13.8, text on Fig. 13.12", "two points or more divide a quadrant",
         "more than two, as in Fig. 13.11 and in the code", "`reproduce textbook.exercise-7`"},
        {Paper::textbook, "Figs. 13.13, 13.14",
         "children from `&nodes[num_nodes_at_this_level]`, numbered 4 id + {0, 4, 8, 12}",
         "from `&children[4 id]`, numbered 4 id + j: as printed, all grids from depth 2 on share "
         "four nodes",
         "`reproduce textbook.quadtree-nodes`"},
        {Paper::textbook, "Fig. 13.14, lines 89 to 96", "`center` is used in prepare_children()",
         "it is declared in the kernel alone, and must be handed over", "no compiler takes it"},
        {Paper::textbook, "13.8, text on Fig. 13.13",
         "a box is given by its top left and bottom right corners",
         "by its lower left and upper right ones: least and greatest x and y, y up",
         "A13.13, lines 34 to 42, and Fig. 13.14, lines 89 to 96"},
        {Paper::textbook, "A13.14, line 60", "2^k nodes at level k", "4^k, as line 80 has it",
         "`reproduce textbook.quadtree-level`"},
        {Paper::textbook, "A13.14, lines 90 to 92", "`argv[0]` is the first argument",
         "it is the program's name: `argv[1]` to `argv[3]`; and main() returns int",
         "the C++ standard"},
        {Paper::textbook, "A13.14, lines 119 to 123", "room for the nodes above max_depth",
         "level max_depth is written, too: three quarters of the nodes",
         "`reproduce textbook.quadtree-room`"},
        {Paper::textbook, "A13.14, line 133", "the depth of synchronization is set to max_depth",
         "nothing waits here; from sm_90 on CUDA has no such limit",
         "`check --workload curves --litmus`"},
    };
}

std::vector<Erratum> triangle_errata() {
    return {
        {Paper::triangle, "section III-A, Eq. 9", "j = lambda - i(i+1)/2",
         "j = lambda - i(i-1)/2; as printed, j is below 0 everywhere", "`reproduce triangle.eq-9`"},
        {Paper::triangle, "section III-A", "LTM leaves n/2 blocks unused",
         "n'^2 - n(n+1)/2: from 0 to 2n' - 2, 0.7 n on average",
         "`reproduce triangle.wasted-half`"},
        {Paper::triangle, "section II, UTM", "a root exact to 100 million serves N up to 3,000",
         "up to 5,000, as the argument is below (2N - 1)^2; with two corrections the map is exact "
         "to 5,793",
         "`reproduce triangle.utm-argument triangle.utm-limit`"},
        {Paper::triangle, "section IV-A", "LTM-N is exact up to N = 30,720",
         "only where the compiler contracts its Newton steps; else up to 25,952",
         "`reproduce triangle.ltm-range triangle.ltm-uncontracted`"},
        {Paper::triangle, "section IV-A, Eq. 15", "the root of x is x / rsqrt(x)",
         "x rsqrt(x), as its own right side has it", "arithmetic"},
        {Paper::triangle, "section IV-B, RB", "j = N - i - 1 with the new i",
         "j = N - 1 - x; as printed, 528 of 2080 cells are missed at N = 64",
         "`reproduce triangle.rb-fold`"},
        {Paper::triangle, "section IV-B, RB", "odd N is not given",
         "a box of (N+1)/2 x N, folded to (N - 1 - y, N - x)",
         "`check --workload triangle --map rb-threads --n 63`"},
        {Paper::triangle, "section IV-B, REC", "tested for every N",
         "N = m 2^k only; a later data file has a gain of 3.79, where 2 is the bound: cells were "
         "skipped",
         "`reproduce triangle.bound`"},
        {Paper::triangle, "section V, REC", "compared with the other maps in collision detection",
         "its blocks have 16 threads in the authors' program, the others' 128",
         "`reproduce triangle.collision-ltm`"},
        {Paper::triangle, "Table I", "a GTX 765M holds 80 blocks",
         "64: 768 cores are four multiprocessors of 16 blocks each",
         "`reproduce triangle.table-1`"},
    };
}

std::vector<Erratum> fractals_errata() {
    return {
        {Paper::fractals, "section 3.1, Eqs. 4 and 5", "k^(mu/2)", "mu/2 rounded down",
         "`reproduce fractals.weights`"},
        {Paper::fractals, "section 3.1, Fig. 7", "columns of A, and rows of B, to mu - 1",
         "to r - 1", "Eqs. 7 and 8"},
        {Paper::fractals, "section 3", "nu is an inverse of lambda",
         "on cells alone: all 242,461 holes of level 9 are taken to cells, too. Test first whether "
         "there is a cell",
         "`reproduce fractals.inverse`"},
        {Paper::fractals, "section 3", "lambda is used, and not printed",
         "digit m of the place, in x for even m, chooses the copy at level m",
         "the tooltip of `--workload gasket`"},
        {Paper::fractals, "section 3.1", "products in FP16 with sums in FP32",
         "FP16 rounds 3^7 to 2188: two thirds of the blocks are wrong with 15 levels. The authors' "
         "program sums in FP16, and is wrong from 13 levels on",
         "`reproduce fractals.half-precision`"},
        {Paper::fractals, "abstract and section 5", "234 and 247 times less memory",
         "(4/3)^(20 - log2 rho): 236.5 with rho 2, 99.8 with rho 16, the fastest",
         "`reproduce fractals.memory fractals.memory-fastest fractals.memory-247`"},
        {Paper::fractals, "section 4.1, Fig. 13", "n = 2^20 on an A100 of 40 GB",
         "with rho 1 or 2 alone, whose blocks have more levels than a matrix has columns",
         "`reproduce fractals.one-gpu`"},
        {Paper::fractals, "section 4", "adapted conditions of life",
         "B2/S23 in the authors' program, and all is dead outside",
         "`bench --workload gasket` has that rule"},
    };
}

}  // namespace

const std::vector<Erratum>& all_errata() {
    static const std::vector<Erratum> all = [] {
        std::vector<Erratum> errata;
        for (const auto list : {modeling_errata, textbook_errata, triangle_errata, fractals_errata})
            for (Erratum& erratum : list()) errata.push_back(std::move(erratum));
        return errata;
    }();
    return all;
}

}  // namespace mariani::app
