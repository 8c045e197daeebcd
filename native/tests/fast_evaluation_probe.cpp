// evaluation_probe.cpp once more, compiled with the instructions of newer processors
// (CMakeLists.txt).
#define FIVEFOLD_FAST_PROBE
#define FIVEFOLD_KERNEL fast
#include "evaluation_probe.cpp"
