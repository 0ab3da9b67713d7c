"""Same scene, seed and expansion budget: same state hash, on any number of threads and in any build."""
import unittest

from tool import LONG, WEND, other_builds, wend_json

SCENES = ["hello", "rooms", "moving-obstacles", "events", "two-storeys", "deadlock-passage", "four-way-deadlock",
          "choke-point", "unpredictable", "road-crossing", "lane-selection"]
LARGE = ["four-way-crossing", "counter-flow-0", "counter-flow-10", "counter-flow-50", "counter-flow-100", "closing-exit",
         "exits-2", "exits-4", "city"]


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

    @unittest.skipUnless(LONG, "takes minutes; set WEND_LONG_TESTS")
    def test_threads_of_large_scenes(self):
        for scene in LARGE:
            with self.subTest(scene=scene):
                self.assertEqual(1, len({state_hash(scene, threads, 7, 10) for threads in (1, 2, 8)}))

    def test_builds(self):
        for scene in SCENES:
            expected = state_hash(scene, 2, 7, 4)
            for name, binary in other_builds().items():
                with self.subTest(scene=scene, build=name):
                    self.assertTrue(binary.exists(), f"{binary} is missing: ./test builds it")
                    self.assertEqual(expected, state_hash(scene, 2, 7, 4, binary))

    def test_seed_matters(self):
        self.assertNotEqual(state_hash("hello", 1, 1, 2), state_hash("hello", 1, 2, 2))


if __name__ == "__main__":
    unittest.main()
