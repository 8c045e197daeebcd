#include "pbrain/settings.hpp"

#include <algorithm>

#include "core/text.hpp"
#include "pbrain/parsing.hpp"

namespace fivefold::pbrain {

namespace {

// Milliseconds reserved for the way from the end of a search to the manager.
constexpr std::int64_t reserve = 30;
constexpr std::int64_t least = 1;
constexpr std::int64_t unlimited = 2'147'483'647;
// A game with a clock is planned for this many more moves; the hardest may take the time of
// several.
constexpr std::int64_t moves_to_go = 16;
constexpr std::int64_t moves_in_one = 4;
constexpr double nearly_for_ever = 1e6;

constexpr std::int64_t mebibyte = 1 << 20;
// Memory besides the table: code, pattern tables and threads.
constexpr std::int64_t beside_table = 64 * mebibyte;
// Mebibytes without a limit or with a generous one.
constexpr std::int64_t usual_table = 128;
constexpr std::int64_t large_table = 1'024;

}  // namespace

void Settings::receive(std::string_view key, std::string_view value) {
    const std::string name = upper(key);
    if (name == "RULE") {
        rule_ = value;
        return;
    }
    const std::optional<std::int64_t> number = parse_number(value);
    if (!number) {
        return;
    }
    if (name == "TIME_LEFT") {
        left_ = *number;
        return;
    }
    if (name == "TIMEOUT_MATCH") {
        match_ = std::max<std::int64_t>(0, *number);
        left_.reset();
        return;
    }
    std::int64_t* const place = name == "TIMEOUT_TURN" ? &turn_
                                : name == "MAX_MEMORY" ? &memory_
                                : name == "HASH_SIZE"  ? &hash_size_
                                : name == "MAX_DEPTH"  ? &depth_
                                : name == "MAX_NODE"   ? &nodes_
                                : name == "THREAD_NUM" ? &threads_
                                                       : nullptr;
    if (place != nullptr) {
        *place = std::max<std::int64_t>(0, *number);
    }
}

// A sum of flags: 1 exactly five, 2 continue after a five, 4 renju, 8 caro. Renju and caro define
// which fives count, so a 1 beside them adds nothing.
std::string Settings::rules() const {
    const std::int64_t sum = parse_number(rule_).value_or(-1);
    switch (sum) {
        case 0:
            return "freestyle";
        case 1:
            return "standard";
        case 4:
        case 5:
            return "renju";
        case 8:
        case 9:
            return "caro";
        default:
            throw InvalidText("Rule " + quoted(rule_) +
                              " is not supported; use 0 freestyle, 1 standard, 4 or 5 renju, 8 or "
                              "9 caro.");
    }
}

gomoku::MoveTime Settings::time() const {
    const auto seconds = [](std::int64_t milliseconds) {
        return static_cast<double>(std::max(least, milliseconds)) / 1000;
    };
    const double turn = turn_ < unlimited ? seconds(turn_ - reserve) : nearly_for_ever;
    const std::int64_t left = match_ == 0 ? unlimited : left_.value_or(match_.value_or(unlimited));
    if (left >= unlimited) {
        return {turn, std::nullopt};
    }
    const std::int64_t playable = left - reserve;
    return {std::min(turn, seconds(playable / moves_to_go)),
            std::min(turn, seconds(playable * moves_in_one / moves_to_go))};
}

std::optional<int> Settings::depth() const {
    return depth_ > 0 ? std::optional(static_cast<int>(std::min<std::int64_t>(depth_, 1'000)))
                      : std::nullopt;
}

std::optional<std::uint64_t> Settings::nodes() const {
    return nodes_ > 0 ? std::optional(static_cast<std::uint64_t>(nodes_)) : std::nullopt;
}

std::size_t Settings::table_megabytes() const {
    std::int64_t table = usual_table;
    if (hash_size_ > 0) {
        table = hash_size_ / 1024;
    }
    if (memory_ > 0) {
        const std::int64_t fits = (memory_ - beside_table) / mebibyte;
        table = std::min(hash_size_ > 0 ? table : large_table, fits);
    }
    return static_cast<std::size_t>(
        std::clamp(table, std::int64_t{1}, static_cast<std::int64_t>(max_table_megabytes)));
}

bool Settings::differs_for_engine(const Settings& before) const {
    return table_megabytes() != before.table_megabytes() || threads() != before.threads();
}

int Settings::threads() const {
    return static_cast<int>(std::clamp<std::int64_t>(threads_, 1, max_threads));
}

}  // namespace fivefold::pbrain
