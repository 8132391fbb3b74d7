#!/usr/bin/env python3
"""Makes this folder's recordings, texts and goldens.json: make_goldens.py (needs numpy and sacrebleu 2.6; same bytes every time).

The numbers for sound are computed here on their own, in double precision with numpy, from the formulas in
src/measure/spectrum.h and sound_quality.h.
"""
import json
import math
import pathlib
import wave

import numpy as np
import sacrebleu

HERE = pathlib.Path(__file__).resolve().parent
RATE = 16000


def vowels(seconds, pitch, formants, noise, seed, lead=0.05, tail=0.1):
    """A buzz through moving resonances, like two syllables, with silence around it."""
    generator = np.random.default_rng(seed)
    t = np.arange(int(seconds * RATE)) / RATE
    sound = np.zeros_like(t)
    for harmonic in range(1, int(7000 / pitch)):
        hz = harmonic * pitch
        gain = sum(1 / (1 + ((hz - f * (1 + 0.3 * np.sin(3 * t))) / 120) ** 2) for f in formants)
        sound += gain * np.sin(2 * np.pi * hz * t) / harmonic**0.5
    sound *= np.sin(np.pi * t / seconds) ** 0.5 * (0.6 + 0.4 * np.cos(2 * np.pi * t / seconds * 2))
    sound = 0.5 * sound / np.abs(sound).max() + noise * generator.standard_normal(len(t))
    return np.concatenate([np.zeros(int(lead * RATE)), sound, np.zeros(int(tail * RATE))])


def write(name, sound):
    values = np.clip(np.round(sound * 32768), -32768, 32767).astype("<i2")
    with wave.open(str(HERE / name), "wb") as file:
        file.setnchannels(1), file.setsampwidth(2), file.setframerate(RATE)
        file.writeframes(values.tobytes())
    return values.astype(np.float64) / 32768


def power_spectra(x):
    window, hop = round(0.025 * RATE), round(0.010 * RATE)
    size = 1 << (window - 1).bit_length()
    frames = 1 if len(x) <= window else 1 + math.ceil((len(x) - window) / hop)
    x = np.concatenate([x, np.zeros(window + hop)])
    hann = 0.5 - 0.5 * np.cos(2 * np.pi * np.arange(window) / window)
    pieces = np.stack([x[i * hop:i * hop + window] * hann for i in range(frames)])
    return np.abs(np.fft.rfft(pieces, size)) ** 2, size, (hann**2).sum()


def log_mel(power, size):
    top = 2595 * np.log10(1 + min(8000, RATE / 2) / 700)
    corners = 700 * (10 ** (np.arange(82) * top / 81 / 2595) - 1)
    hz = np.arange(power.shape[1]) * RATE / size
    filters = np.stack([np.interp(hz, corners[b:b + 3], [0, 1, 0], left=0, right=0) for b in range(80)])
    return 10 * np.log10(np.maximum(power @ filters.T, 1e-10))


def mel_cepstrum(mel):
    amplitude = np.log(10 ** (mel / 20))
    b = np.arange(80)
    return np.stack([2 / 80 * (amplitude * np.cos(np.pi * k * (b + 0.5) / 80)).sum(axis=1) for k in range(1, 14)], axis=1)


def mcd(a, b):
    distance = 10 / np.log(10) * np.sqrt(2 * ((a[:, None] - b[None]) ** 2).sum(axis=2))
    best = np.full((len(a) + 1, len(b) + 1, 2), np.inf)
    best[0, 0] = 0
    for i in range(len(a)):
        for j in range(len(b)):
            cost, steps = min(tuple(best[i, j]), tuple(best[i, j + 1]), tuple(best[i + 1, j]))
            best[i + 1, j + 1] = cost + distance[i, j], steps + 1
    return best[-1, -1, 0] / best[-1, -1, 1]


def facts(x):
    power, size, energy = power_spectra(x)
    mirrored = power * np.where((np.arange(power.shape[1]) > 0) & (np.arange(power.shape[1]) < size // 2), 2, 1)
    hz = np.arange(power.shape[1]) * RATE / size
    mean = mirrored.sum(axis=0) / len(power) / size / energy
    loud = np.flatnonzero(np.abs(x) >= 0.001)
    return {"samples": len(x), "low_db": 10 * np.log10(mean[hz < 4000].sum()), "high_db": 10 * np.log10(mean[hz >= 4000].sum()),
            "clipped": int((np.abs(x) >= 0.999).sum()), "silence_before_ms": 1e3 * loud[0] / RATE,
            "silence_after_ms": 1e3 * (len(x) - 1 - loud[-1]) / RATE}


def sounds():
    plain = vowels(0.8, 120, (600, 1500, 2600), 0.0005, 1)
    made = {
        "plain.wav": plain,
        "noisy.wav": plain + 0.02 * np.random.default_rng(2).standard_normal(len(plain)),
        "slower.wav": vowels(0.95, 120, (600, 1500, 2600), 0.0005, 3, lead=0.09, tail=0.2),
        "other.wav": np.clip(2.2 * vowels(0.7, 180, (350, 2200, 3000), 0.001, 4), -1, 1),
    }
    x = {name: write(name, sound) for name, sound in made.items()}
    mel = {name: log_mel(*power_spectra(sound)[:2]) for name, sound in x.items()}
    pairs = []
    for a, b in (("plain.wav", "noisy.wav"), ("plain.wav", "slower.wav"), ("plain.wav", "other.wav"), ("slower.wav", "noisy.wav")):
        frames, n = min(len(mel[a]), len(mel[b])), min(len(x[a]), len(x[b]))
        ends = [np.flatnonzero(np.abs(x[name]) >= 0.001)[-1] for name in (a, b)]
        pairs.append({"a": a, "b": b, "mcd_db": mcd(mel_cepstrum(mel[a]), mel_cepstrum(mel[b])),
                      "log_mel_db": np.sqrt(((mel[a][:frames] - mel[b][:frames]) ** 2).mean(axis=1)).mean(),
                      "correlation": np.corrcoef(x[a][:n], x[b][:n])[0, 1], "eos_shift_ms": 1e3 * float(ends[1] - ends[0]) / RATE})
    return {"facts": {name: facts(sound) for name, sound in x.items()}, "pairs": pairs}


def texts():
    found = []
    for name, tokenizer in (("english", "13a"), ("japanese", "char"), ("rough", "13a"), ("rough", "none")):
        hypotheses = (HERE / f"{name}.hyp.txt").read_text(encoding="utf-8").split("\n")[:-1]
        references = (HERE / f"{name}.ref.txt").read_text(encoding="utf-8").split("\n")[:-1]
        found.append({"name": name, "tokenizer": tokenizer, "chrf": sacrebleu.corpus_chrf(hypotheses, [references]).score,
                      "bleu": sacrebleu.corpus_bleu(hypotheses, [references], tokenize=tokenizer).score,
                      "exact_match": sum(h == r for h, r in zip(hypotheses, references)) / len(hypotheses)})
    return found


if __name__ == "__main__":
    (HERE / "goldens.json").write_text(json.dumps({"sacrebleu": sacrebleu.__version__, "texts": texts(), "sounds": sounds()}, indent=1) + "\n")
