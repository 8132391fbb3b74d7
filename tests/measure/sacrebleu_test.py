#!/usr/bin/env python3
"""`sotto compare --text` beside sacreBLEU itself, on the files of tests/data/measure and on made-up ones."""
import json
import os
import pathlib
import random
import subprocess
import tempfile
import unittest

import sacrebleu

SOTTO = os.environ["SOTTO_BINARY"]
DATA = pathlib.Path(__file__).resolve().parent.parent / "data/measure"
# Letters, digits and every kind of character that the tokenizers treat in their own way.
PIECES = ["the", "cat", "3.5", "1,000", "a-b", "2-3", ".", ",", "...", "&amp;", "&", "<", "'s", "\"", " ", "  ", "\u3000", "テスト", "を", "実行",
          "。", "é", "👍", "(", ")", "/", "x", "-", "\u00a0"]


def made_up(lines, seed):
    generator = random.Random(seed)
    references = [[generator.choice(PIECES) for _ in range(generator.randrange(0, 14))] for _ in range(lines)]
    hypotheses = [[generator.choice(PIECES) if generator.random() < 0.25 else piece for piece in line] for line in references]
    glue = [generator.choice(("", " ")) for _ in range(lines)]
    return ([g.join(line) for g, line in zip(glue, hypotheses)], [g.join(line) for g, line in zip(glue, references)])


def sotto(hypotheses, references, tokenizer):
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for name, lines in (("h", hypotheses), ("r", references)):
            files.append(pathlib.Path(folder) / name)
            files[-1].write_text("".join(line + "\n" for line in lines), encoding="utf-8")
        run = subprocess.run([SOTTO, "compare", "--text", "--json", "--tokenizer", tokenizer, *files], capture_output=True, text=True, check=True)
        return json.loads(run.stdout)


class SacreBleuTest(unittest.TestCase):
    def check(self, hypotheses, references, tokenizer):
        found = sotto(hypotheses, references, tokenizer)
        bleu = sacrebleu.metrics.BLEU(tokenize=tokenizer)
        chrf = sacrebleu.metrics.CHRF()
        self.assertAlmostEqual(found["bleu"], bleu.corpus_score(hypotheses, [references]).score, delta=0.0006)
        self.assertAlmostEqual(found["chrf"], chrf.corpus_score(hypotheses, [references]).score, delta=0.0006)
        for metric, key in ((bleu, "bleu_signature"), (chrf, "chrf_signature")):
            self.assertEqual(found[key], str(metric.get_signature()).rsplit("|version:", 1)[0])

    def test_files(self):
        for name, tokenizer in (("english", "13a"), ("japanese", "char"), ("rough", "13a"), ("rough", "none"), ("rough", "char")):
            with self.subTest(name=name, tokenizer=tokenizer):
                texts = [(DATA / f"{name}.{side}.txt").read_text(encoding="utf-8").split("\n")[:-1] for side in ("hyp", "ref")]
                self.check(*texts, tokenizer)

    def test_made_up(self):
        for seed in range(12):
            for tokenizer in ("13a", "char", "none"):
                with self.subTest(seed=seed, tokenizer=tokenizer):
                    self.check(*made_up(30, seed), tokenizer)


if __name__ == "__main__":
    unittest.main()
