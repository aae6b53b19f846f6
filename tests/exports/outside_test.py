"""What goes out of a poster, as others see it: `render` of the same view, Pillow, and an HTTP client."""

import http.client
import json
import os
import signal
import subprocess
import tempfile
import unittest
from io import BytesIO
from pathlib import Path

from PIL import Image, ImageCms

BUILD = Path(os.environ.get("MARIANI_BUILD") or Path(__file__).resolve().parents[2] / "build" / "release")
MARIANI = os.environ.get("MARIANI") or str(BUILD / "mariani")
VIEW = ["--view", "seahorse", "--dwell", "700", "--fill", "safe", "--backend", "cpu"]


class PosterExports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory(prefix="mariani-exports-")
        cls.folder = Path(cls.temporary.name)
        cls.environment = dict(os.environ, HOME=str(cls.folder), XDG_CONFIG_HOME=str(cls.folder / "config"),
                               XDG_DATA_HOME=str(cls.folder / "data"))
        cls.mariani("poster", "-o", "set", "--size", "1024x2048", "--cell", "512", *VIEW)

    @classmethod
    def tearDownClass(cls):
        cls.temporary.cleanup()

    @classmethod
    def mariani(cls, *arguments, status=0):
        done = subprocess.run([MARIANI, *arguments], cwd=cls.folder, env=cls.environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=False)
        if done.returncode != status:
            raise AssertionError(f"{arguments}: {done.returncode}, {done.stdout} {done.stderr}")
        return done

    def picture(self, name):
        with Image.open(self.folder / name) as image:
            image.load()
            return image

    def same(self, one, other):
        self.assertEqual(one.size, other.size)
        self.assertEqual(one.convert("RGB").tobytes(), other.convert("RGB").tobytes())

    def test_a_level_has_the_bits_of_render(self):
        cyclic = ["--mapping", "cyclic"]  # no colour depends on the other pixels
        for level, size in enumerate(["1024x2048", "512x1024", "256x512", "128x256"]):
            self.mariani("render", "-o", "rendered.png", "--size", size, *VIEW, *cyclic)
            self.mariani("poster", "set", "--export", "png", "--to", "level.png", "--level", str(level),
                         "--no-smooth-down", *cyclic)
            self.same(self.picture("level.png"), self.picture("rendered.png"))

    def test_the_level_that_chooses_the_colours_has_them_as_render_does(self):
        self.mariani("render", "-o", "rendered.png", "--size", "512x1024", *VIEW)
        self.mariani("poster", "set", "--export", "tiff", "--to", "level.tif", "--level", "1", "--no-smooth-down")
        self.same(self.picture("level.tif"), self.picture("rendered.png"))

    def test_a_level_of_a_map_has_the_bits_of_render(self):
        asked = ["--view", "paper", "--dwell", "700", "--fill", "safe", "--backend", "cpu", "--shortcuts", "off"]
        for show in "work", "level", "outcome":
            self.mariani("poster", "-o", show, "--size", "1024", "--cell", "256", *asked, "--show", show)
            for level, size in enumerate(["1024", "512", "256"]):
                self.mariani("render", "-o", "rendered.png", "--size", f"{size}x{size}", *asked, "--show", show)
                self.mariani("poster", show, "--export", "png", "--to", "level.png", "--level", str(level),
                             "--no-smooth-down")
                with self.subTest(show=show, level=level):
                    self.same(self.picture("level.png"), self.picture("rendered.png"))

    def test_a_smooth_poster_has_the_colours_of_render_smooth_and_its_bands_on_request(self):
        import numpy
        self.mariani("poster", "-o", "smooth", "--size", "1024x2048", "--cell", "512", *VIEW, "--smooth")
        sizes = ["1024x2048", "512x1024", "256x512"]
        for level, mapping in (0, "cyclic"), (2, "cyclic"), (1, "stretched"), (1, "equalised"):
            for how, most in ("--smooth", 2), ("--no-smooth", 0):
                asked = ["--mapping", mapping, how]
                self.mariani("render", "-o", "rendered.png", "--size", sizes[level], *VIEW, *asked)
                self.mariani("poster", "smooth", "--export", "png", "--to", "level.png", "--level", str(level),
                             "--no-smooth-down", *asked)
                ours, theirs = (numpy.asarray(self.picture(name).convert("RGB"), int)
                                for name in ("level.png", "rendered.png"))
                with self.subTest(level=level, mapping=mapping, how=how):
                    self.assertLessEqual(abs(ours - theirs).max(), most)
        self.mariani("poster", "smooth", "--print", "86.7x173.4mm@300", "--to", "print.tif")  # pixel by pixel
        self.mariani("poster", "set", "--print", "86.7x173.4mm@300", "--to", "banded.tif")
        smooth, banded = (len(set(self.picture(name).getdata())) for name in ("print.tif", "banded.tif"))
        self.assertLess(banded, 700)
        self.assertGreater(smooth, 2 * banded)
        self.mariani("poster", "smooth", "--export", "dzi", "--to", "smooth-dzi")
        self.mariani("poster", "smooth", "--export", "png", "--to", "whole.png")
        self.same(self.picture("smooth-dzi/picture_files/11/1_3.png"),
                  self.picture("whole.png").crop((256, 768, 512, 1024)))

    def test_samples_make_a_picture_of_the_size_asked_for_antialiased_as_render_does(self):
        import numpy
        for samples, near in (2, 0.999), (3, 0.99):
            asked = ["--size", "512x512", "--samples", str(samples), *VIEW, "--mapping", "cyclic", "--precision", "f64"]
            self.mariani("poster", "-o", f"samples{samples}", *asked)
            self.mariani("poster", f"samples{samples}", "--export", "png", "--to", "sampled.png")
            self.mariani("render", "-o", "rendered.png", *asked)
            ours, theirs = (numpy.asarray(self.picture(name).convert("RGB"), int)
                            for name in ("sampled.png", "rendered.png"))
            self.assertEqual(ours.shape, (512, 512, 3))
            self.assertGreater((abs(ours - theirs).max(axis=-1) == 0).mean(), near)
            self.mariani("poster", f"samples{samples}", "--export", "png", "--to", "all.png", "--level", "0")
            self.assertEqual(self.picture("all.png").size, (512 * samples, 512 * samples))

    def test_a_print_says_its_size_and_profile(self):
        self.mariani("poster", "set", "--print", "40x80mm@300", "--bleed", "3mm", "--to", "print.tif")
        printed = self.picture("print.tif")
        self.assertEqual(printed.size, (472 + 72, 945 + 72))
        self.assertEqual(printed.mode, "RGB")
        self.assertEqual(tuple(map(float, printed.info["dpi"])), (300, 300))
        self.assertEqual(printed.info["compression"], "tiff_lzw")
        profile = ImageCms.ImageCmsProfile(BytesIO(printed.info["icc_profile"]))
        self.assertIn("sRGB", ImageCms.getProfileDescription(profile))

    def test_a_print_that_needs_more_pixels_is_refused_with_the_size_it_needs(self):
        done = self.mariani("poster", "set", "--print", "841x1189mm@300", status=2)
        self.assertIn("9933x14043", done.stderr)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertFalse((self.folder / "set.tif").exists())

    def test_options_that_contradict_each_other_are_refused(self):
        for arguments, words in [
                (["--export", "dzi", "--level", "1"], "exclude each other"),
                (["--serve", "--export", "png"], "exclude each other"),
                (["--bleed", "3"], "--bleed needs --print"),
                (["--port", "1"], "--port needs --serve"),
                (["--export", "png", "--level", "9"], "the poster's levels are 0"),
                (["--export", "png", "--crop", "9x9+1020+0"], "reaches beyond level 0"),
                (["--print", "841"], "a size in mm"),
                (["--print", "84.1x118.9cm@300"], "a size in mm"),
                (["--print", "A11"], "a size in mm"),
                (["--print", "40x80mm", "--bleed", "1cm"], "as in 3mm"),
                (["--print", "40x80mm", "--to", "print.png"], "ending in .tif"),
                (["--export", "png", "--to", "picture.jpg"], "ending in .png"),
                (["--export", "png", "--to", "set/picture.png"], "the poster's own folder"),
                (["--export", "png", "--compression", "lzw"], "--export tiff")]:
            self.assertIn(words, self.mariani("poster", "set", *arguments, status=2).stderr)

    def test_pictures_say_what_is_wrong_with_a_profile(self):
        (self.folder / "bad.icc").write_text("bad")
        done = self.mariani("poster", "set", "--export", "tiff", "--profile", "bad.icc", status=1)
        self.assertIn("it is no ICC profile", done.stderr)

    def start_server(self, *arguments):
        server = subprocess.Popen([MARIANI, "poster", "set", "--serve", "--port", "0", *arguments], cwd=self.folder,
                                  env=self.environment, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        line = server.stdout.readline()
        self.assertIn("http://127.0.0.1:", line)
        self.addCleanup(server.stdout.close)
        self.addCleanup(server.stderr.close)
        self.addCleanup(server.wait)
        self.addCleanup(server.kill)
        return server, int(line.split("http://127.0.0.1:")[1].split("/")[0])

    def ask(self, path, method="GET", **headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        self.addCleanup(connection.close)
        connection.request(method, path, headers={name.replace("_", "-"): value for name, value in headers.items()})
        answer = connection.getresponse()
        return answer, answer.read()

    def test_the_server_has_page_tiles_and_zarr_and_ends_cleanly(self):
        server, self.port = self.start_server("--no-smooth-down")
        answer, page = self.ask("/")
        self.assertEqual((answer.status, answer.headers.get_content_type()), (200, "text/html"))
        self.assertIn(b'"width":1024,"height":2048', page)
        self.assertEqual(self.ask("/openseadragon.js")[0].status, 200)
        state = json.loads(self.ask("/state.json")[1])
        self.assertEqual(state["cells"], state["all"])
        self.mariani("poster", "set", "--export", "png", "--to", "whole.png", "--no-smooth-down")
        tile = Image.open(BytesIO(self.ask("/tiles/11/2_5.png")[1]))
        self.same(tile, self.picture("whole.png").crop((512, 1280, 768, 1536)))
        self.assertNotEqual(self.ask("/tiles/11/2_5.png?palette=viridis")[1], self.ask("/tiles/11/2_5.png")[1])
        for path in ["/tiles/11/9_0.png", "/tiles/99/0_0.png", "/tiles/11/99999999999999_0.png", "/poster.json",
                     "/poster.zarr/../poster.json", "/poster.zarr/0/c/../../../../../etc/passwd", "/poster.zarr/0/c/99/0",
                     "/tiles/11/2_5.png?palette=/etc/passwd"]:
            self.assertEqual(self.ask(path)[0].status, 404, path)
        self.check_zarr()
        server.send_signal(signal.SIGINT)
        self.assertEqual(server.wait(60), 0)
        self.assertEqual(server.stderr.read(), "")

    def check_zarr(self):
        answer, text = self.ask("/poster.zarr/zarr.json", Origin="https://example.org")
        self.assertEqual(text, (self.folder / "set" / "zarr.json").read_bytes())
        self.assertEqual(answer.headers["Access-Control-Allow-Origin"], "*")
        answer, _ = self.ask("/poster.zarr/0/c/0/0", "OPTIONS", Access_Control_Request_Headers="range")
        self.assertEqual((answer.status, answer.headers["Access-Control-Allow-Headers"]), (204, "Range"))
        shard = (self.folder / "set" / "0" / "c" / "0" / "0").read_bytes()
        answer, whole = self.ask("/poster.zarr/0/c/0/0")
        self.assertEqual((answer.status, whole), (200, shard))
        answer, nothing = self.ask("/poster.zarr/0/c/0/0", "HEAD")
        self.assertEqual((answer.status, int(answer.headers["Content-Length"]), nothing), (200, len(shard), b""))
        # The index at the end is asked for as the last bytes.
        for wanted, part in [("bytes=0-9", shard[:10]), ("bytes=100-", shard[100:]), ("bytes=-68", shard[-68:]),
                             (f"bytes=5-{2 ** 60}", shard[5:]), (f"bytes=-{len(shard) + 9}", shard)]:
            answer, some = self.ask("/poster.zarr/0/c/0/0", Range=wanted)
            self.assertEqual((answer.status, some), (206, part), wanted)
            self.assertIn(f"/{len(shard)}", answer.headers["Content-Range"])
        for wanted in [f"bytes={len(shard)}-", "bytes=-0", "bytes=" + ",".join(["0-0"] * 17)]:
            answer, _ = self.ask("/poster.zarr/0/c/0/0", Range=wanted)
            self.assertEqual((answer.status, answer.headers["Content-Range"]), (416, f"bytes */{len(shard)}"), wanted)

    def test_a_port_that_is_taken_is_refused(self):
        _, port = self.start_server()
        done = self.mariani("poster", "set", "--serve", "--port", str(port), status=1)
        self.assertIn(f"port {port}", done.stderr)


if __name__ == "__main__":
    unittest.main()
