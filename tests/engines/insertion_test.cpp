// Ways of inserting children into ASK's lists: the frames are the same, and where the order of a
// list is promised, it is that of the parents.
#include "compute/cpu/offset_table.hpp"
#include "compute/service/resolve.hpp"
#include "tests/engines/frames.hpp"

#include <numeric>
#include <vector>

#include <gtest/gtest.h>

namespace mariani::tests {
namespace {

Frame inserted(Insertion insertion, Scheme scheme, int threads, FramePlan asked) {
    asked.engine = EngineKind::ask;
    asked.backend = Backend::cpu;
    asked.scheme = scheme;
    asked.threads = threads;
    asked.insertion = insertion;
    return compute(*find_engine(EngineKind::ask, Backend::cpu)->make(), asked);
}

FramePlan many_levels(const View& view) {
    auto asked = plan(509, 367, 1500, view);
    asked.shortcuts = true;
    asked.smooth = asked.count_work = true;
    asked.subdivision = {3, 3, 2};
    return asked;
}

TEST(InsertionTest, AllGiveTheSameFrame) {
    for (const auto& view : {paper, seahorse, elephant})
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr}) {
            const Frame frame = inserted(Insertion::per_region, scheme, 4, many_levels(view));
            expect_consistent(frame);
            for (const auto& choice : choices<Insertion>())
                for (const int threads : {1, 4}) {
                    SCOPED_TRACE(std::string(choice.name) + " " + std::to_string(threads));
                    expect_same(frame, inserted(choice.value, scheme, threads, many_levels(view)));
                }
        }
}

TEST(InsertionTest, PartsOfAPictureHaveItsRegionsInAnyInsertion) {
    auto asked = many_levels(seahorse);
    asked.image = {480, 480};
    asked.part = {160, 160, 320, 320};
    const Frame frame = inserted(Insertion::per_region, Scheme::sbr, 2, asked);
    for (const auto& choice : choices<Insertion>())
        expect_same(frame, inserted(choice.value, Scheme::sbr, 2, asked));
}

TEST(InsertionTest, LevelsTellWhatTheyWereReadFrom) {
    for (const auto& choice : choices<Insertion>()) {
        const Frame frame = inserted(choice.value, Scheme::sbr, 2, many_levels(paper));
        const auto& levels = frame.stats.levels;
        ASSERT_GT(levels.size(), 2U);
        EXPECT_EQ(levels[0].olt_entries, 0);
        EXPECT_EQ(levels[0].olt_bytes, 0);
        for (std::size_t i = 1; i < levels.size(); ++i) {
            EXPECT_EQ(levels[i].olt_entries, levels[i].regions);
            EXPECT_EQ(levels[i].olt_bytes, levels[i].regions * cpu::OffsetTable::entry_bytes);
        }
    }
}

std::vector<std::pair<std::uint32_t, std::uint32_t>> entries_of(const cpu::OffsetTable& table) {
    std::vector<std::pair<std::uint32_t, std::uint32_t>> entries;
    for (std::int64_t k = 0; k < table.count(); ++k) entries.emplace_back(table[k].ix, table[k].iy);
    return entries;
}

// A lattice finer than the pixels here and there, so that parents have different numbers of
// children; chunks without parents; threads that take the chunks in any order.
TEST(InsertionTest, PrefixSumsListChildrenInTheOrderOfTheirParents) {
    constexpr ImageSize image{100, 70};
    constexpr std::int64_t lattice = 32, r = 4, chunk = 5;
    const auto children_of = [&](LatticeCell parent) {
        return subdivision::children(image, lattice, parent, r);
    };
    std::vector<LatticeCell> parents;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> expected;
    for (std::uint32_t iy = 0; iy < lattice; ++iy)
        for (std::uint32_t ix = 0; ix < lattice; ++ix)
            if (iy % 3 != 0 && (ix * 7 + iy) % 4 != 0) parents.push_back({ix, iy});
    for (const auto& parent : parents) {
        const auto children = children_of(parent);
        for (std::int64_t k = 0; k < children.count(); ++k)
            expected.emplace_back(children[k].ix, children[k].iy);
    }
    for (const int threads : {1, 2, 7}) {
        cpu::ThreadPool pool(threads);
        cpu::OffsetTable table;
        table.reserve(std::ssize(expected));
        cpu::OrderedInsertion in_order;
        const std::int64_t full = (std::ssize(parents) + chunk - 1) / chunk;
        in_order.begin(2 * full);  // every other one is empty
        pool.for_each(full, [&](std::int64_t i) {
            const auto end = std::min((i + 1) * chunk, std::int64_t{std::ssize(parents)});
            const std::vector<LatticeCell> own(parents.begin() + i * chunk, parents.begin() + end);
            std::int64_t count = 0;
            for (const auto& parent : own) count += children_of(parent).count();
            in_order.note(2 * i, own, count);
        });
        in_order.write(table, pool, children_of);
        EXPECT_EQ(entries_of(table), expected) << threads;
    }
}

// A table filled by one thread has any insertion's entries in that order.
TEST(InsertionTest, AtomicsAppendEachChildOnce) {
    constexpr ImageSize image{100, 70};
    cpu::OffsetTable by_region, by_child;
    by_region.reserve(64);
    by_child.reserve(64);
    for (const LatticeCell parent : {LatticeCell{3, 1}, LatticeCell{0, 0}, LatticeCell{7, 7}}) {
        by_region.append(subdivision::children(image, 8, parent, 4));
        by_child.append_each(subdivision::children(image, 8, parent, 4));
    }
    EXPECT_EQ(by_region.count(), 48);
    EXPECT_EQ(entries_of(by_region), entries_of(by_child));
}

// Where an engine does not insert, its plan is the same whatever was asked for.
TEST(InsertionTest, IsThatOfPlansThatHaveAListAlone) {
    for (const auto& engine : choices<EngineKind>())
        for (const Scheme scheme : {Scheme::sbr, Scheme::mbr, Scheme::wpr})
            for (const Precision precision : {Precision::f64, Precision::deltas}) {
                if (why_invalid(engine.value, scheme, std::nullopt)) continue;
                FrameRequest request = request_like(200, 200, 300);
                request.engine = engine.value;
                request.scheme = scheme;
                request.backend = Backend::cuda;
                request.precision = precision;
                const Hardware with_gpu;
                const FramePlan usual = resolve(request, with_gpu, {}).plan;
                request.insertion = Insertion::prefix_sum;
                const FramePlan changed = resolve(request, with_gpu, {}).plan;
                const bool used = engine.value == EngineKind::ask && scheme != Scheme::wpr &&
                                  precision == Precision::f64;
                EXPECT_EQ(changed != usual, used) << engine.name << " " << name_of(scheme);
                EXPECT_EQ(has_insertion(changed), used);
            }
}

}  // namespace
}  // namespace mariani::tests
