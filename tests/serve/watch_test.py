"""sotto watch and sotto announce with a server whose speaker is a file: what is heard, and that the terminal is the command's."""

import fcntl
import os
import pty
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import unittest

from sotto_server import BINARY, Server, main


class Watch(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.server = Server("--verbose", "--speaker", os.path.join(cls.folder.name, "said.wav"))

    @classmethod
    def tearDownClass(cls):
        cls.server.stop()
        cls.folder.cleanup()

    def watch(self, *command, data=b"", flags=()):
        return subprocess.run([BINARY, "watch", *flags, "--", *command], input=data, capture_output=True, timeout=60,
                              env=self.server.environment)

    def heard(self):
        """What waits: the beginning of each message."""
        return self.server.by_socket("GET", "/v1/speaker")[2].decode()

    def hold(self):
        """What comes from now on waits behind another message."""
        self.server.by_socket("POST", "/v1/pause", {})
        self.server.by_socket("POST", "/v1/announce", {"session": "first", "text": "Wait."})
        self.addCleanup(lambda: (self.server.by_socket("POST", "/v1/stop", {}), self.server.by_socket("POST", "/v1/resume", {})))

    def test_the_terminal_shows_the_commands_bytes(self):
        text = "\\033[31mAll\\033[0m tests pass.\\nDone.\\n"
        self.hold()
        done = self.watch("printf", text)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(done.stdout, b"\x1b[31mAll\x1b[0m tests pass.\r\nDone.\r\n")
        self.assertIn("All tests pass.", self.heard())

    def test_the_exit_code_is_the_commands(self):
        self.assertEqual(self.watch("sh", "-c", "exit 7").returncode, 7)
        self.assertEqual(self.watch("sh", "-c", "kill -9 $$").returncode, 137)
        done = self.watch("/nonexistent/command")
        self.assertEqual(done.returncode, 127)
        self.assertIn(b"sotto: /nonexistent/command: No such file", done.stdout)

    def test_input_reaches_the_command_and_ends(self):
        done = self.watch("sh", "-c", "stty -echo; read x; echo got $x; cat; echo end", data=b"one\ntwo\n")
        self.assertEqual(done.returncode, 0)
        self.assertIn(b"got one", done.stdout)
        self.assertIn(b"end", done.stdout)

    def test_a_large_output_comes_whole(self):
        done = self.watch(sys.executable, "-c", "for i in range(20000): print(i)")
        self.assertEqual(done.stdout.split(), [str(i).encode() for i in range(20000)])

    def test_a_signal_ends_the_command(self):
        process = subprocess.Popen([BINARY, "watch", "--", "sh", "-c", "trap 'exit 3' TERM; echo ready; while :; do sleep 0.05; done"],
                                   stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=self.server.environment)
        self.assertIn(b"ready", process.stdout.readline())
        process.send_signal(signal.SIGTERM)
        self.assertEqual(process.wait(timeout=30), 3)
        process.stdin.close()
        process.stdout.close()

    def test_the_terminal_is_what_it_was(self):
        ours, theirs = pty.openpty()
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 33, 77, 0, 0))
        before = termios.tcgetattr(theirs)
        process = subprocess.Popen([BINARY, "watch", "--", "sh", "-c", "stty size; sleep 0.3"], stdin=theirs, stdout=theirs,
                                   stderr=theirs, env=self.server.environment)
        seen = b""
        while b"33 77" not in seen:
            seen += os.read(ours, 1000)
        self.assertNotEqual(termios.tcgetattr(theirs)[3] & termios.ICANON, before[3] & termios.ICANON)
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertEqual(termios.tcgetattr(theirs), before)
        os.close(ours)
        os.close(theirs)

    def test_what_is_drawn_again_waits_once(self):
        self.hold()
        frame = "The cache is stale.\\n"
        again = "\\033[1A\\033[2K" + frame
        done = self.watch("sh", "-c", f"printf '{frame}'; sleep 1; printf '{again}'; sleep 1; printf '{again}'")
        self.assertEqual(done.returncode, 0)
        self.assertEqual(self.heard().count("The cache is stale."), 1)

    def test_without_a_server_nothing_is_started(self):
        done = subprocess.run([BINARY, "watch", "--socket", "/nonexistent/s.sock", "--", "echo", "no"], capture_output=True, text=True,
                              timeout=60, env=self.server.environment)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("no server listens there", done.stderr)

    def test_announce(self):
        self.hold()
        def announce(*arguments, data=""):
            return subprocess.run([BINARY, "announce", *arguments], input=data, capture_output=True, text=True, timeout=60,
                                  env=self.server.environment)
        self.assertEqual(announce("The", "build", "is done.").returncode, 0)
        self.assertEqual(announce("--project", "app", data="It is your turn.\n").returncode, 0)
        state = self.heard()
        self.assertIn("The build is done.", state)
        self.assertIn("It is your turn.", state)
        self.assertEqual(announce(" ").returncode, 2)
        self.assertIn("rude", announce("--on-new", "rude", "Hello.").stderr)
        self.assertIn("no server", announce("--socket", "/nonexistent/s.sock", "Hello.").stderr)


if __name__ == "__main__":
    main()
