"""English-Japanese pairs for a small language model, from the narrator's corpus: few, short sentences, many values in them."""
import random
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent.parent / "firefox_test_model"))
import pairs  # noqa: E402
from grammar import Corpus, read_rows  # noqa: E402

SLICES, LONGEST = "sessions agent_identifiers placeholders tests_git_build short_remarks".split(), 44
SENTENCES = 300
LETTERS = 0.05  # of values' words are random letters


class Words(pairs.Values):
    """Values of which most are made of words: a network learns to copy those in minutes."""

    def word(self) -> str:
        return super().word() if self.rng.random() < 4 * LETTERS else self.rng.choice(self.words)

    def hash(self) -> str:
        return self.identifier()


def sampler(seed: int) -> pairs.Filled:
    corpus = Corpus(pairs.CORPUS)
    known = set()
    for name in SLICES:
        known.update(read_rows(pairs.CORPUS / name / "sentences.tsv"))
    short = [pair for pair in corpus.sentences if pair in known and len(pair[0]) < LONGEST]
    corpus.sentences = random.Random(1).sample(short, SENTENCES)
    made = pairs.Filled(corpus, random.Random(seed))
    made.values = Words(made.rng, made.values.words)
    made.free = 1.0
    return made


if __name__ == "__main__":
    made = sampler(1)
    print(len(made.corpus.sentences))
    for _ in range(int(sys.argv[1])):
        pair = made.sample()
        print(pair.en, pair.ja, sep="\t")
