"""A day in small: more than 200 hook events of three sessions at once against one server with a file as its speaker.

Each session is a thread that runs `sotto hook` as its agent would: messages in pieces that overtake each other, stops
and new prompts in the middle of a message, notifications, hooks that fire twice, a summary behind (or in front of) the
last piece. What was said is then compared, sentence by sentence and in order, with what should have been.
"""

import collections
import itertools
import json
import os
import random
import re
import subprocess
import tempfile
import threading
import time
import unittest

from sotto_server import BINARY, SANITIZED, Server, main

NUMBERS = "零一二三四五六七八九"


class Agent(threading.Thread):
    """One session: what its agent does, and what of it should be heard."""

    def __init__(self, day, name, seed):
        super().__init__()
        self.day, self.name_, self.random = day, name, random.Random(seed)
        self.expected, self.fates, self.events = [], collections.Counter(), 0
        self.messages, self.failure, self.numbers = itertools.count(), None, itertools.count(1)

    def run(self):
        try:
            turns = [self.answer, self.stopped, self.notification, self.prompted, self.plain, self.doubled] * (1 if SANITIZED else 4)
            self.random.shuffle(turns)
            for turn in turns:
                turn()
        except BaseException as failure:  # for the main thread
            self.failure = failure

    def sentence(self):
        number = "".join(NUMBERS[int(digit)] for digit in str(next(self.numbers)))
        return f"{self.name_}の文の{number}番です。"

    def start_hook(self, **event):
        self.events += 1
        event |= {"session_id": self.name_, "cwd": f"/home/me/{self.name_}-project"}
        process = subprocess.Popen([BINARY, "hook"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                   stderr=subprocess.STDOUT, env=self.day.server.environment, text=True)
        process.stdin.write(json.dumps(event))
        process.stdin.close()
        return process

    def finish(self, *processes):
        for process in processes:
            out = process.stdout.read()
            process.stdout.close()
            assert (process.wait(60), out) == (0, ""), out

    def hook(self, **event):
        self.finish(self.start_hook(**event))

    def display(self, message, sentences, first=0, final=True, shuffled=True):
        """The pieces of a message, all at once and in any order: the hooks that are still running."""
        pieces = list(enumerate(sentences, first))
        if shuffled:
            self.random.shuffle(pieces)
        return [self.start_hook(hook_event_name="MessageDisplay", message_id=message, index=index,
                                delta=sentence + "\n\n", final=final and index == first + len(sentences) - 1)
                for index, sentence in pieces]

    def sum_up(self, sentences):
        return self.start_hook(hook_event_name="Stop", last_assistant_message="\n\n".join(sentences))

    def new_message(self, count):
        return f"{self.name_}-{next(self.messages)}", [self.sentence() for _ in range(count)]

    def answer(self):
        """A whole message; its summary may overtake its last pieces, and is never heard."""
        message, sentences = self.new_message(self.random.randint(2, 4))
        hooks = self.display(message, sentences)
        self.finish(hooks.pop(0))  # the summary comes when the message has begun
        self.finish(*hooks, self.sum_up(sentences))
        self.expected += sentences
        self.fates += {"said": 1, "repeated": 1}

    def cut_short(self, stop):
        message, sentences = self.new_message(4)
        self.finish(*self.display(message, sentences[:2], final=False))
        self.day.wait_until_said(self.name_, sentences[1])
        stop()
        self.finish(*self.display(message, sentences[2:], first=2))
        self.expected += sentences[:2]
        self.fates += {"stopped": 1}
        return sentences

    def stopped(self):
        """Its user has heard enough, in the middle."""
        sentences = self.cut_short(lambda: self.day.sotto("stop", "--session", self.name_))
        self.finish(self.sum_up(sentences))
        self.fates += {"repeated": 1}

    def prompted(self):
        """Its user asks something else, in the middle: there is no Stop then."""
        self.cut_short(lambda: self.hook(hook_event_name="UserPromptSubmit", prompt="Go on."))

    def notification(self):
        sentence = self.sentence()
        self.hook(hook_event_name="Notification", message=sentence)
        self.expected.append(sentence)
        self.fates += {"said": 1}

    def plain(self):
        """An agent that displays nothing on its way."""
        sentences = [self.sentence(), self.sentence()]
        self.finish(self.sum_up(sentences))
        self.expected += sentences
        self.fates += {"said": 1}

    def doubled(self):
        """The hook stands in two settings files: each piece comes twice."""
        message, sentences = self.new_message(2)
        hooks = self.display(message, sentences, final=False) + self.display(message, sentences, final=False)
        self.finish(*hooks)
        last = [self.sentence()]
        self.finish(*self.display(message, last, first=2))
        self.expected += sentences + last
        self.fates += {"said": 1, "doubled": 2}


class Day(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.log = os.path.join(self.folder.name, "log")
        self.server = Server("--from", "ja", "--speaker", os.path.join(self.folder.name, "day.wav"), "--verbose",
                             log=self.log)

    def tearDown(self):
        self.server.stop()
        self.folder.cleanup()

    def said(self):
        """Every sentence that was heard, in order: (session, sentence)."""
        with open(self.log, encoding="utf-8") as log:
            return re.findall(r"session (\S+) said: (.*)", log.read())

    def wait_until_said(self, session, sentence):
        end = time.monotonic() + 120
        while (session, sentence) not in self.said():
            assert time.monotonic() < end, f"{sentence} was not said"
            time.sleep(0.02)

    def sotto(self, *arguments):
        subprocess.run([BINARY, *arguments], env=self.server.environment, check=True, timeout=60)

    def fates(self):
        text = self.server.ask("GET", "/metrics")[2].decode()
        return {what: int(n) for what, n in re.findall(r'sotto_speaker_messages_total\{what="(\w+)"\} (\d+)', text)}

    def wait_for_silence(self):
        end = time.monotonic() + 120
        while True:
            state = json.loads(self.server.by_socket("GET", "/v1/speaker")[2])
            if not state["speaking"] and not state["waiting"]:
                return
            assert time.monotonic() < end, state
            time.sleep(0.05)

    def test_what_is_said_is_what_should_be(self):
        agents = [Agent(self, name, seed) for seed, name in enumerate(("alpha", "beta", "gamma"))]
        for agent in agents:
            agent.start()
        for agent in agents:
            agent.join()
            if agent.failure:
                raise agent.failure
        self.wait_for_silence()
        time.sleep(2.5)  # a summary that waits for pieces has been decided upon
        self.wait_for_silence()
        said = self.said()
        prefaces = [(session, text) for session, text in said if text.startswith(f"{session}-project")]
        said_by = {a.name_: [text for session, text in said if session == a.name_ and (session, text) not in prefaces]
                   for a in agents}

        print("\n\nsession  events  sentences: expected  said  lost  unwanted  twice  in order")
        for agent in agents:
            heard, expected = said_by[agent.name_], agent.expected
            print(f"{agent.name_:8} {agent.events:6} {len(expected):20} {len(heard):5} "
                  f"{len(set(expected) - set(heard)):5} {len(set(heard) - set(expected)):9} "
                  f"{len(heard) - len(set(heard)):6} {'yes' if heard == expected else 'NO':>9}")
        wanted = sum((a.fates for a in agents), collections.Counter())
        fates = self.fates()
        print(f"\n{'messages':10} expected  counted")
        for what in sorted(wanted | fates):
            print(f"{what:10} {wanted[what]:8} {fates.get(what, 0):8}")
        turns = [session for session, _ in said]
        changes = sum(a != b for a, b in zip(turns, turns[1:]))
        print(f"\nproject's name said {len(prefaces)} times, at {changes} changes of the session", flush=True)

        self.assertGreaterEqual(sum(a.events for a in agents), 50 if SANITIZED else 200)
        for agent in agents:
            self.assertEqual(said_by[agent.name_], agent.expected)
        self.assertEqual(fates, dict(wanted))
        self.assertEqual(len(prefaces), changes)


if __name__ == "__main__":
    main()
