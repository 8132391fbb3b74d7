"""What can fail. Each message is one sentence that can be shown to a user."""


class Error(Exception):
    """What sotto could not do."""


class BadArgument(Error, ValueError):
    """A call that makes no sense."""


class NotFound(Error, LookupError):
    """A file, folder, voice, model or language that is not there."""


class BadFormat(Error, ValueError):
    """A file or stream that is not what it should be."""


class Unsupported(Error):
    """Well-formed, but not something sotto does."""


class SystemFailure(Error, OSError):
    """The operating system refused, or memory ran out."""


class Cancelled(Error):
    """The call, stream or session was stopped."""


class InternalError(Error):
    """A bug of sotto's."""


# In the order of sotto_status, from 1.
_KINDS = (BadArgument, NotFound, BadFormat, Unsupported, SystemFailure, Cancelled, InternalError)


def error_of(status: int, message: str) -> Error:
    return _KINDS[status - 1](message) if 0 < status <= len(_KINDS) else Error(message)
