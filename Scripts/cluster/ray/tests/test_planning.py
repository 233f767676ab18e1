# SPDX-License-Identifier: GPL-3.0-or-later
"""Lists, plans, schedules, shards and results, without Ray and with nothing but Python."""
import json
import os
import pathlib
import random
import tempfile
import unittest

from limn_ray import program
from limn_ray.plan import Cutting, Plan
from limn_ray.results import Markers, Refused, merge, open_run, status
from limn_ray.schedule import Limits, Node, Schedule
from limn_ray.shard import Outcome, Work, work
from limn_ray.store import Folder
from limn_ray.tasks import ListError, TaskList

ANSWERING = str(pathlib.Path(__file__).resolve().parents[2] / "lib" / "answering-limn")


def task(number, milliseconds=10):
    return json.dumps({"verb": "thumbnail", "inputs": [f"{number}.pdf"], "options": {}, "task": f"{number:064x}",
                       "cost": {"milliseconds": milliseconds, "bytes": 1000, "pages": 1}, "output": f"{number}.png"}).encode()


class Scratch(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def list_of(self, lines, end=b"\n"):
        path = f"{self.folder}/tasks.jsonl"
        with open(path, "wb") as file:
            file.write(b"\n".join(lines) + end)
        return path


class ListTests(Scratch):
    def test_lines_come_back_as_they_were_in_any_order(self):
        lines = [task(n) for n in range(100)]
        found = TaskList.read(self.list_of(lines))
        self.assertEqual(len(found), 100)
        self.assertEqual(found.lines([7, 99, 0]), b"\n".join([lines[7], lines[99], lines[0]]) + b"\n")

    def test_empty_lines_and_a_missing_end_of_line_change_no_place(self):
        found = TaskList.read(self.list_of([task(0), b"", task(1)], end=b""))
        self.assertEqual(found.lines([1]), task(1) + b"\n")

    def test_a_task_without_cost_costs_what_its_bytes_say(self):
        line = json.dumps({"verb": "inspect", "inputs": [{"path": "a", "bytes": 50_000}]}).encode()
        found = TaskList.read(self.list_of([line, b'{"verb":"inspect","inputs":["a"],"cost":7}']))
        self.assertEqual(list(found.milliseconds), [50, 1])

    def test_hostile_numbers_stay_in_bounds(self):
        costs = ['{"milliseconds":1e999}', '{"milliseconds":-5}', '{"milliseconds":true}', '{"milliseconds":%d}' % 10**30]
        lines = [b'{"verb":"inspect","inputs":[],"cost":%s}' % c.encode() for c in costs]
        self.assertEqual(list(TaskList.read(self.list_of(lines)).milliseconds), [1, 1, 1, 2**32 - 1])

    def test_what_is_no_task_is_named_by_its_line(self):
        for bad in (b"{", b"[]", b'{"verb":"render"}', b"[" * 100_000, b'"' + b"x" * (1 << 21) + b'"'):
            with self.assertRaisesRegex(ListError, "line 2"):
                TaskList.read(self.list_of([task(0), bad]))


class PlanTests(unittest.TestCase):
    def plan(self, costs, sizes=None, **cutting):
        return Plan("d", costs, sizes or [1] * len(costs), Cutting(**{"slots": 4, "cores": 1, **cutting}))

    def test_every_task_is_in_exactly_one_shard(self):
        random.seed(1)
        costs = [max(1, int(random.lognormvariate(4, 2))) for _ in range(20_000)]
        plan = self.plan(costs)
        found = [index for shard in plan for index in shard.indexes]
        self.assertEqual(sorted(found), list(range(20_000)))
        for shard in plan:
            self.assertEqual(shard.milliseconds, sum(costs[i] for i in shard.indexes))

    def test_the_costliest_tasks_come_first_and_equal_ones_in_the_order_of_the_list(self):
        self.assertEqual(list(self.plan([5, 9, 5, 20]).order), [3, 1, 0, 2])

    def test_shards_last_between_the_shortest_and_the_longest(self):
        shards = list(self.plan([100] * 50_000, shortest=5, longest=60, tasks=10**6))
        self.assertEqual(shards[0].milliseconds, 60_000)
        self.assertTrue(all(5_000 <= s.milliseconds <= 60_000 for s in shards[:-1]))
        self.assertEqual(shards[-2].milliseconds, 5_000)

    def test_nodes_with_more_cores_get_more(self):
        self.assertEqual(self.plan([100] * 50_000, cores=8, tasks=10**6).shard(0).milliseconds, 480_000)

    def test_a_task_longer_than_a_shard_is_one_by_itself(self):
        plan = self.plan([200_000, 10, 10])
        self.assertEqual([list(s.indexes) for s in plan], [[0], [1, 2]])

    def test_shards_hold_no_more_bytes_and_tasks_than_allowed(self):
        self.assertEqual([len(s.indexes) for s in self.plan([1] * 10, sizes=[4] * 10, bytes=12)], [3, 3, 3, 1])
        self.assertEqual([len(s.indexes) for s in self.plan([1] * 10, tasks=4)], [4, 4, 2])

    def test_keys_depend_on_the_list_and_the_tasks_only(self):
        self.assertEqual([s.key for s in self.plan([1] * 9, tasks=3)], [s.key for s in self.plan([1] * 9, tasks=3)])
        self.assertEqual(len({s.key for s in self.plan([1] * 9, tasks=3)}), 3)

    def test_an_empty_list_has_no_shards(self):
        self.assertEqual(len(self.plan([])), 0)

    def test_the_nodes_end_together_when_shards_are_taken_in_order(self):
        random.seed(2)
        costs = [max(1, int(random.lognormvariate(4, 1.5))) for _ in range(100_000)]
        plan, nodes = self.plan(costs, slots=16), [0.0] * 16
        for shard in plan:
            nodes[nodes.index(min(nodes))] += shard.milliseconds
        self.assertLess(max(nodes) / (sum(costs) / 16), 1.02)


class Pool:
    """Nodes that do their work with `work` at once, and die or refuse as they are told."""

    def __init__(self, nodes, do):
        self.alive, self.do, self.started = dict.fromkeys(nodes, True), do, []

    def nodes(self):
        return [Node(n, n, 1) for n, alive in self.alive.items() if alive]

    def start(self, node, shard):
        self.started.append((node.id, shard))
        return len(self.started) - 1

    def ended(self, running, seconds):
        node, shard = self.started[running[0]]
        return [(running[0], self.do(node, shard) if self.alive[node] else None)]

    def stop(self, running):
        pass


class ScheduleTests(unittest.TestCase):
    def run_schedule(self, do, nodes=("a", "b", "c"), done=lambda key: None, **limits):
        self.said = []
        plan = Plan("d", [10] * 100, [1] * 100, Cutting(3, 1, tasks=5))
        self.pool = Pool(nodes, do)
        schedule = Schedule(self.pool, plan, Limits(**{"slots": 1, **limits}), self.said.append, lambda *_: None)
        schedule.run(done)
        return schedule

    def done(self, node, shard):
        return Outcome(shard.key, node, len(shard.indexes), seconds=0.1)

    def test_each_shard_is_started_once_when_nothing_fails(self):
        schedule = self.run_schedule(self.done)
        self.assertEqual(schedule.counts.tasks, 100)
        self.assertEqual(len(self.pool.started), 20)

    def test_shards_of_a_node_that_dies_are_done_by_others(self):
        def do(node, shard):
            if shard.number == 4:
                self.pool.alive["a"] = False
            return self.done(node, shard)

        schedule = self.run_schedule(do)
        self.assertEqual((schedule.counts.tasks, schedule.given_up, schedule.wrong), (100, [], ""))
        self.assertIn("a is gone.", self.said)

    def test_a_node_with_another_version_is_told_and_gets_no_work(self):
        def do(node, shard):
            return Outcome(shard.key, node, problem="b has limn 0.9.", kind="node") if node == "b" else self.done(node, shard)

        schedule = self.run_schedule(do)
        self.assertEqual(schedule.counts.tasks, 100)
        self.assertEqual(sum(node == "b" for node, _ in self.pool.started), 1)
        self.assertEqual(self.said, ["b has limn 0.9. It gets no work."])

    def test_a_node_that_fails_everything_rests(self):
        def do(node, shard):
            return Outcome(shard.key, node, problem="full", kind="again") if node == "b" else self.done(node, shard)

        schedule = self.run_schedule(do, rest=60)
        self.assertEqual((schedule.counts.tasks, schedule.given_up), (100, []))
        self.assertEqual(sum(node == "b" for node, _ in self.pool.started), 3)

    def test_a_shard_that_always_fails_costs_itself(self):
        def do(node, shard):
            return Outcome(shard.key, node, problem="no", kind="again") if shard.number == 7 else self.done(node, shard)

        schedule = self.run_schedule(do, attempts=4, strikes=100)
        self.assertEqual([(s.number, r) for s, r in schedule.given_up], [(7, "no")])
        self.assertEqual(schedule.counts.tasks, 95)

    def test_what_nothing_can_help_ends_the_run(self):
        schedule = self.run_schedule(lambda node, shard: Outcome(shard.key, node, problem="usage", kind="wrong"))
        self.assertEqual(schedule.wrong, "usage")

    def test_without_nodes_the_run_ends(self):
        self.assertIn("no node", self.run_schedule(self.done, nodes=(), wait=0.1).wrong)

    def test_what_an_earlier_run_has_done_is_not_started(self):
        plan = Plan("d", [10] * 100, [1] * 100, Cutting(3, 1, tasks=5))
        earlier = {plan.shard(n).key for n in range(15)}
        schedule = self.run_schedule(self.done, done=lambda key: 2 if key in earlier else None)
        self.assertEqual((len(self.pool.started), schedule.counts.tasks, schedule.counts.failed), (5, 100, 30))


class ShardTests(Scratch):
    def setUp(self):
        super().setUp()
        os.environ["LIMN_ANSWER_OBJECTS"] = "1"
        self.addCleanup(os.environ.pop, "LIMN_ANSWER_OBJECTS")
        self.tasks = TaskList.read(self.list_of([task(n) for n in range(20)]))
        self.plan = Plan(self.tasks.digest, self.tasks.milliseconds, self.tasks.bytes, Cutting(2, 1, tasks=6))
        self.out = Folder(f"{self.folder}/out")
        self.version = program.version(ANSWERING)

    def work(self, number, **changes):
        shard = self.plan.shard(number)
        values = {"key": shard.key, "label": f"{number + 1}/4", "indexes": shard.indexes, "options": (), "jobs": 1,
                  "lines": self.tasks.lines(shard.indexes), "out": self.out.path, "root": self.folder,
                  "limn": ANSWERING, "version": self.version, **changes}
        return work(Work(**values))

    def run_note(self, **changes):
        return {"list": self.tasks.digest, "tasks": 20, "shards": 4, "limn": self.version, "options": [], **changes}

    def test_all_shards_merge_to_one_result_a_task_in_the_order_of_the_list(self):
        open_run(self.out, self.run_note())
        for number in (2, 0, 3, 1, 0):
            self.assertEqual(self.work(number).problem, "")
        self.assertEqual(status(self.out)["missing"], 0)
        counts = merge(self.out, f"{self.folder}/all.jsonl")
        self.assertEqual(counts, {"count": 20, "done": 20, "failed": 0, "missing": 0, "twice": 0})
        results = [json.loads(line) for line in pathlib.Path(f"{self.folder}/all.jsonl").read_text().splitlines()]
        self.assertEqual([r["task"] for r in results], [f"{n:064x}" for n in range(20)])
        for result in results:
            self.assertEqual(self.out.size(result["outputs"][0]["object"]), result["outputs"][0]["bytes"])
        self.assertEqual(self.out.names("staging"), [])

    def test_a_shard_that_was_done_twice_counts_once(self):
        open_run(self.out, self.run_note())
        self.work(0)
        key = self.plan.shard(0).key
        marker = f"{self.out.path}/done/{key}.json"
        first = pathlib.Path(marker).read_bytes()
        os.unlink(marker)
        # The second attempt leaves another part, as it does when it takes another time.
        self.out.write(b"{}\n", f"parts/{key}-0000.jsonl")
        self.assertFalse(self.work(0).found)
        self.assertEqual(pathlib.Path(marker).read_bytes(), first)
        self.assertEqual(merge(self.out, f"{self.folder}/all.jsonl")["done"], 6)

    def test_a_marked_shard_is_not_done_again(self):
        self.work(1)
        self.assertTrue(self.work(1, limn="/nowhere").found)

    def test_another_version_is_refused_and_named(self):
        outcome = self.work(0, version="9.9")
        self.assertEqual(outcome.kind, "node")
        self.assertIn(f"has limn {self.version}, but this run is made with 9.9", outcome.problem)
        self.assertEqual(Markers(self.out).keys, set())

    def test_a_missing_program_is_the_node_s_problem(self):
        self.assertEqual(self.work(0, limn="/nowhere/limn").kind, "node")

    def test_scratch_of_dead_processes_is_removed_and_that_of_living_ones_is_not(self):
        import socket
        staging = f"{self.out.path}/staging"
        dead, alive = f"x@{socket.gethostname()}@999999999.1", f"x@{socket.gethostname()}@{program.identity()}"
        for name in (dead, alive, "x@elsewhere@1.1"):
            os.makedirs(f"{staging}/{name}")
        self.work(0)
        self.assertEqual(self.out.names("staging"), sorted([alive, "x@elsewhere@1.1"]))

    def test_results_of_another_list_or_version_are_not_mixed(self):
        open_run(self.out, self.run_note())
        for change in ({"list": "x"}, {"limn": "2"}, {"options": ["--timeout", "1"]}):
            with self.assertRaises(Refused):
                open_run(self.out, self.run_note(**change))

    def test_a_second_run_cuts_as_the_first_one_did(self):
        open_run(self.out, self.run_note(cutting={"slots": 2}))
        self.assertEqual(open_run(self.out, self.run_note(cutting={"slots": 9}))["cutting"], {"slots": 2})


if __name__ == "__main__":
    unittest.main()
