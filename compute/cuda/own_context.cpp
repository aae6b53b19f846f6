#include "compute/cuda/own_context.hpp"

#include "compute/cuda/handles.hpp"

#include <cudaTypedefs.h>

namespace mariani::cuda {
namespace {

// A function of the driver, whose library no build links: as it was in CUDA 11.4, of which all
// drivers that this program runs with know.
template <typename Function>
Function driver_function(const char* name) {
    void* found = nullptr;
    cudaDriverEntryPointQueryResult known = cudaDriverEntryPointSymbolNotFound;
#if CUDART_VERSION >= 12050
    constexpr unsigned version = 11040;
    check(cudaGetDriverEntryPointByVersion(name, &found, version, cudaEnableDefault, &known),
          "find a function of its driver");
#else
    check(cudaGetDriverEntryPoint(name, &found, cudaEnableDefault, &known),
          "find a function of its driver");
#endif
    if (known != cudaDriverEntryPointSuccess)
        check(cudaErrorSymbolNotFound, "find a function of its driver");
    return reinterpret_cast<Function>(found);
}

// The driver's results have the numbers of the runtime's.
void check_driver(CUresult result, const char* operation) {
    check(static_cast<cudaError_t>(result), operation);
}

void destroy(CUcontext context) {
    try {
        driver_function<PFN_cuCtxDestroy_v4000>("cuCtxDestroy")(context);
    } catch (...) {  // of a driver that could make it
    }
}

}  // namespace

OwnContext::OwnContext(int device, std::size_t pending_launches) {
    CUdevice handle = 0;
    check_driver(driver_function<PFN_cuDeviceGet_v2000>("cuDeviceGet")(&handle, device),
                 "use the device");
    CUcontext context = nullptr;
    check_driver(
        driver_function<PFN_cuCtxCreate_v11040>("cuCtxCreate")(&context, nullptr, 0, 0, handle),
        "make a context");
    context_ = context;
    try {
        check(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, pending_launches),
              "make room for pending launches");
    } catch (...) {
        destroy(context);
        throw;
    }
}

OwnContext::~OwnContext() {
    destroy(static_cast<CUcontext>(context_));
}

}  // namespace mariani::cuda
