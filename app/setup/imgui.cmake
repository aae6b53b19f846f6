# Dear ImGui with its GLFW and OpenGL 3 back ends: Debian's is of 2021 and has no queue of input events.
include(app/setup/download.cmake)
set(IMGUI_VERSION 1.92.9b)
set(MARIANI_IMGUI "" CACHE PATH "A folder with the source of Dear ImGui ${IMGUI_VERSION}, instead of fetching it")

# mariani_unpack_imgui(RESULT): the folder of its source, or nothing. First from the source package of slimgui in
# Python's registry, which more machines reach than GitHub and which carries this release.
function(mariani_unpack_imgui result)
    set(slimgui slimgui-0.8.3)
    set(slimgui_sha256 cff8dccbe3b6ba420348dc79e6cb10c6ecea379a68a463efa43705b657f043eb)
    set(release imgui-${IMGUI_VERSION})
    set(release_sha256 21d8a0a565e85dce943e375db00812c2f3f0ab21f3f0f7964e364a63422d7f99)
    set(unpacked "${CMAKE_BINARY_DIR}/_deps/imgui-${IMGUI_VERSION}")

    mariani_download(archive ${slimgui}.tar.gz "" ${slimgui_sha256})
    set(folder "${unpacked}/${slimgui}/src/c/imgui")
    if(NOT archive AND NOT EXISTS "${MARIANI_DOWNLOADS}/${release}.tar.gz")
        mariani_python_registry(address slimgui ${slimgui}.tar.gz)
        mariani_download(archive ${slimgui}.tar.gz "${address}" ${slimgui_sha256})
    endif()
    if(NOT archive)
        mariani_download(archive ${release}.tar.gz
            https://github.com/ocornut/imgui/archive/refs/tags/v${IMGUI_VERSION}.tar.gz ${release_sha256})
        set(folder "${unpacked}/${release}")
    endif()
    if(archive AND NOT EXISTS "${unpacked}")
        file(REMOVE_RECURSE "${unpacked}.part")
        file(ARCHIVE_EXTRACT INPUT "${archive}" DESTINATION "${unpacked}.part")
        file(RENAME "${unpacked}.part" "${unpacked}")
    endif()
    if(archive)
        # slimgui's settings need code of slimgui. Written only if it differs.
        file(CONFIGURE OUTPUT "${folder}/imconfig.h" CONTENT "")
    endif()
    if(archive)
        set(${result} "${folder}" PARENT_SCOPE)
    else()
        message(FATAL_ERROR
            "Dear ImGui ${IMGUI_VERSION} cannot be fetched: the lines above say why. Either let this machine reach "
            "Python's registry or github.com, or copy ${slimgui}.tar.gz of https://pypi.org/project/slimgui to "
            "${MARIANI_DOWNLOADS}, or configure with -DMARIANI_IMGUI=FOLDER, where imgui.h is.")
    endif()
endfunction()

if(MARIANI_IMGUI)
    set(IMGUI_DIR "${MARIANI_IMGUI}")
else()
    mariani_unpack_imgui(IMGUI_DIR)
endif()
message(STATUS "Dear ImGui ${IMGUI_VERSION}: ${IMGUI_DIR}")

add_library(imgui STATIC
    ${IMGUI_DIR}/imgui.cpp ${IMGUI_DIR}/imgui_draw.cpp ${IMGUI_DIR}/imgui_tables.cpp
    ${IMGUI_DIR}/imgui_widgets.cpp ${IMGUI_DIR}/backends/imgui_impl_glfw.cpp
    ${IMGUI_DIR}/backends/imgui_impl_opengl3.cpp ${IMGUI_DIR}/misc/cpp/imgui_stdlib.cpp)
target_include_directories(imgui SYSTEM PUBLIC ${IMGUI_DIR} ${IMGUI_DIR}/misc/cpp)
target_compile_definitions(imgui PUBLIC IMGUI_DISABLE_OBSOLETE_FUNCTIONS)
target_link_libraries(imgui PUBLIC glfw ${CMAKE_DL_LIBS})
add_library(mariani::imgui ALIAS imgui)
