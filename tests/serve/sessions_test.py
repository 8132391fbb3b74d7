"""Many streams at once, each pushed as an agent writes: every sentence once and in order, and few threads for all of them.

SOTTO_SIEGE=1 runs 64 streams for ten minutes, else a few for seconds. SOTTO_SESSIONS and SOTTO_SECONDS change that;
with SOTTO_WORKS an agent runs its tools for so many seconds after every eight sentences.
"""

import asyncio
import json
import os
import statistics
import time
import unittest

import websockets

from siege import LONG
from sotto_server import SANITIZED, Server, main

SESSIONS = int(os.environ.get("SOTTO_SESSIONS", 64 if LONG else 8))
SECONDS = float(os.environ.get("SOTTO_SECONDS", 600 if LONG else 6))
WORKS = float(os.environ.get("SOTTO_WORKS", 0))
TURN = 8  # sentences
TOKENS_A_SECOND = 20
GOLDEN = 0.618  # its multiples spread evenly
VOICE = "open-jtalk:mei"
# Of those that speak, translate and read, and of the network; of the timers, the io, the batches, and one that ends. A
# stream has none of its own.
SHARED = 8 + 16 + 8 + os.cpu_count() + 4
GROWTH = 30e6  # bytes, of the last quarter of the run over the third
THINGS = ("test", "build", "server", "parser", "report", "window", "worker", "file")


def tokens(number):
    """Of a text without end: sentences that differ in their number."""
    count = 0
    while True:
        yield from f"The {THINGS[count % len(THINGS)]} number {number * 1000 + count} passes now, and its report says so. ".split(" ")[:-1]
        count += 1


class Stream:
    def __init__(self, server, number):
        self.url = f"ws://127.0.0.1:{server.port}/v1/listen?to=ja&events=plain&voice={VOICE}"
        self.number, self.sources, self.waits, self.done = number, [], [], None

    async def push(self, client, end):
        await asyncio.sleep(self.number * GOLDEN % 1 * max(WORKS, 1))  # else all sentences end at once
        written, words, sentences = [], tokens(self.number), 0
        while time.monotonic() < end or not written[-1].endswith("."):
            written.append(next(words))
            await client.send(written[-1] + " ")
            sentences += written[-1].endswith(".")
            turn_ends = WORKS and written[-1].endswith(".") and sentences % TURN == 0
            await asyncio.sleep(WORKS if turn_ends else 1 / TOKENS_A_SECOND)
        await client.send("")
        self.written = " ".join(written)

    async def run(self, end):
        async with websockets.connect(self.url, open_timeout=60, max_queue=None) as client:
            pusher = asyncio.create_task(self.push(client, end))
            async for message in client:
                if isinstance(message, bytes):
                    continue
                event = json.loads(message)
                if event["type"] == "sentence":
                    self.sources.append(event["source"])
                elif event["type"] == "finished":
                    self.waits.append(event["utterance"]["ready_to_first_audio_ms"])
                else:
                    self.done = event
            await pusher


class Sessions(unittest.TestCase):
    def test_every_sentence_once_in_order(self):
        server = Server("--speaker", "none", "--translator", "narrator-en-ja")
        self.addCleanup(server.stop)
        before = server.threads()
        seen = []

        async def watch(end):
            while time.monotonic() < end:
                await asyncio.sleep(1)
                seen.append((server.threads(), server.anonymous_bytes()))

        async def everything():
            end = time.monotonic() + SECONDS
            streams = [Stream(server, number) for number in range(SESSIONS)]
            await asyncio.gather(watch(end), *(stream.run(end) for stream in streams))
            return streams

        streams = asyncio.run(everything())
        for stream in streams:
            self.assertEqual(" ".join(stream.sources), stream.written)
            self.assertEqual(stream.done["type"], "done", stream.done)
            self.assertEqual(stream.done["utterances"], len(stream.sources))
            self.assertEqual(stream.done["unheard"], 0)
        waits = [wait for stream in streams for wait in stream.waits]
        threads = max(threads for threads, _ in seen)
        sizes = [size for _, size in seen]
        quarter = len(sizes) // 4 or 1
        size = statistics.median(sizes[-quarter:])
        grown = size - statistics.median(sizes[-2 * quarter - 1:-quarter] or sizes)
        p50, p95 = statistics.median(waits), statistics.quantiles(waits, n=20)[-1]
        print(f"\n{SESSIONS} streams, {len(waits)} sentences in {SECONDS:.0f} s: from a sentence to its first sound "
              f"{p50:.0f} ms (p95 {p95:.0f}), {threads} threads ({before} before), {size / 1e6:.0f} MB "
              f"({grown / 1e6:+.1f} in the last quarter)")
        if not SANITIZED:
            self.assertLessEqual(threads, before + SHARED)
            self.assertLess(grown, GROWTH)


if __name__ == "__main__":
    main()
