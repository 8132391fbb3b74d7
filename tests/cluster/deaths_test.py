"""Every result once, in order, equal to one machine's, whoever dies meanwhile.

SOTTO_CLUSTER_SENTENCES, SOTTO_CLUSTER_KILLS and SOTTO_CLUSTER_RESTARTS make it longer.
"""

import os
import random
import subprocess
import time
import unittest

from queue_server import BINARY, MODEL, Queue, has_nats, text_of

SENTENCES = int(os.environ.get("SOTTO_CLUSTER_SENTENCES", "120"))
KILLS = int(os.environ.get("SOTTO_CLUSTER_KILLS", "6"))
RESTARTS = int(os.environ.get("SOTTO_CLUSTER_RESTARTS", "2"))
FLAGS = ("--ack-wait", "1", "--deliveries", "1000", "--slots", "2")


@unittest.skipUnless(has_nats(), "built without NATS")
class Deaths(unittest.TestCase):
    part = 3  # at least this part of the strikes has to fall while something is left to do

    def setUp(self):
        self.queue = Queue()
        self.addCleanup(self.queue.close)

    def done(self, finished):
        self.assertEqual(finished.returncode, 0, finished.stderr)
        return finished.stdout

    def machine(self, at):
        """Where a worker runs; None: here."""

    def strikes(self):
        return ["worker"] * KILLS + ["server"] * RESTARTS

    def strike(self, what, chance):
        if what == "server":
            return self.queue.restart()
        at = chance.randrange(3)
        self.workers[at].kill()
        self.workers[at] = self.queue.work(*FLAGS, machine=self.machine(at))

    def test_workers_and_the_server_die(self):
        queue, chance = self.queue, random.Random(2)
        path = queue.write("text.md", text_of(SENTENCES))
        self.workers = [queue.work(*FLAGS, machine=self.machine(at)) for at in range(3)]
        for worker in self.workers:
            worker.wait_until_ready()
        out, begin = queue.path("out"), time.monotonic()
        with subprocess.Popen([BINARY, "-q", "submit", "--nats", queue.url, "--to", "ja", "--translator", MODEL, path,
                               "--out", out, "--wait"], env=queue.environment, stderr=subprocess.PIPE, text=True,
                              stdout=subprocess.DEVNULL) as submitter:
            deaths = self.strikes()
            chance.shuffle(deaths)
            struck = 0
            for death in deaths:
                time.sleep(chance.uniform(0.1, 0.6))
                struck += submitter.poll() is None
                self.strike(death, chance)
            self.calm()
            errors = submitter.communicate(timeout=240 + SENTENCES)[1]
        seconds = time.monotonic() - begin
        self.assertEqual(submitter.returncode, 0, errors)
        self.assertEqual(queue.read("out/text.ja.txt"), queue.by_one_machine(path))
        self.assertGreaterEqual(struck, max(1, len(deaths) // self.part), "most of it was done before anybody died: too few sentences")
        self.assertEqual(self.done(queue.sotto("jobs", "--dead")), "")
        job = self.done(queue.sotto("jobs")).split("\t")[0]
        self.assertIn(f"{SENTENCES} done, 0 given up, 0 wait", self.done(queue.sotto("jobs", job)))
        print(f"{SENTENCES} sentences in {seconds:.0f} s, {struck} of {len(deaths)} strikes meanwhile: "
              + ", ".join(f"{deaths.count(kind)} {kind}" for kind in sorted(set(deaths))))

    def calm(self):
        """No more strikes come."""


if __name__ == "__main__":
    unittest.main()
