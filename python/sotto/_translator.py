"""Texts of one language in another."""

from typing import List, NamedTuple, Optional, Sequence

from ._blocking import Stop, run_blocking
from ._engine import Engine, shared_engine
from ._library import Handle, c_text, c_texts, check, ffi, lib, text_of, text_or_none


class Translation(NamedTuple):
    text: str  #: in the target language; what was lost stays in its own
    why: Optional[str]  #: why some of it could not be translated ("repeats itself"); None: all was

    def __str__(self) -> str:
        return self.text


class Translator:
    """A model, loaded. Any thread may use it, and several at once: their sentences share the steps
    of the network."""

    def __init__(self, model: Optional[str] = None, *, source: str = "en", to: str = "ja",
                 engine: Optional[Engine] = None) -> None:
        """
        Args:
            model: one of `Engine.models`; None: the first that can.
            source, to: languages, as ISO 639 or FLORES-200 codes ("ja", "jpn_Jpan").
            engine: whose models and threads; None: the process's own.
        """
        engine = engine or shared_engine()
        name = ffi.NULL if model is None else c_text(model)
        from_code, to_code = c_text(source), c_text(to)
        self._handle = run_blocking(
            lambda: Handle(lambda out: lib.sotto_translator_open(engine.pointer, from_code, to_code, name, out),
                           "sotto_translator"), lambda: None)

    def translate_batch(self, texts: Sequence[str]) -> List[Translation]:
        """As many translations as texts, in their order. A text may have any number of sentences.

        Blocks until all are done; Ctrl-C stops it.
        """
        if isinstance(texts, str):
            raise TypeError("texts: is a str, expected a sequence of them")
        array, copies = c_texts(list(texts))
        stop = Stop()

        def work() -> Handle:
            return Handle(lambda out: lib.sotto_translate(self._handle.pointer, array, len(copies), stop.pointer, out),
                          "sotto_translations")

        done = run_blocking(work, stop.request)
        return [Translation(text_of(lib.sotto_translations_text(done.pointer, i)),
                            text_or_none(lib.sotto_translations_why(done.pointer, i))) for i in range(len(copies))]

    def translate(self, text: str) -> Translation:
        """One text."""
        return self.translate_batch([text])[0]
