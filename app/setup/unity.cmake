# Which units are compiled together where CMAKE_UNITY_BUILD is on (the preset release, for users): those of a target, by
# twenty-fours. Units with loops whose times are published stay alone, as inlining across units could change them, and
# so do those that Highway compiles once per SIMD target. Paths are the repository's.
set(MARIANI_UNITS_ALONE "/cpu/|^compute/workloads/mandelbrot/|^tests/(deep|faults)/")

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
