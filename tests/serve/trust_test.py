"""What a request may name, whom the speaker obeys, and what strangers can keep from others."""

import concurrent.futures
import json
import os
import resource
import shutil
import socket
import statistics
import subprocess
import tempfile
import threading
import time
import unittest

from sotto_server import BINARY, KEY, SANITIZED, SENTENCE, Server, ServerTest, main

DATA = os.path.join(os.path.dirname(__file__), "..", "data", "pocket_tts")
MODEL = os.path.join(DATA, "models", "lsd.yaml")
RECORDING = os.path.join(DATA, "voice24k.wav")
GUESSERS, GUESSES = 8, 50 if SANITIZED else 1250
IDLE = 100 if SANITIZED else 1000
TRANSLATE = {"q": SENTENCE, "source": "en", "target": "ja"}


def milliseconds(seconds):
    ordered = sorted(1000 * s for s in seconds)
    return f"p50 {statistics.median(ordered):.1f} ms, p95 {ordered[int(0.95 * len(ordered))]:.1f} ms"


class Voices(unittest.TestCase):
    """A request names voices; files are for who starts the server."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="sotto-test-")
        shutil.copy(RECORDING, os.path.join(self.folder.name, "meeting.wav"))
        shutil.copy(RECORDING, os.path.join(self.folder.name, "meeting"))

    def tearDown(self):
        code, err = self.server.stop()
        self.assertEqual(code, 0, err)
        self.folder.cleanup()

    def start(self, *flags):
        data = os.environ.get("XDG_DATA_HOME", os.path.expanduser("~/.local/share"))
        env = {"XDG_DATA_HOME": os.path.join(self.folder.name, "data"),
               "SOTTO_VOICES_DIR": os.path.join(data, "sotto", "voices")}
        done = subprocess.run([BINARY, "voice", "add", "anna", RECORDING, "--voice-model", MODEL], capture_output=True,
                              text=True, env=os.environ | env)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.server = Server("--voice-model", MODEL, *flags, env=env, cwd=self.folder.name)

    def status(self, voice, language="en"):
        fields = {"input": "Done.", "voice": voice, "language": language, "response_format": "wav"}
        status, _, content = self.server.post("/v1/audio/speech", fields)
        listened, _, _ = self.server.ask("POST", f"/v1/listen?voice={voice}&from={language}", b"Done.")
        self.assertEqual(status, listened)
        return status, content

    def listed(self):
        return [v["id"] for v in json.loads(self.server.ask("GET", "/v1/audio/voices")[2])["voices"]]

    def test_a_request_opens_no_file(self):
        self.start()
        for voice in ("meeting.wav", "meeting", "./meeting.wav", self.folder.name + "/meeting.wav", "../meeting.wav"):
            status, content = self.status("pocket-tts:" + voice)
            self.assertEqual(status, 404, voice)
            self.assertIn(b"GET /v1/audio/voices", content)
        self.assertEqual(self.status("pocket-tts:anna")[0], 200)
        self.assertIn("pocket-tts:anna", self.listed())
        self.assertIn("espeak-ng:en-gb", self.listed())
        self.assertEqual(self.status("espeak-ng:en-gb")[0], 200)

    def test_a_name_is_not_a_file_of_the_working_directory(self):
        """One called as a voice that was added is not read in its stead."""
        with open(os.path.join(self.folder.name, "anna"), "w") as file:
            file.write("no voice")
        self.start()
        self.assertEqual(self.status("pocket-tts:anna")[0], 200)

    def test_the_operator_decides_what_is_served(self):
        self.start("--voices", f"open-jtalk,pocket-tts:{RECORDING}")
        self.assertEqual(self.listed(), ["auto", "open-jtalk", "open-jtalk:mei", "pocket-tts:voice24k"])
        self.assertEqual(self.status("pocket-tts:voice24k")[0], 200)
        for voice in ("pocket-tts:anna", "espeak-ng", "espeak-ng:de", "pocket-tts:" + RECORDING):
            self.assertEqual(self.status(voice)[0], 404, voice)
        self.assertEqual(self.status("auto")[0], 200)

    def test_auto_is_one_of_those_that_are_served(self):
        self.start("--voices", "open-jtalk:mei")
        status, content = self.status("auto", "de")
        self.assertEqual(status, 404)
        self.assertIn(b"no voice that is offered speaks de", content)


class Flags(unittest.TestCase):
    def refused(self, *flags):
        done = subprocess.run([BINARY, "serve", "--listen", "127.0.0.1:0", "--socket", "none", *flags],
                              capture_output=True, text=True, timeout=60)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)
        return done.stderr

    def test_every_page_may_ask_only_with_a_key(self):
        self.assertIn("--keys", self.refused("--cors", "*"))
        self.assertIn("--keys", self.refused("--cors", "https://one.example, *"))

    def test_voices_that_are_not_there_are_named(self):
        self.assertIn('"nobody"', self.refused("--voices", "espeak-ng,nobody"))


class Speaker(ServerTest):
    """It obeys its owner: over the socket, or with a key: no header that a client makes up."""

    FLAGS = ("--speaker", "none")
    ROUTES = ("announce", "stop", "pause", "resume")

    def statuses(self, **headers):
        return {self.server.post("/v1/" + route, {"text": "Hello."}, **headers)[0] for route in self.ROUTES}

    def by_socket(self):
        return {self.server.by_socket("POST", "/v1/" + route, {"text": "Hello."})[0] for route in self.ROUTES}

    def test_obeys_no_stranger(self):
        self.assertEqual(self.statuses(), {403})
        self.assertEqual(self.statuses(Origin="https://evil.example"), {403})
        self.assertEqual(self.statuses(Origin=self.server.url), {403})
        message = self.server.post("/v1/stop", {})[2].decode()
        for verb in ("hook", "mcp", "status", "stop", "skip", "again", "mute", "pause", "resume"):
            self.assertRegex(message, rf"\b{verb}\b")
        self.assertEqual(self.by_socket(), {404})


class SpeakerWithKeys(Speaker):
    KEYS = True

    def test_obeys_no_stranger(self):
        self.assertEqual(self.statuses(), {401})
        self.assertEqual(self.statuses(Origin=self.server.url), {401})
        self.assertEqual(self.statuses(Authorization=f"Bearer {KEY}"), {404})
        self.assertEqual(self.by_socket(), {404})


class Keys(ServerTest):
    KEYS = True

    def head(self, lines, address="127.0.0.1"):
        """The answer's first line, to a head whose body never comes."""
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=5, source_address=(address, 0)) as client:
            client.sendall("\r\n".join(["POST /translate HTTP/1.1", "Host: localhost",
                                        "Content-Type: application/json", *lines, "", ""]).encode())
            return client.recv(4096).split(b"\r\n")[0].decode()

    def test_a_key_is_checked_before_the_body_is_read(self):
        self.assertIn(" 403 ", self.head(["Content-Length: 1000000", "Authorization: Bearer wrong"], "127.0.3.1"))
        self.assertIn(" 413 ", self.head(["Content-Length: 1000000"], "127.0.3.1"))

    def test_a_head_that_is_no_key_opens_nothing(self):
        for header in ("Basic " + KEY, "Bearer", "Bearer ", KEY):
            status, _, content = self.server.post("/translate", TRANSLATE, Authorization=header)
            self.assertIn(status, (401, 403), (header, content))

    def test_a_key_may_be_in_the_body(self):
        self.assertEqual(self.server.post("/translate", TRANSLATE | {"api_key": KEY})[0], 200)
        status, _, content = self.server.post("/translate", TRANSLATE | {"api_key": "wrong"})
        self.assertEqual(status, 403, content)  # as LibreTranslate says it
        self.assertEqual(self.server.post("/translate", TRANSLATE)[0], 401)

    def test_ten_thousand_wrong_keys_do_not_slow_another_address(self):
        def ask(connection, key, number):
            connection.request("POST", "/translate", json.dumps(TRANSLATE | {"q": f"All {number} tests pass now."}),
                               {"Authorization": f"Bearer {key}", "Content-Type": "application/json"})
            answer = connection.getresponse()
            answer.read()
            return answer

        def guess(times):
            connection = self.server.connect("127.0.4.1")
            statuses = [ask(connection, f"a-wrong-key-{i:08}", i).status for i in range(times)]
            connection.close()
            return statuses

        def times_of(first, count=40):
            connection, taken = self.server.connect(), []
            for number in range(first, first + count):
                begin = time.monotonic()
                self.assertEqual(ask(connection, KEY, number).status, 200)
                taken.append(time.monotonic() - begin)
            connection.close()
            return taken

        times_of(0, 3)  # the model is loaded now
        alone = times_of(1000)
        begin = time.monotonic()
        with concurrent.futures.ThreadPoolExecutor(GUESSERS) as pool:
            guesses = [pool.submit(guess, GUESSES) for _ in range(GUESSERS)]
            beside = times_of(2000)
            statuses = [status for guessed in guesses for status in guessed.result()]
        took = time.monotonic() - begin
        print(f"\nalone: {milliseconds(alone)}; beside {len(statuses)} wrong keys: {milliseconds(beside)}; "
              f"they took {took:.1f} s, {statuses.count(403)} were looked at")
        self.assertEqual(set(statuses), {403, 429})
        # 30 at first, one every two seconds, and those of the eight that were asked at the same moment.
        self.assertLess(statuses.count(403), 30 + took / 2 + 2 * GUESSERS)
        self.assertEqual(len(statuses), GUESSERS * GUESSES)
        # A core is shared with the client that guesses; what is asserted is that nobody waits in a queue for it.
        self.assertLess(statistics.median(beside), 5 * statistics.median(alone) + 0.05)
        guesser = self.server.connect("127.0.4.1")
        while ask(guesser, "a-wrong-key-once-more", 1).status != 429:
            pass
        refused = ask(guesser, KEY, 1)
        guesser.close()
        self.assertEqual(refused.status, 429)
        self.assertGreater(int(refused.headers["Retry-After"]), 0)

    @classmethod
    def tearDownClass(cls):
        code, err = cls.server.stop()
        assert code == 0, err
        warnings = [line for line in err.splitlines() if "wrong keys" in line]
        assert len(warnings) <= 60 and "127.0.4.1" in warnings[0], err


class Idle(ServerTest):
    def test_a_thousand_idle_connections_leave_the_others_served(self):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 4096), hard))
        idle = []
        self.server.post("/translate", TRANSLATE)  # the model is loaded now
        keeps = self.server.connect("127.0.5.2")  # which was here before them, and asks now and then
        keeps.request("GET", "/health")
        keeps.getresponse().read()
        for number in range(IDLE):
            idle.append(socket.create_connection(("127.0.0.1", self.server.port), timeout=20,
                                                 source_address=("127.0.5.1", 0)))
            if number % 2:  # half of them have begun to ask
                idle[-1].sendall(b"POST /translate HTTP/1.1\r\n")
        taken = []
        for number in range(40):
            begin = time.monotonic()
            status, _, content = self.server.post("/translate", TRANSLATE | {"q": f"All {number} tests pass now."})
            taken.append(time.monotonic() - begin)
            self.assertEqual(status, 200, content)
        print(f"\nbeside {IDLE} idle connections: {milliseconds(taken)}")
        keeps.request("GET", "/health")
        self.assertEqual(keeps.getresponse().status, 200)
        for client in idle:
            client.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


if __name__ == "__main__":
    main()
