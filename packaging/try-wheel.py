"""What try-wheel runs in its system: a translation, and a sentence of each language to a sound file."""
import sys
import wave

import numpy
import sotto

ENGLISH = "All 42 tests pass now."
japanese = sotto.Translator("narrator-en-ja", to="ja").translate(ENGLISH).text
print("Python", sys.version.split()[0], "sotto", sotto.__version__, japanese)
for language, text in (("ja", japanese), ("en", ENGLISH)):
    samples, sample_rate = sotto.Voice(language=language).speak(text)
    with wave.open(f"/root/{language}.wav", "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(sample_rate)
        file.writeframes((numpy.clip(samples, -1, 1) * 32767).astype("<i2").tobytes())
