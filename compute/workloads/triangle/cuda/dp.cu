// DP: the triangle is divided on the device, where each part's launch is checked.
#include "compute/workloads/triangle/cuda/launcher.cuh"

namespace mariani::triangle::cuda {
namespace {

__device__ void note_launch(DpCounts* counts) {
    const bool made = cudaGetLastError() == cudaSuccess;
    atomicAdd(made ? &counts->launches : &counts->failed, 1ULL);
}

// One thread: launches the first part of the triangle of `size` blocks from `begin` on, and the
// divisions of the others.
template <typename Body>
__global__ void divide(const Shape shape, const int begin, const int size, const dim3 threads,
                       const Body body, DpCounts* counts) {
    Pass parts[DividedTriangle::children];
    const int count = DividedTriangle::divide(shape, begin, size, parts);
    const dim3 grid(static_cast<unsigned>(parts[0].columns), static_cast<unsigned>(parts[0].rows));
    run_pass<DividedTriangle, Body>
        <<<grid, threads, 0, cudaStreamFireAndForget>>>(shape, parts[0], Band{}, body);
    note_launch(counts);
    for (int part = 1; part < count; ++part) {
        divide<Body><<<1, 1, 0, cudaStreamFireAndForget>>>(shape, parts[part].first_row,
                                                           parts[part].size, threads, body, counts);
        note_launch(counts);
    }
}

}  // namespace

void launch_dp(const Plan& plan, const DeviceData& data, DpCounts* counts, const Stream& stream) {
    const Shape shape = shape_of(plan);
    const BlockSize block = test_threads(plan, DividedTriangle::of_threads);
    const dim3 threads(static_cast<unsigned>(block.width), static_cast<unsigned>(block.height));
    with_body(plan, data, [&](const auto& body) {
        using Body = std::remove_cvref_t<decltype(body)>;
        mariani::cuda::launch("divide", stream, {1, {1, 1}}, divide<Body>, shape, 0, shape.blocks,
                              threads, body, counts);
    });
}

}  // namespace mariani::triangle::cuda
