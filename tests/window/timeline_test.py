"""The timeline below the picture: a recorded run that mouse and picture light up."""

import json
import unittest

from desktop import LARGE
from program import OUTSIDE, WindowTest, pixels_of

SETTINGS = ('[engine]\nengine = "ask"\nbackend = "cpu"\nthreads = 2\n'
            '[window]\npanel_shown = false\nverify_fills = false\nsize = "1280x720"\n'
            '[insets]\nminimap = false\n[overlay]\nshown = true\n')
HEIGHT = 160


class TimelineTest(WindowTest):
    DESKTOP = LARGE

    def start(self, more="", *arguments):
        self.program.save(SETTINGS + more)
        self.program.start(*(arguments or ("--view", "paper")))
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        self.settle()

    def recorded(self):
        """The report once a run of the picture on screen is recorded and shown."""
        return self.wait_for(lambda turn: turn["settled"] and turn["timeline"] and turn["timeline"]["bars"] > 0
                             and not turn["timeline"]["old"], "a timeline")

    def open_timeline(self):
        self.desktop.press("b")
        return self.recorded()

    def point_at_longest_bar(self, timeline):
        left, top, _, height = timeline["at"]
        begin, pixel = timeline["view"]
        longest = timeline["longest"]
        row_height = min(40, height / timeline["rows"])
        self.desktop.point_at(int(left + (0.5 * (longest["begin"] + longest["end"]) - begin) / pixel),
                              int(top + (longest["row"] + 0.5) * row_height))

    def test_b_shows_a_recorded_run_below_a_shorter_picture_and_takes_it_away(self):
        self.start()
        before = self.settle()
        self.assertIsNone(before["timeline"])
        shown = self.open_timeline()
        self.assertEqual(before["picture"][3] - HEIGHT, shown["picture"][3])
        self.assertEqual(before["picture"][:3], shown["picture"][:3])
        self.assertEqual(2, shown["timeline"]["rows"])
        self.desktop.press("b")
        after = self.wait_for(lambda turn: turn["settled"] and not turn["timeline"], "no timeline")
        self.assertEqual(before["picture"], after["picture"])

    def test_another_view_is_recorded_anew(self):
        self.start()
        first = self.open_timeline()
        self.desktop.point_at(400, 200)
        self.desktop.scroll(5)
        self.wait_for(lambda turn: turn["shown"] > first["shown"], "another frame")
        self.assertNotEqual(first["timeline"]["bars"], self.recorded()["timeline"]["bars"])

    def test_a_bar_lights_its_region_and_a_region_its_bar(self):
        self.start()
        shown = self.open_timeline()
        dark = self.desktop.pixels()
        self.point_at_longest_bar(shown["timeline"])
        lit = self.wait_for(lambda turn: turn["timeline"]["lit"], "a bar under the mouse")
        x, y, width, height = lit["timeline"]["lit"]
        around = slice(max(0, y - 4), y + height + 4), slice(max(0, x - 4), x + width + 4)
        light = self.desktop.pixels()
        self.assertTrue((dark[around] != light[around]).any(), "the region is not lit")
        left, top, across, down = (int(each) for each in shown["timeline"]["at"])
        rows = slice(top, top + down), slice(left, left + across)
        self.desktop.point_at(2, 2)
        self.wait_for(lambda turn: not turn["timeline"]["lit"], "no bar under the mouse")
        quiet = self.desktop.pixels()[rows]
        self.desktop.point_at(640, 250)
        self.wait_for(lambda turn: turn["region"], "a region under the mouse")
        self.assertTrue((quiet != self.desktop.pixels()[rows]).any(), "the bar is not lit")

    def test_the_wheel_zooms_dragging_moves_and_shift_selects(self):
        self.start()
        shown = self.open_timeline()
        left, top, width, height = (int(each) for each in shown["timeline"]["at"])
        middle = left + width // 2, top + height // 4
        view = shown["timeline"]["view"]
        self.desktop.point_at(*middle)
        self.desktop.scroll(4)
        closer = self.wait_for(lambda turn: turn["timeline"]["view"][1] < 0.5 * view[1], "a closer view")
        self.assertEqual(shown["height"], closer["height"], "the picture stays")
        begin, pixel = closer["timeline"]["view"]
        self.desktop.drag(middle, (middle[0] - 200, middle[1]))
        self.wait_for(lambda turn: abs(turn["timeline"]["view"][0] - begin - 200 * pixel) < 3 * pixel, "another part")
        self.desktop.drag(middle, (middle[0] + 100, middle[1]), "shift")
        self.wait_for(lambda turn: turn["timeline"]["selected"], "a selection")

    def test_its_upper_edge_changes_its_height_which_is_remembered(self):
        self.start()
        shown = self.open_timeline()
        edge = shown["picture"][3] + 2
        self.desktop.point_at(300, edge)
        self.turn()
        self.desktop.drag((300, edge), (300, edge - 60))
        self.wait_for(lambda turn: turn["picture"][3] == shown["picture"][3] - 60, "a higher timeline")
        self.program.end()
        self.assertEqual(HEIGHT + 60, self.program.saved()["window"]["timeline_height"])
        self.assertTrue(self.program.saved()["window"]["timeline_shown"])

    def test_the_trace_that_is_exported_has_an_event_a_bar(self):
        self.start()
        shown = self.open_timeline()["timeline"]
        left, top, width, _ = shown["at"]
        bars = shown["bars"]
        self.desktop.do("mousemove", int(left + width - 88), int(top - 34), "click", 1)
        self.message("-trace.json")
        traces = sorted(self.program.pictures.rglob("*-trace.json"))
        self.assertEqual(1, len(traces))
        events = json.loads(traces[0].read_text())["traceEvents"]
        self.assertEqual(bars, sum(event["ph"] == "X" for event in events))
        self.assertEqual(len({event["tid"] for event in events if event["ph"] == "X"}), 2)

    def play(self):
        self.desktop.press("p")
        return self.wait_for(lambda turn: turn["replay"] is not None and turn["timeline"],
                             "a timeline while it is played")

    def test_the_timeline_is_there_while_the_subdivision_is_played(self):
        self.start()
        self.play()
        self.desktop.press("Escape")
        self.wait_for(lambda turn: turn["replay"] is None and not turn["timeline"], "no timeline")

    def test_what_is_played_is_the_same_picture_made_smaller_to_fit_above_the_timeline(self):
        self.start("[colouring]\npalette = \"viridis\"\n")
        before = self.settle()
        _, _, width, height = before["picture"]
        self.desktop.point_at(width // 4, height // 4)
        whole = self.wait_for(lambda turn: turn["cursor"], "a point under the mouse")
        played = self.play()
        self.assertEqual(before["asked"], played["asked"], "no frame is computed for it")
        x, y, narrower, lower = played["picture"]
        self.assertEqual(height - HEIGHT, lower)
        self.assertAlmostEqual(width / height, narrower / lower, delta=0.005)
        self.assertAlmostEqual(0.5 * width, x + 0.5 * narrower, delta=1)
        self.desktop.point_at(x + narrower // 4, y + lower // 4)
        pixel = float(whole["height"]) / lower
        self.wait_for(lambda turn: turn["cursor"] and turn["cursor"] != whole["cursor"]
                      and all(abs(one - other) < 2 * pixel for one, other in zip(whole["cursor"], turn["cursor"])),
                      "the same point at the same place of the smaller picture")
        self.desktop.point_at(x // 2, y + lower // 2)
        self.wait_for(lambda turn: turn["cursor"] is None, "no point beside the picture")
        self.assertEqual(OUTSIDE, tuple(self.desktop.pixels()[y + lower // 2, x // 2]))

    def test_a_screenshot_has_the_whole_picture_while_it_is_played(self):
        self.start("[export]\nwith_overlay = false\n")
        self.desktop.press("F12")
        self.message("Saved")
        still = pixels_of(self.program.screenshots()[0])
        self.play()
        self.desktop.press("F12")
        self.wait_for(lambda turn: len(self.program.screenshots()) == 2 and not turn["exporting"], "another screenshot")
        self.assert_same_picture(still, pixels_of(self.program.screenshots()[1]))

    def test_blocks_of_a_triangle_have_one_too(self):
        self.program.save('[triangle]\nn = 256\nbackend = "cpu"\n[workload]\nname = "triangle"\n'
                          "[window]\npanel_shown = false\ntimeline_shown = true\n")
        self.program.start()
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        shown = self.recorded()
        self.assertEqual(shown["triangle"]["blocks"], shown["timeline"]["bars"])
        self.point_at_longest_bar(shown["timeline"])
        self.wait_for(lambda turn: turn["triangle"]["block"] is not None, "a block that its bar lights")

    def open_tab(self, name, *settings):
        self.program.save("".join(settings) + f'[workload]\nname = "{name}"\n'
                          "[window]\npanel_shown = false\ntimeline_shown = true\n")
        self.program.start()
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        return self.recorded()

    def test_points_have_a_row_for_each_level_and_each_thread(self):
        shown = self.open_tab("points", '[points]\npoints = 5000\nengine = "ask"\nbackend = "cpu"\n')
        levels, timeline = shown["points"]["levels"], shown["timeline"]
        self.assertGreater(timeline["rows"], levels)
        self.assertGreater(timeline["bars"], timeline["rows"], "a bar for each piece of work")

    def test_the_next_step_of_a_gasket_has_a_bar_for_each_block(self):
        shown = self.open_tab("gasket", '[gasket]\nr = 6\nrho = 8\nengine = "bb"\nbackend = "cpu"\n'
                              "running = false\n")
        self.assertEqual(64, shown["timeline"]["bars"])


if __name__ == "__main__":
    unittest.main()
