"""Counts the branches of an input where libFuzzer looks.

Atheris instruments every branch with a call of `atheris._trace_branch(number)`, which took up to
half of the time. Our replacement (hits.cpp) only counts; libFuzzer sees the same.
"""

from __future__ import annotations

import ctypes
import importlib.util
import os
import subprocess
import sysconfig
from collections.abc import Callable
from importlib.machinery import ExtensionFileLoader
from itertools import count
from pathlib import Path
from typing import Any

SOURCE = Path(__file__).with_suffix(".cpp")
BUILD = SOURCE.parent.parent / "build" / "fuzz"


class Hits:
    """The counters of the modules that Atheris instruments until `begin`."""

    def __init__(self, atheris: Any) -> None:
        self._atheris = atheris
        self._numbers = count()
        atheris._reserve_counter = self._numbers.__next__

    def begin(self) -> None:
        """Registers the counters with libFuzzer; no branch gets another one."""
        size = next(self._numbers)
        self._native = _native()
        self._counters = (ctypes.c_uint8 * size)()
        # libFuzzer wants a distinct code address for each counter and whether a function begins
        # there: any distinct addresses do.
        self._places = (ctypes.c_size_t * (2 * size))()
        self._places[::2] = list(range(1, 16 * size, 16))
        self._native.count_in(ctypes.addressof(self._counters), size)
        spec = importlib.util.find_spec("atheris.core_with_libfuzzer")
        assert spec is not None
        fuzzer = ctypes.CDLL(spec.origin)
        _tell(fuzzer["__sanitizer_cov_8bit_counters_init"], self._counters)
        _tell(fuzzer["__sanitizer_cov_pcs_init"], self._places)

    def counted(self, check: Callable[[bytes], None]) -> Callable[[bytes], None]:
        """Returns the check with our function installed: Atheris installs its own at the start."""

        def run(data: bytes) -> None:
            self._atheris._trace_branch = self._native.hit
            try:
                check(data)
            except Exception:
                # libFuzzer keeps it too, but once exited without.
                print("input:", data, flush=True)
                raise

        return run


def _tell(function: Any, numbers: ctypes.Array[Any]) -> None:
    start = ctypes.addressof(numbers)
    function(ctypes.c_void_p(start), ctypes.c_void_p(start + ctypes.sizeof(numbers)))


def _native() -> Any:
    """Returns the module of hits.cpp, building it for this Python if needed."""
    file = BUILD / f"hits{sysconfig.get_config_var('EXT_SUFFIX')}"
    if not file.exists() or file.stat().st_mtime < SOURCE.stat().st_mtime:
        BUILD.mkdir(parents=True, exist_ok=True)
        new = BUILD / f"hits-{os.getpid()}.so"
        include = sysconfig.get_path("include")
        options = ("-std=c++20", "-O2", "-shared", "-fPIC", f"-I{include}")
        subprocess.run(["clang++", *options, "-o", new, SOURCE], check=True)
        new.replace(file)
    loader = ExtensionFileLoader("hits", str(file))
    spec = importlib.util.spec_from_loader("hits", loader)
    assert spec is not None
    return importlib.util.module_from_spec(spec)
