#include "compute/cuda/memory.hpp"

#include "compute/cuda/dwell_plane.hpp"
#include "compute/cuda/lists.hpp"
#include "compute/model/block_trace.hpp"
#include "compute/model/memory_estimate.hpp"

namespace mariani::cuda {
namespace {

constexpr std::int64_t an_entry = sizeof(std::uint32_t), a_region = sizeof(Region);

void add_lists(const FramePlan& plan, const Layout& layout, std::vector<MemoryPart>& parts) {
    if (plan.engine != EngineKind::ask) return;
    if (plan.scheme != Scheme::wpr) {
        const AskRooms rooms = ask_rooms(plan, layout);
        parts.push_back({"for the OLTs", (rooms.tables[0] + rooms.tables[1]) * an_entry, true});
        if (rooms.pieces > 0)
            parts.push_back(
                {"for pieces of regions", rooms.pieces * std::int64_t{sizeof(AskPiece)}, true});
        if (rooms.parents > 0)
            parts.push_back({"for the prefix sums",
                             (rooms.parents + 2 * rooms.parents / insertion_tile) * an_entry,
                             true});
        return;
    }
    const WprRooms rooms = wpr_rooms(plan, layout, max_tile_side);
    parts.push_back({"for the OLTs", (rooms.tables[0] + rooms.tables[1]) * an_entry});
    parts.push_back({"for pieces of regions", rooms.pieces * std::int64_t{sizeof(Piece)}});
    parts.push_back({"for borders", rooms.rings * std::int64_t{sizeof(Ring)} +
                                        (rooms.columns + rooms.rows) * an_entry});
}

}  // namespace

void refuse_beyond_free(const MemoryEstimate& estimate, std::int64_t kept) {
    constexpr std::int64_t small = 1 << 26;  // which takes longer to ask for than to allocate
    if (estimate.needed() - kept < small) return;
    if (const auto why = why_too_large(estimate, free_memory(estimate.gpu.value()) + kept))
        throw MemoryShortage(*why);
}

MemoryEstimate memory_of(const FramePlan& plan) {
    const DwellPlane dwell{nullptr, plan.dwell_limit <= DwellPlane::max_narrow_dwell};
    MemoryEstimate estimate{frame_remedy,
                            parts_of_fields(plan, static_cast<std::int64_t>(dwell.bytes(1))),
                            plan.device};
    auto& parts = estimate.parts;
    if (plan.count_work) parts.push_back({"for the work", pixel_count(plan.part) * an_entry});
    Layout layout;
    if (plan.engine != EngineKind::ex)
        layout = layout_of(plan.part, plan.image, plan.subdivision.g);
    if (records(plan))
        parts.push_back({"for the regions' times",
                         most_spans(plan, layout) * std::int64_t{sizeof(RegionTime)}, true});
    if (plan.engine == EngineKind::ex) return estimate;
    add_lists(plan, layout, parts);
    if (!plan.keep_regions) return estimate;
    const auto expected = static_cast<std::int64_t>(expected_regions(plan));
    parts.push_back({"for the list of regions", most_regions(plan, layout) * a_region, true});
    parts.push_back({"for the regions", kept_room(expected) * a_region});
    return estimate;
}

}  // namespace mariani::cuda
