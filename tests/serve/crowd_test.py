"""Idle connections of every kind at once, and how long another client waits for its speech beside them.

SOTTO_SIEGE=1 opens 2,000, else a few. An empty server is asked in turn with the crowded one, so that both see the same
machine.
"""

import concurrent.futures
import resource
import statistics
import threading
import time
import unittest

from siege import LONG, growing_body, raw
from sotto_server import SANITIZED, Server, main

A_KIND = 200 if LONG else 10  # of connections
SPEECHES = 200 if LONG else 20
SLOWER = 1.5  # at most
# Bytes of memory, at most: threads, and what they read; and the voices that the server keeps, of 5 MB each.
A_CONNECTION, VOICES = 500e3, 60e6
VOICE = "open-jtalk:mei"
SPEECH = {"input": "今は42件のテストがすべて通ります。", "voice": VOICE, "language": "ja", "response_format": "pcm"}
SAID = "終わりました。\n\n".encode()
LISTEN = f"/v1/listen?events=plain&from=ja&voice={VOICE}"


def until(client, mark):
    """Reads until something has come."""
    seen = b""
    while mark not in seen:
        piece = client.recv(65536)
        assert piece, seen[-200:]
        seen = seen[-100:] + piece
    return client


def frame(text):
    """Of a WebSocket, masked with zeros: as it is."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


def chunk(data):
    return b"%x\r\n%b\r\n" % (len(data), data)


class Crowd:
    def __init__(self, server):
        self.port, self.wyoming_port = server.port, server.wyoming_port
        self.clients, self.dripping, self.mutex = [], [], threading.Lock()
        self.ended = threading.Event()
        self.kinds = [self.web_socket, self.web_socket_that_spoke, self.wyoming, self.wyoming_in_a_sentence,
                      self.wyoming_that_spoke, self.body, self.body_that_spoke]
        self.drips = [self.body_that_drips, self.json_that_drips, self.head_that_drips]

    def web_socket(self):
        return until(raw(self.port, f"GET {LISTEN} HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade"
                                    "\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                         .encode(), timeout=120), b"\r\n\r\n")

    def web_socket_that_spoke(self):
        client = self.web_socket()
        client.sendall(frame(SAID))
        return until(client, b'"finished"')

    def wyoming(self):
        return raw(self.wyoming_port)

    def wyoming_in_a_sentence(self, text="終わり", mark=b""):
        start = '{"type": "synthesize-start", "data": {"voice": {"name": "%s"}}}\n' % VOICE
        text = text.replace("\n", "\\n")
        more = '{"type": "synthesize-chunk", "data": {"text": "%s"}}\n' % text
        return until(raw(self.wyoming_port, (start + more).encode(), timeout=120), mark)

    def wyoming_that_spoke(self):
        return self.wyoming_in_a_sentence(SAID.decode(), b"audio-chunk")

    def body(self):
        return growing_body(self.port, LISTEN)

    def body_that_spoke(self):
        client = growing_body(self.port, LISTEN + "&format=sse", chunk(SAID))
        client.settimeout(120)
        return until(client, b'"finished"')

    def body_that_drips(self):
        return growing_body(self.port, LISTEN), chunk(b"a")

    def json_that_drips(self):
        return raw(self.port, b"POST /translate HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                              b"Content-Length: 100000\r\n\r\n"), b" "

    def head_that_drips(self):
        return raw(self.port, b"GET / HTTP/1.1\r\nX: "), b"x"

    def gather(self):
        """All at once; what drips goes on doing so, and comes again when it is hung up on."""
        with concurrent.futures.ThreadPoolExecutor(32) as pool:
            self.clients = list(pool.map(lambda kind: kind(), self.kinds * A_KIND))
        self.dripping = [[kind, *kind()] for kind in self.drips * A_KIND]
        self.thread = threading.Thread(target=self.drip)
        self.thread.start()

    def drip(self):
        while not self.ended.wait(1):
            for one in self.dripping:
                try:
                    one[1].send(one[2])
                except OSError:
                    one[1].close()
                    one[1:] = one[0]()

    def leave(self):
        self.ended.set()
        self.thread.join()
        for client in self.clients + [one[1] for one in self.dripping]:
            client.close()


def p95(seconds):
    return statistics.quantiles(seconds, n=20)[-1]


class Crowded(unittest.TestCase):
    def test_keeps_nobody_waiting(self):
        files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (min(most, 65536), most))
        self.addCleanup(resource.setrlimit, resource.RLIMIT_NOFILE, (files, most))
        flags = ("--connections", "4000", "--wyoming", "tcp://127.0.0.1:0", "--speaker", "none")
        empty, crowded = Server(*flags), Server(*flags)
        crowd = Crowd(crowded)

        def seconds(server):
            begin = time.monotonic()
            status, _, content = server.post("/v1/audio/speech", SPEECH)
            self.assertEqual(status, 200, content)
            return time.monotonic() - begin

        for server in (empty, crowded):
            seconds(server)  # its voice is loaded now
        before = crowded.anonymous_bytes()
        crowd.gather()
        connections, more = len(crowd.clients) + len(crowd.dripping), crowded.anonymous_bytes() - before
        print(f"\n{connections} connections, {crowded.threads()} threads, {more / 1e6:.0f} MB more", flush=True)
        times = [(seconds(empty), seconds(crowded)) for _ in range(SPEECHES)]
        alone, beside = zip(*times)
        for name, of in (("empty", alone), ("crowded", beside)):
            print(f"{name}: p50 {1000 * statistics.median(of):.1f} ms, p95 {1000 * p95(of):.1f} ms", flush=True)
        crowd.leave()
        for server in (empty, crowded):
            self.assertEqual(server.stop()[0], 0)
        if not SANITIZED:
            self.assertLess(more, VOICES + connections * A_CONNECTION)
            # Of the medians, too, which one slow moment of the machine does not change.
            self.assertLess(statistics.median(beside), SLOWER * statistics.median(alone))
            if LONG:
                self.assertLess(p95(beside), SLOWER * p95(alone))


if __name__ == "__main__":
    main()
