# Debian packages: cpack -G DEB in a release build makes kibitz, libkibitz1, libkibitz-dev and python3-kibitz. The same
# sources give the same bytes: SOURCE_DATE_EPOCH, where it is set, is the time of all files.
set(CPACK_PACKAGE_NAME kibitz)
set(CPACK_PACKAGE_VERSION ${PROJECT_VERSION})
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_PACKAGE_CONTACT "Kibitz maintainers <kibitz@example.org>")
set(CPACK_PACKAGE_VENDOR Kibitz)
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_COMPONENTS_GROUPING IGNORE)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library development python)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_COMPRESSION_TYPE xz)

set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME kibitz)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION science)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_COMPONENT_PROGRAM_DESCRIPTION "Kibitz analyses and plays board, tile, puzzle and card games for one to eight
players, with chance and with hidden hands, and speaks a superset of UCI.")

set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libkibitz1)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SHLIBDEPS ON)
file(WRITE ${CMAKE_BINARY_DIR}/packages/shlibs "libkibitz 1 libkibitz1 (>= ${PROJECT_VERSION})\n")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_CONTROL_EXTRA ${CMAKE_SOURCE_DIR}/cmake/packages/triggers
                                               ${CMAKE_BINARY_DIR}/packages/shlibs)
set(CPACK_COMPONENT_LIBRARY_DESCRIPTION "The shared library: games, positions, searches, players at tables and protocol
sessions for other programs.")

set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_NAME libkibitz-dev)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEVELOPMENT_PACKAGE_DEPENDS "libkibitz1 (= ${PROJECT_VERSION}-1)")
set(CPACK_COMPONENT_DEVELOPMENT_DESCRIPTION "Development files: the header of the library, the kit for games of one's own, a
static library, and files for pkg-config and CMake.")

set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-kibitz)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_ARCHITECTURE all)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.10), libkibitz1 (>= ${PROJECT_VERSION})")
set(CPACK_COMPONENT_PYTHON_DESCRIPTION "The Python package: games, positions, searches and players in Python, over the
shared library.")
include(CPack)

# What Debian wants of every package: the licence, the changes, and compressed texts.
find_program(GZIP_PROGRAM gzip)
set(packed_folder ${CMAKE_BINARY_DIR}/packages)
configure_file(cmake/packages/changelog.in ${packed_folder}/changelog.Debian @ONLY)
# pack(from name): a compressed copy in packed_folder, without a time in it.
set(packed "")
function(pack from name)
  add_custom_command(OUTPUT ${packed_folder}/${name}.gz
    COMMAND sh -c "'${GZIP_PROGRAM}' -9n <'${from}' >'${packed_folder}/${name}.gz'"
    DEPENDS ${from} VERBATIM COMMENT "${name}.gz")
  list(APPEND packed ${packed_folder}/${name}.gz)
  set(packed ${packed} PARENT_SCOPE)
endfunction()
if(GZIP_PROGRAM)
  pack(${CMAKE_SOURCE_DIR}/CHANGELOG.md changelog)
  pack(${packed_folder}/changelog.Debian changelog.Debian)
  pack(${CMAKE_SOURCE_DIR}/docs/kibitz.1 kibitz.1)
  add_custom_target(packed_texts ALL DEPENDS ${packed})
endif()
install(FILES ${packed_folder}/kibitz.1.gz DESTINATION ${CMAKE_INSTALL_MANDIR}/man1 OPTIONAL)
foreach(part program:kibitz library:libkibitz1 development:libkibitz-dev python:python3-kibitz)
  string(REPLACE ":" ";" part ${part})
  list(GET part 0 component)
  list(GET part 1 package)
  install(FILES LICENSE DESTINATION share/doc/${package} RENAME copyright COMPONENT ${component} EXCLUDE_FROM_ALL)
  install(FILES ${packed_folder}/changelog.gz ${packed_folder}/changelog.Debian.gz DESTINATION share/doc/${package}
          COMPONENT ${component} OPTIONAL EXCLUDE_FROM_ALL)
endforeach()

install(DIRECTORY bindings/python/kibitz DESTINATION lib/python3/dist-packages COMPONENT python
        FILES_MATCHING PATTERN "*.py" PATTERN "py.typed" PATTERN "__pycache__" EXCLUDE)
