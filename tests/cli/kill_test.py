"""A run may be killed at any moment: every file it leaves behind opens."""
import pathlib
import random
import signal
import subprocess
import tempfile
import time
import unittest

from tool import LONG, WEND, wend

ROUNDS = 300 if LONG else 100


class Kill(unittest.TestCase):
    def test_what_is_left_opens(self):
        rng = random.Random(5)
        opened = whole = 0
        with tempfile.TemporaryDirectory() as folder:
            for round_number in range(ROUNDS):
                names = [pathlib.Path(folder, f"{round_number}.{kind}") for kind in ("wend", "sqlite")]
                run = subprocess.Popen([WEND, "run", "hello", "--record", names[0], "--sqlite", names[1]],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(rng.uniform(0.0, 0.4))
                run.send_signal(signal.SIGKILL)
                run.wait()
                for name in names:
                    partial = name.with_name(name.name + ".partial")
                    for left in (name, partial):
                        if not left.exists():
                            continue
                        with self.subTest(file=left.name):
                            done = wend("verify", left, "--scene", "hello")
                            self.assertIn(done.returncode, (0, 1), done.stderr)
                            opened += 1
                            whole += left == name
        self.assertGreater(opened, ROUNDS, "most kills should leave both files")
        print(f"{ROUNDS} kills, {opened} files left and opened, {whole} of them whole")


if __name__ == "__main__":
    unittest.main()
