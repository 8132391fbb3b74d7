"""Calls that block, and Ctrl-C, which Python hears on its main thread between two of its own steps."""

import threading
from typing import Callable, List, TypeVar

from ._library import Handle, lib

T = TypeVar("T")


class Stop(Handle):
    """What stops the calls that have it. Any thread may ask."""

    def __init__(self) -> None:
        super().__init__(lib.sotto_stop_new, "sotto_stop")

    def request(self) -> None:
        lib.sotto_stop_request(self.pointer)


def run_blocking(work: Callable[[], T], stop: Callable[[], None]) -> T:
    """What `work` gives or raises. The main thread lets another one do it, so that a signal's
    exception calls `stop`, whereupon `work` must end, and is raised here."""
    if threading.current_thread() is not threading.main_thread():
        return work()
    result: "List[T]" = []
    failure: "List[BaseException]" = []

    def run() -> None:
        try:
            result.append(work())
        except BaseException as error:
            failure.append(error)

    thread = threading.Thread(target=run, name="sotto", daemon=True)
    thread.start()
    try:
        thread.join()
    except BaseException:
        stop()
        thread.join()
        raise
    if failure:
        raise failure[0]
    return result[0]
