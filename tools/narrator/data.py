"""Batches of token ids from the corpus: similar lengths together, the corpus read again every few minutes."""
import random
import time
from pathlib import Path

import torch
from torch import Tensor

from grammar import Corpus, Sampler
from tokenizer import PAD, Tokenizer

LONGEST = 120  # tokens of one side
POOL = 8192    # pairs sorted by length at a time; 3072 of them left 12 % padding


def pad(rows: list[list[int]]) -> Tensor:
    width = max(map(len, rows))
    return torch.tensor([row + [PAD] * (width - len(row)) for row in rows])


class Batches:
    """Iterates over (source, target); `tokens` bounds the padded size of both sides together."""

    def __init__(self, corpus: Path, tokenizer: Tokenizer, tokens: int, seed: int, rescan_s: float = 600):
        self.folder, self.tokenizer, self.tokens, self.rescan_s = corpus, tokenizer, tokens, rescan_s
        self.rng, self.bpe_dropout = random.Random(seed), 0.0
        self.sampler, self.read_at = Sampler(Corpus(corpus), self.rng), time.monotonic()

    def _rescan(self) -> None:
        """New lines join the running training; a corpus that cannot be read just now is left as it was."""
        self.read_at = time.monotonic()
        try:
            corpus = Corpus(self.folder)
        except OSError:
            return
        if len(corpus.sentences) != len(self.sampler.corpus.sentences):
            print(f"corpus: {len(corpus.sentences)} free sentences, before {len(self.sampler.corpus.sentences)}", flush=True)
            self.sampler.set_corpus(corpus)

    def __iter__(self):
        while True:
            if time.monotonic() - self.read_at > self.rescan_s:
                self._rescan()
            pool = []
            while len(pool) < POOL:
                en, ja, key = self.sampler.pair()
                source, target = self.tokenizer.source(en, self.bpe_dropout), self.tokenizer.target(ja)
                if max(len(source), len(target)) <= LONGEST:
                    pool.append((source, target, key))
            pool.sort(key=lambda p: (len(p[1]) // 3, len(p[0])))
            batches, batch, widths = [], [], (0, 0)
            for pair in pool:
                wider = tuple(max(w, len(side)) for w, side in zip(widths, pair))
                if batch and sum(wider) * (len(batch) + 1) > self.tokens:
                    batches.append(batch)
                    batch, wider = [], (len(pair[0]), len(pair[1]))
                batch.append(pair)
                widths = wider
            self.rng.shuffle(batches)
            for b in batches:
                self.keys = [key for *_, key in b]
                yield pad([source for source, *_ in b]), pad([target for _, target, _ in b])

    def report(self, losses: Tensor) -> None:
        """The loss of each sentence of the last batch."""
        self.sampler.losses.update((key, loss) for key, loss in zip(self.keys, losses.tolist()) if key)
