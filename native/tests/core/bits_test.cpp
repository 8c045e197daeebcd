#include "core/bits.hpp"

#include "tests/check.hpp"

using namespace fivefold;

TEST(lowest_bits_work_from_none_to_all) {
    CHECK(lowest_bits(0) == 0);
    CHECK(lowest_bits(1) == 1);
    CHECK(lowest_bits(36) == 0xfffffffffu);
    CHECK(lowest_bits(64) == ~Bits{0});
}

TEST(counting_bits_agrees_with_taking_them_one_by_one) {
    Bits bits = 0x9e3779b97f4a7c15u;
    for (int round = 0; round < 1000; ++round) {
        bits ^= bits << 13;
        bits ^= bits >> 7;
        bits ^= bits << 17;
        int taken = 0;
        int last = -1;
        for (Bits rest = bits; rest != 0; ++taken) {
            const int index = take_lowest(rest);
            CHECK(index > last);
            last = index;
        }
        CHECK(count_bits(bits) == taken);
    }
    CHECK(count_bits(0) == 0);
    CHECK(count_bits(~Bits{0}) == 64);
}
