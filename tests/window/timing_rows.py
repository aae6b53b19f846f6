"""Reads the window's timing logs."""

import csv
import json

COLUMNS = [
    "time", "engine", "scheme", "backend", "device", "precision", "width", "height", "center_re",
    "center_im", "height_im", "dwell", "fill", "shortcuts", "g", "r", "B", "block", "run",
    "compute_ms", "levels", "regions", "filled", "subdivided", "leaves", "pixels_filled",
    "pixels_iterated", "iterations", "leaf_pixels", "leaf_iterations", "empty_children",
    "failed_launches", "joules", "pixels_per_joule", "energy",
    "upload_ms", "draw_ms", "frame_ms", "display", "launches", "julia",
    "quality", "reference_bits", "reference_steps", "reference_ms", "table_ms", "delta_steps", "jumps",
    "rebases", "by_deltas", "by_double_double", "by_many_digits", "by_theorem", "not_proven",
    "insertion"]


def logs(folder, suffix=".csv"):
    return sorted(path for path in folder.rglob(f"*{suffix}")
                  if path.name not in {"replay.json", "one.json"})


def rows_of(folder):
    """The rows of the one CSV log below the folder."""
    (path,) = logs(folder)
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def entries_of(folder):
    """The rows of the one JSON log below the folder."""
    (path,) = logs(folder, ".json")
    return json.loads(path.read_text(encoding="utf-8"))
