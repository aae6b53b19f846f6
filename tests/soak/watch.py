"""What a soak looks at while the window works: memory, the mark on the screen, the turns' gaps."""

import re
import subprocess
from pathlib import Path

import numpy

# Messages of errors that the recording provokes.
EXPECTED = [re.compile(pattern) for pattern in [
    r": it must (be|lie within) ", r": they must be ", r"^triangle: rho is ", r"^The text on the clipboard is not a location: ",
    r"^There is no bookmark ", r"^There are no figures to copy", r"^A Julia set has no minibrots", r"is not one of your bookmarks$",
    r"the window is too small to show a picture$", r"^there is a (bookmark|palette) .* already",
    r"bookmark's name must have", r"^No (screenshot|film of the replay|trace): ", r"is not a film: ",
    r"^The picture was not copied: the requested picture is not on screen",
    r"^a poster or film is already being made",
    r"^an experiment is under way", r"^The tour would disturb ", r"^There is no (race|sweep) to (save|watch|film) yet",
    r"^Auto-tune needs the finished picture", r"is neither a screenshot .* nor a recording",
    r"^cannot (read|write|open|make|create) ", r"letter\.txt", r"broken\.(png|json)", r"/proc/nowhere",
    r"^the settings are damaged", r"needs? the (cuda|GPU)", r"GPU \d+", r"no CUDA",
    r"the cost model holds", r"^gasket: the level r of the fractal .* must be from 0 to ",
    r"^the precision is (f32|f64|deltas|scaled): ", r"^the view's height is .*: it must be from",
    r"a warp per region \(WPR\) (is for ASK only|needs a GPU)", r"^cannot restore .*other\.png"]]


def resident_mib(pid):
    """The memory that the process really has, without what it shares with files."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8")
    return int(re.search(r"RssAnon:\s+(\d+) kB", status).group(1)) / 1024


def device_mib():
    """The used memory of all GPUs, by the driver's own tool; None where there is none."""
    try:
        done = subprocess.run(
            ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"],
            capture_output=True, text=True, check=True)
    except (FileNotFoundError, subprocess.CalledProcessError):
        return None
    return float(sum(map(int, done.stdout.split())))


def gaps_ms(turns):
    """From the beginning of each turn to that of the next, where the window did not rest between."""
    return numpy.array([1000 * (after["began"] - before["began"])
                        for before, after in zip(turns, turns[1:]) if before["restless"]] or [0.0])


def unexpected_errors(turns):
    """Texts of errors that nothing in the recording asks for."""
    texts = {message["text"] for turn in turns for message in turn["messages"]
             if message["kind"] == "error"}
    texts |= {turn["engine_error"] for turn in turns if turn["engine_error"]}
    return sorted(text for text in texts
                  if not any(pattern.search(text) for pattern in EXPECTED))


def ends_of(samples):
    """The medians of the first and of the last third; none of fewer than six samples."""
    third = len(samples) // 3
    if third < 2:
        return []
    return [round(float(numpy.median(part)), 1) for part in (samples[:third], samples[-third:])]


def flat(samples, slack_mib, slack_share):
    """Whether the last third's median is no more than so much above the first's. Few samples say
    nothing of it."""
    ends = ends_of(samples)
    return not ends or ends[1] - ends[0] <= max(slack_mib, slack_share * ends[0])
