#!/usr/bin/env python3
"""What a shortlist changes: how many translations, and how good they are.

    bench/shortlist.py --sotto build/release/sotto --to ja FILE... [--flags MORE FLAGS OF sotto translate]

A FILE has a sentence a line; where all are `sentence TAB reference` (lines that begin with # are left out), chrF and
BLEU (characters) are printed, too, which needs sacrebleu. Prints how many lines are the same with `--shortlist`, and
the first that are not.
"""
import argparse
import pathlib
import subprocess


def translate(arguments, sentences, *more):
    command = [arguments.sotto, "translate", "--to", arguments.to, "--no-cache", "--quiet", *arguments.flags, *more]
    text = "\n".join(sentences) + "\n"
    return subprocess.run(command, input=text, check=True, capture_output=True, text=True).stdout.splitlines()


def scores(translations, references):
    import sacrebleu
    chrf = sacrebleu.corpus_chrf(translations, [references]).score
    bleu = sacrebleu.corpus_bleu(translations, [references], tokenize="char").score
    return f"chrF {chrf:.2f}, BLEU {bleu:.2f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sotto", default="sotto")
    parser.add_argument("--to", default="ja")
    parser.add_argument("--shortlist", help="LANG[:FILE] (default: that of --to)")
    parser.add_argument("--shown", type=int, default=5)
    parser.add_argument("files", nargs="+", type=pathlib.Path)
    parser.add_argument("--flags", nargs=argparse.REMAINDER, default=[], help="the rest: flags of sotto translate")
    arguments = parser.parse_args()
    lines = [line for file in arguments.files for line in file.read_text(encoding="utf-8").splitlines()]
    rows = [line.split("\t") for line in lines if line and not line.startswith("#")]
    sentences = [row[0] for row in rows]
    free = translate(arguments, sentences)
    listed = translate(arguments, sentences, "--shortlist", arguments.shortlist or arguments.to)
    different = [pair for pair in zip(free, listed) if pair[0] != pair[1]]
    print(f"{len(free)} lines, {len(different)} change ({100 * len(different) / max(1, len(free)):.2f} %)")
    if all(len(row) > 1 for row in rows):
        references = [row[1] for row in rows]
        print(f"without: {scores(free, references)}\nwith:    {scores(listed, references)}")
    for before, after in different[: arguments.shown]:
        print(f"  - {before}\n  + {after}")


if __name__ == "__main__":
    main()
