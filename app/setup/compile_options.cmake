# What every target of ours is compiled with: mariani::options, linked PRIVATE by each module.
add_library(mariani_options INTERFACE)
add_library(mariani::options ALIAS mariani_options)

target_include_directories(mariani_options INTERFACE "${PROJECT_SOURCE_DIR}")
target_compile_options(mariani_options INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor
                              -Woverloaded-virtual -Werror
    # The dwell of a pixel depends on every rounding: only explicit fused multiply-adds.
                              -ffp-contract=off>
    $<$<COMPILE_LANGUAGE:CUDA>:-fmad=false -Werror=all-warnings
        -Xcompiler=-Wall,-Wextra,-Wconversion,-Wshadow,-Werror,-ffp-contract=off>)

if(MARIANI_SANITIZE)
    target_compile_options(mariani_options INTERFACE
        -fsanitize=${MARIANI_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
    target_link_options(mariani_options INTERFACE -fsanitize=${MARIANI_SANITIZE})
endif()
