// search.cpp again, compiled for newer x86-64 processors (CMakeLists.txt).
#define FIVEFOLD_FAST_SEARCH
#define FIVEFOLD_KERNEL fast
#include "pentomino/search.cpp"
