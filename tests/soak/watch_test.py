"""What a soak looks for is found where it is, and nowhere else."""

import sys
import unittest
from pathlib import Path

import numpy

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))

from frame_mark import BITS, CELL, marked_number  # noqa: E402
from watch import ends_of, flat, gaps_ms, resident_mib, unexpected_errors  # noqa: E402


def drawn(number):
    bits = [True, False]
    for place in range(BITS):
        bits += [bool(number >> place & 1), not number >> place & 1]
    row = numpy.repeat([(0, 0, 0) if bit else (30, 80, 200) for bit in bits], CELL, axis=0)
    return numpy.repeat(row[None].astype(numpy.uint8), CELL, axis=0)


class WatchTest(unittest.TestCase):
    def test_a_mark_is_read(self):
        for number in [0, 1, 2, 700, 0xFFFF]:
            self.assertEqual(number, marked_number(drawn(number)))

    def test_a_mark_under_something_else_is_not_read(self):
        covered = drawn(700)
        covered[:, 5 * CELL:9 * CELL] = 255
        self.assertIsNone(marked_number(covered))
        self.assertIsNone(marked_number(numpy.zeros((CELL, 400, 3), dtype=numpy.uint8)))
        self.assertIsNone(marked_number(drawn(700)[:, :100]))

    def test_memory_that_grows_is_not_flat(self):
        self.assertTrue(flat([100, 101, 99, 100, 103, 115], 16, 0.05))
        self.assertFalse(flat([100, 110, 120, 130, 140, 150], 16, 0.05))
        self.assertTrue(flat([1000, 1000, 1010, 1020, 1049, 1049], 16, 0.05))
        self.assertEqual([105, 145], ends_of([100, 110, 120, 130, 140, 150]))

    def test_few_readings_say_nothing_of_memory(self):
        self.assertEqual([], ends_of([1, 2, 3, 4, 500]))
        self.assertTrue(flat([1, 2, 3, 4, 500], 16, 0.05))

    def test_memory_is_read(self):
        before = resident_mib("self")
        kept = numpy.ones(64 * 2 ** 20, dtype=numpy.uint8)
        self.assertGreater(resident_mib("self") - before, 0.9 * kept.size / 2 ** 20)

    def test_gaps_are_those_of_a_window_that_did_not_rest(self):
        turns = [{"began": began, "restless": restless}
                 for began, restless in [(1.0, True), (1.02, False), (1.5, True), (1.6, True)]]
        self.assertEqual([20, 100], [round(gap) for gap in gaps_ms(turns)])

    def test_only_errors_that_nothing_asked_for_are_told(self):
        def turn(kind, text, engine_error=None):
            return {"messages": [{"kind": kind, "text": text}], "engine_error": engine_error}

        self.assertEqual(["a leak", "the engine broke"], unexpected_errors([
            turn("error", "engine.g is 0: it must be a whole number from 1 to 32768"),
            turn("error", "a leak"), turn("info", "Saved a.png"),
            turn("info", "Saved a.png", "the engine broke")]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
