"""The command `fivefold`: one module for each sub-command, in `commands/`.

This module and `fivefold` import nothing that is not in memory when Python starts: until `main`
runs, Ctrl-C ends the process without flushing its output.
"""

TYPE_CHECKING = False  # as in `typing`, which takes milliseconds to import
if TYPE_CHECKING:
    from collections.abc import Sequence

INTERRUPTED = 130
"""The exit code after Ctrl-C, as a shell reports it."""


def main(arguments: "Sequence[str] | None" = None) -> int:
    """Runs the command and returns its exit code; every error is one sentence on stderr.

    Ctrl-C exits with code 130. Without `arguments` the process is taken to be the command: those
    of `sys.argv` are read, and Ctrl-C while the interpreter shuts down is quiet too.
    """
    try:
        import sys

        from fivefold.cli.support.loading import exit_on_interrupt, raise_on_interrupt

        exit_on_interrupt()
        try:
            from fivefold.cli.support.main import run_safely
        finally:
            raise_on_interrupt()
        code = run_safely(sys.argv[1:] if arguments is None else arguments)
        if arguments is None:
            exit_on_interrupt()
        return code
    except BaseException as error:
        if was_interrupted(error):
            return INTERRUPTED
        raise


def was_interrupted(error: BaseException | None) -> bool:
    """Tells whether Ctrl-C is the error or its cause.

    Python 3.11 turns a `KeyboardInterrupt` in the middle of a class definition, such as that of
    an enumeration, into a `RuntimeError`.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__
    return error is not None
