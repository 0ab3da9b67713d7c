"""A live session is recorded with what was done in it, and the recording stands on its own."""
import base64
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from tool import WEND, wend_json

ADD = {"do": "add_agent", "at": [5, 2], "layer": 0, "radius": 0.3, "goal": [20, 4], "goal_layer": 0}
EDITS = [ADD, {"do": "pause_agent", "agent": "eastbound/0"}, {"do": "remove_agent", "agent": "westbound/0"},
         {"do": "budget", "value": "900x"}, {"do": "drop", "at": [20, 20], "layer": 0, "radius": 0.5}]


class Page:
    """Just enough of a WebSocket to send short commands."""

    def __init__(self, port):
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=10)
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n").encode())
        assert self.socket.recv(12) == b"HTTP/1.1 101"

    def send(self, command):
        text = json.dumps(command).encode()
        assert len(text) < 126
        mask = b"\1\2\3\4"
        self.socket.sendall(bytes([0x81, 0x80 | len(text)]) + mask + bytes(c ^ mask[i % 4] for i, c in enumerate(text)))

    def hears(self, text, seconds=20):
        """Whether the server says it within that time."""
        said, until = b"", time.monotonic() + seconds
        while text not in said and time.monotonic() < until:
            said = said[-len(text):] + self.socket.recv(1 << 16)
        return text in said


class Serve(unittest.TestCase):
    def test_a_session_with_edits_can_be_verified(self):
        with tempfile.TemporaryDirectory() as folder:
            names = {kind: pathlib.Path(folder, f"session.{kind}") for kind in ("wend", "sqlite", "html")}
            server = subprocess.Popen([WEND, "serve", "hello", "--port", "0", "--record", names["wend"],
                                       "--sqlite", names["sqlite"], "--html", names["html"]],
                                      stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            url = server.stdout.readline()
            if not url:
                self.skipTest(server.communicate()[1])
            page = Page(int(re.search(r":(\d+)/", url)[1]))
            for edit in EDITS:
                page.send(edit)
                time.sleep(0.2)
            time.sleep(1)
            page.socket.close()
            server.send_signal(signal.SIGINT)
            said = server.communicate(timeout=60)[0]
            self.assertEqual(server.returncode, 0)
            self.assertIn("check it: wend verify", said)
            reports = [wend_json("verify", names[kind], "--scene", "hello")[0] for kind in ("wend", "sqlite")]
            for report in reports:
                self.assertEqual(report["agents"], 13, "the guest is known from the recording")
                self.assertEqual(report["excused"], 2, "one is paused, one was sent away")
                self.assertEqual(report["inconsistencies"], 0, report["findings"])
                self.assertEqual(report["overlaps"] + report["wall_crossings"] + report["limit_violations"], 0)
                self.assertNotIn("warning", report)
            self.assertEqual(reports[0]["state_hash"], reports[1]["state_hash"])
            self.assertGreater(names["html"].stat().st_size, 100_000)

    def test_what_the_selected_agent_knows_is_shown(self):
        server = subprocess.Popen([WEND, "serve", "social-influence", "--port", "0"],
                                  stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        try:
            url = server.stdout.readline()
            if not url:
                self.skipTest(server.communicate()[1])
            page = Page(int(re.search(r":(\d+)/", url)[1]))
            page.send({"do": "watch", "agent": 50})
            # The channel's name as it is sent, after its length; the scene says the word too.
            self.assertTrue(page.hears(b"\x09knowledge"))
        finally:
            server.terminate()
            server.communicate(timeout=60)


if __name__ == "__main__":
    unittest.main()
