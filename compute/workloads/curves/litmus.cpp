#include "compute/workloads/curves/litmus.hpp"

#include <array>

namespace mariani::curves {
namespace {

constexpr bool promised = true, unpromised = false;

constexpr LitmusCase with_pool(int launches) {
    return {Litmus::pool, launches};
}

constexpr std::string_view no_tails = "There were no tail launches.";
constexpr std::string_view virtual_pool =
    "All run: a virtual pool takes the excess, but can be ten times slower, or more. "
    "cudaLimitDevRuntimePendingLaunchCount enlarges the fixed pool.";
constexpr std::string_view fixed_pool =
    "Launches beyond the pool are lost, and only the thread that asks finds out. The same limit "
    "enlarges the pool.";

constexpr std::array texts{
    LitmusText{"own-write", "A thread's write, read by its child", LitmusCase{Litmus::own_write},
               promised, "Everything the thread wrote before the launch is visible.", "The same."},
    LitmusText{"zero-copy", "The same in host memory, mapped", LitmusCase{Litmus::zero_copy},
               promised, "Visible like global memory.", "The same."},
    LitmusText{"loose-writes", "Other threads' writes, read by the child",
               LitmusCase{Litmus::loose_writes}, unpromised,
               "Not promised: there is no fence between write and launch.", "The same."},
    LitmusText{"fenced-writes", "The same, with a barrier before the launch",
               LitmusCase{Litmus::fenced_writes}, promised,
               "Other threads see writes after a fence, or after the kernel's end. No barrier is "
               "mentioned, but the quadtree launches after one.",
               "Visible: the barrier orders the writes before the launch."},
    LitmusText{
        "child-to-parent", "A child's write, read by its parent",
        LitmusCase{Litmus::child_to_parent}, unpromised,
        "Visible after a call with which the parent waits for the child.",
        "Not promised: from sm_90 on there is no such call, and no parent waits for its child."},
    LitmusText{"child-to-tail", "A child's write, read by the tail launch",
               LitmusCase{Litmus::child_to_tail}, promised, no_tails,
               "Visible: a tail begins when the grid and all its children have ended."},
    LitmusText{"child-to-next", "A child's write, read by the stream's next kernel",
               LitmusCase{Litmus::child_to_next}, promised,
               "Visible: a grid ends only when its children have ended.", "The same."},
    LitmusText{"nesting", "Nested launches", LitmusCase{Litmus::nesting}, promised,
               "24 levels. By default 2 can synchronize, for about 150 MB each; "
               "cudaLimitDevRuntimeSyncDepth allows more.",
               "No limit is stated. From sm_90 on no level can synchronize, and that limit is not "
               "supported."},
    LitmusText{"tails", "Tail launches, each from the previous one", LitmusCase{Litmus::tails},
               promised, no_tails, "No limit is stated: each ends before the next begins."},
    LitmusText{"pool-512", "1024 launches, a pool of 512", with_pool(512), promised, virtual_pool,
               fixed_pool},
    LitmusText{"pool-2048", "4096 launches, a pool of 2048", with_pool(2048), promised,
               virtual_pool, fixed_pool},
    LitmusText{"pool-8192", "16384 launches, a pool of 8192", with_pool(8192), promised,
               virtual_pool, fixed_pool},
    LitmusText{"null-stream", "Launches into the NULL stream", LitmusCase{Litmus::null_stream},
               promised,
               "One after another within a block; those of other blocks may run side by side.",
               "The same."},
    LitmusText{"named-streams", "Launches into separate streams", LitmusCase{Litmus::named_streams},
               unpromised, "They may run side by side.", "The same."},
    LitmusText{"forget", "Fire-and-forget launches", LitmusCase{Litmus::forget}, unpromised,
               "There were none.", "They may run side by side, and need no stream."},
    LitmusText{"crowd", "512 fire-and-forget launches", LitmusCase{Litmus::crowd}, unpromised,
               "There were none.",
               "A GPU runs at most so many grids at a time: 128 from compute capability 7.0 on, "
               "with few exceptions."},
    LitmusText{"heap", "4096 blocks of 4 KiB, a heap of 8 MiB", LitmusCase{Litmus::heap}, promised,
               "It has its own heap; neither side can free the other's memory.",
               "The same. malloc() returns NULL when the heap is full; memory stays allocated "
               "until a kernel frees it."},
    LitmusText{"pointers", "Pointers to local or shared memory", std::nullopt, unpromised,
               "Undefined in a child: this memory belongs to the thread or block.", "The same."},
    LitmusText{"constants", "Constant memory", std::nullopt, unpromised,
               "Set by the host before the first launch, for all launches that follow.",
               "The same."},
    LitmusText{
        "textures", "Texture memory", std::nullopt, unpromised,
        "Visible like global memory. Reads are undefined while a parent or another child writes.",
        "Writes before the launch are visible. A child's writes are promised to a tail launch, "
        "never to its parent."},
    LitmusText{
        "configuration", "The device's configuration", std::nullopt, unpromised,
        "Inherited from the parent: shared memory, L1 cache, and limits such as the stack size.",
        "The same. Settings made by the host for a kernel take precedence, and no kernel can "
        "change them."},
    LitmusText{"stream-handles", "A stream outside the block that created it", std::nullopt,
               unpromised, "Undefined; so is a host stream in any kernel.",
               "Usable in all blocks of the grid. Undefined in parents and children; so is a host "
               "stream in any kernel."},
    LitmusText{"events", "Events", std::nullopt, unpromised,
               "Streams of the block that created them can wait for events. Threads cannot, and "
               "there is no timing. Their number is unlimited.",
               "The same in all blocks of the grid. Their number is limited to twice the pending "
               "launches."},
};

}  // namespace

std::span<const LitmusText> litmus_texts() {
    return texts;
}

std::optional<LitmusCounts> run_litmus(const LitmusCase& litmus, int device,
                                       const std::stop_token& stop) {
    return cuda::run_litmus(litmus, device, stop);
}

}  // namespace mariani::curves
