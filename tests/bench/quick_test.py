"""Every benchmark once, in its short form. Nothing here depends on how fast the machine is."""
import json
import math
import os
import subprocess
import unittest

PROGRAM = os.environ["WEND_BENCH_PROGRAM"]
LONG = "WEND_LONG_TESTS" in os.environ
EDIT_FIELDS = ["build_ratio", "build_ratio_clearance", "edit_ratio_cgal", "edit_ratio_tilecache", "bytes_per_triangle",
               "edit_growth_100x", "move_share_of_both"]
MAP_FIELDS = ["ratio_boost", "ratio_textbook", "ad_vs_textbook_rate"]
WHOLE_ROUNDS = ["repair_expansions_ratio", "repair_first_plan_ratio", "anytime_until_best_ratio"]


def measure(name, *options):
    """Standard output must be exactly one JSON object."""
    done = subprocess.run([PROGRAM, name, *options, "--quick", "--json"], capture_output=True, text=True, timeout=900)
    if done.returncode != 0:
        raise AssertionError(f"wend-bench {name} ended with {done.returncode}: {done.stderr}")
    return json.loads(done.stdout)


class Quick(unittest.TestCase):
    def assert_positive(self, figures, names):
        for name in names:
            self.assertIn(name, figures)
            self.assertTrue(math.isfinite(figures[name]) and figures[name] > 0, f"{name}: {figures[name]}")

    def test_mesh(self):
        figures = measure("mesh", "--only", "office", "--seed", "7")
        self.assertEqual(figures["seed"], 7)
        self.assertEqual(sorted(figures["meshes"]), ["office 0.3", "office 0.6"])
        for match in figures["meshes"].values():
            self.assertGreater(match["portals"], 0)
            self.assertGreater(match["pairs"], 10)
            self.assert_positive(match["fast"]["again"], ["median", "mean", "p99", "worst", "ratio"])
            self.assertLess(match["fast"]["length"]["mean"], 1.1)
        self.assertEqual({"name", "measured", "limit", "holds"}, set(figures["musts"][0]))
        flat = measure("mesh", "--only", "boxes-500")["meshes"]["boxes-500 0.6"]
        self.assertGreater(flat["check"]["compared"], 0)
        self.assertLess(flat["check"]["worst_relative_error"], 1e-6)
        self.assertLessEqual(flat["fast"]["length"]["mean"], 1.02)
        self.assertLessEqual(flat["prepared_fast"]["length"]["worst"], 1.02)

    def test_mesh_edits(self):
        figures = measure("mesh-edits")
        self.assert_positive(figures, EDIT_FIELDS)
        self.assertLessEqual(figures["bytes_per_triangle"], 120)

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

    def test_streams(self):
        figures = measure("streams", "--only", "counter-flow 5 m", "--first", "71")
        family = figures["families"]["counter-flow 5 m"]
        self.assertEqual((family["runs"], family["everybody_arrived"]), (1, 1))
        self.assertLessEqual(family["deepest_overlap_m"], 0)
        self.assertGreater(family["travel_over_free_walk_mean"], 0.9)
        self.assertEqual(family["detour_crowd"]["everybody_arrived"], 1)
        self.assert_positive(family["beside_detour_crowd"], ["travel_ratio"])
        self.assertEqual({"name", "measured", "limit", "holds"}, set(figures["musts"][0]))

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
