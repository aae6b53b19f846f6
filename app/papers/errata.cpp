#include "app/papers/claim.hpp"

#include <utility>

namespace mariani::app {
namespace {

std::vector<Erratum> modeling_errata() {
    return {
        {Paper::modeling, "7.2, Eq. 33", "a product over q = 1 to d",
         "to d - 1, as in Eqs. 31 and 32; as printed, regions share numbers",
         "`reproduce modeling.canonical-order`"},
        {Paper::modeling, "4.3.2, Eq. 24", "missing from the text at hand", "MBR follows its prose",
         "`model --n 16384`"},
        {Paper::modeling, "6.2", "Figure 6.2", "Fig. 7", "the captions"},
        {Paper::modeling, "Table 1", "an A100 has 1.5 GB/s", "1.5 TB/s",
         "the TITANs' 672 and 651.3 GB/s beside it"},
    };
}

std::vector<Erratum> textbook_errata() {
    return {
        {Paper::textbook, "Fig. 13.5, line 7",
         "every thread launches ceil((end - start) / 256) blocks",
         "none where start is end: a grid of 0 blocks is refused",
         "`reproduce textbook.empty-list`"},
        {Paper::textbook, "13.4 to 13.6", "parents wait for children and see their writes",
         "from sm_90 on none can: a tail launch or the stream's next kernel sees them",
         "`check --workload curves --litmus`"},
        {Paper::textbook, "13.5", "24 levels at most", "64 ran on an H200",
         "`reproduce textbook.nesting`"},
        {Paper::textbook, "13.5, 13.7", "a slower virtual pool takes launches beyond 2048",
         "CDP2 loses them", "`reproduce textbook.pool`"},
        {Paper::textbook, "13.7", "at 4096 lines a pool of 4096 takes a tenth of the time",
         "on an H200 it takes twice the time of one of 2048, whose refused launches the parents do",
         "`reproduce textbook.pool-size`"},
        {Paper::textbook, "Figs. 13.8, 13.9",
         "memory is freed before it is copied back; malloc() is not checked",
         "read vertices first; count failures", "`bench --workload curves --memory malloc`"},
        {Paper::textbook, "Fig. 13.8, line 46", "`BLOCK_DIM` is 32", "64, as in the text",
         "`reproduce textbook.four-streams`"},
        {Paper::textbook, "Fig. 13.9, line 12", "`computeCurvature(bLines)` reads the block's line",
         "the thread's: 250 of 256 random lines get another's count",
         "`reproduce textbook.curvature-index`"},
        {Paper::textbook, "Fig. 13.10", "`lidx`", "`lid`", "Fig. 13.9"},
        {Paper::textbook, "A13.8", "a division by |P2 - P0| is cast to an integer",
         "clamp first: it is undefined for closed curves", "`reproduce textbook.closed-curve`"},
        {Paper::textbook, "13.8, text", "two points or more divide a quadrant",
         "more than two, as in Fig. 13.11", "`reproduce textbook.exercise-7`"},
        {Paper::textbook, "Fig. 13.13",
         "children are numbered 4 id + {0, 4, 8, 12} from `nodes[num]`",
         "4 id + quadrant, from the children's own node: as printed, all grids from depth 2 on "
         "share four nodes, and 13 of 85 nodes get a block",
         "`reproduce textbook.quadtree-nodes`"},
        {Paper::textbook, "Fig. 13.14, line 90", "`center` is used, and not declared",
         "pass it as a parameter", "Fig. 13.13, line 16"},
        {Paper::textbook, "13.8, text", "a box has top left and bottom right corners",
         "lower left and upper right", "A13.13"},
        {Paper::textbook, "A13.14, line 60", "2^k nodes at level k", "4^k, as in its code",
         "`reproduce textbook.quadtree-level`"},
        {Paper::textbook, "A13.14, lines 90 to 92", "`argv[0]` is the first argument", "`argv[1]`",
         "C++"},
        {Paper::textbook, "A13.14, lines 119 to 123", "no room for level `max_depth`",
         "it is written: a list of existing nodes (all 4^d would take 597 MiB at depth 12)",
         "`reproduce textbook.quadtree-room`"},
        {Paper::textbook, "A13.14, line 133", "sets how deep grids wait",
         "nothing waits; no such limit from sm_90 on", "`check --workload curves --litmus`"},
    };
}

std::vector<Erratum> triangle_errata() {
    return {
        {Paper::triangle, "Eq. 9", "j = lambda - i(i+1)/2",
         "j = lambda - i(i-1)/2; as printed, j < 0 everywhere", "`reproduce triangle.eq-9`"},
        {Paper::triangle, "Eq. 15", "x / rsqrt(x)", "x rsqrt(x)", "the equation's right side"},
        {Paper::triangle, "IV-B, RB", "j = N - i - 1 with the new i",
         "j = N - 1 - x; as printed, 528 of 2080 cells are missed at N = 64",
         "`reproduce triangle.rb-fold`"},
        {Paper::triangle, "IV-B, RB", "odd N is not given",
         "(N+1)/2 x N, folded to (N - 1 - y, N - x)",
         "`check --workload triangle --map rb-threads --n 63`"},
        {Paper::triangle, "III-A", "LTM wastes n/2 blocks",
         "n'^2 - n(n+1)/2: 0 to 2n' - 2, on average 0.7 n", "`reproduce triangle.wasted-half`"},
        {Paper::triangle, "II, VI, UTM",
         "exact to N = 3,000; a root exact to 10^8 is needed for it",
         "to 5,793 as described; that root serves N = 5,000",
         "`reproduce triangle.utm-conditionals triangle.utm-argument`"},
        {Paper::triangle, "IV-A, LTM-N", "exact to N = 30,720", "if contracted; else to 25,952",
         "`reproduce triangle.ltm-uncontracted`"},
        {Paper::triangle, "IV-B, REC", "any N",
         "N = m 2^k; a later speed-up of 3.79, where 2 is the bound, skips cells",
         "`reproduce triangle.bound`"},
        {Paper::triangle, "V, REC", "compared in collision detection",
         "with blocks of 16 threads; the others have 128", "the authors' program"},
        {Paper::triangle, "Table I", "80 blocks on a GTX 765M", "64: four multiprocessors",
         "`reproduce triangle.table-1`"},
    };
}

std::vector<Erratum> fractals_errata() {
    return {
        {Paper::fractals, "Eqs. 4, 5", "k^(mu/2)", "mu/2 rounded down",
         "`reproduce fractals.weights`"},
        {Paper::fractals, "Fig. 7", "columns of A to mu - 1", "to r - 1", "Eqs. 7, 8"},
        {Paper::fractals, "3", "nu is an inverse of lambda",
         "on cells only: each of the 242,461 holes at r = 9 gets a cell's place, so membership "
         "must be tested first",
         "`reproduce fractals.inverse`"},
        {Paper::fractals, "3.1", "half-precision products, single-precision sums",
         "half precision rounds 3^7 to 2188: two thirds of the places are wrong with 15 levels of "
         "blocks. The published program's half-precision sums fail from 13 on",
         "`reproduce fractals.half-precision`"},
        {Paper::fractals, "abstract, 5", "234 and 247 times less memory",
         "(4/3)^(r - log2 rho): 236.5 for r = 20 with rho 2; 99.8 with 16, the fastest",
         "`reproduce fractals.memory fractals.memory-fastest`"},
        {Paper::fractals, "Fig. 13", "n = 2^20 on one A100",
         "with the authors' 4 bytes a cell only with rho 1 or 2, whose blocks have more levels "
         "than "
         "a matrix has columns; with a byte a cell rho 16 takes 22 GB",
         "`reproduce fractals.one-gpu fractals.reach`"},
        {Paper::fractals, "4", "adapted conditions of life",
         "the published program has B2/S23, and all is dead outside", "`bench --workload gasket`"},
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
