# OpenSeadragon, which shows large pictures in a browser: part of the program, so that a poster is served and
# exported without a network. Its source is in a package of Python's registry, which carries its release 6.1.1.
include(app/setup/download.cmake)
set(MARIANI_OPENSEADRAGON "" CACHE PATH "A folder with openseadragon.js and LICENSE.openseadragon, instead of fetching it")
enable_language(ASM)

set(OPENSEADRAGON_DIR "${MARIANI_OPENSEADRAGON}")
if(NOT OPENSEADRAGON_DIR)
    set(openslide openslide_python-1.4.7)
    set(openslide_sha256 730fed798de683b00c8ef4d956f3d429cc02f2c449eb0d58944e1769ba7983cc)
    mariani_download(archive ${openslide}.tar.gz "" ${openslide_sha256})
    if(NOT archive)
        mariani_python_registry(registered openslide-python ${openslide}.tar.gz)
        mariani_download(archive ${openslide}.tar.gz "${registered}" ${openslide_sha256})
    endif()
    if(archive)
        set(OPENSEADRAGON_DIR "${CMAKE_BINARY_DIR}/_deps/openseadragon-6.1.1")
        if(NOT EXISTS "${OPENSEADRAGON_DIR}/openseadragon.js")
            mariani_unpack("${archive}" "${OPENSEADRAGON_DIR}.package")
            set(examples "${OPENSEADRAGON_DIR}.package/${openslide}/examples/deepzoom")
            file(COPY "${examples}/licenses/LICENSE.openseadragon" "${examples}/static/openseadragon.js"
                 DESTINATION "${OPENSEADRAGON_DIR}")
        endif()
    endif()
endif()

# The program has it compressed, as browsers take it; without it, nothing in its place.
set(embedded "${CMAKE_BINARY_DIR}/_deps/openseadragon.js.gz")
if(EXISTS "${OPENSEADRAGON_DIR}/openseadragon.js")
    file(ARCHIVE_CREATE OUTPUT "${embedded}.part" PATHS "${OPENSEADRAGON_DIR}/openseadragon.js"
         FORMAT raw COMPRESSION GZip MTIME 0)
    file(COPY_FILE "${embedded}.part" "${embedded}" ONLY_IF_DIFFERENT)
    message(STATUS "OpenSeadragon: ${OPENSEADRAGON_DIR}")
else()
    file(WRITE "${embedded}" "")
    message(STATUS "OpenSeadragon cannot be fetched, so posters are neither exported for browsers nor served as a "
                   "page. Copy openslide_python-1.4.7.tar.gz of https://pypi.org/project/openslide-python to "
                   "${MARIANI_DOWNLOADS}, or configure with -DMARIANI_OPENSEADRAGON=FOLDER.")
endif()
file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/_deps/openseadragon.S" CONTENT [[
    .section .rodata
    .global mariani_openseadragon
    .global mariani_openseadragon_end
mariani_openseadragon:
    .incbin "@embedded@"
mariani_openseadragon_end:
    .byte 0
    .section .note.GNU-stack, "", %progbits
]] @ONLY)
add_library(openseadragon STATIC "${CMAKE_BINARY_DIR}/_deps/openseadragon.S")
set_source_files_properties("${CMAKE_BINARY_DIR}/_deps/openseadragon.S" PROPERTIES OBJECT_DEPENDS "${embedded}")
add_library(mariani::openseadragon ALIAS openseadragon)
