"""/v1/listen: by WebSocket, and by a POST whose body grows while the sound comes."""

import json
import os
import socket
import tempfile
import time
import unittest
import wave

from sotto_server import PLAIN, SANITIZED, SENTENCE, TRANSLATION, Server, ServerTest, main
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect


class Listen(ServerTest):
    def url(self, more=""):
        return f"ws://127.0.0.1:{self.server.port}/v1/listen?to=ja{more}"

    def test_speaks_while_text_still_comes(self):
        events, sound = [], b""
        with connect(self.url("&events=plain")) as client:
            client.send(SENTENCE + "\n\n")
            while not sound:  # before the end of the text
                message = client.recv(timeout=30)
                sound += message if isinstance(message, bytes) else b""
                events += [] if isinstance(message, bytes) else [json.loads(message)]
            client.send("Found it!")
            client.send("")
            for message in client:
                sound += message if isinstance(message, bytes) else b""
                events += [] if isinstance(message, bytes) else [json.loads(message)]
        self.assertEqual(events[0]["text"], TRANSLATION)
        self.assertEqual([e["type"] for e in events if e["type"] != "finished"], ["sentence", "sentence", "done"])
        self.assertGreater(len(sound), 48000)

    def test_a_complete_sentence_does_not_wait_for_the_next_word(self):
        with connect(self.url("&events=plain")) as client:
            client.send(SENTENCE + "\n")
            message = b""
            while isinstance(message, bytes):  # nothing more is sent until it has come
                message = client.recv(timeout=30)
            self.assertEqual(json.loads(message)["text"], TRANSLATION)
            client.send("and more.\n")
            client.send("")
            sources = [json.loads(m)["source"] for m in client if isinstance(m, str) and '"sentence"' in m]
        self.assertEqual(sources, ["and more."])

    def test_takes_a_stream_of_events(self):
        delta = {"type": "stream_event", "session_id": "s", "parent_tool_use_id": None}
        with connect(self.url()) as client:
            for event in ({"type": "message_start", "message": {"id": "m"}},
                          {"type": "content_block_start", "index": 0, "content_block": {"type": "text", "text": ""}},
                          {"type": "content_block_delta", "index": 0, "delta": {"type": "text_delta", "text": SENTENCE}},
                          {"type": "content_block_stop", "index": 0}):
                client.send(json.dumps(delta | {"event": event}) + "\n")
            client.send(b"")
            texts = [json.loads(m)["text"] for m in client if isinstance(m, str) and '"sentence"' in m]
        self.assertEqual(texts, [TRANSLATION])

    def test_who_leaves_stops_the_work(self):
        with connect(self.url("&events=plain")) as client:
            client.send(f"{SENTENCE} " * 50)
            client.recv(timeout=30)
        end = time.monotonic() + 10
        while b"\nsotto_speaking 0" not in self.server.ask("GET", "/metrics")[2]:
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_refuses_what_makes_no_sense(self):
        for more in ("&voice=../x", "&format=ac3", "&speed=fast", "&events=xml", "&register=rude"):
            try:
                with connect(self.url(more)) as client:
                    last = None
                    for message in client:
                        last = json.loads(message)
                    self.assertEqual(last["type"], "error")
            except InvalidStatus as refused:
                self.assertEqual(refused.response.status_code, 404 if "voice" in more else 400)
        with self.assertRaises(InvalidStatus), connect(self.url(), origin="https://evil.example"):
            pass
        with connect(self.url()) as client:
            with self.assertRaises(ConnectionClosed):
                client.send("x" * (2 << 20))
                for _ in range(10):
                    client.recv(timeout=10)

    def test_answers_a_post_before_its_end(self):
        with socket.create_connection(("127.0.0.1", self.server.port), timeout=30) as client:
            client.sendall(b"POST /v1/listen?to=ja&format=sse&events=plain HTTP/1.1\r\nHost: localhost\r\n"
                           b"Transfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n")
            self.assertIn(b"100 Continue", client.recv(100))
            text = (SENTENCE + "\n\n").encode()
            client.sendall(b"%x\r\n%s\r\n" % (len(text), text))
            answer = b""
            while b'"audio"' not in answer:
                answer += client.recv(4096)
            self.assertIn(TRANSLATION, answer.decode(errors="replace"))
            client.sendall(b"0\r\n\r\n")
            while b'"done"' not in answer:
                answer += client.recv(4096)

    def test_gives_sound_of_each_format(self):
        for name, beginning in (("wav", b"RIFF"), ("flac", b"fLaC"), ("opus", b"OggS")):
            status, headers, body = self.server.ask("POST", f"/v1/listen?to=ja&format={name}", SENTENCE)
            self.assertEqual((status, body[:4]), (200, beginning))


SLOW_VOICE = """#!/bin/sh
[ "$1" = --voices ] && { echo 'Pty Language Age/Gender VoiceName File'; echo ' 5 en --/M English en'; exit; }
cat > /dev/null
sleep 1
cat "$(dirname "$0")/word.wav"
"""


class PlainSpeech(ServerTest):
    FLAGS = ("--register", "plain")

    def said(self, more=""):
        with connect(f"ws://127.0.0.1:{self.server.port}/v1/listen?to=ja&events=plain{more}") as client:
            client.send(SENTENCE)
            client.send("")
            return [json.loads(m)["text"] for m in client if isinstance(m, str) and '"sentence"' in m]

    def test_the_servers_register_is_for_requests_without_one(self):
        self.assertEqual(self.said(), [PLAIN])
        self.assertEqual(self.said("&register=polite"), [TRANSLATION])


class SlowVoice(unittest.TestCase):
    """A voice that takes a second for a sentence, and clients that ask every second whether somebody is there."""

    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        path = os.path.join(self.folder.name, "espeak-ng")
        with open(path, "w") as file:
            file.write(SLOW_VOICE)
        os.chmod(path, 0o755)
        with wave.open(os.path.join(self.folder.name, "word.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(22050)
            file.writeframes(bytes(2205))
        self.server = Server(env={"PATH": self.folder.name + ":" + os.environ["PATH"]})

    def tearDown(self):
        self.assertEqual(self.server.stop()[0], 0)
        self.folder.cleanup()

    def listen(self, pieces):
        url = f"ws://127.0.0.1:{self.server.port}/v1/listen?from=en&voice=espeak-ng&events=plain"
        with connect(url, ping_interval=1, ping_timeout=2) as client:
            for piece in pieces:
                client.send(piece)
            return [json.loads(m) for m in client if isinstance(m, str)]

    def test_a_long_text_goes_through(self):
        """More sentences than are read ahead: the rest waits, and pings come behind it."""
        events = self.listen([f"Sentence number {i}.\n\n" for i in range(40)] + [""])
        self.assertEqual(events[-1], {"type": "done", "utterances": 40, "lost": 0, "unheard": 0})

    def test_what_has_come_is_said_when_the_server_ends(self):
        """The last half of a sentence included: nobody waits for the rest of it."""
        url = f"ws://127.0.0.1:{self.server.port}/v1/listen?from=en&voice=espeak-ng&events=plain"
        with connect(url) as client:
            client.send("Sentence one.\n\nSentence two.\n\nAnd")
            while not isinstance(client.recv(timeout=30), bytes):
                pass
            self.server.tell_to_end()
            events = [json.loads(m) for m in client if isinstance(m, str)]
            self.assertEqual(client.close_code, 1001)
        self.assertEqual(events[-1], {"type": "done", "utterances": 3, "lost": 0, "unheard": 0})

    def test_pings_are_answered_behind_the_last_message(self):
        events = self.listen(["One.\n\nTwo.\n\nThree.\n\nFour.\n\nFive.\n\n", ""])
        self.assertEqual(events[-1]["utterances"], 5)


AT_ONCE_S = 10 if SANITIZED else 2


class Ending(unittest.TestCase):
    """SIGTERM with a long grace, and clients that say nothing."""

    def setUp(self):
        self.server = Server("--grace", "20")
        self.addCleanup(self.server.stop)

    def ended(self):
        """Seconds until the process has."""
        begin = time.monotonic()
        self.server.tell_to_end()
        self.assertEqual(self.server.process.wait(timeout=60), 0)
        return time.monotonic() - begin

    def test_an_idle_stream_ends_at_once(self):
        with connect(f"ws://127.0.0.1:{self.server.port}/v1/listen?to=ja") as client:
            self.assertLess(self.ended(), AT_ONCE_S)
            with self.assertRaises(ConnectionClosed):
                client.recv(timeout=10)
            self.assertEqual(client.close_code, 1001)

    def test_so_does_one_that_was_spoken_to(self):
        with connect(f"ws://127.0.0.1:{self.server.port}/v1/listen?to=ja&events=plain") as client:
            client.send(SENTENCE + "\n\n")
            while True:
                message = client.recv(timeout=30)
                if isinstance(message, str) and json.loads(message)["type"] == "finished":
                    break
            self.assertLess(self.ended(), AT_ONCE_S)
            self.assertEqual([json.loads(m)["type"] for m in client if isinstance(m, str)], ["done"])
            self.assertEqual(client.close_code, 1001)

    def test_so_does_a_body_that_grows(self):
        head = "POST /v1/listen?to=ja&format=sse&events=plain HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        answers = {}
        clients = {}
        for text in ("", SENTENCE + "\n\n"):
            client = clients[text] = socket.create_connection(("127.0.0.1", self.server.port), timeout=30)
            self.addCleanup(client.close)
            chunk = f"{len(text):x}\r\n{text}\r\n" if text else ""
            client.sendall((head + chunk).encode())
            answers[text] = b""
            while text and b'"finished"' not in answers[text]:
                answers[text] += client.recv(4096)
        self.assertLess(self.ended(), AT_ONCE_S + 1)  # a connection that breaks off lingers for a second
        for text, client in clients.items():
            while piece := client.recv(4096):
                answers[text] += piece
        self.assertIn(b" 503 ", answers[""].split(b"\r\n")[0])
        self.assertIn(b'"done"', answers[SENTENCE + "\n\n"])


if __name__ == "__main__":
    main()
