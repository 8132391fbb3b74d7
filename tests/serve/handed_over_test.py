"""What announce, watch and mcp hand to a server: the voice of the folder they run in, and a whole session of an agent, once."""

import json
import os
import re
import subprocess
import sys
import tempfile
import unittest

from listening_server import ListeningServer
from sotto_server import BINARY, main

DATA = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "data")
CONFIG = """
[projects."~/work/app"]
voice = "espeak-ng:en-us"
language = "ja"
rate = 2.0
[projects."by-name"]
voice = "espeak-ng:de"
"""
# Draws a recorded session as agents draw theirs in a terminal: a text grows in pieces, a spinner and a box of the prompt stand below it and are
# drawn again with each piece, tools have a frame. Between two texts the user's terminal may change its size.
AGENT = """
import json, sys, time
out = sys.stdout
box = ["\u256d" + "\u2500" * 60 + "\u256e", "\u2502 > " + " " * 57 + "\u2502", "\u2570" + "\u2500" * 60 + "\u256f"]
spinner = "\u280b\u2819\u2839\u2838"
step = 0
def below():
    global step
    step += 1
    out.write("\\r\\n" + spinner[step % 4] + " Working... (" + str(step) + "s \u00b7 esc to interrupt)\\r\\n" + "\\r\\n".join(box))
def above():
    out.write("\\x1b[4A\\r")
def piece(text):  # what has been drawn of the paragraph is drawn again
    out.write("\\x1b[J\u25cf " + text)
    below()
    out.flush()
    above()
for line in open(sys.argv[1], encoding="utf-8"):
    event = json.loads(line)
    if event["type"] != "assistant":
        continue
    for part in event["message"]["content"]:
        if part["type"] == "text":
            for paragraph in part["text"].split("\\n"):
                if not paragraph.strip():
                    continue
                words = paragraph.split(" ")  # a machine that is busy between two pieces may let the first be heard
                for cut in (len(words) // 3, 2 * len(words) // 3, len(words)):
                    piece(" ".join(words[:cut]))
                    time.sleep(0.002)
                out.write("\\x1b[J\u25cf " + paragraph + "\\r\\n\\r\\n")
        elif part["type"] == "tool_use":
            out.write("\\x1b[J" + box[0] + "\\r\\n\u2502 Bash(true)" + " " * 48 + "\u2502\\r\\n" + box[2] + "\\r\\n\\r\\n")
out.flush()
"""


class HandedOver(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-handed-")
        self.addCleanup(self.folder.cleanup)
        self.home = self.folder.name
        self.server = ListeningServer(self.home)
        self.addCleanup(self.server.stop)
        self.app = os.path.join(self.home, "work", "app")
        os.makedirs(self.app)
        os.makedirs(os.path.join(self.home, "config", "sotto"))
        with open(os.path.join(self.home, "config", "sotto", "config.toml"), "w", encoding="utf-8") as file:
            file.write(CONFIG)
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        self.environment |= {"HOME": self.home, "XDG_CONFIG_HOME": os.path.join(self.home, "config"), "SOTTO_SOCKET": self.server.socket_path}

    def sotto(self, *arguments, cwd=None, data=""):
        done = subprocess.run([BINARY, *arguments], input=data, capture_output=True, text=True, timeout=60, env=self.environment, cwd=cwd or self.app)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done.stdout

    def voice(self):
        request = self.server.requests.pop()
        self.server.requests.clear()
        return request.get("voice"), request.get("translate_to"), request.get("speed")

    def mcp(self, **arguments):
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "speak", "arguments": {"text": "Done."} | arguments}}
        self.assertNotIn("error", json.loads(self.sotto("mcp", data=json.dumps(call) + "\n")))

    def test_the_folder_has_its_voice(self):
        own = ("espeak-ng:en-us", "ja", 2.0)
        self.sotto("announce", "Done.")
        self.assertEqual(self.voice(), own)
        self.sotto("announce", "Done.", cwd=self.home)
        self.assertEqual(self.voice(), (None, None, None))
        self.sotto("announce", "--voice", "espeak-ng:fr", "Done.")
        self.assertEqual(self.voice(), ("espeak-ng:fr", None, 2.0))
        self.sotto("announce", "--speed", "1.5", "--project", "by-name", "Done.")
        self.assertEqual(self.voice(), ("espeak-ng:de", None, 1.5))
        self.sotto("watch", "--", "echo", "All tests pass.")
        self.assertEqual(self.voice(), own)
        self.mcp()
        self.assertEqual(self.voice(), own)
        self.mcp(language="fr")
        self.assertEqual(self.voice(), (None, None, 2.0))
        self.sotto("hook", json.dumps({"hook_event_name": "Stop", "session_id": "s", "cwd": self.app, "last_assistant_message": "Done."}), cwd=self.home)
        self.assertEqual(self.voice(), own)

    def test_a_large_event_is_an_event(self):
        event = {"hook_event_name": "PreToolUse", "session_id": "s", "tool_name": "Write",
                 "tool_input": {"file_path": "/work/notes.txt", "content": "word " * 2_000_000}}
        self.sotto("hook", "--tools", data=json.dumps(event))
        self.assertIn("notes.txt", self.server.requests.pop()["text"])
        event = {"hook_event_name": "PostToolUse", "session_id": "s", "tool_response": "x" * 10_000_000}
        self.sotto("hook", data=json.dumps(event))
        self.assertEqual(self.server.requests, [])

    def heard(self):
        """The texts of the messages. A piece goes on where the one before ended, within a word where the terminal broke it."""
        messages = {}
        for request in self.server.requests:
            messages.setdefault(request["stream"], []).append((request["index"], request["text"]))
        return " ".join("".join(text for _, text in sorted(pieces)) for pieces in messages.values())

    def test_a_whole_session_is_heard_once(self):
        agent = os.path.join(self.home, "agent.py")
        with open(agent, "w", encoding="utf-8") as file:
            file.write(AGENT)
        for name in ("migration", "slow_page"):
            with self.subTest(name):
                self.server.requests.clear()
                path = os.path.join(DATA, "keep_up", name + ".jsonl")
                self.sotto("watch", "--", sys.executable, agent, path)
                expected = []
                with open(path, encoding="utf-8") as lines:
                    for event in map(json.loads, lines):
                        if event["type"] == "assistant":
                            expected += [p["text"] for p in event["message"]["content"] if p["type"] == "text"]
                squeezed = lambda text: re.sub(r"\W+", " ", text).strip()
                self.assertEqual(squeezed(self.heard()), squeezed(" ".join(expected)))


if __name__ == "__main__":
    main()
