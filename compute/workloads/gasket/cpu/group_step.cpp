#include "compute/workloads/gasket/cpu/group_step.hpp"

#include "compute/cpu/highway.hpp"

// The order matters.
// clang-format off
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "compute/workloads/gasket/cpu/group_step.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
#include "compute/workloads/gasket/cpu/group_step-inl.hpp"
// clang-format on

HWY_BEFORE_NAMESPACE();
namespace mariani::gasket::cpu {
namespace HWY_NAMESPACE {

void take_here(const GroupStep& step) {
    take_in_vectors(step);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::gasket::cpu
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace mariani::gasket::cpu {

HWY_EXPORT(take_here);

void take(const GroupStep& step) {
    HWY_DYNAMIC_DISPATCH(take_here)(step);
}

std::vector<LineLinks> line_links(std::uint32_t sub_tiles) {
    std::vector<LineLinks> all;
    for (const auto& links : sub_tile_links(sub_tiles)) {
        auto& made = all.emplace_back();
        made.inside = true;
        for (std::size_t word = 0; word < outside_words; ++word)
            for (std::size_t i = 0; i < 2; ++i) {
                const WordSource& from = links.words[word][i];
                made.words[word][i] = {static_cast<std::uint32_t>(from.sub_tile * SubTile::cells +
                                                                  sub_tile.contacts[from.contact]),
                                       from.tiles};
                made.inside =
                    made.inside && (from.tiles == no_tiles || (i == 0 && from.tiles == all_tiles));
            }
    }
    return all;
}

}  // namespace mariani::gasket::cpu
#endif
