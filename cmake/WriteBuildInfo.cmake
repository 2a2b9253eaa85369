# Run at build time: writes build_facts.h again only when something in it changed.
execute_process(COMMAND git rev-parse --short=12 HEAD WORKING_DIRECTORY ${SOURCE}
                OUTPUT_VARIABLE BUILD_COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
if(failed)
  set(BUILD_COMMIT unknown)
endif()
configure_file(${SOURCE}/cli/build_facts.h.in ${OUT} @ONLY)
