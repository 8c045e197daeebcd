// kernels.cpp again, compiled for newer x86-64 processors (CMakeLists.txt).
#define FIVEFOLD_FAST_KERNELS
#define FIVEFOLD_KERNEL fast
#include "othello/rules/kernels.cpp"
