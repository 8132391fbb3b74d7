#!/usr/bin/env python3
"""sotto beside pocket-tts (float32, int8 with torch.ao and with torchao) on one checkpoint, in turns. See pocket.sh.

Every contestant is a process of its own that loads the model once and then says a text whenever it is told to, so that
all see the same machine: round after round, one run each. The number of frames is forced; first audio is the time from
the call to the first sound, with a voice that is ready. The peers' split (FlowLM, Mimi) is of a loop in which nothing
else runs, as their halves cannot be told apart while both do; sotto's is of the runs themselves.
"""
import argparse
import copy
import json
import os
import resource
import statistics
import sys
import time
from pathlib import Path

from nllb import Contestant, peak_mb, ratios

TEXT = "I found the bug in the login handler and fixed it."


# ---- a peer: one process


class Peer:
    def __init__(self, options):
        if options.worker == "torchao":
            sys.path.append(str(Path(options.work) / "torchao"))
        import logging

        logging.disable(logging.WARNING)
        import torch
        from pocket_tts import TTSModel

        torch.set_grad_enabled(False)
        torch.set_num_threads(options.peer_threads)
        self.options, self.torch = options, torch
        os.chdir(Path(options.checkpoint).parent)  # from where the package looks for the yaml's files
        begin = time.perf_counter()
        self.model = TTSModel.load_model(config=options.checkpoint, quantize=options.worker != "float32")
        self.load_ms = 1e3 * (time.perf_counter() - begin)
        self.model._estimate_max_gen_len = lambda tokens: options.frames
        self.model.eos_threshold = float("inf")
        self.voice = self.model.get_state_for_audio_prompt(Path(options.voice))
        if options.worker in ("torchao", "int8"):
            from pocket_tts import quantization

            used = quantization._get_backend()
            if used != {"torchao": "torchao", "int8": "torch.ao"}[options.worker]:
                raise SystemExit(f"{options.worker}: the package used {used}")

    def speak(self):
        begin, first, samples = time.perf_counter(), None, 0
        before = resource.getrusage(resource.RUSAGE_SELF)
        for piece in self.model.generate_audio_stream(self.voice, self.options.text, max_tokens=10**6):
            first = first or time.perf_counter() - begin
            samples += piece.shape[0]
        total, after = time.perf_counter() - begin, resource.getrusage(resource.RUSAGE_SELF)
        expected = self.options.frames * self.model.sample_rate / self.model.config.mimi.frame_rate
        if samples != expected:
            raise RuntimeError(f"{self.options.worker} made {samples} samples, expected {expected}")
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        return {"first_audio_ms": 1e3 * first, "total_ms": 1e3 * total, "cpu_ms": 1e3 * cpu, "peak_rss_mb": peak_mb()}

    def stages(self):
        from pocket_tts.models.text_chunking import prepare_text_prompt
        from pocket_tts.modules.stateful_module import increment_steps, init_states

        model, frames, torch = self.model, self.options.frames, self.torch
        text, _ = prepare_text_prompt(self.options.text, model.pad_with_spaces_for_short_inputs,
                                      model.remove_semicolons, model.append_terminal_punctuation,
                                      model.capitalize_first_letter, model.replace_characters)
        tokens = model.flow_lm.conditioner.prepare(text)
        state = copy.deepcopy(self.voice)
        model._expand_kv_cache(state, model._flow_lm_current_end(state) + tokens.shape[1] + frames)
        begin = time.perf_counter()
        model._run_flow_lm_and_increment_step(model_state=state, text_tokens=tokens)
        prompt = time.perf_counter() - begin
        latents = [torch.full((1, 1, model.flow_lm.ldim), float("nan"))]
        begin = time.perf_counter()
        for _ in range(frames):
            latent, _ = model._run_flow_lm_and_increment_step(model_state=state, backbone_input_latents=latents[-1])
            latents.append(latent)
        flow_lm = time.perf_counter() - begin
        state = init_states(model.mimi, 1, frames * 16)
        begin = time.perf_counter()
        for latent in latents[1:]:
            model.mimi.decode_from_latent(latent * model.flow_lm.emb_std + model.flow_lm.emb_mean, state)
            increment_steps(model.mimi, state, 16)
        mimi = time.perf_counter() - begin
        return {"tokens": tokens.shape[1], "text_prompt_ms": 1e3 * prompt, "flow_lm_ms_per_frame": 1e3 * flow_lm / frames,
                "mimi_ms_per_frame": 1e3 * mimi / frames}


def work(options):
    """Reads orders from standard input, a line each; answers with a line of JSON."""
    answer = os.fdopen(os.dup(1), "w", buffering=1)
    os.dup2(2, 1)
    peer = Peer(options)
    print(json.dumps({"load_ms": peer.load_ms}), file=answer)
    for line in sys.stdin:
        print(json.dumps(peer.stages() if line.strip() == "stages" else peer.speak()), file=answer)


# ---- who runs them


def sotto_command(options, variant):
    """A variant is a name of a folder in --packed (pocket-VARIANT), or load:SCHEME for the checkpoint at load."""
    kind, _, scheme = variant.partition(":")
    model = options.checkpoint if kind == "load" else str(options.packed / f"pocket-{variant}")
    command = [options.sotto, "bench", "say", "--voice-model", model, "--voice", options.voice, "--text", options.text,
               "--frames", str(options.frames), "--threads", str(options.threads), "--runs", "100000", "--paced"]
    return command + (["--quant", scheme] if scheme else [])


def row_of(contestant, frames):
    """Medians of what each run says, and what the contestant says of all."""
    runs = contestant.runs
    row = {key: statistics.median(run[key] for run in runs) for key in runs[0]}
    row |= {f"{part}_ms_per_frame": row[f"{part}_ms"] / frames for part in ("flow_lm", "mimi") if f"{part}_ms" in row}
    row |= {key: value for key, value in contestant.facts.items() if key not in row}
    totals = sorted(run["total_ms"] for run in runs)
    row |= {"runs": len(runs), "min_total_ms": totals[0], "max_total_ms": totals[-1],
            "x_realtime": 80 * frames / row["total_ms"]}
    return row


def measure(options, peers, ours):
    for peer in peers:
        peer.run("speak")
        stages = [peer.run("stages") for _ in range(options.stage_runs)]
        peer.facts |= {key: statistics.median(s[key] for s in stages) for key in stages[0]}
    for _ in range(options.runs):
        for contestant in peers + ours:
            time.sleep(options.pause)
            contestant.runs.append(contestant.run("speak"))
    for contestant in peers + ours:
        contestant.end()
    rows = {c.name: row_of(c, options.frames) for c in peers + ours}
    for contestant in ours:
        for key, what in (("total_ms", "faster"), ("first_audio_ms", "sooner")):
            own = [run[key] for run in contestant.runs]
            for kind, group in (("float32", [p for p in peers if p.worker == "float32"]),
                                ("int8", [p for p in peers if p.worker != "float32"])):
                if group:
                    best = [min(p.runs[i][key] for p in group) for i in range(options.runs)]
                    rows[contestant.name][f"{what}_than_{kind}"] = ratios(best, own)
    return rows


def table(rows):
    def spread(ratio):
        return f"{ratio['median']:.1f}x ({ratio['min']:.1f}-{ratio['max']:.1f})" if ratio else ""

    lines = [f"{'':22} {'x real':>7} {'first':>7} {'prompt':>7} {'FlowLM':>7} {'Mimi':>6} {'cpu':>6} {'RSS MB':>7} "
             f"{'load ms':>8}  {'than float32':18} {'than best int8':18} first audio: than int8"]
    for name, r in rows.items():
        lines.append(f"{name:22} {r['x_realtime']:7.2f} {r['first_audio_ms']:7.1f} {r['text_prompt_ms']:7.1f} "
                     f"{r['flow_lm_ms_per_frame']:7.2f} {r['mimi_ms_per_frame']:6.2f} "
                     f"{r['cpu_ms'] / r['total_ms']:6.2f} {r['peak_rss_mb']:7.0f} {r['load_ms']:8.0f}  "
                     f"{spread(r.get('faster_than_float32')):18} {spread(r.get('faster_than_int8')):18} "
                     f"{spread(r.get('sooner_than_int8'))}")
    return "\n".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--checkpoint", required=True, help="yaml of a model with float32 weights")
    parser.add_argument("--voice", required=True, help="a .safetensors voice of it")
    parser.add_argument("--work", required=True, help="where the peers' torchao is")
    parser.add_argument("--sotto", default="sotto", help="the program")
    parser.add_argument("--packed", type=Path, help="folder with pocket-SCHEME for each scheme (default: --work)")
    parser.add_argument("--variants", default="load:f32,load:int8,int8,int8-static,q8,q4")
    parser.add_argument("--peers", default="float32,int8,torchao")
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--peer-threads", type=int, default=1,
                        help="of torch's operators; 1 is the package's own setting, for each of its two halves")
    parser.add_argument("--frames", type=int, default=125)
    parser.add_argument("--text", default=TEXT)
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--stage-runs", type=int, default=3)
    parser.add_argument("--pause", type=float, default=0.25, help="seconds between two runs")
    parser.add_argument("--json", help="write the numbers to this file")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    options = parser.parse_args()
    options.packed = options.packed or Path(options.work)
    options.checkpoint, options.voice = (str(Path(p).resolve()) for p in (options.checkpoint, options.voice))
    if options.worker:
        work(options)
        return
    environment = dict(os.environ, HF_HUB_OFFLINE="1")
    same = [f"--{key}={getattr(options, key.replace('-', '_'))}"
            for key in ("checkpoint", "voice", "work", "peer-threads", "frames", "text")]
    peers = []
    for worker in filter(None, options.peers.split(",")):
        command = [sys.executable, "-W", "ignore", os.path.abspath(__file__), "--worker", worker, *same]
        peers.append(Contestant(f"pocket-tts {worker}", command, environment))
        peers[-1].worker = worker
    ours = [Contestant(f"sotto {v}", sotto_command(options, v), environment) for v in options.variants.split(",")]
    results = {"threads": options.threads, "frames": options.frames, "load_average_before": os.getloadavg(),
               "rows": measure(options, peers, ours), "load_average_after": os.getloadavg()}
    print(table(results["rows"]))
    print("load average {:.1f} before, {:.1f} after".format(results["load_average_before"][0],
                                                            results["load_average_after"][0]))
    if options.json:
        Path(options.json).write_text(json.dumps(results, indent=1))


if __name__ == "__main__":
    main()
