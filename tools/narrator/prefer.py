"""Goes on from a trained narrator with sentences whose translations were judged: right ones become likelier than wrong ones.

    python prefer.py OUT --start MODEL [--pairs FILE...]

A line of preferences/*.tsv is an English sentence, then translations of it by a narrator, each followed by `right` or `wrong`.
The loss of a sentence is -log sigmoid(beta (log p(right) - log p(wrong))), the mean over its pairs (contrastive preference
optimization, Xu et al. 2024). The loss of sentences of the corpus is added, so that nothing else is forgotten. OUT gets model/
and the tokenizer; every --eval-every steps the share of the pairs of --test that are in the right order is printed.
It goes once through the judged sentences: in a second round their loss falls, and other sentences get worse.
"""
import argparse
import os
import random
from pathlib import Path

import torch
import torch.nn.functional as F
from torch import Tensor

import model as narrator
from data import Batches, LONGEST, pad
from optimizer import Optimizer
from protect import protect, protect_pair
from tokenizer import EOS, MODEL_FILE, PAD, Tokenizer
from train import bf16_is_faster, heldout_loss, set_times, slice_times

Judged = tuple[list[int], list[list[int]], list[list[int]]]  # ids of the source, of its right translations, of its wrong ones


def read_judged(files: list[Path], tokenizer: Tokenizer) -> list[Judged]:
    """Sentences that have both, right and wrong translations."""
    judged = []
    for path in files:
        for number, line in enumerate(path.read_text(encoding="utf-8").split("\n"), 1):
            if not line or line.startswith("#"):
                continue
            en, *said = line.split("\t")
            sides: dict[str, dict[str, list[int]]] = {"right": {}, "wrong": {}, "lost": {}}
            for ja, label in zip(said[::2], said[1::2]):
                if label not in sides:
                    raise SystemExit(f"prefer.py: {path}:{number}: {label!r} is neither right nor wrong")
                pair = protect_pair(en, ja)
                if pair and pair[0] == protect(en)[0]:  # else a number or an identifier is not in the translation as it is
                    sides[label].setdefault(ja, tokenizer.target(pair[1]))
            right, wrong = list(sides["right"].values()), list(sides["wrong"].values())
            source = tokenizer.source(protect(en)[0])
            if right and wrong and max(map(len, (source, *right, *wrong))) <= LONGEST:
                judged.append((source, right, wrong))
    return judged


def log_probabilities(net: narrator.Narrator, batch: list[Judged]) -> tuple[Tensor, Tensor]:
    """log p of every translation of the batch and its number of tokens, sentence by sentence, the right ones first."""
    rows = pad([row for _, right, wrong in batch for row in right + wrong])
    owner = torch.tensor([i for i, (_, right, wrong) in enumerate(batch) for _ in right + wrong])
    encoded, mask = net.encode(pad([source for source, *_ in batch]))
    real = rows != PAD
    inputs = torch.cat([torch.full_like(rows[:, :1], EOS), rows[:, :-1]], 1)
    states = net.decode(inputs, encoded[owner], mask[owner])[real]
    each = (states @ net.shared.weight.T).float().log_softmax(1).gather(1, rows[real][:, None])[:, 0]
    return torch.zeros(rows.shape).masked_scatter(real, each).sum(1), real.sum(1)


def differences(logp: Tensor, batch: list[Judged]) -> list[Tensor]:
    """For each sentence log p(right) - log p(wrong) of its pairs."""
    out, at = [], 0
    for _, right, wrong in batch:
        n, m = len(right), len(wrong)
        out.append((logp[at:at + n, None] - logp[None, at + n:at + n + m]).reshape(-1))
        at += n + m
    return out


def batches_of(judged: list[Judged], tokens: int, rng: random.Random) -> list[list[Judged]]:
    """All sentences once, similar lengths together, at most `tokens` on both sides."""
    batches, batch, cost = [], [], 0
    for item in sorted(judged, key=lambda j: (len(j[0]), rng.random())):
        size = len(item[0]) + sum(map(len, item[1] + item[2]))
        if batch and cost + size > tokens:
            batches.append(batch)
            batch, cost = [], 0
        batch.append(item)
        cost += size
    batches.append(batch)
    rng.shuffle(batches)
    return batches


@torch.no_grad()
def in_order(net: narrator.Narrator, judged: list[Judged]) -> float:
    """The share of pairs whose right translation has the higher mean log-probability, each sentence counted once."""
    net.eval()
    share = []
    for batch in batches_of(judged, 6000, random.Random(1)):
        logp, count = log_probabilities(net, batch)
        share += [(d > 0).float().mean() for d in differences(logp / count, batch)]
    net.train()
    return float(torch.stack(share).mean())


def arguments() -> argparse.Namespace:
    here = Path(__file__).parent
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("out", type=Path)
    ap.add_argument("--start", type=Path, required=True, help="folder of a model with its tokenizer")
    ap.add_argument("--pairs", type=Path, nargs="+", default=sorted(here.glob("preferences/*.tsv")))
    ap.add_argument("--test", type=Path, nargs="+", default=sorted(here.glob("agent*.tsv")) + [here / "heldout200.tsv"],
                    help="judged sentences that nothing is learned from")
    ap.add_argument("--corpus", type=Path, default=here / "corpus")
    ap.add_argument("--steps", type=int, help="at most so many; by default until all judged sentences were seen")
    ap.add_argument("--beta", type=float, default=0.5)
    ap.add_argument("--tokens", type=int, default=3072, help="of a batch of judged sentences, both sides")
    ap.add_argument("--corpus-tokens", type=int, default=2048)
    ap.add_argument("--free", type=float, default=0.97)
    ap.add_argument("--joined", type=float, default=0.3)
    ap.add_argument("--times", nargs="+", default=[], type=slice_times, metavar="SLICE=N", help="as in train.py")
    ap.add_argument("--lr", type=float, default=5e-4, help="of Muon")
    ap.add_argument("--adam-lr", type=float, default=2e-4)
    ap.add_argument("--warmup", type=int, default=20)
    ap.add_argument("--dropout", type=float, default=0.1)
    ap.add_argument("--smoothing", type=float, default=0.07)
    ap.add_argument("--seed", type=int, default=1)
    ap.add_argument("--eval-every", type=int, default=100)
    return ap.parse_args()


def main() -> None:
    a = arguments()
    torch.set_num_threads(int(os.environ.get("OMP_NUM_THREADS", "1")))
    torch.manual_seed(a.seed)
    a.out.mkdir(parents=True, exist_ok=True)
    (a.out / MODEL_FILE).write_bytes((a.start / MODEL_FILE).read_bytes())
    tokenizer, net = Tokenizer(a.out / MODEL_FILE), narrator.load(a.start)
    judged, test = read_judged(a.pairs, tokenizer), read_judged(a.test, tokenizer)
    if not judged:
        raise SystemExit(f"prefer.py: no sentence with a right and a wrong translation in {', '.join(map(str, a.pairs)) or 'preferences'}")
    pool = batches_of(judged, a.tokens, random.Random(a.seed))[:a.steps]
    set_times(a.times, a.corpus)
    batches = Batches(a.corpus, tokenizer, a.corpus_tokens, a.seed, float("inf"))
    batches.set(a.free, 0.0, a.joined)
    corpus = batches.sampler.corpus

    def report(what: str) -> None:
        print(f"{what}; of {len(test)} judged sentences apart {in_order(net, test):.4f} in order, "
              f"held-out loss {heldout_loss(net, tokenizer, corpus):.4f}", flush=True)

    report(f"{len(judged)} judged sentences, {len(corpus.sentences)} of the corpus")
    optimizer = Optimizer(net, "muon", net.config.encoder_attention_heads)
    net.train()
    net.drop.p = a.dropout
    bf16, sums = bf16_is_faster(), [0.0, 0.0]
    for step, (batch, (source, target)) in enumerate(zip(pool, batches), 1):
        with torch.autocast("cpu", torch.bfloat16, enabled=bf16):
            logp, _ = log_probabilities(net, batch)
            preference = -torch.stack([F.logsigmoid(a.beta * d).mean() for d in differences(logp, batch)]).mean()
            total, each = net.loss(source, target, a.smoothing)
        batches.report(each)
        text = total / int((target != PAD).sum())
        (preference + text).backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0, foreach=True)
        schedule = (1 - (step - 1) / len(pool)) * min(step / a.warmup, 1)
        optimizer.step(a.lr * schedule, a.adam_lr * schedule)
        net.zero_grad()
        sums = [sums[0] + preference.item(), sums[1] + text.item()]
        if step % a.eval_every == 0:
            report(f"step {step} of {len(pool)}: preference {sums[0] / a.eval_every:.3f}, corpus {sums[1] / a.eval_every:.3f}")
            sums = [0.0, 0.0]
    narrator.save(a.out / "model", net.config, net.state_dict())
    report(f"done after {len(pool)} steps")


if __name__ == "__main__":
    main()
