// Planes of a volume, and what a camera sees of it.
#include "compute/cuda/launch.hpp"
#include "compute/workloads/volume/cuda/observer.hpp"

namespace mariani::volume::cuda {
namespace {

constexpr BlockSize row_block{256, 1};
constexpr BlockSize tile{8, 8};  // rays that keep together

mariani::cuda::Grid grid_of(Index count) {
    return {(count + row_block.width - 1) / row_block.width, row_block};
}
__device__ Index own_index() {
    return Index{blockIdx.x} * blockDim.x + threadIdx.x;
}

// Calls use(pointer to the dwells) with their type.
template <typename Use>
void with_dwells(const DwellStore& store, const Use& use) {
    if (store.wide)
        use(static_cast<const std::uint32_t*>(store.dwells));
    else
        use(static_cast<const std::uint16_t*>(store.dwells));
}
template <typename Dwell>
Section<Dwell> section_of(const SeenSection& seen, const Dwell* dwells) {
    return {dwells, seen.side, seen.solid, seen.first, seen.last};
}

template <typename Dwell>
__global__ void read_plane(const Dwell* volume, const Sides side, const Plane plane,
                           const int width, const Index count, std::uint32_t* dwells) {
    const Index i = own_index();
    if (i >= count) return;
    const Voxel voxel = plane.voxel(static_cast<int>(i % width), static_cast<int>(i / width));
    dwells[i] = volume[index_of(side, voxel)];
}

template <typename Dwell>
__global__ void paint_plane(const PaintedPlane<Dwell> painted, std::uint8_t* rgb) {
    const Index i = own_index();
    if (i >= Index{painted.size.width} * painted.size.height) return;
    painted
        .pixel(static_cast<int>(i % painted.size.width), static_cast<int>(i / painted.size.width))
        .write(rgb + 3 * i);
}

// All that find something write the same.
template <typename Dwell>
__global__ void find_solid(const Section<Dwell> section, const Index count) {
    const Index i = own_index();
    if (i >= count || section.dwells[i] < section.solid) return;
    const Voxel voxel = voxel_of(Box{{}, section.side}, static_cast<std::uint64_t>(i));
    const Cell in_last = section.last.of(section.side, voxel);
    std::uint8_t& last = section.last.solid[section.last.number(in_last)];
    if (last != 0) return;
    last = 1;
    section.first.solid[section.first.number(section.first.of(section.side, voxel))] = 1;
}

// What becomes of the pixels' sights.
struct Kept {
    Sight* sights;
    __device__ void take(Index at, const Sight& sight) const { sights[at] = sight; }
};
struct Painted {
    Scenery scenery;
    const std::uint32_t* colours;
    std::uint8_t* rgb;
    float* depths;
    __device__ void take(Index at, const Sight& sight) const {
        scenery.paint(sight, colours, rgb + 3 * at, depths[at]);
    }
};

template <typename Dwell, typename Picture>
__global__ void see(const Section<Dwell> section, const Camera camera, const Picture picture) {
    const int x = static_cast<int>(blockIdx.x * tile.width + threadIdx.x);
    const int y = static_cast<int>(blockIdx.y * tile.height + threadIdx.y);
    if (x >= camera.size.width || y >= camera.size.height) return;
    picture.take(Index{y} * camera.size.width + x, section.sight(camera.eye, camera.ray(x, y)));
}

template <typename Picture>
void launch_rays(const SeenSection& section, const Camera& camera, const Picture& picture,
                 const Stream& stream) {
    const auto [width, height] = camera.size;
    const mariani::cuda::Grid grid{(width + tile.width - 1) / tile.width, tile,
                                   (height + tile.height - 1) / tile.height};
    with_dwells(section.dwells, [&]<typename Dwell>(const Dwell* dwells) {
        mariani::cuda::launch("sights", stream, grid, see<Dwell, Picture>,
                              section_of(section, dwells), camera, picture);
    });
}

}  // namespace

void launch_plane(const Plan& plan, const DwellStore& volume, const Plane& plane,
                  std::uint32_t* dwells, const Stream& stream) {
    const ImageSize size = plane.size(plan);
    with_dwells(volume, [&]<typename Dwell>(const Dwell* from) {
        mariani::cuda::launch("plane", stream, grid_of(pixel_count(size)), read_plane<Dwell>, from,
                              plan.side, plane, size.width, Index{pixel_count(size)}, dwells);
    });
}

void launch_painted_plane(const Plan& plan, const DwellStore& volume, const Plane& plane,
                          ImageSize size, const std::uint32_t* colours, std::uint8_t* rgb,
                          const Stream& stream) {
    with_dwells(volume, [&]<typename Dwell>(const Dwell* from) {
        mariani::cuda::launch("painted plane", stream, grid_of(pixel_count(size)),
                              paint_plane<Dwell>,
                              PaintedPlane<Dwell>{from, plan.side, plane, size, colours}, rgb);
    });
}

SeenSection seen_section(const Plan& plan, const DwellStore& volume, const Look& look,
                         const Cells& first, const Cells& last) {
    SeenSection seen{volume, plan.side, look.solid, first, last};
    seen.side.of[max_axes - 1] = 1;
    const Index begin = voxel_count(seen.side) * look.section;
    seen.dwells.dwells = static_cast<char*>(volume.dwells) + begin * (volume.wide ? 4 : 2);
    return seen;
}

void launch_solid(const SeenSection& section, const Stream& stream) {
    const Index count = voxel_count(section.side);
    with_dwells(section.dwells, [&]<typename Dwell>(const Dwell* dwells) {
        mariani::cuda::launch("solid", stream, grid_of(count), find_solid<Dwell>,
                              section_of(section, dwells), count);
    });
}

void launch_sights(const SeenSection& section, const Camera& camera, Sight* sights,
                   const Stream& stream) {
    launch_rays(section, camera, Kept{sights}, stream);
}

void launch_painted_sights(const SeenSection& section, const Camera& camera, const Scenery& scenery,
                           const std::uint32_t* colours, std::uint8_t* rgb, float* depths,
                           const Stream& stream) {
    launch_rays(section, camera, Painted{scenery, colours, rgb, depths}, stream);
}

}  // namespace mariani::volume::cuda
