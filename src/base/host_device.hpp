// CONCORD_HD marks functions that are compiled for the host and for kernels.
#pragma once

#ifdef __CUDACC__
#define CONCORD_HD __host__ __device__
#else
#define CONCORD_HD
#endif
