"""A text that is translated and spoken while it is still being written."""

import atexit
import threading
import weakref
from typing import Any, Callable, Iterable, NamedTuple, Optional, Union

from ._blocking import run_blocking
from ._engine import Engine, shared_engine
from ._errors import Cancelled
from ._events import Audio, EventQueue, Finished, Sentence, SoundLost, audio_of, sentence_of
from ._library import Handle, c_text, check, ffi, in_callback, lib, struct, text_of

Event = Union[Sentence, Audio, Finished, SoundLost]
_INPUTS = ("automatic", "agent_stream", "plain")


class SessionStats(NamedTuple):
    sentences: int
    untranslated: int  #: of these
    unheard: int  #: of these


class _Heard:
    """What the library's callbacks know of a session: not the session, so that it can end."""

    def __init__(self, on_event: Optional[Callable[[Event], None]]) -> None:
        self.queue: "EventQueue[Event]" = EventQueue()
        self.put = on_event or self.queue.put
        self.failure: Optional[BaseException] = None

    def hear(self, event: Event) -> int:
        """0: go on. What a handler raises ends the session, and is raised by the next call."""
        if self.failure is None:
            try:
                with in_callback():
                    self.put(event)
            except BaseException as error:
                self.failure = error
        return 0 if self.failure is None else 1


@ffi.callback("void(void *, const sotto_sentence *)")
def _on_translated(user: Any, sentence: Any) -> None:
    ffi.from_handle(user).hear(sentence_of(sentence))


@ffi.callback("sotto_audio_function", error=1)
def _on_audio(user: Any, audio: Any) -> int:
    return int(ffi.from_handle(user).hear(audio_of(audio)))


@ffi.callback("void(void *, const sotto_sentence *)")
def _on_finished(user: Any, sentence: Any) -> None:
    ffi.from_handle(user).hear(Finished(sentence.number))


@ffi.callback("void(void *, sotto_status, const char *)")
def _on_sound_lost(user: Any, _status: int, message: Any) -> None:
    ffi.from_handle(user).hear(SoundLost(text_of(message)))


class Session:
    """Chunks of text, or of a coding agent's stream, in; sentences and sound out.

    Events are what iterating gives (`for` or `async for`): `Sentence`, `Audio`, `Finished` and
    `SoundLost`, in the order of the text. With `on_event` they go to that function instead, on
    threads of the library, which it must not hold up.
    """

    def __init__(self, *, to: str, source: str = "en", input: str = "automatic", translator: Optional[str] = None,
                 voice: Optional[str] = None, speed: float = 1, speaks: bool = True, markdown: bool = True,
                 notes: bool = False, thinking: bool = False, most_sentences: int = 0,
                 on_event: Optional[Callable[[Event], None]] = None, engine: Optional[Engine] = None) -> None:
        """
        Args:
            to, source: languages, as ISO 639 or FLORES-200 codes; the same: it is spoken as it is.
            input: "automatic", "agent_stream" (JSON lines of a coding agent) or "plain".
            translator, voice: by name; None: the best.
            speed: of the voice, 0.25 to 4, at the same pitch.
            speaks: False: text only; no voice is needed.
            markdown: False: * and # are what they are.
            notes: says in a word where code or a table was left out.
            thinking: also what the agent thinks.
            most_sentences: what comes behind so many is passed over; 0: nothing is.
        """
        if input not in _INPUTS:
            raise ValueError(f"input: is {input!r}, expected one of {', '.join(_INPUTS)}")
        engine = engine or shared_engine()
        self._heard = _Heard(on_event)
        self._idle = threading.Condition()
        self._calls, self._ended = 0, False  # guarded by _idle
        user = ffi.new_handle(self._heard)
        names = [None if name is None else c_text(name) for name in (translator, voice)]
        from_code, to_code = c_text(source), c_text(to)
        options = struct("sotto_session_options", input=_INPUTS.index(input), text_only=int(not speaks),
                         translator=names[0], voice=names[1], speed=float(speed), most_sentences=most_sentences,
                         no_markdown=int(not markdown), notes=int(notes), thinking=int(thinking))
        events = struct("sotto_session_events", user=user, translated=_on_translated, audio=_on_audio,
                        finished=_on_finished, sound_lost=_on_sound_lost)
        self._handle = run_blocking(
            lambda: Handle(lambda out: lib.sotto_session_open(engine.pointer, from_code, to_code, options, events, out),
                           "sotto_session", kept=user), lambda: None)
        _sessions.add(self)

    def push(self, chunk: Union[str, bytes]) -> None:
        """More of the text, in pieces of any size. Blocks while many sentences wait."""
        data = chunk.encode("utf-8", "replace") if isinstance(chunk, str) else bytes(chunk)
        self._run(lambda pointer: lib.sotto_session_push(pointer, data, len(data)))

    def flush(self) -> None:
        """What is complete by its punctuation is said now; 200 ms without a push do the same."""
        self._call(lib.sotto_session_flush)

    def finish(self) -> SessionStats:
        """The text is over. Blocks until all of it was said. Once."""
        stats = struct("sotto_session_stats")
        try:
            self._run(lambda pointer: lib.sotto_session_finish(pointer, stats))
        finally:
            self._heard.queue.end()
        return SessionStats(stats.sentences, stats.untranslated, stats.unheard)

    def feed(self, chunks: Iterable[Union[str, bytes]]) -> None:
        """Pushes all chunks and finishes, on a thread of its own; what fails there is raised by the
        loop that takes the events."""

        def work() -> None:
            try:
                for chunk in chunks:
                    self.push(chunk)
                self.finish()
            except BaseException as error:
                self._heard.queue.end(error)

        threading.Thread(target=work, name="sotto feed", daemon=True).start()

    def cancel(self) -> None:
        """Nothing more is said. From any thread, and from `on_event`."""
        with self._idle:
            if not self._ended:
                lib.sotto_session_cancel(self._handle.pointer)
        self._heard.queue.drop()

    def __iter__(self) -> "Session":
        return self

    def __next__(self) -> Event:
        try:
            return self._heard.queue.next()
        except KeyboardInterrupt:
            self.cancel()
            raise

    def __aiter__(self) -> "Session":
        return self

    async def __anext__(self) -> Event:
        return await self._heard.queue.anext()

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        self.cancel()

    def _run(self, work: Callable[[Any], int]) -> None:
        try:
            run_blocking(lambda: self._call(work), self.cancel)
        finally:
            if self._heard.failure is not None:
                failure, self._heard.failure = self._heard.failure, None
                self.cancel()
                raise failure

    def _call(self, work: Callable[[Any], int]) -> None:
        with self._idle:
            if self._ended:
                raise Cancelled("the session has ended with its program")
            self._calls += 1
        try:
            check(work(self._handle.pointer))
        finally:
            with self._idle:
                self._calls -= 1
                self._idle.notify_all()

    def _end(self) -> None:
        """No thread of the library may call back into an interpreter that ends: it waits for that."""
        self.cancel()
        with self._idle:
            self._ended = True
            self._idle.wait_for(lambda: self._calls == 0)
        self._handle.free()


_sessions: "weakref.WeakSet[Session]" = weakref.WeakSet()


@atexit.register
def _end_all() -> None:
    for session in list(_sessions):
        session._end()
