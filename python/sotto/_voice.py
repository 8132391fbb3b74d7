"""Texts as sound."""

import atexit
import threading
from typing import Any, Optional

import numpy as np

from ._blocking import Stop, run_blocking
from ._engine import Engine, shared_engine
from ._events import Audio, EventQueue, audio_of
from ._library import Handle, c_text, check, ffi, in_callback, lib, struct


@ffi.callback("sotto_audio_function", error=1)
def _on_audio(user: Any, audio: Any) -> int:
    with in_callback():
        ffi.from_handle(user).put(audio_of(audio))
        return 0


class _Speech(threading.Thread):
    """Says a text. It knows no stream, so that one that nobody has any more can stop it."""

    def __init__(self, voice: Handle, text: Any) -> None:
        super().__init__(name="sotto speech", daemon=True)
        self.stop = Stop()
        self.queue: "EventQueue[Audio]" = EventQueue()
        self._voice, self._text = voice, text

    def run(self) -> None:
        user = ffi.new_handle(self.queue)
        try:
            check(lib.sotto_voice_speak(self._voice.pointer, self._text, _on_audio, user, self.stop.pointer))
            self.queue.end()
        except BaseException as error:
            self.queue.end(error)

    def close(self) -> None:
        self.stop.request()
        self.queue.drop()


@atexit.register
def _close_all() -> None:
    """No thread of the library may call back into an interpreter that ends."""
    speeches = [thread for thread in threading.enumerate() if isinstance(thread, _Speech)]
    for speech in speeches:
        speech.close()
    for speech in speeches:
        speech.join()


class SpeechStream:
    """Iterates over `Audio` as it is made, also with `async for`. `close`, the end of a `with`, or
    leaving the loop stops it; then its place in the engine is free at once."""

    def __init__(self, voice: Handle, text: str) -> None:
        self._speech = _Speech(voice, c_text(text))
        self._speech.start()

    def __iter__(self) -> "SpeechStream":
        return self

    def __next__(self) -> Audio:
        try:
            return self._speech.queue.next()
        except BaseException:  # the end, a failure, or Ctrl-C
            self.close()
            raise

    def __aiter__(self) -> "SpeechStream":
        return self

    async def __anext__(self) -> Audio:
        try:
            return await self._speech.queue.anext()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Nothing more is said. From any thread."""
        self._speech.close()

    async def aclose(self) -> None:
        self.close()

    def __enter__(self) -> "SpeechStream":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_speech"):
            self.close()


class Voice:
    """A voice, loaded. Any thread may use it, and several at once."""

    def __init__(self, name: Optional[str] = None, *, language: str = "ja", speed: float = 1,
                 engine: Optional[Engine] = None) -> None:
        """
        Args:
            name: one of `Engine.voices`; None: the best for the language.
            language: of the texts, as an ISO 639 or FLORES-200 code.
            speed: 0.25 to 4, at the same pitch.
            engine: whose voices and threads; None: the process's own.
        """
        engine = engine or shared_engine()
        voice_name, code = (None if name is None else c_text(name)), c_text(language)
        options = struct("sotto_voice_options", name=voice_name, speed=float(speed))
        self._handle = run_blocking(
            lambda: Handle(lambda out: lib.sotto_voice_open(engine.pointer, code, options, out), "sotto_voice"),
            lambda: None)

    def stream(self, text: str) -> SpeechStream:
        """Sound of a text of any number of sentences, chunk by chunk as it is made."""
        return SpeechStream(self._handle, text)

    def speak(self, text: str) -> Audio:
        """All sound of a text at once. Raises ValueError where its sample rate changes."""
        chunks = list(self.stream(text))
        rates = {chunk.sample_rate for chunk in chunks}
        if len(rates) > 1:
            raise ValueError(f"the sound has sample rates of {sorted(rates)} Hz, expected one: use stream()")
        samples = [chunk.samples for chunk in chunks] or [np.zeros(0, np.float32)]
        return Audio(np.concatenate(samples), rates.pop() if rates else 0)
