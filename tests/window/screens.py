"""What the window can show, screen by screen, and pictures of it."""

import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path

from desktop import Desktop
from program import Program, WindowTest

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "soak"))
from events import section_names  # noqa: E402  pylint: disable=wrong-import-position

WORKLOADS = ["mandelbrot", "triangle", "gasket", "curves", "points", "volume"]
PARTS = ["explore", "regions", "measure"]


@dataclass(frozen=True)
class Size:
    width: int
    height: int
    percent: int = 100  # of the interface

    @property
    def name(self):
        return f"{self.width}x{self.height} at {self.percent} %"


@dataclass(frozen=True)
class Screen:
    """Settings by section and field, as their file has them, and what is then done, step by step: "key F1",
    "type race", and "point 0.5 0.4", in shares of the picture."""
    settings: dict = field(default_factory=dict)
    steps: tuple = ()
    arguments: tuple = ("--no-intro",)


def tab(workload, part="explore", *steps, **sections):
    window = {"panel_part": f'"{part}"'} | sections.pop("window", {})
    return Screen({"workload": {"name": f'"{workload}"'}, "window": window, **sections}, steps)


ASK = {"engine": '"ask"'}
GRID = {"shown": "true"}
SEAHORSE = ("--no-intro", "--view", "seahorse")

SCREENS = {
    **{f"{workload} {part}": tab(workload, part) for workload in WORKLOADS for part in PARTS},
    "first start": Screen(arguments=()),
    "grid": Screen({"overlay": GRID, "engine": ASK, "window": {"panel_part": '"regions"'},
                    "colouring": {"samples": "3"}},
                   ("point 0.4 0.3",), SEAHORSE),
    **{shown: Screen({"colouring": {"shown": f'"{shown}"'}, "engine": ASK}, (), SEAHORSE)
       for shown in ["work", "level", "outcome"]},
    **{f"laboratory {name}": tab("mandelbrot", "explore", "key ctrl+p", f"type {name}", "key Return")
       for name in ["Model", "Landscape", "Race", "Check", "Papers"]},
    "timeline": tab("mandelbrot", "regions", window={"timeline_shown": "true"}, engine=ASK, overlay=GRID),
    "timeline of points": tab("points", "regions", window={"timeline_shown": "true"}),
    "comparison": tab("mandelbrot", "explore", compare={"wiper": "true", "with": '"fills"'}, engine=ASK),
    "insets": Screen({"insets": {"julia": "true", "orbit": "true", "minimap": "true"}},
                     ("point 0.3 0.4",), SEAHORSE),
    "deep": Screen(arguments=("--no-intro", "--view", "quilt")),
    "tour": Screen(steps=("key t",)),
    "help": Screen(steps=("key F1",)),
    "search": Screen(steps=("key ctrl+p", "type gr")),
    "workloads": Screen(steps=("key F6", "key Return")),
}


def text_of(settings, size, unfolded):
    """The settings file; `unfolded`: with every section of the panel open."""
    window = {"size": f'"{size.width}x{size.height}"', "interface_scale": f"{size.percent / 100}"}
    sections = {"window": window | settings.get("window", {}), "gasket": {"running": "false"},
                "colouring": {"samples": "1"} | settings.get("colouring", {})}
    if unfolded:
        sections["sections"] = {f"{name}{part}": "true" for name in section_names() for part in ("", "_details")}
    lines = ["format = 2"]
    for name, fields in ({**settings, **sections}).items():
        lines += [f"[{name}]", *(f"{key} = {value}" for key, value in fields.items())]
    return "\n".join(lines) + "\n"


class Camera(WindowTest):
    """Takes pictures of the program's window on a desktop that has room for it."""

    def __init__(self, width, height):
        super().__init__()
        self.desktop = Desktop(width, height)
        self.program = Program(self.desktop.name)

    def close(self):
        self.program.close()
        self.desktop.close()

    def shot(self, screen, size, unfolded=False):
        """The window's pixels once it has come to rest."""
        for folder in ("config", "data"):  # not the bookmarks' thumbnails
            shutil.rmtree(self.program.home / folder, ignore_errors=True)
        if screen.arguments:
            self.program.settings_file.parent.mkdir(parents=True)
            self.program.settings_file.write_text(text_of(screen.settings, size, unfolded),
                                                  encoding="utf-8")
        self.desktop.point_at(size.width + 5, size.height + 5)
        self.program.start(*screen.arguments, intro=True)
        window = self.desktop.window(self.program)
        if not screen.arguments:  # a first start has no settings
            self.desktop.do("windowsize", window, size.width, size.height)
        self._rest()
        for step in screen.steps:
            self._do(step)
            self._rest()
        pixels = self.desktop.pixels()[:size.height, :size.width]
        self.program.end()
        return pixels

    def _rest(self):
        def rests(turn):
            return (turn["settled"] and turn["samples"][0] == turn["samples"][1] and
                    (turn["thumbnails"] or turn["workload"] != "mandelbrot") and
                    (not turn["timeline"] or not turn["timeline"]["old"]))
        self.wait_for(rests, "a window at rest")

    def _do(self, step):
        what, _, arguments = step.partition(" ")
        left, top, width, height = self.turn()["picture"]
        if what == "key":
            self.desktop.press(arguments)
        elif what == "type":
            self.desktop.do("type", arguments)
        else:
            x, y = map(float, arguments.split())
            self.desktop.point_at(round(left + x * width), round(top + y * height))
