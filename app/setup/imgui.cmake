# Dear ImGui with its GLFW and OpenGL 3 back ends, and ImPlot, which draws plots with it: Debian's Dear ImGui is of 2021
# and has no queue of input events, and Debian 12 has no ImPlot.
include(app/setup/download.cmake)
set(IMGUI_VERSION 1.92.9b)
set(IMPLOT_VERSION 1.0)
set(MARIANI_IMGUI "" CACHE PATH "A folder with the source of Dear ImGui ${IMGUI_VERSION}, instead of fetching it")
set(MARIANI_IMPLOT "" CACHE PATH "A folder with the source of ImPlot ${IMPLOT_VERSION}, instead of fetching it")

# mariani_unpack(ARCHIVE FOLDER): once, whole or not at all. By another process, whose locale has all letters that names
# of files may have: a bare system's has ASCII alone.
function(mariani_unpack archive folder)
    if(NOT EXISTS "${folder}")
        file(REMOVE_RECURSE "${folder}.part")
        file(MAKE_DIRECTORY "${folder}.part")
        execute_process(COMMAND "${CMAKE_COMMAND}" -E env LC_ALL=C.UTF-8 "${CMAKE_COMMAND}" -E tar xf "${archive}"
                        WORKING_DIRECTORY "${folder}.part" COMMAND_ERROR_IS_FATAL ANY)
        file(RENAME "${folder}.part" "${folder}")
    endif()
endfunction()

# mariani_gui_source(RESULT NAME RELEASE ADDRESS SHA256 OPTION): the folder of its source. First from the source package
# of slimgui in Python's registry, which more machines reach than GitHub and which carries these releases of both.
function(mariani_gui_source result name release address sha256 option)
    set(slimgui slimgui-0.8.3)
    set(slimgui_sha256 cff8dccbe3b6ba420348dc79e6cb10c6ecea379a68a463efa43705b657f043eb)
    mariani_download(archive ${slimgui}.tar.gz "" ${slimgui_sha256})
    if(NOT archive AND NOT EXISTS "${MARIANI_DOWNLOADS}/${release}.tar.gz")
        mariani_python_registry(registered slimgui ${slimgui}.tar.gz)
        mariani_download(archive ${slimgui}.tar.gz "${registered}" ${slimgui_sha256})
    endif()
    if(archive)
        set(unpacked "${CMAKE_BINARY_DIR}/_deps/imgui-${IMGUI_VERSION}")
        set(folder "${unpacked}/${slimgui}/src/c/${name}")
    else()
        mariani_download(archive ${release}.tar.gz "${address}" ${sha256})
        set(unpacked "${CMAKE_BINARY_DIR}/_deps/${release}.release")
        set(folder "${unpacked}/${release}")
    endif()
    if(NOT archive)
        message(FATAL_ERROR
            "${release} cannot be fetched: the lines above say why. Either let this machine reach Python's registry or "
            "github.com, or copy ${slimgui}.tar.gz of https://pypi.org/project/slimgui to ${MARIANI_DOWNLOADS}, or "
            "configure with -D${option}=FOLDER, where ${name}.h is.")
    endif()
    mariani_unpack("${archive}" "${unpacked}")
    set(${result} "${folder}" PARENT_SCOPE)
endfunction()

if(MARIANI_IMGUI)
    set(IMGUI_DIR "${MARIANI_IMGUI}")
else()
    mariani_gui_source(IMGUI_DIR imgui imgui-${IMGUI_VERSION}
        https://github.com/ocornut/imgui/archive/refs/tags/v${IMGUI_VERSION}.tar.gz
        21d8a0a565e85dce943e375db00812c2f3f0ab21f3f0f7964e364a63422d7f99 MARIANI_IMGUI)
    # slimgui's settings need code of slimgui. Written only if it differs.
    file(CONFIGURE OUTPUT "${IMGUI_DIR}/imconfig.h" CONTENT "")
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

if(MARIANI_IMPLOT)
    set(IMPLOT_DIR "${MARIANI_IMPLOT}")
else()
    mariani_gui_source(IMPLOT_DIR implot implot-${IMPLOT_VERSION}
        https://github.com/epezent/implot/archive/refs/tags/v${IMPLOT_VERSION}.tar.gz
        e4a9db64eef7bcc604e2a5ea380af124eb97aa3e8a6a96330079c88add0f7e93 MARIANI_IMPLOT)
endif()
message(STATUS "ImPlot ${IMPLOT_VERSION}: ${IMPLOT_DIR}")

# ImPlot 1.0 passes flags and thickness as Dear ImGui took them before 1.92.8: the copies that are compiled swap them.
set(copies "${CMAKE_BINARY_DIR}/_deps/implot-${IMPLOT_VERSION}.swapped")
foreach(file implot.cpp implot_items.cpp)
    file(READ "${IMPLOT_DIR}/${file}" code)
    string(REPLACE "ImDrawFlags_RoundCornersAll, gp.Style.PlotBorderSize" "gp.Style.PlotBorderSize" code "${code}")
    string(REPLACE "ImDrawFlags_Closed, s.Spec.LineWeight" "s.Spec.LineWeight, ImDrawFlags_Closed" code "${code}")
    file(CONFIGURE OUTPUT "${copies}/${file}" CONTENT "@code@" @ONLY) # written only if it differs
endforeach()
add_library(implot STATIC ${copies}/implot.cpp ${copies}/implot_items.cpp)
target_include_directories(implot SYSTEM PUBLIC ${IMPLOT_DIR})
# Plots here are of doubles: the other nine types take three minutes of processor time.
target_compile_definitions(implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")
target_compile_options(implot PRIVATE -Wno-deprecated-enum-enum-conversion)
foreach(library imgui implot) # as the panels that they draw: see compile_options.cmake
    target_compile_options(${library} PRIVATE $<$<CONFIG:Release>:-O1>)
endforeach()
target_link_libraries(implot PUBLIC imgui)
add_library(mariani::implot ALIAS implot)
