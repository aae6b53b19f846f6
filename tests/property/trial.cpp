#include "tests/property/trial.hpp"

#include "compute/model/limits.hpp"
#include "tests/engines/frames.hpp"
#include "tests/engines/reference.hpp"
#include "tests/property/random_request.hpp"

#include <algorithm>
#include <array>
#include <span>

#include <fmt/format.h>

namespace mariani::tests {
namespace {

struct Contender {
    EngineKind engine;
    Scheme scheme;
};
constexpr std::array<Contender, 5> subdividing{{{EngineKind::ask, Scheme::sbr},
                                                {EngineKind::ask, Scheme::mbr},
                                                {EngineKind::dp, Scheme::sbr},
                                                {EngineKind::dp, Scheme::mbr},
                                                {EngineKind::ask, Scheme::wpr}}};
constexpr std::span on_every_backend = std::span(subdividing).first(4);

FrameRequest by(Contender contender, FrameRequest request) {
    request.engine = contender.engine;
    request.scheme = contender.scheme;
    return request;
}

FrameRequest by_ex(const FrameRequest& request) {
    return by({EngineKind::ex, Scheme::sbr}, request);
}

FrameRequest with_shortcuts(bool shortcuts, FrameRequest request) {
    request.shortcuts = shortcuts;
    return request;
}

FrameRequest on(Backend backend, FrameRequest request) {
    request.backend = backend;
    return request;
}

void expect_none(const std::string& what, std::vector<FrameRequest> requests) {
    if (!what.empty()) throw Violation{what, std::move(requests)};
}

// A part of the same picture, wherever that cuts through regions.
FrameRequest inner_part(FrameRequest request) {
    const auto [x, y, width, height] = request.part;
    request.part = {x + width / 3, y + height / 4, width / 2 + 1, height / 2 + 1};
    request.part.width = std::min(request.part.width, x + width - request.part.x);
    request.part.height = std::min(request.part.height, y + height - request.part.y);
    return request;
}

// A few pixels from the definition, whose steps are few enough. It computes in doubles; tests/deep
// has one in many digits.
std::string beside_definition(const Facts& ex) {
    if (is_deep(ex.plan.precision)) return {};
    constexpr std::int64_t max_steps = 100'000;
    const auto& [left, top, width, height] = ex.plan.part;
    std::int64_t steps = 0;
    for (int i = 0; i < 40 && steps < max_steps; ++i) {
        const int x = left + static_cast<int>(std::int64_t{i} * 7919 % width);
        const int y = top + static_cast<int>(std::int64_t{i} * 104729 % height);
        const std::uint32_t expected = reference::dwell(ex.plan, x, y);
        const std::uint32_t dwell = ex.dwells[ex.index(x, y)];
        if (dwell != expected)
            return fmt::format("the dwell at {},{} is {}, by the definition {}", x, y, dwell,
                               expected);
        steps += expected;
    }
    return {};
}

// What a GPU must have in common with the cpu: the steps only for engines that iterate no pixel
// twice, and only without shortcuts, as periodic pixels are found in other ways.
Sharing shared_by(const FramePlan& plan) {
    const bool once = plan.engine == EngineKind::ex || !recomputes_borders(plan);
    return once && !plan.shortcuts ? Sharing::tree_and_work : Sharing::tree;
}

bool same_map(const RegionMap& a, const RegionMap& b) {
    return a.size() == b.size() &&
           std::ranges::equal(a.kinds.host<RegionKind>().values, b.kinds.host<RegionKind>().values);
}

Finding found(const std::function<Finding()>& examine) {
    try {
        return examine();
    } catch (const Violation& violation) {
        return {violation, {}, {}};
    }
}

// Each makes a request simpler, or leaves it unchanged.
using Simplification = void (*)(FrameRequest&);
constexpr std::array<Simplification, 15> simplifications{
    [](FrameRequest& r) { r.part = whole(r.image); },
    [](FrameRequest& r) { r.smooth = false; },
    [](FrameRequest& r) { r.count_work = false; },
    [](FrameRequest& r) { r.shortcuts = false; },
    [](FrameRequest& r) { r.threads = 1; },
    [](FrameRequest& r) { r.block.reset(); },
    [](FrameRequest& r) { r.fill = FillRule::uniform; },
    [](FrameRequest& r) { r.precision = Precision::f64; },
    [](FrameRequest& r) { r.dwell_limit = std::max(1U, r.dwell_limit / 2); },
    [](FrameRequest& r) { r.g = std::max(1, r.g.value_or(1) / 2); },
    [](FrameRequest& r) { r.r = std::max(2, r.r.value_or(2) / 2); },
    [](FrameRequest& r) { r.B = std::max(1, r.B / 2); },
    [](FrameRequest& r) { r.image.width = std::max(1, r.image.width / 2); },
    [](FrameRequest& r) { r.image.height = std::max(1, r.image.height / 2); },
    [](FrameRequest& r) { r.view = {}; }};

}  // namespace

Facts Trial::run(const FrameRequest& asked) {
    FrameProgress progress;
    const auto frame = dispatcher_.compute(asked, {}, progress);
    if (!frame) throw Violation{"there is no frame, though nobody stopped it", {asked}};
    if (progress.pixels_done != progress.pixels_total ||
        progress.pixels_total != pixel_count(asked.part))
        throw Violation{fmt::format("{} of {} pixels are said to be done",
                                    progress.pixels_done.load(), progress.pixels_total.load()),
                        {asked}};
    // Deep zoom has no DP.
    const bool replaced = is_deep(frame->plan.precision) && asked.engine == EngineKind::dp;
    const auto wanted = replaced ? EngineKind::ask : asked.engine.value_or(frame->plan.engine);
    expect_none(wanted != frame->plan.engine ||
                        asked.backend.value_or(frame->plan.backend) != frame->plan.backend
                    ? "another engine computed than was asked for"
                    : "",
                {asked});
    return facts_of(*frame);
}

Finding Trial::on_cpu(const FrameRequest& request) {
    return found([&]() -> Finding {
        const Facts ex = run(by_ex(request));
        expect_none(beside_definition(ex), {by_ex(request)});
        expect_none(broken_law(ex, ex.dwells), {by_ex(request)});
        const Facts facts = run(request);
        expect_none(broken_law(facts, ex.dwells), {request, by_ex(request)});
        compare_with_definition(facts, ex.dwells);
        for (const auto& contender : on_every_backend) {
            const FrameRequest other = by(contender, request);
            expect_none(difference(facts, run(other), Sharing::all), {request, other});
        }
        compare_variants(facts, ex);
        compare_with_whole(facts);
        const FrameRequest inner = inner_part(by_ex(request));
        expect_none(broken_part(run(inner), ex), {inner, by_ex(request)});
        return {{}, facts.stats, wrong_pixels(facts, ex.dwells)};
    });
}

void Trial::compare_with_definition(const Facts& facts, const Dwells& truth) const {
    // At depth `safe` fills nothing inside, whatever the formulas say.
    if (is_deep(facts.plan.precision) && facts.plan.fill == FillRule::safe) return;
    const auto expected = reference::subdivided(facts.plan, truth);
    if (!expected.certain) return;
    expect_none(expected.dwells != facts.dwells ? "dwells are not those of the definition" : "",
                {request_for(facts.plan)});
    const bool same =
        std::ranges::equal(facts.regions, expected.regions, [&](const Region& ours, Region theirs) {
            if (!takes_all_steps(facts.plan)) theirs.iterations = ours.iterations;
            return ours == theirs;
        });
    expect_none(same ? "" : "regions are not those of the definition", {request_for(facts.plan)});
}

void Trial::compare_with_whole(const Facts& facts) {
    const FrameRequest request = request_for(facts.plan);
    FrameRequest all = request;
    all.part = whole(all.image);
    if (all != request) expect_none(broken_part(facts, run(all)), {request, all});
}

// What must change no dwell: shortcuts, threads, and what is kept or counted besides.
void Trial::compare_variants(const Facts& facts, const Facts& ex) {
    const FrameRequest request = request_for(facts.plan);
    const FrameRequest other = with_shortcuts(!request.shortcuts, request);
    const Facts shortcut = run(other);
    expect_none(difference(facts, shortcut, Sharing::tree), {request, other});
    expect_none(broken_law(shortcut, ex.dwells), {other});
    expect_none(run(by_ex(other)).dwells != ex.dwells ? "shortcuts change a dwell" : "",
                {by_ex(request), by_ex(other)});

    FrameRequest bare = request;
    bare.keep_regions = bare.count_work = false;
    // Deep dwells alone are proven by coarser jumps than colours are computed with.
    bare.smooth = request.smooth && is_deep(facts.plan.precision);
    bare.threads = request.threads == 2 ? 1 : 2;
    Facts plain = run(bare);
    plain.regions = facts.regions;
    plain.work = facts.work;
    expect_none(difference(facts, plain, Sharing::tree_and_work), {request, bare});

    FrameRequest automatic = request;
    automatic.engine.reset();
    const Facts chosen = run(automatic);
    expect_none(chosen.dwells != (chosen.subdivided() ? facts : ex).dwells
                    ? "the automatic engine has other dwells than the one it chose"
                    : "",
                {request, automatic});
}

Finding Trial::on_cuda(const FrameRequest& request) {
    return found([&]() -> Finding {
        const Facts ex = run(by_ex(request)), facts = run(request);
        const auto compare = [&](const FrameRequest& asked, const Facts& expected) {
            const FrameRequest cuda = on(Backend::cuda, asked);
            const Facts ours = run(cuda);
            expect_none(broken_law(ours, ex.dwells), {cuda});
            expect_none(difference(ours, expected, shared_by(ours.plan)), {cuda, asked});
            expect_none(same_map(ours.map, expected.map) ? "" : "region maps differ",
                        {cuda, asked});
        };
        compare(by_ex(request), ex);
        for (const auto& contender : subdividing) compare(by(contender, request), facts);
        return {{}, facts.stats, wrong_pixels(facts, ex.dwells)};
    });
}

FrameRequest shrunk(FrameRequest request, const std::function<bool(const FrameRequest&)>& fails) {
    int tries = 100;
    for (bool simpler = true; simpler;) {
        simpler = false;
        for (const auto& simplify : simplifications) {
            FrameRequest candidate = request;
            simplify(candidate);
            if (candidate.part != request.part || candidate.image != request.image ||
                candidate.g != request.g)
                candidate.part = whole(candidate.image);
            if (candidate == request || why_invalid(candidate) || tries-- <= 0 || !fails(candidate))
                continue;
            request = candidate;
            simpler = true;
        }
    }
    return request;
}

std::string report(const Violation& violation) {
    std::string text = violation.what;
    for (const auto& request : violation.requests) text += "\n  " + command_of(request);
    return text;
}

}  // namespace mariani::tests
