"""Clients that say nothing, and clients that read nothing: what another one waits beside them, and what threads they hold.

An empty server is asked in turn with the crowded one, so that both see the same machine. SOTTO_SIEGE=1 asks more often,
and waits for the end of those that read nothing.
"""

import json
import socket
import statistics
import time
import unittest

from crowd_test import LISTEN, SPEECH, VOICE, chunk, frame, p95, until
from siege import LONG, raw
from sotto_server import SANITIZED, Server, main

A_KIND = 8        # of clients
MORE = 100        # of those that hold no thread
SPEECHES = 200 if LONG else 80
SLOWER = 2        # at most
# Threads: those that translate, speak, and read what streams, of the io, the timers, and one more that waits to be joined.
SHARED = 16 + 8 + 8 + 3
A_BODY = 3        # of HTTP: its connection, who reads the text, who watches whether the client is there
STALLED_S = 30
TEXT = "今は42件のテストがすべて通ります。\n\n" * 200  # more sound than fits into any connection
WEB_SOCKET = (f"GET {LISTEN} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n").encode()
START = b'{"type": "synthesize-start", "data": {"voice": {"name": "%s"}}}\n' % VOICE.encode()


def small(port, data):
    """A client whose machine holds little of what it does not read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.settimeout(60)
    client.connect(("127.0.0.1", port))
    client.sendall(data)
    return client


def messages(text):
    pieces = text.split("\n\n")
    return b"".join(frame((piece + "\n\n").encode()) for piece in pieces if piece)


class Transport(unittest.TestCase):
    def setUp(self):
        flags = ("--wyoming", "tcp://127.0.0.1:0", "--speaker", "none", "--connections", "1000")
        self.empty, self.crowded = Server(*flags), Server(*flags)
        self.clients = []

    def tearDown(self):
        for client in self.clients:
            client.close()
        for server in (self.empty, self.crowded):
            code, err = server.stop()
            self.assertEqual(code, 0, err)

    def silent_web_socket(self):
        return until(raw(self.crowded.port, WEB_SOCKET, timeout=60), b"\r\n\r\n")

    def silent_wyoming(self):
        return until(raw(self.crowded.wyoming_port, START, timeout=60), b"audio-start")

    def silent_http(self):
        return raw(self.crowded.port, b"", timeout=60)

    def waiting_http(self):
        return until(raw(self.crowded.port, b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n", timeout=60), b"ok")

    def deaf_web_socket(self):
        client = until(small(self.crowded.port, WEB_SOCKET), b"\r\n\r\n")
        client.sendall(messages(TEXT))
        return client

    def deaf_speech(self):
        body = json.dumps(SPEECH | {"input": TEXT[:5000]}).encode()
        return small(self.crowded.port, b"POST /v1/audio/speech HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json"
                                        b"\r\nContent-Length: %d\r\n\r\n%b" % (len(body), body))

    def deaf_body(self):
        head = f"POST {LISTEN} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
        return small(self.crowded.port, head.encode() + chunk(TEXT.encode()))

    def open(self, kind, count):
        opened = [kind() for _ in range(count)]
        self.clients += opened
        return opened

    def first_sound(self, server):
        """Seconds."""
        connection = server.connect()
        begin = time.monotonic()
        connection.request("POST", "/v1/audio/speech", json.dumps(SPEECH), {"Content-Type": "application/json"})
        answer = connection.getresponse()
        self.assertEqual(answer.status, 200)
        self.assertEqual(len(answer.read(1)), 1)
        took = time.monotonic() - begin
        answer.read()
        connection.close()
        return took

    def wait_for_rest(self):
        """Until nothing is spoken for a while: whoever does not read has no room for more."""
        end, quiet = time.monotonic() + (25 if not SANITIZED else 120), 0
        while quiet < 10:
            speaks = b"\nsotto_speaking 0\n" not in self.crowded.ask("GET", "/metrics")[2]
            quiet = 0 if speaks else quiet + 1
            self.assertLess(time.monotonic(), end)
            time.sleep(0.02)

    def test_nobody_waits_for_who_says_or_reads_nothing(self):
        for server in (self.empty, self.crowded):
            for _ in range(3):  # its voice is loaded now
                self.first_sound(server)
        before = self.crowded.threads()
        self.open(self.silent_web_socket, A_KIND)
        self.open(self.silent_wyoming, A_KIND)
        deaf = self.open(self.deaf_web_socket, A_KIND)
        bodies = self.open(self.deaf_speech, A_KIND) + self.open(self.deaf_body, A_KIND)
        self.wait_for_rest()
        threads = self.crowded.threads()
        times = [(self.first_sound(self.empty), self.first_sound(self.crowded)) for _ in range(SPEECHES)]
        alone, beside = zip(*times)
        print(f"\n{len(self.clients)} clients, {threads} threads ({before} before)", flush=True)
        for name, of in (("empty", alone), ("crowded", beside)):
            print(f"{name}: first sound p50 {1000 * statistics.median(of):.1f} ms, p95 {1000 * p95(of):.1f} ms", flush=True)
        self.assertLessEqual(threads, before + SHARED + A_BODY * len(bodies))
        if not SANITIZED:
            self.assertLess(p95(beside), SLOWER * p95(alone))
        if LONG:
            self.check_that_they_are_ended(deaf + bodies)

    def check_that_they_are_ended(self, deaf):
        """Each may still have what fitted into its connection, and no more."""
        time.sleep(STALLED_S + 5)
        for client in deaf:
            try:
                client.settimeout(5)
                while client.recv(1 << 20):
                    pass
            except ConnectionError:
                pass

    def test_who_says_nothing_holds_no_thread(self):
        self.open(self.silent_web_socket, 1)
        self.open(self.silent_wyoming, 1)
        before = self.crowded.threads()
        self.open(self.silent_web_socket, MORE)
        self.open(self.silent_wyoming, MORE)
        self.open(self.silent_http, MORE)
        asked = self.open(self.waiting_http, MORE)
        time.sleep(0.2)  # each is given a moment to ask more
        threads = self.crowded.threads()
        print(f"\n{len(self.clients)} clients without a text, {threads} threads ({before} with two)", flush=True)
        self.assertLessEqual(threads, before + 8 + 1)
        said = frame("終わりました。\n\n".encode())
        for client in self.clients[2:2 + A_KIND]:  # each is there
            client.sendall(said)
        for client in self.clients[2:2 + A_KIND]:
            until(client, b'"finished"')
        for client in asked[:A_KIND]:
            client.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            until(client, b"ok")
        self.assertLessEqual(self.crowded.threads(), before + SHARED)


if __name__ == "__main__":
    main()
