#include "gomoku/board/patterns.hpp"

#include <algorithm>
#include <map>
#include <mutex>

namespace fivefold::gomoku {

namespace {

constexpr std::uint8_t unknown = 15;
constexpr std::uint32_t empty_cell = 0;
constexpr std::uint32_t own_cell = 1;
constexpr std::uint32_t other_cell = 2;
constexpr std::uint32_t edge_cell = 3;

constexpr bool is_four(LineClass line_class) {
    return line_class == LineClass::four || line_class == LineClass::double_four ||
           line_class == LineClass::open_four;
}

constexpr bool is_three(LineClass line_class) {
    return line_class == LineClass::split_three || line_class == LineClass::open_three;
}

constexpr bool is_open_two(LineClass line_class) {
    return line_class == LineClass::open_two_a || line_class == LineClass::open_two_b ||
           line_class == LineClass::open_two_c;
}

// Computes the class of every key for the side encoded as 1, from fuller lines to emptier ones: a
// line's class follows from the classes after each further stone.
class Classifier {
  public:
    Classifier(const SideRules& rules, int reach)
        : rules_(rules), reach_(reach), known_(std::size_t{1} << 4 * reach, unknown) {}

    LineClass operator()(std::uint32_t key) {
        std::uint8_t& known = known_[key];
        if (known == unknown) {
            known = static_cast<std::uint8_t>(found(key));
        }
        return static_cast<LineClass>(known);
    }

  private:
    std::uint32_t at(std::uint32_t key, int offset) const {
        return key >> Patterns::shift(offset, reach_) & 3;
    }

    // The number of own stones adjacent to the centre square in one direction.
    int run(std::uint32_t key, int step) const {
        int length = 0;
        while (length < reach_ && at(key, step * (length + 1)) == own_cell) {
            ++length;
        }
        return length;
    }

    bool is_between_two(std::uint32_t key, int before, int after) const {
        return at(key, -before - 1) == other_cell && at(key, after + 1) == other_cell;
    }

    LineClass found(std::uint32_t key) {
        const int before = run(key, -1);
        const int after = run(key, 1);
        const int length = before + 1 + after;
        if (rules_.wins_by(length)) {
            const bool is_nothing = rules_.needs_an_end && is_between_two(key, before, after);
            return is_nothing ? LineClass::dead : LineClass::five;
        }
        if (length > 5) {
            return LineClass::overline;
        }
        std::array<int, line_class_count> ways{};
        for (int offset = -reach_; offset <= reach_; ++offset) {
            if (offset == 0 || at(key, offset) != empty_cell) {
                continue;
            }
            const int shift = Patterns::shift(offset, reach_);
            ++ways[static_cast<std::size_t>((*this)(key | own_cell << shift))];
        }
        const auto count = [&ways](LineClass next) { return ways[static_cast<std::size_t>(next)]; };
        if (count(LineClass::five) > 0) {
            return can_be_stopped(key) ? LineClass::four
                   : length == 4       ? LineClass::open_four
                                       : LineClass::double_four;
        }
        // A side that may not make two fours cannot use them as an intermediate step.
        const int unstoppable =
            count(LineClass::open_four) + (rules_.no_fours ? 0 : count(LineClass::double_four));
        if (unstoppable > 0) {
            return unstoppable == 1 ? LineClass::split_three : LineClass::open_three;
        }
        if (count(LineClass::four) + count(LineClass::double_four) > 0) {
            return LineClass::closed_three;
        }
        const int threes = count(LineClass::open_three) + count(LineClass::split_three);
        if (threes > 0) {
            return threes == 1   ? LineClass::open_two_c
                   : threes <= 3 ? LineClass::open_two_b
                                 : LineClass::open_two_a;
        }
        if (count(LineClass::closed_three) > 0) {
            return LineClass::closed_two;
        }
        if (count(LineClass::open_two_a) + count(LineClass::open_two_b) +
                count(LineClass::open_two_c) >
            0) {
            return LineClass::open_one;
        }
        return count(LineClass::closed_two) > 0 ? LineClass::closed_one : LineClass::dead;
    }

    // Whether some opposing stone leaves no way to five.
    bool can_be_stopped(std::uint32_t key) {
        for (int offset = -reach_; offset <= reach_; ++offset) {
            if (offset != 0 && at(key, offset) == empty_cell &&
                !has_way_to_five(key | other_cell << Patterns::shift(offset, reach_))) {
                return true;
            }
        }
        return false;
    }

    bool has_way_to_five(std::uint32_t key) {
        for (int offset = -reach_; offset <= reach_; ++offset) {
            if (offset != 0 && at(key, offset) == empty_cell &&
                (*this)(key | own_cell << Patterns::shift(offset, reach_)) == LineClass::five) {
                return true;
            }
        }
        return false;
    }

    const SideRules rules_;
    const int reach_;
    std::vector<std::uint8_t> known_;
};

// Edges can only be at the ends of the key.
bool is_possible(std::uint32_t key, int reach) {
    if ((key & key >> 1 & 0x55555555u) == 0) {
        return true;
    }
    for (int offset = 1; offset < reach; ++offset) {
        for (const int side : {-1, 1}) {
            const std::uint32_t here = key >> Patterns::shift(side * offset, reach) & 3;
            const std::uint32_t beyond = key >> Patterns::shift(side * (offset + 1), reach) & 3;
            if (here == edge_cell && beyond != edge_cell) {
                return false;
            }
        }
    }
    return true;
}

// The key with the two sides exchanged.
constexpr std::uint32_t mirrored(std::uint32_t key) {
    return (key & 0x55555555u) << 1 | (key >> 1 & 0x55555555u);
}

Kind kind_of(const FourClasses& classes, const SideRules& rules) {
    int fives = 0, sixes = 0, open_fours = 0, doubles = 0, fours = 0, threes = 0, twos = 0;
    for (const LineClass each : classes) {
        fives += each == LineClass::five;
        sixes += each == LineClass::overline;
        open_fours += each == LineClass::open_four;
        doubles += each == LineClass::double_four;
        fours += each == LineClass::four;
        threes += is_three(each);
        twos += is_open_two(each) || each == LineClass::closed_three;
    }
    if (fives > 0) {
        return Kind::five;
    }
    if ((rules.no_six && sixes > 0) || (rules.no_fours && open_fours + 2 * doubles + fours > 1) ||
        (rules.no_threes && threes > 1)) {
        return Kind::foul;
    }
    if (open_fours + doubles > 0) {
        return Kind::open_four;
    }
    if (fours > 0) {
        return fours > 1    ? Kind::double_four
               : threes > 0 ? Kind::four_three
               : twos > 0   ? Kind::four_two
                            : Kind::four;
    }
    if (threes > 0) {
        return threes > 1 ? Kind::double_three : twos > 0 ? Kind::three_two : Kind::three;
    }
    return twos > 1 ? Kind::double_two : twos > 0 ? Kind::two : Kind::none;
}

}  // namespace

const std::array<FourClasses, code_count>& classes_of_codes() {
    static const auto made = [] {
        std::array<FourClasses, code_count> all{};
        std::size_t code = 0;
        for (int a = 0; a < line_class_count; ++a) {
            for (int b = a; b < line_class_count; ++b) {
                for (int c = b; c < line_class_count; ++c) {
                    for (int d = c; d < line_class_count; ++d) {
                        all[code++] = {static_cast<LineClass>(a), static_cast<LineClass>(b),
                                       static_cast<LineClass>(c), static_cast<LineClass>(d)};
                    }
                }
            }
        }
        return all;
    }();
    return made;
}

const std::vector<std::uint16_t>& codes_of_classes() {
    static const auto made = [] {
        std::vector<std::uint16_t> codes(1 << 16);
        for (int code = 0; code < code_count; ++code) {
            FourClasses classes = classes_of_codes()[code];
            do {
                int packed = 0;
                for (int direction = 0; direction < 4; ++direction) {
                    packed |= static_cast<int>(classes[direction]) << 4 * direction;
                }
                codes[packed] = static_cast<std::uint16_t>(code);
            } while (std::next_permutation(classes.begin(), classes.end()));
        }
        return codes;
    }();
    return made;
}

Patterns::Patterns(const Rules& rules)
    : reach_(rules.first.six_wins && rules.second.six_wins ? 4 : 5),
      classes_(std::size_t{1} << 4 * reach_) {
    Classifier first(rules.first, reach_);
    Classifier other(rules.second, reach_);
    Classifier& second = rules.first == rules.second ? first : other;
    for (std::uint32_t key = 0; key < classes_.size(); ++key) {
        if (is_possible(key, reach_)) {
            classes_[key] = static_cast<std::uint8_t>(static_cast<int>(first(key)) |
                                                      static_cast<int>(second(mirrored(key))) << 4);
        }
    }
    for (int code = 0; code < code_count; ++code) {
        const FourClasses& classes = classes_of_codes()[code];
        kinds_[0][code] = kind_of(classes, rules.first);
        kinds_[1][code] = kind_of(classes, rules.second);
        plain_kinds_[code] = kind_of(classes, {});
    }
}

std::shared_ptr<const Patterns> Patterns::of(const Rules& rules) {
    static std::mutex lock;
    static std::map<std::array<bool, 10>, std::shared_ptr<const Patterns>> made;
    const auto flags = [](const SideRules& side) {
        return std::array{side.six_wins, side.needs_an_end, side.no_six, side.no_fours,
                          side.no_threes};
    };
    std::array<bool, 10> name{};
    std::ranges::copy(flags(rules.first), name.begin());
    std::ranges::copy(flags(rules.second), name.begin() + 5);
    const std::lock_guard held(lock);
    auto& patterns = made[name];
    if (!patterns) {
        patterns = std::make_shared<const Patterns>(rules);
    }
    return patterns;
}

}  // namespace fivefold::gomoku
