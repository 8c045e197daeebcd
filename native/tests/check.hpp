// A small test harness: TEST registers a test, CHECK prints the place and expression of a failure.
#pragma once

#include <cstdio>
#include <string>
#include <vector>

namespace fivefold::tests {

struct Test {
    const char* name;
    void (*run)();
};

// Filled by TEST before main, which runs them in order.
inline std::vector<Test>& all_tests() {
    static std::vector<Test> tests;
    return tests;
}

inline int& failures() {
    static int count = 0;
    return count;
}

struct Registration {
    Registration(const char* name, void (*run)()) { all_tests().push_back({name, run}); }
};

inline void report(const char* file, int line, const char* what) {
    std::printf("%s:%d: not true: %s\n", file, line, what);
    ++failures();
}

// Whether calling `action` throws `Error`.
template <typename Error, typename Action>
bool throws(const Action& action) {
    try {
        action();
    } catch (const Error&) {
        return true;
    }
    return false;
}

}  // namespace fivefold::tests

#define TEST(name)                                                               \
    static void name();                                                          \
    static const fivefold::tests::Registration name##_registration(#name, name); \
    static void name()

#define CHECK(...) \
    ((__VA_ARGS__) ? void() : fivefold::tests::report(__FILE__, __LINE__, #__VA_ARGS__))
