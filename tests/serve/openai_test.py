"""The openai SDK against the server: streamed speech, formats, voices, errors."""

import base64
import io
import json
import wave

import openai
from sotto_server import KEY, ServerTest, main


class OpenAi(ServerTest):
    KEYS = True

    def setUp(self):
        self.client = openai.OpenAI(base_url=self.server.url + "/v1", api_key=KEY, max_retries=0)

    def speech(self, **more):
        fields = dict(model="tts-1", voice="alloy", input="All tests pass.") | more
        return self.client.audio.speech.create(**fields).read()

    def test_streams_wav_to_a_file(self):
        pieces = []
        with self.client.audio.speech.with_streaming_response.create(
                model="tts-1", voice="alloy", input="All tests pass. The second one, too.",
                response_format="wav") as response:
            self.assertEqual(response.headers["content-type"], "audio/wav")
            for piece in response.iter_bytes(4096):
                pieces.append(piece)
        self.assertGreater(len(pieces), 3)
        sound = b"".join(pieces)
        self.assertEqual(sound[:4] + sound[8:12], b"RIFFWAVE")
        self.assertEqual(int.from_bytes(sound[24:28], "little"), 24000)
        samples = memoryview(sound[44:len(sound) - len(sound) % 2]).cast("h")
        self.assertGreater(len(samples), 24000)  # more than a second
        self.assertGreater(max(samples), 3000)   # and no silence

    def test_speaks_every_format(self):
        beginnings = {"mp3": (b"\xff\xfb", b"\xff\xf3", b"ID3"), "flac": (b"fLaC",),
                      "opus": (b"OggS",), "wav": (b"RIFF",), "aac": (b"\xff\xf1", b"\xff\xf9")}
        for name, beginning in beginnings.items():
            with self.subTest(name):
                self.assertTrue(self.speech(response_format=name).startswith(beginning))
        self.assertGreater(len(self.speech(response_format="pcm")), 24000)

    def test_translates_before_it_speaks(self):
        japanese = self.speech(response_format="pcm", extra_body={"translate_to": "ja"})
        english = self.speech(response_format="pcm")
        self.assertGreater(len(japanese), 24000)
        self.assertNotEqual(japanese[:4000], english[:4000])

    def test_speaks_in_the_register_that_is_wanted(self):
        polite = self.speech(response_format="pcm", extra_body={"translate_to": "ja"})
        for name, is_same in (("polite", True), ("plain", False)):
            fields = {"translate_to": "ja", "register": name}
            self.assertEqual(self.speech(response_format="pcm", extra_body=fields) == polite, is_same)

    def test_speaks_faster(self):
        slow = self.speech(response_format="pcm", speed=0.5)
        fast = self.speech(response_format="pcm", speed=2.0)
        self.assertGreater(len(slow), 2 * len(fast))

    def test_streams_events(self):
        with self.client.audio.speech.with_streaming_response.create(
                model="tts-1", voice="alloy", input="All tests pass.", response_format="pcm",
                stream_format="sse") as response:
            self.assertTrue(response.headers["content-type"].startswith("text/event-stream"))
            events = [json.loads(line[6:]) for line in response.iter_lines() if line]
        self.assertEqual({e["type"] for e in events[:-1]}, {"speech.audio.delta"})
        self.assertEqual(events[-1]["type"], "speech.audio.done")

    def test_says_when_words_are_heard(self):
        text = "All tests pass. The second one, too."
        fields = {"input": text, "voice": "espeak-ng", "response_format": "wav", "timestamps": True}
        answer = self.client.post("/audio/speech", body=fields, cast_to=object)
        self.assertEqual(answer["audio_format"], "audio/wav")
        with wave.open(io.BytesIO(base64.b64decode(answer["audio"]))) as file:
            length = file.getnframes() / file.getframerate()
        self.assertEqual([s["text"] for s in answer["sentences"]], ["All tests pass.", "The second one, too."])
        words = answer["timestamps"]
        self.assertEqual(" ".join(w["word"] for w in words), text)
        self.assertTrue(all(w["estimated"] for w in words))  # espeak-ng says nothing of them
        times = [t for w in words for t in (w["start_time"], w["end_time"])]
        self.assertEqual(times, sorted(times))
        self.assertLessEqual(times[-1], length)
        self.assertGreater(times[-1], length - 0.5)  # the voice ends with 0.3 s of silence

    def test_says_in_events_when_words_are_heard(self):
        with self.client.audio.speech.with_streaming_response.create(
                model="espeak-ng", voice="default", input="All tests pass.", response_format="pcm",
                stream_format="sse", extra_body={"timestamps": True}) as response:
            events = [json.loads(line[6:]) for line in response.iter_lines() if line]
        sentence, = [e for e in events if e["type"] == "sotto.sentence"]
        self.assertEqual([w["word"] for w in sentence["timestamps"]], ["All", "tests", "pass."])
        self.assertEqual(events[-1]["type"], "speech.audio.done")

    def test_lists_models_and_voices(self):
        self.assertIn("narrator-en-ja", [m.id for m in self.client.models.list()])
        voices = self.client.get("/audio/voices", cast_to=object)["voices"]
        self.assertIn("open-jtalk:mei", [v["id"] for v in voices])

    def test_takes_a_kind_of_voice_as_the_model(self):
        self.assertGreater(len(self.speech(model="espeak-ng", response_format="pcm")), 24000)
        named = self.speech(model="espeak-ng", voice="en-gb", response_format="pcm")
        self.assertEqual(named, self.speech(voice="espeak-ng:en-gb", response_format="pcm"))
        with self.assertRaises(openai.BadRequestError) as refused:
            self.speech(model="espeak-ng", voice="open-jtalk:mei")
        self.assertIn("open-jtalk:mei", str(refused.exception))

    def test_says_where_its_own_voice_speaks_instead(self):
        def warning(voice):
            with self.client.audio.speech.with_streaming_response.create(
                    model="tts-1", voice=voice, input="Done.", response_format="pcm") as response:
                return response.headers.get("sotto-warning"), response.read()
        told, sound = warning("nova")
        self.assertIn("nova", told)
        self.assertEqual(warning("default"), (None, sound))
        self.assertEqual(warning("auto"), (None, sound))

    def test_reads_ssml_where_the_input_begins_as_such(self):
        def ask(text, **more):
            with self.client.audio.speech.with_streaming_response.create(
                    model="tts-1", voice="espeak-ng:en-us", input=text, response_format="pcm",
                    extra_body={"language": "en"} | more) as response:
                return response.headers.get("sotto-warning"), len(response.read()) / 48000
        told, plain = ask("One thing. Two things.")
        self.assertIsNone(told)
        told, marked = ask("<speak>One thing.<break time='2s'/>Two things.</speak>")
        self.assertIsNone(told)
        self.assertAlmostEqual(marked - plain, 1.8, delta=0.25)
        self.assertAlmostEqual(ask("One thing. [pause 2s] Two things.")[1], marked, delta=0.1)
        told, _ = ask("<speak><emphasis>One</emphasis> th\u00efng.<w\u00f6w/></speak>")
        self.assertEqual(told.count("SSML"), 1)
        self.assertIn("emphasis", told)
        shown = ask("Write <speak>one</speak> here.")
        self.assertIsNone(shown[0])
        self.assertGreater(shown[1], 1)
        for text in ("<speak>One", "<speak><break time='soon'/></speak>", "<speak> </speak>",
                     "<speak>" + "<p>" * 9999):
            with self.assertRaises(openai.BadRequestError) as refused:
                self.speech(input=text)
            self.assertIn("input", str(refused.exception))

    def test_says_both_where_it_is_told_to(self):
        def times(**more):
            answer = self.client.audio.speech.create(
                model="tts-1", voice="auto", input="All 42 tests pass now.", response_format="wav",
                extra_body={"language": "en", "translate_to": "ja", "timestamps": True} | more)
            return json.loads(answer.read())["sentences"]
        both, one = times(say_both=True), times()
        self.assertEqual([s["text"] for s in both], ["All 42 tests pass now.", one[0]["text"]])
        self.assertGreater(both[1]["start_time"], both[0]["end_time"])
        with self.assertRaises(openai.BadRequestError) as refused:
            self.speech(extra_body={"say_both": True})
        self.assertIn("say_both", str(refused.exception))

    def test_takes_format_for_response_format(self):
        alias = self.speech(response_format=openai.omit, extra_body={"format": "wav"})
        self.assertEqual(alias[:4], b"RIFF")
        self.assertEqual(self.speech(response_format="flac", extra_body={"format": "wav"})[:4], b"fLaC")
        with self.assertRaises(openai.APIStatusError) as refused:
            self.speech(response_format=openai.omit, extra_body={"format": "ac3"})
        self.assertIn("format: is ac3", str(refused.exception))

    def test_says_the_length_of_a_short_wav(self):
        sound = self.speech(response_format="wav")
        self.assertEqual(int.from_bytes(sound[4:8], "little"), len(sound) - 8)
        self.assertEqual(int.from_bytes(sound[40:44], "little"), len(sound) - 44)
        with wave.open(io.BytesIO(sound)) as file:
            self.assertEqual(2 * file.getnframes(), len(sound) - 44)
        for fields in (dict(input="All tests pass. " * 10), dict(stream_format="audio")):
            streamed = self.speech(response_format="wav", **fields)  # its length is not known yet
            self.assertEqual(streamed[40:44], b"\xff" * 4)

    def test_refuses_what_makes_no_sense(self):
        for fields, word in [(dict(input=" "), "input"), (dict(response_format="ac3"), "ac3"),
                             (dict(speed=9.0), "speed"), (dict(voice="nobody"), "nobody"),
                             (dict(voice="pocket-tts:../../etc/passwd"), "voice"),
                             (dict(input="x" * 10001), "10001"),
                             (dict(extra_body={"translate_to": "xx"}), "translate_to"),
                             (dict(extra_body={"register": "rude"}), "rude"),
                             (dict(extra_body={"language": "ja", "translate_to": "de"}), "de")]:
            with self.subTest(word), self.assertRaises(openai.APIStatusError) as refused:
                self.speech(**fields)
            self.assertIn(refused.exception.status_code, (400, 404))
            self.assertIn(word, str(refused.exception))
        with self.assertRaises(openai.NotFoundError):
            self.speech(model="no-such-model")

    def test_a_page_may_send_what_the_sdk_sends(self):
        wanted = "authorization,content-type,x-stainless-os,x-stainless-retry-count,x-other, x-stainless-BAD"
        status, headers, _ = self.server.ask("OPTIONS", "/v1/audio/speech", headers={
            "Origin": self.server.url, "Access-Control-Request-Headers": wanted})
        self.assertEqual(status, 204)
        self.assertEqual(headers["access-control-allow-headers"],
                         "Authorization, Content-Type, x-stainless-os, x-stainless-retry-count")

    def test_asks_for_a_key(self):
        stranger = openai.OpenAI(base_url=self.server.url + "/v1", api_key="no", max_retries=0)
        with self.assertRaises(openai.AuthenticationError) as refused:
            stranger.models.list()
        self.assertNotIn(KEY, str(refused.exception))


if __name__ == "__main__":
    main()
