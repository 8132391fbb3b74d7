"""The hypothesis that agrees most with the others, as src/translate/consensus.cc chooses it."""
import math
from collections import Counter

ORDERS, BETA_SQUARED = 6, 4


def grams(text: str) -> list[Counter]:
    text = "".join(text.split())
    return [Counter(text[i:i + n] for i in range(len(text) - n + 1)) for n in range(1, ORDERS + 1)]


def chrf(hypothesis: list[Counter], reference: list[Counter]) -> float:
    scores = []
    for h, r in zip(hypothesis, reference):
        if h or r:
            scores.append((1 + BETA_SQUARED) * (h & r).total() / (BETA_SQUARED * r.total() + h.total()))
    return sum(scores) / len(scores) if scores else 1.0


def consensus(candidates: list[tuple[str, float, float]], temperature: float) -> int:
    """Index of the (text, log-probability, bonus) with the greatest mean chrF, weighted with exp(log-probability / temperature), and bonus."""
    counted = [grams(text) for text, *_ in candidates]
    best = max(logprob for _, logprob, _ in candidates)
    weights = [math.exp((logprob - best) / temperature) for _, logprob, _ in candidates]
    gains = [sum(w * chrf(c, other) for w, other in zip(weights, counted)) / sum(weights) + bonus for c, (*_, bonus) in zip(counted, candidates)]
    return gains.index(max(gains))
