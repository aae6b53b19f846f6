"""The memory that the window takes for each pixel of its picture: also where the picture is antialiased, by however
many samples."""

import os
import re
import unittest
from pathlib import Path
from unittest import mock

from desktop import Desktop
from program import WindowTest

SMALL, LARGE = (600, 500), (2400, 1500)


# To compile a shader takes memory, too: in all of the windows, or none.
@mock.patch.dict(os.environ, {"MESA_SHADER_CACHE_DISABLE": "true"})
class MemoryTest(WindowTest):
    @classmethod
    def setUpClass(cls):
        cls.desktop = Desktop(3000, 2000)
        cls.addClassCleanup(cls.desktop.close)

    def peak(self, size, samples):
        """Of the process, in bytes, until the picture is there with all of its samples."""
        self.program.save(f'[window]\nsize = "{size[0]}x{size[1]}"\npanel_shown = false\n'
                          f"[colouring]\nsamples = {samples}\nsmooth = true\n[insets]\nminimap = false\n")
        self.program.start("--view", "paper")
        self.desktop.window(self.program)
        wanted = samples ** 2 if samples > 1 else 0
        self.wait_for(lambda turn: turn["settled"] and turn["samples"] == [wanted, wanted], "all samples")
        status = Path(f"/proc/{self.program.pid()}/status").read_text(encoding="utf-8")
        self.program.end()
        return 1024 * int(re.search(r"VmHWM:\s+(\d+) kB", status).group(1))

    def bytes_per_pixel(self, samples):
        pixels = LARGE[0] * LARGE[1] - SMALL[0] * SMALL[1]
        return (self.peak(LARGE, samples) - self.peak(SMALL, samples)) / pixels

    def test_a_pixel_takes_few_bytes_and_no_more_for_more_samples(self):
        # Measured: 32, and 61 with samples, of which 16 are their sum and 8 what one of them has computed.
        for samples, most in [(1, 40), (2, 72), (4, 72)]:
            with self.subTest(f"{samples} x {samples}"):
                self.assertLess(self.bytes_per_pixel(samples), most)


if __name__ == "__main__":
    unittest.main(verbosity=2)
