"""What hostile requests leave in memory, and what a server with little of it answers.

SOTTO_SIEGE=1 sends 20,000 of the one and 200 of the other, else a few.
"""

import concurrent.futures
import json
import random
import threading
import time
import unittest

from siege import LONG, raw, request, status_of
from sotto_server import SANITIZED, SENTENCE, Server, main

REQUESTS = 20_000 if LONG else 600
GROWTH = 10e6  # bytes, at most
SPEECHES = 200 if LONG else 32
AT_ONCE = 8
SPEECH = {"input": "今は42件のテストがすべて通ります。", "language": "ja", "voice": "open-jtalk:mei", "response_format": "wav"}


def in_json(fields):
    return json.dumps(fields).encode()


class Hostile:
    """Each sends one thing that is wrong, and says nothing of what comes back."""

    def __init__(self, server, seed):
        self.port, self.wyoming_port, self.random = server.port, server.wyoming_port, random.Random(seed)
        self.kinds = [self.noise, self.broken_json, self.deep_json, self.wrong_fields, self.wrong_types, self.many_texts,
                      self.long_text, self.long_head, self.many_heads, self.wrong_chunks, self.endless_trailer, self.cut_off,
                      self.wrong_host, self.no_route, self.form, self.file, self.web_socket, self.web_socket_frames,
                      self.wyoming, self.wyoming_text, self.gone, self.gone_stream, self.smuggled, self.names]

    def send(self, data, port=None, more=b""):
        try:
            with raw(port or self.port, data, timeout=0.5) as client:
                client.sendall(more)
                while client.recv(65536):
                    pass
        except (ConnectionError, TimeoutError):
            pass

    def one(self):
        self.random.choice(self.kinds)()

    def bytes(self, most):
        return self.random.randbytes(self.random.randrange(1, most))

    def post(self, path, body, more="", kind="application/json"):
        self.send(request("POST", path, body, kind, "Connection: close\r\n" + more))

    def path(self):
        return self.random.choice(("/translate", "/detect", "/v1/audio/speech", "/v1/announce", "/v1/mute"))

    def noise(self):
        self.send(self.bytes(3000) + b"\r\n\r\n")

    def broken_json(self):
        body = bytearray(in_json({"q": SENTENCE, "source": "en", "target": "ja", "input": "a"}))
        for _ in range(self.random.randrange(1, 5)):
            body[self.random.randrange(len(body))] = self.random.randrange(256)
        self.post(self.path(), bytes(body))

    def deep_json(self):
        self.post(self.path(), self.random.choice((b"[", b'{"q":')) * self.random.randrange(1, 100_000))

    def wrong_fields(self):
        name = self.bytes(300).decode("latin1")
        self.post(self.path(), in_json({name: name, "q": name, "source": name, "target": "xx", "input": name, "voice": name}))

    def wrong_types(self):
        value = self.random.choice((None, 1, -1e308, [], {}, [[["a"]]], {"id": {}}, True))
        self.post(self.path(), in_json(dict.fromkeys(("q", "input", "source", "target", "text", "speed", "voice"), value)))

    def many_texts(self):
        self.post("/translate", in_json({"q": ["a"] * self.random.randrange(1000, 100_000), "source": "auto", "target": "ja"}))

    def long_text(self):
        self.post(self.path(), in_json({"q": "a " * 400_000, "input": "a " * 400_000, "source": "en", "target": "ja"}))

    def long_head(self):
        self.send(b"GET /" + b"a" * self.random.randrange(100_000) + b" HTTP/1.1\r\nHost: localhost\r\n\r\n")

    def many_heads(self):
        self.send(b"GET / HTTP/1.1\r\n" + b"".join(b"X%d: y\r\n" % i for i in range(self.random.randrange(5000))) + b"\r\n")

    def chunked(self, path="/translate"):
        return (f"POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                "Transfer-Encoding: chunked\r\n\r\n").encode()

    def wrong_chunks(self):
        size = self.random.choice((b"fffffffffffffffff", b"-1", b"zz", b"0x10", b"7fffffffffffffff", b"5;" + b"a" * 200_000))
        self.send(self.chunked() + size + b"\r\n" + self.bytes(5000))

    def endless_trailer(self):
        self.send(self.chunked() + b"1\r\n{\r\n0\r\n" + b"X: " + b"y" * 200_000)

    def cut_off(self):
        whole = request("POST", self.path(), in_json({"q": SENTENCE * 10, "input": SENTENCE}))
        with raw(self.port, whole[:self.random.randrange(1, len(whole))]):
            pass

    def wrong_host(self):
        self.send(b"GET /languages HTTP/1.1\r\nHost: %b\r\nConnection: close\r\n\r\n" % self.bytes(100).hex().encode())

    def no_route(self):
        self.send(b"GET /%b HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % self.bytes(1000).hex().encode())

    def form(self):
        body = b"&".join(b"%b=%b" % (self.bytes(9).hex().encode(), self.bytes(9).hex().encode()) for _ in range(1000))
        self.post(self.path(), body, kind="application/x-www-form-urlencoded")

    def file(self):
        part = b"--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.srt\"\r\n\r\n"
        self.post("/translate_file", part * self.random.randrange(1, 500) + self.bytes(5000),
                  kind="multipart/form-data; boundary=b")

    def upgrade(self, version=13):
        return (f"GET /v1/listen?events=plain HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                f"Sec-WebSocket-Version: {version}\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()

    def web_socket(self):
        self.send(self.upgrade(self.random.choice((8, 99, "x"))))

    def web_socket_frames(self):
        self.send(self.upgrade(), more=b"\x82\xff" + b"\xff" * 8 + self.bytes(2000))

    def wyoming(self):
        self.send(self.random.choice((self.bytes(3000) + b"\n", b'{"type": "synthesize", "data_length": 99999999999}\n',
                                      b"[" * 50_000 + b"\n", b"a" * 2_000_000)), self.wyoming_port)

    def wyoming_text(self):
        """And gone before anything was said."""
        with raw(self.wyoming_port, b'{"type": "synthesize-start", "data": {}}\n'
                                    b'{"type": "synthesize-chunk", "data": {"text": "a \xff"}}\n'):
            pass

    def gone(self):
        """Before the answer is made."""
        with raw(self.port, request("POST", "/v1/audio/speech", in_json(SPEECH))):
            time.sleep(self.random.choice((0, 0.02)))

    def gone_stream(self):
        with raw(self.port, self.chunked("/v1/listen?events=plain") + b"6\r\nHello.\r\n"):
            time.sleep(self.random.choice((0, 0.02)))

    def smuggled(self):
        self.send(b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
                  b"0\r\n\r\nGET /metrics HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")

    def names(self):
        self.post("/v1/mute", in_json({"session": self.bytes(200).hex()}))


@unittest.skipIf(SANITIZED, "their shadow of the memory counts, too")
class HostileRequests(unittest.TestCase):
    def test_leave_no_memory(self):
        server = Server("--wyoming", "tcp://127.0.0.1:0", "--speaker", "none", "--voice", "open-jtalk:mei", log="/dev/null")

        def send(count, seed):
            clients = [Hostile(server, seed + i) for i in range(AT_ONCE)]

            def run(client):
                for _ in range(count // AT_ONCE):
                    client.one()
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                for done in [pool.submit(run, client) for client in clients]:
                    done.result()

        # What is loaded, and kept, is what it is; so are the stacks and heaps of as many threads.
        for _ in range(2):
            with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as pool:
                list(pool.map(lambda _: server.post("/v1/audio/speech", SPEECH), range(2 * AT_ONCE)))
            server.post("/translate", {"q": SENTENCE, "source": "en", "target": "ja"})
            send(200, seed=1)
        time.sleep(1)
        start, begin = server.anonymous_bytes(), time.monotonic()
        sizes = []
        for part in range(10):
            send(REQUESTS // 10, seed=1000 * (part + 1))
            sizes.append(server.anonymous_bytes() - start)
        print(f"\n{REQUESTS} hostile requests in {time.monotonic() - begin:.0f} s; {start / 1e6:.1f} MB before, then MB more: "
              + " ".join(f"{size / 1e6:.1f}" for size in sizes), flush=True)
        self.assertEqual(server.ask("GET", "/health")[0], 200)
        self.assertEqual(server.post("/translate", {"q": SENTENCE, "source": "en", "target": "ja"})[0], 200)
        self.assertLess(sizes[-1], GROWTH)
        self.assertEqual(server.stop()[0], 0)


@unittest.skipIf(SANITIZED, "their shadow of the memory counts, too")
class LittleMemory(unittest.TestCase):
    def test_each_request_is_answered_and_the_server_lives(self):
        flags = ("--voice", "open-jtalk:mei", "--from", "ja", "--speaker", "none")
        whole = request("POST", "/v1/audio/speech", in_json(SPEECH), more="Connection: close\r\n")
        server = Server(*flags)
        self.assertEqual(status_of(server.port, whole), 200)
        needed = server.status_bytes("VmPeak")
        self.assertEqual(server.stop()[0], 0)
        server = Server(*flags, address_space=int(1.2 * needed), log="/dev/null")
        lock, statuses = threading.Lock(), []

        def ask(_):
            status = status_of(server.port, whole)
            with lock:
                statuses.append(status)
        with concurrent.futures.ThreadPoolExecutor(AT_ONCE) as clients:
            list(clients.map(ask, range(SPEECHES)))
        counts = {status: statuses.count(status) for status in sorted(set(statuses))}
        print(f"\none speech needs {needed / 1e6:.0f} MB; {SPEECHES} with 1.2 times that, {AT_ONCE} at once: {counts}", flush=True)
        self.assertLessEqual(set(statuses), {200, 503, 507})
        self.assertGreater(counts.get(200, 0), 0)
        self.assertIsNone(server.process.poll())
        self.assertEqual(status_of(server.port, whole), 200)  # alone
        self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    main()
