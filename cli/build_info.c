#include "cli/build_info.h"

#include "cli/build_facts.h"

const build_info *build_info_get(void) {
    static const build_info built = {.version = BUILD_VERSION,
                                     .commit = BUILD_COMMIT,
                                     .compiler = BUILD_COMPILER,
                                     .features = BUILD_FEATURES,
                                     .program = "kibitz " BUILD_VERSION " " BUILD_COMMIT};
    return &built;
}
