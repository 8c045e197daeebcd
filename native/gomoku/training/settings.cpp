#include "gomoku/training/settings.hpp"

#include <map>
#include <sstream>
#include <stdexcept>

namespace fivefold::gomoku::training {

namespace {

const std::map<std::string, int Settings::*> members{
    {"razor_depth", &Settings::razor_depth},
    {"razor_base", &Settings::razor_base},
    {"razor_step", &Settings::razor_step},
    {"reverse_futility_depth", &Settings::reverse_futility_depth},
    {"reverse_futility_step", &Settings::reverse_futility_step},
    {"reverse_futility_improving", &Settings::reverse_futility_improving},
    {"futility_depth", &Settings::futility_depth},
    {"futility_base", &Settings::futility_base},
    {"futility_step", &Settings::futility_step},
    {"count_base", &Settings::count_base},
    {"count_step", &Settings::count_step},
    {"gap_base", &Settings::gap_base},
    {"gap_step", &Settings::gap_step},
    {"reduction_divisor", &Settings::reduction_divisor},
    {"reduction_gap", &Settings::reduction_gap},
    {"history_divisor", &Settings::history_divisor},
    {"no_table_move_depth", &Settings::no_table_move_depth},
    {"singular_depth", &Settings::singular_depth},
    {"singular_step", &Settings::singular_step},
    {"fours_nearby", &Settings::fours_nearby},
    {"max_fours", &Settings::max_fours},
    {"forced_win_part", &Settings::forced_win_part},
    {"refutation_part", &Settings::refutation_part}};

}  // namespace

Settings parse_settings(const std::string& text) {
    Settings settings;
    std::istringstream stream(text);
    for (std::string word; std::getline(stream, word, ',');) {
        const std::size_t equals = word.find('=');
        const auto found = members.find(word.substr(0, equals));
        if (found == members.end() || equals == std::string::npos) {
            throw std::runtime_error("there is no setting '" + word + "'");
        }
        try {
            settings.*found->second = std::stoi(word.substr(equals + 1));
        } catch (const std::logic_error&) {
            throw std::runtime_error("'" + word + "' needs a whole number");
        }
    }
    return settings;
}

}  // namespace fivefold::gomoku::training
