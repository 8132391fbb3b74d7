"""What is heard of a stream or session, and the queue that brings it from the library's threads."""

import asyncio
import collections
import threading
from typing import Any, Deque, Generic, List, NamedTuple, Optional, Tuple, TypeVar

import numpy as np
import numpy.typing as npt

from ._library import ffi, text_of, text_or_none

T = TypeVar("T")


class Audio(NamedTuple):
    """Sound, as it was made."""

    samples: "npt.NDArray[np.float32]"  #: float32 in [-1, 1], mono, shape (n,); the caller's own
    sample_rate: int  #: Hz; may change between two sentences


class Sentence(NamedTuple):
    """A sentence that was translated; its sound follows."""

    number: int  #: from 0, in the order of the text
    source: str
    text: str  #: in the target language, or the source where it was lost
    why: Optional[str]  #: why it was lost; None: it was not


class Finished(NamedTuple):
    """All sound of a sentence is out, or it has none."""

    number: int


class SoundLost(NamedTuple):
    """Once: the voice broke, and the rest is text."""

    message: str


def audio_of(audio: Any) -> Audio:
    buffer = memoryview(ffi.buffer(audio.samples, audio.sample_count * ffi.sizeof("float")))
    return Audio(np.frombuffer(buffer, dtype=np.float32).copy(), audio.sample_rate_hz)


def sentence_of(sentence: Any) -> Sentence:
    return Sentence(sentence.number, text_of(sentence.source), text_of(sentence.text), text_or_none(sentence.why))


class EventQueue(Generic[T]):
    """From the library's threads to one that iterates, or to a loop of asyncio. It never makes the
    library wait: it grows to what a text makes in sound."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._events: "Deque[T]" = collections.deque()
        self._ended = False
        self._failure: "Optional[BaseException]" = None
        self._waiting: "List[Tuple[asyncio.AbstractEventLoop, asyncio.Future[None]]]" = []

    def put(self, event: T) -> None:
        with self._changed:
            if not self._ended:
                self._events.append(event)
            self._wake()

    def end(self, failure: "Optional[BaseException]" = None) -> None:
        """Nothing more comes. `failure` is raised behind the last event."""
        with self._changed:
            if not self._ended:
                self._ended, self._failure = True, failure
            self._wake()

    def drop(self) -> None:
        """Ends at once: what was not taken is forgotten."""
        with self._changed:
            self._events.clear()
            self._ended, self._failure = True, None
            self._wake()

    def next(self) -> T:
        """Blocks for the next event. StopIteration: there is none."""
        with self._changed:
            self._changed.wait_for(lambda: self._events or self._ended)
            if self._events:
                return self._events.popleft()
            self._raise_failure()
            raise StopIteration

    async def anext(self) -> T:
        while True:
            with self._changed:
                if self._events:
                    return self._events.popleft()
                if self._ended:
                    self._raise_failure()
                    raise StopAsyncIteration
                loop = asyncio.get_running_loop()
                future: "asyncio.Future[None]" = loop.create_future()
                self._waiting.append((loop, future))
            await future

    def _raise_failure(self) -> None:
        failure, self._failure = self._failure, None
        if failure is not None:
            raise failure

    def _wake(self) -> None:
        self._changed.notify_all()
        waiting, self._waiting = self._waiting, []
        for loop, future in waiting:
            try:
                loop.call_soon_threadsafe(_set_done, future)
            except RuntimeError:  # the loop is closed: nobody waits there any more
                pass


def _set_done(future: "asyncio.Future[None]") -> None:
    if not future.done():
        future.set_result(None)
