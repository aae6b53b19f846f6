#include "app/papers/claim_parts.hpp"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <utility>

#include <fmt/core.h>

namespace mariani::app {
namespace {

using Kind = Quantity::Kind;

constexpr std::string_view sizes_method =
    "View paper, dwell limit 512, single precision, shortcuts off, each engine with the "
    "{g, r, B} that the paper found for its A100 and the block that is fastest on an H200; on a "
    "processor with {4, 2, 8} up to "
    "4,096. Medians; the range is that of the runs. 'Up to' holds from nine tenths of the figure "
    "on.";

// S against n.
std::vector<Trial> sizes() {
    return {
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 5",
         On::cpu, 2},
        {2048,
         "bench --view paper --size 2048x2048 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 5",
         On::cpu, 6},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ex,dp,ask --scheme "
         "sbr,mbr -g 4 -r 2 -B 8 --repeat 3",
         On::cpu, 15},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ex,ask --scheme sbr "
         "-g 32 -r 2 -B 16 --block 8x16 --repeat 11",
         On::cuda},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine ask --scheme mbr "
         "-g 32 -r 2 -B 32 --block 8x16 --repeat 11",
         On::cuda},
        {1024,
         "bench --view paper --size 1024x1024 --precision f32 --engine dp --scheme sbr,mbr "
         "-g 16 -r 2 -B 64 --block 32x4 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ex,ask --scheme sbr "
         "-g 32 -r 4 -B 16 --block 8x16 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine ask --scheme mbr "
         "-g 32 -r 2 -B 32 --block 8x16 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 32x32 --repeat 11",
         On::cuda},
        {4096,
         "bench --view paper --size 4096x4096 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 16x8 --repeat 11",
         On::cuda},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine ex,ask --scheme "
         "sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine ask --scheme mbr "
         "-g 64 -r 2 -B 32 --block 8x16 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 32x32 --repeat 11",
         On::cuda, 2},
        {16384,
         "bench --view paper --size 16384x16384 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 16x8 --repeat 11",
         On::cuda, 2},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine ex,ask --scheme "
         "sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 7",
         On::cuda, 6},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine ask --scheme mbr "
         "-g 64 -r 2 -B 32 --block 8x16 --repeat 7",
         On::cuda, 5},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine dp --scheme sbr "
         "-g 16 -r 4 -B 128 --block 32x32 --repeat 7",
         On::cuda, 5},
        {65536,
         "bench --view paper --size 65536x65536 --precision f32 --engine dp --scheme mbr "
         "-g 16 -r 2 -B 128 --block 16x8 --repeat 7",
         On::cuda, 5},
    };
}

// Engines with the {g, r, B} and the block that they have while one of the three varies.
struct Tuned {
    On on;
    int side;
    std::string_view engines, schemes;
    int g, r, B;
    std::string_view block{};  // empty: the engine's own
};
constexpr Tuned ask_sbr_on_gpu{On::cuda, 16384, "ex,ask", "sbr", 64, 4, 16, "8x16"},
    ask_mbr_on_gpu{On::cuda, 16384, "ask", "mbr", 64, 2, 32, "8x16"},
    dp_sbr_on_gpu{On::cuda, 16384, "dp", "sbr", 16, 4, 128, "32x32"},
    dp_mbr_on_gpu{On::cuda, 16384, "dp", "mbr", 16, 2, 128, "16x8"},
    ask_sbr_on_cpu{On::cpu, 2048, "ex,ask", "sbr", 4, 2, 8},
    others_on_cpu{On::cpu, 2048, "dp,ask", "sbr,mbr", 4, 2, 8};

void vary(std::vector<Trial>& trials, const Tuned& tuned, std::string_view name,
          std::initializer_list<int> values) {
    for (const int value : values) {
        const auto of = [&](std::string_view own, int usual) {
            return own == name ? value : usual;
        };
        trials.push_back(
            {static_cast<double>(value),
             fmt::format("bench --view paper --size {0}x{0} --precision f32 --engine {1} --scheme "
                         "{2} -g {3} -r {4} -B {5}{6}{7} --repeat 5",
                         tuned.side, tuned.engines, tuned.schemes, of("g", tuned.g),
                         of("r", tuned.r), of("B", tuned.B), tuned.block.empty() ? "" : " --block ",
                         tuned.block),
             tuned.on, tuned.on == On::cuda ? 2.0 : 4.0});
    }
}

std::vector<Trial> of_ask_sbr(std::string_view name, std::initializer_list<int> on_gpu,
                              std::initializer_list<int> on_cpu) {
    std::vector<Trial> trials;
    vary(trials, ask_sbr_on_gpu, name, on_gpu);
    vary(trials, ask_sbr_on_cpu, name, on_cpu);
    return trials;
}

std::vector<Trial> of_others(std::string_view name, std::initializer_list<int> on_gpu,
                             std::initializer_list<int> on_cpu) {
    std::vector<Trial> trials;
    for (const Tuned& tuned : {ask_mbr_on_gpu, dp_sbr_on_gpu, dp_mbr_on_gpu})
        vary(trials, tuned, name, on_gpu);
    vary(trials, others_on_cpu, name, on_cpu);
    return trials;
}

Quantity over_ex(std::string_view name, std::string_view row, Take take, Bound bound,
                 std::string_view published, std::optional<double> drawn = {}) {
    return gain_over(name, row, "Ex", take, bound, published, drawn);
}

Claim ask_gain_claim() {
    const auto over = [](std::string_view name, std::string_view other) {
        return gain_over(name, "ASK-SBR", other, Take::last, at_least(1), "above 1");
    };
    return {.paper = Paper::modeling,
            .id = "modeling.ask-gain",
            .where = "abstract; section 6.3, Fig. 8, first row",
            .statement = "ASK-SBR is the fastest, 9 to 12 times as fast as Ex at the largest n.",
            .method = sizes_method,
            .trials = sizes(),
            .quantities = {over_ex("S of ASK-SBR", "ASK-SBR", Take::last, at_least(9),
                                   "9 to 12, by GPU; the authors' program on an H200: 11.0", 12.0),
                           over_ex("S of ASK-MBR", "ASK-MBR", Take::last, {}, ""),
                           over_ex("S of DP-SBR", "DP-SBR", Take::last, {}, ""),
                           over_ex("S of DP-MBR", "DP-MBR", Take::last, {}, ""),
                           over("ASK-SBR over ASK-MBR", "ASK-MBR"),
                           over("ASK-SBR over DP-SBR", "DP-SBR"),
                           over("ASK-SBR over DP-MBR", "DP-MBR")},
            .axis = "n",
            .ordinate = "S, the gain over Ex",
            .headline = true,
            .shown_by = "--view paper --engine ask"};
}

Claim dp_gain_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.dp-gain",
            .where = "abstract; section 8",
            .statement = "DP is up to 7.5 times as fast as Ex.",
            .method = sizes_method,
            .trials = sizes(),
            .quantities = {over_ex("S of DP-SBR", "DP-SBR", Take::largest, {},
                                   "up to 7.5; the authors' program on an H200: 5.4"),
                           over_ex("S of DP-MBR", "DP-MBR", Take::largest, at_least(0.9 * 7.5),
                                   "up to 7.5; the authors' program on an H200: 6.8", 7.5)},
            .axis = "n",
            .ordinate = "S, the gain over Ex",
            .headline = true,
            .shown_by = "--view paper --engine dp"};
}

Claim ask_over_dp_claim() {
    return {
        .paper = Paper::modeling,
        .id = "modeling.ask-over-dp",
        .where = "abstract; section 8",
        .statement = "ASK is up to 60 % faster than DP, at the largest n.",
        .method = sizes_method,
        .trials = sizes(),
        .quantities = {{"ASK-SBR over DP-MBR",
                        Kind::gain,
                        "ASK-SBR",
                        "DP-MBR",
                        {},
                        Take::last,
                        at_least(0.9 * 1.6),
                        "up to 1.6; the authors' program on an H200: 1.61",
                        1.6},
                       {"ASK-SBR over DP-SBR", Kind::gain, "ASK-SBR", "DP-SBR", {}, Take::last}},
        .axis = "n",
        .ordinate = "how many times shorter",
        .headline = true};
}

Claim sbr_beats_mbr_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.sbr-beats-mbr",
            .where = "sections 6.3 and 8",
            .statement = "SBR is faster than MBR, for DP and for ASK.",
            .method = sizes_method,
            .trials = sizes(),
            .quantities = {gain_over("ASK-SBR over ASK-MBR", "ASK-SBR", "ASK-MBR", Take::last,
                                     at_least(1), "above 1"),
                           gain_over("DP-SBR over DP-MBR", "DP-SBR", "DP-MBR", Take::last,
                                     at_least(1), "above 1")},
            .axis = "n",
            .ordinate = "how many times shorter",
            .headline = true};
}

Claim start_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.start",
            .where = "section 6.3, Fig. 8, first row",
            .statement = "Subdivision begins to gain at about n = 1,024.",
            .method =
                "View paper, ASK-SBR beside Ex, dwell limit 512, single precision. About 1 is from "
                "0.75 to 1.25.",
            .trials = {{1024,
                        "bench --view paper --size 1024x1024 --precision f32 --engine ex,ask -g 4 "
                        "-r 2 -B 8 --repeat 11",
                        On::cpu, 2},
                       {2048,
                        "bench --view paper --size 2048x2048 --precision f32 --engine ex,ask -g "
                        "4 -r 2 -B 8 --repeat 5",
                        On::cpu, 4},
                       {1024,
                        "bench --view paper --size 1024x1024 --precision f32 --engine ex,ask -g "
                        "32 -r 2 -B 16 --block 8x16 --repeat 21",
                        On::cuda},
                       {2048,
                        "bench --view paper --size 2048x2048 --precision f32 --engine ex,ask -g "
                        "32 -r 2 -B 16 --block 8x16 --repeat 21",
                        On::cuda}},
            .quantities = {over_ex("S of ASK-SBR at n 1,024", "ASK-SBR", Take::smallest,
                                   about(1, 0.25), "about 1"),
                           over_ex("S of ASK-SBR at n 2,048", "ASK-SBR", Take::last, at_least(1),
                                   "above 1")},
            .axis = "n",
            .ordinate = "S, the gain over Ex"};
}

Claim best_g_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.best-g",
            .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, second row",
            .statement = "ASK-SBR is fastest with g from 32 to 64.",
            .method =
                "View paper; r 4, B 16 and n 16,384 on a GPU; r 2, B 8 and n 2,048 on a processor.",
            .trials = of_ask_sbr("g", {4, 8, 16, 32, 64, 128, 256}, {2, 4, 8, 16, 32, 64}),
            .quantities = {over_ex("g with the largest S", "ASK-SBR", Take::place_of_largest,
                                   between(32, 64), "32 to 64")},
            .axis = "g",
            .ordinate = "S of ASK-SBR"};
}

Claim best_r_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.best-r",
            .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, third row",
            .statement = "ASK-SBR is fastest with a small r, 2 or 4.",
            .method =
                "View paper, ASK-SBR; g 64, B 16 and n 16,384 on a GPU; g 4, B 8 and n 2,048 on a "
                "processor.",
            .trials = of_ask_sbr("r", {2, 4, 8, 16, 32}, {2, 4, 8, 16}),
            .quantities = {over_ex("r with the largest S", "ASK-SBR", Take::place_of_largest,
                                   between(2, 4), "2 to 4")},
            .axis = "r",
            .ordinate = "S of ASK-SBR"};
}

Claim best_B_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.best-B",
            .where = "section 6.2, Fig. 7; section 6.3, Fig. 8, fourth row",
            .statement = "ASK-SBR is fastest with B near 32.",
            .method =
                "View paper, ASK-SBR; g 64, r 4 and n 16,384 on a GPU; g 4, r 2 and n 2,048 on a "
                "processor. Near means within a factor of two.",
            .trials = of_ask_sbr("B", {4, 8, 16, 32, 64, 128, 256}, {2, 4, 8, 16, 32, 64}),
            .quantities = {over_ex("B with the largest S", "ASK-SBR", Take::place_of_largest,
                                   between(16, 64), "32; ASK-SBR: 16")},
            .axis = "B",
            .ordinate = "S of ASK-SBR"};
}

// What best_g_claim(), best_r_claim() and best_B_claim() say of ASK-SBR, of the other engines.
Claim best_of_others(std::string_view id, std::string_view statement, std::string_view axis,
                     std::vector<Trial> trials, std::array<Quantity, 3> quantities) {
    return {
        .paper = Paper::modeling,
        .id = id,
        .where = "section 6.2, Fig. 7; section 6.3, Fig. 8",
        .statement = statement,
        .method =
            "View paper; n 16,384 on a GPU, where ASK-MBR has g 64, r 2 and B 32, DP g 16 and B "
            "128 with r 4 in SBR and 2 in MBR, but for what varies; n 2,048, g 4, r 2 and B 8 "
            "on a processor.",
        .trials = std::move(trials),
        .quantities = {quantities.begin(), quantities.end()},
        .axis = axis,
        .ordinate = "ms"};
}

std::vector<Claim> best_of_others_claims() {
    const auto best = [](std::string_view name, std::string_view row, double low, double high,
                         std::string_view published) {
        return time_of(name, row, Take::place_of_smallest, between(low, high), published);
    };
    return {best_of_others("modeling.best-g-of-others",
                           "DP is fastest with g from 4 to 64, ASK-MBR from 32 to 64.", "g",
                           of_others("g", {4, 8, 16, 32, 64, 128}, {2, 4, 8, 16, 32, 64}),
                           {best("g of ASK-MBR", "ASK-MBR", 32, 64, "32 to 64, by GPU"),
                            best("g of DP-SBR", "DP-SBR", 16, 64, "16 to 64, by GPU"),
                            best("g of DP-MBR", "DP-MBR", 4, 64, "4 to 64, by GPU")}),
            best_of_others("modeling.best-r-of-others",
                           "DP and ASK-MBR are fastest with a small r, 2 or 4.", "r",
                           of_others("r", {2, 4, 8, 16}, {2, 4, 8, 16}),
                           {best("r of ASK-MBR", "ASK-MBR", 2, 2, "2"),
                            best("r of DP-SBR", "DP-SBR", 2, 4, "the same on all GPUs"),
                            best("r of DP-MBR", "DP-MBR", 2, 4, "the same on all GPUs")}),
            best_of_others("modeling.best-B-of-others",
                           "DP is fastest with B from 64 to 128, ASK-MBR with 32.", "B",
                           of_others("B", {16, 32, 64, 128, 256}, {2, 4, 8, 16, 32, 64}),
                           {best("B of ASK-MBR", "ASK-MBR", 32, 32, "32"),
                            best("B of DP-SBR", "DP-SBR", 64, 128, "64 to 128, by GPU"),
                            best("B of DP-MBR", "DP-MBR", 64, 128, "64 to 128, by GPU")})};
}

std::vector<Trial> of_blocks() {
    std::vector<Trial> trials;
    for (const auto& [threads, block] :
         {std::pair(64, "8x8"), std::pair(128, "16x8"), std::pair(256, "16x16"),
          std::pair(512, "64x8"), std::pair(1024, "32x32")})
        for (Tuned tuned : {ask_sbr_on_gpu, ask_mbr_on_gpu, dp_sbr_on_gpu, dp_mbr_on_gpu}) {
            tuned.block = block;
            vary(trials, tuned, "g", {tuned.g});
            trials.back().x = threads;
        }
    return trials;
}

Claim blocks_claim() {
    const auto fastest = [](std::string_view name, std::string_view row) {
        return time_of(name, row, Take::place_of_smallest, between(64, 512), "64 to 512");
    };
    return {
        .paper = Paper::modeling,
        .id = "modeling.blocks",
        .where = "section 6.2, Table 2",
        .statement = "The fastest blocks have 64 to 512 threads.",
        .method =
            "View paper, n 16,384; blocks of 8 x 8, 16 x 8, 16 x 16, 64 x 8 and 32 x 32 "
            "threads. In the text at hand the table has lost its heads, so that all "
            "engines are held against all of its blocks.",
        .trials = of_blocks(),
        .quantities = {fastest("threads, Ex", "Ex"), fastest("threads, ASK-SBR", "ASK-SBR"),
                       fastest("threads, ASK-MBR", "ASK-MBR"), fastest("threads, DP-SBR", "DP-SBR"),
                       fastest("threads, DP-MBR", "DP-MBR")},
        .axis = "threads of a block",
        .ordinate = "ms"};
}

Claim insertion_claim() {
    std::vector<Trial> trials;
    for (const int n : {1024, 2048, 4096, 8192})
        for (const auto* const insertion : {"region", "child", "scan"})
            trials.push_back({static_cast<double>(n),
                              fmt::format("bench --view paper --size {0}x{0} --precision f32 "
                                          "--engine ask -g 4 -r 2 -B 4 --insertion {1} --repeat 15",
                                          n, insertion)});
    return {
        .paper = Paper::modeling,
        .id = "modeling.insertion",
        .where = "section 5.3",
        .statement =
            "A full prefix sum inserts the children of a level into its list (OLT) no faster "
            "than atomics do.",
        .method =
            "View paper, dwell limit 512, single precision, ASK-SBR with {4, 2, 4}, which "
            "makes the lists long; medians of 15 runs. The paper's atomics, one for each "
            "region that is subdivided, beside a prefix sum over the level, which takes a second "
            "pass, and beside an atomic for each child. The paper times only the first.",
        .trials = std::move(trials),
        .quantities = {gain_over("prefix sum over atomics", "ASK-SBR scan", "ASK-SBR", Take::each,
                                 at_most(1), "\"less preferred\""),
                       gain_over("atomics per child over per region", "ASK-SBR child", "ASK-SBR")},
        .axis = "n",
        .ordinate = "how many times shorter"};
}

Claim energy_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.energy",
            .where = "the journal version; not in the text at hand",
            .statement =
                "Subdivision takes up to 20 times less energy than Ex, and ASK up to 2 times "
                "less than DP.",
            .method =
                "NVML's counter while frames of view paper are computed for half a second or "
                "longer, idle power included; n 16,384. 'Up to' holds from nine tenths on.",
            .trials = {{16384,
                        "bench --view paper --size 16384x16384 --precision f32 --engine ex,ask "
                        "--scheme sbr -g 64 -r 4 -B 16 --block 8x16 --repeat 3 --energy",
                        On::cuda, 8},
                       {16384,
                        "bench --view paper --size 16384x16384 --precision f32 --engine dp "
                        "--scheme mbr -g 16 -r 2 -B 128 --block 16x8 --repeat 3 --energy",
                        On::cuda, 6}},
            .quantities = {{"energy of Ex over ASK-SBR", Kind::value_ratio, "ASK-SBR", "Ex",
                            "joules", Take::last, at_least(0.9 * 20), "up to 20"},
                           {"energy of DP-MBR over ASK-SBR", Kind::value_ratio, "ASK-SBR", "DP-MBR",
                            "joules", Take::last, at_least(0.9 * 2), "up to 2"}},
            .headline = true};
}

Claim concurrent_kernels_claim() {
    return {.paper = Paper::modeling,
            .id = "modeling.concurrent-kernels",
            .where = "section 7",
            .statement = "A GPU runs up to 128 kernels at the same time.",
            .method = "512 kernels of 5 ms and one thread each, launched from the device.",
            .trials = {{0, "check --workload curves --litmus", On::cuda, 10}},
            .quantities = {value("kernels at a time, of 512", "crowd", "together", Take::last,
                                 exactly(128), "128")}};
}

}  // namespace

std::vector<Claim> modeling_measurements() {
    std::vector<Claim> claims{ask_gain_claim(),      dp_gain_claim(), ask_over_dp_claim(),
                              sbr_beats_mbr_claim(), start_claim(),   best_g_claim(),
                              best_r_claim(),        best_B_claim()};
    std::ranges::move(best_of_others_claims(), std::back_inserter(claims));
    claims.push_back(blocks_claim());
    claims.push_back(insertion_claim());
    claims.push_back(energy_claim());
    claims.push_back(concurrent_kernels_claim());
    return claims;
}

}  // namespace mariani::app
