"""Batches of token ids from the corpus: similar lengths together, the corpus read again every few minutes."""
import multiprocessing
import random
import time
from collections.abc import Iterator
from pathlib import Path

import torch
from torch import Tensor

from grammar import FOR_BORROWING, Corpus, Sampler
from protect import renumber
from tokenizer import PAD, Tokenizer

LONGEST = 120  # tokens of one side
POOL = 32768   # pairs sorted by length at a time; 8192 of them leave 10 % padding, these 4 %


def round_up(n: int, multiple: int) -> int:
    return -(-n // multiple) * multiple


def pad(rows: list[list[int]], multiple: int = 1) -> Tensor:
    width = round_up(max(map(len, rows)), multiple)
    return torch.tensor([row + [PAD] * (width - len(row)) for row in rows])


class Batches:
    """Iterates over (source, target); `tokens` bounds the padded size of both sides together. `reverse`: from Japanese to English."""

    def __init__(self, corpus: Path, tokenizer: Tokenizer, tokens: int, seed: int, rescan_s: float = 600, reverse: bool = False):
        self.folder, self.tokenizer, self.tokens, self.rescan_s, self.reverse = corpus, tokenizer, tokens, rescan_s, reverse
        self.rng, self.bpe_dropout, self.multiple = random.Random(seed), 0.0, 1
        self.sampler, self.read_at = Sampler(Corpus(corpus, FOR_BORROWING), self.rng), time.monotonic()

    def _rescan(self) -> None:
        """New lines join the running training; a corpus that cannot be read just now is left as it was."""
        self.read_at = time.monotonic()
        try:
            corpus = Corpus(self.folder, FOR_BORROWING)
        except OSError:
            return
        if len(corpus.sentences) != len(self.sampler.corpus.sentences):
            print(f"corpus: {len(corpus.sentences)} free sentences, before {len(self.sampler.corpus.sentences)}", flush=True)
            self.sampler.set_corpus(corpus)

    def set(self, free: float, bpe_dropout: float, joined: float) -> None:
        self.sampler.free, self.bpe_dropout, self.sampler.joined = free, bpe_dropout, joined

    def _pair(self) -> tuple[list[int], list[int], str | None]:
        en, ja, key = self.sampler.pair()
        if self.reverse:
            ja, en = renumber(ja, en)
            return self.tokenizer.japanese_source(ja, self.bpe_dropout), self.tokenizer.english_target(en), key
        return self.tokenizer.source(en, self.bpe_dropout), self.tokenizer.target(ja), key

    def _cut(self, pool: list) -> Iterator[list]:
        """`pool` in batches of at most `tokens`; what has a multiple of rows and columns, too, has few shapes in all."""
        batch, widths = [], (0, 0)
        for pair in pool:
            widths = tuple(max(w, round_up(len(side), self.multiple)) for w, side in zip(widths, pair))
            if batch and sum(widths) * (len(batch) + 1) > self.tokens:
                full = len(batch) // self.multiple * self.multiple or len(batch)
                yield batch[:full]
                batch = batch[full:]
                widths = tuple(round_up(max(len(p[side]) for p in [*batch, pair]), self.multiple) for side in (0, 1))
            batch.append(pair)

    def __iter__(self):
        while True:
            if time.monotonic() - self.read_at > self.rescan_s:
                self._rescan()
            pool = []
            while len(pool) < POOL:
                source, target, key = self._pair()
                if max(len(source), len(target)) <= LONGEST:
                    pool.append((source, target, key))
            pool.sort(key=lambda p: (len(p[1]) // 3, len(p[0])))
            batches = list(self._cut(pool))
            self.rng.shuffle(batches)
            for b in batches:
                self.keys = [key for *_, key in b]
                yield pad([source for source, *_ in b], self.multiple), pad([target for _, target, _ in b], self.multiple)

    def report(self, losses: Tensor) -> None:
        """The loss of each sentence of the last batch."""
        self.sampler.losses.update((key, loss) for key, loss in zip(self.keys, losses.tolist()) if key)


def _feed(make, settings, queue) -> None:
    """Of a worker: batches without end. `settings`: those of Batches.set()."""
    torch.set_num_threads(1)
    batches = make()
    batches.multiple = 8  # which a GPU's kernels like
    for source, target in batches:
        batches.set(*settings[:])
        queue.put((source.to(torch.int16).numpy(), target.to(torch.int16).numpy()))


class Feeders:
    """Batches from several processes: a GPU learns faster than one core samples. Losses of sentences are not looked at."""

    def __init__(self, make, count: int):
        """`make(i)` makes the Batches of worker i, there."""
        context = multiprocessing.get_context("fork")
        self.settings, self.queue = context.Array("d", 3), context.Queue(4 * count)
        self.workers = [context.Process(target=_feed, args=(lambda i=i: make(i), self.settings, self.queue), daemon=True) for i in range(count)]

    def start(self, *settings: float) -> None:
        self.set(*settings)
        for worker in self.workers:
            worker.start()

    def set(self, *settings: float) -> None:
        """Those of Batches.set()."""
        self.settings[:] = settings

    def __iter__(self):
        while True:
            yield tuple(torch.from_numpy(side).long() for side in self.queue.get())
