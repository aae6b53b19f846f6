#include "tests/property/facts.hpp"

#include "compute/service/dwell_access.hpp"
#include "tests/engines/frames.hpp"

namespace mariani::tests {

Facts facts_of(const Frame& frame) {
    Facts facts;
    facts.plan = frame.plan;
    facts.stats = frame.stats;
    facts.dwells = dwells_of(frame);
    facts.fractions = fractions_of(frame);
    facts.work = work_of(frame);
    if (!frame.regions) return facts;
    facts.regions = regions_of(frame);
    facts.map = frame.regions->map(frame.plan.image);
    copy_to_host(facts.map);
    return facts;
}

}  // namespace mariani::tests
