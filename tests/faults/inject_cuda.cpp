// CUDA's runtime, if the program is linked with the shared one. No CUDA header is needed: all of
// its functions take integers and pointers, and return an error.
#include "tests/faults/inject.hpp"

#include <utility>

namespace {

using faults::Kind;
using Word = unsigned long;  // as arguments are passed on x86-64
using Function = int(Word, Word, Word, Word, Word, Word, Word, Word, Word, Word);

// Errors by their numbers in driver_types.h.
constexpr int memory_allocation = 2;
constexpr int device_unavailable = 46;
constexpr int map_failed = 205;
constexpr int unmap_failed = 206;
constexpr int launch_out_of_resources = 701;
constexpr int launch_failure = 719;
constexpr int unknown = 999;

constexpr Word pending_launch_count = 4;  // cudaLimitDevRuntimePendingLaunchCount

thread_local int last_error = 0;

// A failed operation's error is also the last error, until that is queried.
bool refused(const char* operation, int error) {
    if (!faults::fails(Kind::cuda, operation)) return false;
    last_error = error;
    return true;
}

}  // namespace

#define PARAMETERS Word a, Word b, Word c, Word d, Word e, Word f, Word g, Word h, Word i, Word j
#define ARGUMENTS a, b, c, d, e, f, g, h, i, j

#define SEAM(NAME, ERROR)                                         \
    extern "C" int NAME(PARAMETERS) {                             \
        static auto* const real = faults::next<Function>(#NAME);  \
        return refused(#NAME, ERROR) ? (ERROR) : real(ARGUMENTS); \
    }

// For an operation that releases its argument even if it fails.
#define ENDING_SEAM(NAME, ERROR)                                 \
    extern "C" int NAME(PARAMETERS) {                            \
        static auto* const real = faults::next<Function>(#NAME); \
        const int result = real(ARGUMENTS);                      \
        return refused(#NAME, ERROR) ? (ERROR) : result;         \
    }

SEAM(cudaMalloc, memory_allocation)
SEAM(cudaHostAlloc, memory_allocation)
SEAM(cudaMallocAsync, memory_allocation)
SEAM(cudaMallocHost, memory_allocation)
SEAM(cudaMemGetInfo, launch_failure)
SEAM(cudaMemcpy, launch_failure)
SEAM(cudaMemcpyAsync, launch_failure)
SEAM(cudaMemcpy2DToArrayAsync, launch_failure)
SEAM(cudaMemset, launch_failure)
SEAM(cudaMemsetAsync, launch_failure)
SEAM(cudaLaunchKernel, launch_out_of_resources)
SEAM(cudaLaunchKernelExC, launch_out_of_resources)
SEAM(cudaOccupancyMaxActiveBlocksPerMultiprocessor, unknown)
SEAM(cudaFuncGetAttributes, unknown)
SEAM(cudaFuncSetAttribute, unknown)
SEAM(cudaDeviceGetStreamPriorityRange, unknown)
SEAM(cudaStreamCreateWithPriority, memory_allocation)
SEAM(cudaStreamSynchronize, launch_failure)
SEAM(cudaStreamQuery, launch_failure)
SEAM(cudaStreamWaitEvent, launch_failure)
SEAM(cudaEventCreate, memory_allocation)
SEAM(cudaEventCreateWithFlags, memory_allocation)
SEAM(cudaEventRecord, launch_failure)
SEAM(cudaEventRecordWithFlags, launch_failure)
SEAM(cudaEventQuery, launch_failure)
SEAM(cudaEventSynchronize, launch_failure)
SEAM(cudaEventElapsedTime, launch_failure)
SEAM(cudaDeviceSynchronize, launch_failure)
SEAM(cudaDeviceGetLimit, unknown)
SEAM(cudaGetDevice, device_unavailable)
SEAM(cudaSetDevice, device_unavailable)
SEAM(cudaGetDeviceCount, device_unavailable)
SEAM(cudaGetDeviceProperties, device_unavailable)
SEAM(cudaGetDeviceProperties_v2, device_unavailable)
SEAM(cudaDeviceGetAttribute, device_unavailable)
SEAM(cudaDeviceGetPCIBusId, device_unavailable)
SEAM(cudaDriverGetVersion, unknown)
SEAM(cudaRuntimeGetVersion, unknown)
SEAM(cudaGetDriverEntryPoint, unknown)
SEAM(cudaGetDriverEntryPointByVersion, unknown)
SEAM(cudaGLGetDevices, unknown)
SEAM(cudaGraphicsGLRegisterImage, unknown)
SEAM(cudaGraphicsMapResources, map_failed)
SEAM(cudaGraphicsSubResourceGetMappedArray, map_failed)
ENDING_SEAM(cudaGraphicsUnmapResources, unmap_failed)
ENDING_SEAM(cudaGraphicsUnregisterResource, unknown)
ENDING_SEAM(cudaFree, launch_failure)
ENDING_SEAM(cudaFreeHost, launch_failure)
ENDING_SEAM(cudaEventDestroy, launch_failure)
ENDING_SEAM(cudaStreamDestroy, launch_failure)

extern "C" int cudaDeviceSetLimit(Word limit, Word value) {
    static auto* const real = faults::next<int(Word, Word)>("cudaDeviceSetLimit");
    if (refused("cudaDeviceSetLimit", memory_allocation)) return memory_allocation;
    if (limit == pending_launch_count) faults::lowers_pending_launch_limit(value);
    return real(limit, value);
}

extern "C" int cudaGetLastError() {
    static auto* const real = faults::next<int()>("cudaGetLastError");
    const int injected = std::exchange(last_error, 0);
    const int found = real();
    return injected != 0 ? injected : found;
}

extern "C" int cudaPeekAtLastError() {
    static auto* const real = faults::next<int()>("cudaPeekAtLastError");
    return last_error != 0 ? last_error : real();
}
