"""Sounds of Kokoro side by side: WAVs, and how far they are apart.

    python kokoro_sounds.py onnx FOLDER SAID OUT     onnxruntime says the phonemes of SAID/said.jsonl (bench/kokoro_sounds wrote it) into OUT
    python kokoro_sounds.py compare A B [--first]    N.wav of both folders, a row for each line and the medians; --first: of B's first part
    python kokoro_sounds.py picture A B... OUT.png   spectrograms of line 0 one below the other

Needs numpy; onnx and onnxruntime for the first one. FOLDER: as scripts/voice-kokoro installs it. The whole, for what an agent's session says:

    sotto translate --to ja < tests/data/agent/login_fix.sentences.txt > lines.txt
    mkdir -p stored onnx; build/release/bench/kokoro_sounds FOLDER jf_alpha stored 0 0 stored < lines.txt > stored/said.jsonl
    python bench/peers/kokoro_sounds.py onnx FOLDER stored onnx; python bench/peers/kokoro_sounds.py compare stored onnx

mcd: mel cepstra of 13 coefficients, frame by frame, no alignment (that of `sotto compare` has one); log mel: 80 bands; both in dB of amplitude.
"""
import json
import statistics
import struct
import sys
import wave
import zlib
from pathlib import Path

import numpy as np

RATE, SIZE, HOP, FADE = 24000, 1024, 240, 240


def said(folder):
    return [json.loads(line) for line in (Path(folder) / "said.jsonl").read_text(encoding="utf-8").splitlines()]


def samples(folder, number):
    x = np.fromfile(Path(folder) / f"{number}.f32", np.float32)
    with wave.open(str(Path(folder) / f"{number}.wav"), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes((np.clip(x, -1, 1) * 32767).astype("<i2").tobytes())
    return x


def power(x):
    padded = np.concatenate([x, np.zeros(max(0, SIZE - len(x)))])
    return np.abs(np.fft.rfft(np.lib.stride_tricks.sliding_window_view(padded, SIZE)[::HOP] * np.hanning(SIZE))) ** 2


def mel_bands():
    mel = lambda hz: 2595 * np.log10(1 + hz / 700)
    ends = 700 * (10 ** (np.linspace(mel(0), mel(RATE / 2), 82) / 2595) - 1)
    hz = np.fft.rfftfreq(SIZE, 1 / RATE)
    rise, fall = (hz - ends[:-2, None]) / np.diff(ends)[:-1, None], (ends[2:, None] - hz) / np.diff(ends)[1:, None]
    return np.maximum(0, np.minimum(rise, fall))


def log_mel(x):
    return 10 * np.log10(np.maximum(power(x) @ mel_bands().T, 1e-6))  # a floor of -60 dB


def differences(a, b):
    n = min(len(a), len(b))
    x, y = log_mel(a[:n]), log_mel(b[:n])
    cosines = np.cos(np.pi * np.arange(1, 14)[:, None] * (np.arange(80) + 0.5) / 80) * np.sqrt(2 / 80)
    cepstra = ((x - y) @ cosines.T) * np.log(10) / 20  # of the logarithm of amplitudes
    return {
        "mcd": 10 / np.log(10) * np.sqrt(2 * (cepstra**2).sum(1)).mean() / np.sqrt(80 / 2),
        "log_mel": np.sqrt(((x - y) ** 2).mean(1)).mean(),
        "mel_correlation": np.corrcoef(x.ravel(), y.ravel())[0, 1],
        "wave_correlation": np.corrcoef(a[:n], b[:n])[0, 1],
        "level": 10 * np.log10((b[:n].astype(float) ** 2).sum() / (a[:n].astype(float) ** 2).sum()),
    }


def compare(first, second, opening):
    rows = []
    for number, (a, b) in enumerate(zip(said(first), said(second))):
        x, y = samples(first, number), samples(second, number)
        if opening:
            if len(b["parts"]) < 2:
                continue
            x, y = x[: b["parts"][0]], y[: b["parts"][0]]
        row = {"line": number, "seconds": len(x) / RATE, "longer": (len(y) - len(x)) / RATE}
        row["durations"] = float(np.abs(np.array(a["durations"]) - np.array(b["durations"])).max())  # in frames
        rows.append(row | differences(x, y))
        print(json.dumps({k: round(float(v), 4) for k, v in rows[-1].items()}))
    names = [name for name in rows[0] if name != "line"]
    print(json.dumps({"median": {k: round(statistics.median(float(r[k]) for r in rows), 4) for k in names},
                      "least": {k: round(min(float(r[k]) for r in rows), 4) for k in names},
                      "most": {k: round(max(float(r[k]) for r in rows), 4) for k in names}}))


def onnx(folder, source, out):
    import onnx
    import onnxruntime

    model = onnx.load(str(Path(folder) / "kokoro-v1.0.int8.onnx"))
    rounded = next(n.input[0] for n in model.graph.node if n.name == "/encoder/Round")  # the durations before
    model.graph.output.append(onnx.helper.make_tensor_value_info(rounded, onnx.TensorProto.FLOAT, None))
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 2
    session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
    vocab = json.loads((Path(folder) / "vocab.json").read_text(encoding="utf-8"))
    vocab = vocab.get("vocab", vocab)
    voices = np.load(Path(folder) / "voices_ja.npz")
    Path(out).mkdir(parents=True, exist_ok=True)
    with open(Path(out) / "said.jsonl", "w", encoding="utf-8") as record:
        for number, line in enumerate(said(source)):
            phonemes = line["phonemes"]
            ids = [0] + [vocab[c] for c in phonemes if c in vocab] + [0]
            style = voices[line["voice"]].reshape(510, 256)[len(phonemes) - 1]
            feed = {"tokens": np.array([ids], np.int64), "style": style[None].astype(np.float32), "speed": np.ones(1, np.float32)}
            sound, durations = session.run(None, feed)
            sound.ravel().astype(np.float32).tofile(Path(out) / f"{number}.f32")
            line |= {"parts": [int(sound.size)], "durations": [float(d) for d in durations.ravel()]}
            record.write(json.dumps(line, ensure_ascii=False) + "\n")
            samples(out, number)


def picture(folders, out):
    rows = []
    for folder in folders:
        db = 10 * np.log10(power(samples(folder, 0))[:, :340] + 1e-8).T[::-1]
        rows.append((np.clip((db + 60) / 100, 0, 1) * 255).astype(np.uint8))
    width = min(row.shape[1] for row in rows)
    image = np.vstack([row[:, :width] for row in rows])
    chunk = lambda tag, data: struct.pack(">I", len(data)) + tag + data + struct.pack(">I", zlib.crc32(tag + data))
    lines = b"".join(b"\0" + row.tobytes() for row in image)
    head = struct.pack(">IIBBBBB", width, image.shape[0], 8, 0, 0, 0, 0)
    Path(out).write_bytes(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", zlib.compress(lines)) + chunk(b"IEND", b""))


if __name__ == "__main__":
    verb, *rest = sys.argv[1:] or [""]
    if verb == "onnx" and len(rest) == 3:
        onnx(*rest)
    elif verb == "compare" and len(rest) in (2, 3):
        compare(rest[0], rest[1], "--first" in rest)
    elif verb == "picture" and len(rest) >= 2:
        picture(rest[:-1], rest[-1])
    else:
        sys.exit(__doc__)
