#!/usr/bin/env python3
"""Says of which networks two builds give other bytes: bench/same_outputs.py BEFORE NOW [--cpu avx2,portable] [--only WORD]

Both programs translate and speak the same lines with the small networks of tests/data and the narrator, in each form of weights, on
each set of kernels that this processor has ($SOTTO_CPU). Of translations the tokens and scores are compared, of sound every sample (16
bits: what moves by less than 3e-5 isn't seen). A line a case: same, or how much differs; the exit status is 1 if any does.
What one of the two can't run is named, and is no difference.
"""

import argparse
import array
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / "tests" / "data"
LINES = "I fixed the race condition in the cache layer.\nAll the tests pass now, so I will merge it.\n"
SPOKEN = "The build passes now."
SCHEMES = ("f32", "f16", "bf16", "q8", "q6", "q4", "int8")
SECONDS = 120  # a case; portable kernels are slow


def cases():
    """Yields names and the arguments of a run, without threads."""
    folders = {"narrator": ROOT / "models" / "narrator-en-ja", "nllb": DATA / "nllb", "marian": DATA / "marian", "bergamot joint": DATA / "bergamot" / "joint",
               "bergamot split": DATA / "bergamot" / "split", "bergamot": DATA / "bergamot_login", "language model": DATA / "language_login"}
    folders |= {f"language model {name}": DATA / "decoder_lm" / name for name in ("gemma3_text", "hunyuan_v1_dense", "lfm2", "llama", "qwen3")}
    for name, folder in folders.items():
        plain = ["translate", "--to", "ja", "--json", "--raw", "--no-cache", "--max-new-tokens", "40", "--model", str(folder)]
        yield name, plain
        if not name.startswith("bergamot"):
            for scheme in SCHEMES:
                yield f"{name}, {scheme}", [*plain, "--quant", scheme]
            for kept in ("f16", "int8"):
                yield f"{name}, keys in {kept}", [*plain, "--kv-cache", kept]
        yield f"{name}, 4 beams", [*plain, "--beam", "4"]
        yield f"{name}, 2 lines together", [*plain, "--batch", "2"]
    pocket, chatterbox, xtts = DATA / "pocket_tts", DATA / "chatterbox", DATA / "xtts"
    recording = str(pocket / "voice24k.wav")
    voices = {
        "kokoro": ("kokoro", DATA / "kokoro", ("f32", "int8")),
        "pocket lsd": (f"pocket-tts:{recording}", pocket / "models" / "lsd.yaml", SCHEMES),
        "pocket grouped": (f"pocket-tts:{recording}", pocket / "models" / "pointwise_gqa.yaml", ()),
        "chatterbox": ("chatterbox", chatterbox / "model", SCHEMES),
        "chatterbox, a recording": (f"chatterbox:{recording}", chatterbox / "model", ()),
        "xtts": ("xtts", xtts, SCHEMES),
        "xtts, a recording": (f"xtts:{xtts / 'reference.wav'}", xtts, ()),
    }
    for name, (voice, model, schemes) in voices.items():
        plain = ["speak", "--translator", "none", "--from", "en", "--to", "en", "--seed", "7", "-o", "-", "--voice", voice, "--voice-model", str(model)]
        yield name, plain
        for scheme in schemes:
            yield f"{name}, {scheme}", [*plain, "--voice-quant", scheme]
    installed = pathlib.Path(os.environ.get("XDG_DATA_HOME", pathlib.Path.home() / ".local" / "share")) / "sotto" / "models" / "kokoro"
    if installed.is_dir():
        yield "kokoro as installed", ["speak", "--translator", "none", "--from", "en", "--to", "en", "--seed", "7", "-o", "-", "--voice", "kokoro", "--voice-model", str(installed)]


def run(program, arguments, cpu):
    """Gives what it wrote, or None and why it did not."""
    with tempfile.TemporaryDirectory() as home:
        environment = {k: v for k, v in os.environ.items() if not k.startswith("SOTTO_")} | {"SOTTO_CPU": cpu, "XDG_CACHE_HOME": home}
        text = LINES if arguments[0] == "translate" else SPOKEN
        try:
            done = subprocess.run([program, *arguments, "--threads", "1"], input=text.encode(), capture_output=True, timeout=SECONDS, env=environment)
        except subprocess.TimeoutExpired:
            return None, f"takes more than {SECONDS} s"
    if done.returncode != 0 or not done.stdout:
        lines = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing was written"]
        return None, next((line for line in lines if "error" in line), lines[-1])
    return done.stdout, ""


def difference(arguments, before, now):
    """Says what differs, or gives an empty text."""
    if before == now:
        return ""
    if arguments[0] == "speak":
        a, b = array.array("h", before[:len(before) // 2 * 2]), array.array("h", now[:len(now) // 2 * 2])
        most = max((abs(x - y) for x, y in zip(a, b)), default=0)
        other = sum(x != y for x, y in zip(a, b))
        lengths = f"{len(a)} and {len(b)} samples" if len(a) != len(b) else f"{len(a)} samples"
        return f"{other} of {lengths}, by at most {most} of 32768 (loudest {max(map(abs, a), default=0)})"
    told = []
    for number, (x, y) in enumerate(itertools.zip_longest(before.splitlines(), now.splitlines())):
        x, y = json.loads(x or "{}"), json.loads(y or "{}")
        told += [f"line {number}, {key}: {x.get(key)}, now {y.get(key)}" for key in ("source_ids", "ids", "translation", "score", "lost") if x.get(key) != y.get(key)]
    return "; ".join(told)[:300]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before")
    parser.add_argument("now")
    parser.add_argument("--cpu", default="avx2,portable", help="sets of kernels, as `sotto info` names them (default: %(default)s)")
    parser.add_argument("--only", default="", metavar="WORD", help="cases whose names have WORD in them")
    options = parser.parse_args()
    same, other, new = 0, 0, 0
    for cpu, (name, arguments) in itertools.product(options.cpu.split(","), cases()):
        if options.only not in name:
            continue
        before, why = run(options.before, arguments, cpu)
        now, why_now = run(options.now, arguments, cpu)
        if before is None or now is None:
            new += 1
            told = "; ".join(f"{which} cannot: {reason}" for which, reason in (("before", why), ("now", why_now)) if reason)[:300]
        else:
            told = difference(arguments, before, now)
            same, other = same + (not told), other + bool(told)
            told = told or "same"
        print(f"{cpu}\t{name}\t{told}", flush=True)
    print(f"{same} same, {other} not, {new} that one of the two cannot run")
    return 1 if other or same == 0 else 0


if __name__ == "__main__":
    sys.exit(main())
