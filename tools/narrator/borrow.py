"""What the translation memory brings: the loss of held-out sentences without it and with it.

    python borrow.py MODEL_FOLDER TOKENIZER MEMORY.safetensors [--examples 0.5] [--every 4]

Prints `memory_distance`, too, which the search needs: the median of the squared distances from the decoder's states over held-out sentences to the
nearest ones over their examples. Does in float32 what src/translate/translation_memory.cc and src/models/seq2seq/neighbours.cc do.
"""
import argparse
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file
from torch import Tensor

import model as narrator
from data import pad
from grammar import Corpus
from memory import TWO_BYTES
from protect import protect_pair
from tokenizer import EOS, Tokenizer

CANDIDATES, LONGEST_RUN, LONG_COSTS, SEEN_BEFORE = 300, 3, 0.4, 0.75
NEAR, FAR, UNSURE, TEMPERATURE = 2.0, 3.6, 0.49, 0.36

Pair = tuple[list[int], list[int]]


class Memory:
    def __init__(self, path: Path):
        tensors = load_file(path)
        pieces, frames = tensors["pieces"].tolist(), tensors["frames"].tolist()
        self.pairs: list[Pair] = []
        text, side, sides = iter(tensors["text"].tobytes()), [], []
        for byte in text:
            code = byte if byte < TWO_BYTES else TWO_BYTES + (byte - TWO_BYTES) * 256 + next(text)
            if code:
                side.append(pieces[code - 1])
                continue
            sides.append(side)
            side = []
            if len(sides) == 2:
                self.pairs.append((frames[:1] + sides[0] + frames[1:2], frames[2:3] + sides[1] + frames[3:]))
                sides = []
        counts, ends = tensors["counts"], tensors["found_offsets"]
        self.rarity = np.log(len(self.pairs) / np.maximum(counts, 1)) * (counts > 0)
        self.finds = np.diff(ends) > 0
        having = [(piece, n) for n, (source, _) in enumerate(self.pairs) for piece in set(source[1:-1]) if self.finds[piece]]
        order = np.array(having)[np.lexsort(np.array(having).T[::-1])]
        self.having, self.begin = order[:, 1], np.searchsorted(order[:, 0], np.arange(len(counts) + 1))
        lengths = np.diff(tensors["offsets"])
        self.norm = 1 + LONG_COSTS * lengths / lengths.mean()

    def _runs(self, source: list[int]) -> set[tuple[int, ...]]:
        words = source[1:-1]
        return {tuple(words[i:i + n]) for n in range(1, LONGEST_RUN + 1) for i in range(len(words) - n + 1)}

    def find(self, source: list[int], most: int) -> list[int]:
        """Numbers of pairs, best first."""
        scores = np.zeros(len(self.pairs))
        for piece in set(source[1:-1]):
            scores[self.having[self.begin[piece]:self.begin[piece + 1]]] += self.rarity[piece]
        scores /= self.norm
        best = [n for n in np.argsort(-scores, kind="stable")[:CANDIDATES].tolist() if scores[n] > 0]
        asked = {run: self.rarity[list(run)].mean() for run in self._runs(source)}
        left = {n: [run for run in self._runs(self.pairs[n][0]) if run in asked] for n in best}
        weights, chosen = dict.fromkeys(asked, 1.0), []
        while len(chosen) < most and left:
            n = max(left, key=lambda n: sum(weights[run] * asked[run] for run in left[n]) / self.norm[n])
            for run in left.pop(n):
                weights[run] *= SEEN_BEFORE
            chosen.append(n)
        return chosen


@torch.no_grad()
def states(net: narrator.Narrator, pairs: list[Pair], batch: int = 64) -> list[Tensor]:
    """What the decoder's layers leave, before the last norm, for each token of a target but the forced one."""
    out: list[Tensor] = [torch.empty(0)] * len(pairs)
    order, left = sorted(range(len(pairs)), key=lambda i: len(pairs[i][1])), []
    hook = net.decoder.layer_norm.register_forward_pre_hook(lambda _, inputs: left.append(inputs[0]))
    for start in range(0, len(order), batch):
        part = order[start:start + batch]
        source, target = (pad([pairs[i][side] for i in part]) for side in (0, 1))
        net.decode(torch.cat([torch.full_like(target[:, :1], EOS), target[:, :-1]], 1), *net.encode(source))
        for row, i in zip(left.pop(), part):
            out[i] = row[1:len(pairs[i][1])].clone()
    hook.remove()
    return out


@torch.no_grad()
def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("memory", type=Path)
    ap.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    ap.add_argument("--examples", type=float, default=0.5, help="for each piece of a source")
    ap.add_argument("--every", type=int, default=4, help="of the held-out sentences one in so many")
    a = ap.parse_args()
    net, tokenizer, memory = narrator.load(a.model).eval(), Tokenizer(a.tokenizer), Memory(a.memory)
    rows = [row for slice_rows in Corpus(a.corpus).heldout.values() for row in slice_rows][::a.every]
    held = [(tokenizer.source(pair[0]), tokenizer.target(pair[1])) for row in rows if (pair := protect_pair(*row))]
    chosen = [memory.find(source, int(a.examples * len(source))) for source, _ in held]
    known = sorted({n for some in chosen for n in some})
    of = dict(zip(known, states(net, [memory.pairs[n] for n in known])))
    plain, entropies, distances, same = [], [], [], []
    for (_, target), own, some in zip(held, states(net, held), chosen):
        y = torch.tensor(target[1:])
        logp = F.log_softmax(net.decoder.layer_norm(own) @ net.shared.weight.T, 1)
        plain.append(logp.gather(1, y[:, None])[:, 0])
        entropies.append(-(logp.exp() * logp).sum(1))
        distances.append(torch.cdist(own, torch.cat([of[n] for n in some])).square() if some else torch.full((len(y), 1), torch.inf))
        same.append(torch.tensor([t for n in some for t in memory.pairs[n][1][1:]] if some else [-1]) == y[:, None])
    unit, losses = torch.cat([some.min(1).values for some in distances]).median(), []
    for logp, entropy, some, hits in zip(plain, entropies, distances, same):
        weight = torch.sigmoid(NEAR - FAR * (some.min(1).values / unit).sqrt() + UNSURE * entropy)
        lent = (-some / unit / TEMPERATURE).softmax(1).nan_to_num(0).mul(hits).sum(1)
        losses.append(-((1 - weight) * logp.exp() + weight * lent).log())
    print(f"{len(held)} sentences, {np.mean([len(some) for some in chosen]):.1f} examples each: loss {-torch.cat(plain).mean():.4f}, "
          f"with the memory {torch.cat(losses).mean():.4f}")
    print(f"memory_distance {unit:.0f}")


if __name__ == "__main__":
    main()
