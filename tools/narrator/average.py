"""The weighted mean of two models of the same shape, such as a run's end and the model that it began from: prints its held-out loss.

    python average.py MODEL OTHER WEIGHT [WEIGHT...] [--out FOLDER]     WEIGHT is MODEL's; FOLDER gets the best of them
"""
import argparse
from pathlib import Path

import torch

import model as narrator
from grammar import Corpus
from tokenizer import MODEL_FILE, Tokenizer
from train import heldout_loss


def mean(one: narrator.Narrator, other: narrator.Narrator, weight: float) -> narrator.Narrator:
    net, weights = narrator.Narrator(one.config), other.state_dict()
    net.load_state_dict({name: torch.lerp(weights[name], value, weight) for name, value in one.state_dict().items()})
    return net


def main() -> None:
    here = Path(__file__).parent
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("other", type=Path, help="with its tokenizer")
    ap.add_argument("weights", type=float, nargs="+")
    ap.add_argument("--corpus", type=Path, default=here / "corpus")
    ap.add_argument("--out", type=Path)
    a = ap.parse_args()
    torch.set_num_threads(1)
    one, other = narrator.load(a.model), narrator.load(a.other)
    tokenizer, corpus = Tokenizer(a.other / MODEL_FILE), Corpus(a.corpus)
    best = None
    for weight in a.weights:
        net = mean(one, other, weight)
        loss = heldout_loss(net, tokenizer, corpus)
        print(f"{weight:.2f}: held-out loss {loss:.4f}", flush=True)
        if best is None or loss < best[0]:
            best = loss, net
    if a.out:
        narrator.save(a.out, best[1].config, best[1].state_dict())


if __name__ == "__main__":
    main()
