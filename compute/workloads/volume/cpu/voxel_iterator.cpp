#include "compute/workloads/volume/cpu/voxel_iterator.hpp"

#include "compute/workloads/volume/orbits.hpp"

namespace mariani::volume::cpu {
namespace {

using cpu::iterate_all;  // of the Julibrot

template <typename T>
bool iterate_all(const Mandelbulb<T>& bulb, std::span<const Voxel> voxels,
                 std::span<std::uint32_t> dwells, const std::stop_token& stop) {
    constexpr std::size_t between_polls = 64;
    for (std::size_t i = 0; i < voxels.size(); ++i) {
        if (i % between_polls == 0 && stop.stop_requested()) return false;
        dwells[i] = bulb.dwell_of(voxels[i], [&] { return stop.stop_requested(); });
    }
    return !stop.stop_requested();
}

template <typename Dwells>
class IteratorOf final : public VoxelIterator {
  public:
    explicit IteratorOf(const Plan& plan) : dwells_(Dwells::of(plan)), rule_(plan.rule) {}

    bool iterate(std::span<const Voxel> voxels, std::span<std::uint32_t> dwells,
                 const std::stop_token& stop) const override {
        return iterate_all(dwells_, voxels, dwells, stop);
    }
    bool fills(std::uint32_t dwell, const Box& box) const override {
        return volume::fills(dwells_, rule_, dwell, box);
    }

  private:
    Dwells dwells_;
    Rule rule_;
};

}  // namespace

std::unique_ptr<VoxelIterator> make_iterator(const Plan& plan) {
    const bool single = plan.precision == Precision::f32;
    if (plan.function == Function::mandelbulb) {
        if (single) return std::make_unique<IteratorOf<Mandelbulb<float>>>(plan);
        return std::make_unique<IteratorOf<Mandelbulb<double>>>(plan);
    }
    if (single) return std::make_unique<IteratorOf<Julibrot<float>>>(plan);
    return std::make_unique<IteratorOf<Julibrot<double>>>(plan);
}

}  // namespace mariani::volume::cpu
