# The language, the warnings and the shape of a library: one place for all folders.
set(CMAKE_C_STANDARD 17)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
# Every library may become part of a shared one, and exports nothing but what says so (BW_PUBLIC: the kit). Inside one
# program calls stay direct: hidden names cannot be replaced from outside.
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_C_VISIBILITY_PRESET hidden)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_C_FLAGS_RELEASE "-O3 -g1 -DNDEBUG") # functions and lines, for stacks
set(CMAKE_C_FLAGS_CHECKED "-O3 -g1") # as people get it, with assertions (but see kibitz_busy)
set(CMAKE_C_FLAGS_DEBUG "-O1 -g1") # lines for the sanitizers; -DCMAKE_C_FLAGS_DEBUG=-g for a debugger

# Our presets make errors of warnings (CMAKE_COMPILE_WARNING_AS_ERROR); a newer compiler that warns of
# more stops nobody else.
add_compile_options(-Wall -Wextra -Wshadow -Wconversion -Wstrict-prototypes -Wmissing-prototypes -Wvla
                    -ffp-contract=off -fno-omit-frame-pointer
                    -ffile-prefix-map=${CMAKE_SOURCE_DIR}/=)
# gcc 12.2 on aarch64 miscompiles a loop that stores byte popcounts and then indexes them
# (tests/unit/test_compiler.c holds the case).
if(CMAKE_C_COMPILER_ID STREQUAL "GNU" AND CMAKE_SYSTEM_PROCESSOR MATCHES "aarch64|arm64")
  add_compile_options(-fno-tree-slp-vectorize)
endif()
# Counting bits is an instruction in every processor since 2009 or so, but not in the oldest of this kind: without it
# each count is a call, and sets of cells are counted all the time.
set(X86_64_LEVEL "x86-64-v2" CACHE STRING "The oldest processors that are served (-march), where the machine is an x86_64")
if(X86_64_LEVEL AND CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64")
  add_compile_options(-march=${X86_64_LEVEL})
endif()
if(SANITIZE)
  add_compile_definitions(KIBITZ_SANITIZED)
  add_compile_options(-fsanitize=${SANITIZE} -fno-sanitize-recover=all)
  # An illegal instruction in place of a call that describes what happened: a tenth of the time to compile, and less to
  # run. The stack is printed all the same; -DSANITIZE_TRAP=OFF tells the rest.
  if(SANITIZE MATCHES "undefined" AND SANITIZE_TRAP)
    add_compile_options(-fsanitize-trap=undefined)
  endif()
  # A quarter of a million addresses to set right are a third of the time of a start.
  add_link_options(-fsanitize=${SANITIZE} $<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-no-pie>)
endif()
# Tests link the same large objects again and again: lld takes a third of the time (on one
# thread: there is always another program to link). What people get is linked by the compiler's own.
find_program(LLD_LINKER ld.lld)
mark_as_advanced(LLD_LINKER)
if(LLD_LINKER AND NOT CMAKE_BUILD_TYPE STREQUAL "Release")
  add_link_options(-fuse-ld=lld -Wl,--threads=1,--build-id=none)
endif()
if(FUZZ)
  if(NOT CMAKE_C_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "FUZZ needs clang: configure with -DCMAKE_C_COMPILER=clang")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

# kibitz_busy(sources): what plays and searches, and where else tests spend their time. Under a sanitizer these alone are
# optimized (the optimizer takes four fifths of the compiler's time there), with assertions these alone as far as in what
# people get. Everything else is little of the time of tests.
if(SANITIZE)
  add_compile_options(-O0)
elseif(CMAKE_BUILD_TYPE STREQUAL "Checked")
  add_compile_options(-O1)
endif()
function(kibitz_busy)
  if(SANITIZE)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O1)
  elseif(CMAKE_BUILD_TYPE STREQUAL "Checked")
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -O3)
  endif()
endfunction()

# kibitz_unguided(sources): what a fuzzer calls but should not be guided by. Readers of text are compiled so
# that a fuzzer sees which way it went and what was compared; code that plays and searches takes twice the
# time for that, in all tests, and would lead it away from what is read.
function(kibitz_unguided)
  if(FUZZ)
    set_property(SOURCE ${ARGN} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=fuzzer-no-link)
  endif()
endfunction()
if(HOSTILE)
  add_compile_definitions(KIBITZ_HOSTILE)
endif()

# kibitz_library(name SOURCES a.c b.c LINKS lower libraries)
function(kibitz_library name)
  cmake_parse_arguments(LIB "" "" "SOURCES;LINKS" ${ARGN})
  add_library(${name} STATIC ${LIB_SOURCES})
  target_include_directories(${name} PUBLIC ${CMAKE_SOURCE_DIR})
  target_link_libraries(${name} PUBLIC ${LIB_LINKS})
endfunction()
