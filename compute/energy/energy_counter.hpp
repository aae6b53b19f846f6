// A counter of the energy that a part of the machine has taken.
#pragma once

#include <memory>
#include <string>

namespace mariani::energy {

class Counter {
  public:
    virtual ~Counter() = default;

    // Since some moment; never falls. It moves in steps, which may be a tenth of a second apart.
    // Read at least once a minute: those that overflow are carried on from the reading before. One
    // thread at a time. Throws std::runtime_error with the reason where it cannot be read.
    virtual double joules() = 0;

    virtual std::string name() const = 0;  // "NVML"
};

// A counter, or why there is none here, in words a user can act on.
struct CounterOrReason {
    std::unique_ptr<Counter> counter;
    std::string reason;
};

}  // namespace mariani::energy
