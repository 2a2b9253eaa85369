# What we stand on: found on the system, pointed at, or replaced by a small stand-in of ours.
find_package(Threads REQUIRED)
find_path(XXHASH_INCLUDE xxhash.h)
if(NOT XXHASH_INCLUDE)
  message(FATAL_ERROR "xxHash is missing: install libxxhash-dev (or run ./run, which does it)")
endif()

# Programs never name jemalloc's functions but in one place, and it comes before the archives that call
# malloc: a linker that keeps only what is needed so far (Debian's gcc asks for that) would drop it.
set(JEMALLOC_LIBRARY_USED "")
set(found_jemalloc "not used")
if(USE_JEMALLOC AND NOT SANITIZE AND NOT FUZZ)
  find_library(JEMALLOC_LIBRARY jemalloc)
  find_path(JEMALLOC_INCLUDE jemalloc/jemalloc.h)
  if(JEMALLOC_LIBRARY AND JEMALLOC_INCLUDE)
    set(JEMALLOC_LIBRARY_USED "-Wl,--push-state,--no-as-needed,${JEMALLOC_LIBRARY},--pop-state")
    set(found_jemalloc "found")
  else()
    set(found_jemalloc "missing, malloc serves")
  endif()
endif()

# acutest and tinycthread: the folder that is pointed at, else fetched at a pinned commit (only with
# FETCH_DEPENDENCIES), else what the system has, else our stand-in.
set(acutest_commit 31751b4089c93b46a9fd8a8183a695f772de66de)
set(tinycthread_commit 6957fc8383d6c7db25b60b8c849b29caab1caaee)
if(FETCH_DEPENDENCIES)
  include(FetchContent)
  # Sources only: there is no such subfolder, so neither project is configured.
  FetchContent_Declare(acutest GIT_REPOSITORY https://github.com/mity/acutest.git
                       GIT_TAG ${acutest_commit} SOURCE_SUBDIR none)
  FetchContent_Declare(tinycthread GIT_REPOSITORY https://github.com/tinycthread/tinycthread.git
                       GIT_TAG ${tinycthread_commit} SOURCE_SUBDIR none)
  FetchContent_MakeAvailable(acutest tinycthread)
endif()

# kibitz_origin(out dir name): which way it comes, for people.
function(kibitz_origin out dir name)
  set(origin "of the system")
  if(FETCH_DEPENDENCIES)
    string(SUBSTRING ${${name}_commit} 0 12 short)
    set(origin "fetched at ${short}")
  endif()
  if(dir)
    set(origin "from ${dir}")
  endif()
  set(${out} ${origin} PARENT_SCOPE)
endfunction()

# What was found before may not be what is asked for now.
unset(ACUTEST_INCLUDE CACHE)
unset(TINYCTHREAD_INCLUDE CACHE)
unset(TINYCTHREAD_SOURCE CACHE)
find_path(ACUTEST_INCLUDE acutest.h HINTS ${ACUTEST_DIR} ${acutest_SOURCE_DIR} PATH_SUFFIXES include acutest)
set(found_acutest "stand-in")
if(ACUTEST_INCLUDE)
  kibitz_origin(found_acutest "${ACUTEST_DIR}" acutest)
endif()

find_path(TINYCTHREAD_INCLUDE tinycthread.h HINTS ${TINYCTHREAD_DIR} ${tinycthread_SOURCE_DIR} PATH_SUFFIXES source)
find_library(TINYCTHREAD_LIBRARY tinycthread)
find_file(TINYCTHREAD_SOURCE tinycthread.c HINTS ${TINYCTHREAD_DIR} ${tinycthread_SOURCE_DIR} PATH_SUFFIXES source)
set(USE_TINYCTHREAD OFF)
set(found_tinycthread "stand-in")
if(TINYCTHREAD_INCLUDE AND (TINYCTHREAD_LIBRARY OR TINYCTHREAD_SOURCE))
  set(USE_TINYCTHREAD ON)
  kibitz_origin(found_tinycthread "${TINYCTHREAD_DIR}" tinycthread)
endif()

# Line editing at a terminal: optional.
set(LIBEDIT_LIBRARY_USED "")
set(found_libedit "not used")
if(USE_LIBEDIT)
  find_package(PkgConfig QUIET)
  if(PkgConfig_FOUND)
    pkg_check_modules(LIBEDIT QUIET libedit)
  endif()
  find_path(LIBEDIT_INCLUDE histedit.h PATHS ${LIBEDIT_INCLUDE_DIRS})
  find_library(LIBEDIT_LIBRARY edit PATHS ${LIBEDIT_LIBRARY_DIRS})
  set(found_libedit "missing, lines are read plainly")
  if(LIBEDIT_INCLUDE AND LIBEDIT_LIBRARY)
    set(LIBEDIT_LIBRARY_USED ${LIBEDIT_LIBRARY})
    set(found_libedit "found")
  endif()
endif()

# Requests of the JSON twin: without it only plain lines are read.
set(JANSSON_LIBRARY_USED "")
set(found_jansson "not used")
if(USE_JANSSON)
  find_path(JANSSON_INCLUDE jansson.h)
  find_library(JANSSON_LIBRARY jansson)
  set(found_jansson "missing, no JSON is read")
  if(JANSSON_INCLUDE AND JANSSON_LIBRARY)
    set(JANSSON_LIBRARY_USED ${JANSSON_LIBRARY})
    set(found_jansson "found")
  endif()
endif()

message(STATUS "Uses: xxHash found, jemalloc ${found_jemalloc}, acutest ${found_acutest}, tinycthread ${found_tinycthread}, libedit ${found_libedit}, jansson ${found_jansson}")
