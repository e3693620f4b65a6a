// Functions marked CONCORD_HD are the same lines on the host and in a kernel.
#pragma once

#ifdef __CUDACC__
#define CONCORD_HD __host__ __device__
#else
#define CONCORD_HD
#endif
