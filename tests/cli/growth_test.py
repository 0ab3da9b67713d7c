"""Time against the size of the input, for everything that is read: four times as much takes hardly more than four
times as long, in the shapes that files have and in those that somebody could give them to do harm."""
import json
import math
import pathlib
import random
import resource
import subprocess
import tempfile
import unittest

from tool import LONG, WEND, wend

MOST_RATIO = 9  # four times as much: n log n is at most 5, n squared 16
LEAST_SECONDS = 0.15
ALLOWED = (0, 1, 2)


def processor_seconds(words):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run([str(WEND), *map(str, words)], capture_output=True, text=True, timeout=600)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, done


def ring(corners, radius=40, center=(50, 50)):
    return [[center[0] + radius * math.cos(2 * math.pi * i / corners),
             center[1] + radius * math.sin(2 * math.pi * i / corners)] for i in range(corners)]


def scene(**fields):
    agent = {"name": "a", "position": [1, 1], "goal": {"point": [2, 2], "radius": 0.3}}
    return {"version": 1, "name": "growth", "bounds": [[0, 0], [100, 100]], "duration": 5, "agents": [agent], **fields}


def disc(name, x, y, **fields):
    return {"name": name, "radius": 0.1, "position": [x, y], **fields}


class Growth(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)
        self.rng = random.Random(11)

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content if isinstance(content, str) else json.dumps(content))
        return path

    def place(self):
        return self.rng.uniform(1, 99), self.rng.uniform(1, 99)

    def assert_grows_gently(self, size, command):
        """`command(n)` writes an input of size n and gives the words that read it."""
        seconds = []
        for n in (size, 4 * size):
            words = command(n)
            took, done = min((processor_seconds(words) for _ in range(2)), key=lambda pair: pair[0])
            self.assertIn(done.returncode, ALLOWED, done.stderr[:300])
            seconds.append(took)
        print(f"{seconds[0]:.2f} s, {seconds[1]:.2f} s", end=" ", flush=True)
        self.assertLess(seconds[1], MOST_RATIO * max(seconds[0], LEAST_SECONDS))

    def check_scene(self, **fields):
        return "check", self.file("scene.json", scene(**fields))


class Scenes(Growth):
    SIZE = 50_000

    def test_obstacles(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(
            obstacles=[disc(f"o{i}", *self.place()) for i in range(n)]))

    def test_agents(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(agents=[
            {"name": f"a{i}", "position": [1 + 98 * (i % 400) / 400, 1 + 98 * (i // 400) / 400],
             "radius": 0.1, "goal": {"point": list(self.place())}} for i in range(n)]))

    def test_agents_of_one_name(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(agents=[
            {"name": "a", "position": list(self.place()), "goal": {"point": [5, 5]}} for _ in range(n)]))

    def test_events_on_one_thing(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(
            obstacles=[disc("o", 50, 50)],
            events=[{"time": i * 1e-4, "move": {"obstacle": "o", "motion": {"keyframes": [
                {"time": i * 1e-4, "position": list(self.place())}]}}} for i in range(n)]))

    def test_things_that_come_and_go(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(events=[
            event for i in range(n // 2) for event in
            ({"time": i * 1e-4, "appear": disc(f"o{i}", *self.place())}, {"time": i * 1e-4, "disappear": f"o{i}"})]))

    def test_one_ring_of_many_corners(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(
            layers=[{"name": "ground", "blocked": [ring(n)]}]))

    def test_keyframes(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(obstacles=[
            {"name": "o", "radius": 0.1,
             "motion": {"keyframes": [{"time": i * 1e-3, "position": list(self.place())} for i in range(n)]}}]))

    def test_text_that_is_long_and_deep(self):
        self.assert_grows_gently(2_000_000, lambda n: ("check", self.file("deep.json", "[" * n)))
        self.assert_grows_gently(2_000_000, lambda n: ("check", self.file("long.json", '{"name": "' + "\\u0041" * n)))
        self.assert_grows_gently(2_000_000, lambda n: ("check", self.file("digits.json", '{"version": ' + "1" * n)))

    def test_unknown_keys(self):
        self.assert_grows_gently(self.SIZE, lambda n: self.check_scene(**{f"key{i}": i for i in range(n)}))


class Maps(Growth):
    def test_grid_map(self):
        def command(n):
            side = int(math.sqrt(n))
            rows = ["".join(self.rng.choice("..@") for _ in range(side)) for _ in range(side)]
            text = f"type octile\nheight {side}\nwidth {side}\nmap\n" + "\n".join(rows) + "\n"
            self.file("grid.map", text)
            return self.check_scene(bounds=[[0, 0], [side, side]], agents=[],
                                    layers=[{"name": "ground", "map": {"file": "grid.map"}}])
        self.assert_grows_gently(40_000, command)

    def test_wkt(self):
        def command(n):
            def box(i):
                x, y = 1 + 98 * (i % 300) / 300, 1 + 98 * (i // 300) / 300
                return f"({x} {y}, {x + 0.1} {y}, {x + 0.1} {y + 0.1}, {x} {y + 0.1}, {x} {y})"
            holes = ", ".join(box(i) for i in range(n))
            self.file("ground.wkt", f"POLYGON ((0 0, 100 0, 100 100, 0 100, 0 0), {holes})")
            return self.check_scene(layers=[{"name": "ground", "walkable": [{"wkt_file": "ground.wkt"}]}])
        self.assert_grows_gently(20_000, command)


class Levels(Growth):
    def level(self, name, content, **fields):
        self.file(name, content)
        return "check", self.file("scene.json", scene(level={"file": name, **fields}))

    def grid(self, n):
        side = int(math.sqrt(n))
        corners = "".join(f"v {x} 0 {-y}\n" for y in range(side + 1) for x in range(side + 1))
        at = lambda x, y: y * (side + 1) + x + 1
        return corners, [[at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)]
                         for y in range(side) for x in range(side)]

    def test_obj(self):
        def command(n):
            corners, faces = self.grid(n)
            return self.level("level.obj", corners + "".join("f " + " ".join(map(str, f)) + "\n" for f in faces),
                              cell_size=2)
        self.assert_grows_gently(10_000, command)

    def test_obj_with_one_face_of_all_corners(self):
        def command(n):
            corners = "".join(f"v {x} 0 {y}\n" for x, y in ring(n))
            return self.level("level.obj", corners + "f " + " ".join(str(i + 1) for i in range(n)) + "\n", cell_size=2)
        self.assert_grows_gently(20_000, command)

    def test_obj_with_long_lines(self):
        self.assert_grows_gently(1_000_000, lambda n: self.level("level.obj", "v " + "1 " * n + "\nf 1 1 1\n"))

    def test_gltf_with_many_and_deep_nodes(self):
        def command(n, chained):
            nodes = [{"children": [i + 1]} if chained and i + 1 < n else {} for i in range(n)]
            roots = [0] if chained else list(range(n))
            return self.level("level.gltf", json.dumps(
                {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": roots}], "nodes": nodes}))
        self.assert_grows_gently(20_000, lambda n: command(n, False))
        self.assert_grows_gently(20_000, lambda n: command(n, True))


class Clips(Growth):
    def bvh(self, joints, frames):
        head = "HIERARCHY\nROOT j0\n{\nOFFSET 0 0 0\nCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
        for i in range(1, joints):
            head += f"JOINT j{i}\n{{\nOFFSET 0 1 0\nCHANNELS 3 Zrotation Xrotation Yrotation\n"
        head += "End Site\n{\nOFFSET 0 1 0\n}\n" + "}\n" * joints
        row = " ".join(["0"] * (6 + 3 * (joints - 1))) + "\n"
        folder = self.folder / f"clips-{joints}-{frames}"
        folder.mkdir(exist_ok=True)
        (folder / "clip.bvh").write_text(head + f"MOTION\nFrames: {frames}\nFrame Time: 0.0083333\n" + row * frames)
        return "clips", folder

    def test_frames(self):
        self.assert_grows_gently(10_000, lambda n: self.bvh(20, n))

    def test_joints_one_inside_another(self):
        self.assert_grows_gently(20_000, lambda n: self.bvh(n, 2))


class Recordings(Growth):
    def recorded(self, n, option, name):
        seconds = n / 30
        path = self.file("scene.json", scene(
            duration=seconds, success={"arrived_share": 0},
            agents=[{"name": f"a{i}", "position": [2, 5 + 4 * i],
                     "goal": {"point": [98, 5 + 4 * i], "radius": 0.3, "repeats": True,
                              "then": [{"point": [2, 5 + 4 * i], "radius": 0.3}]}} for i in range(20)]))
        target = self.folder / name
        done = wend("run", path, option, target)
        self.assertIn(done.returncode, (0, 1), done.stderr)
        return "verify", target, "--scene", path

    def test_wend(self):
        self.assert_grows_gently(1_500, lambda n: self.recorded(4 * n, "--record", "run.wend"))

    def test_sqlite(self):
        self.assert_grows_gently(1_500, lambda n: self.recorded(2 * n, "--sqlite", "run.sqlite"))

    def test_bytes_that_are_none(self):
        self.assert_grows_gently(2_000_000, lambda n: (
            "verify", self.file("junk.wend", b"\x89WEND\r\n\x1a\n" + self.rng.randbytes(n)), "--scene",
            self.file("scene.json", scene())))


if __name__ == "__main__":
    unittest.main()
