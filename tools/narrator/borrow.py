"""How a network takes words from the translation memory, and what that brings: the loss of held-out sentences without it and with it.

    python borrow.py MODEL_FOLDER TOKENIZER MEMORY.safetensors                             as the model has learned it
    python borrow.py MODEL_FOLDER TOKENIZER MEMORY.safetensors --learn OUT.safetensors     learns it first: for export.py

It is learned from sentences of the corpus that no network is trained on (grammar.FOR_BORROWING): of those it knows by heart it is sure. The memory has them, so
pairs that are like a sentence are not among its examples. Does in float32 what src/translate/translation_memory.cc and src/models/seq2seq/neighbours.cc do.
"""
import argparse
import random
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from safetensors.numpy import load_file
from safetensors.torch import load_file as load_torch_file, save_file
from torch import Tensor

import model as narrator
from data import pad
from grammar import FOR_BORROWING, Corpus
from memory import TWO_BYTES
from protect import protect_pair
from tokenizer import EOS, Tokenizer

CANDIDATES, LONGEST_RUN, LONG_COSTS, SEEN_BEFORE = 300, 3, 0.4, 0.75
EXAMPLES = 0.5  # for each piece of a source
WIDTH = 256     # of a key
START = (0.3, 0.6, 0.4, 0.7)
HIDDEN = 0.3    # of the keys, in training
TOGETHER = 8    # sentences a step

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

    def is_like(self, source: list[int], n: int) -> bool:
        """Whether all but two of the pieces, or a fourth of them, are those of pair n."""
        asked, had = set(source[1:-1]), set(self.pairs[n][0][1:-1])
        return max(len(asked), len(had)) - len(asked & had) <= max(2, len(asked) // 4)

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


@dataclass
class Sentence:
    """A sentence and its examples: n tokens of its target, m of theirs."""
    states: Tensor     # [n, d]
    tokens: Tensor     # [n]
    logp: Tensor       # [n], what the network alone says
    entropies: Tensor  # [n], of that
    known: Tensor      # [m, d]
    following: Tensor  # [m]: the tokens behind these states
    of_known: Tensor   # [n, m]: what the network alone says of these


@torch.no_grad()
def look_up(net: narrator.Narrator, memory: Memory, pairs: list[Pair], may_be_like: bool, batch: int = 200) -> list[Sentence]:
    out = []
    for start in range(0, len(pairs), batch):
        part = pairs[start:start + batch]
        chosen = []
        for source, _ in part:
            most = int(EXAMPLES * len(source))
            found = memory.find(source, most if may_be_like else most + 16)
            chosen.append([n for n in found if may_be_like or not memory.is_like(source, n)][:most])
        numbers = sorted({n for some in chosen for n in some})
        of = dict(zip(numbers, states(net, [memory.pairs[n] for n in numbers])))
        for (_, target), own, some in zip(part, states(net, part), chosen):
            tokens, following = torch.tensor(target[1:]), torch.tensor([t for n in some for t in memory.pairs[n][1][1:]], dtype=torch.long)
            logp = F.log_softmax(net.decoder.layer_norm(own) @ net.shared.weight.T, 1)
            known = torch.cat([of[n] for n in some]) if some else own[:0]
            out.append(Sentence(own, tokens, logp.gather(1, tokens[:, None])[:, 0], -(logp.exp() * logp).sum(1), known, following, logp[:, following]))
    return out


class Borrowing(torch.nn.Module):
    def __init__(self, projection: Tensor, weights: Tensor):
        super().__init__()
        self.projection, self.weights = torch.nn.Parameter(projection), torch.nn.Parameter(weights)

    def losses(self, s: Sentence, hidden: float = 0) -> Tensor:
        """Of each token."""
        if not len(s.following):
            return -s.logp
        own, constant, entropy, worth = self.weights
        worths = own * s.of_known - torch.cdist(s.states @ self.projection.T, s.known @ self.projection.T).square()
        if hidden:
            worths = worths.masked_fill(torch.rand(worths.shape[1]) < hidden, -1e4)
        everything = worths.logsumexp(1)
        lent = worths.masked_fill(s.following != s.tokens[:, None], -1e9).logsumexp(1) - everything
        odds = constant + entropy * s.entropies + worth * everything
        return -torch.logaddexp(F.logsigmoid(-odds) + s.logp, F.logsigmoid(odds) + lent)


def first_guess(sentences: list[Sentence]) -> Borrowing:
    """Principal components, in which the nearest state is as a rule at a squared distance of 2."""
    known = torch.cat([s.known[::7] for s in sentences[:500]])
    unit = torch.cat([torch.cdist(s.states, s.known).square().min(1).values for s in sentences[:200] if len(s.known)]).median()
    components = torch.linalg.svd(known - known.mean(0), full_matrices=False)[2][:WIDTH].contiguous()
    return Borrowing(components * (2 / unit).sqrt(), torch.tensor(START))


def learn(sentences: list[Sentence]) -> Borrowing:
    """Each sentence comes once: a second time it is learned by heart."""
    borrowing = first_guess(sentences)
    rates = (0.01 * borrowing.projection.abs().mean().item(), 0.02)
    optimizer = torch.optim.Adam([{"params": [p]} for p in (borrowing.projection, borrowing.weights)], betas=(0.9, 0.99))
    for start in range(0, len(sentences), TOGETHER):
        for group, rate in zip(optimizer.param_groups, rates):
            group["lr"] = rate * max(0.02, 1 - start / len(sentences))
        optimizer.zero_grad()
        torch.cat([borrowing.losses(s, HIDDEN) for s in sentences[start:start + TOGETHER]]).mean().backward()
        optimizer.step()
    return borrowing


def main() -> None:
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("memory", type=Path)
    ap.add_argument("--learn", type=Path, metavar="OUT")
    ap.add_argument("--sentences", type=int, default=4000, help="to learn from")
    ap.add_argument("--slices", nargs="+", default=FOR_BORROWING, help="to learn from")
    ap.add_argument("--corpus", type=Path, default=Path(__file__).parent / "corpus")
    ap.add_argument("--every", type=int, default=4, help="of the held-out sentences one in so many")
    a = ap.parse_args()
    net, tokenizer, memory = narrator.load(a.model).eval(), Tokenizer(a.tokenizer), Memory(a.memory)
    corpus = Corpus(a.corpus)

    def encoded(rows: list[tuple[str, str]]) -> list[Pair]:
        return [(tokenizer.source(pair[0]), tokenizer.target(pair[1])) for row in rows if (pair := protect_pair(*row))]

    if a.learn:
        torch.manual_seed(1)
        rows = [tuple(line.split("\t")[:2]) for name in a.slices
                for line in (a.corpus / name / "sentences.tsv").read_text(encoding="utf-8").splitlines() if line and "{" not in line]
        rows = random.Random(1).sample(rows, min(a.sentences, len(rows)))
        borrowing = learn(look_up(net, memory, encoded(rows), may_be_like=False))
        save_file({"borrowing.projection.weight": borrowing.projection.data, "borrowing.weights": borrowing.weights.data}, a.learn)
    else:
        tensors = load_torch_file(a.model / "model.safetensors")
        borrowing = Borrowing(tensors["borrowing.projection.weight"], tensors["borrowing.weights"])
    held = look_up(net, memory, encoded([row for rows in corpus.heldout.values() for row in rows][::a.every]), may_be_like=True)
    with torch.no_grad():
        print(f"{len(held)} sentences: loss {-torch.cat([s.logp for s in held]).mean():.4f}, with the memory {torch.cat([borrowing.losses(s) for s in held]).mean():.4f}")


if __name__ == "__main__":
    main()
