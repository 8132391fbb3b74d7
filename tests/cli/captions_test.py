"""Captions against the sound they were written beside: the loud parts of the WAV are found anew."""

import array
import os
import re
import subprocess
import tempfile
import unittest
import wave

BINARY = os.environ["SOTTO_BINARY"]
DRIFT_S = 0.05
WINDOW_S = 0.005
JAPANESE = [f"{n}番目の文を最後まで言います。" for n in range(1, 13)]
SENTENCES = [f"Sentence {n} is said to the end, and then there is a pause." for n in range(1, 13)]


def loudness(path):
    """The root mean square of each window, full scale 1."""
    with wave.open(path) as file:
        rate, samples = file.getframerate(), array.array("h", file.readframes(file.getnframes()))
    edges = [round(i * rate * WINDOW_S) for i in range(int(len(samples) / rate / WINDOW_S) + 1)]
    return [(sum(s * s for s in samples[a:b]) / (b - a)) ** 0.5 / 32768 for a, b in zip(edges, edges[1:])]


def seconds(text):
    hours, minutes, rest = text.replace(",", ".").split(":")
    return 3600 * int(hours) + 60 * int(minutes) + float(rest)


class Captions(unittest.TestCase):
    def say(self, voice, ending, text, language="en"):
        with tempfile.TemporaryDirectory() as folder:
            sound, captions = folder + "/a.wav", folder + "/a" + ending
            subprocess.run([BINARY, "say", "-q", text, "--language", language, "--voice", voice,
                            "-o", sound, "--captions", captions], check=True)
            with open(captions, encoding="utf-8") as file:
                return loudness(sound), file.read()

    def cues(self, text):
        found = re.findall(r"^(\d+)\n(\S+) --> (\S+)\n(.+)\n\n", text, re.M)
        return [(int(n), seconds(begin), seconds(end), line) for n, begin, end, line in found]

    def test_do_not_drift(self):
        for voice, language, sentences in (("espeak-ng", "en", SENTENCES),
                                           ("open-jtalk:mei", "ja", JAPANESE)):
            loud, text = self.say(voice, ".srt", " ".join(sentences), language)
            cues = self.cues(text)
            self.assertEqual([n for n, *_ in cues], list(range(1, len(sentences) + 1)))
            self.assertEqual([line for *_, line in cues], sentences)
            at = [i * WINDOW_S for i, level in enumerate(loud) if level > 0.003]
            worst = 0
            # A pause between two sentences is silent but for the drift at its ends, and loud there.
            bounds = [(0.0, cues[0][1])] + [(a[2], b[1]) for a, b in zip(cues, cues[1:])]
            for end, begin in bounds:
                inside = [t for t in at if end + DRIFT_S < t < begin - DRIFT_S]
                self.assertEqual(inside, [], (end, begin))
                heard_until = max([t for t in at if t < (end + begin) / 2], default=0.0)
                heard_from = min(t for t in at if t >= (end + begin) / 2)
                worst = max(worst, abs(heard_from - begin), abs(heard_until - end))
            print(f"{voice}: {len(bounds)} pauses, at most {1000 * worst:.0f} ms apart")
            self.assertLess(worst, DRIFT_S)

    def test_are_webvtt_where_the_name_says_so(self):
        _, text = self.say("espeak-ng", ".vtt", "Is 1 < 2 & 3 true? Yes.")
        self.assertTrue(text.startswith("WEBVTT\n\n1\n00:00:00."))
        self.assertEqual(len(self.cues(text)), 2)

    def test_refuse_another_name(self):
        done = subprocess.run([BINARY, "say", "Hi.", "--voice", "espeak-ng", "--captions", "a.txt"],
                              capture_output=True)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("a.txt, expected", done.stderr.decode())


if __name__ == "__main__":
    unittest.main()
