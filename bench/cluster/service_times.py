#!/usr/bin/env python3
"""What a sentence costs a worker and the queue, for simulate.py: processor time of the worker's threads for each sentence,
translated alone and spoken too, its sound, and the messages that nats-server takes and gives for it. Processor time, and the
least of three passes: what others do on the machine meanwhile is in it as little as can be.

    SOTTO_BINARY=build/release/sotto python3 bench/cluster/service_times.py [FILE ...] > bench/cluster/service_times.json
"""
import argparse
import json
import pathlib
import re
import statistics
import sys
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests/cluster"))
from overhead import Results  # noqa: E402
from queue_server import MODEL, Client, Queue, free_port  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]


def sentences_of(queue, files, most):
    sentences = []
    for file in files:
        timings = queue.path("timings.jsonl")
        done = queue.run("speak", "--to", "en", "--voice", "none", "--text", str(file), "--timings", timings)
        assert done.returncode == 0, done.stderr
        lines = [json.loads(line) for line in open(timings, encoding="utf-8")]
        sentences += [line["source"] for line in lines if line.get("source")]
    chosen = list(dict.fromkeys(sentences))
    return chosen[::max(1, len(chosen) // most)][:most]  # of all parts of them


def processor_ms(worker):
    """Of all threads that it has; the queue's and the engine's stay."""
    tasks = pathlib.Path(f"/proc/{worker.process.pid}/task")
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks.iterdir()) / 1e6


def messages(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/varz", timeout=30) as answer:
        state = json.load(answer)
    return state["in_msgs"] + state["out_msgs"], state["in_bytes"]


def measure(queue, port, worker, voice, texts):
    results = Results(queue)
    client = Client(queue)
    subject = queue.subjects[voice]
    times = []
    before = messages(port)
    for turn in range(3):  # as tasks of their own
        for text in texts:
            begin = processor_ms(worker)
            results.publish(client.task(text=text, voice=voice, rate=1 + turn / 1e6), subject)
            result = results.wait()
            time.sleep(0.02)  # it says that it is done, and asks for the next one
            times.append(processor_ms(worker) - begin)
    after = messages(port)
    least = [min(times[i::len(texts)]) for i in range(len(texts))]
    rate_hz = int(re.search(rb'"sample_rate_hz":(\d+)', result)[1])
    return least, (after[0] - before[0]) / len(times), (after[1] - before[1]) / len(times), rate_hz


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=pathlib.Path, default=sorted((ROOT / "tests/data/agent").glob("*.jsonl")))
    parser.add_argument("--sentences", type=int, default=200)
    parser.add_argument("--voice", default="open-jtalk:mei")
    options = parser.parse_args()
    port = free_port()
    queue = Queue(f"http: 127.0.0.1:{port}")
    try:
        texts = sentences_of(queue, options.files, options.sentences)
        worker = queue.work("--slots", "1", "--batch", "1", "--voice", options.voice)
        worker.wait_until_ready()
        # The subject of a voice has its digest in it: the consumer says it.
        answer = json.loads(Client(queue).request("$JS.API.CONSUMER.LIST.SOTTO_JOBS", b"{}"))
        subjects = [consumer["config"]["filter_subject"] for consumer in answer["consumers"]]
        queue.subjects = {"none" if subject.endswith(".none") else options.voice: subject for subject in subjects}
        translate, messages_translate, bytes_translate, _ = measure(queue, port, worker, "none", texts)
        both, messages_both, bytes_both, rate_hz = measure(queue, port, worker, options.voice, texts)
        print(json.dumps({
            "voice": options.voice, "translator": MODEL, "sentences": len(texts),
            "characters": round(statistics.mean(map(len, texts)), 1), "sound_s": round((bytes_both - bytes_translate) / 2 / rate_hz, 2),
            "translate_ms": [round(t, 1) for t in translate], "translate_and_speak_ms": [round(t, 1) for t in both],
            "messages": {"translate": round(messages_translate, 1), "translate_and_speak": round(messages_both, 1)},
            "bytes_in": {"translate": round(bytes_translate), "translate_and_speak": round(bytes_both)}}))
    finally:
        queue.close()


if __name__ == "__main__":
    main()
