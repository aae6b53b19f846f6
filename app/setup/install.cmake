# `cmake --install`: the program and the data that it reads. It finds them relative to its own folder
# (app/files/folders.cpp), so that the installation may be moved.
install(TARGETS mariani RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}")
install(DIRECTORY "${PROJECT_SOURCE_DIR}/shaders" "${PROJECT_SOURCE_DIR}/assets"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/mariani")
install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
# Beside each other as in the sources, so that their links to each other work.
foreach(page README.md app/README.md app/workload_columns.md app/command_line/README.md app/produce/README.md
             compute/README.md compute/memory.md compute/papers.md compute/speed.md compute/cuda/pixel_queues.md compute/workloads/gasket/README.md
             compute/workloads/mandelbrot/deep/README.md compute/workloads/mandelbrot/deep/certificate.md
             compute/workloads/curves/README.md compute/workloads/points/README.md compute/workloads/triangle/README.md compute/workloads/volume/README.md
             tests/README.md)
    cmake_path(GET page PARENT_PATH folder)
    install(FILES "${PROJECT_SOURCE_DIR}/${page}" DESTINATION "${CMAKE_INSTALL_DOCDIR}/${folder}")
endforeach()
install(FILES "${IMGUI_DIR}/LICENSE.txt" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.imgui)
install(FILES "${IMPLOT_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}" RENAME LICENSE.implot)
if(EXISTS "${OPENSEADRAGON_DIR}/LICENSE.openseadragon")
    install(FILES "${OPENSEADRAGON_DIR}/LICENSE.openseadragon" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
endif()
install(FILES "${PROJECT_SOURCE_DIR}/app/setup/mariani.desktop"
        DESTINATION "${CMAKE_INSTALL_DATADIR}/applications")
