"""Same scene, seed and expansion budget: same state hash, on any number of threads and in any build."""
import unittest

from tool import LONG, SOURCE, WEND, other_builds, wend_json

SCENES = ["hello", "rooms", "moving-obstacles", "events", "two-storeys", "deadlock-passage", "four-way-deadlock",
          "choke-point", "unpredictable", "road-crossing", "lane-selection", "behind-the-building", "along-the-wall",
          "patrol", "rounds", "lanes-by-constraint", "social-influence"]
# Large or dear, with the seconds that are enough to see everybody plan and move.
LARGE = {"space-time-goals": 2, "four-way-crossing": 4, "counter-flow-0": 2, "counter-flow-10": 2, "counter-flow-50": 2,
         "counter-flow-100": 2, "closing-exit": 2, "nearest-exit": 3, "exits-2": 1, "exits-4": 1, "city": 0.5,
         "stadium": 0.3, "stepping-stones": 1, "narrow-gap": 1, "stairs-and-beams": 1,
         "falling-bridge": 1, "falling-bridge-told": 1, "opening-shortcut": 1, "opening-shortcut-told": 1,
         "blocked-alley": 1, "blocked-alley-told": 1}


def state_hash(scene, threads, seed, seconds, binary=WEND):
    report, done = wend_json("run", scene, "--seconds", seconds, "--seed", seed, "--budget", "2000x", "--threads",
                             threads, binary=binary)
    assert done.returncode in (0, 1), done.stderr
    return report["state_hash"]


class Determinism(unittest.TestCase):
    def test_threads(self):
        for scene in SCENES:
            with self.subTest(scene=scene):
                self.assertEqual(1, len({state_hash(scene, threads, 7, 20) for threads in (1, 2, 8)}))

    def test_threads_of_large_scenes(self):
        for scene, seconds in LARGE.items():
            with self.subTest(scene=scene):
                seconds = 5 * seconds if LONG else seconds
                self.assertEqual(1, len({state_hash(scene, threads, 7, seconds) for threads in (1, 2, 8)}))

    def test_every_scene_that_ships_is_here(self):
        shipped = {path.stem for path in (SOURCE / "scenes").glob("*.json")}
        self.assertEqual(shipped, set(SCENES) | set(LARGE))

    def test_builds(self):
        scenes = dict.fromkeys(SCENES, 4) | {scene: seconds / 5 for scene, seconds in LARGE.items()}
        for scene, seconds in scenes.items():
            expected = state_hash(scene, 2, 7, seconds)
            for name, binary in other_builds().items():
                with self.subTest(scene=scene, build=name):
                    self.assertTrue(binary.exists(), f"{binary} is missing: ./test builds it")
                    self.assertEqual(expected, state_hash(scene, 2, 7, seconds, binary))

    def test_seed_matters(self):
        self.assertNotEqual(state_hash("hello", 1, 1, 2), state_hash("hello", 1, 2, 2))


if __name__ == "__main__":
    unittest.main()
