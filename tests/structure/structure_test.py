"""The repository keeps to its own layout and budget, and the checks that say so do find offenders."""

import tempfile
import unittest
from pathlib import Path

import checks
import rules

ROOT = Path(__file__).resolve().parents[2]


class RepositoryTest(unittest.TestCase):
    def expect_none(self, complaints):
        self.assertEqual([], complaints, "\n" + "\n".join(complaints))

    def test_only_known_names_stand_at_the_top(self):
        self.expect_none(checks.top_level(ROOT))

    def test_workloads_are_named_in_registries_alone(self):
        self.expect_none(checks.workloads(ROOT))

    def test_includes_follow_the_layout(self):
        self.expect_none(checks.includes(ROOT))

    def test_no_folders_include_each_other(self):
        self.expect_none(checks.circles(ROOT))

    def test_what_takes_long_to_compile_is_included_where_it_must_be(self):
        self.expect_none(checks.heavy(ROOT))

    def test_files_are_opened_for_reading_by_one_function(self):
        self.expect_none(checks.openers(ROOT))

    def test_colours_are_named_by_what_they_mean(self):
        self.expect_none(checks.colours(ROOT))

    def test_numbers_of_the_plane_hide_what_they_are(self):
        self.expect_none(checks.numerics(ROOT))

    def test_columns_of_tables_are_apart(self):
        self.expect_none(checks.tables(ROOT))

    def test_comments_begin_with_their_subject(self):
        self.expect_none(checks.subjects(ROOT))

    def test_every_reader_is_tried_by_a_fuzz_target(self):
        self.expect_none(checks.fuzz_targets(ROOT))

    def test_files_are_within_budget(self):
        self.expect_none(checks.file_lengths(ROOT))

    def test_functions_are_within_budget(self):
        self.expect_none(checks.function_lengths(ROOT))


class ChecksFindOffendersTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")

    def expect_one(self, complaints, *words):
        self.assertEqual(1, len(complaints), complaints)
        for word in words:
            self.assertIn(word, complaints[0])

    def test_an_unknown_name_at_the_top(self):
        self.write("README.md", "")
        self.write("notes/plan.md", "")
        self.expect_one(checks.top_level(self.root), "notes")

    def test_ignored_folders_are_not_looked_at(self):
        self.write(".gitignore", "/build/\n")
        self.write("build/anythinf.cpp", "\n" * 1000)
        self.assertEqual([], checks.top_level(self.root))
        self.assertEqual([], checks.file_lengths(self.root))

    def test_a_module_that_includes_upwards(self):
        self.write("compute/cpu/engine.cpp", '#include "compute/model/view.hpp"\n'
                                             '#include "render/picture/colouring.hpp"\n')
        self.expect_one(checks.includes(self.root), "compute/cpu/engine.cpp:2", "render/picture/colouring")

    def test_folders_that_include_each_other(self):
        for name, header in [("app/a/one.cpp", "app/b/two.hpp"), ("app/b/two.hpp", "app/b/c/three.hpp"),
                             ("app/b/c/three.hpp", "app/a/four.hpp"), ("app/d.cpp", "app/a/four.hpp")]:
            self.write(name, f'#include "{header}"\n')
        self.expect_one(checks.circles(self.root), "app/a, app/b, app/b/c")

    def test_a_workload_named_elsewhere(self):
        self.write("app/workloads/points/screen.cpp", '#include "app/workloads/points/view.hpp"\n'
                                                      '#include "app/workloads/curves/view.hpp"\n')
        self.expect_one(checks.workloads(self.root), "app/workloads/points/screen.cpp:2", "workload curves")

    def test_a_library_where_it_does_not_belong(self):
        for name, header in [("compute/model/view.hpp", "fmt/core.h"),
                             ("compute/engine.hpp", "glad/gl.h"),
                             ("compute/workloads/mandelbrot/point.hpp", "cuda_runtime.h"),
                             ("render/picture/picture.cpp", "imgui.h"),
                             ("app/panels/help.cpp", "GLFW/glfw3.h"),
                             ("app/command_line/render.cpp", "glad/gl.h")]:
            with self.subTest(name):
                self.write(name, f"#include <vector>\n  #  include <{header}>\n")
                self.expect_one(checks.includes(self.root), f"{name}:2", header)
                (self.root / name).unlink()

    def write_heavy(self):
        for sources, headers in rules.HEAVY.values():
            for path in [*sources, *headers]:
                self.write(path if Path(path).suffix else f"{path}a.cpp", "")
        self.assertEqual([], checks.heavy(self.root))

    def test_what_takes_long_to_compile(self):
        self.write_heavy()
        self.write("app/command_line/option_parser.cpp", "#include <CLI/CLI.hpp>\n")
        self.write("app/window/log.hpp", "#include <nlohmann/json_fwd.hpp>\n")
        self.write("app/panels/marks.hpp", "#include <imgui.h>\n")
        self.write("tests/panels/stage.hpp", "#include <imgui.h>\n")
        self.assertEqual([], checks.heavy(self.root))
        for name, header in [("app/command_line/option_parser.hpp", "CLI/CLI.hpp"),
                             ("app/command_line/parse.cpp", "CLI/App.hpp"),
                             ("app/window/rows.hpp", "nlohmann/json.hpp"),
                             ("app/panels/rows.cpp", "nlohmann/json.hpp"),
                             ("app/files/table.hpp", "toml++/toml.h"),
                             ("app/window/layer.hpp", "imgui.h"),
                             ("app/measure/plots/stamp.hpp", "imgui_internal.h"),
                             ("app/panels/chart.hpp", "implot.h")]:
            with self.subTest(name):
                self.write(name, f"#include <vector>\n  #  include <{header}>\n")
                self.expect_one(checks.heavy(self.root), f"{name}:2", "includes")
                self.write(name, "")

    def test_a_place_of_what_takes_long_that_is_no_more(self):
        self.write_heavy()
        (self.root / "app/files/toml_text.hpp").unlink()
        self.expect_one(checks.heavy(self.root), "app/files/toml_text.hpp", "not there")

    def test_panels_that_reach_for_an_engine(self):
        self.write("app/panels/engine_panel.cpp", '#include "compute/service/engine_dispatcher.hpp"\n')
        self.expect_one(checks.includes(self.root), "engine_dispatcher")

    def test_code_outside_every_module(self):
        self.write("tools/dump.cpp", "#include <vector>\n")
        self.expect_one(checks.includes(self.root), "tools/dump.cpp")

    def test_files_that_are_opened_by_other_means(self):
        for path in rules.OPENERS:
            self.write(path, "#include <fcntl.h>\n")
        self.write("render/read.cpp", "#include <fstream>\nstd::ofstream log;  // fopens nothing\n")
        self.write("tests/read.cpp", "#include <fstream>\n")
        self.assertEqual([], checks.openers(self.root))
        for line in ["std::ifstream file(path);", "std::fstream file(path);", "#  include <fcntl.h>", "auto* f = std::fopen(name, mode);",
                     "auto table = toml::parse_file(path);", "png_init_io(png, file);"]:
            with self.subTest(line):
                self.write("render/read.cpp", f"\n{line}\n")
                self.expect_one(checks.openers(self.root), "render/read.cpp:2", "regular_file")

    def test_colours_that_are_written_where_they_are_used(self):
        for path in rules.COLOURS:
            self.write(path, "inline constexpr Rgb8 ground{30, 33, 41};\n")
        self.write("app/row.cpp", "set_subdivision(request, {16, 2, 2});\nImVec4 tone{};  // of size 0x7fff\n")
        self.write("compute/row.cpp", "std::uint64_t seed = 0x9e3779;\n")
        self.assertEqual([], checks.colours(self.root))
        for line in ["list.AddRect(a, b, IM_COL32(0, 0, 0, 160));", "auto ink = IM_COL32_WHITE;", "const ImVec4 lit{1, 1, 1, 1};",
                     "spec.colour = ImVec4(0.5f, 0, 0, 1);", "constexpr Rgb8 red{255, 40, 40};", "return {176, 244, 220};",
                     "constexpr std::array<Rgb8, 2> stops{{{82, 110, 255},", "const std::uint32_t stripe = 0x808080;",
                     "auto ground = glm::vec3{0.1f, 0.2f, 0.3f};", "colour = vec4(0.5, 0.1, 0.0, 1.0);"]:
            with self.subTest(line):
                self.write("app/rows.cpp", f"\n{line}\n")
                self.expect_one(checks.colours(self.root), "app/rows.cpp:2", "roles.hpp")
        self.write("app/rows.cpp", "")
        self.write("shaders/paint.frag", "vec3 ground = vec3(0.1, 0.2, 0.3);\n")
        self.expect_one(checks.colours(self.root), "shaders/paint.frag:1", "roles.hpp")

    def test_what_sees_inside_a_number_of_the_plane(self):
        for path in rules.NUMERICS:
            self.write(path, "double re = point.re.nearest();\n")
        self.assertEqual([], checks.numerics(self.root))
        self.write("app/explore/far.cpp", "\nauto d = a.re.nearest() - b.re.nearest();\n")
        self.expect_one(checks.numerics(self.root), "app/explore/far.cpp:2", "differences")

    def test_columns_that_may_run_together(self):
        self.write("app/row.cpp", 'text = fmt::format("{:<9} {:>8}\\n", name, ms);\n')
        self.assertEqual([], checks.tables(self.root))
        self.write("app/rows.cpp", 'text = fmt::format("{:<9}{:>8.4f}\\n", name, ms);\n')
        self.expect_one(checks.tables(self.root), "app/rows.cpp:1", "no blank")

    def test_comments_and_texts_that_do_not_begin_with_their_subject(self):
        self.write("app/row.hpp", "// Whether both rows are\n// Of one table.\nint width;  // of the table\n")
        self.assertEqual([], checks.subjects(self.root))
        for line in ["// Of the table.", "    // Of one table.", 'row("Speed", "Of the replay.");']:
            with self.subTest(line):
                self.write("app/rows.hpp", f"int rows;  // in all\n{line}\n")
                self.expect_one(checks.subjects(self.root), "app/rows.hpp:2", "subject")

    def test_an_opener_that_is_no_more(self):
        for path in rules.OPENERS:
            self.write(path, "")
        (self.root / "render/files/atomic_file.cpp").unlink()
        self.expect_one(checks.openers(self.root), "render/files/atomic_file.cpp", "not there")

    def write_readers(self):
        for path, names in rules.READERS.items():
            self.write(f"{path}.cpp", "auto text = read_whole_file(path, max_bytes);\n")
            for name in names if isinstance(names, list) else []:
                self.write(f"tests/fuzz/{name}_target.cpp", "")
        self.assertEqual([], checks.fuzz_targets(self.root))

    def test_a_reader_without_a_fuzz_target(self):
        self.write_readers()
        for name, text in {
            "a.cpp": "table = parse_toml(text, limits);", "b.cpp": "render::RegularFile file(path, 5);",
            "c.hpp": "struct Log {\n    Journal journal;\n};", "d.hpp": "Views read_views(const fs::path& file);",
            "e.hpp": "Frame frame_from_json(\n    std::string_view text);",
            "f.hpp": "std::optional<View> parse_view(std::string_view text, int line);",
        }.items():
            with self.subTest(name):
                self.write(f"app/new/{name}", text + "\n")
                self.expect_one(checks.fuzz_targets(self.root), f"app/new/{name[0]}", "fuzz target")
                (self.root / "app/new" / name).unlink()
        self.write("app/new/a.cpp", "// as read_whole_file\nint read_counter(int);\n")
        self.write("app/new/b.hpp", "std::uint64_t read_counter(int number);\n")
        self.assertEqual([], checks.fuzz_targets(self.root))

    def test_a_fuzz_target_that_is_missing_or_tries_nothing(self):
        self.write_readers()
        (self.root / "tests/fuzz/settings_target.cpp").unlink()
        self.expect_one(checks.fuzz_targets(self.root), "settings_target.cpp", "not there")
        self.write("tests/fuzz/settings_target.cpp", "")
        self.write("tests/fuzz/views_target.cpp", "")
        self.expect_one(checks.fuzz_targets(self.root), "views_target.cpp", "no reader")

    def test_a_reader_that_is_no_more(self):
        self.write_readers()
        self.write("render/picture/palette.cpp", "")
        self.expect_one(checks.fuzz_targets(self.root), "render/picture/palette", "reads nothing")

    def test_a_file_that_is_too_long(self):
        for number in range(40):
            self.write(f"render/short_{number}.cpp", "\n")
        self.write("render/at_the_limit.cpp", "\n" * 500)
        self.assertEqual([], checks.file_lengths(self.root))
        self.write("render/at_the_limit.cpp", "\n" * 501)
        self.expect_one(checks.file_lengths(self.root), "at_the_limit.cpp", "501")

    def test_too_many_longish_files(self):
        for number in range(18):
            self.write(f"render/short_{number}.cpp", "\n")
        for number in range(2):
            self.write(f"render/long_{number}.cpp", "\n" * 351)
        self.expect_one(checks.file_lengths(self.root), "files", "351")

    def function(self, lines):
        return "int f(int x) {\n" + "    x += 1;\n" * (lines - 3) + "    return x;\n}\n"

    def test_a_function_that_is_too_long(self):
        for number in range(40):
            self.write(f"render/short_{number}.cpp", self.function(5))
        self.write("render/lonf.cpp", self.function(80))
        self.assertEqual([], checks.function_lengths(self.root))
        self.write("render/lonf.cpp", self.function(81))
        self.expect_one(checks.function_lengths(self.root), "render/lonf.cpp:1", "81")

    def test_too_many_longish_functions(self):
        self.write("render/longish.cpp", self.function(46))
        self.expect_one(checks.function_lengths(self.root), "functions", "46")

    def test_long_functions_of_every_kind_are_seen(self):
        body = "    x = x + 1\n" * 85
        for name, text in {
            "a.hpp": "struct A {\n    int f(int x) const {\n" + "  ++x;\n" * 85 + "return x; }\n};\n",
            "b.cu": "__global__ void k(int* x) {\n" + "  ++*x;\n" * 85 + "}\n",
            "c.frag": "void main() {\n" + "  x += 1;\n" * 85 + "}\n",
            "d.py": "class T:\n    def f(self, x):\n" + "    " + body.replace("\n", "\n    ") + "\n",
            "e_test.cpp": "TEST(A, B) {\n" + "  f();\n" * 85 + "}\n",
            "f.cpp": "template <class T>\nauto g(T x) -> T requires (sizeof(T) > 1) {\n"
                     + "  ++x;\n" * 85 + "  return x;\n}\n",
        }.items():
            with self.subTest(name):
                self.write(f"render/{name}", text)
                found = checks.function_lengths(self.root)
                self.assertTrue(any("more than 80" in line for line in found), found)
                (self.root / "render" / name).unlink()


if __name__ == "__main__":
    unittest.main(verbosity=2)
