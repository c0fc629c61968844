#include "rules/gdl/lanes/lane_kernel.h"

namespace boardworth {

std::vector<LaneKernel> lane_kernels() {
    std::vector<LaneKernel> kernels{lanes_64()};
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) kernels.push_back(lanes_256());
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl"))
        kernels.push_back(lanes_512());
#else
    kernels.push_back(lanes_256());
    kernels.push_back(lanes_512());
#endif
    return kernels;
}

}  // namespace boardworth
