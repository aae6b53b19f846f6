// How a sub-tile's words become the next ones: the only copy there is.
//
// This is text without a guard, included inside a namespace that knows `sub_tile`, and that defines
// MARIANI_WORDS, what stands before each function. A word W is a number, or a vector of numbers,
// with & | ^. cpu/bits.cpp includes it for the vectors of every SIMD target, which no shared
// template could be inlined into; cuda/bits.cuh for 32-bit words.

// The rule as words: with n living neighbours a cell becomes (alive & keep[n]) ^ flip[n]. More than
// five do not occur.
template <typename W>
struct RuleWords {
    W keep[6];
    W flip[6];
};

template <typename W>
MARIANI_WORDS RuleWords<W> rule_words(std::uint32_t born, std::uint32_t survives, W none, W all) {
    RuleWords<W> words;
    for (unsigned n = 0; n < 6; ++n) {
        const bool from_dead = (born >> n & 1U) != 0, from_alive = (survives >> n & 1U) != 0;
        words.keep[n] = from_dead != from_alive ? all : none;
        words.flip[n] = from_dead ? all : none;
    }
    return words;
}

// high where the bit of `choice` is 1, else low.
template <typename W>
MARIANI_WORDS W choose(W choice, W high, W low) {
    return low ^ (choice & (high ^ low));
}

// After a number of living neighbours given by its three bits; the highest only where max_count
// exceeds 3.
template <int max_count, typename W>
MARIANI_WORDS W apply(const RuleWords<W>& rule, W alive, W ones, W twos, W fours) {
    const W with_0_or_1 = choose(ones, (alive & rule.keep[1]) ^ rule.flip[1],
                                 (alive & rule.keep[0]) ^ rule.flip[0]);
    const W with_2_or_3 = choose(ones, (alive & rule.keep[3]) ^ rule.flip[3],
                                 (alive & rule.keep[2]) ^ rule.flip[2]);
    const W below_4 = choose(twos, with_2_or_3, with_0_or_1);
    if constexpr (max_count < 4) return below_4;
    const W with_4_or_5 = choose(ones, (alive & rule.keep[5]) ^ rule.flip[5],
                                 (alive & rule.keep[4]) ^ rule.flip[4]);
    return choose(fours, with_4_or_5, below_4);
}

// The next state of one cell, by adders that keep carries.
template <std::size_t index, typename W>
MARIANI_WORDS W next_of(const W* in, const RuleWords<W>& rule) {
    constexpr int count = sub_tile.cell[index].count;
    static_assert(count >= 2 && count <= 5);
    constexpr int i0 = sub_tile.cell[index].inputs[0], i1 = sub_tile.cell[index].inputs[1];
    const W alive = in[index], sum_2 = in[i0] ^ in[i1], carry_2 = in[i0] & in[i1];
    if constexpr (count == 2) {
        return apply<2>(rule, alive, sum_2, carry_2, carry_2);
    } else {
        constexpr int i2 = sub_tile.cell[index].inputs[2];
        const W sum_3 = sum_2 ^ in[i2], carry_3 = carry_2 | (sum_2 & in[i2]);
        if constexpr (count == 3) {
            return apply<3>(rule, alive, sum_3, carry_3, carry_3);
        } else {
            constexpr int i3 = sub_tile.cell[index].inputs[3];
            const W sum_4 = sum_3 ^ in[i3], carry_4 = sum_3 & in[i3];
            if constexpr (count == 4) {
                return apply<4>(rule, alive, sum_4, carry_3 ^ carry_4, carry_3 & carry_4);
            } else {
                constexpr int i4 = sub_tile.cell[index].inputs[4];
                const W sum_5 = sum_4 ^ in[i4], carry_5 = carry_4 | (sum_4 & in[i4]);
                return apply<5>(rule, alive, sum_5, carry_3 ^ carry_5, carry_3 & carry_5);
            }
        }
    }
}

template <typename W, std::size_t... index>
MARIANI_WORDS void next_of_all(const W* in, const RuleWords<W>& rule, W* next,
                               std::index_sequence<index...>) {
    ((next[index] = next_of<index>(in, rule)), ...);
}

// From 27 cells and the 6 words from outside to the next 27 cells, which must be others.
template <typename W>
MARIANI_WORDS void advance_sub_tile(const W* in, const RuleWords<W>& rule, W* next) {
    next_of_all(in, rule, next, std::make_index_sequence<SubTile::cells>{});
}
