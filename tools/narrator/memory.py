"""The translation memory: sentences of the corpus that a search takes words from (src/translate/translation_memory.h has the file's layout).

    python memory.py TOKENIZER OUT.safetensors [--corpus FOLDER]
"""
import argparse
import random
import re
from collections import Counter
from pathlib import Path

import numpy as np
from safetensors.numpy import save_file

from grammar import Corpus, Sampler
from protect import protect_pair
from tokenizer import EOS, Tokenizer

LONGEST = 64     # pieces of one side
COMMON = 20000   # sentences: a piece that is in more of them finds none
RARE = 4         # words of a measured sentence, one of which is in what is like it
CLAUSE = 5       # words: what is shorter is not measured
TWO_BYTES = 192  # the first code of two bytes

Pair = tuple[list[int], list[int]]


def words_of(english: str) -> frozenset[str]:
    return frozenset(re.findall(r"[a-z0-9']+", english.lower()))


class Measured:
    """The sentences that scores are taken on: held-out ones and judged ones, and what stands between their commas. The memory has none that are much like them, or it would be scored on itself."""

    def __init__(self, corpus: Corpus, judged: list[Path]):
        english = {en for rows in corpus.heldout.values() for en, _ in rows}
        for file in judged:
            column = 1 if file.name.startswith("families") else 0
            english |= {row.split("\t")[column] for row in file.read_text(encoding="utf-8").splitlines() if row[:1] not in ("", "#")}
        english |= {part for en in english for part in re.split("[,;:] ", en) if len(part.split()) >= CLAUSE}
        self.sentences = {words_of(en) for en in english}
        counts = Counter(word for words in self.sentences for word in words)
        self.having: dict[str, list[frozenset[str]]] = {}
        for words in self.sentences:
            for word in sorted(words, key=counts.__getitem__)[:RARE]:
                self.having.setdefault(word, []).append(words)

    def has_like(self, english: str) -> bool:
        """Whether all but one or two of the words, or a fourth of them, are those of one of them."""
        words = words_of(english)
        most = max(2 if len(words) > 5 else 1, len(words) // 4)
        return any(max(len(words), len(other)) - len(words & other) <= most for word in words for other in self.having.get(word, ()))


def read(tokenizer: Tokenizer, corpus: Corpus, measured: Measured) -> list[Pair]:
    """Ids of the free sentences, without those that frame them. Of two with the same English the one that was written last."""
    sampler, pairs = Sampler(corpus, random.Random(1)), []
    for en, ja in corpus.sentences:
        if measured.has_like(en):
            continue
        if protected := protect_pair(*sampler.fill(en, ja)):
            pairs.append((tokenizer.source(protected[0])[1:-1], tokenizer.target(protected[1])[1:-1]))
    newest = {tuple(source): (source, target) for source, target in pairs if max(len(source), len(target)) <= LONGEST}
    return list(newest.values())


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
    a = ap.parse_args()
    tokenizer, corpus = Tokenizer(a.tokenizer), Corpus(a.corpus)
    pairs = read(tokenizer, corpus, Measured(corpus, sorted(Path(__file__).parent.glob("*.tsv"))))
    tensors = pack(pairs, tokenizer)
    save_file(tensors, a.out)
    a.out.chmod(0o644)
    print(f"{len(pairs)} of {len(corpus.sentences)} sentences: {', '.join(f'{name} {t.nbytes}' for name, t in tensors.items())} bytes")


if __name__ == "__main__":
    main()
