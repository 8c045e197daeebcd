#include "pentomino/shapes.hpp"

#include <algorithm>
#include <set>

namespace fivefold::pentomino {

namespace {

// One picture per letter of piece_letters, resembling the letter where possible.
constexpr std::array<std::string_view, piece_count> pictures{
    // F
    " ##\n"
    "## \n"
    " # \n",
    // I
    "#\n"
    "#\n"
    "#\n"
    "#\n"
    "#\n",
    // L
    "# \n"
    "# \n"
    "# \n"
    "##\n",
    // N
    " #\n"
    " #\n"
    "##\n"
    "# \n",
    // P
    "##\n"
    "##\n"
    "# \n",
    // T
    "###\n"
    " # \n"
    " # \n",
    // U
    "# #\n"
    "###\n",
    // V
    "#  \n"
    "#  \n"
    "###\n",
    // W
    "#  \n"
    "## \n"
    " ##\n",
    // X
    " # \n"
    "###\n"
    " # \n",
    // Y
    " #\n"
    "##\n"
    " #\n"
    " #\n",
    // Z
    "## \n"
    " # \n"
    " ##\n",
};

Shape draw(std::string_view picture) {
    Shape shape{};
    std::size_t drawn = 0;
    Square square{0, 0};
    for (const char sign : picture) {
        if (sign == '#') {
            shape.at(drawn++) = square;
        }
        square = sign == '\n' ? Square{square.row + 1, 0} : Square{square.row, square.column + 1};
    }
    return shape;
}

// The shape moved to the top left corner, its squares in reading order.
Shape settled(Shape shape) {
    int top = shape[0].row;
    int left = shape[0].column;
    for (const Square& square : shape) {
        top = std::min(top, square.row);
        left = std::min(left, square.column);
    }
    for (Square& square : shape) {
        square = {square.row - top, square.column - left};
    }
    std::sort(shape.begin(), shape.end());
    return shape;
}

Shape turned(Shape shape) {
    for (Square& square : shape) {
        square = {square.column, -square.row};
    }
    return settled(shape);
}

Shape reflected(Shape shape) {
    for (Square& square : shape) {
        square = {square.row, -square.column};
    }
    return settled(shape);
}

std::vector<Orientation> all_orientations() {
    std::vector<Orientation> result;
    for (int piece = 0; piece < piece_count; ++piece) {
        std::set<Shape> shapes;
        Shape shape = settled(draw(pictures[piece]));
        for (int turn = 0; turn < 4; ++turn) {
            shapes.insert(shape);
            shapes.insert(reflected(shape));
            shape = turned(shape);
        }
        for (const Shape& different : shapes) {
            result.push_back({piece, different});
        }
    }
    return result;
}

}  // namespace

const std::vector<Orientation>& orientations() {
    static const std::vector<Orientation> all = all_orientations();
    return all;
}

}  // namespace fivefold::pentomino
