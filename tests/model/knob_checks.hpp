// What holds of the knobs of any workload.
#pragma once

#include "compute/model/knob.hpp"

#include <cctype>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {

// What the std::invalid_argument that the action throws says; empty if it throws none.
template <typename Action>
std::string refusal_of(const Action& action) {
    try {
        action();
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
    return "";
}

// Values at the ends of what a knob takes, and all of its choices.
inline std::vector<KnobValue> values_of(const Knob& knob) {
    switch (knob.kind) {
        case Knob::Kind::boolean:
            return {false, true};
        case Knob::Kind::integer:
            return {knob.integers.min, knob.integers.max};
        case Knob::Kind::seed:
            return {Seed{0}, std::numeric_limits<Seed>::max()};
        case Knob::Kind::real:
            return {knob.reals.min, knob.reals.max};
        case Knob::Kind::block:
            return {BlockSize{1, 1}, BlockSize{limits::block_threads, 1}};
        case Knob::Kind::choice:
            break;
    }
    std::vector<KnobValue> values;
    for (std::size_t place = 0; place < knob.choices.size(); ++place)
        values.emplace_back(ChoicePlace{place});
    return values;
}

inline void expect_written_well(const Knob& knob) {
    SCOPED_TRACE(knob.id);
    for (const std::string_view text : {knob.label, knob.help}) {
        ASSERT_FALSE(text.empty());
        const bool symbol = text.find("  ") <= 2;  // of one letter, as in "m  of REC"
        EXPECT_TRUE(symbol || text.front() == std::toupper(text.front()));
        EXPECT_NE(text.back(), '.');
        EXPECT_LE(text.size(), 100U);
    }
    EXPECT_EQ(knob.may_be_automatic, !knob.automatic.empty()) << "what is chosen";
    const bool all = knob.engines == ~EngineMask{0};
    EXPECT_EQ(knob.idle.empty(), all) << "why others do not use it";
}

// Texts, defaults and what is read back as it was written.
template <typename Problem>
void expect_sound_knobs() {
    const KnobTable& table = knob_table<Problem>();
    std::set<std::string_view> ids;
    Problem usual;
    EXPECT_EQ(why_value_invalid(usual), std::nullopt);
    for (const Knob& knob : table.knobs) {
        SCOPED_TRACE(knob.id);
        EXPECT_TRUE(ids.insert(knob.id).second);
        expect_written_well(knob);
        for (const KnobValue& value : values_of(knob)) {
            EXPECT_EQ(parse_value(knob, to_text(knob, value)), value);
            Problem changed;
            knob.set(&changed, value);
            EXPECT_EQ(knob.get(&changed), value);
        }
        for (const char* wrong : {"", "x", "1x"})
            EXPECT_EQ(parse_value(knob, wrong), std::nullopt) << wrong;
    }
}

// That an engine's plan depends on the knobs that it is said to use, and on no other. `plan_of`
// throws where a problem is refused; one knob after another differs from `usual`, where what is
// automatic takes one of the values.
template <typename Problem, typename E, typename PlanOf>
void expect_true_masks(Backend backend, const PlanOf& plan_of, const Problem& usual = {}) {
    for (const auto& engine : choices<E>())
        for (const Knob& knob : knob_table<Problem>().knobs) {
            SCOPED_TRACE(std::string(engine.name) + " " + std::string(knob.id));
            int tried = 0;
            bool depends = false;
            for (const KnobValue& value : values_of(knob)) {
                if (value == knob.get(&usual)) continue;
                Problem changed = usual;
                knob.set(&changed, value);
                try {
                    depends |= plan_of(changed, engine.value) != plan_of(usual, engine.value);
                    ++tried;
                } catch (const std::invalid_argument&) {
                }
            }
            EXPECT_GT(tried, 0);
            EXPECT_EQ(depends, uses(knob, engine_bit(engine.value), backend));
        }
}

}  // namespace mariani::tests
