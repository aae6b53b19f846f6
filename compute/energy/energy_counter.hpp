// A counter of the energy consumed by a part of the machine.
#pragma once

#include <memory>
#include <string>

namespace mariani::energy {

class Counter {
  public:
    virtual ~Counter() = default;

    // Joules since an arbitrary moment; never decreases. Updated in steps up to a tenth of a second
    // apart. Read it at least once a minute: an overflow is recognised from the reading before. One
    // thread at a time. Throws std::runtime_error with the reason if it cannot be read.
    virtual double joules() = 0;

    virtual std::string name() const = 0;  // "NVML"
};

// A counter, or the reason why there is none here, in words a user can act on.
struct CounterOrReason {
    std::unique_ptr<Counter> counter;
    std::string reason;
};

}  // namespace mariani::energy
