// The reply to ABOUT.
#pragma once

#include <string>

namespace fivefold::pbrain {

// CMake defines FIVEFOLD_VERSION.
inline std::string about_line() {
    return "name=\"Fivefold\", version=\"" FIVEFOLD_VERSION
           "\", author=\"Fivefold\", country=\"-\", www=\"-\", email=\"-\"";
}

}  // namespace fivefold::pbrain
