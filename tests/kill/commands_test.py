"""Every command that writes is killed at random moments: the old file or the new one is there,
whole, a sweep's file has every row that was whole, and the next run works and sweeps up.

MARIANI_KILLS=100 MARIANI_SEED=1 tests/kill/commands_test.py"""

import json
import os
import random
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "window"))

from killing import Killer  # noqa: E402
from program import MARIANI, Program  # noqa: E402
from whole import json_of, npy, page, png, table, toml_of  # noqa: E402

KILLS = int(os.environ.get("MARIANI_KILLS", "5"))
SEED = int(os.environ.get("MARIANI_SEED", random.SystemRandom().randrange(1 << 30)))
SMALL = ["--size", "48x48", "--dwell", "60", "--view", "paper"]
TRIANGLE = ["--workload", "triangle", "--backend", "cpu", "--n", "100", "--threads", "2"]
GASKET = ["--workload", "gasket", "--backend", "cpu", "--threads", "2"]
LIST_OF_RUNS = ["--engine", "ex,ask", "--repeat", "3"]


class KilledCommands(unittest.TestCase):
    def setUp(self):
        self.program = Program(None)
        self.addCleanup(self.program.close)

    def run_whole(self, arguments, expected=(0,)):
        done = self.program.run(*arguments)
        self.assertIn(done.returncode, expected, done.stderr)

    def start(self, arguments):
        def start(wrapper):
            return subprocess.Popen(
                [*wrapper, MARIANI, *arguments], cwd=self.program.home,
                env=self.program.environment(), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return start

    def parts(self):
        return list(self.program.home.rglob("*.part"))

    def kill(self, name, arguments, outputs, expected=(0,)):
        """`outputs` has for each file that the command writes what tells whether it is whole."""
        paths = [self.program.home / output for output in outputs]
        old = f"the old file of {name}\n".encode()
        touching = "|".join([*(path.name.replace(".", r"\.") for path in paths), r"\.part"])
        killer = Killer(self.start(arguments), touching, f"{SEED} {name}", self.program.home)
        replaced = 0
        for number in range(KILLS):
            for path in paths:
                path.write_bytes(old)
            how = killer.kill_once()
            for path, whole in zip(paths, outputs.values()):
                with self.subTest(name, seed=SEED, number=number, how=how, file=path.name):
                    if path.read_bytes() != old:
                        whole(path)
                        replaced += 1
            self.run_whole(arguments, expected)
            for path, whole in zip(paths, outputs.values()):
                whole(path)
            self.assertEqual([], self.parts(), f"{name}, seed {SEED}, {how}")
        print(f"{name}: {KILLS} kills {dict(killer.moments)}, {replaced} of "
              f"{KILLS * len(paths)} files were the new ones", flush=True)

    def test_render(self):
        self.kill("render", ["render", "-o", "a.png", "--dwell-out", "d.npy", "--regions-out",
                             "r.csv", *SMALL],
                  {"a.png": png((48, 48)), "d.npy": npy((48, 48)),
                   "r.csv": table("level,x,y,width,height,outcome,dwell")})

    def test_poster(self):
        self.kill("poster", ["render", "-o", "a.png", "--size", "4100x16", "--dwell", "60",
                             "--dwell-out", "d.npy"],
                  {"a.png": png((4100, 16)), "d.npy": npy((16, 4100))})

    def test_bench(self):
        self.kill("bench", ["bench", *LIST_OF_RUNS, "-o", "log.csv", "--experiment", "e.json",
                            *SMALL],
                  {"log.csv": table("time,engine", 6),
                   "e.json": json_of(lambda json: len(json["record"]["rows"]) == 2)})
        self.kill("bench as JSON", ["bench", *LIST_OF_RUNS, "-o", "log.json", *SMALL],
                  {"log.json": json_of(lambda json: len(json) == 6)})

    def test_experiment(self):
        self.run_whole(["bench", *LIST_OF_RUNS, "--experiment", "given.json", *SMALL])
        self.kill("experiment", ["bench", "given.json", "-o", "e.json", "--plot", "p.png"],
                  {"e.json": json_of(lambda json: len(json["record"]["rows"]) == 2),
                   "p-ask-sbr.png": png()})

    def test_race(self):
        self.kill("race", ["race", "--racer", "ex", "--racer", "ask", "--repeat", "2", "-o",
                           "race.csv", "--plot", "race.png", *SMALL],
                  {"race.csv": table("rank,engine", 2),
                   "race.png": png()})

    def test_check(self):
        for output, whole in [("wrong.csv", table("x,y,shown", may_be_empty=True)),
                              ("wrong.png", png((48, 48)))]:
            self.kill(f"check -o {output}", ["check", "-o", output, *SMALL], {output: whole},
                      expected=(0, 1))

    def test_model(self):
        self.kill("model", ["model", "--n", "4096", "--vary", "B", "--over", "8..64", "-o",
                            "m.csv"], {"m.csv": table("n,g,r,B", 4)})

    def test_suite(self):
        self.kill("suite", ["bench", "--suite", "--scale", "1024", "--repeat", "1", "--backend",
                            "cpu", "-o", "suite.json"],
                  {"suite.json": json_of(lambda json: len(json["rows"]) > 5)})

    def test_sweep_s_pictures(self):
        self.kill("sweep's plots", ["sweep", "--g", "2,4", "--B", "4,8", "--repeat", "1", "--plot",
                                    "p.png", "--curves", "c.png", "--curves-out", "c.csv", *SMALL],
                  {"p.png": png(),
                   "c.png": png(),
                   "c.csv": table("variable,value")})

    def test_triangle(self):
        self.kill("triangle's picture", ["render", *TRIANGLE, "--map", "bb", "-o", "a.png",
                                         "--trace-out", "t.csv", "--values-out", "v.npy"],
                  {"a.png": png(), "t.csv": table("launch,block,use", 49), "v.npy": npy((5050,))})
        maps = ["--map", "bb,rb", "--repeat", "2"]
        self.kill("triangle's bench", ["bench", *TRIANGLE, *maps, "-o", "log.csv"],
                  {"log.csv": table("time,workload", 4)})
        self.kill("triangle's race", ["race", *TRIANGLE, *maps, "-o", "race.csv", "--plot",
                                      "race.png"],
                  {"race.csv": table("rank,workload", 2), "race.png": png()})
        self.kill("triangle's sweep", ["sweep", *TRIANGLE, *maps, "--rho", "8,16", "-o",
                                       "sweep.csv"], {"sweep.csv": table("workload,engine", 4)})
        self.kill("triangle's check", ["check", *TRIANGLE, "--map", "bb,rb", "-o", "c.csv"],
                  {"c.csv": table("workload,engine", 2)})

    def test_gasket(self):
        small = [*GASKET, "--r", "5", "--steps", "9"]
        self.kill("gasket's picture", ["render", *small, "-o", "a.png", "--state-out", "s.npy",
                                       "--size", "48x48"],
                  {"a.png": png((48, 48)), "s.npy": npy((3 ** 5,))})
        engines = ["--engine", "bb,lambda", "--repeat", "2"]
        self.kill("gasket's bench", ["bench", *small, *engines, "-o", "log.csv"],
                  {"log.csv": table("time,workload", 4)})
        self.kill("gasket's race", ["race", *small, *engines, "-o", "race.csv", "--plot",
                                    "race.png"],
                  {"race.csv": table("rank,workload", 2), "race.png": png()})
        self.kill("gasket's sweep", ["sweep", *GASKET, "--steps", "9", *engines, "--r", "4,5",
                                     "-o", "sweep.csv"],
                  {"sweep.csv": table("workload,engine", 4)})
        self.kill("gasket's check", ["check", *small, "-o", "c.csv", "--state-out", "s.npy"],
                  {"c.csv": table("workload,engine"), "s.npy": npy((3 ** 5,))})

    def test_volume(self):
        small = ["--workload", "volume", "--backend", "cpu", "--threads", "2", "--n", "16"]
        engines = ["--engine", "ex,ask", "--repeat", "2"]
        self.kill("volume's picture", ["render", *small, "-o", "a.png", "--dwell-out", "v.npy"],
                  {"a.png": png(), "v.npy": npy((16, 16, 16))})
        self.kill("volume's bench", ["bench", *small, *engines, "-o", "log.csv"],
                  {"log.csv": table("time,workload", 4)})
        self.kill("volume's race", ["race", *small, *engines, "-o", "race.csv", "--plot",
                                    "race.png"],
                  {"race.csv": table("rank,workload", 2), "race.png": png()})
        self.kill("volume's sweep", ["sweep", *small, *engines, "--B", "2,4", "-o", "sweep.csv"],
                  {"sweep.csv": table("workload,engine", 4)})
        self.kill("volume's check", ["check", *small, "--engine", "ask", "-o", "c.csv"],
                  {"c.csv": table("workload,engine", 1)})

    def test_tunings(self):
        """The old file is one that the program has written, with another view's find."""
        remember = ["sweep", "--g", "2,4", "--repeat", "1", "--remember"]
        self.run_whole([*remember, "--size", "16x16"])
        path = self.program.home / "config" / "mariani" / "tunings.toml"
        old = path.read_bytes()
        arguments = [*remember, *SMALL]
        killer = Killer(self.start(arguments), r"tunings\.toml|\.part", f"{SEED} tunings",
                        self.program.home)
        replaced = 0
        for _ in range(KILLS):
            path.write_bytes(old)
            how = killer.kill_once()
            with self.subTest("tunings", seed=SEED, how=how):
                if path.read_bytes() != old:
                    toml_of(lambda toml: len(toml["tuning"]) == 2)(path)
                    replaced += 1
            self.run_whole(arguments)
            toml_of(lambda toml: len(toml["tuning"]) == 2)(path)
            self.assertEqual([], self.parts())
        print(f"tunings: {KILLS} kills {dict(killer.moments)}, {replaced} files were the new ones",
              flush=True)

    def test_reproduce(self):
        """The old report has one claim, and the new one another besides, with its table."""
        report, table_path = Path("report"), Path("report") / "modeling.omega-limit.csv"
        one, other = "modeling.cores", "modeling.omega-limit"
        begin = ["reproduce", one, "--backend", "cpu", "-o", report]
        arguments = ["reproduce", one, other, "--backend", "cpu", "-o", report]
        folder = self.program.home / report
        self.run_whole(begin)
        old = {path: path.read_bytes() for path in folder.iterdir()}

        def is_new(json):
            claims = [claim["id"] for claim in json["claims"]]
            self.assertIn(claims, [[one], [other, one]])
            return len(claims) == 2

        def reset():
            for path, content in old.items():
                path.write_bytes(content)
            (self.program.home / table_path).unlink(missing_ok=True)

        killer = Killer(self.start(arguments), r"/report", f"{SEED} reproduce", self.program.home,
                        reset)
        replaced = 0
        for number in range(KILLS):
            reset()
            how = killer.kill_once()
            with self.subTest("reproduce", seed=SEED, number=number, how=how):
                if is_new(json.loads((folder / "report.json").read_text(encoding="utf-8"))):
                    replaced += 1
                page(folder / "report.html")
                if other in (folder / "report.html").read_text(encoding="utf-8"):
                    table("x,command,row")(self.program.home / table_path)
            self.run_whole(arguments)
            json_of(is_new)(folder / "report.json")
            table("x,command,row", 4 * 18)(self.program.home / table_path)
            self.assertEqual([], self.parts())
        print(f"reproduce: {KILLS} kills {dict(killer.moments)}, {replaced} reports were the new ones",
              flush=True)

    def test_sweep(self):
        """A journal: each run resumes what the killed ones before it have measured."""
        path = self.program.home / "sweep.csv"
        arguments = ["sweep", "--g", "2..32", "--r", "2,4", "--B", "4..32", "--repeat", "1", "-o",
                     path.name, *SMALL]
        killer = Killer(self.start(arguments), r"sweep\.csv", f"{SEED} sweep", self.program.home,
                        lambda: path.unlink(missing_ok=True))
        cells, rows_kept = 5 * 2 * 4, 0
        for number in range(KILLS):
            before = path.read_bytes() if path.exists() else b""
            if before.count(b"\n") > cells:
                path.unlink()
                before = b""
            whole = before[:before.rfind(b"\n") + 1]
            how = killer.kill_once()
            after = path.read_bytes() if path.exists() else b""
            with self.subTest("sweep", seed=SEED, number=number, how=how):
                self.assertTrue(after.startswith(whole), "a row that was whole is lost")
                rows_kept += whole.count(b"\n")
                lines = after[:after.rfind(b"\n") + 1].splitlines()
                self.assertEqual(len(set(lines)), len(lines))
        self.run_whole(arguments)
        table("device,engine", cells)(path)
        print(f"sweep: {KILLS} kills {dict(killer.moments)}, {rows_kept} rows were resumed with",
              flush=True)


if __name__ == "__main__":
    print(f"seed {SEED}", flush=True)
    unittest.main(verbosity=2)
