"""What fails becomes a message: the window goes on."""

import unittest

from program import SCREENSHOT, WindowTest, command, key, setting


class FailuresTest(WindowTest):
    def test_the_model_has_nothing_to_say_of_a_view_where_nothing_is_iterated(self):
        self.program.replay([setting("export.with_panel", True), key("L"), command("measure_model"),
                             SCREENSHOT, command("home_view"), SCREENSHOT],
                            "--center", "5,5", "--height", "1")
        self.assertEqual(2, len(self.program.screenshots()))


if __name__ == "__main__":
    unittest.main(verbosity=2)
