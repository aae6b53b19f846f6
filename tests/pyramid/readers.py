"""Reads a poster's shards by their specification: Zarr 3, sharding_indexed, zstd. Needs NumPy and libzstd."""

import ctypes
import ctypes.util
import json
from pathlib import Path

import numpy

ZSTD = ctypes.CDLL(ctypes.util.find_library("zstd"))
ZSTD.ZSTD_decompress.restype = ctypes.c_size_t
ABSENT = 2**64 - 1


def decompressed(frame, size):
    out = ctypes.create_string_buffer(size)
    if ZSTD.ZSTD_decompress(out, ctypes.c_size_t(size), frame, ctypes.c_size_t(len(frame))) != size:
        raise AssertionError("a frame is damaged")
    return out.raw


def read_shard(path, cell, chunk, dtype, fill):
    values = numpy.full((cell, cell), fill, dtype)
    if not path.exists():
        return values
    data = path.read_bytes()
    side = cell // chunk
    index = numpy.frombuffer(data[-16 * side * side - 4:-4], "<u8").reshape(side, side, 2)
    for row in range(side):
        for column in range(side):
            offset, length = map(int, index[row, column])
            if offset == ABSENT:
                continue
            raw = decompressed(data[offset:offset + length], chunk * chunk * values.itemsize)
            values[row * chunk:(row + 1) * chunk, column * chunk:(column + 1) * chunk] = \
                numpy.frombuffer(raw, dtype).reshape(chunk, chunk)
    return values


def read_level(folder, level):
    array = json.loads((Path(folder) / str(level) / "zarr.json").read_text())
    height, width = array["shape"]
    cell = array["chunk_grid"]["configuration"]["chunk_shape"][0]
    chunk = array["codecs"][0]["configuration"]["chunk_shape"][0]
    rows = [numpy.hstack([read_shard(Path(folder) / str(level) / "c" / str(y) / str(x), cell, chunk,
                                     array["data_type"], array["fill_value"])
                          for x in range(-(-width // cell))]) for y in range(-(-height // cell))]
    return numpy.vstack(rows)[:height, :width]
