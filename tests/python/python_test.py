"""The Python package on the library of this build: the translator that ships, and espeak-ng."""
import asyncio
import gc
import os
import pathlib
import signal
import subprocess
import sys
import threading
import time
import unittest

ROOT = pathlib.Path(__file__).parents[2]
LIBRARY = pathlib.Path(os.environ["SOTTO_BINARY"]).parent / "libsotto.so.0"
if not LIBRARY.exists():  # of a build with a sanitizer
    print("skipped: this build has no libsotto.so")
    sys.exit(0)
os.environ["SOTTO_LIBRARY"] = str(LIBRARY)
os.environ["PYTHONPATH"] = str(ROOT / "python")  # of the programs below
sys.path.insert(0, str(ROOT / "python"))

import numpy as np  # noqa: E402
import sotto  # noqa: E402

TEXTS = ["All tests pass now.", "", "The build `make all` failed.", "I fixed the login endpoint."]
LONG = "The tests pass. The build is green. " * 200
STREAM = ('{"type":"assistant","message":{"id":"a","role":"assistant","content":[{"type":"text",'
          '"text":"All tests pass now. The build is green."}]},"session_id":"s"}\n')


def setUpModule():
    global engine
    engine = sotto.Engine(["narrator-en-ja"], ["espeak-ng"], cache=False)


def tearDownModule():
    global engine
    del engine


class Engines(unittest.TestCase):
    def test_what_there_is(self):
        self.assertEqual(engine.models, ["narrator-en-ja"])
        self.assertTrue(any(voice.name.startswith("espeak-ng") for voice in engine.voices))
        self.assertFalse(any(voice.leaves_machine for voice in engine.voices))

    def test_what_is_missing_is_said(self):
        with self.assertRaisesRegex(sotto.NotFound, "no-such-model"):
            sotto.Engine(["no-such-model"])
        with self.assertRaisesRegex(sotto.Error, "no-such-voice"):
            sotto.Voice("no-such-voice", engine=engine)
        with self.assertRaisesRegex(ValueError, "automatic"):
            sotto.Session(to="ja", input="morse", engine=engine)
        with self.assertRaisesRegex(sotto.BadArgument, "99"):
            sotto.Voice(speed=99, engine=engine)


class Translators(unittest.TestCase):
    def setUp(self):
        self.translator = sotto.Translator("narrator-en-ja", engine=engine)

    def test_texts_come_back_in_their_order(self):
        done = self.translator.translate_batch(TEXTS)
        self.assertEqual(len(done), len(TEXTS))
        self.assertIn("テスト", done[0].text)
        self.assertIsNone(done[0].why)
        self.assertEqual(done[1].text, "")
        self.assertIn("make all", done[2].text)
        self.assertEqual(self.translator.translate(TEXTS[0]), done[0])
        self.assertEqual(self.translator.translate_batch([]), [])

    def test_eight_threads_give_what_the_program_gives(self):
        done = subprocess.run([os.environ["SOTTO_BINARY"], "translate", "--to", "ja", "--model", "narrator-en-ja", "--no-cache"],
                              input="\n".join(TEXTS), capture_output=True, text=True, check=True, timeout=120)
        expected = done.stdout.split("\n")[:len(TEXTS)]
        results = {}

        def work(number):
            results[number] = [t.text for t in self.translator.translate_batch(TEXTS)]

        threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(results, {i: expected for i in range(8)})

    def test_others_run_while_it_translates(self):
        steps = 0
        worker = threading.Thread(target=self.translator.translate_batch, args=([LONG],))
        worker.start()
        while worker.is_alive():
            steps += 1
            time.sleep(0.001)
        self.assertGreater(steps, 10)

    def test_texts_that_are_no_texts(self):
        with self.assertRaisesRegex(ValueError, "zero character at 1"):
            self.translator.translate("a\0b")
        with self.assertRaises(TypeError):
            self.translator.translate_batch("one text")
        self.assertIsInstance(self.translator.translate("half \ud83d an emoji").text, str)


class Voices(unittest.TestCase):
    def setUp(self):
        self.voice = sotto.Voice(language="en", engine=engine)

    def test_sound_comes_in_chunks(self):
        seconds = 0
        for samples, rate in self.voice.stream("The tests pass. The build is green."):
            self.assertEqual((samples.dtype, samples.ndim), (np.float32, 1))
            self.assertLessEqual(np.abs(samples).max(initial=0), 1)
            samples[:] = 0  # the caller's own
            seconds += len(samples) / rate
        self.assertGreater(seconds, 1)
        whole = self.voice.speak("The tests pass. The build is green.")
        self.assertAlmostEqual(len(whole.samples) / whole.sample_rate, seconds, places=3)
        self.assertEqual(len(self.voice.speak("").samples), 0)

    def test_async(self):
        async def count(text):
            return sum([len(samples) async for samples, _ in self.voice.stream(text)])

        async def both():
            return await asyncio.gather(count("The tests pass."), count("The build is green."))

        self.assertGreater(min(asyncio.run(both())), 5000)

    def test_a_stream_that_is_left_ends(self):
        def streams():
            return [thread for thread in threading.enumerate() if thread.name == "sotto speech"]

        for _ in self.voice.stream(LONG):
            break
        left = time.monotonic()
        while streams() and time.monotonic() < left + 10:
            time.sleep(0.002)
        self.assertLess(time.monotonic() - left, 5)  # 0.1 s on an idle machine
        with self.voice.stream(LONG) as stream:
            next(stream)
        self.assertEqual(list(stream), [])


class Sessions(unittest.TestCase):
    def test_an_agents_stream_is_spoken_while_it_comes(self):
        with sotto.Session(to="ja", engine=engine) as session:
            session.feed(STREAM[i:i + 7] for i in range(0, len(STREAM), 7))
            events = list(session)
        sentences = [e for e in events if isinstance(e, sotto.Sentence)]
        self.assertEqual([s.source for s in sentences], ["All tests pass now.", "The build is green."])
        self.assertIn("テスト", sentences[0].text)
        self.assertEqual([e.number for e in events if isinstance(e, sotto.Finished)], [0, 1])
        self.assertGreater(sum(len(e.samples) for e in events if isinstance(e, sotto.Audio)), 10000)

    def test_pushed_by_hand_and_heard_by_a_function(self):
        events = []
        session = sotto.Session(to="ja", input="plain", speaks=False, on_event=events.append, engine=engine)
        session.push("All tests pass now.")
        session.flush()
        session.push(b" The build is green.")
        self.assertEqual(session.finish()[:2], (2, 0))
        self.assertEqual([type(e) for e in events].count(sotto.Sentence), 2)
        with self.assertRaisesRegex(sotto.BadArgument, "finished"):
            session.finish()

    def test_async(self):
        async def numbers():
            with sotto.Session(to="ja", input="plain", speaks=False, engine=engine) as session:
                session.feed(["All tests pass now. ", "The build is green."])
                return [event.number async for event in session if isinstance(event, sotto.Sentence)]

        self.assertEqual(asyncio.run(numbers()), [0, 1])

    def test_what_a_handler_raises_is_raised_by_the_session(self):
        def refuse(event):
            raise KeyError("mine")

        session = sotto.Session(to="en", input="plain", on_event=refuse, engine=engine)
        with self.assertRaisesRegex(KeyError, "mine"):
            for _ in range(10000):
                session.push("The tests pass.\n\n")
            session.finish()

    def test_sessions_that_are_forgotten_end(self):
        for _ in range(20):
            session = sotto.Session(to="en", input="plain", engine=engine)
            session.push("The tests pass. The build is green. ")
            del session
        gc.collect()

    def test_what_fails_on_the_way_is_raised_by_the_loop(self):
        def chunks():
            yield "All tests pass now. "
            raise ConnectionError("the agent is gone")

        with self.assertRaisesRegex(ConnectionError, "gone"):
            with sotto.Session(to="ja", input="plain", speaks=False, engine=engine) as session:
                session.feed(chunks())
                list(session)


class Programs(unittest.TestCase):
    def start(self, code):
        return subprocess.Popen([sys.executable, "-c", "import sotto, sys\n" + code], stdout=subprocess.PIPE,
                                stderr=subprocess.PIPE, text=True)

    def interrupted(self, code):
        """Ctrl-C, once it has printed a line."""
        program = self.start(code)
        self.assertEqual(program.stdout.readline(), "begins\n")
        time.sleep(0.3)
        program.send_signal(signal.SIGINT)
        sent = time.monotonic()
        _, errors = program.communicate(timeout=60)
        self.assertLess(time.monotonic() - sent, 20)
        self.assertIn("KeyboardInterrupt", errors)
        self.assertEqual(program.returncode, -signal.SIGINT)

    def test_an_interrupt_ends_a_translation(self):
        self.interrupted(f"""
engine = sotto.Engine(['narrator-en-ja'], cache=False)
translator = sotto.Translator(engine=engine)
texts = [{LONG!r} + str(i) for i in range(100)]
print('begins', flush=True)
translator.translate_batch(texts)
""")

    def test_an_interrupt_ends_a_stream(self):
        self.interrupted(f"""
voice = sotto.Voice(language='en', engine=sotto.Engine(voices=['espeak-ng']))
print('begins', flush=True)
for _ in voice.stream({LONG!r} * 100): pass
""")

    def test_an_interrupt_ends_a_session(self):
        self.interrupted(f"""
session = sotto.Session(to='ja', input='plain', speaks=False, engine=sotto.Engine(['narrator-en-ja'], cache=False))
print('begins', flush=True)
while True: session.push({LONG!r})
""")

    def test_a_program_ends_in_the_middle_of_a_stream(self):
        program = self.start(f"""
voice = sotto.Voice(language='en', engine=sotto.Engine(voices=['espeak-ng']))
stream = voice.stream({LONG!r})
next(stream)
session = sotto.Session(to='ja', speaks=False, engine=sotto.Engine(['narrator-en-ja'], cache=False))
session.feed([{LONG!r}])
next(session)
print('ends')
""")
        output, errors = program.communicate(timeout=60)
        self.assertEqual((program.returncode, output, errors), (0, "ends\n", ""))


if __name__ == "__main__":
    unittest.main()
