
#include "app/papers/claim_parts.hpp"
#include "compute/model/counter_hash.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <set>

namespace mariani::app {
namespace {

// --- Bezier curves

constexpr int lines = 256, listed_block = 32, described_block = 64;

// The parent kernel of Fig. 13.9 gives each thread the count of the line that has its block's
// number.
std::vector<Result> wrong_counts() {
    const curves::CountRule rule{.by = curves::CountBy::curvature, .cap = 32};
    const curves::Emitter emitter;
    const auto count = [&](int line) {
        return count_of(rule, line_of(emitter, static_cast<std::uint32_t>(line))).vertices;
    };
    int wrong = 0;
    for (int line = 0; line < lines; ++line)
        wrong += count(line / listed_block) == count(line) ? 0 : 1;
    return {at(lines, {computed_row("printed", {{"wrong", wrong}})})};
}

// Fig. A13.8 for a line that ends where it begins.
std::vector<Result> closed_curve() {
    const float height = 0.5F, chord = 0;
    return {at(0, {computed_row("closed", {{"finite", std::isfinite(height / chord) ? 1 : 0}})})};
}

std::vector<Result> null_streams() {
    return {at(lines, {computed_row("listing", {{"blocks", lines / listed_block}}),
                       computed_row("text", {{"blocks", lines / described_block}})})};
}

// --- the quadtree

struct Grid {
    int base = 0;  // of its first node in the array
    int level = 0;
};

// How many nodes of a tree in which every node of the first three levels is subdivided get a block.
// As printed, and as CUDA's sample was repaired.
double nodes_worked_on(bool printed) {
    constexpr int levels = 4;
    std::map<int, int> ids;
    std::set<int> seen{0};
    std::vector<Grid> grids{{0, 0}};
    for (std::size_t next = 0; next < grids.size(); ++next) {
        const Grid grid = grids[next];
        const int of_level = 1 << (2 * grid.level);  // num_nodes_at_this_level
        for (int block = 0; block < (grid.level == 0 ? 1 : 4); ++block) {
            const int node = grid.base + block;
            seen.insert(node);
            if (printed) ids[node] += block;
            if (grid.level + 1 == levels) continue;
            const int id = ids[node];
            const int children = printed ? grid.base + of_level : grid.base + of_level - (id & ~3);
            for (int child = 0; child < 4; ++child)
                ids[children + 4 * id + child] = 4 * id + (printed ? 4 * child : child);
            grids.push_back({printed ? children : children + 4 * id, grid.level + 1});
        }
    }
    return static_cast<double>(seen.size());
}

std::vector<Result> quadtree_nodes() {
    return {at(3, {computed_row("printed", {{"nodes", nodes_worked_on(true)}}),
                   computed_row("repaired", {{"nodes", nodes_worked_on(false)}})})};
}

// Nodes of a full tree, and what lines 119 to 123 of Fig. A13.14 allocate for it.
std::vector<Result> quadtree_room() {
    std::vector<Result> results;
    for (int depth = 1; depth <= 12; ++depth) {
        double room = 0, level = 1;
        for (int i = 0; i < depth; ++i, level *= 4) room += level;
        results.push_back(at(depth, {computed_row("tree", {{"room of nodes", room / (room + level)},
                                                           {"nodes at the level", level}})}));
    }
    return results;
}

std::vector<Result> nodes_at_level_three() {
    return {quadtree_room()[2]};
}

// --- Figs. 13.4 and 13.5: a loop over a list of items in each thread, or a child grid for it

constexpr int threads = 8192, warp = 32, child_block = 256;

// From 0 to the most, each equally likely.
int items_of(int thread, int most) {
    const std::uint64_t bits = counter_hash(1, static_cast<std::uint64_t>(thread));
    return static_cast<int>(bits % static_cast<std::uint64_t>(most + 1));
}

// A warp takes as many turns as its longest list has items; a child's warp takes one, if it has
// items at all.
std::vector<Result> loops_and_children() {
    std::vector<Result> results;
    for (int most = 4; most <= 4096; most *= 2) {
        double items = 0, loop_lanes = 0, child_lanes = 0, launched = 0;
        int empty = 0;
        for (int first = 0; first < threads; first += warp) {
            int longest = 0;
            for (int thread = first; thread < first + warp; ++thread) {
                const int own = items_of(thread, most);
                longest = std::max(longest, own);
                items += own;
                child_lanes += (own + warp - 1) / warp * warp;
                launched += (own + child_block - 1) / child_block * child_block;
                empty += own == 0 ? 1 : 0;
            }
            loop_lanes += longest * warp;
        }
        results.push_back(
            at(most, {computed_row("loop", {{"lanes at work", 100 * items / loop_lanes}}),
                      computed_row("children", {{"lanes at work", 100 * items / child_lanes},
                                                {"threads with an item", 100 * items / launched},
                                                {"grids of no block", empty}})}));
    }
    return results;
}

// --- exercises

// Section 13.4: whether a kernel writes a memory, and whether its child sees it.
std::vector<Result> memories() {
    const auto row = [](const char* memory, int written, int seen) {
        return computed_row(memory, {{"written by kernels", written}, {"seen by children", seen}});
    };
    return {at(0, {row("global", 1, 1), row("zero-copy", 1, 1), row("constant", 0, 1),
                   row("local", 1, 0), row("shared", 1, 0)})};
}

// Grids of one NULL stream run one after another, and each block has its own.
std::vector<Result> concurrent_children() {
    std::set<int> streams;
    for (int thread = 0; thread < 6 * 256; ++thread) streams.insert(thread / 256);
    return {
        at(5, {computed_row("children", {{"at a time", static_cast<double>(streams.size())}})})};
}

constexpr std::string_view lists_method =
    "8,192 threads with lists of 0 to x items, each length equally likely, followed in warps of "
    "32: the share of lanes that have an item while their warp is at work.";

std::vector<Claim> loop_claims() {
    const auto at_work = [](std::string_view name, std::string_view row, Bound bound = {},
                            std::string_view published = {}) {
        return value(name, row, "lanes at work", Take::each, bound, published);
    };
    std::vector<Claim> claims{
        {.paper = Paper::textbook,
         .id = "textbook.loop-divergence",
         .where = "section 13.3; Fig. 13.4",
         .statement = "Where lists differ in length, a loop over them leaves lanes of a warp "
                      "waiting.",
         .method = lists_method,
         .computed = loops_and_children,
         .quantities = {at_work("lanes at work, loop, %", "loop", at_most(75), "fewer than all")}},
        {.paper = Paper::textbook,
         .id = "textbook.child-divergence",
         .where = "section 13.3; Figs. 13.4 and 13.5",
         .statement = "A child grid for each list balances the load and eliminates divergence.",
         .method = "As textbook.loop-divergence; eliminated means that nine lanes of ten have an "
                   "item. That takes lists of hundreds of items: of shorter ones a child's last "
                   "warp has few, and most of its 256 threads have none.",
         .computed = loops_and_children,
         .quantities = {at_work("lanes at work, children, %", "children", at_least(90), "all"),
                        at_work("lanes at work, loop, %", "loop"),
                        value("threads with an item, children, %", "children",
                              "threads with an item", Take::each)},
         .headline = true,
         .of_formula = true},
    };
    for (Claim& claim : claims) {
        claim.axis = "items of the longest list";
        claim.ordinate = "%";
        claim.shown_by = "--workload curves --engine dp";
    }
    claims.push_back({.paper = Paper::textbook,
                      .id = "textbook.empty-list",
                      .where = "Fig. 13.5, lines 7 and 8",
                      .statement = "Every thread of the parent kernel can launch its child.",
                      .method = "The lists of textbook.loop-divergence: one without items asks for "
                                "a grid of 0 blocks, which CUDA refuses as a configuration.",
                      .computed = loops_and_children,
                      .quantities = {value("grids of no block", "children", "grids of no block",
                                           Take::each, exactly(0), "0")},
                      .of_formula = true});
    return claims;
}

std::vector<Claim> exercise_claims() {
    const auto no = [](std::string_view name, std::string_view row, std::string_view column) {
        return value(name, row, column, Take::last, exactly(0), "no");
    };
    return {
        {.paper = Paper::textbook,
         .id = "textbook.exercise-3",
         .where = "section 13.10, exercise 3; section 13.4",
         .statement = "Parent kernels can define new constants that child kernels inherit: false.",
         .method = "Section 13.4 as a table: 1 is yes. The host sets constants before the first "
                   "kernel; nvcc refuses to define or set one in a kernel.",
         .computed = memories,
         .quantities = {no("constants written by kernels", "constant", "written by kernels"),
                        value("constants seen by children", "constant", "seen by children")}},
        {.paper = Paper::textbook,
         .id = "textbook.exercise-4",
         .where = "section 13.10, exercise 4; section 13.4",
         .statement =
             "Child kernels inherit their parent's shared and local memory, coherently: false.",
         .method = "Section 13.4 as a table: 1 is yes. Shared memory is a block's, and local "
                   "memory a thread's.",
         .computed = memories,
         .quantities = {no("shared memory seen by children", "shared", "seen by children"),
                        no("local memory seen by children", "local", "seen by children"),
                        value("global memory seen by children", "global", "seen by children")}},
    };
}

std::vector<Claim> listing_claims() {
    return {
        {.paper = Paper::textbook,
         .id = "textbook.curvature-index",
         .where = "Fig. 13.9, line 12; Fig. A13.8, line 26",
         .statement = "Each thread of the parent kernel counts the vertices of its own line.",
         .method = "256 random lines, blocks of 32: threads whose count is not that of their own "
                   "line, since the curvature is that of the line with the block's number.",
         .computed = wrong_counts,
         .quantities = {value("lines with a wrong count", "printed", "wrong", Take::last,
                              exactly(0), "0")},
         .of_formula = true},
        {.paper = Paper::textbook,
         .id = "textbook.closed-curve",
         .where = "Fig. A13.8, lines 27 to 29; Fig. 13.8, line 20",
         .statement = "Every line has a curvature that can be made an integer.",
         .method = "The quotient for a line that ends where it begins: the cast of what is not "
                   "finite is undefined.",
         .computed = closed_curve,
         .quantities = {value("finite", "closed", "finite", Take::last, exactly(1), "1")},
         .of_formula = true},
        {.paper = Paper::textbook,
         .id = "textbook.four-streams",
         .where = "section 13.7, streams; Fig. 13.8, lines 45 and 46",
         .statement = "The parent kernel has four blocks, and with them four NULL streams.",
         .method = "N_LINES / BLOCK_DIM: the text has blocks of 64, the listing of 32.",
         .computed = null_streams,
         .quantities = {value("blocks, by the listing", "listing", "blocks", Take::last, exactly(4),
                              "4"),
                        value("blocks, by the text", "text", "blocks")},
         .of_formula = true},
        {.paper = Paper::textbook,
         .id = "textbook.quadtree-nodes",
         .where = "Figs. 13.13 and 13.14",
         .statement = "The recursive kernel gives each node of a quadtree a block.",
         .method = "The printed indices followed in sequence for a full tree of 85 nodes on 4 "
                   "levels: from depth 2 on, all grids get the same four nodes. With a child's "
                   "own index every node is reached.",
         .computed = quadtree_nodes,
         .quantities = {value("nodes with a block, as printed", "printed", "nodes", Take::last,
                              exactly(85), "85"),
                        value("nodes with a block, repaired", "repaired", "nodes")},
         .headline = true,
         .of_formula = true,
         .shown_by = "--workload points --engine dp"},
        {.paper = Paper::textbook,
         .id = "textbook.quadtree-room",
         .where = "Fig. A13.14, lines 119 to 123",
         .statement = "The array of nodes has room for a full tree.",
         .method = "Allocated nodes over those of all levels, by max_depth: the deepest level is "
                   "left out, though it is written.",
         .computed = quadtree_room,
         .quantities = {value("room over nodes", "tree", "room of nodes", Take::each, at_least(1),
                              "1", 1.0)},
         .axis = "max_depth",
         .ordinate = "room over nodes",
         .of_formula = true},
        {.paper = Paper::textbook,
         .id = "textbook.quadtree-level",
         .where = "Fig. A13.14, lines 60 and 80",
         .statement = "A full tree has 2^k nodes at level k.",
         .method = "The listing itself multiplies by 4.",
         .computed = nodes_at_level_three,
         .quantities = {value("nodes at level 3", "tree", "nodes at the level", Take::last,
                              exactly(8), "2^3 = 8")},
         .of_formula = true},
        {.paper = Paper::textbook,
         .id = "textbook.exercise-5",
         .where = "section 13.10, exercise 5",
         .statement = "6 children of 6 blocks of 256 threads can run at a time: answer c.",
         .method = "Different NULL streams of all threads: each block has one, and its grids run "
                   "one after another.",
         .computed = concurrent_children,
         .quantities = {value("at a time", "children", "at a time", Take::last, exactly(6),
                              "1536, 256, 6 or 1")}},
    };
}

}  // namespace

std::vector<Claim> textbook_formulas() {
    std::vector<Claim> all;
    for (const auto list : {loop_claims, listing_claims, exercise_claims})
        for (Claim& claim : list()) all.push_back(std::move(claim));
    return all;
}

}  // namespace mariani::app
