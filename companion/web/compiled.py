"""Compiled templates, kept beside the evenings: compiling them all again costs half the start.

A convenience only: what cannot be kept is compiled anew, and nothing else is stored here.
"""

from __future__ import annotations

import contextlib
from pathlib import Path

from flask import Flask
from jinja2 import FileSystemBytecodeCache, TemplateError
from jinja2.bccache import Bucket


class CompiledTemplates(FileSystemBytecodeCache):
    """Jinja's own cache, except that a full or read-only disk is no reason to show no page."""

    def load_bytecode(self, bucket: Bucket) -> None:
        """Take what was kept; whatever is wrong with it, the template is compiled anew."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file of half a page unmarshals into anything
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep it if that is possible."""
        with contextlib.suppress(OSError):
            super().dump_bytecode(bucket)


def keep_in(folder: Path, app: Flask) -> None:
    """Keep *app*'s compiled templates in *folder*, readable by its owner only."""
    with contextlib.suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        app.jinja_env.bytecode_cache = CompiledTemplates(str(folder))


def warm_up(app: Flask) -> None:
    """Do beforehand what the first tap and the first photograph would wait for."""
    compile_all(app)
    with contextlib.suppress(ImportError):  # the doctor says why
        import companion.vision  # noqa: F401


def compile_all(app: Flask) -> None:
    """Compile every template, so that nobody's tap waits for it."""
    for name in app.jinja_env.list_templates(extensions=["html"]):
        with contextlib.suppress(TemplateError):
            app.jinja_env.get_template(name)
