"""Random recordings: every command, every field of the settings in range and out of range, the mouse,
the keyboard, sizes and dropped files, in rounds that end in a picture at rest."""

import json
import re
from pathlib import Path

WORKLOADS = Path(__file__).parents[2] / "app/workloads"


def section_names():
    """The side panel's, of all tabs."""
    return [name for tab in WORKLOADS.glob("*/tab.cpp")
            for name in re.findall(r'\{"(\w+)", "[A-Z]', tab.read_text(encoding="utf-8"))]


VIEWS = [(-0.5, 0, 2), (-0.745, 0.113, 0.02), (-0.1, 0, 0.05), (0.28, 0.01, 0.1), (2, 2, 0.5),
         (-1.25, 0.02, 0.01), (-0.7436438870371587, 0.13182590420531198, 1e-5)]

# What each field may be. What it may not be is the same for all.
FIELDS = {
    "view.center_re": [-2.0, -0.75, 0.3], "view.center_im": [-0.5, 0.0, 0.1],
    "view.julia": ["none", "none", "-0.8,0.156"],
    "view.height_im": [4, 2, 0.5, 1e-3, 1e-9],
    "engine.engine": ["auto", "ex", "dp", "ask"], "engine.scheme": ["auto", "sbr", "mbr", "wpr"],
    "engine.backend": ["auto", "cpu", "cuda"],
    "engine.precision": ["auto", "f32", "f64", "deltas", "scaled", "double-double", "mpfr"],
    "engine.quality": ["proven", "preview"],
    "engine.insertion": ["region", "child", "scan"],
    "engine.dwell": [1, 64, 512, 3000, 65535, 65536], "engine.g": ["auto", 1, 2, 3, 32, 1000],
    "engine.r": ["auto", 2, 3, 16], "engine.B": [1, 4, 16, 100], "engine.threads": ["auto", 1, 2, 5],
    "engine.fill": ["uniform", "interior", "safe"], "engine.shortcuts": [True, False],
    "engine.block": ["auto", "16x16", "64x4"], "engine.device": ["auto", 0],
    "colouring.palette": ["stops:0 000000,0.4 ff8000,1 ffffff", "viridis", "cividis", "inferno", "twilight", "blue-gold", "grey"],
    "colouring.mapping": ["cyclic", "stretched", "equalised", "distance"],
    "colouring.period": [1.0, 20.0, 64.0], "colouring.offset": [0.0, 0.3],
    "colouring.reversed": [True, False], "colouring.smooth": [True, False],
    "colouring.inside": [[0.0, 0.0, 0.0], [1.0, 0.2, 0.0]],
    "colouring.shown": ["dwell", "work", "level", "outcome"], "colouring.samples": [1, 2, 3],
    "colouring.shaded": [True, False], "colouring.light_angle": [0.0, 135.0, 359.0],
    "colouring.light_height": [0.0, 45.0, 90.0],
    "overlay.shown": [True, False], "overlay.filled": [True, False],
    "overlay.subdivided": [True, False], "overlay.leaves": [True, False],
    "overlay.levels": [0, 1, 5, 0xFFFFFFFF], "overlay.replay_level": [-1, 0, 3],
    "overlay.tint": [0.0, 0.5], "overlay.line_opacity": [0.0, 1.0],
    "export.size": ["64x48", "640x400"], "export.with_overlay": [True, False],
    "export.with_panel": [True, False], "export.folder": ["", "/proc/nowhere"],
    "export.log_format": ["csv", "json"],
    "window.panel_shown": [True, False], "window.panel_left": [True, False],
    "window.panel_width": [200.0, 470.0, 900.0],
    "window.verify_fills": [True, False], "window.prove_at_rest": [True, False],
    "window.automatic_dwell": [True, False], "window.laboratory_width": [100.0, 560.0, 2000.0],
    "window.timeline_shown": [True, False], "window.timeline_height": [1.0, 160.0, 2000.0],
    "window.panel_part": ["explore", "regions", "measure"],
    "window.interface_scale": [0.5, 1.0, 1.7], "window.size": ["640x400"],
    "insets.orbit": [True, False], "insets.julia": [True, False], "insets.minimap": [True, False],
    "insets.rectangle": [True, False],
    "compare.with": ["engine", "fills", "palette"], "compare.palette": ["inferno", "nothing"],
    "compare.wiper": [True, False], "compare.divider": [0.0, 0.4, 1.0], "window.cycle_speed": [0.1, 60.0],
    "workload.name": ["mandelbrot", "mandelbrot", "triangle", "gasket", "curves", "points", "volume"],
    "triangle.map": ["bb", "ltm", "ltm-square", "utm", "rb", "rb-threads", "rec", "h", "dp", "ltm-n",
                     "ltm-strict", "ltm-x", "ltm-r", "rb-printed", "utm-printed", "utm-n",
                     "ltm-strict-printed"],
    "triangle.test": ["map", "dummy", "accumulate", "edm", "collision"],
    "triangle.n": [1, 100, 1000, 1024, 30720], "triangle.rho": ["auto", 8, 16, 32, 64, 128],
    "triangle.features": ["auto", 1, 3, 4], "triangle.diagonal": ["auto", True, False],
    "triangle.epsilon": [1e-4, 0.0], "triangle.m": ["auto", 1, 7], "triangle.cells": ["auto", 1, 8],
    "triangle.layout": ["auto", "packed", "tiles", "full"], "triangle.seed": [0, 1, 99],
    "triangle.backend": ["auto", "cpu", "cuda"],
    "triangle.colour": ["order", "unit", "start", "duration", "use"],
    "triangle.coverage": [True, False], "triangle.time": [0.0, 1.5, 1000.0],
    "triangle.grid_x": [0.0, 0.3], "triangle.grid_y": [0.0, 1.0],
    "triangle.grid_size": [1.0, 0.25, 1e-6],
    "triangle.cells_x": [0.0, 0.3], "triangle.cells_y": [0.0, 1.0],
    "triangle.cells_size": [1.0, 0.25, 1e-6],
    "volume.function": ["julibrot", "julibrot", "mandelbulb"], "volume.k": [2, 3, 3, 4],
    "volume.n": [1, 17, 24, 32], "volume.dwell": [1, 30, 256], "volume.center_re": ["auto", -0.5],
    "volume.center_im": ["auto", 0.25], "volume.height": ["auto", 0.5, 1e-6],
    "volume.turn": [0.0, 0.125, 1.0], "volume.g": ["auto", 1, 4], "volume.r": [2, 3, 4],
    "volume.B": ["auto", 1, 4, 64], "volume.rule": ["uniform", "interior", "sides"],
    "volume.engine": ["ex", "dp", "ask", "surface"], "volume.scheme": ["sbr", "mbr", "wpr"],
    "volume.pool": [1, 64, 2048], "volume.shortcuts": [True, False],
    "volume.encoding": ["coords", "canonical", "morton", "hilbert", "levels"],
    "volume.order": ["arrival", "stable", "sorted"], "volume.precision": ["auto", "f32", "f64"],
    "volume.backend": ["auto", "cpu", "cuda"], "volume.shown": ["slices", "space"],
    "volume.x": ["auto", 0, 2000], "volume.y": ["auto", 5], "volume.z": ["auto", 9],
    "volume.u": ["auto", 3], "volume.grid": [True, False], "volume.surface": [True, False],
    "volume.boxes": [True, False], "volume.line": [True, False], "volume.level": ["auto", 0, 9],
    "volume.solid": ["auto", 1, 12, 9999], "volume.yaw": [-180.0, 35.0], "volume.pitch": [-89.0, 25.0],
    "volume.distance": [0.3, 2.4, 20.0],
    "gasket.fractal": ["gasket", "carpet", "vicsek", "2:0,0/1,1", "3:0,0/1,1/2,2/0,2"],
    "gasket.r": [0, 1, 3, 5, 7], "gasket.rule": ["B2/S23", "B3/S23", "B1/S1", "B/S", "B012345678/S8"],
    "gasket.engine": ["auto", "bb", "lambda", "nu", "nu-mma", "table", "bits"], "gasket.rho": [1, 8, 16, 32],
    "gasket.tile": ["auto", 3, 5, 8], "gasket.fuse": [1, 4, 7], "gasket.shared": ["auto", True, False],
    "gasket.backend": ["auto", "cpu", "cuda"],
    "gasket.density": [0.0, 0.5, 1.0], "gasket.seed": [0, 1, 99], "gasket.steps": [0, 1, 300],
    "gasket.center_x": [0.0, 100.5], "gasket.center_y": [0.0, 77.0],
    "gasket.height": ["auto", 0.5, 8, 3000.0], "gasket.running": [True, False],
    "gasket.speed": ["auto", 1, 20, 1000],
    "gasket.blocks": ["auto", "order", "unit", "start", "duration", "use"],
    "gasket.coverage": [True, False], "gasket.tiles": [True, False],
    "gasket.detail": ["digits", "around", "matrices", "published"],
    "curves.lines": [1, 100, 5000], "curves.factor": ["auto", 1.0, 16.0, 64.0],
    "curves.tolerance": [0.1, 0.5, 10.0], "curves.cap": [2, 32, 256],
    "curves.engine": ["flat", "dp", "dp-warp", "dp-block", "dp-grid", "scan"],
    "curves.parent_block": [32, 64, 256], "curves.child_block": [32, 64],
    "curves.streams": ["null", "named", "forget"], "curves.pool": [1, 64, 2048],
    "curves.backend": ["auto", "cpu", "cuda"], "curves.seed": [0, 1, 99], "curves.time": [0.0, 1.5, 1000.0],
    "curves.speed": [0.01, 1.0, 100.0],
    "curves.center_x": [0.0, 0.5], "curves.center_y": [0.5, 1.0],
    "curves.height": [1.0, 0.1, 0.01],
    "curves.memory": ["room", "malloc"], "curves.heap": [4194304, 8388608],
    "curves.repair": [True, False], "curves.colour": ["vertices", "block", "unit", "start"],
    "curves.placed": [[], [[1, 0.25, 0.75]], [[0, 0.5, 0.5], [1, 1.0, 0.0], [2, 0.1, 0.9]]],
    "points.points": [0, 1, 60, 5000], "points.min": [0, 1, 16], "points.depth": [1, 6, 12],
    "points.engine": ["dp", "dp-mbr", "ask", "linear", "karras"], "points.pool": [1, 64, 2048],
    "points.block": [32, 128, 1024],
    "points.backend": ["auto", "cpu", "cuda"],
    "points.distribution": ["uniform", "clumps", "spiral", "grid", "mouse", "picture"],
    "points.pixels": ["", "/proc/nowhere"], "points.seed": [0, 1, 99],
    "points.speed": [0.01, 1.0, 100.0],
    "points.time": [0.0, 1.5, 1000.0], "points.place_x": [0.0, 0.5], "points.place_y": [0.5, 1.0],
    "points.circle": [True, False], "points.radius": [0.01, 0.1], "points.counts": [True, False],
    "points.strips": [True, False], "points.center_x": [0.0, 0.5], "points.center_y": [0.5, 1.0],
    "points.height": [1.0, 0.1],
    **{f"sections.{name}{part}": [True, False] for name in section_names() for part in ("", "_details")},
}
WRONG = [-1, 0, 1e308, 10 ** 30, "nonsense", "", None, True, [], [1, 2], {}, "\u009b"]

# As they are again at the end of a round.
REST = {"engine.engine": "auto", "engine.scheme": "auto", "engine.backend": "auto",
        "engine.precision": "auto", "engine.dwell": 700, "engine.g": "auto", "engine.r": "auto",
        "engine.B": 16, "engine.threads": "auto", "engine.shortcuts": True, "engine.fill": "uniform",
        "engine.device": "auto", "engine.block": "auto",
        "colouring.shown": "dwell", "colouring.smooth": False, "colouring.palette": "blue-gold",
        "colouring.inside": [0.0, 0.0, 0.0], "colouring.mapping": "cyclic",
        "colouring.period": 64.0, "colouring.offset": 0.0, "colouring.samples": 1, "colouring.shaded": False, "overlay.shown": False,
        "export.folder": "", "export.size": "64x48", "window.panel_shown": True,
        "window.panel_left": False, "window.panel_width": 470.0, "window.panel_part": "explore",
        "window.laboratory_width": 560.0, "window.interface_scale": 1.0,
        "window.timeline_shown": False, "window.timeline_height": 160.0,
        "window.verify_fills": False, "window.prove_at_rest": False, "window.automatic_dwell": False,
        "insets.orbit": False, "insets.julia": False, "insets.minimap": False, "compare.wiper": False,
        "workload.name": "mandelbrot"}

# What is quickly on the screen, where the program's own values are not.
SMALL = REST | {"triangle.n": 100, "gasket.r": 5, "points.points": 5000, "volume.n": 24, "window.size": "640x400"}
TOGETHER = 6  # fields of a pair's tab that change at once: more would hide each other

# A recording that is played within the recording; its end does not end that.
VISIT = [{"event": "command", "command": "toggle_grid"}, {"event": "scroll", "y": 1},
         {"time": 0.1, "event": "key", "key": "G"}, {"event": "quit"}]

KEYS = ["C", "G", "L", "O", "J", "M", "F1", "F5", "F12", "Tab", "F6", "F10", "Enter", "Home", "Left", "Right", "T", "Space", "Up", "Down", "+", "-", "Esc"]


def setting(field, value):
    return {"event": "set", "field": field, "value": value}


def resize(width, height):
    return {"event": "resize", "width": width, "height": height}


class Recording:
    """Events with times, from a seed."""

    def __init__(self, random, backends, files, size):
        self._random = random
        self._backends = backends
        self._files = files
        self._size = size  # of the window at the end of a round
        self._time = 0.0
        self._events = []

    def last_for(self, seconds):
        """Adds rounds until it plays for as long, however fast the machine is."""
        while self._time < seconds:
            self._add_round()

    def add_rounds(self, count):
        for _ in range(count):
            self._add_round()

    def add_pairs(self, usual):
        """Each value of each field is on the screen in each tab, a few fields at a time; the others
        are as usual."""
        values = FIELDS | {"engine.backend": self._backends}
        tabs = dict.fromkeys(values.pop("workload.name"))
        for tab in tabs:
            self._add(setting("workload.name", tab))
            for place in range(max(map(len, values.values()))):
                fields = [field for field in values if place < len(values[field])]
                self._random.shuffle(fields)
                for begin in range(0, len(fields), TOGETHER):
                    self._show({field: values[field][place] for field in fields[begin:begin + TOGETHER]},
                               usual)

    def _show(self, fields, usual):
        for field, value in fields.items():
            self._add(setting(field, value))
        self._add({"event": "wait", "wait": "shown"})
        for field in fields:
            self._add(setting(field, usual[field]))

    def text(self):
        return json.dumps([*self._events, {"event": "quit", "wait": "settled"}])

    def _add(self, event, pause=0.0):
        self._time += pause
        self._events.append({**event, "time": round(self._time, 4)})

    def _command(self, name, pause=0.0, /, **fields):
        self._add({"event": "command", "command": name, **fields}, pause)

    def _add_round(self):
        kinds = [self._navigate, self._navigate, self._set_fields, self._press_and_type,
                 self._resize, self._storm, self._experiment, self._export, self._any_commands]
        for kind in self._random.sample(kinds, 3):
            kind()
        self._come_to_rest()

    def _come_to_rest(self):
        for name in ["stop_experiment", "cancel_export", "stop_timing_log", "stop_recording",
                     "stop_frame", "stop_frame", "stop_frame"]:  # some may close help and a film
            self._command(name, 0.01)
        self._add(resize(*self._size), 0.01)
        for field, value in REST.items():
            self._add(setting(field, value))
        re, im, height = self._random.choice(VIEWS)
        self._command("go_to", re=re, im=im, height=height)
        self._command("recompute_frame")  # the same one may have been stopped
        self._add({"event": "wait", "wait": "settled"})
        self._add({"event": "move", "x": 700.0, "y": 500.0}, 0.4)
        self._add({"event": "wait", "wait": "settled"}, 0.4)

    def _view(self):
        re, im, height = self._random.choice(VIEWS)
        return {"re": re, "im": im, "height": height}

    def _navigate(self):
        random = self._random
        for _ in range(random.randrange(5, 40)):
            pause = random.choice([0, 0.004, 0.03, 0.15])
            x, y = random.uniform(0, 800), random.uniform(0, 700)
            kind = random.randrange(8)
            if kind < 3:
                self._add({"event": "move", "x": x, "y": y}, pause)
                self._add({"event": "scroll", "y": random.choice([-3, -1, 1, 1, 2])})
            elif kind == 3:
                self._command("zoom_by", pause, factor=random.choice([0.5, 0.9, 1.3, 1e-3, 1e3]))
            elif kind == 4:
                self._command("pan_by", pause, x=random.uniform(-1, 1), y=random.uniform(-1, 1))
            elif kind == 5:
                self._drag(x, y, ["shift"] if random.random() < 0.3 else [], pause)
            elif kind == 6:
                self._command(random.choice(["undo_view", "redo_view", "home_view",
                                             "play_subdivision", "end_opening", "start_tour"]),
                              pause)
            else:
                self._command("go_to", pause, **self._view())

    def _drag(self, x, y, mods, pause):
        which = self._random.choice(["left", "left", "right"])  # moves the view, or glides
        button = {"event": "button", "button": which, "mods": mods}
        self._add({**button, "action": "press", "x": x, "y": y}, pause)
        for step in range(1, 4):
            self._add({"event": "move", "x": x + 31 * step, "y": y + 17 * step}, 0.01)
        self._add({**button, "action": "release"}, 0.01)

    def _set_fields(self):
        random = self._random
        for _ in range(random.randrange(5, 40)):
            field = random.choice(list(FIELDS))
            values = WRONG if random.random() < 0.3 else FIELDS[field]
            if field == "engine.backend" and values is not WRONG:
                values = self._backends
            self._add(setting(field, random.choice(values)), random.choice([0, 0.02, 0.2]))

    def _press_and_type(self):
        """On the panel, wherever its fields are, and with keys."""
        random = self._random
        for _ in range(random.randrange(5, 30)):
            kind = random.randrange(4)
            if kind == 0:
                self._add({"event": "key", "key": random.choice(KEYS)}, 0.03)
            elif kind == 1:
                self._add({"event": "text", "text": random.choice(["7", "-1", "1e9", "abc", "."])})
            else:
                place = {"x": random.uniform(820, 1270), "y": random.uniform(0, 790)}
                self._add({"event": "button", "action": random.choice(["click", "double"]),
                           **place}, 0.05)
        self._add({"event": "key", "key": "Esc"}, 0.03)

    def _resize(self):
        random = self._random
        for _ in range(random.randrange(3, 25)):
            sides = random.choice([(1, 1), (40, 3), (640, 480), (1500, 900),
                                   (random.randrange(100, 1500), random.randrange(100, 900))])
            self._add(resize(*sides), random.choice([0, 0.01, 0.1]))

    def _storm(self):
        """Frames that would take minutes, cancelled by views that follow each other."""
        random = self._random
        for field, value in [("engine.dwell", 10_000_000), ("engine.shortcuts", False),
                             ("engine.engine", random.choice(["ex", "ask", "dp"])),
                             ("engine.backend", random.choice(self._backends))]:
            self._add(setting(field, value))
        self._command("go_to", re=-0.1, im=0.0, height=0.05)
        for _ in range(random.randrange(20, 60)):
            self._command("pan_by", random.choice([0.01, 0.05, 0.2]), x=random.uniform(-0.1, 0.1),
                          y=random.uniform(-0.1, 0.1))
        self._command("stop_frame", 0.05)
        self._add(setting("engine.dwell", 512))

    def _experiment(self):
        random = self._random
        begin = random.choice([("measure_model", {}), ("check_frame", {}), ("measure_energy", {}),
                               ("sweep", {"g": "2,4", "r": "2", "B": "8..32"}), ("tune", {}),
                               ("measure_lists", {"energy": False}),
                               ("reproduce", {"claims": ["modeling.cores", "modeling.start"],
                                              "minutes": 1}),
                               ("show_claim", {"claim": "modeling.ask-gain"}),
                               ("race", {"racers": ["ex", "ask,g=8,B=8", "dp-mbr"], "repeat": 3,
                                         "seed": 7, "energy": False})])
        self._command("toggle_laboratory", 0.02)
        self._command(begin[0], 0.02, **begin[1])
        self._navigate()
        if random.random() < 0.5:
            self._command("stop_experiment", 0.1)
        for name in ["watch_race", "export_race", "export_race_film", "export_sweep", "forget_tuning",
                     "toggle_laboratory"]:
            self._command(name, 0.02)

    def _export(self):
        random = self._random
        self._command("start_timing_log", 0.02)
        for _ in range(random.randrange(1, 5)):
            self._command(random.choice(["screenshot", "export_poster"]), 0.1)
            self._command("zoom_by", 0.05, factor=0.7)
        self._command("export_replay", 0.02, format=random.choice(["webp", "webp", "mp4", "gif"]))
        self._command("cancel_export", random.choice([0, 0.5]))
        self._command("stop_timing_log", 0.02)

    def _any_commands(self):
        random = self._random
        name = f"mark {random.randrange(20)}"
        commands = [("copy_coordinates", {}), ("paste_coordinates", {}), ("add_bookmark", {"name": name}),
                    ("remove_bookmark", {"name": name}), ("open_bookmark", {"name": name}),
                    ("open_bookmark", {"name": "seahorse"}), ("recompute_frame", {}),
                    ("dismiss_message", {"index": random.randrange(9)}), ("toggle_grid", {}),
                    ("toggle_panel", {}), ("move_keyboard", {}), ("toggle_orbit", {}), ("toggle_julia", {}), ("switch_set", {}),
                    ("find_minibrot", {}), ("find_minibrot_in", self._view()),
                    ("toggle_minimap", {}), ("toggle_timeline", {}), ("export_timeline", {}), ("show_explore", {}), ("show_regions", {}),
                    ("show_compared", {}), ("hide_compared", {}), ("toggle_wiper", {}),
                    ("show_measure", {}), ("next_workload", {}), ("previous_workload", {}), ("play_pause", {}), ("step_once", {}), ("copy_picture", {}), ("copy_figures", {}), ("forget_recent", {}),
                    ("open_recent_view", {"index": random.randrange(25)}), ("save_palette", {"name": name}),
                    ("start_recording", {}), ("stop_recording", {}),
                    ("open_file", {"path": random.choice(self._files)})]
        for what, fields in random.sample(commands, 8):
            self._command(what, 0.03, **fields)
        for what in ["toggle_help", "toggle_search", "toggle_full_screen"]:
            self._command(what, 0.05)
            self._command(what, 0.1)
        self._add({"event": "drop", "paths": random.sample(self._files, 2)}, 0.05)
