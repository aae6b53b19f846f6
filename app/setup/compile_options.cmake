# What every target of ours is compiled with: mariani::options, linked PRIVATE by each module.
add_library(mariani_options INTERFACE)
add_library(mariani::options ALIAS mariani_options)

target_include_directories(mariani_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(mariani_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor
                              -Woverloaded-virtual
    # The dwell of a pixel depends on every rounding: only explicit fused multiply-adds.
                              -ffp-contract=off>
    # Clang, with which the fuzz targets are built, has warnings of its own.
    $<$<AND:$<COMPILE_LANGUAGE:CXX>,$<CXX_COMPILER_ID:GNU>>:-Werror>
    $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -Werror=all-warnings
        -Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow,-Werror,-ffp-contract=off>)

# Elements beyond the end of a span, a vector or a picture end the program at once where faults are
# looked for; the release does not pay for that.
if(MARIANI_SANITIZE OR CMAKE_BUILD_TYPE STREQUAL "Debug")
    target_compile_definitions(mariani_options INTERFACE _GLIBCXX_ASSERTIONS)
endif()

if(MARIANI_SANITIZE)
    target_compile_options(mariani_options INTERFACE
        -fsanitize=${MARIANI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(mariani_options INTERFACE -fsanitize=${MARIANI_SANITIZE})
endif()
