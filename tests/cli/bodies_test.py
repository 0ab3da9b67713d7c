"""Bodies of runs and rides, from outside."""
import json
import pathlib
import tempfile
import unittest

from tool import wend, wend_json


def box(low, high):
    return {"polygon": {"box": [low, high]}}


# Up two stairs, over a beam and down a slope.
STAIRS = {"version": 1, "name": "stairs", "bounds": [[0, 0], [6.4, 2]], "duration": 25, "budget": "20000x",
          "layers": [{"name": "ground"}], "gaps": [box([1.6, 0], [4.6, 2])],
          "footholds": [box([1.2, 0.4], [1.6, 1.6]) | {"height": 0.15}, box([1.6, 0.4], [2.2, 1.6]) | {"height": 0.3},
                        box([2.2, 0.87], [3.4, 1.13]) | {"height": 0.3},
                        box([3.4, 0.4], [4.6, 1.6]) | {"height": 0.3, "slope": [-0.2, 0]}],
          "agents": [{"name": "ann", "position": [0.6, 1], "goal": {"point": [5.7, 1], "radius": 0.35}}],
          "planner": {"focus": [{"target": "ann", "chain": "footsteps"}], "share": 1}}


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

    def test_bodies_change_nobodys_trajectory(self):
        for scene in ("hello", "rooms"):
            common = (scene, "--seconds", 10, "--seed", 5, "--budget", "400x")
            bare, _ = wend_json("run", *common)
            dressed, _ = wend_json("run", *common, "--gltf", self.folder / "run.glb", "--poses", self.folder / "run.poses",
                                   "--record", self.folder / "run.wend", "--force")
            self.assertEqual(bare["state_hash"], dressed["state_hash"])

    def test_poses_inside_a_recording_are_verified(self):
        recording = self.folder / "run.wend"
        wend("run", "hello", "--record", recording, "--bodies")
        report, done = wend_json("verify", recording, "--scene", "hello")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertGreater(report["bodies"]["poses"], 100)
        self.assertTrue(report["bodies"]["passed"], done.stdout)

    def test_bodies_stand_on_planned_soles(self):
        scene, recording, poses = (self.folder / name for name in ("stairs.json", "run.wend", "run.poses"))
        scene.write_text(json.dumps(STAIRS))
        report, done = wend_json("run", scene, "--record", recording, "--poses", poses)
        self.assertEqual((1, 0), (report["arrived"], report["missteps"]), done.stdout)
        report, done = wend_json("verify", recording, "--scene", scene, "--poses", poses)
        self.assertEqual(0, done.returncode, done.stdout)
        self.assertTrue(report["bodies"]["passed"], done.stdout)
        self.assertGreater(report["bodies"]["planted_feet"], 100)
        # The same walk on level ground, by feet that its body planned itself.
        level = {key: value for key, value in STAIRS.items() if key not in ("planner", "gaps", "footholds")}
        scene.write_text(json.dumps(level))
        other = self.folder / "other.poses"
        wend("run", scene, "--record", self.folder / "other.wend", "--poses", other)
        scene.write_text(json.dumps(STAIRS))
        report, done = wend_json("verify", recording, "--scene", scene, "--poses", other)
        self.assertGreater(report["bodies"]["planted_feet_from_soles_m"], 0.05)
        self.assertFalse(report["bodies"]["passed"])

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
