// The parts of the pentomino solver, and that every build returns the same result.
#include <random>
#include <string>
#include <thread>

#include "pentomino/frame.hpp"
#include "pentomino/rules.hpp"
#include "pentomino/solver.hpp"
#include "tests/check.hpp"

namespace {

using namespace fivefold;
using namespace fivefold::pentomino;

const StopFlag never{false};
constexpr std::uint64_t no_limit = ~std::uint64_t{0};

std::string random_position(std::mt19937& chance, int rows, int columns, int pieces) {
    std::string position(static_cast<std::size_t>(rows * columns), '.');
    for (int piece = 0; piece < pieces; ++piece) {
        const auto moves = legal_moves(position, rows, columns);
        if (moves.empty()) {
            break;
        }
        position = play(position, moves[chance() % moves.size()], rows, columns);
    }
    return position;
}

}  // namespace

TEST(an_area_has_one_canonical_image_wherever_it_lies) {
    // Three cells around a corner, moved and turned by hand.
    const Frame frame({8, 8});
    const Bits corner = bit(0) | bit(1) | bit(8);
    const std::array<Bits, 5> images{corner, corner << 27, bit(63) | bit(62) | bit(55),
                                     bit(6) | bit(7) | bit(15), bit(48) | bit(56) | bit(57)};
    for (const Bits image : images) {
        CHECK(frame.canonical(image) == frame.canonical(corner));
    }
    CHECK(frame.canonical(bit(0) | bit(1) | bit(2)) != frame.canonical(corner));
}

TEST(a_strip_has_the_four_images_of_a_rectangle) {
    const Frame frame({3, 21});
    const Bits area = bit(0) | bit(1) | bit(21);
    CHECK(frame.canonical(area) == frame.canonical(bit(62) | bit(61) | bit(41)));
    CHECK(frame.canonical(area) == frame.canonical(bit(20) | bit(19) | bit(41)));
    CHECK(frame.canonical(area) == frame.canonical(area << 5));
    CHECK(frame.canonical(bit(0) | bit(1)) != frame.canonical(bit(20) | bit(21)));
}

TEST(a_table_returns_exactly_what_was_stored) {
    Table table(1);
    for (std::uint32_t number = 1; number <= 1000; ++number) {
        table.store({number * 0xd1342543de82ef95u, number & 0xfff},
                    number % 3 == 0 ? Value::won : Value::lost, number);
    }
    int found = 0;
    for (std::uint32_t number = 1; number <= 1000; ++number) {
        const Value value = table.find({number * 0xd1342543de82ef95u, number & 0xfff});
        if (value != Value::unknown) {
            ++found;
            CHECK(value == (number % 3 == 0 ? Value::won : Value::lost));
        }
        CHECK(table.find({number * 0xd1342543de82ef95u, (number + 1) & 0xfff}) == Value::unknown);
    }
    CHECK(found > 990);
    table.clear();
    CHECK(table.find({0xd1342543de82ef95u, 1}) == Value::unknown);
}

TEST(both_kernels_agree_after_the_same_nodes) {
    std::mt19937 chance(6);
    for (const bool misere : {false, true}) {
        Solver best(8, 8, 1, misere);
        Solver portable(8, 8, 1, misere, Kernel::portable);
        for (int round = 0; round < 20; ++round) {
            const std::string position = random_position(chance, 8, 8, misere ? 6 : 4);
            const Answer a = best.solve(position, {never, no_limit});
            const Answer b = portable.solve(position, {never, no_limit});
            CHECK(a.value == b.value);
            CHECK(a.move == b.move);
            CHECK(a.nodes == b.nodes);
        }
    }
}

TEST(a_winning_move_leaves_a_lost_position) {
    std::mt19937 chance(7);
    Solver solver(8, 8, 4, false);
    for (int round = 0; round < 20; ++round) {
        const std::string position = random_position(chance, 8, 8, 4);
        const Answer answer = solver.solve(position, {never, no_limit});
        CHECK((answer.value == Value::won) == answer.move.has_value());
        if (answer.move) {
            Solver fresh(8, 8, 1, false);
            const Answer after = fresh.solve(play(position, *answer.move, 8, 8), {never, no_limit});
            CHECK(after.value == Value::lost);
        }
    }
}

TEST(another_thread_ends_a_search) {
    Solver solver(8, 8, 1, false);
    StopFlag stop{false};
    std::thread other([&] { stop = true; });
    const Answer answer = solver.solve(std::string(64, '.'), {stop, no_limit});
    other.join();
    CHECK(answer.value == Value::unknown);
    CHECK(!answer.move.has_value());
}
