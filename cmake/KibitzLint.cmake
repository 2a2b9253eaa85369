# Targets `format-check` and `lint`. A stamp for a few files lets ninja run clang-tidy in parallel, and again
# only when one of them, a header or the configuration changed. A missing tool fails the target, not the
# configuration. Headers are linted through the sources that include them.
find_program(CLANG_FORMAT NAMES clang-format clang-format-14)
find_program(CLANG_TIDY NAMES clang-tidy clang-tidy-14)

set(lint_sources "")
set(lint_headers "")
foreach(folder engine games eval search uci arena tune lib mcp web cli bench tests)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c)
  list(APPEND lint_sources ${found})
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.h ${CMAKE_SOURCE_DIR}/${folder}/*.inc)
  list(APPEND lint_headers ${found})
endforeach()
# The interpreter of rules texts is one source compiled for four widths: linting one of them does.
list(FILTER lint_sources EXCLUDE REGEX "run_w[248]\\.c$")
# What includes mpi.h is linted where MPI is.
if(NOT WITH_MPI_USED)
  list(FILTER lint_sources EXCLUDE REGEX "arena/mpi/|cli/main_mpi\\.c$")
endif()
set(lint_stamps ${CMAKE_BINARY_DIR}/lint)

function(kibitz_missing target tool)
  add_custom_target(${target}
    COMMAND ${CMAKE_COMMAND} -E echo "${target}: ${tool} is missing; install it and configure again"
    COMMAND ${CMAKE_COMMAND} -E false VERBATIM)
endfunction()

if(CLANG_FORMAT)
  add_custom_command(OUTPUT ${lint_stamps}/format.stamp
    COMMAND ${CLANG_FORMAT} --dry-run -Werror ${lint_sources} ${lint_headers}
    COMMAND ${CMAKE_COMMAND} -E make_directory ${lint_stamps}
    COMMAND ${CMAKE_COMMAND} -E touch ${lint_stamps}/format.stamp
    DEPENDS ${lint_sources} ${lint_headers} ${CMAKE_SOURCE_DIR}/.clang-format
    COMMENT "Checking the format" VERBATIM)
  add_custom_target(format-check DEPENDS ${lint_stamps}/format.stamp)
else()
  kibitz_missing(format-check clang-format)
endif()

if(CLANG_TIDY)
  # The analyzer of paths gives up on a function after this many steps: a forty-fifth of its default
  # still finds what it once found here, in a tenth of the time.
  set(analyzer --extra-arg=-Xclang --extra-arg=-analyzer-config --extra-arg=-Xclang
               --extra-arg=max-nodes=5000)
  # Plain char is signed on x86_64 and unsigned on aarch64; linted as unsigned, so that every machine finds
  # the same (letters and digits fit both).
  list(APPEND analyzer --extra-arg=-funsigned-char)
  # Several files for each start of clang-tidy: starting it, and what ninja and CMake have to know of each stamp, took as
  # long as the files themselves. clang 14 takes a va_list for unset behind another file: those are linted alone.
  set(batches "")
  set(batch "")
  foreach(source ${lint_sources})
    file(STRINGS ${source} variadic REGEX "va_start" LIMIT_COUNT 1)
    if(variadic AND NOT source MATCHES "/tests/")
      list(APPEND batches ${source})
      continue()
    endif()
    string(APPEND batch "${source}|")
    string(REGEX MATCHALL "[|]" count "${batch}")
    list(LENGTH count count)
    if(count EQUAL 8)
      list(APPEND batches ${batch})
      set(batch "")
    endif()
  endforeach()
  list(APPEND batches ${batch})
  set(stamps "")
  file(MAKE_DIRECTORY ${lint_stamps})
  foreach(batch ${batches})
    string(REPLACE "|" ";" sources "${batch}")
    list(REMOVE_ITEM sources "")
    list(LENGTH stamps number)
    set(stamp ${lint_stamps}/lint_${number}.stamp)
    list(GET sources 0 first)
    file(RELATIVE_PATH first ${CMAKE_SOURCE_DIR} ${first})
    add_custom_command(OUTPUT ${stamp}
      COMMAND ${CLANG_TIDY} --quiet -p ${CMAKE_BINARY_DIR} ${analyzer} ${sources}
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
      DEPENDS ${sources} ${lint_headers} ${CMAKE_SOURCE_DIR}/.clang-tidy ${CMAKE_SOURCE_DIR}/tests/.clang-tidy
      COMMENT "Linting ${first} and what follows" VERBATIM)
    list(APPEND stamps ${stamp})
  endforeach()
  add_custom_target(lint DEPENDS ${stamps})
else()
  kibitz_missing(lint clang-tidy)
endif()
