#include "compute/workloads/volume/cpu/levels.hpp"

#include <algorithm>

namespace mariani::volume::cpu {
namespace {

LevelList list_of(const Code& code, int level, Index count) {
    return {level, count,
            std::vector<std::uint32_t>(static_cast<std::size_t>(count * code.words()))};
}

void sort(const Code& code, LevelList& list) {
    std::vector<std::uint64_t> entries(static_cast<std::size_t>(list.count));
    for (Index i = 0; i < list.count; ++i)
        entries[static_cast<std::size_t>(i)] = code.load(list.words.data(), i);
    std::ranges::sort(entries);
    for (Index i = 0; i < list.count; ++i)
        code.store(list.words.data(), i, entries[static_cast<std::size_t>(i)]);
}

}  // namespace

LevelList first_list(const Code& code) {
    LevelList list = list_of(code, 0, static_cast<Index>(power(code.g, code.axes)));
    for (Index i = 0; i < list.count; ++i)
        code.store(list.words.data(), i, code.first(static_cast<std::uint64_t>(i)));
    return list;
}

LevelList next_list(const Code& code, const LevelList& parents, const std::vector<Index>& rank,
                    Index subdivided, bool sorted) {
    LevelList list = list_of(code, parents.level + 1, subdivided * code.children);
    for (Index e = 0; e < parents.count; ++e) {
        const Index at = rank[static_cast<std::size_t>(e)];
        if (at < 0) continue;
        const std::uint64_t entry = code.load(parents.words.data(), e);
        for (std::uint32_t j = 0; j < code.children; ++j)
            code.store(list.words.data(), at * code.children + j,
                       code.append(entry, j, parents.level));
    }
    if (sorted) sort(code, list);
    return list;
}

}  // namespace mariani::volume::cpu
