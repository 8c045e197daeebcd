#include <exception>

#include "tests/check.hpp"

int main() {
    using namespace fivefold::tests;
    int failed = 0;
    for (const Test& test : all_tests()) {
        const int before = failures();
        try {
            test.run();
        } catch (const std::exception& error) {
            report(test.name, 0, error.what());
        }
        if (failures() != before) {
            std::printf("FAILED %s\n", test.name);
            ++failed;
        }
    }
    std::printf("%d passed, %d failed\n", static_cast<int>(all_tests().size()) - failed, failed);
    return failed == 0 ? 0 : 1;
}
