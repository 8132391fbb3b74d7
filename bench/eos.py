#!/usr/bin/env python3
"""Where Pocket TTS ends its speech, with float32 and with smaller weights: frames of each sentence, same seed.

    bench/eos.py --model NAME.yaml --voice FILE [--eos-threshold X] [--schemes f32,int8,q8,q4] [--text FILE]

The first scheme is what the others are held against. Sentences come from a file, one a line; those of
tests/data/agent (what a coding agent says) unless told otherwise.
"""
import argparse
import statistics
import subprocess
import tempfile
import wave
from pathlib import Path

AGENT = Path(__file__).resolve().parents[1] / "tests" / "data" / "agent"


def sentences(options):
    files = [options.text] if options.text else sorted(AGENT.glob("*.sentences.txt"))
    lines = [line.strip() for file in files for line in file.read_text(encoding="utf-8").splitlines()]
    return list(dict.fromkeys(line for line in lines if line.strip("-")))[: options.most]


def frames(options, scheme, sentence, wav):
    command = [options.sotto, "-q", "say", sentence, "--to", options.to, "--voice-model", options.model, "--voice",
               f"pocket-tts:{options.voice}", "--quant", scheme, "--seed", str(options.seed), "--threads",
               str(options.threads), "-o", wav]
    if options.eos_threshold is not None:
        command += ["--eos-threshold", str(options.eos_threshold)]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    with wave.open(wav) as sound:
        return sound.getnframes() * 25 // (2 * sound.getframerate())  # 12.5 a second


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--model", required=True)
    parser.add_argument("--voice", required=True)
    parser.add_argument("--eos-threshold", type=float)
    parser.add_argument("--schemes", default="f32,int8,q8,q4")
    parser.add_argument("--text", type=Path)
    parser.add_argument("--most", type=int, default=40, help="sentences")
    parser.add_argument("--to", default="en")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--sotto", default="build/release/sotto")
    options = parser.parse_args()
    texts, found = sentences(options), {}
    with tempfile.TemporaryDirectory() as folder:
        for scheme in options.schemes.split(","):
            found[scheme] = [frames(options, scheme, text, f"{folder}/out.wav") for text in texts]
    first = next(iter(found))
    print(f"{len(texts)} sentences, frames of 80 ms\n{'':6} {'mean':>7} {'shortest':>8} {'longest':>8} {'equal':>7} "
          f"{'mean |d|':>8} {'most early':>10} {'most late':>9}")
    for scheme, counts in found.items():
        apart = [count - float_count for count, float_count in zip(counts, found[first])]
        print(f"{scheme:6} {statistics.fmean(counts):7.1f} {min(counts):8} {max(counts):8} "
              f"{sum(d == 0 for d in apart):4}/{len(texts)} {statistics.fmean(map(abs, apart)):8.2f} "
              f"{min(0, min(apart)):10} {max(0, max(apart)):9}")


if __name__ == "__main__":
    main()
