// The reply to ABOUT.
#pragma once

#include <string>

namespace fivefold::pbrain {

// The version comes from the build, so that it is written in one place only.
#ifndef FIVEFOLD_VERSION
#define FIVEFOLD_VERSION "0"
#endif

inline std::string about_line() {
    return "name=\"Fivefold\", version=\"" FIVEFOLD_VERSION
           "\", author=\"Fivefold\", country=\"-\", www=\"-\", email=\"-\"";
}

}  // namespace fivefold::pbrain
