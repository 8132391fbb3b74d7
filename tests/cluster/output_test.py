"""What submit and jobs write, and what they leave alone; files of each kind, there and back."""

import array
import os
import re
import shutil
import unittest
import wave
import zipfile

from queue_server import Queue, has_nats, text_of


@unittest.skipUnless(has_nats(), "built without NATS")
class Output(unittest.TestCase):
    def setUp(self):
        self.queue = Queue()
        self.addCleanup(self.queue.close)

    def done(self, finished):
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout

    def refused(self, finished, said):
        self.assertEqual(finished.returncode, 1, finished.stderr)
        self.assertIn(said, finished.stderr)
        self.assertEqual(finished.stderr.count("\n"), 1, finished.stderr)

    def test_a_file_that_is_there_is_not_replaced(self):
        queue = self.queue
        path, out = queue.write("text.md", text_of(2)), queue.path("out")
        os.mkdir(out)
        queue.write("out/text.ja.txt", "mine\n")
        # Nobody works: it is refused before.
        self.refused(queue.submit(path, "--out", out, "--wait"), "text.ja.txt: is there already and not of this job")
        self.assertEqual(self.done(queue.sotto("jobs")), "")
        job = self.done(queue.submit(path)).split("\t")[0]
        self.refused(queue.sotto("jobs", job, "--out", out), "is there already")
        self.assertEqual(queue.read("out/text.ja.txt"), "mine\n")
        queue.work()
        self.done(queue.submit(path, "--out", out, "--wait", "--force"))
        made = queue.read("out/text.ja.txt")
        self.assertEqual(made, queue.by_one_machine(path))
        # The same job goes over what it has written itself.
        self.done(queue.submit(path, "--out", out, "--wait"))
        self.done(queue.sotto("jobs", job, "--out", out))
        queue.write("out/text.ja.txt", made + "mine\n")
        self.refused(queue.submit(path, "--out", out, "--wait"), "is there already")

    def test_a_folder_that_cannot_be_written_is_said_before_the_work(self):
        queue = self.queue
        path = queue.write("text.md", text_of(1))
        self.refused(queue.submit(path, "--out", path, "--wait"), "--out " + path)
        self.refused(queue.submit(path, "--out", "/proc/none", "--wait"), "--out /proc/none: cannot be made")
        os.makedirs(queue.path("out/text.ja.txt"))
        self.refused(queue.submit(path, "--out", queue.path("out"), "--wait", "--force"), "is a folder")
        self.assertEqual(self.done(queue.sotto("jobs")), "")

    def test_one_sentence_is_one(self):
        queue = self.queue
        job = self.done(queue.submit(queue.write("text.md", text_of(1)))).split("\t")[0]
        self.assertIn("\t1 sentence\t", self.done(queue.sotto("jobs")))
        self.assertEqual(self.done(queue.sotto("jobs", job)), "1 sentence: 0 done, 0 given up, 1 wait\n")

    def test_tags_of_subtitles(self):
        queue = self.queue
        queue.work()
        path = queue.write("film.srt", "1\n00:00:01,000 --> 00:00:02,000\n{\\an8}All tests pass now.\n2\n"
                                       "00:00:03,000 --> 00:00:04,000\n\nThe build is broken.\n")
        timed = queue.write("talk.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n"
                                        "All<00:01.200><c> tests</c><00:01.500> pass now.\n")
        self.done(queue.submit(path, timed, "--out", queue.path("out"), "--wait"))
        self.assertRegex(queue.read("out/film.ja.srt"),
                         "^1\n00:00:01,000 --> 00:00:02,000\n{\\\\an8}[^ -~]+。\n2\n"
                         "00:00:03,000 --> 00:00:04,000\n\n[^ -~]+。\n$")
        said = queue.read("out/talk.ja.vtt").splitlines()[3]
        self.assertRegex(said, "^.*<c>.*</c>.*。$")
        self.assertNotRegex(said, "[0-9]")

    def test_a_page_keeps_its_markup(self):
        queue = self.queue
        queue.work()
        path = queue.write("page.html", "<!doctype html>\n<h1 id='a'>The build is broken.</h1>\n"
                                        "<p>All <b>tests</b> pass now.</p><pre>make</pre>\n")
        self.done(queue.submit(path, "--out", queue.path("out"), "--wait"))
        self.assertRegex(queue.read("out/page.ja.html"),
                         "^<!doctype html>\n<h1 id='a'>[^ -~]+。</h1>\n<p>.*<b>.*</b>.*。</p><pre>make</pre>\n$")

    @unittest.skipUnless(shutil.which("espeak-ng"), "without espeak-ng")
    def test_headings_are_chapters_of_the_sound(self):
        queue = self.queue
        queue.work("--voice", "espeak-ng")
        path, out = queue.write("talk.md", "# Tests\n\nAll tests pass now.\n\n## Builds\n\nThe build is broken.\n"), queue.path("out")
        said = self.done(queue.submit(path, "--voice", "espeak-ng", "--out", out, "--wait"))
        self.assertEqual([os.path.basename(name) for name in said.splitlines()],
                         ["talk.ja.txt", "talk.ja.wav", "talk.ja.chapters.txt"])
        lines, text = queue.read("out/talk.ja.chapters.txt").splitlines(), queue.read("out/talk.ja.txt").splitlines()
        self.assertEqual([lines[0], lines[1], lines[3]],
                         ["CHAPTER01=00:00:00.000", "CHAPTER01NAME=" + text[0], "CHAPTER02NAME=" + text[2]])
        begin = float(re.fullmatch(r"CHAPTER02=00:00:(\d\d\.\d{3})", lines[2])[1])
        with wave.open(queue.path("out/talk.ja.wav")) as sound:
            rate = sound.getframerate()
            samples = array.array("h", sound.readframes(sound.getnframes()))
        at = int(begin * rate)
        self.assertLess(max(map(abs, samples[at - rate // 10:at])), 50)  # silent before, and said behind
        self.assertGreater(max(map(abs, samples[at:at + rate])), 1000)

    def test_a_book_keeps_all_but_its_text(self):
        queue = self.queue
        queue.work()
        files = {"mimetype": "application/epub+zip", "META-INF/container.xml": "<container/>",
                 "book.opf": "<package><dc:language>en</dc:language></package>",
                 "one.xhtml": "<html><head><title>Tests</title></head><body><p>All <b>tests</b> pass now.</p></body></html>",
                 "font.otf": "\0" * 1000}
        path, out = queue.path("book.epub"), queue.path("out")
        with zipfile.ZipFile(path, "w") as book:
            for name, content in files.items():
                book.writestr(name, content, zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED)
        self.done(queue.submit(path, "--out", out, "--wait"))
        self.done(queue.submit(path, "--out", out, "--wait"))  # it is the same, byte for byte
        with zipfile.ZipFile(os.path.join(out, "book.ja.epub")) as book:
            self.assertIsNone(book.testzip())
            self.assertEqual(book.namelist(), list(files))
            self.assertEqual(book.infolist()[0].compress_type, zipfile.ZIP_STORED)
            made = {name: book.read(name).decode() for name in files}
        self.assertEqual(made["book.opf"], "<package><dc:language>ja</dc:language></package>")
        self.assertRegex(made["one.xhtml"], "^<html><head><title>[^ -~]+</title></head><body><p>.*<b>.*</b>.*。</p></body></html>$")
        self.assertEqual(made["font.otf"], files["font.otf"])


if __name__ == "__main__":
    unittest.main()
