"""What must hold on bad days: files that are no files, signals, full disks, two writers, and input that asks for
all of a machine."""
import json
import math
import os
import pathlib
import random
import resource
import signal
import stat
import subprocess
import tempfile
import time
import unittest

from tool import LONG, SOURCE, WEND, wend

DATA = SOURCE.parent / "shared/data/bad-days"
MEGABYTE = 1 << 20


def processor_seconds(work):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, result


def box(x, y, width, height):
    return [[x, y], [x + width, y], [x + width, y + height], [x, y + height]]


class BadDays(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.folder = pathlib.Path(holder.name)

    def write_scene(self, name="scene.json", **fields):
        file = self.folder / name
        file.write_text(json.dumps({"version": 1, "name": "bad day", **fields}))
        return file

    def small_scene(self, **fields):
        agent = {"name": "a", "position": [2, 5], "goal": {"point": [8, 5], "radius": 0.3}}
        return self.write_scene(bounds=[[0, 0], [10, 10]], duration=1, agents=[agent], **fields)

    def assert_refused(self, done, *words):
        self.assertEqual(2, done.returncode, done.stdout + done.stderr)
        self.assertEqual("", done.stdout)
        for word in words:
            self.assertIn(word, done.stderr)


class Files(BadDays):
    OPTIONS = ("--record", "--sqlite", "--html", "--png")

    def test_only_regular_files_are_written(self):
        scene = self.small_scene()
        (self.folder / "aim").write_text("untouched")
        (self.folder / "link").symlink_to(self.folder / "aim")
        (self.folder / "null").symlink_to("/dev/null")
        os.mkfifo(self.folder / "pipe")
        (self.folder / "folder").mkdir()
        before = sorted(os.listdir(self.folder))
        for option in self.OPTIONS:
            for name in ("link", "null", "pipe", "folder", "/dev/null", "/dev/full"):
                with self.subTest(option=option, name=name):
                    self.assert_refused(wend("run", scene, option, self.folder / name), option)
        self.assertEqual("untouched", (self.folder / "aim").read_text())
        self.assertTrue(stat.S_ISFIFO(os.lstat(self.folder / "pipe").st_mode))
        self.assertTrue(stat.S_ISCHR(os.lstat("/dev/null").st_mode))
        self.assertEqual(before, sorted(os.listdir(self.folder)))

    def test_input_and_other_outputs_stay_as_they_are(self):
        scene = self.small_scene()
        text = scene.read_text()
        os.link(scene, self.folder / "same.json")
        for name in (scene, self.folder / "same.json", self.folder / "." / scene.name):
            for option in self.OPTIONS:
                with self.subTest(option=option, name=name):
                    self.assert_refused(wend("run", scene, option, name, "--force"), "is read")
        self.assertEqual(text, scene.read_text())
        twice = self.folder / "twice"
        self.assert_refused(wend("run", scene, "--record", twice, "--sqlite", twice), "--record", "--sqlite")
        self.assertFalse(twice.exists())

    def test_files_of_another_kind_and_read_only_ones_need_force(self):
        scene = self.small_scene()
        letter = self.folder / "letter.txt"
        letter.write_text("Dear reader")
        self.assert_refused(wend("run", scene, "--record", letter), "--force")
        self.assertEqual("Dear reader", letter.read_text())
        self.assertIn(wend("run", scene, "--record", letter, "--force").returncode, (0, 1))
        self.assertTrue(letter.read_bytes().startswith(b"\x89WEND"))
        letter.chmod(0o444)
        self.assert_refused(wend("run", scene, "--record", letter), "read-only")
        self.assertIn(wend("run", scene, "--record", letter, "--force").returncode, (0, 1))

    def test_two_writers(self):
        scene = self.write_scene(bounds=[[0, 0], [1000, 10]], duration=800, agents=[
            {"name": "a", "position": [2, 5], "goal": {"point": [990, 5], "radius": 0.3}}])
        for option, name in (("--record", "run.wend"), ("--sqlite", "run.sqlite")):
            target = self.folder / name
            first = subprocess.Popen([WEND, "run", scene, option, target], stdout=subprocess.DEVNULL,
                                     stderr=subprocess.PIPE, text=True)
            partial = target.with_name(name + ".partial")
            while not partial.exists() and first.poll() is None:
                time.sleep(0.002)
            second = wend("run", scene, option, target)
            if first.poll() is None:
                self.assert_refused(second, "another run")
            _, errors = first.communicate()
            self.assertEqual(0, first.returncode, errors)
            self.assertEqual(0, wend("verify", target, "--scene", scene).returncode)

    def test_signals_close_what_is_open(self):
        scene = self.write_scene(bounds=[[0, 0], [66500, 10]], duration=36000, agents=[
            {"name": "a", "position": [2, 5], "goal": {"point": [66000, 5], "radius": 0.3}}],
            success={"arrived_share": 0})
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            with self.subTest(signal=number):
                names = [self.folder / f"{number}.{kind}" for kind in ("wend", "sqlite", "html")]
                run = subprocess.Popen([WEND, "run", scene, "--record", names[0], "--sqlite", names[1], "--html",
                                        names[2]], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
                while not names[1].with_name(names[1].name + ".partial").exists() and run.poll() is None:
                    time.sleep(0.01)
                time.sleep(0.3)
                run.send_signal(number)
                _, errors = run.communicate(timeout=120)
                self.assertEqual(128 + number, run.returncode, errors)
                self.assertIn("interrupted", errors)
                self.assertIn("</html>", names[2].read_text()[-200:])
                for name in names[:2]:
                    done = wend("verify", name, "--scene", scene)
                    self.assertNotIn("warning", done.stdout)
                self.assertEqual([], [name for name in os.listdir(self.folder) if "partial" in name])

    def test_a_full_disk_is_an_error(self):
        with open("/dev/full", "w") as full:
            done = subprocess.run([WEND, "run", self.small_scene()], stdout=full, stderr=subprocess.PIPE, text=True)
        self.assertEqual(2, done.returncode)
        self.assertIn("standard output", done.stderr)


    def assert_full(self, done, folder, scene):
        """An error, and what was written until then can still be read."""
        self.assertEqual(2, done.returncode, done.stderr)
        self.assertIn("cannot write", done.stderr)
        self.assertEqual([], [name for name in os.listdir(folder) if ".partial" not in name])
        partial = folder / "run.wend.partial"
        if partial.exists():
            self.assertIn(wend("verify", partial, "--scene", scene).returncode, (0, 1))

    def test_a_quota_that_is_used_up(self):
        scene = self.long_walk()
        for kilobytes in (8, 40, 100):
            with self.subTest(kilobytes=kilobytes):
                folder = self.folder / str(kilobytes)
                folder.mkdir()
                def limit():
                    resource.setrlimit(resource.RLIMIT_FSIZE, (kilobytes << 10, kilobytes << 10))
                done = subprocess.run([WEND, "run", scene, "--record", folder / "run.wend", "--sqlite",
                                       folder / "run.sqlite"], capture_output=True, text=True, preexec_fn=limit)
                self.assert_full(done, folder, scene)

    def test_a_full_file_system(self):
        """A small one of its own, where the system lets us make one."""
        scene, folder = self.long_walk(), self.folder / "small"
        folder.mkdir()
        script = ('mount -t tmpfs -o size=100k tmpfs "$1" && cd "$1" && ("$2" run "$3" --record run.wend --sqlite '
                  'run.sqlite; echo $? > "$4/status"; ls > "$4/names"; cp run.wend.partial "$4" || true)')
        made = subprocess.run(["unshare", "-Urm", "sh", "-c", script, "sh", folder, WEND, scene, self.folder],
                              capture_output=True, text=True)
        if not (self.folder / "status").exists():
            self.skipTest(f"no file system of our own: {made.stderr}")
        self.assertEqual("2", (self.folder / "status").read_text().strip(), made.stderr)
        self.assertIn("cannot write", made.stderr)
        names = (self.folder / "names").read_text().split()
        self.assertTrue(all(".partial" in name for name in names), names)
        left = self.folder / "run.wend.partial"
        self.assertIn(wend("verify", left, "--scene", scene).returncode, (0, 1))

    def long_walk(self):
        return self.write_scene(bounds=[[0, 0], [1000, 40]], duration=200, agents=[
            {"name": f"a{i}", "position": [2, 2 + i], "goal": {"point": [990, 2 + i], "radius": 0.3}}
            for i in range(30)])


class Numbers(BadDays):
    def test_numbers_that_are_none(self):
        scene = self.small_scene()
        for words in (("--seconds", "nan"), ("--seconds", "inf"), ("--seconds", "0"), ("--seed", "-1"),
                      ("--seed", "1e3"), ("--threads", "-1"), ("--threads", "100000"), ("--record", ""),
                      ("--sqlite", ""), ("--html", ""), ("--png", "")):
            with self.subTest(words=words):
                self.assert_refused(wend("run", scene, *words), words[0])


class Limits(BadDays):
    """Nothing ends by a signal, whatever it is asked for."""

    def run_within(self, megabytes, *words):
        def limit():
            resource.setrlimit(resource.RLIMIT_AS, (megabytes * MEGABYTE, megabytes * MEGABYTE))
        return subprocess.run([WEND, *map(str, words)], capture_output=True, text=True, timeout=600,
                              preexec_fn=limit)

    def test_more_agents_than_anybody_needs(self):
        group = {"count": 1_000_000, "rectangle": [[-59000, -59000], [59000, 59000]], "goal": {"point": [5, 5]}}
        scene = self.write_scene(bounds=[[-60000, -60000], [60000, 60000]],
                                 groups=[{"name": f"g{i}", **group} for i in range(20)])
        self.assert_refused(self.run_within(500, "check", scene), "agents", "at most")
        self.assert_refused(self.run_within(500, "run", scene), "agents", "at most")

    def test_little_memory_is_said_and_not_died_of(self):
        for megabytes in (60, 90, 150, 250):
            for command in ("check", "run"):
                with self.subTest(megabytes=megabytes, command=command):
                    done = self.run_within(megabytes, command, "city", *(["--seconds", 0.2] if command == "run" else []))
                    self.assertIn(done.returncode, (0, 1, 2, 127), done.stderr)
                    if done.returncode == 2:
                        self.assertIn("memory", done.stderr)


class Check(BadDays):
    """Input whose edges meet as no map's do, a hundred thousand of them."""
    EDGES = 100_000
    MOST_SECONDS = 10

    def assert_quick(self, scene, returncode=0, edges=EDGES):
        seconds, done = processor_seconds(lambda: wend("check", scene))
        self.assertEqual(returncode, done.returncode, done.stderr[:500])
        self.assertLess(seconds, self.MOST_SECONDS)
        print(f"check of {edges} edges: {seconds:.2f} s", end=" ", flush=True)

    def with_people(self, blocked, size=400, **fields):
        agents = [{"name": "a", "position": [-5, -5], "goal": {"point": [-5, 5], "radius": 1}}]
        layers = [{"name": "ground", "blocked": blocked}]
        bounds = [[-10, -10], [size + 10, size + 10]]
        return self.write_scene(bounds=bounds, layers=layers, agents=agents, **fields)

    def test_overlapping_boxes(self):
        rng = random.Random(1)
        boxes = [box(rng.uniform(0, 380), rng.uniform(0, 380), rng.uniform(1, 20), rng.uniform(1, 20))
                 for _ in range(self.EDGES // 4)]
        self.assert_quick(self.with_people(boxes))

    def test_boxes_in_a_heap(self):
        rng = random.Random(2)
        boxes = [box(rng.uniform(0, 100), rng.uniform(0, 100), rng.uniform(50, 300), rng.uniform(50, 300))
                 for _ in range(self.EDGES // 4)]
        self.assert_quick(self.with_people(boxes))

    def test_crossing_needles(self):
        rng = random.Random(3)
        needles = []
        for _ in range(self.EDGES // 3):
            x, y, turn, length = rng.uniform(60, 340), rng.uniform(60, 340), rng.uniform(0, 6.28), rng.uniform(1, 12)
            along, side = [length * math.cos(turn), length * math.sin(turn)], [-math.sin(turn), math.cos(turn)]
            needles.append([[x, y], [x + along[0], y + along[1]],
                            [x + along[0] + 0.05 * side[0], y + along[1] + 0.05 * side[1]]])
        self.assert_quick(self.with_people(needles))

    def test_a_comb(self):
        teeth = self.EDGES // 4
        comb = []
        for i in range(teeth):
            x = 400 * i / teeth
            comb += [[x, 0], [x, 300], [x + 200 / teeth, 300], [x + 200 / teeth, 0]]
        comb += [[400, 0], [400, -1], [0, -1]]
        self.assert_quick(self.with_people([comb]))

    def test_a_lattice_of_bars_is_too_much_and_said_so(self):
        """A hundred million holes: nobody could tell where the ground is, but nobody has to wait to hear it."""
        half = self.EDGES // 8
        bars = [box(400 * i / half, 0, 0.01, 400) for i in range(half)]
        bars += [box(0, 400 * i / half, 400, 0.01) for i in range(half)]
        self.assert_quick(self.with_people(bars), returncode=2)

    def test_a_million_who_enter_one_after_another(self):
        scene = self.write_scene(
            bounds=[[0, 0], [100, 100]], duration=60,
            groups=[{"name": "g", "count": 999_999 if LONG else 200_000, "rectangle": [[1, 1], [4, 4]],
                     "every": 0.0001 if LONG else 0.0002, "goal": {"point": [50, 50], "radius": 1}}])
        self.assert_quick(scene, edges=4)

    def test_time_grows_with_the_input(self):
        """Ten times as much takes hardly more than ten times as long."""
        times = []
        for edges in (10_000, 100_000):
            rng = random.Random(4)
            side = 400 * math.sqrt(edges / 100_000)
            boxes = [box(rng.uniform(0, side), rng.uniform(0, side), rng.uniform(1, 20), rng.uniform(1, 20))
                     for _ in range(edges // 4)]
            seconds, done = processor_seconds(lambda: wend("check", self.with_people(boxes, 420)))
            self.assertEqual(0, done.returncode, done.stderr[:500])
            times.append(seconds)
        self.assertLess(times[1], 25 * max(times[0], 0.02))


@unittest.skipUnless(DATA.is_dir(), f"no bad days beside the project: {DATA}")
class KnownBadDays(BadDays):
    def test_nothing_ends_by_a_signal(self):
        for scene in sorted(DATA.glob("*.json")):
            with self.subTest(scene=scene.name):
                self.assertIn(wend("check", scene).returncode, (0, 2))

    def test_a_goal_across_a_wall_is_reached_on_the_near_side(self):
        self.assertEqual(0, wend("run", DATA / "goal-disc-across-wall.json").returncode)


if __name__ == "__main__":
    unittest.main()
