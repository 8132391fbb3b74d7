"""What onnxruntime makes of the released Kokoro: tests/data/kokoro/released.json, for the test of real weights.

Usage: python kokoro_onnx.py FOLDER OUT.json     (FOLDER: as scripts/voice-kokoro installs it; needs numpy, onnx and onnxruntime)

Records a clause, its durations (frames of 25 ms of each phoneme, before rounding, with the marks at both ends) and a coarse
picture of the sound: for each phoneme the logarithm of the mean power, over a Hann window a frame, in each of 16 bands of 500 Hz.
The graph rounds its activations to int8, draws no noise, and its inverse STFT is not upstream's: durations and sound are about
ours, and no more.
"""
import json
import os
import sys
import time

import numpy as np
import onnx
import onnxruntime

PHONEMES = "koɲɲiʨiβa, tesɨto βa zembɯ toːɾʲimaɕita."  # こんにちは、テストは全部通りました。
VOICE = "jf_alpha"
FRAME, RATE, BANDS, BAND_HZ = 600, 24000, 16, 500


FLOOR = 1e-3  # of the power, where nothing is heard


def picture(wave, frames):
    power = np.abs(np.fft.rfft(wave.reshape(-1, FRAME) * np.hanning(FRAME + 1)[:FRAME], axis=1)) ** 2
    bins = BAND_HZ * FRAME // RATE
    bands = power[:, : BANDS * bins].reshape(len(power), BANDS, bins).mean(2)
    ends = np.cumsum(frames)
    return np.log10(np.stack([bands[end - n : end].mean(0) for n, end in zip(frames, ends)]) + FLOOR)


folder, out = sys.argv[1:3]
model = onnx.load(os.path.join(folder, "kokoro-v1.0.int8.onnx"))
rounded = next(n.input[0] for n in model.graph.node if n.name == "/encoder/Round")  # the durations before
model.graph.output.append(onnx.helper.make_tensor_value_info(rounded, onnx.TensorProto.FLOAT, None))
options = onnxruntime.SessionOptions()
options.intra_op_num_threads = 2
session = onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])
vocab = json.load(open(os.path.join(folder, "vocab.json"), encoding="utf-8"))
vocab = vocab.get("vocab", vocab)
ids = [0] + [vocab[c] for c in PHONEMES] + [0]
style = np.load(os.path.join(folder, "voices_ja.npz"))[VOICE].reshape(510, 256)[len(PHONEMES) - 1]
feed = {"tokens": np.array([ids], np.int64), "style": style[None].astype(np.float32), "speed": np.ones(1, np.float32)}
for _ in range(3):
    began, cpu = time.time(), time.process_time()
    audio, durations = session.run(None, feed)
    seconds = audio.size / RATE
    print(f"{seconds:.2f} s of sound in {time.time() - began:.2f} s, {time.process_time() - cpu:.2f} s of two cores")
durations, audio = durations.ravel(), audio.ravel()
frames = np.maximum(np.rint(durations), 1).astype(int)
print(len(ids), "ids,", frames.sum(), "frames,", audio.size, "samples")
record = {
    "made": f"bench/peers/kokoro_onnx.py, onnxruntime {onnxruntime.__version__}, kokoro-v1.0.int8.onnx",
    "phonemes": PHONEMES, "voice": VOICE, "durations": [round(float(d), 3) for d in durations],
    "frame_samples": FRAME, "bands": BANDS, "band_hz": BAND_HZ, "floor": FLOOR,
    "log_power": [[round(float(v), 2) for v in row] for row in picture(audio, frames)],
}
with open(out, "w", encoding="utf-8") as file:
    json.dump(record, file, ensure_ascii=False)
    file.write("\n")
