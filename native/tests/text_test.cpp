#include "core/text.hpp"

#include "tests/check.hpp"

using namespace fivefold;

TEST(every_cell_reads_back_as_it_was_written) {
    for (int column = 0; column < longest_side; ++column) {
        for (int number = 1; number <= longest_side; ++number) {
            const auto cell = parse_cell(format_cell({column, number}));
            CHECK(cell && cell->column == column && cell->number == number);
        }
    }
}

TEST(what_is_no_cell_is_not_read) {
    for (const char* text : {"", "a", "a0", "a01", "a23", "w1", "A1", "1a", "a1 ", "a1b", "a999",
                             "--", " a1", "a-1", "a+1"}) {
        CHECK(!parse_cell(text));
    }
}

TEST(quoting_shortens_and_hides_what_cannot_be_printed) {
    CHECK(quoted("f5") == "'f5'");
    CHECK(quoted("a\nb\xff") == "'a?b?'");
    CHECK(quoted(std::string(100, 'x')) == "'" + std::string(40, 'x') + "...'");
}
