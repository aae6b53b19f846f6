#include "compute/workloads/gasket/snapshot.hpp"

#include <array>
#include <utility>

namespace mariani::gasket {
namespace {

class HostSnapshot final : public Snapshot {
  public:
    explicit HostSnapshot(State state) : state_(std::move(state)) {}

    std::uint64_t cells() const override { return state_.cells(); }

    std::vector<std::uint32_t> populations(std::uint64_t box_cells,
                                           std::span<const std::uint32_t> boxes) const override {
        std::vector<std::uint32_t> counts;
        counts.reserve(boxes.size());
        for (const std::uint64_t box : boxes)
            counts.push_back(static_cast<std::uint32_t>(
                state_.population(box * box_cells, (box + 1) * box_cells)));
        return counts;
    }

    State state() const override { return state_; }
    std::uint64_t hash() const override { return state_.hash(); }

  private:
    State state_;
};

}  // namespace

std::uint64_t Snapshot::population() const {
    constexpr std::array whole{0U};
    return populations(cells(), whole).front();
}

std::unique_ptr<Snapshot> snapshot_of(State state) {
    return std::make_unique<HostSnapshot>(std::move(state));
}

}  // namespace mariani::gasket
