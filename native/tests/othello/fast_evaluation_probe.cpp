// evaluation_probe.cpp again, compiled for newer x86-64 processors (CMakeLists.txt).
#define FIVEFOLD_FAST_PROBE
#define FIVEFOLD_KERNEL fast
#include "tests/othello/evaluation_probe.cpp"
