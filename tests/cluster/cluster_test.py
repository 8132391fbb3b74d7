"""Jobs over a real nats-server: what becomes of them, of those that are wrong, and of those that nobody wants."""

import os
import shutil
import subprocess
import time
import unittest
import urllib.error

from queue_server import BINARY, MODEL, Client, Queue, has_nats, text_of

SUBJECT = f"eng_Latn_jpn_Jpan_{MODEL}_none"


@unittest.skipUnless(has_nats(), "built without NATS")
class Cluster(unittest.TestCase):
    def setUp(self):
        self.queue = Queue()
        self.addCleanup(self.queue.close)

    def done(self, finished):
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout

    def test_the_same_is_computed_once(self):
        queue = self.queue
        path = queue.write("text.md", text_of(6) + text_of(6))
        worker = queue.work()
        worker.wait_until_ready()
        self.done(queue.submit(path, "--out", queue.path("a"), "--wait"))
        self.assertEqual(worker.count("done"), 6)
        other = queue.write("other.md", text_of(8))
        self.done(queue.submit(path, "--out", queue.path("b"), "--wait"))
        self.done(queue.submit(other, "--out", queue.path("b"), "--wait"))
        self.assertEqual(queue.read("a/text.ja.txt"), queue.read("b/text.ja.txt"))
        self.assertEqual(queue.read("b/other.ja.txt"), queue.by_one_machine(other))
        self.assertEqual(worker.count("done"), 8)

    def test_a_job_waits_for_a_worker_and_goes_on_by_its_name(self):
        queue = self.queue
        submitted = queue.submit(queue.write("text.md", text_of(3)))
        self.assertIn("no worker has asked for such jobs yet", submitted.stderr)
        job = self.done(submitted).split("\t")[0]
        self.assertIn("0 done, 0 given up, 3 wait", self.done(queue.sotto("jobs", job)))
        queue.restart()
        queue.work()
        self.done(queue.sotto("jobs", job, "--out", queue.path("out")))
        self.assertEqual(queue.read("out/text.ja.txt").count("\n"), 3)

    def test_what_is_dropped_is_passed_over(self):
        queue = self.queue
        job = self.done(queue.submit(queue.write("text.md", text_of(5)))).split("\t")[0]
        self.done(queue.sotto("jobs", job, "--drop"))
        worker = queue.work()
        worker.wait_until_ready()
        for _ in range(100):
            if worker.count("dropped") == 5:
                break
            time.sleep(0.1)
        self.assertEqual((worker.count("dropped"), worker.count("done")), (5, 0))
        gone = queue.sotto("jobs", job)
        self.assertEqual(gone.returncode, 1)
        self.assertIn("there is no such job", gone.stderr)
        # And is wanted again.
        self.done(queue.submit(queue.path("text.md"), "--out", queue.path("out"), "--wait"))
        self.assertEqual(worker.count("done"), 5)

    def test_poisoned_jobs_are_dead_letters_and_hold_up_nobody(self):
        queue, client = self.queue, Client(self.queue)
        self.addCleanup(client.close)
        worker = queue.work("--deliveries", "2", "--ack-wait", "1", "--slots", "1")
        worker.wait_until_ready()
        client.publish(b'{"text": "SECRET \xff"}')
        client.publish(b"SECRET")
        client.publish(client.task(text="SECRET " * 20000))
        client.publish(client.task(voice="nobody", text="SECRET"))
        client.publish(client.task(spans=[[5, 500, 0]], text="SECRET"))
        client.publish(client.task(kind="SECRET"))
        client.publish(client.task(job="x" * 5000))
        path = queue.write("text.md", text_of(4))
        self.done(queue.submit(path, "--out", queue.path("out"), "--wait"))
        self.assertEqual(queue.read("out/text.ja.txt"), queue.by_one_machine(path))
        dead = self.done(queue.sotto("jobs", "--dead"))
        for reason in ("is not UTF-8", "is not a JSON object", "text has 140000 bytes", "something else than its subject",
                       "spans are not in order", "expected sentence, line or markup", "job is no id"):
            self.assertIn(reason, dead)
        self.assertEqual(len(dead.splitlines()), 7)
        self.assertEqual(worker.count("dead"), 7)
        self.assertEqual(worker.end(), 0)
        with open(worker.log) as log:
            self.assertNotIn("SECRET", log.read() + dead)

    def test_broken_values_hide_no_job_and_can_be_dropped(self):
        queue, client = self.queue, Client(self.queue)
        self.addCleanup(client.close)
        job = self.done(queue.submit(queue.write("\x1b[31mtext.md", text_of(1)))).split("\t")[0]
        for broken in ("e" * 20, "f" * 20):
            client.request(f"$KV.SOTTO_VALUES.job.{broken}", b"\xff\xfe" if broken[0] == "e" else b"1 2 name\n{}")
            self.assertIn(job, self.done(queue.sotto("jobs")))
            self.done(queue.sotto("jobs", broken, "--drop"))
            self.assertIn("there is no such job", queue.sotto("jobs", broken, "--drop").stderr)
        queue.work().wait_until_ready()
        shown = self.done(queue.sotto("jobs", job, "--out", queue.path("out")))
        self.assertNotIn("\x1b", shown)
        self.assertNotIn("\x1b", "".join(os.listdir(queue.path("out"))))

    def test_a_text_that_kills_its_workers_is_given_up(self):
        queue, client = self.queue, Client(self.queue)
        self.addCleanup(client.close)
        worker = queue.work("--deliveries", "2", "--ack-wait", "1")
        worker.wait_until_ready()
        worker.kill()
        path = queue.write("text.md", "This text is deadly.\n")
        job = self.done(queue.submit(path)).split("\t")[0]
        for _ in range(2):  # workers that take it and are heard of no more
            while b"deadly" not in client.request(f"$JS.API.CONSUMER.MSG.NEXT.SOTTO_JOBS.sotto_jobs_{SUBJECT}",
                                                  b'{"batch":1,"expires":3000000000}'):
                pass
        queue.work("--deliveries", "2", "--ack-wait", "1")
        waited = queue.submit(path, "--out", queue.path("out"), "--wait")
        self.assertEqual(waited.returncode, 1)
        self.assertIn("text.md: sentence 1 was given up: the job: was begun 2 times", waited.stderr)
        self.assertIn("1 given up", self.done(queue.sotto("jobs", job)))
        self.done(queue.sotto("jobs", job, "--retry", "--out", queue.path("out")))
        self.assertEqual(queue.read("out/text.ja.txt"), queue.by_one_machine(path))

    def test_a_worker_that_is_told_to_end_ends_what_it_has_begun(self):
        queue = self.queue
        path = queue.write("text.md", text_of(24))
        job = self.done(queue.submit(path)).split("\t")[0]
        worker = queue.work("--slots", "2", "--ack-wait", "60")
        while worker.count("done") < 4:
            time.sleep(0.05)
        self.assertEqual(worker.end(), 0)
        # Nothing of it waits for a minute: another worker has all the rest at once.
        queue.work("--ack-wait", "60")
        begin = time.monotonic()
        self.done(queue.sotto("jobs", job, "--out", queue.path("out")))
        self.assertLess(time.monotonic() - begin, 45)
        self.assertEqual(queue.read("out/text.ja.txt"), queue.by_one_machine(path))

    def test_subtitles_keep_their_times(self):
        queue = self.queue
        queue.work()
        path = queue.write("film.srt", "1\n00:00:01,000 --> 00:00:02,000\nAll tests\npass now.\n\n"
                                       "2\n00:00:03,000 --> 00:00:04,000\nThe build is broken.\n")
        self.done(queue.submit(path, "--out", queue.path("out"), "--wait"))
        lines = queue.read("out/film.ja.srt").splitlines()
        self.assertEqual(lines[:2] + lines[3:6], ["1", "00:00:01,000 --> 00:00:02,000", "", "2",
                                                  "00:00:03,000 --> 00:00:04,000"])
        by_lines = subprocess.run([BINARY, "translate", "--to", "ja", "--model", MODEL, "--no-cache"],
                                  input="All tests pass now.\nThe build is broken.\n", env=queue.environment,
                                  capture_output=True, text=True)
        self.assertEqual([lines[2], lines[6]], by_lines.stdout.splitlines())

    def test_subtitles_keep_their_tags(self):
        queue = self.queue
        queue.work()
        path = queue.write("film.vtt", "WEBVTT\n\n00:01.000 --> 00:02.000\n<i>All tests pass now.</i>\n")
        self.done(queue.submit(path, "--out", queue.path("out"), "--wait"))
        self.assertRegex(queue.read("out/film.ja.vtt").splitlines()[3], "^<i>.*。</i>$")

    @unittest.skipUnless(shutil.which("espeak-ng"), "without espeak-ng")
    def test_sound_comes_in_order(self):
        queue = self.queue
        queue.work("--voice", "espeak-ng")
        path = queue.write("text.md", text_of(5))
        self.done(queue.submit(path, "--voice", "espeak-ng", "--out", queue.path("out"), "--wait"))
        first = queue.read_bytes("out/text.ja.wav")
        self.assertEqual(first[:4], b"RIFF")
        self.assertGreater(len(first), 100000)
        self.done(queue.submit(path, "--voice", "espeak-ng", "--out", queue.path("again"), "--wait"))
        self.assertEqual(first, queue.read_bytes("again/text.ja.wav"))

    def test_what_cannot_be_submitted_is_a_sentence(self):
        queue = self.queue
        for name, content, said in (("big.md", b"a" * 50_000_000, "50000000 bytes, expected at most 4194304"),
                                    ("bad.md", b"All tests \xff pass.", "bad.md: is not UTF-8"),
                                    ("empty.md", b"", "empty.md: "), ("x.pdf", b"%PDF", "expected a name that ends in .md")):
            refused = queue.submit(queue.write(name, content))
            self.assertEqual(refused.returncode, 1, name)
            self.assertIn(said, refused.stderr)
            self.assertEqual(refused.stderr.count("\n"), 1)
        two = queue.submit(queue.write("a.md", "One."), queue.write("a.txt", "Two."))
        self.assertIn("would become the same file as", two.stderr)
        away = queue.run("jobs", "--nats", "nats://me:SECRET@127.0.0.1:1")
        self.assertEqual(away.returncode, 1)
        self.assertIn("--nats nats://127.0.0.1:1: ", away.stderr)
        self.assertNotIn("SECRET", away.stderr)

    def test_a_worker_says_whether_it_is_ready(self):
        worker = self.queue.work()
        self.assertEqual(worker.wait_until_ready(), "ready\n")
        self.queue.kill()
        for _ in range(100):
            try:
                worker.ask("/ready")
            except OSError as error:
                self.assertEqual(error.code, 503)
                break
            time.sleep(0.1)
        else:
            self.fail("ready without a server")
        with self.assertRaises(urllib.error.HTTPError) as refused:  # nor is it well
            worker.ask("/health")
        self.assertEqual(refused.exception.code, 503)
        self.queue.start()
        self.assertEqual(worker.wait_until_ready(), "ready\n")


if __name__ == "__main__":
    unittest.main()
