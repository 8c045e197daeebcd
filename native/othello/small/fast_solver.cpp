// solver.cpp again, compiled for AVX2, BMI2 and POPCNT (CMakeLists.txt).
#define FIVEFOLD_FAST_SMALL_SOLVER
#define FIVEFOLD_KERNEL fast
#include "othello/small/solver.cpp"
