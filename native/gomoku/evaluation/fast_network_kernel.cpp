// network_kernel.cpp again, compiled for newer x86-64 processors (CMakeLists.txt).
#define FIVEFOLD_FAST_KERNEL
#include "gomoku/evaluation/network_kernel.cpp"
