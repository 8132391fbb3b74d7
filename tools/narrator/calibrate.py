"""Chooses `min_mean_logprob`: hypotheses below it count as lost, and where all are, the run time shows the source text instead.

    python calibrate.py MODEL TOKENIZER [--beams 12 --length-penalty 1.3 --lost 0.03]

The threshold is the highest value (in thousandths) at which less than `lost` of the held-out sentences fall below it; printed with the
share of outside.txt (news, verse, recipes, law, science, nonsense) that it flags.
"""
import argparse
import math
from pathlib import Path

import torch

import model as narrator
from generate import translate
from grammar import Corpus
from tokenizer import Tokenizer


def main() -> None:
    here = Path(__file__).parent
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument("model", type=Path)
    ap.add_argument("tokenizer", type=Path)
    ap.add_argument("--beams", type=int, default=12)
    ap.add_argument("--length-penalty", type=float, default=1.3)
    ap.add_argument("--lost", type=float, default=0.03)
    a = ap.parse_args()
    torch.set_num_threads(1)
    net, tokenizer = narrator.load(a.model), Tokenizer(a.tokenizer)
    held = [en for rows in Corpus(here / "corpus").heldout.values() for en, _ in rows]
    outside = (here / "outside.txt").read_text(encoding="utf-8").split("\n")[:-1]
    inside_scores, outside_scores = (sorted(r.best_mean_logprob for r in translate(net, tokenizer, texts, a.beams, a.length_penalty))
                                     for texts in (held, outside))

    def below(scores: list[float], limit: float) -> float:
        return sum(s < limit for s in scores) / len(scores)
    # The first score that must not be flagged, rounded down.
    threshold = math.floor(inside_scores[math.ceil(a.lost * len(held)) - 1] * 1000) / 1000
    for limit in (threshold - 0.2, threshold - 0.1, threshold, threshold + 0.1, threshold + 0.2):
        print(f"below {limit:.3f}: held-out {100 * below(inside_scores, limit):5.1f} %  outside {100 * below(outside_scores, limit):5.1f} %")
    print(f"min_mean_logprob {threshold:.3f}")


if __name__ == "__main__":
    main()
