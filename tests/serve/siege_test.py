"""Clients that mean no good, or do nothing: what they cost the server, and everybody else."""

import contextlib
import json
import os
import re
import signal
import socket
import subprocess
import tempfile
import time
import unittest

from siege import answer_of, growing_body, raw
from sotto_server import BINARY, SANITIZED, SENTENCE, Server, ServerTest, main
from websockets.sync.client import connect

SPEECH = {"input": "Done.", "language": "en", "response_format": "pcm"}
PATIENCE_S = 60 if SANITIZED else 10
ESCAPE = "\x1b]52;c;cm0gLXJm\x07\x1b[31m"  # sets the clipboard, and a colour


class IdleListeners(ServerTest):
    """Two places to speak in, and nobody waits for one."""

    FLAGS = ("--speeches", "2", "--waiting", "0", "--wyoming", "tcp://127.0.0.1:0")

    def check_speech(self):
        begin = time.monotonic()
        self.assertEqual(self.server.post("/v1/audio/speech", SPEECH)[0], 200)
        self.assertLess(time.monotonic() - begin, PATIENCE_S)

    def test_who_says_nothing_takes_no_place(self):
        url = f"ws://127.0.0.1:{self.server.port}/v1/listen?events=plain"
        clients = [connect(url) for _ in range(4)]
        clients += [growing_body(self.server.port, "/v1/listen?events=plain", b"1\r\nH\r\n") for _ in range(4)]
        start = b'{"type": "synthesize-start", "data": {}}\n'
        chunk = b'{"type": "synthesize-chunk", "data": {"text": "Hel"}}\n'
        clients += [raw(self.server.wyoming_port, start + more) for more in (b"", chunk) * 2]
        time.sleep(1)
        self.check_speech()
        for client in clients:
            client.close()

    def test_who_has_said_something_gives_the_place_back(self):
        url = f"ws://127.0.0.1:{self.server.port}/v1/listen?events=plain"
        with connect(url) as first, connect(url) as second:
            for client in (first, second):
                client.send("All tests pass.\n\n")
                while '"finished"' not in str(client.recv(timeout=30)):
                    pass
            time.sleep(0.2)
            self.check_speech()
            first.send("And more.\n\n")  # which is said as well
            while '"finished"' not in str(first.recv(timeout=30)):
                pass


class IdleConnections(ServerTest):
    FLAGS = ("--connections", "8", "--wyoming", "tcp://127.0.0.1:0")

    def test_listeners_and_bodies_that_drip_make_room(self):
        url = f"ws://127.0.0.1:{self.server.port}/v1/listen?events=plain"
        for kind in (lambda: connect(url), lambda: growing_body(self.server.port, "/v1/listen"),
                     lambda: raw(self.server.port, b"POST /v1/audio/speech HTTP/1.1\r\nHost: localhost\r\n"
                                                   b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{")):
            clients = [kind() for _ in range(8)]
            time.sleep(0.5)
            for _ in range(3):
                self.assertEqual(self.server.ask("GET", "/health")[0], 200)
            for client in clients:
                client.close()

    def test_texts_of_wyoming_that_do_not_come_make_room(self):
        clients = [raw(self.server.wyoming_port, b'{"type": "synthesize-start", "data": {}}\n') for _ in range(8)]
        time.sleep(0.5)
        with raw(self.server.wyoming_port, b'{"type": "ping", "data": {"text": "a"}}\n') as client:
            self.assertIn("pong", answer_of(client))
        for client in clients:
            client.close()


class Framing(ServerTest):
    def test_takes_no_memory(self):
        """What stands around the bytes of a chunked body."""
        before = self.server.anonymous_bytes()
        many = b"a" * (1 << 20)
        for begin in (b"5;", b"0" * 1000, b"1\r\nH\r\n0\r\nX: "):
            piece = many if begin[:1] != b"0" else b"0" * (1 << 20)
            client = growing_body(self.server.port, "/v1/listen?events=plain", begin)
            sent = 0
            try:
                for sent in range(64):  # MB
                    client.sendall(piece)
            except OSError:
                pass  # hung up on
            with self.subTest(begin[:10]):
                self.assertLess(sent, 63)
                self.assertLess(self.server.anonymous_bytes() - before, 20 << 20)
            client.close()

    def test_a_body_that_is_cut_off_is_the_clients_fault(self):
        with raw(self.server.port, b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                   b"Content-Length: 100\r\n\r\n{\"q\"") as client:
            client.shutdown(socket.SHUT_WR)
            self.assertIn(" 400 ", answer_of(client))

    def test_names_of_any_case_are_the_same(self):
        fields = json.dumps({"q": SENTENCE, "source": "en", "target": "ja"})
        status, _, body = self.server.ask("POST", "/translate", fields,
                                          {"Content-Type": "APPLICATION/JSON", "Host": "LOCALHOST"})
        self.assertEqual(status, 200, body)


class Unpaid(ServerTest):
    """What is asked for before anything is limited."""

    def test_so_many_texts_only(self):
        begin = time.monotonic()
        status, _, body = self.server.post("/translate", {"q": ["a"] + [""] * 150000, "source": "auto", "target": "ja"})
        self.assertEqual((status, b"expected at most" in body), (400, True), body)
        self.assertLess(time.monotonic() - begin, PATIENCE_S)

    def test_nobody_hears_what_others_had_translated(self):
        with connect(f"ws://127.0.0.1:{self.server.port}/v1/listen?events=plain&to=ja") as client:
            client.send(SENTENCE)
            client.send("")
            events = [json.loads(m) for m in client if isinstance(m, str)]
        self.assertIn("sentence", [e["type"] for e in events])
        self.assertNotIn("from_cache", json.dumps([e for e in events if e["type"] == "sentence"]))

    def test_a_voice_reads_a_text_in_a_language_that_it_speaks(self):
        """Three words that look Danish."""
        voices = json.loads(self.server.ask("GET", "/v1/audio/voices")[2])
        for voice in json.dumps(voices).split('"'):
            if voice == "espeak-ng":
                fields = {"input": "line parser 42.", "voice": voice, "response_format": "pcm"}
                self.assertEqual(self.server.post("/v1/audio/speech", fields)[0], 200)


class Reading(ServerTest):
    """Of megabytes that hardly make a sentence."""

    def seconds(self):
        text = self.server.ask("GET", "/metrics")[2].decode()
        found = re.search(r'sotto_compute_seconds_total\{what="reader"\} (\S+)', text)
        return float(found[1]) if found else 0

    def test_is_counted(self):
        before = self.seconds()
        body = b"%x\r\n%b\r\n" % (1 << 20, b"a " * (1 << 19))
        client = growing_body(self.server.port, "/v1/listen?events=plain&voice=espeak-ng")
        client.settimeout(2)  # no more of it is taken than is being said
        with contextlib.suppress(TimeoutError):
            client.sendall(body)
            client.recv(1)
        client.close()
        end = time.monotonic() + 6 * PATIENCE_S
        while self.seconds() <= before:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.05)


class Escapes(unittest.TestCase):
    def test_reach_neither_the_log_nor_the_terminal(self):
        server = Server("--speaker", os.path.join("/tmp", f"sotto-siege-{os.getpid()}.wav"),
                        log=(log := f"/tmp/sotto-siege-{os.getpid()}.log"), env={"SOTTO_VERBOSE": "1"})
        name = "evil\nsotto: error: forged" + ESCAPE
        self.assertEqual(server.by_socket("POST", "/v1/pause", {})[0], 200)
        for i in range(3):
            fields = {"text": f"Text {ESCAPE} with\nlines.", "session": name + str(i), "project": name}
            self.assertEqual(server.by_socket("POST", "/v1/announce", fields)[0], 202)
        self.assertEqual(server.by_socket("POST", "/v1/mute", {"session": "other" + ESCAPE})[0], 200)
        with raw(server.port, b"GET /%0asotto:%20error:%20forged%1b[31m HTTP/1.1\r\nHost: localhost\r\n\r\n") as client:
            self.assertIn(" 404 ", answer_of(client))
        outputs = [subprocess.run([BINARY, verb], env=server.environment, capture_output=True, timeout=60)
                   for verb in ("status", "stop")]
        self.assertEqual([o.returncode for o in outputs], [0, 0], outputs)
        self.assertIn(b"Text", outputs[0].stdout)
        self.assertEqual(server.stop()[0], 0)
        with open(log, "rb") as file:
            everything = b"".join(o.stdout + o.stderr for o in outputs) + file.read()
        os.unlink(log)
        self.assertIn(b"forged", everything)  # but on a line of somebody else's
        self.assertNotIn(b"\x1b", everything)
        self.assertNotIn(b"\x07", everything)
        self.assertNotIn(b"\nsotto: error: forged", everything)


class Names(ServerTest):
    FLAGS = ("--speaker", "/tmp/sotto-siege-names.wav")

    def test_a_long_name_is_refused(self):
        for route in ("stop", "mute"):
            status, _, body = self.server.by_socket("POST", "/v1/" + route, {"session": "x" * 500})
            self.assertEqual((status, b"expected at most 256" in body), (400, True), body)

    def test_a_name_too_many_is_refused(self):
        statuses = [self.server.by_socket("POST", "/v1/mute", {"session": f"name {i}"})[0] for i in range(257)]
        self.assertEqual(statuses, [200] * 256 + [409])

    def test_a_hook_says_that_its_text_is_too_long(self):
        event = {"hook_event_name": "Stop", "session_id": "a", "last_assistant_message": "x " * (1 << 20)}
        done = subprocess.run([BINARY, "hook"], input=json.dumps(event), env=self.server.environment,
                              capture_output=True, text=True, timeout=60)
        self.assertEqual(done.returncode, 1)
        self.assertIn("too long", done.stderr)


class Starters(unittest.TestCase):
    def servers(self, socket_path):
        """The processes of servers that have this socket, without what one of them is about to run as another program."""
        found, parents = set(), {}
        for process in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{process}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
                with open(f"/proc/{process}/stat") as file:
                    parents[int(process)] = int(file.read().rpartition(")")[2].split()[1])
            except OSError:
                continue
            if b"serve" in words and socket_path.encode() in words:
                found.add(int(process))
        return {process for process in found if parents[process] not in found}

    def test_hooks_that_start_a_server_together_start_one(self):
        folder = tempfile.TemporaryDirectory(prefix="sotto-siege-")
        self.addCleanup(folder.cleanup)
        path = os.path.join(folder.name, "sotto.sock")
        keep = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        env = keep | {"XDG_RUNTIME_DIR": folder.name, "XDG_CACHE_HOME": folder.name, "XDG_CONFIG_HOME": folder.name}
        event = json.dumps({"hook_event_name": "Notification", "session_id": "a", "message": "Done."})
        hooks = [subprocess.Popen([BINARY, "hook", "--start", "--socket", path], stdin=subprocess.PIPE, env=env)
                 for _ in range(4)]
        for hook in hooks:
            hook.communicate(event.encode(), timeout=60)
        seen, end = set(), time.monotonic() + 5 * PATIENCE_S
        while not os.path.exists(path) and time.monotonic() < end:
            seen |= self.servers(path)
            time.sleep(0.01)
        time.sleep(1)
        seen |= self.servers(path)
        for process in self.servers(path):
            os.kill(process, signal.SIGTERM)
        self.assertEqual(len(seen), 1, seen)


if __name__ == "__main__":
    main()
