"""Trains the network: `python train.py OUT MINUTES`. OUT has the vocabularies and gets weights.pt, every four minutes and at the end.

The loss is that of the next piece, and for pieces that are copied how little heads 0 and 1 of the last layer look at where they come from.
"""
import math
import random
import sys
import time
from pathlib import Path

import numpy as np
import sentencepiece
import torch
import torch.nn.functional as F

import pairs
import vocabulary
from network import Network, Sizes, initial, padding_mask

POOL, TOKENS, LONGEST = 768, 800, 60
RATE, WARM_UP = 3e-3, 60
ALIGNMENT, SMOOTHING = 0.5, 0.05


def vocabularies(folder: Path) -> tuple[sentencepiece.SentencePieceProcessor, ...]:
    return tuple(sentencepiece.SentencePieceProcessor(model_file=str(folder / name)) for name in (vocabulary.SOURCE, vocabulary.TARGET))


def shared_rows(source, target) -> torch.Tensor:
    known = {source.id_to_piece(i): i for i in range(source.get_piece_size())}
    return torch.tensor([known.get(target.id_to_piece(i), -1) for i in range(target.get_piece_size())])


def cut(tokenizer, text: str, parts: dict) -> tuple[list[int], dict[int, list[list[int]]]]:
    """Ids with the end, and the positions of each place of each part."""
    pieces = tokenizer.encode(text, return_type="proto").pieces
    places = {}
    for part, ranges in parts.items():
        for begin, end in ((len(text[:at].encode()) for at in r) for r in ranges):
            found = [i for i, p in enumerate(pieces) if p.begin < end and begin < p.end and p.piece != "\u2581"]
            places.setdefault(part, []).append(found)
    return [p.id for p in pieces] + [0], places


def example(tokenizers, pair: pairs.Pair) -> tuple[list[int], list[int], list[tuple[int, int]]]:
    """Source ids, target ids, and which target piece may come from which source piece."""
    source, source_places = cut(tokenizers[0], pair.en, pair.en_parts)
    target, target_places = cut(tokenizers[1], pair.ja, pair.ja_parts)
    links = []
    for part, places in target_places.items():
        for there in places:
            for here in source_places.get(part, []):
                same = [source[i] for i in here] and len(here) == len(there)
                links += zip(there, here) if same else [(t, s) for t in there for s in here]
    return source, target, links


def examples(sampler, tokenizers) -> list:
    made = [example(tokenizers, sampler.sample()) for _ in range(POOL)]
    return [e for e in made if max(len(e[0]), len(e[1])) <= LONGEST]


def batches(known: list, sampler, tokenizers, rng):
    """Making a pair takes as long as learning from it: each comes several times."""
    new = known
    while True:
        pool = sorted(new + rng.choices(known, k=2 * POOL), key=lambda e: (len(e[1]), len(e[0])))
        made, batch = [], []
        for e in pool:
            if batch and (len(batch) + 1) * max(len(x) for b in batch + [e] for x in b[:2]) > TOKENS // 2:
                made.append(batch)
                batch = []
            batch.append(e)
        made.append(batch)
        rng.shuffle(made)
        yield from made
        new = examples(sampler, tokenizers)
        known += new


def padded(rows: list[list[int]], value: int) -> torch.Tensor:
    width = max(map(len, rows))
    return torch.tensor([r + [value] * (width - len(r)) for r in rows])


def losses(net: Network, batch) -> tuple[torch.Tensor, torch.Tensor]:
    source, target = padded([b[0] for b in batch], 0), padded([b[1] for b in batch], -100)
    mask = padding_mask(source, [len(b[0]) for b in batch])
    x, attention, table = net.decode(target.clamp(min=0), net.encode(source, mask), mask)
    real = target >= 0
    logits = x[real] @ table.T + net.p["decoder_ff_logit_out_b"]
    piece = F.cross_entropy(logits.float(), target[real], label_smoothing=SMOOTHING)
    links = [(b, t, s) for b, e in enumerate(batch) for t, s in e[2]]
    if not links:
        return piece, torch.zeros(())
    allowed = torch.zeros_like(attention[:, 0])
    allowed[tuple(torch.tensor(links).T)] = 1
    copied = allowed.sum(-1) > 0
    seen = (attention * allowed[:, None]).sum(-1).transpose(1, 2)[copied]
    return piece, -seen.clamp(min=1e-6).log().mean()


def main(out: Path, minutes: float) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    tokenizers, sampler, sizes = vocabularies(out), pairs.sampler(5), Sizes()
    shared = shared_rows(*tokenizers)
    p = initial(sizes, tokenizers[0].get_piece_size(), tokenizers[1].get_piece_size())
    first = examples(sampler, tokenizers)
    counts = torch.bincount(torch.tensor([i for e in first for i in e[1]]), minlength=len(shared)) + 0.5
    p["decoder_ff_logit_out_b"] += 0.5 * (counts / counts.mean()).log()
    net = Network(sizes, {n: t.requires_grad_() for n, t in p.items()}, shared)
    adam = torch.optim.Adam(list(p.values()), lr=RATE, betas=(0.9, 0.98), eps=1e-9, foreach=True)
    begin = saved = time.monotonic()
    seen, sums = 0, np.zeros(2)
    for step, batch in enumerate(batches(first, sampler, tokenizers, random.Random(5)), 1):
        done = (time.monotonic() - begin) / (60 * minutes)
        adam.param_groups[0]["lr"] = RATE * min(step / WARM_UP, 0.5 * (1 + math.cos(math.pi * min(done, 1))) + 0.01)
        with torch.autocast("cpu", torch.bfloat16):
            piece, place = losses(net, batch)
        adam.zero_grad()
        (piece + ALIGNMENT * place).backward()
        torch.nn.utils.clip_grad_norm_(list(p.values()), 1.0)
        adam.step()
        seen += sum(len(b[0]) + len(b[1]) for b in batch)
        sums += piece.item(), place.item()
        if step % 50 == 0:
            print(f"{(time.monotonic() - begin) / 60:.1f} min, step {step}, {seen / 1e6:.2f} M pieces, processor {time.process_time():.0f} s: "
                  f"piece {sums[0] / 50:.3f}, place {sums[1] / 50:.3f}", flush=True)
            sums[:] = 0
        if done >= 1 or time.monotonic() - saved > 240:
            saved = time.monotonic()
            torch.save({"sizes": sizes.__dict__, "parameters": {n: t.detach() for n, t in p.items()}}, out / "weights.part")
            (out / "weights.part").rename(out / "weights.pt")
        if done >= 1:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
