#!/usr/bin/env python3
"""Prints the tables of docs/quantization.md.

    tools/quantization_table.py --weights FOLDER [--build build/release] [--schemes f32,q8,...] [--threads N]

First the logit errors of the golden checkpoint (from sotto_models_tests, where it is built), then the narrator: its float
weights (FOLDER: config.json and model.safetensors of a training run; the tokenizer and the search settings are those of
models/narrator-en-ja) are quantized with `sotto quantize`, and every held-out sentence of tools/narrator/corpus is
translated with `sotto translate --json`. Needs sacrebleu. A scheme ending in +e has --int8-embeddings.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
NARRATOR = ROOT / "models/narrator-en-ja"
SCHEMES = "f32,f16,bf16,q8,q8:32,q6,q4,q4:32,q4+e,int8"


def golden_table(build):
    tests = build / "sotto_models_tests"
    if not tests.exists():
        print(f"({tests} is not built: no table of logits)\n")
        return
    out = subprocess.run([tests, "--gtest_filter=*NllbSchemesTest*"], capture_output=True, text=True, check=True).stdout
    print("| scheme | logit error (rms / rms) | same best token |\n|---|---|---|")
    for scheme, error, best, rows in re.findall(r"scheme (\S+) relative_error (\S+) best_token (\d+) of (\d+)", out):
        print(f"| `{scheme}` | {100 * float(error):.2f} % | {100 * int(best) / int(rows):.1f} % |")
    print()


def held_out():
    rows = []
    for file in sorted(ROOT.glob("tools/narrator/corpus/*/heldout.tsv")):
        for line in file.read_text(encoding="utf-8").splitlines():
            if line and not line.startswith("#"):
                rows.append(line.split("\t")[:2])
    return rows


def float_narrator(weights, folder):
    """The training run's weights with everything else that a model folder needs."""
    folder.mkdir()
    for file in NARRATOR.iterdir():
        if file.suffix != ".safetensors" and file.name != "config.json":
            shutil.copy(file, folder)
    for name in ("config.json", "model.safetensors"):
        shutil.copy(weights / name, folder)


def translate(sotto, model, sources, threads):
    command = [sotto, "translate", "--from", "eng_Latn", "--to", "jpn_Jpan", "--json", "--model", model,
               "--threads", str(threads)]
    run = subprocess.run(command, input="\n".join(sources) + "\n", capture_output=True, text=True)
    lines = [json.loads(line) for line in run.stdout.splitlines()]
    if len(lines) != len(sources):
        sys.exit(f"{model}: {len(lines)} lines for {len(sources)}: {run.stderr[-500:]}")
    return lines


def narrator_table(sotto, weights, schemes, threads):
    import sacrebleu
    rows = held_out()
    sources, references = [r[0] for r in rows], [[r[1] for r in rows]]
    print(f"{len(rows)} held-out sentences\n")
    print("| scheme | weights | weight error | chrF | BLEU | chrF beside f32 | same text as f32 | lost | seconds |")
    print("|---|---|---|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as work:
        source = pathlib.Path(work) / "narrator"
        float_narrator(weights, source)
        exact = None
        for scheme in schemes:
            target = pathlib.Path(work) / scheme.replace(":", "-")
            command = [sotto, "quantize", "--quiet", source, target, "--scheme", scheme.removesuffix("+e")]
            command += ["--int8-embeddings"] if scheme.endswith("+e") else []
            made = subprocess.run(command, capture_output=True, text=True)
            if made.returncode != 0:
                sys.exit(made.stderr)
            error = re.search(r"error (\S+) %", made.stdout).group(1)
            size = (target / "model.safetensors").stat().st_size / 1e6
            begin = time.time()
            lines = translate(sotto, target, sources, threads)
            seconds = time.time() - begin
            texts = [line["translation"] for line in lines]
            chrf = sacrebleu.corpus_chrf(texts, references).score
            bleu = sacrebleu.corpus_bleu(texts, references, tokenize="char").score
            exact = exact or (chrf, texts)
            same = sum(a == b for a, b in zip(texts, exact[1])) / len(texts)
            lost = sum(line["lost"] for line in lines)
            print(f"| `{scheme}` | {size:.1f} MB | {error} % | {chrf:.2f} | {bleu:.2f} | {chrf - exact[0]:+.2f} | "
                  f"{100 * same:.0f} % | {lost} | {seconds:.0f} |", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--weights", type=pathlib.Path, required=True, help="the narrator's float weights")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build/release")
    parser.add_argument("--schemes", default=SCHEMES, help="the first one is what others are compared with")
    parser.add_argument("--threads", type=int, default=0)
    args = parser.parse_args()
    build = args.build.resolve()
    golden_table(build)
    narrator_table(build / "sotto", args.weights, args.schemes.split(","), args.threads)


if __name__ == "__main__":
    main()
