"""What each command prints and how it exits."""
import json
import pathlib
import tempfile
import unittest

from tool import wend, wend_json

VERIFY_FIELDS = {"agents", "arrived", "overlaps", "max_overlap_m", "wall_crossings", "limit_violations",
                 "missed_windows", "deadlocked", "state_hash"}
RUN_FIELDS = VERIFY_FIELDS | {"p50_ms", "p99_ms", "max_ms", "over_budget_frames"}


class Commands(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def assert_fails(self, done, *words):
        self.assertEqual(2, done.returncode, done.stdout + done.stderr)
        self.assertEqual("", done.stdout)
        for word in words:
            self.assertIn(word, done.stderr)

    def test_usage(self):
        self.assertEqual(0, wend("--help").returncode)
        self.assertRegex(wend("--version").stdout, r"^wend \d+\.\d+\.\d+")
        self.assert_fails(wend(), "subcommand")
        self.assert_fails(wend("dance"), "dance")
        self.assert_fails(wend("run"), "scene is required")
        self.assert_fails(wend("run", "hello", "--budget", "soon"), "soon", "10ms")
        self.assert_fails(wend("run", "hello", "--seconds", "-1"), "-1")

    def test_scenes(self):
        done = wend("scenes")
        self.assertEqual(0, done.returncode)
        self.assertIn("hello", done.stdout)
        listed, _ = wend_json("scenes")
        for scene in listed["scenes"]:
            with self.subTest(scene=scene["name"]):
                self.assertEqual(0, wend("check", scene["name"]).returncode)

    def test_check(self):
        self.assertEqual(0, wend("check", "hello").returncode)
        self.assert_fails(wend("check", "no-such-scene"), "no-such-scene")
        bad = self.folder / "bad.json"
        bad.write_text('{\n  "version": 1,\n  "durration": 5\n}\n')
        self.assert_fails(wend("check", bad), "bad.json:3:", "durration", "duration")

    def test_check_says_what_a_run_does(self):
        """A body as wide as its passage, and a little narrower: either both find a way through, or neither."""
        answers = set()
        for width in (0.599, 0.6, 0.6005, 0.602, 0.605, 0.61):
            low, high = 3 - width / 2, 3 + width / 2
            file = self.folder / f"{width}.json"
            file.write_text(json.dumps({
                "version": 1, "name": "passage", "bounds": [[0, 0], [16, 6]], "duration": 30, "time_step": 0.1,
                "layers": [{"name": "ground", "walkable": [
                    {"box": [[0, 0], [5, 6]]}, {"box": [[4.9, low], [11.1, high]]}, {"box": [[11, 0], [16, 6]]}]}],
                "agents": [{"name": "ann", "position": [2, 4], "radius": 0.3,
                            "goal": {"point": [14, 2], "radius": 0.3}}]}))
            with self.subTest(width=width):
                checked, _ = wend_json("check", file)
                ran, _ = wend_json("run", file)
                self.assertEqual(len(checked["warnings"]), 1 - ran["arrived"], checked["warnings"])
                answers.add(ran["arrived"])
        self.assertEqual({0, 1}, answers)

    def test_generated_scenes_have_names(self):
        made = wend("generate", "counter-flow", "--agents", "6", "--seed", "3", "--seconds", "240")
        file = self.folder / "made.json"
        file.write_text(made.stdout)
        by_name, _ = wend_json("run", "counter-flow-6-3", "--seconds", "5")
        by_file, _ = wend_json("run", file, "--seconds", "5")
        self.assertEqual(by_file["state_hash"], by_name["state_hash"])
        self.assert_fails(wend("check", "counter-flow-six-3"), "arms-100-1")
        self.assert_fails(wend("check", "counter-flow-1-3"), "agents")

    def write(self, text, name="scene.json"):
        file = self.folder / name
        file.write_text(text if isinstance(text, str) else json.dumps(text))
        return file

    def test_check_tells_each_kind_of_thing_that_is_wrong(self):
        wall = [{"name": "ground", "blocked": [{"box": [[4, 4], [6, 6]]}]}]
        done = wend("check", self.write({
            "version": 1, "name": "bad", "bounds": [[0, 0], [10, 10]], "layers": wall,
            "agents": [{"name": "a", "position": [5, 5], "goal": {"point": [8, 5]}},
                       {"name": "a", "position": [2, 5], "goal": {"point": [8, 8]}}],
            "events": [{"time": 3, "disappear": "crate"}]}))
        self.assert_fails(done, "$.agents[0].position", "$.agents[1]", "$.events[0]")

    def test_check_calls_things_by_their_names(self):
        self.assert_fails(wend("check", self.write('{\n  "version": 1,\n  "name": "a",\n}')), "scene.json:", "comma")
        self.assert_fails(wend("run", "hello", "--sed", "3"), "--sed", "did you mean '--seed'?")
        self.assert_fails(wend("chekc", "hello"), "did you mean 'check'?")

    def test_check_warns(self):
        hall = {"version": 1, "name": "hall", "bounds": [[0, 0], [20, 10]], "duration": 20}
        wall = [{"name": "ground", "blocked": [{"box": [[12, 0], [12.2, 10]]}]}]

        def agent(goal, **more):
            return [{"name": "a", "position": [2, 5], "goal": goal, **more}]
        behind = {"point": [18, 5], "radius": 1}
        cases = {
            "no agents": hall,
            "no way leads": {**hall, "layers": wall, "agents": agent(behind)},
            "to which no way": {**hall, "layers": wall, "agents": agent({"polygon": {"box": [[14, 2], [18, 8]]}})},
            "degrees": {**hall, "agents": agent(behind, heading=90)},
            "outside the world": {**hall, "agents": agent(behind),
                                  "gauges": {"lines": [{"name": "far", "line": [[30, 0], [30, 10]]}]}},
        }
        for words, scene in cases.items():
            with self.subTest(words=words):
                done = wend("check", self.write({"$schema": "scene.schema.json", **scene}))
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertEqual(1, done.stderr.count("warning: "), done.stderr)
                self.assertIn(words, done.stderr)
        reached = {"polygon": {"box": [[11, 2], [18, 8]]}}
        for scene in ({**hall, "agents": agent(behind)}, {**hall, "layers": wall, "agents": agent(reached)}):
            self.assertEqual("", wend("check", self.write(scene)).stderr)

    def test_run_record_verify(self):
        record, sqlite = self.folder / "a.wend", self.folder / "a.sqlite"
        ran, done = wend_json("run", "hello", "--record", record, "--sqlite", sqlite)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertLessEqual(RUN_FIELDS, ran.keys())
        self.assertEqual(ran["agents"], ran["arrived"])
        self.assertEqual(0, ran["overlaps"] + ran["wall_crossings"] + ran["limit_violations"])
        for name in (record, sqlite):
            with self.subTest(file=name.name):
                verified, done = wend_json("verify", name, "--scene", "hello")
                self.assertEqual(0, done.returncode, done.stderr)
                self.assertLessEqual(VERIFY_FIELDS, verified.keys())
                for field in VERIFY_FIELDS:
                    self.assertEqual(ran[field], verified[field], field)

    def test_run_prints_a_table(self):
        done = wend("run", "hello", "--seconds", 2)
        self.assertIn(done.returncode, (0, 1))
        self.assertIn("arrived", done.stdout)

    def test_a_failed_promise_is_exit_status_1(self):
        scene = json.loads(pathlib.Path(__file__).parents[2].joinpath("scenes/hello.json").read_text())
        scene["duration"] = 0.5
        short = self.folder / "short.json"
        short.write_text(json.dumps(scene))
        ran, done = wend_json("run", short)
        self.assertEqual(1, done.returncode)
        self.assertLess(ran["arrived"], ran["agents"])

    def test_a_picture_of_an_agents_plans(self):
        plain, planned = self.folder / "a.png", self.folder / "b.png"
        wend("run", "space-time-goals", "--seconds", "1", "--png", plain, "--at", "0.5")
        wend("run", "space-time-goals", "--seconds", "1", "--png", planned, "--at", "0.5", "--agent", "cat")
        self.assertTrue(plain.read_bytes().startswith(b"\x89PNG"))
        self.assertNotEqual(plain.read_bytes(), planned.read_bytes())
        self.assert_fails(wend("run", "hello", "--seconds", "1", "--png", plain, "--agent", "nobody"), "--agent", "nobody")
        self.assert_fails(wend("run", "hello", "--agent", "ann"), "--png")

    def test_run_says_how_everybody_is_doing(self):
        ran, _ = wend_json("run", "space-time-goals", "--seconds", "2")
        states = {state["name"]: state for state in ran["agent_states"]}
        self.assertEqual(16, len(states))
        self.assertTrue(states["ann"]["in_focus"])
        self.assertEqual(["static_mesh", "density_mesh", "space_time"], [task["domain"] for task in states["ann"]["tasks"]])
        self.assertFalse(states["up/0"]["in_focus"])
        self.assertNotIn("tasks", states["up/0"])
        self.assertEqual("walking", states["up/0"]["mode"])

    def test_unwritable_target(self):
        self.assert_fails(wend("run", "hello", "--record", "/no/such/folder/a.wend"), "/no/such/folder")

    def test_verify_needs_a_recording(self):
        self.assert_fails(wend("verify", self.folder / "none.wend", "--scene", "hello"), "none.wend")
        junk = self.folder / "junk.wend"
        junk.write_bytes(b"not a recording")
        self.assert_fails(wend("verify", junk, "--scene", "hello"), "junk.wend")

    def test_plan(self):
        plan, done = wend_json("plan", "hello", "--from", "1,1", "--to", "5,1")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual("ok", plan["status"])
        self.assertGreaterEqual(plan["length_m"], 4 - 1e-6)
        drawing = self.folder / "plan.svg"
        wend("plan", "hello", "--from", "1,1", "--to", "5,1", "--svg", drawing)
        self.assertIn("<svg", drawing.read_text())
        self.assert_fails(wend("plan", "hello", "--from", "1", "--to", "5,1"), "--from")

    def test_plan_to_the_nearest_of_several(self):
        svg = self.folder / "map.svg"
        goals = ["--from-all-to", "1,1@gallery", "--from-all-to", "29,15,29.5,15", "--radius", "0.25"]
        plan, done = wend_json("plan", "two-storeys", *goals, "--from", "2,12", "--svg", svg)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(2, plan["goals"])
        self.assertEqual(0, plan["from"]["goal"])
        self.assertTrue(plan["exact"])
        near, _ = wend_json("plan", "two-storeys", *goals, "--from", "26,15")
        self.assertEqual(1, near["from"]["goal"])
        self.assertIn("<svg", svg.read_text())
        self.assert_fails(wend("plan", "two-storeys", "--from-all-to", "1,1@roof"), "--from-all-to", "1,1@roof")
        self.assert_fails(wend("plan", "two-storeys", "--from-all-to", "1,1,2"), "--from-all-to", "x,y,x,y")

    def test_field(self):
        words = ["field", "behind-the-building", "--to", "36,15", "--from", "4,15", "--agent", "walker"]
        self.assertIn("ok: ", wend(*words).stdout)
        found, done = wend_json(*words)
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual("ok", found["ways"][0]["status"])
        with_quads, _ = wend_json(*words, "--quads")
        self.assertEqual(found["ways"], with_quads["ways"])
        self.assertGreater(with_quads["quads"]["leaves"], 0)
        self.assert_fails(wend("field", "behind-the-building", "--to", "360,15"), "360")

    def test_graph(self):
        svg, csv = self.folder / "graph.svg", self.folder / "graph.csv"
        graphs = {}
        for kind in ("full", "reduced"):
            words = ["--full"] if kind == "full" else []
            graphs[kind], done = wend_json("graph", "rooms", *words, "--svg", svg, "--csv", csv)
            self.assertEqual(0, done.returncode, done.stderr)
            self.assertIn("<svg", svg.read_text())
            self.assertGreaterEqual(len(csv.read_text().splitlines()), graphs[kind]["edges"])
        self.assertGreater(graphs["full"]["edges"], graphs["reduced"]["edges"])
        self.assertLess(graphs["reduced"]["cells"], graphs["reduced"]["triangles"])
        self.assertEqual(0, wend("graph", "rooms", "--radius", "0.3").returncode)
        self.assert_fails(wend("graph", "rooms", "--full", "--radius", "0.3"), "--full", "radius")
        self.assert_fails(wend("graph", "rooms", "--layer", "7"), "--layer", "7")

    def test_plan_goes_through_every_domain(self):
        everything = ["static_mesh", "density_mesh", "grid", "space_time"]
        for chain in ["tunnels", "waypoints"]:
            plan, done = wend_json("plan", "hello", "--from", "2,5", "--to", "38,18", "--chain", chain)
            self.assertEqual(0, done.returncode, done.stderr)
            in_time = plan["space_and_time"]
            self.assertEqual("ok", in_time["status"])
            self.assertEqual(everything, [one["domain"] for one in in_time["domains"]])
            for one in in_time["domains"]:
                self.assertEqual("ok", one["status"], one)
                self.assertGreater(one["expansions"], 0)
                self.assertTrue(one["bound"] == "none" or one["bound"] >= 1, one)
            times = [place[3] for place in in_time["course"]]
            self.assertEqual(sorted(times), times)
            self.assertGreater(in_time["seconds"], plan["length_m"] / 2)
            text = wend("plan", "hello", "--from", "2,5", "--to", "38,18", "--chain", chain).stdout
            for domain in everything:
                self.assertIn(domain, text)
        plan, _ = wend_json("plan", "hello", "--from", "2,5", "--to", "38,18", "--chain", "none")
        self.assertNotIn("space_and_time", plan)


if __name__ == "__main__":
    unittest.main()
