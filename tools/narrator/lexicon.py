"""A table of which English piece a Japanese piece stands for: what a translation leaves out or puts in shows in it.

    python lexicon.py TOKENIZER OUT.safetensors [--corpus FOLDER]

IBM model 1 (Brown et al. 1993), trained on the free sentences with placeholders: p(e | j) for network ids e and j, and p(e | nothing).
Of each j the `MOST` likeliest e above `LEAST` are kept. `score` and `coverage` are what src/translate/lexicon.cc computes.
"""
import argparse
import math
import random
from pathlib import Path

import numpy as np
from safetensors.numpy import load_file, save_file

from grammar import Corpus, Sampler
from protect import protect_pair
from tokenizer import Tokenizer

ITERATIONS, MOST, LEAST = 6, 24, 1e-3
FLOOR = 1e-4  # of the probability of a piece that nothing explains


def train(pairs: list[tuple[list[int], list[int]]], vocab: int) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """(j, e, p(e | j)) sorted by j; j == vocab is "nothing". `pairs` are ids of (English, Japanese)."""
    given = np.concatenate([np.tile(np.array(ja + [vocab]), len(en)) for en, ja in pairs])
    made = np.concatenate([np.repeat(np.array(en), len(ja) + 1) for en, ja in pairs])
    widths = np.concatenate([np.full(len(en), len(ja) + 1) for en, ja in pairs])
    token = np.repeat(np.arange(len(widths)), widths)  # which English token a link is of
    keys, link = np.unique(given * (vocab + 1) + made, return_inverse=True)
    j = keys // (vocab + 1)
    p = np.ones(len(keys))
    for n in range(ITERATIONS):
        share = p[link]
        total = np.bincount(token, share)
        counts = np.bincount(link, share / total[token])
        p = counts / np.bincount(j, counts)[j]
        if n:
            print(f"iteration {n}: {-np.log(total / widths).mean():.3f} nats a piece", flush=True)
    return j, keys % (vocab + 1), p


def prune(j: np.ndarray, e: np.ndarray, p: np.ndarray, vocab: int) -> dict[str, np.ndarray]:
    """Row j is entries offsets[j] to offsets[j + 1], by e."""
    order = np.lexsort((-p, j))
    j, e, p = j[order], e[order], p[order]
    rank = np.arange(len(j)) - np.searchsorted(j, j)
    keep = (rank < MOST) & (p >= LEAST)
    j, e, p = j[keep], e[keep], p[keep]
    order = np.lexsort((e, j))
    return {"offsets": np.searchsorted(j[order], np.arange(vocab + 2)).astype(np.int32),
            "pieces": e[order].astype(np.int32), "probabilities": p[order].astype(np.float32)}


class Lexicon:
    def __init__(self, path: Path):
        tensors = load_file(path)
        offsets, pieces, p = (tensors[name].tolist() for name in ("offsets", "pieces", "probabilities"))
        self.rows = [dict(zip(pieces[a:b], p[a:b])) for a, b in zip(offsets, offsets[1:])]

    def score(self, english: list[int], japanese: list[int]) -> float:
        """Mean over `english` of log p(e | japanese), in nats: falls as `japanese` grows."""
        explained = self._explained(english, japanese)
        return sum(math.log(max(FLOOR, p / (len(japanese) + 1))) for p in explained) / max(1, len(explained))

    def coverage(self, english: list[int], japanese: list[int]) -> float:
        """The same for the sum over `japanese`: to choose among translations of one sentence."""
        explained = self._explained(english, japanese)
        return sum(math.log(max(FLOOR, p)) for p in explained) / max(1, len(explained))

    def _explained(self, english: list[int], japanese: list[int]) -> list[float]:
        rows = [self.rows[j] for j in japanese] + [self.rows[-1]]
        return [sum(row.get(e, 0) for row in rows) for e in english]


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("out", type=Path)
    ap.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    a = ap.parse_args()
    tokenizer, corpus = Tokenizer(a.tokenizer), Corpus(a.corpus)
    sampler, pairs = Sampler(corpus, random.Random(1)), []
    for en, ja in (p for p in corpus.sentences for _ in range(corpus.times.get(p, 1))):
        if pair := protect_pair(*sampler.fill(en, ja)):
            pairs.append((tokenizer.source(pair[0])[1:-1], tokenizer.target(pair[1])[1:-1]))
    tensors = prune(*train(pairs, tokenizer.vocab_size), tokenizer.vocab_size)
    save_file(tensors, a.out)
    print(f"{len(pairs)} pairs, {len(tensors['pieces'])} entries, {a.out.stat().st_size} bytes")


if __name__ == "__main__":
    main()
