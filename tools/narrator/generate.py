"""Greedy and beam search, batched, with the semantics of transformers' generate (early_stopping false).

The search begins after </s> with the forced language id; the length penalty counts that id and </s>. Each result
carries the mean log-probability of the tokens of a hypothesis, </s> included and the forced id not, whatever the
length penalty: the run time computes the same number and compares it with `min_mean_logprob`.
"""
import math
from dataclasses import dataclass

import torch
from torch import Tensor

from consensus import consensus
from lexicon import Lexicon
from model import Narrator
from protect import full_width, protect, restore
from tokenizer import EOS, PAD, Tokenizer


@dataclass
class Result:
    text: str
    ids: list[int]
    mean_logprob: float
    best_mean_logprob: float  # of all hypotheses: below the threshold, none of them counts


class Decoder:
    """The decoder one step at a time: self-attention rows grow, cross-attention keys are computed once."""

    def __init__(self, net: Narrator, source: Tensor, beams: int):
        self.net = net
        encoded, self.mask = net.encode(source)
        self.cross = [tuple(t.repeat_interleave(beams, 0) for t in l.encoder_attn.keys_values(encoded)) for l in net.decoder.layers]
        self.mask = self.mask.repeat_interleave(beams, 0)
        self.rows: list = [None] * len(net.decoder.layers)
        self.t = 0

    def step(self, ids: Tensor, parents: Tensor | None) -> Tensor:
        """Log-probabilities after `ids` [rows]; `parents` says from which row each one goes on."""
        x = self.net.embed(ids[:, None], self.t)
        self.t += 1
        for i, layer in enumerate(self.net.decoder.layers):
            h = layer.self_attn_layer_norm(x)
            kv = layer.self_attn.keys_values(h)
            if self.rows[i] is not None:
                kv = tuple(torch.cat([old if parents is None else old[parents], new], 2) for old, new in zip(self.rows[i], kv))
            self.rows[i] = kv
            x = x + layer.self_attn(h, kv)
            x = x + layer.encoder_attn(layer.encoder_attn_layer_norm(x), self.cross[i], self.mask)
            x = layer.feed_forward(x)
        return (self.net.decoder.layer_norm(x[:, 0]) @ self.net.shared.weight.T).log_softmax(1)


def beam_search(net: Narrator, source: Tensor, language: int, beams: int, length_penalty: float, max_length: int) -> list[list[tuple[float, float, list[int]]]]:
    """For each row of `source` its pool, best first: score, summed log-probability, sequence after the start token."""
    n_rows, vocab = len(source), net.config.vocab_size
    decoder = Decoder(net, source, beams)
    ids = torch.full((n_rows * beams,), EOS)
    sums = torch.full((n_rows, beams), -1e9)
    sums[:, 0] = 0
    sequences: list[list[list[int]]] = [[[] for _ in range(beams)] for _ in range(n_rows)]
    pools: list[list[tuple[float, float, list[int]]]] = [[] for _ in range(n_rows)]
    done = [False] * n_rows
    parents = None
    for n in range(1, max_length):
        logp = decoder.step(ids, parents)
        if n == 1:
            logp = torch.full_like(logp, -math.inf)
            logp[:, language] = 0
        top, index = (sums[:, :, None] + logp.view(n_rows, beams, vocab)).flatten(1).topk(2 * beams)
        next_ids, next_parents, next_sums = [], [], []
        for r, (scores, candidates) in enumerate(zip(top.tolist(), index.tolist())):
            running = []
            for rank, (score, c) in enumerate(zip(scores, candidates)):
                beam, token = divmod(c, vocab)
                if token == EOS or n == max_length - 1:
                    if rank < beams and not done[r]:
                        pools[r].append((score / n ** length_penalty, score, sequences[r][beam] + [token]))
                elif len(running) < beams:
                    running.append((score, beam, token))
            pools[r] = sorted(pools[r], key=lambda p: -p[0])[:beams]
            if not running:
                done[r] = True
                running = [(-1e9, 0, PAD)]
            running += [running[-1]] * (beams - len(running))
            if len(pools[r]) == beams and running[0][0] / n ** length_penalty <= pools[r][-1][0]:
                done[r] = True
            sequences[r] = [sequences[r][b] + [t] for _, b, t in running]
            next_sums.append([s for s, *_ in running])
            next_parents += [r * beams + b for _, b, _ in running]
            next_ids += [t for *_, t in running]
        if all(done):
            break
        ids, parents, sums = torch.tensor(next_ids), torch.tensor(next_parents), torch.tensor(next_sums)
    return pools


@torch.no_grad()
def translate(net: Narrator, tokenizer: Tokenizer, sentences: list[str], beams: int = 4, length_penalty: float = 1.0, temperature: float | None = None,
              lexicon: Lexicon | None = None, lexicon_weight: float = 0.0, max_length: int = 200, batch: int = 32) -> list[Result]:
    """One sentence each; protected strings are cut out before and put back after.

    `temperature`: of the consensus, None for the best score. `lexicon` adds `lexicon_weight` for each nat of its coverage to that choice.
    """
    net.eval()
    prepared = [protect(s) for s in sentences]
    sources = [tokenizer.source(text) for text, _ in prepared]
    order = sorted(range(len(sources)), key=lambda i: len(sources[i]))
    results: list[Result | None] = [None] * len(sources)
    for start in range(0, len(order), batch):
        part = order[start:start + batch]
        width = max(len(sources[i]) for i in part)
        rows = torch.tensor([sources[i] + [PAD] * (width - len(sources[i])) for i in part])
        limit = min(max_length, 3 * width + 20)
        for i, pool in zip(part, beam_search(net, rows, tokenizer.japanese, beams, length_penalty, limit)):
            texts = [restore(full_width(tokenizer.decode(ids)), prepared[i][1]) for *_, ids in pool]
            means = [total / max(1, len(ids) - 1) for _, total, ids in pool]
            bonuses = [lexicon_weight * lexicon.coverage(sources[i][1:-1], ids[1:-1]) if lexicon else 0 for *_, ids in pool]
            k = consensus([(text, total, bonus) for text, (_, total, _), bonus in zip(texts, pool, bonuses)], temperature) if temperature else 0
            results[i] = Result(texts[k], pool[k][2], means[k], max(means))
    return results
