"""The command `boodle`: reads the command line, calls, prints. No rule and no page is made here.

Heavy imports (OpenCV, Flask) wait inside the commands that need them, so that --help is quick.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Final

from companion import __version__, cli_cards
from companion.command_line import NOT_UNDERSTOOD, Parser

DONE: Final = 0
WRONG: Final = 1
NOT_YET: Final = 2
OUR_MISTAKE: Final = 70
INTERRUPTED: Final = 130

EXIT_CODES: Final = {
    DONE: "done, and nothing is wrong",
    WRONG: "it could not be done, or what was read is not as it should be; a sentence says why",
    NOT_YET: "replay only: nothing is wrong, but a game or an option is not available yet",
    NOT_UNDERSTOOD: "the command line was not understood",
    OUR_MISTAKE: "a mistake of the program; BOODLE_DEBUG=1 shows where",
}

Arguments = argparse.Namespace
Command = Callable[[Arguments], int]


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (`EXIT_CODES`); no traceback reaches a person."""
    _say_everything()
    words = list(sys.argv[1:] if argv is None else argv)
    arguments = parser().parse_args(_with_command(words))
    command: Command = arguments.command
    try:
        return command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:  # the reader (head, less) has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return DONE
    except Exception as error:
        if os.environ.get("BOODLE_DEBUG") == "1":
            raise
        return _complain(error)


def _say_everything() -> None:
    """Let ♣ and any file name be printed, also to a pipe on Windows: else one of them ends all."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            try:
                "♣".encode(stream.encoding)
            except UnicodeEncodeError:
                stream.reconfigure(encoding="utf-8")
            stream.reconfigure(errors="backslashreplace")


def _complain(error: Exception) -> int:
    """Say in one sentence what went wrong; expected errors bring their own."""
    from companion.core.errors import RuleError
    from companion.store.errors import StoreError

    if isinstance(error, (RuleError, StoreError, ValueError)) and str(error):
        sentence, code = str(error), WRONG
    elif isinstance(error, OSError):
        sentence, code = _about_file(error), WRONG
    else:
        sentence = (
            f"Boodle made a mistake ({type(error).__name__}: {error})."
            " Run it again with BOODLE_DEBUG=1 to see where, and please report it."
        )
        code = OUR_MISTAKE
    print(f"boodle: {' '.join(sentence.split())}", file=sys.stderr)
    return code


def _about_file(error: OSError) -> str:
    if error.filename is None or error.strerror is None:
        return str(error)
    return f"{error.filename}: {error.strerror}."


# ---- the commands -------------------------------------------------------------------------------


def _serve(arguments: Arguments) -> int:
    from companion.serve import Wishes, serve

    return serve(
        Wishes(
            data=data_folder(arguments),
            port=arguments.port,
            host=arguments.host,
            url=arguments.url,
            opens_browser=arguments.browser,
            has_https=arguments.https,
            camera=arguments.camera,
        )
    )


def _demo(arguments: Arguments) -> int:
    from companion import demo

    return demo.run(port=arguments.port, opens_browser=arguments.browser, speed=arguments.speed)


def _replay(arguments: Arguments) -> int:
    from companion.record import replay

    rows = list(replay.rows_of_files(arguments.files))
    if not rows:
        raise ValueError(f"There is no record in {', '.join(arguments.files)}.")
    for row in rows:
        print(json.dumps(row, ensure_ascii=False) if arguments.json else replay.row_line(row))
    if not arguments.json:
        print(replay.summary(rows))
    return replay.exit_status(rows)


def _export(arguments: Arguments) -> int:
    from companion import export
    from companion.core.table import Table
    from companion.croupier import Croupier
    from companion.paths import DATABASE
    from companion.store import Store

    with Store.open_to_read(data_folder(arguments) / DATABASE) as store:
        croupier = Croupier(store, now=str, new_id=str)  # reading asks for neither
        evening = export.chosen(
            store.evenings(), arguments.evening, lambda one: bool(croupier.table(one.id).results)
        )
        table, history = croupier.table(evening.id), croupier.history(evening.id)
    if arguments.form == "csv":
        sys.stdout.write(export.to_csv(Table.new(table.game), history))
    elif arguments.form == "json":
        print(json.dumps(export.to_json(evening, table, history), ensure_ascii=False, indent=1))
    else:
        from companion.core import undo
        from companion.record.export import export_record

        standing = undo.standing([each.line for each in history])
        print(json.dumps(export_record(table.game, standing, evening.code), ensure_ascii=False))
    return DONE


def _audit(arguments: Arguments) -> int:
    from companion.audit import audit, counted
    from companion.paths import DATABASE
    from companion.store import Store

    with Store.open_to_read(data_folder(arguments) / DATABASE) as store:
        findings = audit(store)
        notes = list(store.notes)
    for note in notes:
        print(note)
    for finding in findings:
        print(finding.sentence)
    troubled = sum(bool(finding.trouble) for finding in findings)
    print(f"{counted(len(findings), 'evening')} read, {troubled} with something wrong.")
    return WRONG if troubled else DONE


def _restore(arguments: Arguments) -> int:
    from companion.audit import counted
    from companion.paths import DATABASE
    from companion.store.restore import restore_from_journal

    restored = restore_from_journal(data_folder(arguments) / DATABASE)
    for note in restored.notes:
        print(note)
    print(f"{counted(restored.evenings, 'evening')}, {counted(restored.events, 'line')} restored.")
    if restored.kept is not None:
        print(f"The old database is kept as {restored.kept}.")
    return WRONG if restored.notes else DONE


def _doctor(arguments: Arguments) -> int:
    from companion.network import doctor

    return doctor.run(data_folder(arguments), arguments.port)


def _bench(arguments: Arguments) -> int:
    module = import_module(f"companion.bench.{arguments.what}")
    code: int = module.main(arguments.options)
    return code


BENCHES: Final = ("camera", "live", "piles", "rules", "vision")


# ---- the command line ---------------------------------------------------------------------------


def parser() -> argparse.ArgumentParser:
    """Return the parser of the whole command line."""
    codes = "\n".join(f"  {code:>3}  {words}" for code, words in EXIT_CODES.items())
    top = Parser(
        prog="boodle",
        description="A companion for card tables. Without a command it serves a table.",
        epilog=f"exit codes:\n{codes}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"boodle {__version__}")
    commands = top.add_subparsers(metavar="COMMAND", required=True)
    for name, (run, words, add) in COMMANDS.items():
        one = commands.add_parser(name, help=words, description=f"{words[:1].upper()}{words[1:]}.")
        one.set_defaults(command=run)
        add(one)
    return top


def _with_command(words: list[str]) -> list[str]:
    """`boodle` alone serves; --data may stand before the command too."""
    moved: list[str] = []
    if words[:1] == ["--data"]:
        words, moved = words[2:], words[:2]
    elif words and words[0].startswith("--data="):
        words, moved = words[1:], words[:1]
    if not words or (words[0].startswith("-") and words[0] not in ("-h", "--help", "--version")):
        words = ["serve", *words]
    return [*words, *moved]


def data_folder(arguments: Arguments) -> Path:
    """Return the folder given by --data, else the platform's own for user data."""
    if arguments.data is not None:
        return Path(arguments.data).expanduser()
    import platformdirs

    return platformdirs.user_data_path("boodle", appauthor=False)


def port_number(text: str) -> int:
    """Read a port; argparse turns the error into a sentence."""
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(
        f"{text[:20]!r} is no port: a number from 0 to 65535 is needed"
    )


def _add_data(one: argparse.ArgumentParser) -> None:
    one.add_argument("--data", metavar="DIR", help="where the evenings are kept")


def _add_serving(one: argparse.ArgumentParser) -> None:
    one.add_argument(
        "--port", type=port_number, default=8421, help="default 8421, or the next free"
    )
    one.add_argument(
        "--no-browser", dest="browser", action="store_false", help="do not open the host's page"
    )


def _add_serve(one: argparse.ArgumentParser) -> None:
    _add_data(one)
    _add_serving(one)
    one.add_argument(
        "--host", metavar="ADDR", default="0.0.0.0", help="listen on this address only"
    )
    one.add_argument("--url", help="the address to show and to put in the QR code")
    one.add_argument("--no-https", dest="https", action="store_false", help="http only")
    one.add_argument(
        "--camera", metavar="N", help="a camera of this computer looks on: 0 is the first"
    )


def _add_demo(one: argparse.ArgumentParser) -> None:
    _add_serving(one)
    one.add_argument("--speed", type=float, default=1.0, help="2 is twice as fast as people play")


def _add_replay(one: argparse.ArgumentParser) -> None:
    one.add_argument("files", nargs="+", metavar="FILE", help="a record, or one record a line")
    one.add_argument("--json", action="store_true", help="one JSON object a record")


def _add_export(one: argparse.ArgumentParser) -> None:
    _add_data(one)
    forms = one.add_mutually_exclusive_group()
    for form, words in (
        ("record", "the hands as text, for boodle replay (default)"),
        ("csv", "every movement of chips, for a spreadsheet"),
        ("json", "everything that was recorded"),
    ):
        forms.add_argument(f"--{form}", dest="form", action="store_const", const=form, help=words)
    one.set_defaults(form="record")
    one.add_argument("evening", nargs="?", metavar="EVENING", help="its code; default: the last")


def _add_doctor(one: argparse.ArgumentParser) -> None:
    _add_data(one)
    one.add_argument("--port", type=port_number, default=8421, help="default 8421")


def _add_bench(one: argparse.ArgumentParser) -> None:
    one.add_argument("what", choices=BENCHES, help="what to measure on this machine")
    one.add_argument("options", nargs=argparse.REMAINDER, help="its own options: --help names them")


COMMANDS: Final[dict[str, tuple[Command, str, Callable[[argparse.ArgumentParser], None]]]] = {
    "serve": (_serve, "serve a table to the phones around it (this is the default)", _add_serve),
    "demo": (_demo, "play an evening with simulated players, to watch", _add_demo),
    "replay": (_replay, "check hand records: who won what, and whether it adds up", _add_replay),
    "export": (_export, "write an evening as a hand record, CSV or JSON", _add_export),
    "audit": (_audit, "read every evening again and check seals and chips", _add_data),
    "restore": (_restore, "build a damaged or lost database from its journal", _add_data),
    "scan": (cli_cards.scan, "read the cards in photographs and films", cli_cards.add_scan),
    "deck": (cli_cards.deck, "learn the print of your own deck", cli_cards.add_deck),
    "doctor": (_doctor, "find out why phones cannot connect", _add_doctor),
    "bench": (_bench, "measure speed and accuracy on this machine", _add_bench),
}
