"""Every benchmark once, in its short form. Nothing here depends on how fast the machine is."""
import json
import math
import os
import subprocess
import unittest

PROGRAM = os.environ["WEND_BENCH_PROGRAM"]
LONG = "WEND_LONG_TESTS" in os.environ
MESH_FIELDS = ["build_ratio", "build_ratio_clearance", "edit_ratio_cgal", "edit_ratio_tilecache", "query_ratio_detour",
               "fast_ratio_detour", "unreachable_ratio_detour", "length_ratio", "detour_length_ratio",
               "bytes_per_triangle", "edit_growth_100x"]
MAP_FIELDS = ["ratio_boost", "ratio_textbook", "ad_vs_textbook_rate"]
WHOLE_ROUNDS = ["repair_expansions_ratio", "repair_first_plan_ratio", "anytime_until_best_ratio"]


def measure(name):
    """Standard output must be exactly one JSON object."""
    done = subprocess.run([PROGRAM, name, "--quick", "--json"], capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        raise AssertionError(f"wend-bench {name} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


class Quick(unittest.TestCase):
    def assert_positive(self, figures, names):
        for name in names:
            self.assertIn(name, figures)
            self.assertTrue(math.isfinite(figures[name]) and figures[name] > 0, f"{name}: {figures[name]}")

    def test_mesh(self):
        figures = measure("mesh")
        self.assert_positive(figures, MESH_FIELDS)
        self.assertAlmostEqual(figures["length_ratio"], 1, delta=1e-6)
        self.assertLessEqual(figures["fast_length_ratio"], 1.02)
        self.assertLessEqual(figures["bytes_per_triangle"], 120)
        self.assertTrue(figures["dungeon"])  # figures, or why there are none

    def test_crowd(self):
        figures = measure("crowd")
        self.assert_positive(figures, ["detour_crowd_growth_exponent"])
        for size in figures["sizes"]:
            self.assertEqual(size["agents"] * size["cities"], 200)
            self.assert_positive(size["detour_crowd"], ["p50_ms", "p99_ms", "bytes_per_agent"])
            for ours in (size["ours"], size["ours_without_budget"]):
                self.assert_positive(ours, ["p50_ms", "p99_ms", "bytes_per_agent"])
                self.assertEqual((ours["overlaps"], ours["wall_crossings"]), (0, 0))

    def test_conduct(self):
        figures = measure("conduct")
        self.assertLess(figures["choke_point"]["deviation_ratio"], 1 / 3)
        self.assertLess(figures["four_way_crossing"]["mixing_ratio"], 1)

    def test_occupancy(self):
        self.assertEqual(measure("occupancy")["mismatches"], 0)

    def test_recording(self):
        self.assertEqual(measure("recording")["overlaps"], 0)

    def test_planning(self):
        self.assertEqual(measure("tunnel")["solved_by_plain_only"], 0)
        self.assertEqual(measure("domains")["undecided"], 0)
        self.assert_positive(measure("timeline"), ["mean_ms", "worst_ms"])

    @unittest.skipUnless(LONG, "takes a minute: for ./test --long")
    def test_search(self):
        for figures in measure("search")["maps"].values():
            self.assert_positive({name: figures[name]["median"] for name in MAP_FIELDS}, MAP_FIELDS)
            self.assertGreater(figures["repair_first_plan_ratio"]["median"], 10)
            for repair in figures["repair"].values():
                for name in WHOLE_ROUNDS:
                    self.assertGreater(repair[name]["worst"], 0.66, name)
            self.assertLessEqual(figures["bytes_per_visited_node"]["median"], 32)


if __name__ == "__main__":
    unittest.main()
