#!/usr/bin/env python3
"""Workers of a queue, simulated: how many listeners they serve in real time, what a million characters cost, and where
nats-server becomes the limit. Service times and messages are those that service_times.py has measured.

    python3 bench/cluster/simulate.py [--workers 1,10,100] [--price 0.04] [--picture docs/images/scale.svg]

The model. A listener hears utterances of a few sentences, waits, and hears the next one. A sentence is a message: it passes
the server (so many messages at its rate, so many bytes at the network's), waits for a worker with one processor that is
free, and is translated and spoken there. A worker fails now and then: what it had goes to another after --ack-wait, and it is
back after --restart. Listeners are served in real time where 95 of 100 utterances have their first sound within a second.
How many can be is found by halving; then a day with its hours goes by, scaled so that its busiest time has that many.
"""
import argparse
import json
import math
import pathlib
import random
import sys
from collections import deque

import simpy

HERE = pathlib.Path(__file__).resolve().parent
LATENCY_S = 1.0  # of a first sound, at p95
MOST = 0.98


class Load:
    """What comes: utterances of `burst` sentences in the mean, `rate(now)` of them a second (`most` at the highest)."""

    def __init__(self, rate, most, burst=1.0):
        self.rate, self.most, self.burst = rate, most, burst


class Cluster:
    """`service(random)`: seconds of a worker for a sentence. `server_s`: of nats-server. `mtbf_s`: between two failures of a
    worker; infinite: none."""

    def __init__(self, workers, service, server_s=0.0, mtbf_s=math.inf, restart_s=5.0, ack_wait_s=30.0, seed=1):
        self.env = simpy.Environment()
        self.random = random.Random(seed)
        self.service, self.server_s = service, server_s
        self.mtbf_s, self.restart_s, self.ack_wait_s = mtbf_s, restart_s, ack_wait_s
        self.workers = workers
        self.idle = workers
        self.waiting = deque()
        self.server_free_at = 0.0
        self.busy_s = 0.0  # of workers, for what came to its end
        self.waits, self.first_sounds = [], []  # seconds, of each sentence and of each utterance
        self.sentences = self.failures = 0

    def run(self, load, seconds, warm_up=0.0):
        """Utterances that come before `warm_up` are not counted, nor are those that nobody has begun at the end left out:
        they count with the time that they have waited."""
        self.warm_up, self.open = warm_up, {}
        self.env.process(self.arrive(load))
        self.env.run(until=seconds)
        self.first_sounds += [seconds - came for came in self.open.values() if seconds - came > LATENCY_S]
        return self

    def arrive(self, load):
        number = 0
        while True:
            yield self.env.timeout(self.random.expovariate(load.most))
            now = self.env.now
            if self.random.random() * load.most > load.rate(now):
                continue
            number += 1
            count = 1 if load.burst <= 1 else 1 + int(math.log(1 - self.random.random()) / math.log(1 - 1 / load.burst))
            if now >= self.warm_up:
                self.open[number] = now
            for i in range(count):
                self.through_server((number if i == 0 else 0, now))

    def through_server(self, sentence):
        if self.server_s == 0:
            return self.offer(sentence)
        self.server_free_at = max(self.server_free_at, self.env.now) + self.server_s
        passed = self.env.timeout(self.server_free_at - self.env.now, sentence)
        passed.callbacks.append(lambda event: self.offer(event.value))

    def offer(self, sentence):
        self.waiting.append(sentence)
        self.begin()

    def begin(self):
        while self.idle > 0 and self.waiting:
            self.idle -= 1
            sentence = self.waiting.popleft()
            seconds = self.service(self.random)
            if sentence[1] >= self.warm_up:
                self.waits.append(self.env.now - sentence[1])
            # A worker fails while it works: that is when a failure is felt.
            until_failure = self.random.expovariate(1 / self.mtbf_s) if self.mtbf_s < math.inf else math.inf
            if until_failure < seconds:
                self.after(until_failure, self.fail, sentence)
            else:
                self.after(seconds, self.end, (sentence, seconds))

    def after(self, seconds, action, value):
        self.env.timeout(seconds, value).callbacks.append(lambda event: action(event.value))

    def fail(self, sentence):
        self.failures += 1
        self.after(self.ack_wait_s, self.offer, sentence)
        self.after(self.restart_s, self.back, None)

    def back(self, _):
        self.idle += 1
        self.begin()

    def end(self, what):
        (number, came), seconds = what
        self.busy_s += seconds
        self.sentences += 1
        self.idle += 1
        if number and self.open.pop(number, None) is not None:
            self.first_sounds.append(self.env.now - came)
        self.begin()


def quantile(values, q):
    values = sorted(values)
    return values[min(int(q * len(values)), len(values) - 1)] if values else 0.0


class Measured:
    """What service_times.py has written, with the server's and the network's limits."""

    def __init__(self, path, messages_per_s, network_gbit):
        with open(path, encoding="utf-8") as file:
            self.figures = json.load(file)
        self.characters = self.figures["characters"]
        self.sound_s = self.figures["sound_s"]
        self.times_s = [ms / 1000 for ms in self.figures["translate_and_speak_ms"]]
        # Whoever waits asks for the result and for the sound, and is answered.
        self.messages = self.figures["messages"]["translate_and_speak"] + 4
        # What comes in goes out again, on a way of its own.
        network_s = self.figures["bytes_in"]["translate_and_speak"] * 8 / (network_gbit * 1e9)
        self.server_s = max(self.messages / messages_per_s, network_s)
        self.is_network = network_s > self.messages / messages_per_s

    def service(self, chance):
        return chance.choice(self.times_s)

    def mean_s(self):
        return sum(self.times_s) / len(self.times_s)


class Listener:
    """Utterances of three sentences in the mean, and as long a pause as they sound."""

    burst = 3.0

    def __init__(self, measured):
        self.utterances_per_s = 1 / (2 * self.burst * measured.sound_s)
        self.sentences_per_s = self.burst * self.utterances_per_s


def cluster_of(workers, measured, options, seed):
    return Cluster(workers, measured.service, measured.server_s, options.mtbf_h * 3600, options.restart, options.ack_wait,
                   seed)


def served(workers, listeners, measured, options, sentences, seed=1):
    listener = Listener(measured)
    rate = listeners * listener.utterances_per_s
    seconds = max(sentences / (rate * listener.burst), 20.0)
    load = Load(lambda _: rate, rate, listener.burst)
    return cluster_of(workers, measured, options, seed).run(load, seconds, seconds / 5), seconds


def most_listeners(workers, measured, options):
    """How many, with the run that has them."""
    listener = Listener(measured)
    # No more than MOST of what workers or the server can do: a run is too short to see a queue that grows slowly.
    most = MOST * min(workers / measured.mean_s(), 1 / measured.server_s)
    low, high = 0, int(most / listener.sentences_per_s) + 1
    best = None
    sentences = max(options.sentences, 40 * workers)
    while high - low > max(1, high // 100):
        middle = (low + high) // 2
        run, seconds = served(workers, middle, measured, options, sentences)
        if quantile(run.first_sounds, 0.95) < LATENCY_S:
            low, best = middle, (run, seconds)
        else:
            high = middle
    return low, best


def share_at(hour):
    """Of the busiest time's listeners: a sine with its low at four, and peaks before noon and in the afternoon."""
    sine = 0.5 - 0.5 * math.cos(2 * math.pi * (hour - 4) / 24)
    peaks = math.exp(-((hour - 10.5) / 1.2) ** 2) + 0.8 * math.exp(-((hour - 15) / 1.5) ** 2)
    return min(1.0, 0.08 + 0.47 * sine + 0.45 * peaks)


def day(workers, listeners, measured, options):
    """A day, in which an hour is shorter for many workers: it has sentences enough."""
    listener = Listener(measured)
    most = listeners * listener.utterances_per_s
    if most == 0:
        return None
    busy = [share_at(hour / 4) for hour in range(96)]
    mean = sum(busy) / len(busy)
    seconds = min(86400.0, 4 * max(options.sentences, 40 * workers) / (most * mean * listener.burst))
    load = Load(lambda now: most * share_at(24 * now / seconds), most, listener.burst)
    return cluster_of(workers, measured, options, 2).run(load, seconds), seconds


def table(options):
    measured = Measured(options.times, options.messages, options.network)
    rows = []
    for workers in options.workers:
        listeners, best = most_listeners(workers, measured, options)
        row = {"workers": workers, "listeners": listeners}
        if best:
            run, seconds = best
            row |= {"sentences_per_s": run.sentences / seconds, "first_p50_s": quantile(run.first_sounds, 0.5),
                    "first_p95_s": quantile(run.first_sounds, 0.95), "utilization": run.busy_s / seconds / workers,
                    "server": run.sentences / seconds * measured.server_s}
            run, seconds = day(workers, listeners, measured, options)
            row |= {"day_first_p95_s": quantile(run.first_sounds, 0.95), "day_utilization": run.busy_s / seconds / workers,
                    "day_failures": 24 * run.busy_s / seconds / options.mtbf_h,
                    "day_late": sum(time > options.ack_wait for time in run.first_sounds) / len(run.first_sounds),
                    "cost": options.price * workers * seconds / 3600 / (run.sentences * measured.characters) * 1e6}
        rows.append(row)
        print_row(row)
    return measured, rows


HEAD = ("workers", "listeners", "sentences/s", "first sound p50", "p95", "utilization", "server", "day: p95", "utilization",
        "failures", "late by one", "a million characters")


def print_row(row):
    if "cost" not in row:
        print(f"| {row['workers']:,} | 0 " + "| " * (len(HEAD) - 2) + "|", flush=True)
        return
    print(f"| {row['workers']:,} | {row['listeners']:,} | {row['sentences_per_s']:,.1f} | {row['first_p50_s']:.2f} s "
          f"| {row['first_p95_s']:.2f} s | {row['utilization']:.0%} | {row['server']:.1%} | {row['day_first_p95_s']:.2f} s "
          f"| {row['day_utilization']:.0%} | {row['day_failures']:,.1f} | {row['day_late']:.3%} | {row['cost']:.3f} |", flush=True)


def picture(rows, measured, options):
    """Listeners over workers, both by powers of ten, with the server's limit; text and lines, no script."""
    rows = [row for row in rows if row["listeners"] > 0]
    width, height, left, bottom, top, right = 720, 420, 80, 60, 30, 30
    limit = 1 / measured.server_s / Listener(measured).sentences_per_s
    x_most = math.ceil(math.log10(max(row["workers"] for row in rows)))
    y_most = math.ceil(math.log10(max(limit, max(row["listeners"] for row in rows))))

    def x(workers):
        return left + (width - left - right) * math.log10(workers) / max(x_most, 1)

    def y(listeners):
        return height - bottom - (height - bottom - top) * math.log10(listeners) / max(y_most, 1)

    text = []

    def say(at_x, at_y, words, anchor="middle", extra=""):
        text.append(f'<text x="{at_x:.0f}" y="{at_y:.0f}" text-anchor="{anchor}"{extra}>{words}</text>')

    for power in range(x_most + 1):
        text.append(f'<line class="grid" x1="{x(10**power):.0f}" y1="{top}" x2="{x(10**power):.0f}" y2="{height - bottom}"/>')
        say(x(10**power), height - bottom + 20, f"{10**power:,}")
    for power in range(y_most + 1):
        text.append(f'<line class="grid" x1="{left}" y1="{y(10**power):.0f}" x2="{width - right}" y2="{y(10**power):.0f}"/>')
        say(left - 8, y(10**power) + 4, f"{10**power:,}", "end")
    what = f"the network, {options.network:g} Gbit/s" if measured.is_network else f"nats-server, {options.messages:,.0f} messages/s"
    text.append(f'<line class="limit" x1="{left}" y1="{y(limit):.0f}" x2="{width - right}" y2="{y(limit):.0f}"/>')
    say(left + 8, y(limit) - 6, f"{what}: {limit:,.0f} listeners", "start")
    points = " ".join(f"{x(row['workers']):.0f},{y(row['listeners']):.0f}" for row in rows)
    text.append(f'<polyline class="line" points="{points}"/>')
    for row in rows:
        text.append(f'<circle cx="{x(row["workers"]):.0f}" cy="{y(row["listeners"]):.0f}" r="3.5"/>')
    say(width / 2, height - 15, "workers, a processor each")
    say(20, height / 2, "listeners in real time", extra=f' transform="rotate(-90 20 {height / 2:.0f})"')
    style = ("text{font:13px sans-serif;fill:#57606a}.grid{stroke:#8c959f;stroke-opacity:.3}.limit{stroke:#cf222e;"
             "stroke-dasharray:6 4}.line{fill:none;stroke:#0969da;stroke-width:2}circle{fill:#0969da}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" role="img" '
            f'aria-label="Listeners served in real time, by workers"><style>{style}</style>\n' + "\n".join(text) + "\n</svg>\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", default="1,2,3,5,10,20,50,100,200,500,1000",
                        type=lambda text: [int(word) for word in text.split(",")])
    parser.add_argument("--times", default=HERE / "service_times.json", type=pathlib.Path)
    parser.add_argument("--price", default=0.04, type=float, help="of a processor's hour; costs are in the same money")
    parser.add_argument("--messages", default=196000, type=float, help="a second, of nats-server (overhead.py)")
    parser.add_argument("--network", default=10, type=float, help="Gbit/s of the server's, each way")
    parser.add_argument("--mtbf-h", default=24, type=float, help="hours of work between two failures of a worker")
    parser.add_argument("--restart", default=5, type=float, help="seconds until a worker is back")
    parser.add_argument("--ack-wait", default=30, type=float, help="seconds, as the workers' --ack-wait")
    parser.add_argument("--sentences", default=40000, type=int, help="of a run, at least; more are more exact")
    parser.add_argument("--picture", type=pathlib.Path, help="SVG to write")
    options = parser.parse_args()
    if min(options.workers) < 1 or min(options.price, options.messages, options.network, options.mtbf_h) <= 0:
        sys.exit("simulate.py: a number is not above 0, expected workers, price, messages, network and hours above it")
    print("| " + " | ".join(HEAD) + " |\n" + "|---" * len(HEAD) + "|")
    measured, rows = table(options)
    limit = 1 / measured.server_s
    print(f"\nA sentence: {measured.characters:.0f} characters, {measured.sound_s:.1f} s of sound, p50 "
          f"{1000 * quantile(measured.times_s, 0.5):.0f} ms, p95 {1000 * quantile(measured.times_s, 0.95):.0f} ms of a worker, "
          f"{measured.messages:.0f} messages. The {'network' if measured.is_network else 'server'} is full at "
          f"{limit:,.0f} sentences a second, which are {limit * measured.mean_s():,.0f} workers.")
    if options.picture:
        options.picture.write_text(picture(rows, measured, options), encoding="utf-8")


if __name__ == "__main__":
    main()
