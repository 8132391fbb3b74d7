"""Trains a network: `python train.py OUT large|small MINUTES`. OUT has the vocabulary and gets large.pt or small.pt, every four minutes and at the end."""
import math
import random
import sys
import time
from pathlib import Path

import torch
import torch.nn.functional as F

import examples
import network
import vocabulary

POOL, TOKENS, LONGEST = 768, 1400, 80
RATE, WARM_UP, SMOOTHING = 2e-3, 80, 0.02


def example(tokenizer, pair) -> tuple[list[int], int]:
    """All ids, and how many of them are the prompt's."""
    ids = vocabulary.prompt(tokenizer, pair.en)
    return ids + tokenizer.encode(pair.ja) + [tokenizer.eos_id()], len(ids)


def made(sampler, tokenizer) -> list:
    all_ = [example(tokenizer, sampler.sample()) for _ in range(POOL)]
    return [e for e in all_ if len(e[0]) <= LONGEST]


def batches(sampler, tokenizer, rng):
    """Making a pair takes as long as learning from it: each comes several times."""
    known = made(sampler, tokenizer)
    new = known
    while True:
        pool = sorted(new + rng.choices(known, k=2 * POOL), key=lambda e: len(e[0]))
        out, batch = [], []
        for e in pool:
            if batch and (len(batch) + 1) * len(e[0]) > TOKENS:
                out.append(batch)
                batch = []
            batch.append(e)
        out.append(batch)
        rng.shuffle(out)
        yield from out
        new = made(sampler, tokenizer)
        known += new


def loss_of(net: network.Network, batch) -> tuple[torch.Tensor, float]:
    width = max(len(ids) for ids, _ in batch)
    ids = torch.tensor([ids + [0] * (width - len(ids)) for ids, _ in batch])
    at = torch.arange(width - 1)[None] + 1
    begin, end = torch.tensor([n for _, n in batch])[:, None], torch.tensor([len(ids) for ids, _ in batch])[:, None]
    wanted = (at >= begin) & (at < end)
    rows, target = net.rows(ids)[:, :-1][wanted], ids[:, 1:][wanted]
    logits = rows @ net.p["model.embed_tokens.weight"].T
    right = (logits.argmax(-1) == target).float().mean().item()
    return F.cross_entropy(logits, target, label_smoothing=SMOOTHING), right


def main(out: Path, name: str, minutes: float) -> None:
    torch.manual_seed(1)
    torch.set_num_threads(1)
    tokenizer, sizes = vocabulary.load(out), {"large": network.LARGE, "small": network.SMALL}[name]
    p = {n: t.requires_grad_() for n, t in network.initial(sizes, tokenizer.get_piece_size()).items()}
    net = network.Network(sizes, p)
    adam = torch.optim.Adam(list(p.values()), lr=RATE, betas=(0.9, 0.98), eps=1e-9, foreach=True)
    begin = saved = time.monotonic()
    seen, losses, rights = 0, 0.0, 0.0
    for step, batch in enumerate(batches(examples.sampler(5), tokenizer, random.Random(5)), 1):
        done = (time.monotonic() - begin) / (60 * minutes)
        adam.param_groups[0]["lr"] = RATE * min(step / WARM_UP, 0.5 * (1 + math.cos(math.pi * min(done, 1))) + 0.01)
        loss, right = loss_of(net, batch)
        adam.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(list(p.values()), 1.0)
        adam.step()
        seen, losses, rights = seen + len(batch), losses + loss.item(), rights + right
        if step % 50 == 0:
            print(f"{(time.monotonic() - begin) / 60:.1f} min, step {step}, {seen} pairs, processor {time.process_time():.0f} s: "
                  f"loss {losses / 50:.3f}, right {rights / 50:.3f}", flush=True)
            losses = rights = 0.0
        if done >= 1 or time.monotonic() - saved > 240:
            saved = time.monotonic()
            torch.save({"sizes": sizes.__dict__, "parameters": {n: t.detach() for n, t in p.items()}}, out / f"{name}.part")
            (out / f"{name}.part").rename(out / f"{name}.pt")
        if done >= 1:
            return


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2], float(sys.argv[3]))
