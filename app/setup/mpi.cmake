# mariani-mpi for each implementation of MPI that is installed, in a folder of its name: a program
# runs under the launcher of the one that it was built with. The global property MARIANI_MPI_PROGRAMS
# has their targets, whose property LAUNCHER is a path.
set(MARIANI_MPI AUTO CACHE STRING "Build mariani-mpi, for the ranks of an MPI job: ON, OFF, or AUTO (where Open MPI or MPICH is)")

# mariani_mpi(NAME PACKAGE): as pkg-config calls it.
function(mariani_mpi name package)
    pkg_check_modules(${name} QUIET IMPORTED_TARGET ${package})
    find_program(MARIANI_LAUNCHER_${name} NAMES mpiexec.${name} mpiexec)
    if(NOT ${name}_FOUND OR NOT MARIANI_LAUNCHER_${name})
        return()
    endif()
    message(STATUS "MPI: ${name} ${${name}_VERSION}")
    set(sources "${PROJECT_SOURCE_DIR}/app/start/mpi")
    add_executable(mariani_${name} "${sources}/main.cpp" "${sources}/ranks.cpp")
    set_target_properties(mariani_${name} PROPERTIES
        OUTPUT_NAME mariani-mpi RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/${name}"
        LAUNCHER "${MARIANI_LAUNCHER_${name}}")
    target_link_libraries(mariani_${name} PRIVATE
        mariani::commands mariani::pyramid mariani::measure mariani::files mariani::compute
        PkgConfig::${name} fmt::fmt mariani::quick_options Threads::Threads)
    set_property(GLOBAL APPEND PROPERTY MARIANI_MPI_PROGRAMS mariani_${name})
endfunction()

if(MARIANI_MPI)
    find_package(PkgConfig QUIET)
    if(PkgConfig_FOUND)
        mariani_mpi(openmpi ompi-c)
        mariani_mpi(mpich mpich)
    endif()
    get_property(found GLOBAL PROPERTY MARIANI_MPI_PROGRAMS)
    if(NOT found AND NOT MARIANI_MPI STREQUAL "AUTO")
        message(FATAL_ERROR "MARIANI_MPI is ${MARIANI_MPI}, but pkg-config knows neither ompi-c nor mpich: "
                            "install libopenmpi-dev and openmpi-bin, or libmpich-dev and mpich")
    endif()
endif()
