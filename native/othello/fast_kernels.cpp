// kernels.cpp once more, compiled with the instructions of newer processors (CMakeLists.txt).
#define FIVEFOLD_FAST_KERNELS
#define FIVEFOLD_KERNEL fast
#include "othello/kernels.cpp"
