"""The simulation of many workers agrees with what queueing theory knows of simpler ones."""

import importlib.util
import json
import math
import pathlib
import statistics
import subprocess
import sys
import tempfile
import unittest

PATH = pathlib.Path(__file__).resolve().parents[2] / "bench/cluster/simulate.py"
spec = importlib.util.spec_from_file_location("simulate", PATH)
simulate = importlib.util.module_from_spec(spec)
spec.loader.exec_module(simulate)


def mean_wait(workers, service, rate, seconds, **options):
    load = simulate.Load(lambda _: rate, rate)
    run = simulate.Cluster(workers, service, **options).run(load, seconds, seconds / 20)
    return statistics.mean(run.waits), run


def erlang_c(servers, load):
    """The share that waits (Erlang 1917), of servers that have `load` to do a second."""
    term = load**servers / math.factorial(servers) * servers / (servers - load)
    return term / (sum(load**k / math.factorial(k) for k in range(servers)) + term)


class Theory(unittest.TestCase):
    def test_one_worker_and_equal_sentences(self):
        # M/D/1: W = rho s / 2(1 - rho).
        for rho in (0.3, 0.6):
            waited, run = mean_wait(1, lambda _: 1.0, rho, 120000 / rho)
            self.assertAlmostEqual(waited / (rho / (2 * (1 - rho))), 1, delta=0.03)
            self.assertAlmostEqual(run.busy_s / (120000 / rho), rho, delta=0.01)

    def test_one_worker_and_unequal_sentences(self):
        # M/G/1 (Pollaczek 1930, Khinchin 1932): W = rate E[s^2] / 2(1 - rho); here s is 0.5 or 2.
        rate = 0.5
        waited, _ = mean_wait(1, lambda chance: 0.5 if chance.random() < 2 / 3 else 2.0, rate, 240000)
        second_moment = (2 * 0.25 + 4) / 3
        self.assertAlmostEqual(waited / (rate * second_moment / (2 * (1 - rate * 1.0))), 1, delta=0.04)

    def test_eight_workers(self):
        # M/M/c: W = C(c, a) s / (c - a).
        servers, load = 8, 6.4
        waited, _ = mean_wait(servers, lambda chance: chance.expovariate(1.0), load, 20000)
        self.assertAlmostEqual(waited / (erlang_c(servers, load) / (servers - load)), 1, delta=0.06)

    def test_the_server_is_a_queue_of_its_own(self):
        # Workers enough: all waiting is before the server, M/D/1 and its own time.
        waited, _ = mean_wait(1000, lambda _: 0.1, 6, 20000, server_s=0.1)
        self.assertAlmostEqual(waited / (0.1 + 0.6 * 0.1 / (2 * 0.4)), 1, delta=0.03)

    def test_failures_cost_what_they_take(self):
        # Far from full: a sentence fails with 1 - exp(-s/mtbf), and waits then for its redelivery.
        load = simulate.Load(lambda _: 1.0, 1.0)
        run = simulate.Cluster(50, lambda _: 1.0, mtbf_s=20.0, restart_s=2.0, ack_wait_s=30.0).run(load, 100000)
        fails = 1 - math.exp(-1 / 20)
        self.assertAlmostEqual(run.failures / run.sentences / (fails / (1 - fails)), 1, delta=0.06)
        within = sum(time < 1.01 for time in run.first_sounds) / len(run.first_sounds)
        self.assertAlmostEqual(within, 1 - fails, delta=0.005)

    def test_bursts_have_the_mean_that_they_say(self):
        load = simulate.Load(lambda _: 1.0, 1.0, burst=3.0)
        run = simulate.Cluster(50, lambda _: 0.1).run(load, 20000)
        self.assertAlmostEqual(run.sentences / len(run.first_sounds), 3, delta=0.08)

    def test_a_day_has_its_busiest_time_by_day(self):
        shares = [simulate.share_at(hour / 4) for hour in range(96)]
        self.assertGreater(max(shares), 0.9)
        self.assertLess(shares[16], 0.12)
        self.assertTrue(10 < shares.index(max(shares)) / 4 < 16)


class Program(unittest.TestCase):
    def test_it_says_a_table_and_draws_a_picture(self):
        with tempfile.TemporaryDirectory() as folder:
            image, times = pathlib.Path(folder) / "scale.svg", pathlib.Path(folder) / "times.json"
            times.write_text(json.dumps({
                "characters": 60, "sound_s": 5, "translate_and_speak_ms": [50, 80, 100, 300],
                "messages": {"translate_and_speak": 16}, "bytes_in": {"translate_and_speak": 400000}}), encoding="utf-8")
            done = subprocess.run([sys.executable, PATH, "--workers", "1,4", "--sentences", "1500", "--picture", image,
                                   "--times", times], capture_output=True, text=True, check=True)
            rows = [line for line in done.stdout.splitlines() if line.startswith("| ")]
            self.assertEqual(len(rows), 3)
            one, four = (int(row.split("|")[2].replace(",", "")) for row in rows[1:])
            self.assertGreater(one, 0)
            self.assertGreater(four, 4 * one)  # many share better
            self.assertIn("<polyline", image.read_text(encoding="utf-8"))

    def test_a_number_that_is_none_is_a_sentence(self):
        done = subprocess.run([sys.executable, PATH, "--price", "0"], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("expected workers, price", done.stderr)


if __name__ == "__main__":
    unittest.main()
