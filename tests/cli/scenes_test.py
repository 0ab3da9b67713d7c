"""The scenes of the paper keep the promises that they make: each passes its own criteria under the verifier.

The usual run takes three seeds of those that are quick; with WEND_LONG_TESTS set, all of them with twenty seeds."""
import os
import tempfile
import unittest
from pathlib import Path

from tool import wend, wend_json

LONG = bool(os.environ.get("WEND_LONG_TESTS"))
SEEDS = range(1, 21) if LONG else [1, 2, 3]
QUICK = ["deadlock-passage", "four-way-deadlock", "choke-point", "unpredictable", "road-crossing", "lane-selection",
         "nearest-exit", "social-influence"]
SLOW = ["space-time-goals", "four-way-crossing", "counter-flow-0", "counter-flow-10", "counter-flow-50",
        "counter-flow-100", "closing-exit"]
COUNTER_FLOW = [0, 10, 50, 100]
CONSTRAINED = ["behind-the-building", "along-the-wall", "patrol", "lanes-by-constraint"]
# Ground that changes under two thousand, whether they know at once or what they saw and were told.
CHANGING = [scene + mode for scene in ("falling-bridge", "opening-shortcut", "blocked-alley") for mode in ("", "-told")]


def report(scene, seed):
    found, done = wend_json("run", scene, "--seed", seed, "--threads", 2)
    assert done.returncode in (0, 1), done.stderr
    return found


class Scenes(unittest.TestCase):
    def check(self, scenes):
        for scene in scenes:
            for seed in SEEDS:
                with self.subTest(scene=scene, seed=seed):
                    found = report(scene, seed)
                    self.assertEqual(0, found["overlaps"])
                    self.assertEqual(0, found["wall_crossings"])
                    self.assertEqual(found["agents"], found["arrived"])
                    self.assertTrue(found["passed"], found["findings"][:3])

    def test_what_is_announced_in_time_hits_nobody(self):
        for seed in range(1001, 1041):
            with self.subTest(seed=seed):
                self.assertTrue(report("events", seed)["passed"])

    def test_quick(self):
        self.check(QUICK)

    def test_most_ways_are_found_from_old_ones(self):
        for scene in ("blocked-alley", "opening-shortcut"):
            with self.subTest(scene=scene):
                found, _ = wend_json("run", scene, "--seconds", 20, "--threads", 2)
                plans = found["replans"]
                self.assertGreater(plans["repaired"], 1000, plans)
                self.assertGreater(plans["repaired"], 4 * plans["restarted"], plans)

    def test_words_keep_others_from_the_exit_that_is_shut(self):
        lines = {line["name"]: line for line in report("social-influence", 1)["lines"]}
        deceived = lines["to the shut exit"]["forth"]
        self.assertTrue(1 <= deceived <= 20, f"{deceived} of 60 went there")
        self.assertEqual(60, lines["to the other exit"]["back"])

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_all_get_there_where_ground_changes(self):
        for scene in CHANGING:
            with self.subTest(scene=scene), tempfile.TemporaryDirectory() as folder:
                recording = Path(folder) / "run.sqlite"
                found, done = wend_json("run", scene, "--threads", 2, "--sqlite", recording)
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertEqual(2000, found["arrived"])
                self.assertEqual(0, wend("verify", recording, "--scene", scene).returncode)

    def test_constraints(self):
        self.check(CONSTRAINED)

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_twenty_thousand_leave_the_stadium(self):
        found = report("stadium", 1)
        self.assertTrue(found["passed"], found["findings"][:3])

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_slow(self):
        self.check(SLOW)

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_time_rises_with_the_counter_flow(self):
        times = []
        for against in COUNTER_FLOW:
            found = report(f"counter-flow-{against}", 1)
            self.assertEqual(found["agents"], found["arrived"], f"against {against}")
            times.append(found["last_arrival_s"])
        self.assertEqual(sorted(times), times)

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_ten_thousand_get_through_the_city(self):
        found = report("city", 1)
        self.assertEqual(10000, found["arrived"])
        self.assertTrue(found["passed"], found["findings"][:3])

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_half_the_exits_take_twice_the_time(self):
        four, two = (report(f"exits-{n}", 1) for n in (4, 2))
        self.assertTrue(four["passed"] and two["passed"])
        ratio = two["last_arrival_s"] / four["last_arrival_s"]
        self.assertTrue(1.6 <= ratio <= 2.4, f"found a ratio of {ratio:.2f}")


if __name__ == "__main__":
    unittest.main()
