"""What may go wrong and is worth telling: a code for programs, a sentence for people. Nothing of HTTP."""


class AppError(Exception):
    """A refusal that is safe to show: `code` is stable, `text` an English sentence, nothing was changed."""

    def __init__(self, code: str, text: str, **facts: object) -> None:
        super().__init__(text)
        self.code = code
        self.text = text
        self.facts = facts


class InvalidError(AppError):
    """What came in has the wrong form or a value that can never be right."""


class UnauthorizedError(AppError):
    """Nobody is signed in, or the credentials are wrong."""


class ForbiddenError(AppError):
    """The asker is known and may not do this."""


class NotFoundError(AppError):
    """There is no such thing, or the asker may not know of it."""


class ConflictError(AppError):
    """Right in form, but not in the present state; asking again later may work."""


class TooManyError(AppError):
    """A limit on how often something may be asked was reached."""


class BusyError(AppError):
    """The service can't do it just now; nothing was changed, and the same request may be sent again."""
