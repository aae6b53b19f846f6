"""The base of the tests of a tab whose pictures a worker draws."""

import time

from program import WindowTest, pixels_of


class TabTest(WindowTest):
    TAB = ""  # its name, in settings and in the report
    FIELDS = ""  # its settings in each test

    def save_tab(self, fields=""):
        """Settings of the tab, without its panel; these fields in place of the usual ones. Other
        sections may follow them."""
        ours, _, others = f"\n{fields}".partition("\n[")
        own = dict(line.split(" = ", 1) for line in (self.FIELDS + ours).splitlines() if line)
        lines = "".join(f"{name} = {value}\n" for name, value in own.items())
        rest = f"[{others}" if others else ""
        self.program.save(f'[{self.TAB}]\n{lines}{rest}[workload]\nname = "{self.TAB}"\n'
                          "[window]\npanel_shown = false\n")

    def open_tab(self, fields="", *arguments):
        """Opens the window on the tab and returns what it reports."""
        self.save_tab(fields)
        self.program.start(*arguments)
        self.desktop.window(self.program)
        self.desktop.point_at(2, 2)
        return self.shown()

    def open_by_options(self, *options):
        self.program.save("[window]\npanel_shown = false\n")
        self.program.start("--workload", self.TAB, *options)
        self.desktop.window(self.program)

    def shown(self, **fields):
        """The settled window's report of the tab, once these fields are so."""
        def is_shown(tab):
            return "engine" in tab and all(tab[name] == value for name, value in fields.items())
        return self.settled_tab(is_shown, f"{self.TAB} with {fields}")

    def settled_tab(self, condition, what):
        """Likewise, once the condition holds for it."""
        return self.wait_for(lambda turn: turn["settled"] and turn[self.TAB] and
                             condition(turn[self.TAB]), what)[self.TAB]

    def play(self, *events, fields=""):
        """Plays the events; the screenshots of that."""
        self.save_tab(fields)
        before = len(self.program.screenshots())
        self.program.replay(list(events))
        return self.program.screenshots()[before:]

    def begin_replay(self, *events, fields=""):
        """Begins to play the events, and then quits: each where it does not say otherwise when the
        window has settled."""
        self.save_tab(fields)
        self.program.begin_replay(events)

    def check_motion(self, field, enough, places):
        """Space moves what is shown, by this field of report and settings, and holds it again."""
        self.assertEqual(0, self.open_tab()[field])
        before = self.desktop.pixels()
        self.desktop.press("space")
        self.wait_for(lambda turn: turn[self.TAB]["moving"] and turn[self.TAB][field] > enough,
                      "motion")
        self.desktop.press("space")
        held = self.shown(moving=False)
        self.assert_other_picture(before, self.desktop.pixels(), minimum=0.001)
        self.assertEqual(0, self.program.end())
        self.assertAlmostEqual(held[field], self.program.saved()[self.TAB][field], places=places)

    def check_speed(self):
        """A hundredth of the time goes by at a speed of a hundredth, however slow the machine is."""
        self.open_tab("speed = 0.01\n")
        began = time.monotonic()
        self.desktop.press("space")
        moved = self.wait_for(lambda turn: turn[self.TAB]["time"] > 0.004, "motion")[self.TAB]
        self.assertEqual(0.01, moved["speed"])
        self.assertLess(moved["time"], 0.01 * (time.monotonic() - began) + 1e-6)

    def check_step(self, field, begin, step, places):
        """A full stop is a step of it."""
        self.open_tab(f"{field} = {begin}\n")
        self.desktop.press("period")
        moved = self.settled_tab(lambda tab: tab[field] > begin, "a step")
        self.assertAlmostEqual(begin + step, moved[field], places=places)

    def check_screenshot_in_motion(self, moved):
        """F12 while something moves saves what is on screen, and opens at that time, which the
        condition tells from the first. Returns the picture, and what the window shows of it then,
        both without what is at the left, where the window has a legend."""
        beside_legend = (self.desktop.picture[0], slice(180, self.desktop.picture[1].stop))
        self.open_tab()
        self.desktop.press("space")
        self.wait_for(lambda turn: turn[self.TAB]["moving"] and moved(turn[self.TAB]), "motion")
        self.desktop.press("F12")
        self.wait_for(lambda turn: not turn["exporting"] and self.program.screenshots(), "a file")
        self.assertTrue(self.turn()[self.TAB]["moving"], "it goes on")
        [shot] = self.program.screenshots()
        self.assertEqual(0, self.program.end())
        self.desktop.point_at(1590, 990)  # where no picture is
        self.program.start(shot)
        self.desktop.window(self.program)
        self.assertTrue(moved(self.shown(moving=False)), "where the picture is from")
        return pixels_of(shot)[beside_legend], self.desktop.pixels()[beside_legend]
