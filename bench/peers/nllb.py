#!/usr/bin/env python3
"""sotto beside CTranslate2 (int8) and PyTorch (dynamic int8) on one NLLB checkpoint, in turns. See nllb.sh.

Every contestant is a process of its own that loads the model once and then computes a translation whenever it is told
to, so that all see the same machine: round after round, one run each. A run makes exactly --new-tokens ids from a
source of --source-tokens ids, and then a quarter of it; ms a step is the slope between the two.
"""
import argparse
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

ENGLISH, JAPANESE, END, PIECES = 256047, 256079, 2, 256000
MODES = {"greedy": (1, 1), "beam4": (4, 1), "beam5": (5, 1), "batch8": (1, 8)}


def peak_mb():
    for line in open("/proc/self/status", encoding="ascii"):
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024 / 1e6
    return 0.0


def sources(batch, tokens):
    generator = random.Random(7)
    return [[ENGLISH, *(generator.randrange(4, PIECES) for _ in range(tokens - 2)), END] for _ in range(batch)]


# ---- the peers: one process each


def open_ctranslate2(options):
    import ctranslate2

    folder = Path(options.work) / "ctranslate2-int8"
    if not (folder / "model.bin").exists():
        from ctranslate2.converters import TransformersConverter

        if os.fork() == 0:  # in a process of its own: its memory is not the translator's
            TransformersConverter(options.checkpoint).convert(str(folder), quantization="int8", force=True)
            os._exit(0)
        if os.wait()[1] != 0:
            raise RuntimeError("the conversion failed")
    begin = time.perf_counter()
    translator = ctranslate2.Translator(str(folder), device="cpu", compute_type="int8", inter_threads=1,
                                        intra_threads=options.threads)
    load = time.perf_counter() - begin
    names = json.loads((folder / "shared_vocabulary.json").read_text())

    def translate(rows, beam, tokens):
        found = translator.translate_batch([[names[i] for i in row] for row in rows], beam_size=beam,
                                           target_prefix=[["jpn_Jpan"]] * len(rows), min_decoding_length=tokens,
                                           max_decoding_length=tokens)
        return [len(f.hypotheses[0]) for f in found]

    return f"CTranslate2 {ctranslate2.__version__} int8", load, translate


def open_torch(options):
    import torch
    import transformers

    transformers.utils.logging.set_verbosity_error()
    transformers.utils.logging.disable_progress_bar()
    torch.set_num_threads(options.threads)
    torch.set_grad_enabled(False)
    begin = time.perf_counter()
    model = transformers.M2M100ForConditionalGeneration.from_pretrained(options.checkpoint, dtype=torch.float32).eval()
    model = torch.ao.quantization.quantize_dynamic(model, {torch.nn.Linear}, dtype=torch.qint8, inplace=True)
    load = time.perf_counter() - begin

    def translate(rows, beam, tokens):
        ids = torch.tensor(rows)
        made = model.generate(input_ids=ids, attention_mask=torch.ones_like(ids), forced_bos_token_id=JAPANESE,
                              do_sample=False, num_beams=beam, min_new_tokens=tokens, max_new_tokens=tokens)
        return [made.shape[1] - 1] * len(rows)

    return f"PyTorch {torch.__version__} dynamic int8", load, translate


def work(options):
    """Reads modes from standard input, a line each; answers with a line of JSON."""
    name, load, translate = {"ctranslate2": open_ctranslate2, "torch": open_torch}[options.worker](options)
    answer = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    print(json.dumps({"name": name, "load_ms": 1e3 * load}), file=answer)
    short = max(2, options.new_tokens // 4)
    for line in sys.stdin:
        beam, batch = MODES[line.strip()]
        rows = sources(batch, options.source_tokens)
        before, begin = resource.getrusage(resource.RUSAGE_SELF), time.perf_counter()
        lengths = translate(rows, beam, options.new_tokens)
        full, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF)
        if lengths != [options.new_tokens] * batch:
            raise RuntimeError(f"{options.worker} made {lengths} ids, expected {options.new_tokens} each")
        begin = time.perf_counter()
        translate(rows, beam, short)
        quarter = time.perf_counter() - begin
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.dumps({"full_ms": 1e3 * full, "short_ms": 1e3 * quarter, "cpu_ms": 1e3 * cpu,
                          "peak_rss_mb": peak_mb()}), file=answer)


# ---- who runs them


class Contestant:
    def __init__(self, name, command, environment):
        self.name, self.runs, self.facts = name, [], {}
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
                                        env=environment)
        self.facts.update(self.answer())

    def answer(self):
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.name} ended with code {self.process.wait()}")
        return json.loads(line)

    def run(self, mode):
        self.process.stdin.write(mode + "\n")
        return self.answer()

    def end(self):
        self.process.stdin.close()
        rest = self.process.stdout.read().strip()
        self.process.wait()
        if rest:
            self.facts.update(json.loads(rest.splitlines()[-1]))


def sotto_command(options, variant, mode):
    """A variant is SCHEME or SCHEME+shortlist."""
    scheme, _, short = variant.partition("+")
    beam, batch = MODES[mode]
    folder = options.packed / f"nllb-{scheme}"
    command = [options.sotto, "bench", "translate", "--model", str(folder), "--beam", str(beam), "--batch", str(batch),
               "--threads", str(options.threads), "--source-tokens", str(options.source_tokens), "--new-tokens",
               str(options.new_tokens), "--runs", "100000", "--warmup", "1", "--paced"]
    return command + (["--shortlist", options.shortlist] if short else [])


def row_of(runs, facts, new_tokens):
    full = sorted(run["full_ms"] for run in runs)
    step = (statistics.median(full) - statistics.median(run["short_ms"] for run in runs)) / (
        new_tokens - max(2, new_tokens // 4))
    row = {"runs": len(full), "median_ms": statistics.median(full), "min_ms": full[0], "max_ms": full[-1],
           "cpu_ms": statistics.median(run["cpu_ms"] for run in runs), "ms_per_step": step,
           "peak_rss_mb": max([run.get("peak_rss_mb", 0) for run in runs] + [facts.get("peak_rss_mb", 0)]),
           "load_ms": facts.get("load_ms", 0)}
    for key in ("isa", "scheme", "shortlist", "step_mb", "bandwidth_gb_per_s"):
        if key in facts:
            row[key] = facts[key]
    if "step_mb" in facts:
        row["gb_per_s"] = facts["step_mb"] / step
    return row


def ratios(best, own):
    """The faster peer of each round, divided by ours in the same round."""
    each = sorted(b / o for b, o in zip(best, own))
    return {"median": statistics.median(each), "min": each[0], "max": each[-1]}


def measure(options, mode, peers, environment):
    ours = [Contestant(f"sotto {variant}", sotto_command(options, variant, mode), environment)
            for variant in options.variants.split(",")]
    for peer in peers:
        peer.runs = []
        for _ in range(2):
            peer.run(mode)
    for _ in range(options.runs):
        for contestant in peers + ours:
            time.sleep(options.pause)  # so that the threads of the one before are asleep
            contestant.runs.append(contestant.run(mode))
    for contestant in ours:
        contestant.end()
    rows = {c.name: row_of(c.runs, c.facts, options.new_tokens) for c in peers + ours}
    if peers:
        best = [min(peer.runs[i]["full_ms"] for peer in peers) for i in range(options.runs)]
        for contestant in ours:
            rows[contestant.name]["ratio"] = ratios(best, [run["full_ms"] for run in contestant.runs])
    return rows


def table(results):
    head = (f"{'':30} {'median':>8} {'min':>8} {'max':>8} {'cpu':>8} {'a step':>7} {'GB/s':>6} {'RSS MB':>7} "
            f"{'load ms':>8}  faster than the best peer")
    lines = []
    for mode, rows in results["modes"].items():
        lines += [f"\n{mode} (ms)", head]
        for name, r in rows.items():
            ratio = r.get("ratio")
            spread = f"{ratio['median']:.2f}x ({ratio['min']:.2f} to {ratio['max']:.2f})" if ratio else ""
            lines.append(f"{name:30} {r['median_ms']:8.1f} {r['min_ms']:8.1f} {r['max_ms']:8.1f} {r['cpu_ms']:8.1f} "
                         f"{r['ms_per_step']:7.2f} {r.get('gb_per_s', 0):6.1f} {r['peak_rss_mb']:7.0f} "
                         f"{r['load_ms']:8.0f}  {spread}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True, help="NLLB-200 as float32 safetensors, with its tokenizer")
    parser.add_argument("--work", required=True, help="where converted models are kept")
    parser.add_argument("--sotto", default="sotto", help="the program")
    parser.add_argument("--packed", type=Path, help="folder with nllb-SCHEME for each scheme (default: --work)")
    parser.add_argument("--variants", default="int8,q8,int8+shortlist,q4+shortlist")
    parser.add_argument("--shortlist", default="20000", help="a number of rows, or jpn_Jpan for a checkpoint with its "
                        "real tokenizer (the made-up one has few Japanese pieces)")
    parser.add_argument("--peers", default="ctranslate2,torch")
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--runs", type=int, default=9)
    parser.add_argument("--source-tokens", type=int, default=24)
    parser.add_argument("--new-tokens", type=int, default=16)
    parser.add_argument("--pause", type=float, default=0.25, help="seconds between two runs")
    parser.add_argument("--json", help="write the numbers to this file")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.packed = options.packed or Path(options.work)
    if options.worker:
        work(options)
        return
    environment = dict(os.environ, OMP_NUM_THREADS=str(options.threads), MKL_NUM_THREADS=str(options.threads))
    same = [f"--{key}={getattr(options, key.replace('-', '_'))}"
            for key in ("checkpoint", "work", "threads", "source-tokens", "new-tokens")]
    peers = [Contestant(peer, [sys.executable, "-W", "ignore", os.path.abspath(__file__), "--worker", peer, *same],
                        environment) for peer in options.peers.split(",") if peer]
    for peer in peers:
        peer.name = peer.facts["name"]
    results = {"threads": options.threads, "source_tokens": options.source_tokens, "new_tokens": options.new_tokens,
               "load_average": os.getloadavg(), "modes": {}}
    for mode in options.modes.split(","):
        results["modes"][mode] = measure(options, mode, peers, environment)
        print(f"{mode} is measured", file=sys.stderr)
    for peer in peers:
        peer.end()
    print(table(results))
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
