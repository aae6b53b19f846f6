"""`mariani poster`: whatever ends it, the same command goes on, and the same dwells come out."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
import poster

VIEW = ("--view", "seahorse", "--dwell", "500")
SMALL = (*VIEW, "--size", "2048", "--cell", "512")  # 16 cells, then 4, 1 and 1
SLOW = ("--center", "-0.7436438870371587,0.13182590420531197", "--height", "1e-4", "--dwell", "20000",
        "--size", "4096", "--cell", "256")  # 256 cells in the largest level
ENDLESS = (*SLOW[:-4], "--size", "262144", "--cell", "256")  # nobody waits for its million cells


class Posters(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="mariani-poster-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def expect_refused(self, *arguments, because):
        result = poster.run(*arguments)
        self.assertEqual(result.returncode, 2, result.stdout)
        self.assertEqual(result.stderr.count("\n"), 1)
        self.assertIn(because, result.stderr)

    def test_a_level_is_the_picture_that_render_makes(self):
        import numpy
        place = self.folder / "p"
        poster.make(place, *SMALL)
        whole = self.folder / "d.npy"
        subprocess.run([poster.MARIANI, "render", "-o", self.folder / "p.png", *VIEW, "--fill", "safe", "--size",
                        "512x512", "--dwell-out", whole], check=True, stdout=subprocess.DEVNULL)
        self.assertTrue(numpy.array_equal(level_of(place, 2, 512), numpy.load(whole)))

    def test_two_parts_make_the_poster(self):
        poster.make(self.folder / "whole", *SMALL)
        for part, others in (("1/2", "11 cells of other parts are missing"), ("0/2", "22 of 22 cells")):
            result = poster.run("-o", self.folder / "p", *SMALL, "--part", part)
            self.assertEqual(result.returncode, 0, result.stderr)
            self.assertIn(others, result.stdout)
        self.assertEqual(poster.checked(self.folder / "p"), poster.checked(self.folder / "whole"))

    def test_levels_can_be_chosen_and_the_rest_comes_later(self):
        place = self.folder / "p"
        self.assertIn("2 of 2 cells", poster.make(place, *SMALL, "--levels", "2.."))
        check = poster.run(place, "--check")
        self.assertEqual(check.returncode, poster.INCOMPLETE)
        self.assertIn("2 of 22 cells", check.stdout)
        self.assertIn("22 of 22 cells", poster.run(place).stdout)
        self.expect_refused(place, "--levels", "9", because="0, the largest, to 3")

    def test_files_that_other_programs_need_are_made_again(self):
        place = self.folder / "p"
        poster.make(place, *SMALL)
        for file in (place / "zarr.json", place / "1" / "zarr.json"):
            text = file.read_text()
            file.unlink()
            check = poster.run(place, "--check")
            self.assertEqual(check.returncode, 1, check.stdout)
            self.assertIn(f"{file} is missing", check.stdout)
            self.assertEqual(poster.run(place).returncode, 0)
            self.assertEqual(file.read_text(), text)
        shutil.rmtree(place / "done")  # then nothing counts
        self.assertIn("22 of 22 cells", poster.run(place).stdout)

    def test_it_keeps_its_colours(self):
        place = self.folder / "p"
        poster.make(place, *SMALL)
        again = poster.run("-o", place, *SMALL, "--palette", "viridis")
        self.assertEqual(again.returncode, 0)
        self.assertIn("keeps the colours", again.stderr)
        self.assertEqual(poster.run("-o", place, *SMALL).stderr, "")

    def test_killed_at_any_moment_it_goes_on(self):
        poster.make(self.folder / "whole", *SLOW)
        expected = poster.checked(self.folder / "whole")
        place = self.folder / "p"
        chosen = random.Random(5)
        for _ in range(10):
            process = poster.start("-o", place, *SLOW)
            poster.wait_for_cells(place, poster.logged_cells(place) + chosen.randrange(30), process)
            process.kill()
            process.communicate()
        poster.make(place, *SLOW)
        self.assertEqual(poster.checked(place), expected)
        self.assertEqual(poster.unfinished_files(place), [])

    def test_ended_by_the_job_system_it_says_how_to_go_on(self):
        place = self.folder / "p"
        process = poster.start("-o", place, *ENDLESS)
        poster.wait_for_cells(place, 1, process)
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate()
        self.assertEqual(process.returncode, poster.INCOMPLETE, err)
        self.assertIn(f"incomplete: go on with: mariani poster {place}", out)
        cells = poster.logged_cells(place)
        result = poster.run(place, "--minutes", "0.02")
        self.assertEqual(result.returncode, poster.INCOMPLETE, result.stderr)
        self.assertGreaterEqual(poster.logged_cells(place), cells)
        self.assertEqual(poster.checked(place)[0], poster.logged_cells(place))

    def test_several_at_once_write_one_poster(self):
        poster.make(self.folder / "whole", *SLOW)
        place = self.folder / "p"
        parts = [poster.start("-o", place, *SLOW, "--part", f"{part}/3") for part in range(3)]
        parts[1].send_signal(signal.SIGSTOP)
        for process in (parts[0], parts[2]):
            process.communicate()
        parts[1].send_signal(signal.SIGCONT)
        parts[1].communicate()
        self.assertEqual(poster.checked(place), poster.checked(self.folder / "whole"))

    def test_torn_lines_and_flipped_bytes_are_mended(self):
        place = self.folder / "p"
        poster.make(place, *SMALL)
        expected = poster.checked(place)
        log = next(place.glob("done/*.log"))
        log.write_bytes(log.read_bytes()[:-30])
        shard = place / "0" / "c" / "1" / "2"
        data = bytearray(shard.read_bytes())
        data[len(data) // 2] ^= 4
        shard.write_bytes(data)
        result = poster.run(place, "--check")
        self.assertEqual(result.returncode, 1)
        self.assertIn(str(shard), result.stdout)
        self.assertIn(f"mariani poster {place}", result.stdout)
        poster.make(place, *SMALL)
        self.assertEqual(poster.checked(place), expected)

    def test_a_full_disk_is_named_and_what_is_written_counts(self):
        place = self.folder / "disk"
        place.mkdir()
        if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=300k", "tmpfs", place],
                                               check=False, stderr=subprocess.DEVNULL).returncode != 0:
            self.skipTest("no small file system can be mounted here")
        self.addCleanup(subprocess.run, ["umount", place], check=False)
        estimate = poster.run("-o", place / "p", *SMALL, "--estimate")
        self.assertEqual(estimate.returncode, 1, estimate.stdout)
        self.assertIn("has room for", estimate.stderr)
        result = poster.run("-o", place / "p", *SMALL)
        self.assertEqual(result.returncode, poster.INCOMPLETE)
        self.assertIn("the disk", result.stderr)
        self.assertIn("incomplete: go on with", result.stdout)
        subprocess.run(["mount", "-o", "remount,size=32m", place], check=True)
        poster.make(place / "p", *SMALL)
        poster.make(self.folder / "whole", *SMALL)
        self.assertEqual(poster.checked(place / "p"), poster.checked(self.folder / "whole"))

    def test_what_a_poster_has_not_is_said(self):
        made = poster.run("-o", self.folder / "p", *SMALL, "--shading", "--grid")
        self.assertIn("has dwells and nothing else, so it is shown without shading, the region grid, which `mariani "
                      "render` has", made.stderr)
        self.assertEqual(poster.run(self.folder / "p", "--export", "png").stderr, "")
        smooth = poster.run(self.folder / "p", "--export", "png", "--smooth")
        self.assertIn("without smooth colours", smooth.stderr)
        self.assertIn("a poster that is made with --smooth has smooth colours", smooth.stderr)
        self.assertEqual(poster.run("-o", self.folder / "q", *SMALL).stderr, "")

    def test_a_map_goes_on_and_is_mended_like_dwells(self):
        place, asked = self.folder / "p", (*SMALL, "--show", "work", "--backend", "cpu")
        estimate = poster.run("-o", place, *asked, "--estimate")
        self.assertIn("pixels ", estimate.stdout, estimate.stderr)
        poster.make(place, *asked)
        expected = poster.checked(place)
        self.assertIn('"quantity": "work"', (place / "poster.json").read_text())
        next(place.glob("0/c/*/*")).unlink()
        poster.make(place, *asked)
        self.assertEqual(poster.checked(place), expected)
        other = poster.run("-o", place, *SMALL, "--shortcuts", "off")
        self.assertIn('its quantity is "work", and "dwell" was asked for', other.stderr)

    def test_a_smooth_poster_goes_on_and_is_mended_like_a_whole_one(self):
        place, asked = self.folder / "p", (*SMALL, "--smooth")
        self.assertEqual(poster.run("-o", place, *asked).stderr, "")
        expected = poster.checked(place)
        next(place.glob("0/c/*/*")).unlink()
        self.assertIn("22 of 22 cells", poster.run(place).stdout)
        self.assertEqual(poster.checked(place), expected)
        other = poster.run("-o", place, *SMALL)
        self.assertIn('its kind of dwells is "smooth", and "whole" was asked for', other.stderr)
        poster.make(self.folder / "whole", *SMALL)
        whole, smooth = (level_of(folder, 2, 512) for folder in (self.folder / "whole", place))
        above = smooth / 1024 - whole
        self.assertTrue((above[whole == 500] == 0).all())
        self.assertTrue(((-1 < above) & (above < 3)).all())

    def test_like_a_smooth_picture_it_is_smooth_unless_told_not_to(self):
        picture = self.folder / "picture.png"
        subprocess.run([poster.MARIANI, "render", "-o", picture, *VIEW, "--size", "64x64", "--smooth"], check=True,
                       stdout=subprocess.DEVNULL)
        for name, options in ("smooth", ()), ("whole", ("--no-smooth",)):
            made = poster.run("-o", self.folder / name, "--like", picture, "--size", "512", *options)
            self.assertEqual((made.returncode, made.stderr), (0, ""))
            manifest = json.loads((self.folder / name / "poster.json").read_text())
            self.assertEqual(manifest.get("smooth", False), name == "smooth")

    def test_samples_make_a_smooth_poster_larger(self):
        made = poster.make(self.folder / "p", *VIEW, "--size", "512", "--samples", "2", "--smooth")
        self.assertIn("1024x1024", made)
        self.assertEqual(poster.run(self.folder / "p", "--export", "png", "--to", self.folder / "p.png").stderr, "")

    def test_an_estimate_says_what_it_takes(self):
        estimate = poster.run("-o", self.folder / "p", *SMALL, "--estimate")
        words = [line.split()[0] for line in estimate.stdout.splitlines()]
        self.assertEqual(words, ["pixels", "cells", "disk", "computing", "compressing", "energy"])
        self.assertFalse((self.folder / "p").exists())

    def test_refusals(self):
        place = self.folder / "p"
        self.expect_refused(because="-o is missing")
        self.expect_refused("-o", place, "--size", "100", because="--size")
        self.expect_refused("-o", place, "--cell", "1000", because="a power of two")
        self.expect_refused("-o", place, "--part", "2/2", because="--part")
        self.expect_refused("-o", place, "--part", "2", because="I/N")
        self.expect_refused("-o", place, "--devices", "cpu,nine", because="--devices")
        self.expect_refused("-o", place, "--minutes", "0", because="--minutes")
        self.expect_refused("-o", place, "--levels", "4..2", because="--levels")
        self.expect_refused(place, "--size", "512", because="keeps its view")
        self.expect_refused("-o", place, "--size", "A0", because="N or WxH")
        self.expect_refused("-o", place, "--show", "work", "--shortcuts", "on", because="--shortcuts off")
        self.expect_refused("-o", place, "--smooth", "--dwell", "5000000", because="at most 4000000")
        self.expect_refused("-o", place, "--show", "level", "--samples", "2", because="a map has none")
        self.expect_refused("-o", place, "--size", "2097152", "--samples", "4", because="at most 1048576")
        self.expect_refused("-o", place, "--center", "0,1", "--height", "1e-40", "--engine", "ask",
                            because="are computed by Ex")
        self.assertFalse(place.exists())
        result = poster.run(self.folder)
        self.assertEqual(result.returncode, 1)
        self.assertIn("is not a poster", result.stderr)
        self.assertIn("there is no folder", poster.run(self.folder / "none").stderr)


def level_of(place, level, side):
    """The dwells of a level that fits into one cell, read without the program's help."""
    import numpy
    import readers
    return readers.read_level(place, level)[:side, :side].astype(numpy.uint32)


if __name__ == "__main__":
    unittest.main()
