# kibitz_embed(target file symbol): compiles a file into a target, without any tool but CMake.
#
#   kibitz_embed(games ${CMAKE_SOURCE_DIR}/puzzles/project_l/base.txt pl_base_data)
#
# gives the target `const unsigned char symbol[]` (followed by a NUL, so that text can be used as a
# string) and `const size_t symbol_size` (without that NUL). The source is written at build time, and
# again when the file changes. To be called in the folder that made the target.
set(kibitz_embed_script ${CMAKE_CURRENT_LIST_FILE})

function(kibitz_embed target file symbol)
  get_filename_component(input ${file} ABSOLUTE)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${symbol}.c)
  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -DINPUT=${input} -DSYMBOL=${symbol} -DOUT=${source} -P ${kibitz_embed_script}
    DEPENDS ${input} ${kibitz_embed_script}
    COMMENT "Embedding ${symbol}" VERBATIM)
  target_sources(${target} PRIVATE ${source})
endfunction()

# kibitz_embed_all(target folder pattern type symbol header): every file of the folder that fits, and a
# table of them, sorted by name and ended by one without a name:
#
#   const type symbol[] = {{"chess.game", data, &size}, ..., {0}};
#
# `header` declares it. A file that is added or taken away is noticed by the next build.
function(kibitz_embed_all target folder pattern type symbol header)
  file(GLOB files CONFIGURE_DEPENDS ${folder}/${pattern})
  list(SORT files)
  set(externs "")
  set(rows "")
  foreach(file ${files})
    get_filename_component(name ${file} NAME)
    string(MAKE_C_IDENTIFIER ${symbol}_${name} each)
    kibitz_embed(${target} ${file} ${each})
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
  file(READ ${INPUT} bytes HEX)
  string(LENGTH "${bytes}" digits)
  math(EXPR size "${digits} / 2")
  string(REGEX REPLACE "(................................)" "\\1\n" bytes "${bytes}")
  string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${bytes}")
  file(WRITE ${OUT} "#include <stddef.h>\n\n"
    "extern const unsigned char ${SYMBOL}[];\nextern const size_t ${SYMBOL}_size;\n\n"
    "const unsigned char ${SYMBOL}[] = {\n${bytes}0};\nconst size_t ${SYMBOL}_size = ${size};\n")
endif()
