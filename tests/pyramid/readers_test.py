"""Other programs read a poster: zarr-python, TensorStore and z5, from PyPI. Without PyPI this test is skipped."""

import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(__file__))
import poster

PACKAGES = ("zarr==3.1.6", "tensorstore==0.1.86", "z5py==3.0.2")


def installed():
    """A folder with the packages, kept in the build folder; None if they cannot be had."""
    place = Path(os.environ["MARIANI_BUILD"]) / "tests" / "readers"
    if not (place / "complete").exists():
        shutil.rmtree(place, ignore_errors=True)
        done = subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", "--target", place, *PACKAGES],
                              check=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if done.returncode != 0:
            return None
        (place / "complete").touch()
    return place


class OtherReaders(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        place = installed()
        if place is None:
            raise unittest.SkipTest("pip cannot install " + " ".join(PACKAGES))
        sys.path.insert(0, str(place))
        cls.folder = tempfile.mkdtemp(prefix="mariani-poster-")
        poster.make(cls.folder + "/p", "--view", "paper", "--size", "1500x1000", "--cell", "512")

    @classmethod
    def tearDownClass(cls):
        shutil.rmtree(cls.folder, ignore_errors=True)

    def test_zarr_python_reads_every_level(self):
        import readers
        import zarr
        group = zarr.open_group(self.folder + "/p", mode="r")
        datasets = group.attrs["ome"]["multiscales"][0]["datasets"]
        self.assertEqual([entry["path"] for entry in datasets], ["0", "1", "2", "3"])
        for level in range(4):
            values = group[str(level)][:]
            self.assertEqual(values.shape[1], -(-1500 // 2**level))
            self.assertTrue((values == readers.read_level(self.folder + "/p", level)).all())
            self.assertGreater(len(set(values.flat)), 10)

    def test_tensorstore_reads_every_level(self):
        import readers
        import tensorstore
        for level in range(4):
            spec = {"driver": "zarr3", "kvstore": {"driver": "file", "path": f"{self.folder}/p/{level}"}}
            values = tensorstore.open(spec).result().read().result()
            self.assertTrue((values == readers.read_level(self.folder + "/p", level)).all())

    def test_z5_reads_every_level(self):
        import readers
        import z5py
        poster_file = z5py.File(self.folder + "/p", mode="r")
        for level in range(4):
            self.assertTrue((poster_file[str(level)][:] == readers.read_level(self.folder + "/p", level)).all())

    def test_a_flipped_byte_is_an_error_and_no_other_dwell(self):
        import zarr
        shutil.copytree(self.folder + "/p", self.folder + "/damaged")
        shard = Path(self.folder) / "damaged" / "0" / "c" / "0" / "1"
        data = bytearray(shard.read_bytes())
        data[len(data) // 3] ^= 1
        shard.write_bytes(data)
        with self.assertRaises(Exception):
            zarr.open_group(self.folder + "/damaged", mode="r")["0"][:]


if __name__ == "__main__":
    unittest.main()
