# Rules texts as C (engine/rules/machine/native_write.h): a small tool writes a source for each text, which is
# compiled once for each player.
#
# NATIVE_TEXTS: DEFAULT (the games whose speed is measured), ALL, OFF, or a list of GAME:PLAYERS. A cross build cannot run the
# tool it builds: it takes one of the host, -DRULES_GENERATOR=path, or has none.
set(NATIVE_TEXTS "DEFAULT" CACHE STRING "Rules texts that are compiled to C: DEFAULT, ALL, OFF, or a list of GAME:PLAYERS")
set(RULES_GENERATOR "" CACHE FILEPATH "A rules_generator of this source that runs here, for cross builds")

# Games and their players.
set(native_default chess:2 atomic:2 crazyhouse:2 racingkings:2 chaturanga:2 othello:2 breakthrough:2 draughts:2
    tictactoe:2 connect4_text:2 hex:2 gomoku:2 amazons:2 go:2)

set(native_more ataxx:2 chaturaji:4 chaturanga_bare:2 chaturanga_crosswise:2 chaturanga_files:2 chaturanga_leap:2
    chaturanga_peace:2 chaturanga_ransom:2 chaturanga_stalemate:2 chaturanga_straight:2 chaturanga_trunk:2 chess2:2
    chess960:2 clobber:2 domineering:2 dots:2 gomoku_standard:2 international:2 koth:2 loa:2 losalamos:2 ludo:4 mnk:2
    morris:2 neutron:2 shatranj:2 threecheck:2 abalone:2 backgammon:2 chinese_checkers:2 halma:2 halma8:2 janggi:2 makruk:2 pentago:2
    quoridor:2 quoridor4:4 shogi:2 surakarta:2 tablut:2 xiangqi:2 yacht:2 connect4_box:2 kalah:2 lasca:2 oware:2 whist:4)

# kibitz_native(target [FOLDER folder GAMES game:players...]): adds what was chosen, and the table of it, to a target whose name is
# that of the table; or games of the texts in another folder.
function(kibitz_native target)
  cmake_parse_arguments(PARSE_ARGV 1 own "" "FOLDER" "GAMES")
  set(chosen ${NATIVE_TEXTS})
  set(optimize "")
  set(texts_folder ${CMAKE_SOURCE_DIR}/games/rulebooks)
  if(own_FOLDER)
    set(texts_folder ${own_FOLDER})
    set(optimize "-O0;") # for tests, which ask what it does and not how fast
    if(NOT chosen STREQUAL OFF)
      set(chosen ${own_GAMES})
    endif()
  endif()
  if(SANITIZE OR NOT CMAKE_C_COMPILER_ID STREQUAL GNU OR CMAKE_BUILD_TYPE MATCHES "Debug|Checked")
    set(chosen OFF)
  endif()
  if(CMAKE_CROSSCOMPILING AND NOT CMAKE_CROSSCOMPILING_EMULATOR AND NOT RULES_GENERATOR)
    set(chosen OFF)
  endif()
  if(chosen STREQUAL DEFAULT)
    set(chosen ${native_default})
  elseif(chosen STREQUAL ALL)
    set(chosen ${native_default} ${native_more})
  elseif(chosen STREQUAL OFF)
    set(chosen "")
  endif()
  set(tool rules_generator)
  if(RULES_GENERATOR)
    set(tool ${RULES_GENERATOR})
  endif()
  file(GLOB texts CONFIGURE_DEPENDS ${texts_folder}/*.game)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/native)
  file(MAKE_DIRECTORY ${folder})
  set(names "")
  foreach(each ${chosen})
    string(REPLACE ":" ";" each ${each})
    list(GET each 0 name)
    list(GET each 1 players)
    list(APPEND names ${name})
    add_custom_command(OUTPUT ${folder}/${name}.inc VERBATIM
      COMMAND ${tool} code ${folder}/${name}.inc ${name} ${texts}
      DEPENDS ${tool} ${texts} COMMENT "Rules of ${name} as C")
    math(EXPR last "${players} - 1")
    foreach(player RANGE ${last})
      set(source ${folder}/${name}_${player}.c)
      file(GENERATE OUTPUT ${source} CONTENT
        "#define ME ${player}\n#define NATIVE_SIDE_NAME ${name}_native_${player}\n#include \"${folder}/${name}.inc\"\n")
      set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${folder}/${name}.inc
        COMPILE_OPTIONS "${optimize}-Wno-unused-function;-Wno-missing-prototypes;-Wno-unused-label;-Wno-unused-parameter;-Wno-maybe-uninitialized;-fomit-frame-pointer")
      target_sources(${target} PRIVATE ${source})
    endforeach()
  endforeach()
  string(REPLACE ";" " " names "${names}")
  if(names)
    add_custom_command(OUTPUT ${folder}/${target}.c VERBATIM
      COMMAND ${tool} ${target} ${folder}/${target}.c ${names} ${texts}
      DEPENDS ${tool} ${texts} COMMENT "Table of rules texts as C")
  else()
    file(GENERATE OUTPUT ${folder}/${target}.c CONTENT
      "#include \"engine/rules/machine/run.h\"\n\nextern const rb_native *const ${target}[];\nconst rb_native *const ${target}[] = {NULL};\n")
  endif()
  target_sources(${target} PRIVATE ${folder}/${target}.c)
endfunction()
