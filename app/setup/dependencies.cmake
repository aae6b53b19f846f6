# Every library from outside: the system's package first, else a release fetched by CMake, the archive
# known by its SHA-256.
include(FetchContent)
find_package(Threads REQUIRED)
set(FETCHCONTENT_QUIET OFF)
set(SAVED_BUILD_SHARED_LIBS ${BUILD_SHARED_LIBS})
set(BUILD_SHARED_LIBS OFF)

# mariani_fetch(NAME REPOSITORY TAG SHA256): as FetchContent_MakeAvailable(NAME).
macro(mariani_fetch name repository tag sha256)
    message(STATUS "${name}: no system package, fetching ${tag} of github.com/${repository}")
    FetchContent_Declare(${name} SYSTEM URL https://github.com/${repository}/archive/refs/tags/${tag}.tar.gz
                                        URL_HASH SHA256=${sha256})
    FetchContent_MakeAvailable(${name})
endmacro()

# mariani_dependency(PACKAGE TARGET REPOSITORY TAG SHA256): find PACKAGE, else fetch the tag's archive.
function(mariani_dependency package target repository tag sha256)
    find_package(${package} QUIET)
    if(TARGET ${target})
        message(STATUS "${package}: system package")
        set_target_properties(${target} PROPERTIES IMPORTED_GLOBAL TRUE)
        return()
    endif()
    string(TOLOWER ${package} name)
    mariani_fetch(${name} ${repository} ${tag} ${sha256})
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
# What is fetched is linked in: `cmake --install` leaves it out.
foreach(rule GLFW_INSTALL TBB_INSTALL HWY_ENABLE_INSTALL BENCHMARK_ENABLE_INSTALL INSTALL_GTEST)
    set(${rule} OFF CACHE INTERNAL "")
endforeach()

mariani_dependency(glfw3 glfw glfw/glfw 3.3.8
                   f30f42e05f11e5fc62483e513b0488d5bceeab7d9c5da0ffe2252ad81816c713)
mariani_dependency(glm glm::glm g-truc/glm 0.9.9.8
                   7d508ab72cb5d43227a3711420f06ff99b0a0cb63ee2f93631b162bfe1fe9592)
mariani_dependency(TBB TBB::tbb oneapi-src/oneTBB v2021.8.0
                   eee380323bb7ce864355ed9431f85c43955faaae9e9bce35c62b372d7ffd9f8b)
mariani_dependency(hwy hwy::hwy google/highway 1.0.3
                   566fc77315878473d9a6bd815f7de78c73734acdcb745c3dde8579560ac5440e)
mariani_dependency(fmt fmt::fmt fmtlib/fmt 9.1.0
                   5dea48d1fcddc3ec571ce2058e13910a0d4a6bab4cc09a809d8b1dd1c88ae6f2)
mariani_dependency(CLI11 CLI11::CLI11 CLIUtils/CLI11 v2.1.2
                   26291377e892ba0e5b4972cdfd4a2ab3bf53af8dac1f4ea8fe0d1376b625c8cb)
mariani_dependency(nlohmann_json nlohmann_json::nlohmann_json nlohmann/json v3.11.2
                   d69f9deb6a75e2580465c6c4c5111b89c4dc2fa94e3a85fcd2ffcd9a143d9273)
mariani_dependency(tomlplusplus tomlplusplus::tomlplusplus marzer/tomlplusplus v3.3.0
                   fc1a5eb410f3c67e90e5ad1264a1386d020067cfb01b633cc8c0441789aa6cf2)
find_package(PNG REQUIRED) # no CMake-friendly release: every Linux and BSD packages libpng
find_package(ZLIB REQUIRED) # which libpng needs
find_package(TIFF REQUIRED) # likewise

# libwebp with its animations: packages of Linux have no CMake files, but for pkg-config.
find_path(MARIANI_WEBP_INCLUDE webp/mux.h)
find_library(MARIANI_WEBP webp)
find_library(MARIANI_WEBPMUX webpmux)
add_library(webp_animation INTERFACE)
add_library(webp::webp ALIAS webp_animation)
if(MARIANI_WEBP_INCLUDE AND MARIANI_WEBP AND MARIANI_WEBPMUX)
    message(STATUS "WebP: system package")
    target_include_directories(webp_animation SYSTEM INTERFACE ${MARIANI_WEBP_INCLUDE})
    target_link_libraries(webp_animation INTERFACE ${MARIANI_WEBPMUX} ${MARIANI_WEBP})
else()
    foreach(tool ANIM_UTILS CWEBP DWEBP GIF2WEBP IMG2WEBP VWEBP WEBPINFO WEBPMUX EXTRAS)
        set(WEBP_BUILD_${tool} OFF CACHE INTERNAL "")
    endforeach()
    mariani_fetch(webp webmproject/libwebp v1.5.0
                  668c9aba45565e24c27e17f7aaf7060a399f7f31dba6c97a044e1feacb930f37)
    target_link_libraries(webp_animation INTERFACE libwebpmux webp)
endif()

# mariani_packaged(TARGET PACKAGE HEADER [LIBRARY]): a library that every Linux and BSD packages, without CMake files.
# Some of its names: the first that is there. No LIBRARY: headers alone.
function(mariani_packaged target package header)
    string(REPLACE "::" "_" name ${target})
    add_library(${name} INTERFACE)
    add_library(${target} ALIAS ${name})
    find_path(MARIANI_${name}_INCLUDE ${header})
    if(ARGN)
        find_library(MARIANI_${name} NAMES ${ARGN})
        target_link_libraries(${name} INTERFACE "${MARIANI_${name}}")
    endif()
    if(NOT MARIANI_${name}_INCLUDE OR (ARGN AND NOT MARIANI_${name}))
        message(FATAL_ERROR "a library is missing (${target}): on Debian and Ubuntu, apt-get install ${package}")
    endif()
    message(STATUS "${target}: system package")
    target_include_directories(${name} SYSTEM INTERFACE "${MARIANI_${name}_INCLUDE}")
endfunction()

mariani_packaged(gmp::gmp libgmp-dev gmp.h libgmp.so gmp) # LGPL, so shared, as MPFR
mariani_packaged(mpfr::mpfr libmpfr-dev mpfr.h libmpfr.so mpfr)
target_link_libraries(mpfr_mpfr INTERFACE gmp::gmp)
mariani_packaged(zstd::zstd libzstd-dev zstd.h zstd)
mariani_packaged(xxhash::xxhash libxxhash-dev xxhash.h)
mariani_packaged(lcms2::lcms2 liblcms2-dev lcms2.h lcms2) # colour profiles
# For `poster --serve`. Its library is compiled with these options, which change what its header declares.
mariani_packaged(httplib::httplib libcpp-httplib-dev httplib.h cpp-httplib)
target_compile_definitions(httplib_httplib INTERFACE CPPHTTPLIB_OPENSSL_SUPPORT CPPHTTPLIB_ZLIB_SUPPORT
                                                     CPPHTTPLIB_BROTLI_SUPPORT)
target_link_libraries(httplib_httplib INTERFACE Threads::Threads)

# Pango and Cairo (LGPL, so linked as shared libraries), for plots.
find_package(PkgConfig QUIET)
if(PkgConfig_FOUND)
    pkg_check_modules(pangocairo QUIET IMPORTED_TARGET GLOBAL pangocairo cairo-pdf cairo-svg)
endif()
if(NOT pangocairo_FOUND)
    message(FATAL_ERROR "Pango, Cairo or pkg-config is missing: on Debian and Ubuntu, apt-get install libpango1.0-dev pkgconf")
endif()
message(STATUS "Pango, Cairo: system packages")
add_library(pango::cairo ALIAS PkgConfig::pangocairo)

if(MARIANI_TESTS)
    mariani_dependency(GTest GTest::gtest google/googletest release-1.12.1
                       81964fe578e9bd7c94dfdb09c8e4d6e6759e19967e397dbea48d1c10e45d0df2)
    mariani_dependency(benchmark benchmark::benchmark google/benchmark v1.7.1
                       6430e4092653380d9dc4ccb45a1e2dc9259d581f4866dc0759713126056bc1d7)
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

# GLAD: the OpenGL 4.5 core loader, generated at build time from the specification it carries.
find_program(MARIANI_PYTHON NAMES python3 HINTS /usr/bin NO_DEFAULT_PATH)
find_program(MARIANI_PYTHON NAMES python3 REQUIRED)
execute_process(COMMAND ${MARIANI_PYTHON} -c "import glad, jinja2" RESULT_VARIABLE GLAD_MISSING
                OUTPUT_QUIET ERROR_QUIET)
set(GLAD_COMMAND ${MARIANI_PYTHON} -m glad)
if(GLAD_MISSING)
    mariani_fetch(glad_source Dav1dde/glad v2.0.4
                  02629644c242dcc27c58222bd2c001d5e2f3765dbbcfd796542308bddebab401)
    set(GLAD_COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${glad_source_SOURCE_DIR} ${MARIANI_PYTHON} -m glad)
endif()
set(GLAD_DIR "${CMAKE_BINARY_DIR}/glad")
add_custom_command(
    OUTPUT ${GLAD_DIR}/src/gl.c ${GLAD_DIR}/include/glad/gl.h
    COMMAND ${GLAD_COMMAND} --quiet --reproducible --api gl:core=4.5 --extensions= --out-path ${GLAD_DIR} c
    COMMENT "Generating the OpenGL 4.5 core loader" VERBATIM)
add_library(glad STATIC ${GLAD_DIR}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${GLAD_DIR}/include)
target_link_libraries(glad PUBLIC ${CMAKE_DL_LIBS})
add_library(mariani::glad ALIAS glad)

include(app/setup/imgui.cmake)
include(app/setup/openseadragon.cmake)

set(BUILD_SHARED_LIBS ${SAVED_BUILD_SHARED_LIBS})
