// The one macro that makes a function callable from the host and, under nvcc, from the
// device.
#pragma once

#ifdef __CUDACC__
#define MARIANI_HOST_DEVICE __host__ __device__
#else
#define MARIANI_HOST_DEVICE
#endif
