
#include "app/papers/claim_parts.hpp"
#include "compute/workloads/curves/tessellation.hpp"

#include <cmath>
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

// --- exercise 5

// Grids of one NULL stream run one after another, and each block has its own.
std::vector<Result> concurrent_children() {
    std::set<int> streams;
    for (int thread = 0; thread < 6 * 256; ++thread) streams.insert(thread / 256);
    return {
        at(5, {computed_row("children", {{"at a time", static_cast<double>(streams.size())}})})};
}

}  // namespace

std::vector<Claim> textbook_formulas() {
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

}  // namespace mariani::app
