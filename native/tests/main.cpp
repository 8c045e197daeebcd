// fivefold_tests [PREFIX...]: runs all tests, or those whose names start with a prefix.
#include <algorithm>
#include <exception>
#include <string_view>

#include "tests/check.hpp"

int main(int count, char** arguments) {
    using namespace fivefold::tests;
    const auto is_wanted = [&](const Test& test) {
        const auto begins = [&](const char* beginning) {
            return std::string_view(test.name).starts_with(beginning);
        };
        return count == 1 || std::any_of(arguments + 1, arguments + count, begins);
    };
    int passed = 0;
    int failed = 0;
    for (const Test& test : all_tests()) {
        if (!is_wanted(test)) {
            continue;
        }
        const int before = failures();
        try {
            test.run();
        } catch (const std::exception& error) {
            report(test.name, 0, error.what());
        }
        if (failures() == before) {
            ++passed;
        } else {
            std::printf("FAILED %s\n", test.name);
            ++failed;
        }
    }
    std::printf("%d passed, %d failed\n", passed, failed);
    return failed == 0 && passed > 0 ? 0 : 1;
}
