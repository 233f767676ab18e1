# SPDX-License-Identifier: GPL-3.0-or-later
"""Object stores, with fsspec's store in memory."""
import json
import os
import pathlib
import tempfile
import unittest
from array import array

import fsspec
from limn_ray import program
from limn_ray.results import open_run, merge
from limn_ray.shard import Work, work
from limn_ray.store import Remote

ANSWERING = str(pathlib.Path(__file__).resolve().parents[2] / "lib" / "answering-limn")


class RemoteTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        os.environ["LIMN_ANSWER_OBJECTS"] = "1"
        self.addCleanup(os.environ.pop, "LIMN_ANSWER_OBJECTS")
        self.fs = fsspec.filesystem("memory")
        self.fs.store.clear()
        self.version = program.version(ANSWERING)

    def work(self, inputs, key="k"):
        line = json.dumps({"verb": "inspect", "inputs": inputs, "options": {}}).encode()
        return work(Work(key=key, label="1/1", indexes=array("I", [0]), lines=line + b"\n", out="memory://out",
                         root="memory://root", limn=ANSWERING, version=self.version, jobs=1,
                         scratch=f"{self.folder}/scratch"))

    def test_inputs_are_fetched_and_outputs_put_under_the_address_of_their_content(self):
        self.fs.pipe_file("/in/a.pdf", b"%PDF")
        self.fs.pipe_file("/root/b.pdf", b"%PDF b")
        self.assertEqual(self.work([{"url": "memory://in/a.pdf"}, "b.pdf"]).problem, "")
        objects = self.fs.find("/out/objects")
        self.assertEqual(len(objects), 1)
        given = json.loads(self.fs.cat_file(objects[0]))["inputs"]
        self.assertEqual(given[0]["url"], "memory://in/a.pdf")
        self.assertTrue(given[1]["path"].startswith(f"{self.folder}/scratch/"))
        self.assertEqual(os.listdir(f"{self.folder}/scratch"), [])

    def test_an_input_that_is_not_there_fails_its_task_and_not_the_shard(self):
        outcome = self.work([{"url": "memory://in/none.pdf"}])
        self.assertEqual((outcome.problem, outcome.tasks), ("", 1))

    def test_results_merge_from_an_object_store(self):
        out = Remote("memory://out")
        open_run(out, {"list": "x", "tasks": 1, "shards": 1, "limn": self.version, "options": []})
        self.fs.pipe_file("/in/a.pdf", b"%PDF")
        self.work([{"url": "memory://in/a.pdf"}])
        self.assertEqual(merge(out, f"{self.folder}/all.jsonl")["done"], 1)
        self.assertNotIn("/inputs/", pathlib.Path(f"{self.folder}/all.jsonl").read_text())

    def test_a_name_that_is_taken_stays_as_it_is(self):
        out = Remote("memory://out")
        self.assertTrue(out.create(b"1", "run.json"))
        self.assertFalse(out.create(b"2", "run.json"))
        self.assertEqual(out.read("run.json"), b"1")


if __name__ == "__main__":
    unittest.main()
