// What a manager has said by INFO: the rules, the time, the memory, and how far to search.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gomoku/pace.hpp"

namespace fivefold::pbrain {

class Settings {
  public:
    // Remembers one key; unknown keys and values that cannot be read change nothing, except a rule,
    // about which the next question complains.
    void hear(std::string_view key, std::string_view value);

    static constexpr std::array all_rules{"freestyle", "standard", "renju", "caro"};
    // The rules by the name that gomoku::parse_rules knows; throws InvalidText for a sum that is
    // not played here.
    std::string rules() const;

    // The time for the next move, the reserve already taken off.
    gomoku::MoveTime time() const;

    std::optional<int> depth() const;
    std::optional<std::uint64_t> nodes() const;

    // The transposition table's share of what the process may use.
    std::size_t table_megabytes() const;
    int threads() const;

    // Whether the engine has to get ready for something else than before.
    bool differs_for_engine(const Settings& before) const;

    // The most that INFO can make of them.
    static constexpr int most_threads = 64;
    static constexpr std::size_t most_table_megabytes = 16'384;

  private:
    std::string rule_ = "0";
    std::int64_t turn_ = 5'000;   // milliseconds; Piskvork always says it, a person may not
    std::int64_t memory_ = 0;     // bytes; 0: without a limit
    std::int64_t hash_size_ = 0;  // kibibytes, as Yixin-Board sends them; 0: as the memory allows
    std::int64_t depth_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t threads_ = 1;
    std::optional<std::int64_t> match_;  // milliseconds; 0: without a limit, whatever is left
    std::optional<std::int64_t> left_;
};

}  // namespace fivefold::pbrain
