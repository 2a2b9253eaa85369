# kibitz_embed(target file symbol [PACKED]): compiles a file into a target, without any tool but CMake.
#
#   kibitz_embed(games ${CMAKE_SOURCE_DIR}/puzzles/project_l/base.txt pl_base_data)
#
# gives the target `const unsigned char symbol[]` (followed by a NUL, so that text can be used as a
# string) and `const size_t symbol_size` (without that NUL). The source is written at build time, and
# again when the file changes. To be called in the folder that made the target. PACKED: compressed, as
# gzip does it; the time in its header is 0, so that the same file gives the same bytes.
set(kibitz_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(kibitz_embed target file symbol)
  get_filename_component(input ${file} ABSOLUTE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DSYMBOL=${symbol} -DOUT=${source} -DHOW=${ARGN}
            -P ${kibitz_embed_script}
    DEPENDS ${input} ${kibitz_embed_script}
    COMMENT "Embedding ${symbol}" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()

# kibitz_embed_all(target folder patterns type symbol header [PACKED]): every file of the folder that fits
# one of the patterns, and a table of them, sorted by name and ended by one without a name:
#
#   const type symbol[] = {{"chess.game", data, &size}, ..., {0}};
#
# `header` declares it. A file that is added or taken away is noticed by the next build.
function(kibitz_embed_all target folder patterns type symbol header)
  list(TRANSFORM patterns PREPEND ${folder}/)
  set(files "")
  if(patterns)
    file(GLOB files CONFIGURE_DEPENDS ${patterns})
    list(SORT files)
  endif()
  set(externs "")
  set(rows "")
  foreach(file ${files})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${symbol}_${name} each)
    kibitz_embed(${target} ${file} ${each} ${ARGN})
    string(APPEND externs "extern const unsigned char ${each}[];\nextern const size_t ${each}_size;\n")
    string(APPEND rows "    {\"${name}\", ${each}, &${each}_size},\n")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
  file(GENERATE OUTPUT ${source} CONTENT
    "#include \"${header}\"\n\n${externs}\nconst ${type} ${symbol}[] = {\n${rows}    {0}};\n")
  target_sources(${target} PRIVATE ${source})
endfunction()

# Run as a script at build time.
if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  if(HOW STREQUAL PACKED)
    file(ARCHIVE_CREATE OUTPUT ${OUT}.gz PATHS ${INPUT} FORMAT raw COMPRESSION GZip COMPRESSION_LEVEL 9)
    file(READ ${OUT}.gz bytes HEX)
    file(REMOVE ${OUT}.gz)
    string(SUBSTRING "${bytes}" 0 8 head)
    string(SUBSTRING "${bytes}" 16 -1 bytes)
    set(bytes "${head}00000000${bytes}")
  else()
    file(READ ${INPUT} bytes HEX)
  endif()
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(WRITE ${OUT} "#include <stddef.h>\n\n"
    "extern const unsigned char ${SYMBOL}[];\nextern const size_t ${SYMBOL}_size;\n\n"
    "const unsigned char ${SYMBOL}[] = {\n${bytes}0};\nconst size_t ${SYMBOL}_size = ${size};\n")
endif()
