"""serve --digest-command: who makes digests is waited for by what is heard, and by nobody else."""

import os
import tempfile
import time
import unittest

from sotto_server import SENTENCE, Server, main

ANSWER = "I read the parser. It has two loops. The second one is wrong. I fixed it. All of it passes. Shall I commit it?"


class Digests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-digest-")
        self.addCleanup(self.folder.cleanup)

    def serve(self, command):
        self.log = os.path.join(self.folder.name, "log")
        self.server = Server("--verbose", "--speaker", os.path.join(self.folder.name, "said.wav"), "--digest-command", command, log=self.log)
        self.addCleanup(self.server.stop)

    def path(self, name):
        return os.path.join(self.folder.name, name)

    def announce(self, text=ANSWER, session="a"):
        self.assertEqual(self.server.by_socket("POST", "/v1/announce", {"session": session, "text": text})[0], 202)

    def logged(self):
        with open(self.log, encoding="utf-8") as log:
            return log.read()

    def said(self):
        return [line.split(" said: ")[1] for line in self.logged().splitlines() if " said: " in line]

    def wait_for(self, what, condition):
        end = time.monotonic() + 60
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.02)

    def wait_for_sentences(self, count):
        self.wait_for(f"{count} sentences are said", lambda: len(self.said()) >= count)

    def test_a_program_makes_it(self):
        self.serve(f"cat >{self.path('text')}; echo 'The parser is mended.'")
        self.announce()
        self.wait_for_sentences(2)  # the question, which it has left out, is said behind it
        self.announce("A short one.")
        self.wait_for_sentences(3)
        self.assertEqual(self.said(), ["The parser is mended.", "Shall I commit it?", "A short one."])
        with open(self.path("text"), encoding="utf-8") as text:
            self.assertEqual(text.read().splitlines()[0], "I read the parser.")

    def test_one_that_breaks_costs_nothing(self):
        self.serve("echo 'no model' >&2; exit 3")
        self.announce()
        self.wait_for("cue words make it", lambda: "Shall I commit it?" in self.said())
        self.assertIn("--digest-command: /bin/sh ended with status 3: no model", self.logged())

    def test_one_that_hangs_holds_nobody_up_and_can_be_stopped(self):
        self.serve(f"echo $$ >>{self.path('pids')}; sleep 1000")
        started = lambda count: os.path.exists(self.path("pids")) and len(open_lines(self.path("pids"))) == count
        self.announce()
        self.wait_for("the program runs", lambda: started(1))
        for _ in range(20):  # more than there are threads that translate
            status, _, _ = self.server.post("/v1/audio/speech", {"input": SENTENCE, "response_format": "wav"})
            self.assertEqual(status, 200)
        self.server.by_socket("POST", "/v1/skip", {})
        self.announce("A short one.", "b")
        self.wait_for_sentences(1)
        self.announce()
        self.wait_for("the program runs again", lambda: started(2))
        self.assertEqual(self.server.stop()[0], 0)  # in the middle
        for pid in open_lines(self.path("pids")):
            self.assertFalse(os.path.exists(f"/proc/{pid.strip()}"), "the program was left behind")


def open_lines(path):
    with open(path, encoding="utf-8") as file:
        return file.readlines()


if __name__ == "__main__":
    main()
