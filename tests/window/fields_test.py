"""Every field of the panel, changed in the open window, does what it says."""

import unittest

from program import WindowTest, command, key, pixels_of, setting
from timing_rows import rows_of

SEAHORSE = ("--view", "seahorse", "--dwell", "600")


class EngineFieldsTest(WindowTest):
    """What an engine was asked to do stands in the log, a row per frame."""

    def rows_after(self, *settings, arguments=("--view", "paper", "--engine", "ask")):
        """The log's row for the frame after each setting."""
        played = [command("start_timing_log")]
        for each in settings:
            played += [each, command("recompute_frame")]
        self.program.replay([*played, command("stop_timing_log")], *arguments)
        return rows_of(self.program.home)

    def test_each_engine_field_reaches_the_engine(self):
        changes = [("engine", "ex"), ("engine", "dp"), ("engine", "ask"), ("scheme", "mbr"),
                   ("scheme", "sbr"), ("backend", "cpu"), ("precision", "f32"),
                   ("precision", "f64"), ("dwell", 1000), ("g", 3), ("r", 5), ("B", 17),
                   ("fill", "interior"), ("fill", "safe"), ("shortcuts", False),
                   ("shortcuts", True)]
        rows = self.rows_after(*[setting(f"engine.{name}", value) for name, value in changes])
        for name, value in changes:
            with self.subTest(f"{name} = {value}"):
                logged = {True: {"on", "true", "1"}, False: {"off", "false", "0"}}.get(
                    value, {str(value)}) if isinstance(value, bool) else {str(value)}
                self.assertTrue(any(row[name] in logged for row in rows),
                                f"{name}: {[row[name] for row in rows]}")
        last = rows[-1]
        self.assertEqual(("ask", "sbr", "cpu", "f64", "1000", "3", "5", "17", "safe"),
                         tuple(last[name] for name in ["engine", "scheme", "backend", "precision",
                                                       "dwell", "g", "r", "B", "fill"]))

    def test_the_dwell_limit_changes_the_picture(self):
        low, high = self.shots(setting("engine.dwell", 60), setting("engine.dwell", 3000),
                               arguments=SEAHORSE)
        self.assert_other_picture(low, high)

    def test_engines_agree_on_the_picture(self):
        pictures = self.shots(
            setting("engine.engine", "ex"), setting("engine.engine", "dp"),
            setting("engine.engine", "ask"), setting("engine.scheme", "mbr"),
            arguments=(*SEAHORSE, "--fill", "safe"))
        for other in pictures[1:]:
            self.assert_same_picture(pictures[0], other)

    def test_a_view_typed_in_is_shown(self):
        here, there, back = self.shots(
            None, setting("view.height_im", 0.5), setting("view.height_im", 2.0))
        self.assert_other_picture(here, there)
        self.assert_same_picture(here, back)
        for name, value in [("center_re", -1.0), ("center_im", 0.5)]:
            with self.subTest(name):
                before, after = self.shots(None, setting(f"view.{name}", value))
                self.assert_other_picture(before, after)

    def test_what_may_not_be_is_not_passed_on(self):
        for field, value in [("engine.dwell", 0), ("engine.dwell", 10_000_001), ("engine.g", 0),
                             ("engine.r", 1), ("engine.B", 0), ("engine.engine", "warp"),
                             ("view.height_im", -1)]:
            with self.subTest(f"{field} = {value}"):
                self.program.replay([command("go_to", re=-1, im=0, height=1)])
                before = self.program.saved()
                self.program.replay([setting(field, value)])
                self.assertEqual(before, self.program.saved())


class DisplayFieldsTest(WindowTest):
    def test_each_colour_field_changes_the_picture_and_changing_back_restores_it(self):
        for field, value, back in [
                ("palette", "viridis", "blue-gold"), ("mapping", "stretched", "cyclic"),
                ("mapping", "equalised", "cyclic"), ("mapping", "distance", "cyclic"),
                ("shaded", True, False), ("period", 20.0, 64.0),
                ("offset", 0.5, 0.0), ("reversed", True, False), ("smooth", True, False),
                ("inside", [1.0, 0.0, 0.0], [0.0, 0.0, 0.0])]:
            with self.subTest(f"{field} = {value}"):
                before, other, restored = self.shots(
                    setting(f"colouring.{field}", back), setting(f"colouring.{field}", value),
                    setting(f"colouring.{field}", back), arguments=("--view", "paper"))
                self.assert_other_picture(before, other)
                self.assert_same_picture(before, restored)

    def test_every_palette_looks_different(self):
        names = ["viridis", "cividis", "inferno", "twilight", "blue-gold", "grey"]
        pictures = self.shots(*[setting("colouring.palette", name) for name in names],
                              arguments=SEAHORSE)
        for index, picture in enumerate(pictures):
            for other in pictures[index + 1:]:
                self.assert_other_picture(picture, other)

    def test_recolouring_computes_nothing(self):
        self.program.replay([
            command("start_timing_log"), command("recompute_frame"),
            *[setting("colouring.palette", name) for name in ["viridis", "grey", "twilight"]],
            setting("colouring.mapping", "equalised"), setting("colouring.offset", 0.3),
            command("stop_timing_log")], "--view", "paper")
        self.assertEqual(1, len(rows_of(self.program.home)))

    def test_the_panel_is_hidden_and_shown(self):
        shown, hidden = self.shots_with_panel(setting("window.panel_shown", True),
                                              setting("window.panel_shown", False))
        self.assertFalse(shown.shape == hidden.shape and (shown == hidden).all())

    def test_the_interface_scales(self):
        small, large = self.shots_with_panel(setting("window.interface_scale", 0.8),
                                             setting("window.interface_scale", 1.6))
        self.assertFalse(small.shape == large.shape and (small == large).all())

    def test_f1_lists_the_keys_over_the_picture(self):
        without, with_help = self.shots_with_panel(key("Esc"), key("F1"))
        self.assert_other_picture(without, with_help, minimum=0.01)

    def shots_with_panel(self, *events):
        return self.shots(*events,
                          arguments=("--view", "paper"), before=[
                              setting("export.with_panel", True)])


class BookmarksTest(WindowTest):
    def test_a_shipped_bookmark_is_opened(self):
        self.program.replay([command("open_bookmark", name="seahorse")], "--view", "paper")
        view = self.program.saved()["view"]
        self.assertLess(float(view["height_im"]), 1)

    def test_an_own_bookmark_outlives_the_window_and_can_be_removed(self):
        self.program.replay([command("go_to", re=-1.25, im=0.02, height=0.01),
                             command("add_bookmark", name="mine")])
        self.program.replay([command("open_bookmark", name="mine")], "--view", "paper")
        self.assertEqual({"center_re": "-1.25", "center_im": "0.02", "height_im": "0.01", "julia": "none"},
                         self.program.saved()["view"])
        self.assertEqual(0, self.program.run("render", "-o", "mine.png", "--view", "mine").returncode)
        self.assertEqual((1024, 1024, 3), pixels_of(self.program.home / "mine.png").shape)
        self.program.replay([command("remove_bookmark", name="mine")])
        self.assertEqual(2, self.program.run("render", "-o", "x.png", "--view", "mine").returncode)

    def test_what_is_removed_is_told_and_comes_back(self):
        report = self.program.home / "report.jsonl"
        self.program.replay([command("add_bookmark", name="mine"), command("add_bookmark", name="other"),
                             command("remove_bookmark", name="mine"), command("undo_view")],
                            "--view", "elephant", "--report", report)
        said = report.read_text(encoding="utf-8")
        for text in ["Added the bookmark mine.", "Removed the bookmark mine.", "Put back the bookmark mine."]:
            self.assertIn(text, said)
        self.program.replay([command("open_bookmark", name="mine")], "--view", "paper")
        self.assertEqual("0.03", self.program.saved()["view"]["height_im"])
        self.program.replay([command("remove_bookmark", name="mine"), command("undo_view"), command("redo_view")])
        self.assertEqual(2, self.program.run("render", "-o", "x.png", "--view", "mine").returncode)

    def test_what_is_added_is_taken_back_and_comes_again(self):
        self.program.replay([command("add_bookmark", name="mine"), command("undo_view")], "--view", "elephant")
        self.assertEqual(2, self.program.run("render", "-o", "x.png", "--view", "mine").returncode)
        self.program.replay([command("add_bookmark", name="mine"), command("undo_view"), command("redo_view"),
                             command("go_to", re=-1.25, im=0.02, height=0.01), command("open_bookmark", name="mine")],
                            "--view", "elephant")
        self.assertEqual("0.03", self.program.saved()["view"]["height_im"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
