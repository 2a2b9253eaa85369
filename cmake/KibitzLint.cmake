# Targets `format-check` and `lint`. A stamp per file lets ninja run clang-tidy in parallel, and again
# only when the file, a header or the configuration changed. A missing tool fails the target, not the
# configuration. Headers are linted through the sources that include them.
find_program(CLANG_FORMAT NAMES clang-format clang-format-14)
find_program(CLANG_TIDY NAMES clang-tidy clang-tidy-14)

set(lint_sources "")
set(lint_headers "")
foreach(folder engine games eval search uci arena tune lib cli bench tests)
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.c)
  list(APPEND lint_sources ${found})
  file(GLOB_RECURSE found CONFIGURE_DEPENDS ${CMAKE_SOURCE_DIR}/${folder}/*.h ${CMAKE_SOURCE_DIR}/${folder}/*.inc)
  list(APPEND lint_headers ${found})
endforeach()
# The interpreter of rules texts is one source compiled for four widths: linting one of them does.
list(FILTER lint_sources EXCLUDE REGEX "run_w[248]\\.c$")
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
  set(stamps "")
  foreach(source ${lint_sources})
    file(RELATIVE_PATH name ${CMAKE_SOURCE_DIR} ${source})
    set(stamp ${lint_stamps}/${name}.stamp)
    get_filename_component(folder ${stamp} DIRECTORY)
    add_custom_command(OUTPUT ${stamp}
      COMMAND ${CLANG_TIDY} --quiet -p ${CMAKE_BINARY_DIR} ${analyzer} ${source}
      COMMAND ${CMAKE_COMMAND} -E make_directory ${folder}
      COMMAND ${CMAKE_COMMAND} -E touch ${stamp}
      DEPENDS ${source} ${lint_headers} ${CMAKE_SOURCE_DIR}/.clang-tidy ${CMAKE_SOURCE_DIR}/tests/.clang-tidy
      COMMENT "Linting ${name}" VERBATIM)
    list(APPEND stamps ${stamp})
  endforeach()
  add_custom_target(lint DEPENDS ${stamps})
else()
  kibitz_missing(lint clang-tidy)
endif()
