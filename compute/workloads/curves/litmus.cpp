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
    "All run: a virtual pool takes those beyond, and can be ten times slower, or more. "
    "cudaLimitDevRuntimePendingLaunchCount widens the fixed one.";
constexpr std::string_view fixed_pool =
    "Launches beyond the pool are lost: only the thread that asks learns of it. The same limit "
    "widens the pool.";

constexpr std::array texts{
    LitmusText{"own-write", "A thread's write, read by its child", LitmusCase{Litmus::own_write},
               promised, "Seen: all that the thread wrote before the launch.", "The same."},
    LitmusText{"loose-writes", "Other threads' writes, read by the child",
               LitmusCase{Litmus::loose_writes}, unpromised,
               "Not promised: there is no fence between write and launch.", "The same."},
    LitmusText{"fenced-writes", "The same, with a barrier before the launch",
               LitmusCase{Litmus::fenced_writes}, promised,
               "Other threads see writes after a fence, or the kernel's end. No barrier is named, "
               "but the quadtree launches after one.",
               "Seen: the barrier puts the writes before the launch."},
    LitmusText{
        "child-to-parent", "A child's write, read by its parent",
        LitmusCase{Litmus::child_to_parent}, unpromised,
        "Seen after a call with which the parent waits for it.",
        "Not promised: from sm_90 on there is no such call, and no parent waits for its child."},
    LitmusText{"child-to-tail", "A child's write, read by the tail launch",
               LitmusCase{Litmus::child_to_tail}, promised, no_tails,
               "Seen: a tail begins when the grid and all its children have ended."},
    LitmusText{"child-to-next", "A child's write, read by the stream's next kernel",
               LitmusCase{Litmus::child_to_next}, promised,
               "Seen: a grid has ended only when its children have.", "The same."},
    LitmusText{
        "nesting", "Nested launches", LitmusCase{Litmus::nesting}, promised,
        "24 levels. 2 synchronize by default, for some 150 MB each; "
        "cudaLimitDevRuntimeSyncDepth allows more.",
        "No limit is named. From sm_90 on no level synchronizes, and that limit is not supported."},
    LitmusText{"tails", "Tail launches, each of the one before", LitmusCase{Litmus::tails},
               promised, no_tails, "No limit is named: one ends before the next begins."},
    LitmusText{"pool-512", "1024 launches, a pool of 512", with_pool(512), promised, virtual_pool,
               fixed_pool},
    LitmusText{"pool-2048", "4096 launches, a pool of 2048", with_pool(2048), promised,
               virtual_pool, fixed_pool},
    LitmusText{"pool-8192", "16384 launches, a pool of 8192", with_pool(8192), promised,
               virtual_pool, fixed_pool},
    LitmusText{"null-stream", "Launches into the NULL stream", LitmusCase{Litmus::null_stream},
               promised, "One after another in a block; other blocks' may run side by side.",
               "The same."},
    LitmusText{"named-streams", "Launches into a stream each", LitmusCase{Litmus::named_streams},
               unpromised, "They may run side by side.", "The same."},
    LitmusText{"forget", "Launches that fire and forget", LitmusCase{Litmus::forget}, unpromised,
               "There were none.", "They may run side by side, and need no stream."},
    LitmusText{"heap", "4096 blocks of 4 KiB, a heap of 8 MiB", LitmusCase{Litmus::heap}, promised,
               "A heap of its own: the host cannot free from it, nor a kernel what is the host's.",
               "The same: malloc() beyond it returns NULL; a block stays until a kernel frees it."},
    LitmusText{"pointers", "Pointers to local or shared memory", std::nullopt, unpromised,
               "Undefined in a child: this memory is the thread's or block's own.", "The same."},
    LitmusText{"zero-copy", "The host's memory, mapped", std::nullopt, unpromised,
               "Seen as global memory is.", "The same."},
    LitmusText{"constants", "Constant memory", std::nullopt, unpromised,
               "Set by the host before the first launch, for all that follow from it.",
               "The same."},
    LitmusText{
        "textures", "Texture memory", std::nullopt, unpromised,
        "Seen as global memory is. Reads while a parent or another child writes are "
        "undefined.",
        "Writes before the launch are seen. A child's are promised to a tail launch, never to "
        "its parent."},
    LitmusText{"configuration", "The device's configuration", std::nullopt, unpromised,
               "Inherited from the parent: shared memory and L1 cache, and limits such as the "
               "stack's size.",
               "The same. What the host has set for a kernel comes first, and no kernel can change "
               "it."},
    LitmusText{"stream-handles", "A stream outside the block that made it", std::nullopt,
               unpromised, "Undefined, as is a stream of the host in any kernel.",
               "Usable in all blocks of the grid. Undefined in parents and children, as is a "
               "stream of the host in any kernel."},
    LitmusText{
        "events", "Events", std::nullopt, unpromised,
        "Streams of the block that made them can wait for them. Threads cannot, and there "
        "are no times. Their number is unlimited.",
        "The same in all blocks of the grid. There are twice as many as launches that may be "
        "pending."},
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
