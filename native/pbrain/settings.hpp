// The settings sent by INFO: rules, time, memory and search limits.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "gomoku/search/time_management.hpp"

namespace fivefold::pbrain {

class Settings {
  public:
    // Stores one setting. Unknown keys and malformed values are ignored, except a rule, which the
    // next request rejects.
    void receive(std::string_view key, std::string_view value);

    static constexpr std::array all_rules{"freestyle", "standard", "renju", "caro"};
    // The rule name for gomoku::parse_rules; throws InvalidText for an unsupported sum.
    std::string rules() const;

    // The time for the next move, minus the reserve.
    gomoku::MoveTime time() const;

    std::optional<int> depth() const;
    std::optional<std::uint64_t> nodes() const;

    // The size of the transposition table within the memory limit.
    std::size_t table_megabytes() const;
    int threads() const;

    // Whether the engine must be reconfigured.
    bool differs_for_engine(const Settings& before) const;

    // The maximum values INFO can set.
    static constexpr int max_threads = 64;
    static constexpr std::size_t max_table_megabytes = 16'384;

  private:
    std::string rule_ = "0";
    std::int64_t turn_ = 5'000;   // milliseconds; Piskvork always sends it, a person may not
    std::int64_t memory_ = 0;     // bytes; 0: no limit
    std::int64_t hash_size_ = 0;  // kibibytes, as Yixin-Board sends them; 0: by the memory limit
    std::int64_t depth_ = 0;
    std::int64_t nodes_ = 0;
    std::int64_t threads_ = 1;
    std::optional<std::int64_t> match_;  // milliseconds; 0: no limit, whatever is left
    std::optional<std::int64_t> left_;
};

}  // namespace fivefold::pbrain
