"""The files that Triangle and Gasket write of what they compute, against programs of their own that
know the hash of the input and the order of the file alone.

MARIANI_LEVEL=12 tests/command_line/independent_test.py  # the gasket's level, 10 unless named"""

import os
import sys
import unittest
from pathlib import Path

import numpy

for folder in ("papers", "window"):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1] / folder))

from oracles import fused  # noqa: E402
from program import Program  # noqa: E402

LEVEL = int(os.environ.get("MARIANI_LEVEL", "10"))
# Rows of a box from the top; copies are numbered row by row.
FRACTALS = {
    "gasket": "#. ##", "carpet": "### #.# ###", "vicsek": ".#. ### .#.", "x": "#.# .#. #.#",
    "h": "#.# ### #.#", "bottles": "### #.# #.#", "chandelier": ".#. ### ...",
    "candy": ".##. #### #### .##.", "cantor": "#.# ... ..."}


def mixed(bits):
    bits = (bits ^ bits >> numpy.uint64(30)) * numpy.uint64(0xBF58476D1CE4E5B9)
    bits = (bits ^ bits >> numpy.uint64(27)) * numpy.uint64(0x94D049BB133111EB)
    return bits ^ bits >> numpy.uint64(31)


def numbers(count, seed):
    """The first of a seed's float32 in [0, 1)."""
    with numpy.errstate(over="ignore"):
        steps = numpy.arange(1, count + 1, dtype=numpy.uint64) * numpy.uint64(0x9E3779B97F4A7C15)
        bits = mixed(mixed(numpy.array([seed], numpy.uint64)) + steps)
    return (bits >> numpy.uint64(40)).astype(numpy.float32) * numpy.float32(2.0 ** -24)


def distances(side, seed):
    """The distances of EDM with four coordinates, row by row to the diagonal."""
    points = numbers(4 * side, seed).reshape(side, 4)
    for row in range(side):
        apart = points[row] - points[:row + 1]
        total = apart[:, 0] * apart[:, 0]
        for axis in (1, 2, 3):
            total = fused(apart[:, axis], apart[:, axis], total)
        yield numpy.sqrt(total)


def touching(side, seed):
    """Which spheres in space touch, row by row to the diagonal, which is not touched."""
    spheres = numbers(4 * side, seed).reshape(side, 4)
    centres = spheres[:, :3] * numpy.float32(100)
    five = numpy.full(side, 5, numpy.float32)
    radii = fused(spheres[:, 3], five, numpy.ones(side, numpy.float32))
    for row in range(side):
        apart = centres[row] - centres[:row]
        total = apart[:, 0] * apart[:, 0]
        for axis in (1, 2):
            total = fused(apart[:, axis], apart[:, axis], total)
        reach = radii[row] + radii[:row]
        yield fused(-reach, reach, total) < 0


class Independent(unittest.TestCase):
    def setUp(self):
        self.program = Program(None)
        self.addCleanup(self.program.close)

    def rendered(self, option, *arguments):
        done = self.program.run("render", *arguments, "--backend", "cpu", "-o", "a.png", option,
                                "a.npy")
        self.assertEqual(0, done.returncode, done.stderr)
        return numpy.load(self.program.home / "a.npy")


class TriangleValuesTest(Independent):
    SEED = 3

    def values(self, test, side, name, *arguments):
        return self.rendered("--values-out", "--workload", "triangle", "--test", test, "--n", side,
                             "--map", name, "--seed", self.SEED, *arguments)

    def test_distances_are_those_of_the_hash(self):
        sides = {1: "bb", 2: "ltm", 15: "utm", 16: "rb", 17: "rec", 1000: "h", 1023: "rb-threads",
                 4097: "dp"}
        for side, name in sides.items():
            with self.subTest(side=side, map=name):
                found = self.values("edm", side, name)
                expected = numpy.concatenate(list(distances(side, self.SEED)))
                self.assertEqual((numpy.float32, expected.shape), (found.dtype, found.shape))
                self.assertEqual(0, numpy.count_nonzero(found.view(numpy.uint32) !=
                                                        expected.view(numpy.uint32)))

    def test_contacts_are_those_of_the_hash(self):
        rho = 128
        sides = {1: "bb", 2: "ltm", 127: "utm", 128: "rb", 129: "rec", 1000: "h",
                 1023: "rb-threads", 4097: "dp"}
        for side, name in sides.items():
            with self.subTest(side=side, map=name):
                words = self.values("collision", side, name)
                blocks = -(-side // rho)
                self.assertEqual((blocks * (blocks + 1) // 2, rho, rho // 32), words.shape)
                bits = numpy.unpackbits(words.astype("<u4").view(numpy.uint8), axis=2,
                                        bitorder="little")
                expected = numpy.zeros_like(bits)
                for row, touched in enumerate(touching(side, self.SEED)):
                    for column in numpy.flatnonzero(touched):
                        block = row // rho * (row // rho + 1) // 2 + column // rho
                        expected[block, row % rho, column % rho] = 1
                if side > 1000:
                    share = expected.sum() / (side * (side - 1) / 2)
                    self.assertAlmostEqual(0.0018, share, delta=0.0002)
                self.assertTrue(numpy.array_equal(expected, bits))

    def test_values_lie_where_the_layout_has_them(self):
        side, rho = 45, 16
        rows = list(distances(side, self.SEED))
        tiles = self.values("edm", side, "ltm", "--layout", "tiles")
        full = self.values("edm", side, "ltm", "--layout", "full")
        self.assertEqual(((6, rho, rho), (side, side)), (tiles.shape, full.shape))
        for i, row in enumerate(rows):
            self.assertEqual(row.tolist(), full[i, :i + 1].tolist())
            for j, value in enumerate(row):
                block = i // rho * (i // rho + 1) // 2 + j // rho
                self.assertEqual(value, tiles[block, i % rho, j % rho])
        once = self.values("accumulate", side, "ltm", "--diagonal", "off")
        self.assertEqual((numpy.uint8, [1] * (side * (side - 1) // 2)), (once.dtype, once.tolist()))


class Board:
    """A fractal in its box: its cells' numbers, -1 in its holes, and which of them live."""

    def __init__(self, name, level, seed):
        box = numpy.array([[place == "#" for place in row] for row in FRACTALS[name].split()])
        copies = numpy.where(box, numpy.cumsum(box).reshape(box.shape) - 1, -1)
        self.number, cells = numpy.zeros((1, 1), numpy.int64), 1
        for _ in range(level):
            self.number = numpy.block([
                [self.number * 0 - 1 if copy < 0 else
                 numpy.where(self.number < 0, -1, self.number + cells * copy)
                 for copy in row] for row in copies.tolist()])
            cells *= int(box.sum())
        self.members, self.cells = self.number >= 0, cells
        alive = numbers(cells, seed) < 0.5
        self.alive = self.members & alive[self.number]

    def step(self, steps):
        """By the rule B2/S23."""
        padded = numpy.zeros([side + 2 for side in self.alive.shape], numpy.uint8)
        high, wide = self.alive.shape
        for _ in range(steps):
            padded[1:-1, 1:-1] = self.alive
            around = sum(padded[1 + dy:1 + dy + high, 1 + dx:1 + dx + wide]
                         for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)
            self.alive = self.members & ((around == 2) | (self.alive & (around == 3)))
        return self

    def state(self):
        state = numpy.zeros(self.cells, numpy.uint8)
        state[self.number[self.members]] = self.alive[self.members]
        return state


class GasketStatesTest(Independent):
    def states(self, name, level, steps, engine):
        return self.rendered("--state-out", "--workload", "gasket", "--fractal", name, "--r", level,
                             "--steps", steps, "--seed", 5, "--size", "64x64", "--engine", engine)

    def test_300_steps_on_the_gasket(self):
        expected = Board("gasket", LEVEL, 5).step(300).state()
        self.assertGreater(expected.sum(), expected.size // 100)
        for engine in ("bb", "lambda", "nu", "table", "bits"):
            with self.subTest(engine):
                found = self.states("gasket", LEVEL, 300, engine)
                self.assertEqual(0, numpy.count_nonzero(found != expected))

    def test_300_steps_on_every_fractal(self):
        for name, rows in FRACTALS.items():
            side = len(rows.split())
            level = next(r for r in range(9, 0, -1) if side ** r <= 256)
            expected = Board(name, level, 5).step(300).state()
            for engine in ("lambda", "table"):
                with self.subTest(name, engine=engine):
                    self.assertEqual(expected.tolist(),
                                     self.states(name, level, 300, engine).tolist())


if __name__ == "__main__":
    unittest.main()
