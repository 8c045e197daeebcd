// Splits bytes into lines with any line ending and of any length.
#pragma once

#include <optional>
#include <string>

namespace fivefold::pbrain {

// Lines end with LF, CR LF or CR. An overlong line is truncated and prefixed with a character no
// command starts with, so it is rejected rather than half executed.
class LineSplitter {
  public:
    // Returns the line that this byte completes, unless it is empty.
    std::optional<std::string> add(char byte);

    // The text after the last line ending, if any.
    std::optional<std::string> rest();

  private:
    std::string line_;
    bool is_long_ = false;
};

}  // namespace fivefold::pbrain
