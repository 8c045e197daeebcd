// The search's settings as text, for contests between settings.
#pragma once

#include <string>

#include "gomoku/search/search.hpp"

namespace fivefold::gomoku::training {

// Reads "razor_base=100,count_step=3"; what is not named keeps its default. Throws
// std::runtime_error.
Settings parse_settings(const std::string& text);

}  // namespace fivefold::gomoku::training
