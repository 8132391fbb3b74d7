"""SSML, pauses, projects and files of sotto say and speak, by the program itself."""

import json
import os
import subprocess
import tempfile
import unittest
import wave

BINARY = os.environ["SOTTO_BINARY"]


class Marked(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.home = self.folder.name
        self.config = self.home + "/config/sotto/config.toml"
        os.makedirs(os.path.dirname(self.config))
        self.environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")}
        data = os.environ.get("XDG_DATA_HOME") or os.path.expanduser("~/.local/share")
        self.environment |= {"XDG_CONFIG_HOME": self.home + "/config", "XDG_DATA_HOME": data, "HOME": self.home}

    def run_sotto(self, *arguments, given="", cwd=None):
        return subprocess.run([BINARY, *arguments], input=given, capture_output=True, text=True,
                              env=self.environment, cwd=cwd or self.home)

    def say(self, text, *flags, given=""):
        """Seconds of sound, and what was warned of."""
        sound = self.home + "/a.wav"
        done = self.run_sotto("say", "-q", text, "--voice", "espeak-ng", "-o", sound, *flags, given=given)
        self.assertEqual(done.returncode, 0, done.stderr)
        with wave.open(sound) as file:
            return file.getnframes() / file.getframerate()

    def error(self, *arguments, given="", cwd=None):
        done = self.run_sotto(*arguments, given=given, cwd=cwd)
        self.assertNotEqual(done.returncode, 0)
        self.assertEqual(len(done.stderr.strip().splitlines()), 1, done.stderr)
        return done.stderr

    def test_silence_is_as_long_as_it_is_asked_for(self):
        plain = self.say("One thing. Two things.")
        marked = self.say("One thing. [pause 2s] Two things.")
        self.assertAlmostEqual(marked - plain, 1.8, delta=0.25)  # in place of 200 ms
        ssml = self.say("<speak>One thing. <break time='2s'/> Two things.</speak>")
        self.assertAlmostEqual(ssml, marked, delta=0.1)
        piped = self.say("-", "--language", "en", given="<speak>One thing. <break time='2s'/> Two things.</speak>")
        self.assertAlmostEqual(piped, marked, delta=0.1)

    def test_a_rate_is_heard(self):
        text = "This sentence has some words, and is read to its end."
        plain = self.say(text)
        slow = self.say(f"<speak><prosody rate='50%'>{text}</prosody></speak>")
        self.assertGreater(slow, 1.5 * plain)

    def test_phonemes_are_other_sounds(self):
        sounds = []
        for word in ("tomato", "<phoneme alphabet='ipa' ph='təˈmɑːtəʊ'>tomato</phoneme>",
                     "<phoneme alphabet='ipa' ph='kæt'>tomato</phoneme>"):
            self.say(f"<speak>{word}</speak>")
            with open(self.home + "/a.wav", "rb") as file:
                sounds.append(file.read())
        self.assertEqual(len(set(sounds)), 3)
        self.assertLess(len(sounds[2]), len(sounds[0]))

    def test_what_is_not_known_is_one_line(self):
        done = self.run_sotto("say", "<speak><emphasis>Hello</emphasis> <voice>you</voice>.</speak>",
                              "--voice", "espeak-ng", "-o", self.home + "/a.wav", "-q", "--captions",
                              self.home + "/a.srt")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(self.home + "/a.srt") as file:
            self.assertIn("Hello you.", file.read())
        done = self.run_sotto("say", "<speak><emphasis>Hello</emphasis></speak>", "--voice",
                              "espeak-ng", "-o", self.home + "/a.wav")
        lines = [line for line in done.stderr.splitlines() if "SSML" in line]
        self.assertEqual(len(lines), 1)
        self.assertIn("emphasis not known", lines[0])

    def test_what_is_wrong_is_said_before_anything_is_made(self):
        sound = self.home + "/b.wav"
        for text, what in (("<speak>Hello", "not well-formed"), ("<speak><break time='x'/></speak>", "a length"),
                           ("<!DOCTYPE a><speak/>", "SSML")):
            flags = ["--ssml"] if text.startswith("<!") else []
            self.assertIn(what, self.error("say", text, "--voice", "espeak-ng", "-o", sound, *flags))
            self.assertFalse(os.path.exists(sound))

    def speak(self, *flags, given="Tests pass. [pause 1s] Yes, they do.", cwd=None):
        timings = self.home + "/timings"
        done = self.run_sotto("speak", "-q", "--translator", "none", "-o", self.home + "/a.wav",
                              "--timings", timings, *flags, given=given, cwd=cwd)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(timings) as file:
            return [json.loads(line) for line in file][:-1]

    def test_speak_obeys_pauses_where_it_is_told_to(self):
        for flags in ([], ["--pauses"]):
            said = " ".join(u["source"] for u in self.speak("--from", "en", "--voice", "espeak-ng", *flags))
            self.assertEqual("pause" in said, not flags)

    def test_a_project_has_its_voice(self):
        os.makedirs(self.home + "/work/app/src")
        os.symlink(self.home + "/work/app", self.home + "/link")
        with open(self.config, "w") as file:
            file.write('[speak]\nvoice = "espeak-ng"\n[projects."~/work"]\nvoice = "espeak-ng:en-gb"\n'
                       '[projects."~/work/app"]\nvoice = "espeak-ng:en-us"\nrate = 2.0\n'
                       '[projects."~/wo"]\nvoice = "nobody"\n[projects."a-session"]\nlanguage = "ja"\n')
        voices = {where: self.speak("--from", "en", cwd=self.home + where)[0]["voice"]
                  for where in ("", "/work", "/work/app", "/work/app/src", "/link/src")}
        self.assertTrue(voices.pop("").startswith("espeak-ng:en"))
        self.assertEqual(voices, {"/work": "espeak-ng:en-gb", "/work/app": "espeak-ng:en-us",
                                  "/work/app/src": "espeak-ng:en-us", "/link/src": "espeak-ng:en-us"})
        slow = self.speak("--from", "en", "--speed", "1", cwd=self.home + "/work/app")[0]["audio_ms"]
        fast = self.speak("--from", "en", cwd=self.home + "/work/app")[0]["audio_ms"]
        self.assertLess(fast, 0.8 * slow)
        flag = self.speak("--from", "en", "--voice", "espeak-ng:en-gb", cwd=self.home + "/work/app")
        self.assertEqual(flag[0]["voice"], "espeak-ng:en-gb")

    def test_a_wrong_project_is_one_sentence(self):
        for text, what in (('[projects."~/a"]\npitch = 3', 'unknown key `pitch` in [projects."~/a"], expected voice'),
                           ('[projects."~/a"]\nlanguage = "klingon"', "klingon"),
                           ('[projects."~/a"]\nrate = 90', "`rate`"), ('[projects."~/a"]\nvoice = 3', "`voice`"),
                           ('projects = 3', "projects"), ('[projects]\nvoice = "x"', "voice")):
            with open(self.config, "w") as file:
                file.write(text + "\n")
            self.assertIn(what, self.error("voices"), text)

    def test_captions_are_not_the_sound_by_another_name(self):
        sound = self.home + "/sound.wav"
        links = [self.home + "/link.srt", self.home + "/hard.srt"]
        os.symlink("sound.wav", links[0])
        arguments = ["say", "Hi there.", "--voice", "espeak-ng", "-o", sound, "--captions"]
        self.assertIn("written to by another flag", self.error(*arguments, links[0]))
        with open(sound, "w") as file:
            file.write("as it was")
        os.link(sound, links[1])
        for link in links:
            self.assertIn("written to by another flag", self.error(*arguments, link))
        with open(sound) as file:
            self.assertEqual(file.read(), "as it was")

    def test_an_empty_digest_command_is_refused(self):
        for flag in ("--digest-command", "--digest-url"):
            for value in ("", "  "):
                message = self.error("speak", "--translator", "none", "--from", "en", "--voice", "none", flag, value)
                self.assertIn("is empty, expected", message)

    def test_say_both_needs_a_translation(self):
        self.assertIn("--say-both", self.error("speak", "--translator", "none", "--from", "en", "--voice",
                                               "espeak-ng", "--say-both", "-o", self.home + "/a.wav"))

    def test_both_languages_are_heard_and_captioned(self):
        captions = self.home + "/a.srt"
        done = self.run_sotto("speak", "-q", "--to", "ja", "--voice", "open-jtalk:mei", "--say-both", "-o",
                              self.home + "/a.wav", "--captions", captions, given="All 42 tests pass now.\n")
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(captions) as file:
            cues = file.read()
        self.assertIn("2\n", cues)
        self.assertLess(cues.index("All 42 tests pass now."), cues.index("テスト"))

    def test_words_of_japanese_have_times(self):
        captions = self.home + "/a.vtt"
        done = self.run_sotto("say", "-q", "テストが失敗しました。ログを見てください。", "--language", "ja",
                              "--voice", "open-jtalk:mei", "-o", self.home + "/a.wav", "--captions", captions)
        self.assertEqual(done.returncode, 0, done.stderr)
        with open(captions) as file:
            text = file.read()
        self.assertRegex(text, r"<[\d:.]+>失敗")
        self.assertRegex(text, r"<[\d:.]+>見")


if __name__ == "__main__":
    unittest.main()
