"""What is done while an operation fails: commands, and recordings that the window plays."""

import dataclasses

BEGIN, END = "fault-begins", "fault-ends"  # files that a recording looks for, and that no one has

KINDS = ["allocation", "c-allocation", "file", "thread", "gl", "cuda", "launch-room"]


@dataclasses.dataclass
class Scenario:
    name: str
    arguments: list                             # of the command line; of a window less its recording
    events: list | None = None                  # while operations may fail; None: a command
    before: list = dataclasses.field(default_factory=list)
    starts: bool = False                        # operations may fail from the start
    closes: bool = False                        # they may fail to the end
    perhaps: list = dataclasses.field(default_factory=list)  # files that it writes or not, without a fault

    def has_window(self):
        return self.events is not None

    def recording(self):
        """Operations fail in the middle of it only; afterwards the window has to work."""
        mark = lambda name: {"event": "drop", "paths": [name + ".png"]}
        played = [*self.before, *([] if self.starts else [mark(BEGIN)]), *self.events]
        if not self.closes:
            played += [mark(END), *AFTERWARDS]
        return [{"wait": "settled", **event} for event in [*played, {"event": "quit"}]]


def command(what, /, **fields):
    return {"event": "command", "command": what, **fields}


def setting(field, value):
    return {"event": "set", "field": field, "value": value}


def resize(width, height):
    return {"event": "resize", "width": width, "height": height}


SCREENSHOT = command("screenshot")
PALETTE = "stops:0 000764,0.4 edffff,1 ffaa00"  # of a user's own: no palette that is listed

# The same picture whatever failed before.
AFTERWARDS = [resize(320, 200), setting("export.with_panel", False), setting("overlay.shown", False), setting("engine.engine", "ex"),
              setting("engine.dwell", 99), setting("colouring.palette", PALETTE),
              command("go_to", re=-0.75, im=0.1, height=0.03), command("recompute_frame"),
              SCREENSHOT]

SMALL = ["--view", "paper", "--size", "64x48", "--dwell", "60"]

# Races take long enough for no two of their pictures to be alike.
MAPS = ["--map", "bb,rb", "--repeat", "1"]
ENGINES = ["--engine", "bb,lambda", "--repeat", "1", "--steps", "300"]

COMMANDS = [
    Scenario("render", ["render", *SMALL, "--grid", "-o", "out.png", "--dwell-out", "dwells.npy",
                        "--regions-out", "regions.csv"]),
    # Large enough for several threads to write it.
    Scenario("render-in-bands", ["render", "--view", "paper", "--size", "1200x1600", "--dwell", "60",
                                 "-o", "out.png"]),
    Scenario("render-deep", ["render", "--view", "dandelion", "--size", "64x48", "-o", "out.png",
                             "--dwell-out", "dwells.npy"]),
    Scenario("bench", ["bench", *SMALL, "--engine", "ex,ask", "--repeat", "2", "-o", "log.csv"]),
    Scenario("bench-json", ["bench", *SMALL, "--repeat", "2", "-o", "log.json"]),
    Scenario("sweep-command", ["sweep", *SMALL, "--g", "2,4", "--r", "2", "--B", "8", "--repeat", "1",
                               "-o", "sweep.csv", "--plot", "heat.png", "--remember"]),
    Scenario("race-command", ["race", *SMALL, "--racer", "ex", "--racer", "ask", "--repeat", "2",
                              "-o", "race.csv", "--plot", "race.png"]),
    Scenario("check", ["check", *SMALL, "--engine", "ask", "-o", "wrong.csv"]),
    Scenario("model", ["model", "--n", "1024", "--vary", "g", "--over", "2,4", "-o", "model.csv"]),
    Scenario("reproduce", ["reproduce", "modeling.cores", "modeling.omega-limit", "--backend", "cpu",
                           "-o", "report"]),
    Scenario("info", ["info"]),
    *(Scenario(f"{workload}-{name}", [name, "--workload", workload, "--backend", "cpu", *words])
      for workload, name, words in [
          ("triangle", "render", ["--n", "60", "-o", "out.png", "--trace-out", "trace.csv",
                                  "--values-out", "values.npy"]),
          ("triangle", "bench", ["--n", "60", *MAPS, "-o", "log.csv"]),
          ("triangle", "race", ["--n", "400", *MAPS, "-o", "race.csv", "--plot", "race.png"]),
          ("triangle", "sweep", ["--n", "60,70", *MAPS, "-o", "sweep.csv"]),
          ("triangle", "check", ["--n", "60", "--map", "bb,rb", "-o", "wrong.csv"]),
          ("gasket", "render", ["--r", "4", "--size", "48x48", "-o", "out.png", "--state-out",
                                "state.npy"]),
          ("gasket", "bench", ["--r", "4", *ENGINES, "-o", "log.csv"]),
          ("gasket", "race", ["--r", "6", *ENGINES, "-o", "race.csv", "--plot", "race.png"]),
          ("gasket", "sweep", ["--r", "3,4", *ENGINES, "-o", "sweep.csv"]),
          ("gasket", "check", ["--r", "4", "-o", "wrong.csv", "--state-out", "state.npy"]),
          ("volume", "render", ["--n", "16", "-o", "out.png", "--dwell-out", "dwells.npy"]),
          ("volume", "bench", ["--n", "16", "--repeat", "1", "-o", "log.csv"]),
          ("volume", "race", ["--n", "16", "--repeat", "1", "-o", "race.csv", "--plot",
                              "race.png"]),
          ("volume", "sweep", ["--n", "8,16", "--repeat", "1", "-o", "sweep.csv"]),
          ("volume", "check", ["--n", "16", "-o", "wrong.csv"])]),
]

VIEW = ["--view", "paper", "--dwell", "80"]

WINDOWS = [
    Scenario("start", VIEW, [], starts=True),
    Scenario("frame", VIEW, [command("zoom_by", factor=0.5), command("recompute_frame"),
                             setting("colouring.shown", "work"), command("toggle_grid")]),
    Scenario("deep", ["--view", "dandelion"],
             [command("zoom_by", factor=0.5), command("recompute_frame"),
              setting("engine.quality", "preview")]),
    Scenario("screenshot", VIEW, [SCREENSHOT, setting("export.with_panel", True), SCREENSHOT]),
    Scenario("poster", VIEW, [command("export_poster")],
             before=[setting("export.size", [300, 200])]),
    Scenario("log", VIEW, [command("start_timing_log"), command("zoom_by", factor=0.5),
                           command("zoom_by", factor=0.5), command("stop_timing_log")]),
    Scenario("settings", VIEW, [setting("engine.g", 8),
                                command("add_bookmark", name="another"),
                                command("start_recording"), command("toggle_panel"),
                                command("stop_recording"), command("remove_bookmark", name="another")]),
    Scenario("sweep", VIEW, [command("sweep", g="2,4", r="2", B="16"), command("export_sweep"),
                             command("tune"), command("measure_model"), command("check_frame")],
             before=[resize(200, 160), command("toggle_laboratory")],
             # Nothing is remembered where the gain may be noise.
             perhaps=["config/mariani/tunings.toml", "config/mariani/.tunings.toml.lock"]),
    Scenario("race", VIEW, [command("race", racers=["ex", "ask"], repeat=2, seed=1, energy=False),
                            command("export_race")],
             before=[resize(200, 160), command("toggle_laboratory")]),
    Scenario("engine", VIEW, [setting("engine.engine", "ex"), setting("engine.engine", "dp"),
                              setting("engine.engine", "ask"), setting("engine.threads", 1),
                              setting("engine.engine", "auto")]),
    Scenario("resize", VIEW, [resize(300, 200), resize(520, 320), resize(1, 1), resize(400, 300)]),
    Scenario("close", VIEW, [command("zoom_by", factor=0.5)], before=[setting("engine.g", 8)],
             closes=True),
]

SCENARIOS = {scenario.name: scenario for scenario in COMMANDS + WINDOWS}
