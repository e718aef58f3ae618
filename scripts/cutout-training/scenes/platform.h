// The same code runs on a graphics card (compiled by nvcc) and on a processor (compiled by any C++17 compiler).
#pragma once
#include <math.h>
#include <stdint.h>

#ifdef __CUDACC__
#define SHARED_CODE __host__ __device__ inline
// Code that is called from many places and is too large to be repeated in each: keeps the kernels small.
#define SHARED_CALL __host__ __device__ __noinline__
#else
#define SHARED_CODE inline
#define SHARED_CALL inline
#endif
