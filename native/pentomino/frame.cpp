#include "pentomino/frame.hpp"

#include <algorithm>

namespace fivefold::pentomino {

namespace {

constexpr int square_side = 8;

// The area moved to the top left corner.
Bits settled(Bits area, int width, int rows) {
    area >>= std::countr_zero(area) / width * width;
    Bits columns = 0;
    for (int row = 0; row < rows; ++row) {
        columns |= area >> (row * width);
    }
    return area >> std::countr_zero(columns);
}

}  // namespace

Frame::Frame(Rectangle rectangle)
    : rectangle_(rectangle),
      is_square_(std::max(rectangle.rows, rectangle.columns) <= square_side),
      width_(is_square_ ? square_side : rectangle.columns) {
    if (is_square_) {
        return;
    }
    const auto [rows, columns] = rectangle;
    for (int cell = 0; cell < rectangle.cell_count(); ++cell) {
        const int row = cell / columns;
        const int column = cell % columns;
        const std::array<int, 3> image{row * columns + columns - 1 - column,
                                       (rows - 1 - row) * columns + column,
                                       (rows - 1 - row) * columns + columns - 1 - column};
        for (std::size_t symmetry = 0; symmetry < image.size(); ++symmetry) {
            auto& bytes = images_[symmetry][static_cast<std::size_t>(cell / 8)];
            for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
                if (byte >> (cell % 8) & 1) {
                    bytes[byte] |= bit(image[symmetry]);
                }
            }
        }
    }
}

Bits Frame::laid_out(Bits cells) const {
    Bits found = 0;
    while (cells != 0) {
        const int cell = take_lowest(cells);
        found |= bit(cell / rectangle_.columns * width_ + cell % rectangle_.columns);
    }
    return found;
}

int Frame::symmetries(Bits area) const {
    if (!is_square_) {
        return 1;
    }
    const Bits turned = transposed(area);
    const std::array<Bits, 8> images{
        area,   mirrored(area),   upside_down(area),   upside_down(mirrored(area)),
        turned, mirrored(turned), upside_down(turned), upside_down(mirrored(turned))};
    const Bits shape = settled(area, width_, square_side);
    return static_cast<int>(std::count_if(images.begin(), images.end(), [&](Bits image) {
        return settled(image, width_, square_side) == shape;
    }));
}

Bits Frame::canonical_on_strip(Bits area) const {
    Bits smallest = settled(area, width_, rectangle_.rows);
    for (const auto& bytes : images_) {
        Bits image = 0;
        for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
            image |= bytes[byte][area >> (8 * byte) & 0xff];
        }
        smallest = std::min(smallest, settled(image, width_, rectangle_.rows));
    }
    return smallest;
}

}  // namespace fivefold::pentomino
