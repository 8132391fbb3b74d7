#!/usr/bin/env python3
"""What ears that were trained on people's opinions think of voices: fixed sentences, said with each set of options, scored and paired by sentence.

    bench/listen/listen.py FOLDER [--language ja] [--ears dnsmos,distillmos] [--sotto FILE] [--limit N] NAME=OPTIONS...

NAME=OPTIONS: a row of the table and the options of `sotto say` that make it ("stored=--voice kokoro --seed 0"). The first row is what the others are held
against. The ears: DNSMOS P.835 (overall) and P.808 of PyPI's speechmos, and DistillMOS of distillmos; from 1 to 5, higher is better. FOLDER keeps the WAVs
and the scores: what is there is not made again. The table is Markdown: means, and mean differences with the half width of their 95 % interval.

    python3 -m venv build/ears && build/ears/bin/pip install -r bench/listen/requirements.txt      # for scripts/bench --listen
"""
import argparse
import math
import shlex
import statistics
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
EARS = {"dnsmos": ("DNSMOS", "P.808"), "distillmos": ("DistillMOS",)}
RATE = 16000  # that of all ears
# Of Student's t, two-sided 95 %, by degrees of freedom; more of them: 1.96 and a little.
T95 = {1: 12.71, 2: 4.30, 3: 3.18, 4: 2.78, 5: 2.57, 6: 2.45, 7: 2.36, 8: 2.31, 9: 2.26, 10: 2.23, 15: 2.13, 20: 2.09, 30: 2.04, 60: 2.00}


def sentences(language):
    lines = (HERE / "sentences.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t", 1)[1] for line in lines if line.startswith(language + "\t")]


def half_width(values):
    """Of the 95 % interval of their mean."""
    if len(values) < 2:
        return math.inf
    known = [n for n in T95 if n <= len(values) - 1]
    t = T95[max(known)] if len(values) <= 100 else 1.98
    return t * statistics.stdev(values) / math.sqrt(len(values))


def say(sotto, text, language, options, wav):
    if wav.exists():
        return
    part = wav.with_suffix(".part.wav")
    command = [sotto, "-q", "say", text, "--language", language, *shlex.split(options), "-o", str(part)]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"listen.py: {shlex.join(command)}: exit {done.returncode}: {done.stderr.strip()}")
    part.rename(wav)


def sound_of(wav):
    import numpy as np
    import soundfile
    import soxr

    sound, rate = soundfile.read(wav, dtype="float32")
    if sound.ndim > 1:
        sound = sound[:, 0]
    return np.clip(soxr.resample(sound, rate, RATE), -1, 1).astype(np.float32)


def ear(name):
    """A function from samples to the scores of EARS[name]."""
    if name == "dnsmos":
        from speechmos import dnsmos

        def hear(sound):
            scores = dnsmos.run(sound, RATE)
            return [float(scores["ovrl_mos"]), float(scores["p808_mos"])]
    else:
        import contextlib
        import io
        import types

        import torch
        # It imports torchaudio for files alone, which are read here; one that does not go with this torch fails at once.
        sys.modules.setdefault("torchaudio", types.ModuleType("torchaudio"))
        with contextlib.redirect_stdout(io.StringIO()):  # it says where its weights are
            from distillmos import ConvTransformerSQAModel

            model = ConvTransformerSQAModel().eval()

        def hear(sound):
            with torch.no_grad():
                return [float(model(torch.from_numpy(sound)[None, :]))]
    return hear


def scores_of(folder, wavs, ears, hears):
    """A list of scores for each WAV, in the order of the ears; those that are known are read."""
    known = {}
    for name in ears:
        file = folder / f"scores-{name}.tsv"
        if file.exists():
            for line in file.read_text(encoding="utf-8").splitlines():
                wav, *values = line.split("\t")
                known[name, wav] = [float(value) for value in values]
    result = []
    for wav in wavs:
        scores = []
        for name in ears:
            if (name, wav.name) not in known:
                if name not in hears:
                    hears[name] = ear(name)
                known[name, wav.name] = hears[name](sound_of(wav))
                with open(folder / f"scores-{name}.tsv", "a", encoding="utf-8") as file:
                    print(wav.name, *(f"{value:.5f}" for value in known[name, wav.name]), sep="\t", file=file)
            scores += known[name, wav.name]
        result.append(scores)
    return result


def table(rows, ears):
    """rows: (name, [scores of each sentence])."""
    heads = [head for name in ears for head in EARS[name]]
    lines = ["| | sentences | " + " | ".join(f"{head} | difference" for head in heads) + " |",
             "|---" * (2 + 2 * len(heads)) + "|"]
    first = rows[0][1]
    for name, scores in rows:
        cells = []
        for i in range(len(heads)):
            mean = statistics.fmean(each[i] for each in scores)
            cells.append(f"{mean:.3f}")
            if scores is first:
                cells.append("")
                continue
            apart = [own[i] - other[i] for own, other in zip(scores, first, strict=True)]
            cells.append(f"{statistics.fmean(apart):+.3f} ± {half_width(apart):.3f}")
        lines.append(f"| {name} | {len(scores)} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("rows", nargs="+", metavar="NAME=OPTIONS")
    parser.add_argument("--language", default="ja")
    parser.add_argument("--ears", default="dnsmos,distillmos", help="those to ask (default: %(default)s)")
    parser.add_argument("--sotto", default=str(HERE.parents[1] / "build/release/sotto"))
    parser.add_argument("--limit", type=int, help="so many sentences, the first ones")
    parser.add_argument("--only-say", action="store_true", help="make the WAVs, ask no ear")
    options = parser.parse_args()
    ears = options.ears.split(",")
    for name in ears:
        if name not in EARS:
            parser.error(f"--ears: {name}, expected some of {', '.join(EARS)}")
    texts = sentences(options.language)[: options.limit]
    if not texts:
        parser.error(f"--language: {options.language}, expected one that sentences.tsv has")
    rows, hears = [], {}
    for row in options.rows:
        name, equals, how = row.partition("=")
        if not equals or not name or "/" in name:
            parser.error(f"{row}: expected NAME=OPTIONS")
        folder = options.folder / options.language / name
        folder.mkdir(parents=True, exist_ok=True)
        wavs = [folder / f"{number:03}.wav" for number in range(1, len(texts) + 1)]
        for text, wav in zip(texts, wavs, strict=True):
            say(options.sotto, text, options.language, how, wav)
        if not options.only_say:
            rows.append((name, scores_of(folder, wavs, ears, hears)))
    if rows:
        print(table(rows, ears))


if __name__ == "__main__":
    main()
