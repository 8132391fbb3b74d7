"""Translation and speech on your own machine, while the text is still being written.

    import sotto

    translator = sotto.Translator("narrator-en-ja", to="ja")
    for translation in translator.translate_batch(["All tests pass now."]):
        print(translation.text)

    for samples, sample_rate in sotto.Voice(language="ja").stream("テストがすべて通りました。"):
        ...  # float32 in [-1, 1], shape (n,)

    with sotto.Session(to="ja") as session:
        session.feed(open("agent.jsonl"))
        for event in session:
            ...  # Sentence, Audio, Finished

Calls release the GIL, any thread may make them, and Ctrl-C stops those that block. What fails is a
`sotto.Error`, whose message is one sentence.
"""

from ._engine import Engine, VoiceInfo
from ._errors import BadArgument, BadFormat, Cancelled, Error, InternalError, NotFound, SystemFailure, Unsupported
from ._events import Audio, Finished, Sentence, SoundLost
from ._library import version
from ._session import Session, SessionStats
from ._translator import Translation, Translator
from ._voice import SpeechStream, Voice

__version__ = version()
__all__ = [
    "Audio", "BadArgument", "BadFormat", "Cancelled", "Engine", "Error", "Finished", "InternalError", "NotFound",
    "Sentence", "Session", "SessionStats", "SoundLost", "SpeechStream", "SystemFailure", "Translation", "Translator",
    "Unsupported", "Voice", "VoiceInfo",
]
