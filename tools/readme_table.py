#!/usr/bin/env python3
"""Writes the table between README.md's bench marks from a kept run of `sotto bench speak`: tools/readme_table.py RUN [README]"""
import json
import pathlib
import re
import sys

BEGIN, END = "<!-- bench speak: begin -->", "<!-- bench speak: end -->"
COLUMNS = (("translate_ms", ""), ("first_audio_ms", ""), ("ready_to_first_audio_ms", "**"))


def quantile(values, q):
    values = sorted(values)
    if q == 0.5 and len(values) % 2 == 0:
        return (values[len(values) // 2 - 1] + values[len(values) // 2]) / 2
    return values[max(1, -int(-q * len(values) // 1)) - 1]


def table(run, lines):
    machine = run["machine"]
    variant = run["variants"][0]
    voice = next(m["voice"] for m in lines if m["variant"] == variant["name"])
    out = [f"`sotto bench speak` on recorded sessions that arrive at {run['rate']:g} lines a second ({run['model_name']}, voice {voice},",
           f"{run['runs']} runs, {machine['processors']} cores of {machine['processor']}, {machine['isa']} kernels, {machine['read_gb_per_s']:.1f} GB/s",
           f"read bandwidth, other programs up to {100 * run['others_share']:.0f} % of the processors; commit {machine['commit']}), milliseconds:", "",
           "| session | sentences | translation p50 / p95 | voice, to its first sound p50 / p95 | text ready to first audio p50 / p95 |",
           "|---|---|---|---|---|"]
    for prompt in run["prompts"]:
        mine = [m for m in lines if m["prompt"].rsplit("#", 1)[0] == prompt["id"] and not m.get("cold") and m["variant"] == variant["name"]]
        cells = []
        for key, mark in COLUMNS:
            values = [m[key] for m in mine if m.get(key) is not None]
            cells.append(f"{mark}{quantile(values, 0.5):.1f}{mark} / {quantile(values, 0.95):.1f}" if values else "")
        out.append(f"| {prompt['id']} | {len({m['prompt'] for m in mine})} | " + " | ".join(cells) + " |")
    return "\n".join(out)


def main():
    folder = pathlib.Path(sys.argv[1])
    readme = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else pathlib.Path(__file__).resolve().parent.parent / "README.md")
    run = json.loads((folder / "run.json").read_text(encoding="utf-8"))
    if run.get("task") != "speak" or "finished" not in run:
        sys.exit(f"{folder}: is a run of {run.get('task')}, expected a finished one of speak")
    run["model_name"] = pathlib.Path(run["variants"][0]["model"]).name
    lines = [json.loads(line) for line in (folder / "measurements.jsonl").read_text(encoding="utf-8").splitlines()]
    text = readme.read_text(encoding="utf-8")
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    if not pattern.search(text):
        sys.exit(f"{readme}: has no marks {BEGIN} and {END}")
    readme.write_text(pattern.sub(lambda _: f"{BEGIN}\n{table(run, lines)}\n{END}", text), encoding="utf-8")


if __name__ == "__main__":
    main()
