"""The wyoming package's client against the server."""

import asyncio
import os
import socket
import subprocess
import time
import unittest

from sotto_server import BINARY, SANITIZED, Server, ServerTest, main
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import (Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop,
                         SynthesizeStopped, SynthesizeVoice)


async def sound_of(client, last):
    """Bytes of sound up to the event `last`; the events' types in order, without repetition."""
    types, samples = [], b""
    while True:
        event = await asyncio.wait_for(client.read_event(), 60)
        assert event is not None, "the server hung up"
        if not types or types[-1] != event.type:
            types.append(event.type)
        if AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            assert (chunk.rate, chunk.width, chunk.channels) == (24000, 2, 1)
            samples += chunk.audio
        if last.is_type(event.type):
            return types, samples


def event_bytes(kind, data):
    return b'{"type": "%s", "data_length": %d}\n%s' % (kind.encode(), len(data), data)


class Wyoming(ServerTest):
    FLAGS = ("--wyoming", "tcp://127.0.0.1:0")

    def run_client(self, talk):
        async def run():
            async with AsyncTcpClient("127.0.0.1", self.server.wyoming_port) as client:
                return await talk(client)
        return asyncio.run(run())

    def test_describes_itself(self):
        async def talk(client):
            await client.write_event(Describe().event())
            return Info.from_event(await client.read_event())
        tts = self.run_client(talk).tts[0]
        self.assertTrue(tts.supports_synthesize_streaming)
        self.assertIn("open-jtalk:mei", [v.name for v in tts.voices])

    def test_a_voice_has_one_language(self):
        async def talk(client):
            await client.write_event(Describe().event())
            return Info.from_event(await client.read_event())
        voices = self.run_client(talk).tts[0].voices
        self.assertEqual({v.name: v.languages for v in voices if len(v.languages) > 1}, {})
        self.assertEqual(len({v.name for v in voices}), len(voices))
        self.assertIn(["de"], [v.languages for v in voices])

    def test_a_stream_is_in_the_language_of_its_text(self):
        text = "テストがすべて通りました。もう一つの文です。"

        async def talk(client):
            await client.write_event(Synthesize(text, SynthesizeVoice("open-jtalk:mei")).event())
            _, named = await sound_of(client, AudioStop)
            await client.write_event(SynthesizeStart().event())
            for piece in ("テストが", "すべて通りました。", "もう一つの文です。"):
                await client.write_event(SynthesizeChunk(piece).event())
            await client.write_event(SynthesizeStop().event())
            return named, (await sound_of(client, SynthesizeStopped))[1]
        named, streamed = self.run_client(talk)
        self.assertEqual(len(streamed), len(named))

    def test_synthesizes(self):
        async def talk(client):
            await client.write_event(Synthesize("テストが通りました。", SynthesizeVoice("open-jtalk:mei")).event())
            first = await sound_of(client, AudioStop)
            await client.write_event(Synthesize("All tests pass.").event())
            return first, await sound_of(client, AudioStop)
        for types, samples in self.run_client(talk):
            self.assertEqual(types, ["audio-start", "audio-chunk", "audio-stop"])
            self.assertGreater(len(samples), 24000)

    def test_speaks_while_text_still_comes(self):
        async def talk(client):
            voice = SynthesizeVoice("open-jtalk:mei")
            await client.write_event(SynthesizeStart(voice=voice).event())
            for piece in ("最初の文", "です。二番", "目の文です。"):
                await client.write_event(SynthesizeChunk(piece).event())
            early = await sound_of(client, AudioChunk)
            await client.write_event(SynthesizeChunk("最後の文です。").event())
            await client.write_event(Synthesize("最初の文です。", voice).event())
            await client.write_event(SynthesizeStop().event())
            return early, await sound_of(client, SynthesizeStopped)
        early, (types, samples) = self.run_client(talk)
        self.assertGreater(len(early[1]), 0)
        self.assertEqual(types, ["audio-chunk", "audio-stop", "synthesize-stopped"])
        self.assertGreater(len(samples), 48000)

    def test_a_sentence_is_said_where_the_stream_pauses(self):
        async def talk(client):
            voice = SynthesizeVoice("open-jtalk:mei")
            await client.write_event(Synthesize("一。", voice).event())  # the voice is open now
            await sound_of(client, AudioStop)
            begin = time.monotonic()
            await client.write_event(SynthesizeStart(voice=voice).event())
            await client.write_event(SynthesizeChunk("テストが通りました。").event())
            await sound_of(client, AudioChunk)
            took = time.monotonic() - begin
            await client.write_event(SynthesizeStop().event())
            await sound_of(client, SynthesizeStopped)
            return took
        self.assertLess(self.run_client(talk), 2 if not SANITIZED else 10)

    def test_answers_pings_and_names_what_is_wrong(self):
        async def talk(client):
            await client.write_event(Ping("here").event())
            pong = Pong.from_event(await client.read_event())
            await client.write_event(Synthesize("Hello.", SynthesizeVoice("nobody")).event())
            types, _ = await sound_of(client, AudioStop)
            return pong.text, types
        self.assertEqual(self.run_client(talk), ("here", ["audio-start", "error", "audio-stop"]))

    def test_text_that_nobody_speaks_does_not_wait(self):
        """More than the server holds for a voice that it does not have."""
        async def talk(client):
            await client.write_event(SynthesizeStart(voice=SynthesizeVoice("nobody")).event())
            for _ in range(20):
                await client.write_event(SynthesizeChunk("Hello. " * 10000).event())
            await client.write_event(SynthesizeStop().event())
            return (await sound_of(client, SynthesizeStopped))[0]
        self.assertEqual(self.run_client(talk), ["audio-start", "error", "audio-stop", "synthesize-stopped"])

    def test_survives_what_is_no_wyoming(self):
        for nonsense in (b"GET / HTTP/1.1\r\n\r\n", b"{}\n", b'{"type": "x", "data_length": 99999999}\n',
                         b'{"type": "describe", "data_length": -1}\n', b"x" * 100000,
                         event_bytes("ping", b'{"a":' + b"[" * 500000 + b"]" * 500000 + b"}")):
            with socket.create_connection(("127.0.0.1", self.server.wyoming_port), timeout=20) as client:
                try:
                    client.sendall(nonsense)
                    self.assertEqual(client.recv(100), b"")
                except ConnectionError:
                    pass
        self.test_describes_itself()


class Door(unittest.TestCase):
    """On an address that others could reach."""

    def test_is_not_opened_to_everybody(self):
        for flags, word in [(("--wyoming", "tcp://0.0.0.0:0"), "--wyoming-allow"),
                            (("--wyoming", "tcp://0.0.0.0:0", "--wyoming-allow", "192.168.0.0/33"), "192.168.0.0/33"),
                            (("--wyoming-allow", "192.168.0.0/16"), "--wyoming")]:
            done = subprocess.run([BINARY, "serve", "--listen", "none", "--socket", "none", *flags],
                                  capture_output=True, text=True, timeout=60)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(word, done.stderr)


class Ends(unittest.TestCase):
    def ending(self, talk):
        """What a client hears of a server that is told to end in the middle."""
        server = Server("--wyoming", "tcp://127.0.0.1:0")

        async def run():
            async with AsyncTcpClient("127.0.0.1", server.wyoming_port) as client:
                return await talk(client, server)
        try:
            return asyncio.run(run())
        finally:
            self.assertEqual(server.stop()[0], 0)

    def samples_of(self, text):
        async def talk(client, server):
            await client.write_event(Synthesize(text, SynthesizeVoice("open-jtalk:mei")).event())
            return len((await sound_of(client, AudioStop))[1])
        return self.ending(talk)

    @unittest.skipIf("SOTTO_SANITIZED" in os.environ, "the server ends before its slow voice has")
    def test_what_is_being_said_is_said_to_its_end(self):
        text = "テストが通りました。修正は小さいです。" * 20

        async def talk(client, server):
            await client.write_event(Synthesize(text, SynthesizeVoice("open-jtalk:mei")).event())
            await sound_of(client, AudioChunk)
            server.tell_to_end()
            return await sound_of(client, AudioStop)
        types, samples = self.ending(talk)
        self.assertEqual(types, ["audio-chunk", "audio-stop"])
        self.assertGreater(len(samples), 0.9 * self.samples_of(text))

    @unittest.skipIf("SOTTO_SANITIZED" in os.environ, "the server ends before its slow voice has")
    def test_a_stream_is_said_as_far_as_it_came(self):
        text = "テストが通りました。修正は小さいです。" * 20

        async def talk(client, server):
            await client.write_event(SynthesizeStart(voice=SynthesizeVoice("open-jtalk:mei")).event())
            await client.write_event(SynthesizeChunk(text).event())
            await sound_of(client, AudioChunk)
            server.tell_to_end()
            return await sound_of(client, SynthesizeStopped)
        types, samples = self.ending(talk)
        self.assertEqual(types, ["audio-chunk", "audio-stop", "synthesize-stopped"])
        self.assertGreater(len(samples), 0.9 * self.samples_of(text))

    def test_too_many_are_told_in_its_own_words(self):
        server = Server("--wyoming", "tcp://127.0.0.1:0", "--connections", "1")

        async def run():
            async with AsyncTcpClient("127.0.0.1", server.wyoming_port) as first:
                # A stream that is not at its end: an idle client would have to leave.
                await first.write_event(SynthesizeStart(voice=SynthesizeVoice("open-jtalk:mei")).event())
                await first.write_event(SynthesizeChunk("テストが通りました。修正は").event())
                await sound_of(first, AudioChunk)
                async with AsyncTcpClient("127.0.0.1", server.wyoming_port) as second:
                    return await asyncio.wait_for(second.read_event(), 30)
        try:
            event = asyncio.run(run())
            self.assertEqual((event.type, "too many" in event.data["text"]), ("error", True))
        finally:
            self.assertEqual(server.stop()[0], 0)


if __name__ == "__main__":
    main()
