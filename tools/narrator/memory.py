"""The translation memory: sentences of the corpus that a search takes words from (src/translate/translation_memory.h has the file's layout).

    python memory.py TOKENIZER OUT.safetensors [--corpus FOLDER] [--pairs N]

With --pairs those are kept whose English is short, and of the others those with the most runs of one to three pieces that few of the others have,
the rarer the better.
"""
import argparse
import math
import random
from collections import Counter
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from grammar import Corpus, Sampler
from protect import protect_pair
from tokenizer import EOS, Tokenizer

LONGEST = 64     # pieces of one side
LONGEST_RUN = 3  # pieces, as in translation_memory.cc
COMMON = 20000   # sentences: a piece that is in more of them finds none
ENOUGH = 4       # pairs that have a run
SHORT = 7        # pieces of a set phrase, which is asked for word for word
TWO_BYTES = 192  # the first code of two bytes

Pair = tuple[list[int], list[int]]


def read(tokenizer: Tokenizer, corpus: Corpus) -> list[Pair]:
    """Ids of all free sentences, without those that frame them. Of two with the same English the one that was written last."""
    sampler, pairs = Sampler(corpus, random.Random(1)), []
    for en, ja in corpus.sentences:
        if protected := protect_pair(*sampler.fill(en, ja)):
            pairs.append((tokenizer.source(protected[0])[1:-1], tokenizer.target(protected[1])[1:-1]))
    newest = {tuple(source): (source, target) for source, target in pairs if max(len(source), len(target)) <= LONGEST}
    return list(newest.values())


def runs(ids: list[int]) -> set[tuple[int, ...]]:
    return {tuple(ids[i:i + n]) for n in range(1, LONGEST_RUN + 1) for i in range(len(ids) - n + 1)}


def choose(pairs: list[Pair], count: int) -> list[Pair]:
    """The `count` pairs whose rare runs fewest of those before have, in their order; all where there are no more."""
    if len(pairs) <= count:
        return pairs
    order = list(range(len(pairs)))
    random.Random(1).shuffle(order)
    having = Counter(piece for source, _ in pairs for piece in set(source))
    rarity = {piece: math.log(len(pairs) / n) for piece, n in having.items()}
    seen: Counter = Counter()
    worth = {}
    for i in order:
        source = pairs[i][0]
        new = [run for run in runs(source) if seen[run] < ENOUGH]
        worth[i] = sum(sum(rarity[p] for p in run) / len(run) / (1 + seen[run]) for run in new) / (len(source) + len(pairs[i][1]) + 4)
        seen.update(runs(source))
    kept = sorted(order, key=lambda i: (len(pairs[i][0]) > SHORT, -worth[i]))[:count]
    return [pairs[i] for i in sorted(kept)]


def encode(ids: list[int], code: dict[int, int]) -> bytes:
    out = bytearray()
    for c in [code[i] for i in ids] + [0]:
        if c < TWO_BYTES:
            out.append(c)
        else:
            out += bytes((TWO_BYTES + (c - TWO_BYTES) // 256, (c - TWO_BYTES) % 256))
    return bytes(out)


def gaps(numbers: list[int]) -> bytes:
    out, before = bytearray(), -1
    for n in numbers:
        gap, before = n - before, n
        while gap >= 128:
            out.append(gap % 128 + 128)
            gap //= 128
        out.append(gap)
    return bytes(out)


def pack(pairs: list[Pair], tokenizer: Tokenizer) -> dict[str, np.ndarray]:
    vocab = tokenizer.vocab_size
    pieces = [piece for piece, _ in Counter(p for pair in pairs for side in pair for p in side).most_common()]
    code = {piece: k + 1 for k, piece in enumerate(pieces)}
    pairs = sorted(pairs, key=lambda pair: encode(pair[0], code))
    texts = [encode(source, code) + encode(target, code) for source, target in pairs]
    having: list[list[int]] = [[] for _ in range(vocab)]
    for n, (source, _) in enumerate(pairs):
        for piece in set(source):
            having[piece].append(n)
    found = [gaps(numbers) if len(numbers) <= COMMON else b"" for numbers in having]

    def ends(parts: list[bytes]) -> np.ndarray:
        return np.cumsum([0] + [len(part) for part in parts]).astype(np.int32)

    return {"frames": np.array([tokenizer.english, EOS, tokenizer.japanese, EOS], np.int32),
            "pieces": np.array(pieces, np.int32),
            "text": np.frombuffer(b"".join(texts), np.uint8), "offsets": ends(texts),
            "counts": np.array([len(numbers) for numbers in having], np.int32),
            "found": np.frombuffer(b"".join(found), np.uint8), "found_offsets": ends(found)}


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("out", type=Path)
    ap.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    ap.add_argument("--pairs", type=int, default=1 << 30)
    a = ap.parse_args()
    tokenizer = Tokenizer(a.tokenizer)
    pairs = read(tokenizer, Corpus(a.corpus))
    kept = choose(pairs, a.pairs)
    tensors = pack(kept, tokenizer)
    save_file(tensors, a.out)
    print(f"{len(kept)} of {len(pairs)} pairs: {', '.join(f'{name} {t.nbytes}' for name, t in tensors.items())} bytes")


if __name__ == "__main__":
    main()
