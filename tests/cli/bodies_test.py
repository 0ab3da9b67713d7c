"""Bodies of runs and rides, from outside."""
import json
import pathlib
import tempfile
import unittest

from tool import wend, wend_json


class Bodies(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def test_poses_of_a_run_are_verified(self):
        recording, poses = self.folder / "run.wend", self.folder / "run.poses"
        run = wend("run", "hello", "--seconds", 5, "--record", recording, "--poses", poses)
        self.assertIn("poses in", run.stdout)
        header = json.loads(poses.read_bytes().split(b"\n", 1)[0])
        self.assertEqual(("wend poses", 92, 19), (header["format"], header["bytes"], len(header["joints"])))
        report, done = wend_json("verify", recording, "--scene", "hello", "--poses", poses)
        self.assertTrue(report["bodies"]["passed"], done.stdout)
        self.assertLess(report["bodies"]["slide_median_m"], 0.005)
        poses.write_bytes(poses.read_bytes()[:-7])
        done = wend("verify", recording, "--scene", "hello", "--poses", poses)
        self.assertEqual(2, done.returncode)
        self.assertIn("ends within the poses", done.stderr)

    def test_poses_inside_a_recording_are_verified(self):
        recording = self.folder / "run.wend"
        wend("run", "hello", "--record", recording, "--bodies")
        report, done = wend_json("verify", recording, "--scene", "hello")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertGreater(report["bodies"]["poses"], 100)
        self.assertTrue(report["bodies"]["passed"], done.stdout)

    def test_run_of_a_ride(self):
        page, bodies = self.folder / "ride.html", self.folder / "ride.glb"
        answer, done = wend_json("run", "train-yard", "--html", page, "--gltf", bodies)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertTrue(answer["verified"]["clean"])
        self.assertIn(b'id="recording"', page.read_bytes())
        self.assertEqual(b"glTF", bodies.read_bytes()[:4])
        done = wend("run", "train-yard-1", "--sqlite", self.folder / "ride.sqlite")
        self.assertEqual(2, done.returncode)
        self.assertIn("--sqlite", done.stderr)


if __name__ == "__main__":
    unittest.main()
