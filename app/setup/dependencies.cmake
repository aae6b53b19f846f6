# Every library from outside: the system's package first, else a pinned release fetched by CMake.
include(FetchContent)
find_package(Threads REQUIRED)
find_package(PkgConfig QUIET)
set(FETCHCONTENT_QUIET OFF)
set(SAVED_BUILD_SHARED_LIBS ${BUILD_SHARED_LIBS})
set(BUILD_SHARED_LIBS OFF)

# mariani_dependency(NAME PACKAGE TARGET URL SHA-less tag archive): find PACKAGE, else fetch URL.
function(mariani_dependency package target url)
    find_package(${package} QUIET)
    if(TARGET ${target})
        message(STATUS "${package}: system package")
        set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
        return()
    endif()
    message(STATUS "${package}: no system package, fetching ${url}")
    string(TOLOWER ${package} name)
    FetchContent_Declare(${name} URL ${url} SYSTEM)
    FetchContent_MakeAvailable(${name})
endfunction()

set(GLFW_BUILD_DOCS OFF)
set(GLFW_BUILD_TESTS OFF)
set(GLFW_BUILD_EXAMPLES OFF)
set(TBB_TEST OFF)
set(HWY_ENABLE_TESTS OFF)
set(HWY_ENABLE_EXAMPLES OFF)
set(HWY_ENABLE_CONTRIB OFF)
set(BENCHMARK_ENABLE_TESTING OFF)
set(BENCHMARK_ENABLE_GTEST_TESTS OFF)

mariani_dependency(glfw3 glfw https://github.com/glfw/glfw/archive/refs/tags/3.3.8.tar.gz)
mariani_dependency(glm glm::glm https://github.com/g-truc/glm/archive/refs/tags/0.9.9.8.tar.gz)
mariani_dependency(TBB TBB::tbb https://github.com/oneapi-src/oneTBB/archive/refs/tags/v2021.8.0.tar.gz)
mariani_dependency(hwy hwy::hwy https://github.com/google/highway/archive/refs/tags/1.0.3.tar.gz)
mariani_dependency(fmt fmt::fmt https://github.com/fmtlib/fmt/archive/refs/tags/9.1.0.tar.gz)
mariani_dependency(CLI11 CLI11::CLI11 https://github.com/CLIUtils/CLI11/archive/refs/tags/v2.1.2.tar.gz)
mariani_dependency(nlohmann_json nlohmann_json::nlohmann_json
                   https://github.com/nlohmann/json/archive/refs/tags/v3.11.2.tar.gz)
mariani_dependency(tomlplusplus tomlplusplus::tomlplusplus
                   https://github.com/marzer/tomlplusplus/archive/refs/tags/v3.3.0.tar.gz)
find_package(PNG REQUIRED) # no CMake-friendly release: every Linux and BSD packages libpng

if(MARIANI_TESTS)
    mariani_dependency(GTest GTest::gtest https://github.com/google/googletest/archive/refs/tags/v1.12.1.tar.gz)
    mariani_dependency(benchmark benchmark::benchmark
                       https://github.com/google/benchmark/archive/refs/tags/v1.7.1.tar.gz)
endif()

# Older packages and subprojects name their targets otherwise.
foreach(pair "hwy::hwy|hwy" "glm::glm|glm")
    string(REPLACE "|" ";" pair ${pair})
    list(GET pair 0 wanted)
    list(GET pair 1 given)
    if(NOT TARGET ${wanted} AND TARGET ${given})
        add_library(${wanted} ALIAS ${given})
    endif()
endforeach()

# Dear ImGui with its GLFW and OpenGL 3 back ends: Debian's libimgui-dev, else the release Debian packages.
if(PkgConfig_FOUND)
    pkg_check_modules(IMGUI QUIET IMPORTED_TARGET GLOBAL imgui)
endif()
if(TARGET PkgConfig::IMGUI)
    add_library(imgui INTERFACE)
    target_link_libraries(imgui INTERFACE PkgConfig::IMGUI glfw)
else()
    FetchContent_Declare(imgui_source URL https://github.com/ocornut/imgui/archive/refs/tags/v1.86.tar.gz)
    FetchContent_MakeAvailable(imgui_source)
    set(IMGUI_DIR ${imgui_source_SOURCE_DIR})
    add_library(imgui STATIC
        ${IMGUI_DIR}/imgui.cpp ${IMGUI_DIR}/imgui_draw.cpp ${IMGUI_DIR}/imgui_tables.cpp
        ${IMGUI_DIR}/imgui_widgets.cpp ${IMGUI_DIR}/backends/imgui_impl_glfw.cpp
        ${IMGUI_DIR}/backends/imgui_impl_opengl3.cpp ${IMGUI_DIR}/misc/cpp/imgui_stdlib.cpp)
    target_include_directories(imgui SYSTEM PUBLIC ${IMGUI_DIR} ${IMGUI_DIR}/misc/cpp)
    target_link_libraries(imgui PUBLIC glfw ${CMAKE_DL_LIBS})
endif()
add_library(mariani::imgui ALIAS imgui)

# GLAD: the OpenGL 4.5 core loader, generated at build time from the specification it carries.
find_program(MARIANI_PYTHON NAMES python3 HINTS /usr/bin NO_DEFAULT_PATH)
find_program(MARIANI_PYTHON NAMES python3 REQUIRED)
execute_process(COMMAND ${MARIANI_PYTHON} -c "import glad, jinja2" RESULT_VARIABLE GLAD_MISSING
                OUTPUT_QUIET ERROR_QUIET)
set(GLAD_COMMAND ${MARIANI_PYTHON} -m glad)
if(GLAD_MISSING)
    FetchContent_Declare(glad_source URL https://github.com/Dav1dde/glad/archive/refs/tags/v2.0.4.tar.gz)
    FetchContent_MakeAvailable(glad_source)
    set(GLAD_COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${glad_source_SOURCE_DIR} ${MARIANI_PYTHON} -m glad)
endif()
set(GLAD_DIR "${CMAKE_BINARY_DIR}/glad")
add_custom_command(
    OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h
    COMMAND ${GLAD_COMMAND} --quiet --reproducible --api gl:core=4.5 --out-path ${GLAD_DIR} c
    COMMENT "Generating the OpenGL 4.5 core loader" VERBATIM)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
add_library(mariani::glad ALIAS glad)

set(BUILD_SHARED_LIBS ${SAVED_BUILD_SHARED_LIBS})
