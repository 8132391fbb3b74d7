"""/v1/listen: by WebSocket, and by a POST whose body grows while the sound comes."""

import json
import socket
import time

from sotto_server import SENTENCE, TRANSLATION, ServerTest, main
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
        for more in ("&voice=../x", "&format=aac", "&speed=fast", "&events=xml"):
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


if __name__ == "__main__":
    main()
