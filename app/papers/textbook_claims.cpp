#include "app/papers/claim_parts.hpp"

#include <fmt/core.h>

namespace mariani::app {
namespace {

constexpr std::string_view litmus_method =
    "A litmus test on a GPU under CUDA's second version of dynamic parallelism; the chapter "
    "describes the first.";

Claim litmus(std::string_view id, std::string_view where, std::string_view statement,
             std::vector<Quantity> quantities) {
    return {.paper = Paper::textbook,
            .id = id,
            .where = where,
            .statement = statement,
            .method = litmus_method,
            .trials = {{0, "check --workload curves --litmus", On::cuda, 10}},
            .quantities = std::move(quantities),
            .shown_by = "--workload curves"};
}

// Whether a promise was kept, and what was counted.
std::vector<Quantity> kept(std::string_view row) {
    return {value("promise kept", row, "promise", Take::last, exactly(1), "yes"),
            value("reads that saw the write", row, "met"), value("of", row, "tried")};
}

std::vector<Claim> promises() {
    std::vector<Claim> claims{
        litmus("textbook.nesting", "section 13.5, nesting depth",
               "The hardware nests launches at most 24 deep.",
               {value("levels that ran", "nesting", "met", Take::last, at_most(24), "24"),
                value("levels tried", "nesting", "tried")}),
        litmus("textbook.pool", "section 13.5, pending launch pool; section 13.7",
               "Launches beyond a full pool of 2048 are queued in a slower, virtual one.",
               {value("of 4096 launches, refused", "pool-2048", "refused", Take::last, exactly(0),
                      "0")}),
        litmus("textbook.pool-limit", "sections 13.5 and 13.7",
               "The host can set the pool to any size.",
               {value("of 16,384 launches, ran with a pool of 8192", "pool-8192", "met", Take::last,
                      at_least(8192), "8192"),
                value("of 1024 launches, ran with a pool of 512", "pool-512", "met")}),
        litmus("textbook.own-write", "section 13.4, global memory",
               "A child sees what its parent thread wrote before the launch.", kept("own-write")),
        litmus("textbook.block-writes", "section 13.4; Fig. 13.13",
               "A child sees what its parent's block wrote before a barrier and the launch.",
               kept("fenced-writes")),
        litmus("textbook.child-writes", "sections 13.4 and 13.6; Fig. 13.7",
               "No kernel ends before its children, and their writes are seen then.",
               kept("child-to-next")),
        litmus("textbook.null-stream", "sections 13.6 and 13.7, streams",
               "A block's launches into the NULL stream run one after another; those of four "
               "blocks four at a time.",
               {value("at a time, in one block", "null-stream", "met", Take::last, exactly(1), "1"),
                value("at a time, in four", "null-stream", "together", Take::last, between(2, 4),
                      "up to 4")}),
        litmus("textbook.named-streams", "sections 13.6 and 13.7; Fig. 13.10",
               "Launches of one block into streams of their own run at the same time.",
               {value("at a time, in one block", "named-streams", "met", Take::last, at_least(2),
                      "several"),
                value("at a time, in four", "named-streams", "together")}),
        litmus("textbook.heap", "section 13.5, memory allocation",
               "Kernels allocate from a heap of their own, limited by its size.",
               {value("blocks of 4 KiB from 8 MiB", "heap", "met", Take::last, between(1, 2048),
                      "at most 2048"),
                value("blocks tried", "heap", "tried")}),
        litmus("textbook.exercise-1", "section 13.10, exercise 1",
               "Parent and child share global memory, with weak consistency between them: true.",
               {value("parent's write promised to the child", "own-write", "promise", Take::last,
                      exactly(1), "yes"),
                value("child's write promised after its end", "child-to-next", "promise",
                      Take::last, exactly(1), "yes"),
                value("unfenced writes of others, seen", "loose-writes", "met"),
                value("of", "loose-writes", "tried")}),
        litmus("textbook.exercise-2", "section 13.10, exercise 2",
               "Mapped host memory has no guarantees between parent and child: false.",
               kept("zero-copy")),
    };
    claims[0].headline = claims[1].headline = true;
    return claims;
}

// --- Bezier curves

std::string bezier(std::string_view engines, int lines, std::string_view more = "") {
    return fmt::format(
        "bench --workload curves --engine {} --lines {} --factor 16 --cap 32 --parent-block 64{} "
        "--repeat 15",
        engines, lines, more);
}

constexpr std::string_view bezier_method =
    "Random lines with 16 vertices times the curvature, 4 to 32; parents of 64 threads, children "
    "of 32; medians. 'Flat' is the chapter's kernel without launches. The chapter has no times.";

std::vector<Claim> bezier_claims() {
    return {
        {.paper = Paper::textbook,
         .id = "textbook.dp-over-flat",
         .where = "sections 13.1, 13.3, 13.7 and 13.9; Figs. 13.5 and 13.9",
         .statement = "Work that varies by line is done faster by child grids than by blocks that "
                      "loop over it.",
         .method = bezier_method,
         .trials = {{256, bezier("flat,dp", 256, " --streams named"), On::cuda},
                    {1024, bezier("flat,dp", 1024, " --streams named"), On::cuda},
                    {2048, bezier("flat,dp", 2048, " --streams named"), On::cuda}},
         .quantities = {gain_over("DP with named streams over flat", "DP", "flat", Take::largest,
                                  at_least(1), "above 1", 1.0)},
         .axis = "lines",
         .ordinate = "how many times shorter",
         .headline = true,
         .shown_by = "--workload curves --engine dp"},
        {.paper = Paper::textbook,
         .id = "textbook.null-slower",
         .where = "section 13.7, streams",
         .statement =
             "With launches into the NULL stream the program is much slower than with none.",
         .method = bezier_method,
         .trials = {{256, bezier("flat,dp", 256, " --streams null"), On::cuda}},
         .quantities = {gain_over("DP with NULL streams over flat", "DP", "flat", Take::last,
                                  at_most(0.5), "below 1, 'drastic'")}},
        {.paper = Paper::textbook,
         .id = "textbook.streams-time",
         .where = "section 13.7, streams; Fig. 13.10",
         .statement = "A stream for each thread takes considerably less time than the NULL stream.",
         .method = "256 lines; x is 0 with NULL streams and 1 with named ones: where DP gains more "
                   "over flat.",
         .trials = {{0, bezier("flat,dp", 256, " --streams null"), On::cuda},
                    {1, bezier("flat,dp", 256, " --streams named"), On::cuda}},
         .quantities = {gain_over("faster streams (0 NULL, 1 named)", "DP", "flat",
                                  Take::place_of_largest, exactly(1), "1"),
                        gain_over("DP over flat, the faster", "DP", "flat", Take::largest),
                        gain_over("DP over flat, the slower", "DP", "flat", Take::smallest)}},
        {.paper = Paper::textbook,
         .id = "textbook.pool-size",
         .where = "section 13.7, launch pool size",
         .statement =
             "At 4096 lines a pool of 4096 is faster than one of 2048: in the chapter, by an "
             "order of magnitude.",
         .method = "DP beside flat with either pool: where DP comes out better. Launches that "
                   "are refused are done by their parents.",
         .trials = {{2048, bezier("flat,dp", 4096, " --pool 2048"), On::cuda},
                    {4096, bezier("flat,dp", 4096, " --pool 4096"), On::cuda}},
         .quantities = {gain_over("better pool", "DP", "flat", Take::place_of_largest,
                                  exactly(4096), "4096"),
                        gain_over("DP over flat, the faster", "DP", "flat", Take::largest),
                        gain_over("DP over flat, the slower", "DP", "flat", Take::smallest)},
         .axis = "pool",
         .ordinate = "DP over flat"},
    };
}

std::vector<Claim> vertex_claims() {
    return {
        {.paper = Paper::textbook,
         .id = "textbook.vertex-memory",
         .where = "sections 13.7 and 13.9; Fig. 13.9",
         .statement = "Memory for the vertices that each line needs is much less than 32 for "
                      "every line.",
         .method = "Vertices of 100,000 random lines; much less means at most three quarters.",
         .trials = {{100'000,
                     "bench --workload curves --engine scan --lines 100000 --factor 16 --cap 32 "
                     "--repeat 3"}},
         .quantities = {value("vertices of 3,200,000", "count, scan, fill", "vertices", Take::last,
                              at_most(0.75 * 3.2e6), "substantially fewer")},
         .shown_by = "--workload curves"},
        {.paper = Paper::textbook,
         .id = "textbook.large-grids",
         .where = "section 13.9",
         .statement = "Child grids should be large: those of few threads leave the machine idle.",
         .method = "10,000 lines, a launch a line beside one launch for all. On a processor a "
                   "launch is a group of tasks.",
         .trials = {{10'000, bezier("dp,dp-grid", 10'000)}},
         .quantities = {gain_over("one launch over one a line", "DP by grid", "DP", Take::last,
                                  at_least(1), "above 1")}},
        {.paper = Paper::textbook,
         .id = "textbook.exercise-6",
         .where = "section 13.10, exercise 6",
         .statement = "1024 lines and blocks of 64 make 1024 launches, and 16 with aggregation: "
                      "answer d.",
         .method = "Launches counted, on a GPU with the host's own. The pool of 2048 needs no "
                   "change (b), and streams for each "
                   "thread are 1024 (c).",
         .trials = {{1024, bezier("dp,dp-block", 1024)}},
         .quantities = {value("launches", "DP", "launches", Take::last, between(1024, 1025),
                              "1024"),
                        value("launches with aggregation", "DP by block", "launches", Take::last,
                              between(16, 17), "16")}},
    };
}

// --- the quadtree

std::vector<Claim> quadtree_claims() {
    constexpr std::string_view equidistant =
        "bench --workload points --engine dp,linear --points 64 --distribution grid --min 2 "
        "--repeat 3";
    return {
        {.paper = Paper::textbook,
         .id = "textbook.quadtree",
         .where = "section 13.8",
         .statement = "Kernels that launch kernels build the same quadtree as plain recursion.",
         .method = "20,000 random points, min 16; the children's indices repaired.",
         .trials = {{20'000, "check --workload points --engine dp --points 20000"}},
         .quantities = {value("exact", "dp", "exact", Take::last, exactly(1), "yes"),
                        value("nodes", "dp", "nodes"), value("launches", "dp", "launches")},
         .shown_by = "--workload points --engine dp"},
        {.paper = Paper::textbook,
         .id = "textbook.adaptive-grid",
         .where = "section 13.1, Fig. 13.1",
         .statement = "A grid that is fine only where it must be has far fewer cells than a fixed "
                      "fine one.",
         .method = "A quadtree of 100,000 points in clumps, min 16 and depth 10, beside the "
                   "1,048,576 cells of its finest level; far fewer means a tenth.",
         .trials = {{100'000,
                     "bench --workload points --engine dp,linear --points 100000 --distribution "
                     "clumps --min 16 --depth 10 --repeat 3"}},
         .quantities = {value("leaves of 1,048,576 cells", "linear", "leaves", Take::last,
                              at_most(104'857), "far fewer"),
                        value("launches of DP", "DP", "launches")},
         .shown_by = "--workload points --distribution clumps"},
        {.paper = Paper::textbook,
         .id = "textbook.exercise-7",
         .where = "section 13.10, exercise 7",
         .statement = "The quadtree of 64 equidistant points has 4 levels: answer b.",
         .method = "Points in the middles of 8 x 8 cells; more than 2 points divide a node.",
         .trials = {{64, std::string(equidistant)}},
         .quantities = {value("levels", "DP", "levels", Take::last, exactly(4), "4 (answer b)"),
                        value("nodes", "DP", "nodes")},
         .shown_by = "--workload points --points 64 --distribution grid --min 2"},
        {.paper = Paper::textbook,
         .id = "textbook.exercise-8",
         .where = "section 13.10, exercise 8",
         .statement = "That quadtree takes 21 launches of child kernels: answer a.",
         .method = "Launches of DP: one for each node that is subdivided; on a GPU the host's "
                   "own is one more.",
         .trials = {{64, std::string(equidistant)}},
         .quantities = {value("launches", "DP", "launches", Take::last, between(21, 22),
                              "21 (answer a)")}},
    };
}

}  // namespace

std::vector<Claim> textbook_claims() {
    std::vector<Claim> all;
    for (const auto list :
         {promises, bezier_claims, vertex_claims, quadtree_claims, textbook_formulas})
        for (Claim& claim : list()) all.push_back(std::move(claim));
    return all;
}

}  // namespace mariani::app
