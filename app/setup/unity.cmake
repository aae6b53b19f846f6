# Which units are compiled together where CMAKE_UNITY_BUILD is on (the preset release, for users): those of a target, by
# twenty-fours. Units with loops whose times are published stay alone, as inlining across units could change them, and
# so do those that Highway compiles once per SIMD target. Paths are the repository's.
set(MARIANI_UNITS_ALONE "/cpu/|^compute/workloads/mandelbrot/|^tests/(deep|faults)/")

# What almost every batch includes is compiled once, too, where no ccache is, which could not keep what uses it.
set(MARIANI_COMMON_HEADERS <algorithm> <array> <atomic> <chrono> <cmath> <cstdint> <filesystem> <functional> <map> <memory>
    <optional> <span> <stdexcept> <stop_token> <string> <string_view> <tuple> <utility> <variant> <vector> <fmt/format.h>
    <nlohmann/json.hpp>)
if(NOT CMAKE_CXX_COMPILER_LAUNCHER MATCHES "ccache")
    file(CONFIGURE OUTPUT "${CMAKE_BINARY_DIR}/common_headers.cpp" CONTENT "int main() {}\n")
    add_library(mariani_common_headers STATIC "${CMAKE_BINARY_DIR}/common_headers.cpp")
    target_link_libraries(mariani_common_headers
                          PRIVATE fmt::fmt nlohmann_json::nlohmann_json mariani::quick_options)
    target_precompile_headers(mariani_common_headers PRIVATE ${MARIANI_COMMON_HEADERS})
    if(MARIANI_TESTS)
        add_executable(mariani_test_headers EXCLUDE_FROM_ALL "${CMAKE_BINARY_DIR}/common_headers.cpp")
        target_link_libraries(mariani_test_headers PRIVATE fmt::fmt nlohmann_json::nlohmann_json GTest::gtest
                              mariani::quick_options)
        target_precompile_headers(mariani_test_headers PRIVATE ${MARIANI_COMMON_HEADERS} <gtest/gtest.h>)
    endif()
endif()

# The compiler takes them only where macros and position are the same: fmt's, which whoever links it has, and those of
# libraries or of programs.
function(mariani_precompile target)
    get_target_property(libraries ${target} LINK_LIBRARIES)
    get_target_property(type ${target} TYPE)
    set(headers "")
    if("GTest::gtest" IN_LIST libraries)
        set(headers mariani_test_headers)
    elseif(type STREQUAL "STATIC_LIBRARY" AND "mariani::quick_options" IN_LIST libraries)
        set(headers mariani_common_headers)
    endif()
    if(TARGET "${headers}")
        target_link_libraries(${target} PRIVATE fmt::fmt)
        target_precompile_headers(${target} REUSE_FROM ${headers})
    endif()
endfunction()

function(mariani_batch_units target)
    get_target_property(sources ${target} SOURCES)
    get_target_property(folder ${target} SOURCE_DIR)
    set(others 0)
    foreach(source IN LISTS sources)
        file(RELATIVE_PATH path "${PROJECT_SOURCE_DIR}" "${folder}/${source}")
        if(NOT source MATCHES "\\.cpp$" OR IS_ABSOLUTE "${source}")
            continue()
        endif()
        file(STRINGS "${folder}/${source}" per_simd_target REGEX "foreach_target\\.h")
        if(per_simd_target AND MARIANI_SANITIZE MATCHES "undefined" AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
            # GCC takes minutes for each of them with UndefinedBehaviorSanitizer.
            set_source_files_properties("${folder}/${source}" TARGET_DIRECTORY ${target}
                                        PROPERTIES COMPILE_OPTIONS -fno-sanitize=undefined)
        endif()
        if(per_simd_target OR path MATCHES "${MARIANI_UNITS_ALONE}")
            continue()
        endif()
        math(EXPR group "${others} / 24")
        math(EXPR others "${others} + 1")
        set_source_files_properties("${folder}/${source}" TARGET_DIRECTORY ${target} PROPERTIES UNITY_GROUP "${group}")
    endforeach()
    set_target_properties(${target} PROPERTIES UNITY_BUILD_MODE GROUP)
    mariani_precompile(${target})
endfunction()

# mariani_batch_folder(FOLDER): the targets of the folder and of those below it.
function(mariani_batch_folder folder)
    get_property(targets DIRECTORY "${folder}" PROPERTY BUILDSYSTEM_TARGETS)
    foreach(target IN LISTS targets)
        get_target_property(type ${target} TYPE)
        if(type MATCHES "LIBRARY|EXECUTABLE" AND NOT type STREQUAL "INTERFACE_LIBRARY")
            mariani_batch_units(${target})
        endif()
    endforeach()
    get_property(folders DIRECTORY "${folder}" PROPERTY SUBDIRECTORIES)
    foreach(below IN LISTS folders)
        mariani_batch_folder("${below}")
    endforeach()
endfunction()
