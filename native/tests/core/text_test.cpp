#include "core/text.hpp"

#include "tests/check.hpp"

using namespace fivefold;

TEST(every_cell_reads_back_as_it_was_written) {
    for (int column = 0; column < max_side; ++column) {
        for (int number = 1; number <= max_side; ++number) {
            const auto cell = parse_cell(format_cell({column, number}));
            CHECK(cell && cell->column == column && cell->number == number);
        }
    }
}

TEST(invalid_cells_are_rejected) {
    for (const char* text : {"", "a", "a0", "a01", "a23", "w1", "A1", "1a", "a1 ", "a1b", "a999",
                             "--", " a1", "a-1", "a+1"}) {
        CHECK(!parse_cell(text));
    }
}

TEST(quoting_shortens_and_replaces_unprintable_bytes) {
    CHECK(quoted("f5") == "'f5'");
    CHECK(quoted("a\nb\xff") == "'a?b?'");
    CHECK(quoted(std::string(100, 'x')) == "'" + std::string(40, 'x') + "...'");
}
