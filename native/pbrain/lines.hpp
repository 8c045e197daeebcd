// Bytes into lines, whatever ends them and however long they are.
#pragma once

#include <optional>
#include <string>

namespace fivefold::pbrain {

// Lines end with LF, CR LF or CR. Of a line that is too long comes the beginning, behind a mark
// that begins no command: so it is refused and never half obeyed.
class LineCutter {
  public:
    // The line that this byte ends, if it ends one that is not empty.
    std::optional<std::string> add(char byte);

    // What came after the last end of a line, if anything did.
    std::optional<std::string> rest();

  private:
    std::string line_;
    bool is_long_ = false;
};

}  // namespace fivefold::pbrain
