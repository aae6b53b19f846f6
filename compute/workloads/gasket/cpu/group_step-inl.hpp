// A group's step in vectors of the SIMD target that is being compiled.

// clang-format off
#if defined(MARIANI_GASKET_GROUP_STEP_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef MARIANI_GASKET_GROUP_STEP_INL
#undef MARIANI_GASKET_GROUP_STEP_INL
#else
#define MARIANI_GASKET_GROUP_STEP_INL
#endif
// clang-format on

#include "compute/workloads/gasket/cpu/group_step.hpp"

#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace mariani::gasket::cpu {
namespace HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

#undef MARIANI_WORDS
#define MARIANI_WORDS HWY_INLINE
#include "compute/workloads/gasket/sub_tile.inl"

using Words = hn::CappedTag<std::uint64_t, lanes / 64>;
using Vector = hn::Vec<Words>;

HWY_INLINE Vector load(const Line& line, std::size_t part) {
    return hn::Load(Words(), line.words.data() + part);
}

// The lines of a step, own and halo counted on.
HWY_INLINE const Line& line_at(const GroupStep& step, std::size_t own_lines, std::uint32_t number) {
    return number < own_lines ? step.own[number] : step.halo[number - own_lines];
}

HWY_INLINE Vector outside_word(const GroupStep& step, std::size_t own_lines, const LineLinks& links,
                               std::size_t word, std::size_t part) {
    const auto& [first, second] = links.words[word];
    const Vector from_first = load(line_at(step, own_lines, first.line), part);
    if (links.inside) return first.tiles == all_tiles ? from_first : hn::Zero(Words());
    const Vector from_second = load(line_at(step, own_lines, second.line), part);
    return (from_first & load(step.sets[first.tiles], part)) |
           (from_second & load(step.sets[second.tiles], part));
}

// The sub-tile's next lines, for a part of the tiles.
HWY_INLINE void take_sub_tile(const GroupStep& step, const RuleWords<Vector>& rule,
                              std::size_t own_lines, std::size_t number, std::size_t part,
                              Vector* next) {
    const std::size_t first = number * SubTile::cells;
    const Line* cells = first < own_lines ? step.own + first : step.halo + (first - own_lines);
    Vector in[SubTile::inputs];
    for (std::size_t cell = 0; cell < SubTile::cells; ++cell) in[cell] = load(cells[cell], part);
    for (std::size_t word = 0; word < outside_words; ++word)
        in[SubTile::cells + word] = outside_word(step, own_lines, step.links[number], word, part);
    advance_sub_tile(in, rule, next);
}

template <std::uint32_t born, std::uint32_t survives>
HWY_INLINE RuleWords<Vector> known_rule() {
    return rule_words(born, survives, hn::Zero(Words()), hn::Set(Words(), ~std::uint64_t{0}));
}

HWY_INLINE void take_by(const GroupStep& step, const RuleWords<Vector>& rule) {
    const Words d;
    const std::size_t sub_tiles = step.links.size() - corners;
    const std::size_t own_lines = sub_tiles * SubTile::cells;
    Vector next[SubTile::cells];
    for (std::size_t part = 0; part < lanes / 64; part += hn::Lanes(d)) {
        for (std::size_t number = 0; number < sub_tiles; ++number) {
            take_sub_tile(step, rule, own_lines, number, part, next);
            Line* to = step.next_own + number * SubTile::cells;
            for (std::size_t cell = 0; cell < SubTile::cells; ++cell)
                hn::Store(next[cell], d, to[cell].words.data() + part);
        }
        for (std::size_t corner = 0; step.next_halo && corner < corners; ++corner) {
            take_sub_tile(step, rule, own_lines, sub_tiles + corner, part, next);
            Line* to = step.next_halo + corner * SubTile::cells;
            for (std::size_t cell = 0; cell < SubTile::cells; ++cell)
                hn::Store(next[cell], d, to[cell].words.data() + part);
        }
    }
}

// A rule that is known when compiling takes about half of the instructions.
void take_usual(const GroupStep& step) {
    constexpr Rule usual;
    take_by(step, known_rule<usual.born, usual.survives>());
}

void take_any(const GroupStep& step) {
    take_by(step, rule_words(step.rule.born, step.rule.survives, hn::Zero(Words()),
                             hn::Set(Words(), ~std::uint64_t{0})));
}

inline void take_in_vectors(const GroupStep& step) {
    if (step.rule == Rule{})
        take_usual(step);
    else
        take_any(step);
}

}  // namespace HWY_NAMESPACE
}  // namespace mariani::gasket::cpu
HWY_AFTER_NAMESPACE();

#endif
