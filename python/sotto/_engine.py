"""Models, voices and threads, which all that an engine makes shares."""

import threading
from typing import Any, List, NamedTuple, Optional, Sequence

from ._library import Handle, c_text, c_texts, check, ffi, lib, struct, text_of


class VoiceInfo(NamedTuple):
    name: str  #: "kokoro:af_heart"
    languages: List[str]  #: ISO 639 codes; empty: many
    leaves_machine: bool  #: texts are sent to somebody's server


class Engine:
    """Which models and voices may be used, how many threads compute, how much memory they take.

    Loads nothing yet. Translators, voices and sessions that name no engine share one of the process
    that has every default.
    """

    def __init__(self, translators: Optional[Sequence[str]] = None, voices: Optional[Sequence[str]] = None, *,
                 device: str = "cpu", threads: int = 0, max_bytes: int = 0, cache: bool = True) -> None:
        """
        Args:
            translators: names, hub ids or folders, each with @SCHEME for other weights
                ("nllb-600m@q8"); None: all that are installed.
            voices: names or kinds ("espeak-ng") of those that may be used; None: every one.
            device: what computes networks.
            threads: that compute; 0: one a processor.
            max_bytes: of weights in memory; those used longest ago go first; 0: no limit.
            cache: translations are kept in the user's cache folder.
        """
        models, _models = c_texts(list(translators)) if translators is not None else (None, None)
        voice_names, _voices = c_texts(list(voices)) if voices is not None else (None, None)
        name = c_text(device)
        options = struct("sotto_engine_options", translators=models, voices=voice_names, device=name,
                         threads=threads, max_bytes=max_bytes, no_cache=int(not cache))
        self._handle = Handle(lambda out: lib.sotto_engine_open(options, out), "sotto_engine")

    @property
    def models(self) -> List[str]:
        """Names of the models that can translate."""
        names: List[str] = []
        user = ffi.new_handle(names)
        check(lib.sotto_engine_models(self._handle.pointer, _add_model, user))
        return names

    @property
    def voices(self) -> List[VoiceInfo]:
        voices: List[VoiceInfo] = []
        user = ffi.new_handle(voices)
        check(lib.sotto_engine_voices(self._handle.pointer, _add_voice, user))
        return voices

    @property
    def pointer(self) -> Any:
        return self._handle.pointer


@ffi.callback("sotto_model_function")
def _add_model(user: Any, name: Any) -> None:
    ffi.from_handle(user).append(text_of(name))


@ffi.callback("sotto_voice_function")
def _add_voice(user: Any, voice: Any) -> None:
    languages: List[str] = []
    while voice.languages[len(languages)] != ffi.NULL:
        languages.append(text_of(voice.languages[len(languages)]))
    ffi.from_handle(user).append(VoiceInfo(text_of(voice.name), languages, voice.leaves_machine != 0))


_lock = threading.Lock()
_shared: Optional[Engine] = None


def shared_engine() -> Engine:
    """The process's, with every default; opened when it is first asked for."""
    global _shared
    with _lock:
        if _shared is None:
            _shared = Engine()
        return _shared
