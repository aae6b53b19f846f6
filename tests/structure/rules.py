"""What may know what, and how long things may be: data for checks.py."""

from pathlib import Path

TOP_LEVEL = {
    "app", "render", "compute", "shaders", "assets", "tests", "CMakeLists.txt", "README.md",
    ".ci", ".clang-format", ".gitignore", "CMakePresets.json", "LICENSE",
}

CODE_SUFFIXES = {".hpp", ".cpp", ".inl", ".cu", ".cuh", ".glsl", ".vert", ".frag", ".comp",
                 ".geom", ".py", ".sh", ".cmake"}
INCLUDING_SUFFIXES = {".hpp", ".cpp", ".inl", ".cu", ".cuh"}

FILE_LINES = 500
FILE_LINES_P95 = 350
FUNCTION_LINES = 80
FUNCTION_LINES_P95 = 45

POSIX = ["unistd.h", "fcntl.h", "pwd.h", "semaphore.h", "sys/"]
SYSTEM_AND_DATA = POSIX + ["fmt/", "nlohmann/", "toml++/"]
PICTURES = ["render/files/", "render/picture/"]  # of render, what needs no GL
BASE = ["app/settings/"]  # of app, what all of it uses

# What belongs to a workload is included in its own folders and in tests: the lists of them in app/start
# declare what they list.
WORKLOADS = sorted(set(path.parent.name for path in Path(__file__).parents[2].glob("app/workloads/*/tab.cpp"))
                   - {"mandelbrot"})

# What is asked of a workload, without what runs it.
PROBLEMS = [*(f"compute/workloads/{workload}/plan.hpp" for workload in WORKLOADS if workload != "gasket"),
            *(f"compute/workloads/gasket/{part}.hpp" for part in ("problem", "shape"))]

# Folder -> (what of ours it may include, what from outside besides the standard library). The
# longest folder that holds a file decides; names are prefixes of what stands in the include line.
INCLUDES = {
    "compute/model": (["compute/model/"], []),
    "compute/subdivision": (["compute/model/", "compute/subdivision/"], []),
    # How a backend runs engines, over the elements of any workload.
    "compute/cpu": (["compute/model/", "compute/subdivision/", "compute/cpu/",
                     "compute/engine.hpp"],
                    POSIX + ["tbb/", "oneapi/", "hwy/", "fmt/"]),
    "compute/cuda": (["compute/model/", "compute/subdivision/", "compute/cuda/",
                      "compute/engine.hpp"],
                     ["cuda", "cooperative_groups", "nvtx3/", "fmt/"]),
    "compute/workloads/mandelbrot": (["compute/model/", "compute/subdivision/",
                                      "compute/workloads/mandelbrot/"], []),
    "compute/workloads/mandelbrot/cpu": (["compute/cpu/", "compute/subdivision/",
                                          "compute/workloads/mandelbrot/"], ["hwy/"]),
    "compute/workloads/mandelbrot/cuda": (["compute/cuda/", "compute/subdivision/",
                                           "compute/workloads/mandelbrot/"], []),
    # Deep zoom: many digits on the host; the deltas' headers are for every backend.
    "compute/workloads/mandelbrot/deep": (["compute/cpu/tasks.hpp", "compute/engine.hpp",
                                           "compute/model/", "compute/subdivision/",
                                           "compute/workloads/mandelbrot/exterior.hpp",
                                           "compute/workloads/mandelbrot/orbits.hpp",
                                           "compute/workloads/mandelbrot/point.hpp",
                                           "compute/workloads/mandelbrot/workload.hpp",
                                           "compute/workloads/mandelbrot/deep/"],
                                          ["gmp.h", "mpfr.h"]),
    "compute/workloads/mandelbrot/deep/cpu": (["compute/cpu/", "compute/model/",
                                               "compute/workloads/mandelbrot/deep/"], ["hwy/"]),
    "compute/workloads/mandelbrot/deep/cuda": (["compute/cuda/", "compute/model/",
                                                "compute/workloads/mandelbrot/deep/"], ["cuda"]),
    "compute/workloads/gasket": (["compute/model/", "compute/workloads/gasket/"], []),
    "compute/workloads/gasket/cpu": (["compute/model/", "compute/cpu/", "compute/workloads/gasket/"],
                                     ["hwy/"]),
    "compute/workloads/gasket/cuda": (["compute/model/", "compute/cuda/", "compute/workloads/gasket/"],
                                      ["cuda", "mma.h", "fmt/"]),
    "compute/workloads/triangle": (["compute/model/", "compute/workloads/triangle/"], ["fmt/"]),
    "compute/workloads/triangle/cpu": (["compute/cpu/", "compute/model/",
                                        "compute/workloads/triangle/"], ["hwy/"]),
    "compute/workloads/triangle/cuda": (["compute/cuda/", "compute/model/",
                                         "compute/workloads/triangle/"], ["fmt/"]),
    "compute/workloads/curves": (["compute/model/", "compute/workloads/curves/"], ["fmt/"]),
    "compute/workloads/curves/cpu": (["compute/cpu/", "compute/model/",
                                      "compute/workloads/curves/"], ["hwy/"]),
    "compute/workloads/curves/cuda": (["compute/cuda/", "compute/model/",
                                       "compute/workloads/curves/"], ["fmt/"]),
    "compute/workloads/points": (["compute/model/", "compute/workloads/points/"], ["fmt/"]),
    "compute/workloads/points/cpu": (["compute/cpu/", "compute/model/",
                                      "compute/workloads/points/"], []),
    "compute/workloads/points/cuda": (["compute/cuda/", "compute/model/",
                                       "compute/workloads/points/"], ["cub/"]),
    # The Mandelbrot set's formulas are its numeric source.
    "compute/workloads/volume": (["compute/model/", "compute/workloads/mandelbrot/",
                                  "compute/workloads/volume/"], ["fmt/"]),
    "compute/workloads/volume/cpu": (["compute/cpu/", "compute/model/",
                                      "compute/workloads/mandelbrot/",
                                      "compute/workloads/volume/"], ["hwy/"]),
    "compute/workloads/volume/cuda": (["compute/cuda/", "compute/model/",
                                       "compute/subdivision/divisor.hpp",
                                       "compute/workloads/volume/"], ["cub/", "fmt/"]),
    # Counters of the machine: files of the kernel, and a library that is loaded when asked for.
    "compute/energy": (["compute/model/", "compute/energy/"], POSIX + ["dlfcn.h", "fmt/"]),
    "compute": (["compute/"], ["fmt/"]),  # the service among them, which knows all of it
    "render/files": (["render/files/"], POSIX + ["fmt/"]),
    "render/picture": (["compute/model/", "render/files/", "render/picture/"],
                       ["glm/", "png.h", "zlib.h", "fmt/"]),
    "render/gl": (["compute/model/", "render/files/", "render/picture/", "render/gl/"],
                  ["glad/", "glm/", "fmt/"]),
    # Of CUDA the handles and the runtime, no engine.
    "render/interop": (["compute/model/", "compute/cuda/handles.hpp",
                        "render/gl/", "render/interop/"], ["glad/", "cuda", "fmt/"]),
    # What all of it uses.
    "app": (["compute/model/", *PROBLEMS, *PICTURES, "app/"], POSIX + ["fmt/"]),
    # Files, views, measurements, products: no GL, no window, so that commands need no display.
    "app/files": (["compute/model/", "compute/engine.hpp", *PICTURES, *BASE, "app/files/"],
                  SYSTEM_AND_DATA + ["png.h"]),
    "app/explore": (["compute/model/", "compute/engine.hpp", "compute/service/", *PICTURES, *BASE,
                     "app/files/", "app/explore/"], SYSTEM_AND_DATA + ["glm/"]),
    "app/measure": (["compute/model/", "compute/energy/", "compute/engine.hpp",
                     "compute/service/", *PICTURES, *BASE, "app/files/", "app/measure/"],
                    SYSTEM_AND_DATA),
    # Pictures of measurements, which need no display.
    "app/measure/plots": (["compute/model/", *PICTURES, "app/measure/"], ["cairo", "pango/", "fmt/"]),
    # Claims of papers: data, verdicts and reports; what measures them is handed in.
    "app/papers": (["compute/model/", "compute/engine.hpp", "compute/service/engine_registry.hpp", *PICTURES, *BASE, *PROBLEMS,
                    "compute/workloads/triangle/", "compute/workloads/gasket/", "compute/workloads/points/",
                    "compute/workloads/curves/", "app/files/", "app/measure/", "app/papers/"],
                   ["fmt/", "nlohmann/"]),
    "app/produce": (["compute/model/", "compute/subdivision/", "compute/engine.hpp",
                     "compute/service/", *PICTURES, *BASE, "app/files/", "app/produce/"],
                    SYSTEM_AND_DATA + ["poll.h", "spawn.h", "webp/"]),
    "app/produce/pyramid": (["compute/model/", "compute/subdivision/", "compute/engine.hpp",
                             "compute/service/", *PICTURES, *BASE, "app/files/", "app/produce/"],
                            SYSTEM_AND_DATA + ["zstd.h", "xxhash.h"]),
    # What goes out of a poster: libraries of files for printers, and of HTTP.
    "app/produce/exports": (["compute/model/", *PICTURES, *BASE, "app/files/", "app/produce/pyramid/",
                             "app/produce/exports/"],
                            SYSTEM_AND_DATA + ["httplib.h", "lcms2.h", "tiffio.h", "zlib.h"]),
    # What several workloads beside the Mandelbrot set share: no display.
    "app/workloads": (["compute/model/", "compute/service/", *PICTURES, *BASE, "app/measure/",
                       "app/workloads/"], ["fmt/", "nlohmann/"]),
    # All that the window and the commands show of a workload.
    **{f"app/workloads/{workload}": (
        ["compute/model/", "compute/service/", "compute/cpu/", f"compute/workloads/{workload}/", "render/",
         "app/"],
        ["fmt/", "nlohmann/", "imgui", "implot", "glm/"]) for workload in [*WORKLOADS, "mandelbrot"]},
    "app/command_line": (["compute/", *PICTURES, *BASE, "app/files/", "app/measure/",
                          "app/papers/", "app/produce/", "app/workloads/", "app/command_line/"],
                         SYSTEM_AND_DATA + ["CLI/", "tbb/", "oneapi/"]),
    # Panels draw what is seen and edit settings: no engine, no GL, no window.
    "app/panels": (["compute/model/", "compute/engine.hpp", "compute/service/engine_registry.hpp",
                    "compute/service/resolve.hpp", *PICTURES, *BASE, "app/explore/", "app/measure/", "app/papers/",
                    "app/workloads/", "app/panels/"],
                   ["imgui", "implot", "fmt/", "nlohmann/json_fwd.hpp"]),
    "app/window": (["compute/", "render/", "app/"],
                   SYSTEM_AND_DATA + ["malloc.h", "spawn.h", "glad/", "glm/", "GLFW/", "imgui", "implot.h", "backends/imgui_impl_"]),
    # The ranks of an MPI job: the one place that knows MPI.
    "app/start/mpi": (["compute/", "app/"], POSIX + ["mpi.h", "fmt/"]),
    "tests": ([""], [""]),
}

# Libraries that take seconds to compile, by how their includes begin: the sources that may include
# them, and the headers that may, which costs whoever includes these, and why. Folders, or files.
HEAVY = {
    "CLI/": (["app/command_line/option_parser.cpp"], {}),
    "nlohmann/json.hpp": (["app/explore/", "app/files/", "app/command_line/", "app/measure/",
                           "app/papers/", "app/produce/pyramid/", "app/window/", "app/workloads/"], {}),  # headers: nlohmann/json_fwd.hpp
    "httplib.h": (["app/produce/exports/tile_server.cpp"], {}),
    "toml++/": (["app/files/"],
                {"app/files/toml_text.hpp": "passes tables, which the library does not declare ahead"}),
    "imgui": (["app/measure/plots/", "app/panels/", "app/window/", "app/workloads/"],
              {"app/panels/": "are about what is drawn with it",
               "app/workloads/": "are, too"}),
    "implot": (["app/panels/", "app/window/", "app/workloads/"], {}),
}

# Files are opened for reading by one function, render/files/regular_file: of a limited size,
# regular, and never so that opening blocks. Who opens files otherwise, and why that is right.
OPENERS = {
    "render/files/regular_file.cpp": "is that function",
    "render/files/atomic_file.cpp": "writes",
    "app/files/own_file.cpp": "makes and locks an empty file",
    "app/files/journal.cpp": "reads and appends under a lock, with the same checks",
    "app/files/standard_streams.cpp": "puts /dev/null in place of closed streams",
    "app/produce/pyramid/pyramid_writer.cpp": "appends, and syncs what others wrote",
    "app/produce/exports/dzi_export.cpp": "writes, and locks the folder that it fills",
    "app/produce/video_sink.cpp": "the pipes of a program that it starts",
    "app/window/exporter.cpp": "the program's own file, for the program that it hands it to",
    "app/window/turn_report.cpp": "writes",
    "app/measure/experiment.cpp": "the system's files in /etc, /proc and /sys",
    "compute/cpu/cpu_engine.cpp": "the kernel's /proc/cpuinfo",
    "compute/cpu/memory.cpp": "the kernel's files in /proc and /sys",
    "compute/energy/rapl.cpp": "the kernel's counters in /sys",
}

# A colour is named by what it means, in one of the first two. What looks like one elsewhere.
COLOURS = {
    "render/picture/roles.hpp": "colours of pictures",
    "app/panels/panel_style.hpp": "colours of the panels",
    "app/workloads/strokes.cpp": "masks of bytes",
    "app/measure/sweep.cpp": "g, r and B",
    "render/picture/png.cpp": "the largest sides",
}

# Coordinates and lengths of the plane hide what they are. Who sees it (`nearest()`), and what for.
NUMERICS = {
    "compute/model/coordinate.hpp": "defines it",
    "compute/model/coordinate.cpp": "sums",
    "compute/model/suited.cpp": "the precision that a view needs",
    "compute/model/limits.cpp": "what a coordinate may be",
    "compute/model/text.cpp": "text",
    "compute/workloads/mandelbrot/plane.hpp": "c of a pixel",
    "compute/workloads/volume/orbits.hpp": "half a pixel",
    "compute/workloads/mandelbrot/cpu/julia.cpp": "the c of a Julia set",
    "app/files/json_text.hpp": "JSON",
    "app/workloads/volume/commands.cpp": "volumes are computed in double",
    "app/panels/view_panel.cpp": "two digits of the least height",
}

# Who reads what others may have written, files less their suffix: by which of the targets in
# tests/fuzz it is tried, or why by none.
READERS = {
    "app/command_line/command_parser": ["command_line"],
    "app/command_line/commands": ["command_line"],
    "app/command_line/workload_commands": ["command_line"],
    "app/start/command_line": ["command_line"],
    "app/command_line/file_arguments": ["png_texts", "picture_settings"],
    "app/files/own_file": "hands on what render/files/regular_file reads",
    "app/files/bookmarks": ["bookmarks"],
    "app/measure/experiment_file": ["experiment"],
    "app/files/journal": ["sweep_csv"],
    "app/files/json_text": ["settings", "experiment", "recording"],
    "app/files/location_file": ["location"],
    "app/files/picture_file": ["png_texts", "picture_settings"],
    "app/files/recent": ["recent"],
    "app/files/settings_file": ["settings"],
    "app/files/settings_text": ["settings"],
    "compute/model/knob": ["settings", "command_line"],
    "app/measure/sweep_csv": ["sweep_csv"],
    "app/measure/timing_log": "refuses a file that is there",
    "app/files/toml_text": ["settings", "bookmarks", "location", "recent", "tunings"],
    "app/measure/tunings": ["tunings"],
    "app/produce/pyramid/pyramid_folder": ["poster_manifest"],
    "app/produce/pyramid/pyramid_logs": ["poster_log"],
    "app/produce/pyramid/shard": ["poster_shard"],
    "app/produce/exports/colour_profile": "hands profiles to Little CMS, which has targets of its own",
    "app/produce/exports/deep_zoom": "the program's own page",
    "app/produce/exports/tile_server": "hands on bytes of a poster as they are",
    "app/files/folders": ["user_folders"],
    "app/explore/command": ["recording"],
    "app/explore/coordinates_text": ["coordinates"],
    "app/explore/input_replay": ["recording"],
    "app/measure/racer": ["command_line"],
    "app/papers/report": ["report"],
    "app/papers/report_json": ["report"],
    "app/window/gui": "the system's fonts",
    "compute/model/decimal": ["command_line", "coordinates"],
    "compute/model/limits": ["command_line"],
    "compute/model/text": ["command_line", "coordinates"],
    "compute/workloads/gasket/fractal": ["settings", "command_line"],
    "compute/workloads/gasket/rule": ["life_rule"],
    "render/gl/program": "the program's own shaders",
    "render/picture/palette_stops": ["palette_stops"],
    "render/picture/palette": ["palette_map", "palette_gpl"],
    "render/picture/png": ["png_texts", "png_pixels"],
    "render/picture/png_reader": ["png_texts", "png_pixels"],
    "render/files/regular_file": "is what all of them read with",
}
