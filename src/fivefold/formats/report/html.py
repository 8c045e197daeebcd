"""The page of a report: result, accuracy, losses, turning points with boards, and every move."""

from __future__ import annotations

from collections.abc import Iterable

from fivefold.analysis import GameReport
from fivefold.analysis.game_report import TurningPoint
from fivefold.analysis.game_report.words import loss_words, time_words
from fivefold.core import Move, Player
from fivefold.drawing import board_svg
from fivefold.drawing.markup import clean
from fivefold.formats.report.chart import chart_words, loss_chart
from fivefold.match.record import MatchRecord
from fivefold.match.replay import play_through
from fivefold.strategies.base import Decision, Overlay
from fivefold.words import say

BOARD_WIDTH = 260

STYLE = """
:root { color-scheme: light dark;
  --paper: light-dark(#f8f4ed, #191714); --card: light-dark(#fffdf9, #23201c);
  --ink: light-dark(#1f1c18, #f1ece3); --quiet: light-dark(#5c554a, #b6ad9f);
  --line: light-dark(#e0d8ca, #3a352e); --seal: light-dark(#b3341c, #ff8f73); }
body { margin: 0 auto; padding: 24px 16px 48px; max-width: 880px;
  background: var(--paper); color: var(--ink);
  font: 16px/1.5 system-ui, "Noto Sans", "DejaVu Sans", sans-serif; }
h1 { font-size: 28px; margin: 0 0 4px; overflow-wrap: anywhere; }
h2 { font-size: 20px; margin: 32px 0 12px; }
h3 { font-size: 17px; margin: 0; overflow-wrap: anywhere; }
.quiet, figcaption { color: var(--quiet); font-size: 14px; margin: 4px 0; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(220px, 1fr)); gap: 12px;
  margin: 16px 0; }
.card { background: var(--card); border: 1px solid var(--line); border-radius: 12px;
  padding: 14px; }
.accuracy { font-size: 32px; font-weight: 600; font-variant-numeric: tabular-nums; }
figure { margin: 0; }
.scroll { overflow-x: auto; }
.chart { width: 100%; min-width: 480px; height: auto; display: block; }
.chart .grid { stroke: var(--line); }
.chart .axis { stroke: var(--quiet); }
.chart .label { fill: var(--quiet); }
.chart .first { fill: var(--ink); }
.chart .second { fill: var(--card); stroke: var(--ink); }
.chart .mark { fill: var(--seal); }
.chart .number { fill: var(--card); font-weight: 600; }
.turn { display: grid; grid-template-columns: 260px 1fr; gap: 16px; margin: 0 0 12px;
  break-inside: avoid; }
.turn svg { width: 100%; height: auto; max-width: 320px; }
.turn p { margin: 6px 0; }
.loss { color: var(--seal); font-weight: 600; }
table { border-collapse: collapse; font-size: 14px; font-variant-numeric: tabular-nums; }
td, th { padding: 2px 14px 2px 0; text-align: left; }
td.n, th.n { text-align: right; }
@media (max-width: 560px) { .turn { grid-template-columns: 1fr; } }
@media print { :root { color-scheme: light; } body { max-width: none; background: none; } }
"""


def report_html(report: GameReport, record: MatchRecord) -> str:
    """Returns the report as one HTML document, readable in light and dark and on paper."""
    title = f"{_name(record.first)} – {_name(record.second)}"
    parts = [
        f"<h1>{clean(title)}</h1>",
        _paragraph(f"{record.game}. {record.reason}", "quiet"),
        *([] if report.complete else [_paragraph(str(say("report.incomplete")), "loss")]),
        '<div class="sides">',
        *(_side(report, record, side) for side in Player),
        "</div>",
        _paragraph(str(report.definition), "quiet"),
        f"<h2>{clean(str(say('report.head.lost')))}</h2>",
        f'<figure class="card"><div class="scroll">{loss_chart(report)}</div>'
        f"<figcaption>{clean(str(chart_words(report)))}</figcaption></figure>",
        f"<h2>{clean(str(say('report.head.turned')))}</h2>",
        *(_turn(report, turn) for turn in report.turning_points),
        *([] if report.turning_points else [_paragraph(str(say("report.no_turns")))]),
        f"<h2>{clean(str(say('report.head.moves')))}</h2>",
        _table(report),
    ]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{clean(title)}</title><style>{STYLE}</style></head><body>\n"
        + "\n".join(parts)
        + "\n</body></html>\n"
    )


def _name(text: str) -> str:
    return text or "?"


def _paragraph(words: str, kind: str = "") -> str:
    return f'<p class="{kind}">{clean(words)}</p>' if kind else f"<p>{clean(words)}</p>"


def _side(report: GameReport, record: MatchRecord, side: Player) -> str:
    each, time = report.sides[side], report.time.get(side)
    colour = str(report.start.game.player_name(side))
    name = record.first if side is Player.FIRST else record.second
    accuracy = "–" if each.accuracy is None else f"{each.accuracy:.1f} %"
    facts = say("report.mistakes", count=each.mistakes, counted=each.counted)
    return "".join(
        (
            f'<div class="card"><h3>{clean(colour)}: {clean(_name(name))}</h3>',
            f'<div class="accuracy">{accuracy}</div>',
            _paragraph(str(facts), "quiet"),
            "" if time is None else _paragraph(str(time_words(time)), "quiet"),
            "</div>",
        )
    )


def _turn(report: GameReport, turn: TurningPoint) -> str:
    moves = [each.move for each in report.moves[: turn.ply]]
    state = play_through(report.start, moves)[-1]
    game = report.start.game
    rings = Overlay("cells", turn.instead, "good", cells=game.move_cells(turn.better))
    board = board_svg(state, Decision(None, overlay=(rings,)), width=BOARD_WIDTH)
    return "".join(
        (
            f'<article class="turn card"><div>{board}</div><div>',
            f"<h3>{turn.number}. {clean(str(say('report.move', ply=turn.ply)))}: "
            f"{clean(game.format_move(turn.move))}</h3>",
            _paragraph(str(loss_words(report, turn.side, turn.loss)), "loss"),
            _paragraph(" ".join(map(str, turn.reasons))),
            _paragraph(str(turn.instead)),
            _paragraph(_line(report, turn.line), "quiet") if turn.line[1:] else "",
            "</div></article>",
        )
    )


def _line(report: GameReport, moves: Iterable[Move]) -> str:
    return " – ".join(map(report.start.game.format_move, moves))


def _table(report: GameReport) -> str:
    game, rows = report.start.game, list[str]()
    for each in report.moves:
        loss = "–" if each.loss is None else f"{each.loss:g}"
        best = "" if each.best is None or not each.loss else game.format_move(each.best)
        cells = (str(game.player_name(each.side)), game.format_move(each.move))
        written = "".join(f"<td>{clean(cell)}</td>" for cell in cells)
        number = f'<td class="n">{each.ply}</td>'
        rows.append(f'<tr>{number}{written}<td class="n">{loss}</td><td>{clean(best)}</td></tr>')
    heads = [str(say(f"report.column.{name}")) for name in ("side", "move", "lost", "better")]
    kinds = ("", "", ' class="n"', "")
    written = "".join(
        f"<th{kind}>{clean(head)}</th>" for head, kind in zip(heads, kinds, strict=True)
    )
    return f'<table><tr><th class="n">#</th>{written}</tr>{"".join(rows)}</table>'
