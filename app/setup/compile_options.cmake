# What every target of ours is compiled with: mariani::options, linked PRIVATE by each module.
add_library(mariani_options INTERFACE)
add_library(mariani::options ALIAS mariani_options)

# No -Werror: another compiler has other warnings. .ci/run sets CMAKE_COMPILE_WARNING_AS_ERROR.
target_include_directories(mariani_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(mariani_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor
                              -Woverloaded-virtual
    # The dwell of a pixel depends on every rounding: only explicit fused multiply-adds.
                              -ffp-contract=off>
    $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false
        -Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow,-ffp-contract=off
        $<$<BOOL:${CMAKE_COMPILE_WARNING_AS_ERROR}>:-Xcompiler=-Werror>>)

# What a person waits for in milliseconds, and no loop over pixels or one that is timed: -O3 would double its compile
# time for nothing, and -O1 takes a quarter more than -Og.
add_library(mariani_quick_options INTERFACE)
add_library(mariani::quick_options ALIAS mariani_quick_options)
target_link_libraries(mariani_quick_options INTERFACE mariani_options)
target_compile_options(mariani_quick_options INTERFACE
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CONFIG:Release>>:-Og
    # Which GCC suspects of std::optional without cause.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>>)

# A batch of units is one unit to the compiler: a name of one may hide another's, and no file of it is a header.
if(CMAKE_UNITY_BUILD)
    target_compile_options(mariani_options INTERFACE
        $<$<COMPILE_LANGUAGE:CXX>:-Wno-shadow $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage
    # A tenth of a large batch's time goes into collecting garbage; without that it takes a quarter more memory.
                                                                       --param=ggc-min-heapsize=1048576>>)
endif()

# Elements beyond the end of a span, a vector or a picture end the program at once where faults are
# looked for; the release does not pay for that.
if(MARIANI_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_definitions(mariani_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()

if(MARIANI_SANITIZE)
    target_compile_options(mariani_options INTERFACE
        -fsanitize=${MARIANI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(mariani_options INTERFACE -fsanitize=${MARIANI_SANITIZE})
    if(MARIANI_SANITIZE MATCHES "thread|address")
        # Within a library it would stay there: sanitizers have weak functions of these names.
        target_sources(mariani_options INTERFACE
            "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:${PROJECT_SOURCE_DIR}/compute/cpu/sanitizers.cpp>")
    endif()
endif()

# Hardening: what an overflow could overwrite is checked, sealed or moved, and the program ends instead of
# going on with it. The engines are no slower for it (tests/README.md has the figures).
include(CheckCompilerFlag)
include(CheckCXXSourceCompiles)
include(CheckLinkerFlag)
include(CheckPIESupported)
check_pie_supported(LANGUAGES CXX)

foreach(flag -fstack-protector-strong -fcf-protection=full)
    string(MAKE_C_IDENTIFIER "MARIANI_HAS${flag}" known)
    check_compiler_flag(CXX ${flag} ${known})
    if(${known})
        target_compile_options(mariani_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:${flag}>)
    endif()
    if(CMAKE_CUDA_COMPILER) # the host's part of what nvcc compiles
        check_compiler_flag(CUDA -Xcompiler=${flag} ${known}_CUDA)
        if(${known}_CUDA)
            target_compile_options(mariani_options INTERFACE $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${flag}>)
        endif()
    endif()
endforeach()

foreach(flag relro now)
    check_linker_flag(CXX "LINKER:-z,${flag}" MARIANI_HAS_LINKER_${flag})
    if(MARIANI_HAS_LINKER_${flag})
        target_link_options(mariani_options INTERFACE "LINKER:-z,${flag}")
    endif()
endforeach()

# Sanitizers check the same, and more; without optimisation the C library checks nothing.
if(NOT MARIANI_SANITIZE)
    target_compile_definitions(mariani_options INTERFACE $<$<COMPILE_LANGUAGE:CXX>:_GLIBCXX_ASSERTIONS>)
    foreach(level 3 2)
        set(fortify -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=${level})
        list(JOIN fortify " " CMAKE_REQUIRED_FLAGS)
        string(PREPEND CMAKE_REQUIRED_FLAGS "-O2 -Werror ")
        check_cxx_source_compiles("#include <cstdio>\nint main() { std::puts(\"\"); }" MARIANI_HAS_FORTIFY_${level})
        unset(CMAKE_REQUIRED_FLAGS)
        if(MARIANI_HAS_FORTIFY_${level})
            target_compile_options(mariani_options INTERFACE
                $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<NOT:$<CONFIG:Debug>>>:${fortify}>)
            break()
        endif()
    endforeach()
endif()
