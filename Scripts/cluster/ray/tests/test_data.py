# SPDX-License-Identifier: GPL-3.0-or-later
"""Pages as arrays: what limn_ray.data reads from limn's pictures. Needs limn on PATH, numpy and Pillow, but no cluster."""
import pathlib
import subprocess
import tempfile
import unittest

import numpy
from PIL import Image

from limn_ray import data

SAMPLES = pathlib.Path(__file__).resolve().parents[4] / "Samples"
HOW = {"dpi": 50, "limn": "limn", "cores": 1, "options": (), "scratch": None}


class Pages(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.samples = [str(SAMPLES / name) for name in ("character-sheet.pdf", "map-landscape.pdf")]

    def test_arrays_are_the_pixels_of_the_pages(self):
        subprocess.run(["limn", "render", "--dpi", "50", "--quiet", "-o", self.folder.name, *self.samples], check=True)
        expected = {}
        for path in pathlib.Path(self.folder.name).iterdir():
            name, _, page = path.stem.rpartition("-")
            with Image.open(path) as picture:
                expected[name, int(page)] = numpy.asarray(picture.convert("RGB"))
        found = {(pathlib.Path(row["path"]).stem, row["page"]): row["image"] for row in data.rendered(self.samples, **HOW)}
        self.assertGreater(len(found), 1)
        self.assertEqual(found.keys(), expected.keys())
        for page, image in found.items():
            self.assertTrue(numpy.array_equal(image, expected[page]), page)

    def test_a_damaged_document_is_one_row_and_harms_no_other(self):
        damaged = pathlib.Path(self.folder.name) / "damaged.pdf"
        damaged.write_bytes(b"%PDF-1.7\nnothing\n")
        rows = list(data.rendered([str(damaged), *self.samples], **HOW))
        bad = [row for row in rows if row["path"] == str(damaged)]
        self.assertEqual([(row["page"], row["image"].shape) for row in bad], [(0, (0, 0, 3))])
        self.assertNotEqual(bad[0]["message"], "")
        self.assertTrue(all(row["image"].size for row in rows if row["path"] in self.samples))
        self.assertEqual({row["path"] for row in rows}, {str(damaged), *self.samples})

    def test_pictures_leave_the_memory_as_they_are_read(self):
        """A reader that stops halfway must not leave files behind."""
        scratch = pathlib.Path(self.folder.name) / "scratch"
        scratch.mkdir()
        rows = data.rendered(self.samples, **{**HOW, "scratch": str(scratch)})
        next(rows)
        rows.close()
        self.assertEqual(list(scratch.iterdir()), [])

    def test_a_batch_has_columns_of_equal_length(self):
        batches = list(data.batches({"path": self.samples}, **HOW))
        for batch in batches:
            self.assertEqual({len(column) for column in batch.values()}, {len(batch["image"])})
        self.assertEqual(set(batches[0]), {"path", "page", "status", "message", "image"})


if __name__ == "__main__":
    unittest.main()
