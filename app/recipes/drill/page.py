"""The report of a drill as a page in one file: it opens anywhere. Where it carries a recording, a
script shows the moments of that.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any

from .rounds import (
    GOOD,
    HANDOFF,
    LATE,
    PHASES,
    SLACK,
    DrillRound,
    DrillWindow,
    books_of,
    is_outside,
    said_of_books,
)

WIDTH, HEIGHT, TOP = 1000.0, 260.0, 24.0
"""The size of the drawing; a round that failed is marked above TOP."""
COLOURS = {
    "detect": "#8a94a0",
    "told": "#2f6fd0",
    "claims": "#1e8a4c",
    "acknowledged": "#d9920a",
    "serves": "#7a4fbf",
}
FAILED = "#c62f2f"
EXPECTED = "#2f6fd0"
LOW, BINS = 140.0, 60
"""The height of the drawing of a distribution, and its bars."""
END = "</body></html>\n"
MOST_LISTED = 500
"""Rounds in a list: with more, the page would open late."""
OF_JSON = "it was made of the JSON alone"
"""Why a report carries no recording."""
SOURCES = {
    "embedded": "the one within Handoff, started for it",
    "apache": "Apache's, started for it",
    "external": "it was given",
}
"""The source of a ZooKeeper -> where that came from."""
PLACES = {
    "election": 'data-election="{}"',
    "lock": 'data-view="lock" data-lock="{}"',
    "bookshelf": 'data-view="books" data-shelf="{}"',
}
"""Recipe -> what a link says of the view that shows its path."""
Report = Mapping[str, Any]

_SHOWS = """<script type="application/gzip" id="recording">%s</script>
<script>
let page = null; // the address of the recording, once it is unpacked
addEventListener("click", async (event) => {
  const link = event.target.closest("a[data-at]");
  if (!link) return;
  event.preventDefault();
  const tab = open("about:blank") ?? window; // while the click allows it
  try {
    const letters = atob(document.getElementById("recording").textContent);
    const packed = new Blob([Uint8Array.from(letters, (letter) => letter.charCodeAt(0))]);
    const unpacked = packed.stream().pipeThrough(new DecompressionStream("gzip"));
    page ??= URL.createObjectURL(new Blob([await new Response(unpacked).text()],
      { type: "text/html;charset=utf-8" }));
    const moment = new URLSearchParams({ view: "election", ...link.dataset });
    tab.location.href = `${page}#${moment}`;
  } catch (error) {
    tab.document.body.textContent = `The recording in this report cannot be read: ${error.message}`;
  }
});
</script>"""
"""Unpacks the recording and shows it, at the moment that a link names."""


def html_of(report: Report, recording: bytes | str = OF_JSON) -> str:
    """Return the page: the verdict, a bar for each round, how `detect` is distributed, the figures,
    the limits, the plan. recording: the page of what was recorded, gzipped; or why there is none.
    """
    parts = parts_of(report, isinstance(recording, bytes))
    return "\n".join([head_of(*verdict_of(report)), *parts, recorded(recording), END])


def parts_of(report: Report, carries: bool) -> list[str]:
    """Return all parts of the page below its head. carries: whether it has a recording, to whose
    moments they lead.
    """
    window = window_in(report)
    return [
        _drawing(report["rounds"], window), _detected(report["rounds"], window), _late(report),
        _figures(report), _limits(report["limits"]), _failed(report, carries),
        _outliers(report, window, carries), _facts(report),
    ]  # fmt: skip


def verdict_of(report: Report) -> tuple[str, str]:
    """Return the verdict in a word, and in one sentence."""
    counts, plan = report["counts"], report["plan"]
    missed = [one for one in report["limits"] if not one["kept"]]
    done = counts["rounds"]
    good = sum(counts.get(outcome, 0) for outcome in GOOD)
    ended = "failovers handed over" if plan["hands_over"] else "rounds went as they should"
    handed = f"{good} of {done} {ended}"
    half = report["figures"][HANDOFF]["quantiles"].get("p50", [None])[0]
    within = "" if half is None else f", half of them within {ms_of(half)}"
    if report["error"] is not None:
        planned = counts["planned"]
        return "Incomplete", f"{done} of {planned} rounds ran: {report['error']}. {handed}{within}."
    if missed:
        return "Missed", f"{missed[0]['limit']}: {missed[0]['says']}. {handed}{within}."
    kept = " Every limit was kept." if report["limits"] else ""
    return ("Kept" if report["limits"] else "Done"), f"{handed}{within}.{kept}"


def ms_of(ms: float | None) -> str:
    """Word milliseconds; None is infinite."""
    if ms is None:
        return "∞"
    return f"{ms / 1000:.3g} s" if ms >= 1000 else f"{ms:.3g} ms"


def head_of(word: str, says: str, more: str = "") -> str:
    """Return the beginning of a page, with a verdict; more: rules of its style."""
    style = (
        "body{font:16px/1.5 system-ui,sans-serif;max-width:64rem;margin:2rem auto;padding:0 1rem;"
        "color:#1b232b;background:#fff}h1{font-size:1.6rem;margin:0}table{border-collapse:collapse;"
        "margin:1rem 0}th,td{padding:.25rem .8rem;text-align:right;border-bottom:1px solid #dde3e8}"
        "th:first-child,td:first-child,.facts td{text-align:left}"
        "div{overflow-x:auto}a{color:#1b629d}svg{width:100%;height:auto;margin:1rem 0}"
        f".bad{{color:{FAILED}}}small{{color:#5a6672}}"
        "i{display:inline-block;width:.8em;height:.8em;margin:0 .3em 0 1em}"
        "@media(prefers-color-scheme:dark){body{color:#e6ebf0;background:#12171c}"
        f"th,td{{border-color:#333d46}}small{{color:#9aa6b2}}a{{color:#7db8ec}}.bad{{color:#ff8f86}}}}{more}"
    )
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width">'
        f"<title>Drill: {escape(says)}</title><style>{style}</style></head><body>"
        f"<p>{word_of(word)}</p><h1>{escape(says)}</h1>"
    )


def word_of(word: str) -> str:
    """Return the word of a verdict as the page shows it."""
    tone = ' class="bad"' if word in ("Missed", "Incomplete") else ""
    return f"<b{tone}>{word}</b>"


def _drawing(rounds: Sequence[DrillRound], window: DrillWindow | None) -> str:
    """Draw all rounds by one path for each phase: ten thousand of them are as quick as ten."""
    if not rounds:
        return ""
    longest = max(_length(one) for one in rounds) or 1.0
    step = WIDTH / len(rounds)
    paths = [
        f'<path d="{" ".join(_bars(rounds, phase, step, longest))}" stroke="{colour}"'
        f' stroke-width="{step * 0.8:.3f}" fill="none"/>'
        for phase, colour in COLOURS.items()
    ]
    dot = f'stroke="{FAILED}" stroke-width="8" stroke-linecap="round"'
    paths.append(_marks([one["outcome"] not in GOOD for one in rounds], "v.01", dot))
    odd = _marks([is_outside(one, window) for one in rounds], "m-5-4h10l-5 8z", _OWN)
    paths.append(odd)
    marks = ' <span class="bad">●</span> a round that failed'
    marks += "; ▾ its detect was not as expected" if odd else ""
    legend = "".join(f'<i style="background:{COLOURS[phase]}"></i>{phase}' for phase in PHASES)
    return (
        f'<svg viewBox="0 0 {WIDTH:.0f} {HEIGHT:.0f}" role="img"'
        f' aria-label="each round, by phases">{"".join(paths)}</svg>'
        f"<p><small>{len(rounds)} rounds, the longest {ms_of(longest)};{marks}{legend}</small></p>"
    )


_OWN = 'fill="currentColor"'


def _marks(marked: Sequence[bool], shape: str, look: str) -> str:
    """Draw the marks above the bars of some rounds."""
    step = WIDTH / len(marked)
    path = "".join(
        f"M{step * (place + 0.5):.2f} {TOP / 2:g}{shape}"
        for place, is_so in enumerate(marked)
        if is_so
    )
    return f'<path d="{path}" {look}/>' if path else ""


def _bars(
    rounds: Sequence[Mapping[str, Any]], phase: str, step: float, longest: float
) -> Iterator[str]:
    scale = (HEIGHT - TOP) / longest
    for place, one in enumerate(rounds):
        height = one["ms"].get(phase)
        if height is None or None in one["ms"].values():
            continue
        below = sum(one["ms"].get(before) or 0.0 for before in PHASES[: PHASES.index(phase)])
        yield f"M{step * (place + 0.5):.2f} {HEIGHT - below * scale:.2f}v{-height * scale:.2f}"


def _length(one: Mapping[str, Any]) -> float:
    """Return the milliseconds of a round whose phases all ended; else 0."""
    phases = one["ms"].values()
    return 0.0 if None in phases else sum(phases)


def window_in(report: Report) -> DrillWindow | None:
    """Return the window of `detect`, None where none is expected, or an older report has none."""
    window = report.get("window")
    return DrillWindow(*window) if window else None


def _detected(rounds: Sequence[Mapping[str, Any]], window: DrillWindow | None) -> str:
    """Draw how `detect` is distributed, before its window; nothing where none is expected."""
    found = [ms for one in rounds if (ms := one["ms"].get("detect")) is not None]
    if window is None or not found:
        return ""
    edges = [edge for edge in window if edge is not None]
    low, high = min([*found, *edges]), max([*found, *edges])
    margin = max((high - low) * 0.05, 1.0)
    low, high = max(0.0, low - margin), high + margin
    width = (high - low) / BINS
    counts = [0] * BINS
    for ms in found:
        counts[min(BINS - 1, int((ms - low) / width))] += 1

    step, tallest = WIDTH / BINS, max(counts)
    bars = "".join(
        f"M{step * (place + 0.5):.2f} {LOW:.0f}v{-count / tallest * (LOW - TOP):.2f}"
        for place, count in enumerate(counts)
        if count
    )
    start = 0.0 if window.least is None else (window.least - low) / (high - low) * WIDTH
    end = WIDTH if window.most is None else (window.most - low) / (high - low) * WIDTH
    expected = " to ".join("?" if edge is None else ms_of(edge) for edge in window)
    return (
        f'<h2>Until ZooKeeper noticed</h2><svg viewBox="0 0 {WIDTH:.0f} {LOW:.0f}" role="img"'
        f' aria-label="how detect is distributed, from {ms_of(low)} to {ms_of(high)}">'
        f'<rect x="{start:.2f}" width="{max(1.0, end - start):.2f}" height="{LOW:.0f}"'
        f' fill="{EXPECTED}" fill-opacity=".16"/><path d="{bars}" stroke="{COLOURS["detect"]}"'
        f' stroke-width="{step * 0.8:.2f}"/></svg>'
        f"<p><small>detect, from {ms_of(low)} to {ms_of(high)}; the band is what is expected of"
        f" this session timeout: {expected}</small></p>"
    )


def _late(report: Report) -> str:
    counts = report["counts"]
    late = counts.get(LATE, 0)
    if not late:
        return ""
    within = report["plan"]["within"]
    return f'<p class="bad"><b>{late} of {counts["rounds"]} not within {within:g} s</b></p>'


def _outliers(report: Report, window: DrillWindow | None, carries: bool) -> str:
    head = f"More than {SLACK:g} ms outside of what is expected"
    return _listed(
        head,
        [
            f"<li>round {one['number']}: detect {ms_of(one['ms']['detect'])}, event {one['seq']}"
            f"{_shown(report, one, carries)}</li>"
            for one in report["rounds"]
            if is_outside(one, window)
        ],
    )


def _figures(report: Report) -> str:
    names = ("p50", "p90", "p95", "p99")
    rows = [
        f"<tr><td>{phase}</td>{''.join(_cell(one['quantiles'].get(name)) for name in names)}"
        f"<td>{ms_of(one['max'])}</td><td>{one['infinite'] or ''}</td></tr>"
        for phase, one in report["figures"].items()
        if one["counted"]
    ]
    heads = "".join(f"<th>{name}</th>" for name in (*names, "longest", "never"))
    return (
        f"<div><table><tr><th></th>{heads}</tr>{''.join(rows)}</table></div>"
        f"{_books(report['rounds'])}"
        "<p><small>≤ the value that 95 of 100 such drills do not exceed; without one, too few "
        "rounds can say. A round that was not over in time counts as infinite.</small></p>"
    )


def _books(rounds: Sequence[Mapping[str, Any]]) -> str:
    books = books_of(rounds)
    if books is None:
        return ""
    return f"<p{' class=bad' if books.lost else ''}>{said_of_books(books)}.</p>"


def _cell(values: Sequence[float | None] | None) -> str:
    if not values:
        return "<td></td>"
    value, *bound = values
    sure = f" <small>≤ {ms_of(bound[0])}</small>" if bound else ""
    return f"<td>{ms_of(value)}{sure}</td>"


def _limits(limits: Sequence[Mapping[str, Any]]) -> str:
    rows = [
        f"<li{'' if one['kept'] else ' class=bad'}>{'✓' if one['kept'] else '✗'} "
        f"<code>{escape(one['limit'])}</code>: {escape(one['says'])}</li>"
        for one in limits
    ]
    return f"<ul>{''.join(rows)}</ul>" if rows else ""


def _shown(report: Report, one: Mapping[str, Any], carries: bool) -> str:
    """Return the link to the moment of a round, where the report carries the recording."""
    if not carries:
        return ""
    place = PLACES[report["plan"].get("recipe", "election")].format(escape(report["plan"]["path"]))
    return (
        f' <a href="#recording" {place} data-at="{one["seq"]}"'
        f' aria-label="show it: round {one["number"]}">show it</a>'
    )


def recorded(recording: bytes | str) -> str:
    """Return the recording as a page carries it, or why there is none."""
    if isinstance(recording, bytes):
        return _SHOWS % b64encode(recording).decode()
    why = escape(recording)
    return f"<p><small>This report carries no recording of its rounds: {why}.</small></p>"


def _failed(report: Report, carries: bool) -> str:
    return _listed(
        "Rounds that failed",
        [
            f"<li>round {one['number']}, {escape(who_of(one))}: {escape(outcome_of(one))}"
            f"{_shown(report, one, carries)}</li>"
            for one in report["rounds"]
            if one["outcome"] not in GOOD
        ],
    )


def _listed(head: str, rows: Sequence[str]) -> str:
    """Return a list of rounds under its heading; of many, the first."""
    more = len(rows) - MOST_LISTED
    rest = f"<li>{more} more, which the report as JSON has</li>" if more > 0 else ""
    return f"<h2>{head}</h2><ul>{''.join(rows[:MOST_LISTED])}{rest}</ul>" if rows else ""


def outcome_of(one: Mapping[str, Any]) -> str:
    """Return how a round ended, and what did not hold in it."""
    return ": ".join(filter(None, (one["outcome"], ", ".join(one["broken"]))))


def who_of(one: Mapping[str, Any]) -> str:
    """Return whom a round struck, and who led next."""
    struck = " and ".join(one["victims"]) or "nobody"
    return f"{struck} → {one['heir'] or 'nobody'}" if "handoff" in one else struck


def _facts(report: Report) -> str:
    plan, where = report["plan"], report["where"]
    machine = where.get("machine") or {}
    servers = f"{where['servers']} {'server' if where['servers'] == 1 else 'servers'}"
    recipe = plan.get("recipe", "election")
    ours = {} if plan.get("programs") else {
        "recipe": recipe,
        **({"strategy": plan["strategy"]} if recipe == "election" else {}),
        "candidates": plan["candidates"],
    }  # fmt: skip
    asked = "" if plan.get("programs") else f" (asked for: {plan['session_timeout']:g} s)"
    facts = {
        "fault": f"{plan['fault']} of {plan['target']}: {plan['does']}",
        "path": plan.get("path"),
        **ours,
        "candidates that joined": (plan.get("programs") or {}).get("join") or None,
        "rounds": f"{report['counts']['rounds']} of {plan['rounds']}",
        "session timeout": f"{where['timeout']:g} s{asked}",
        "tick": "unknown" if where["tick"] is None else f"{where['tick']:g} s",
        "seed": plan["seed"],
        "ZooKeeper": f"{where['version'] or 'version unknown'}, {where['source']}, {servers}",
        "where that is from": SOURCES.get(where["source"]),
        "who tells of the moments": where.get("evidence"),
        "processor": _and(_with(machine, "cores", "cores"), machine.get("processor")),
        "memory": _with(machine, "memory", "GB"),
        "system": _and(machine.get("system"), machine.get("platform"), machine.get("kernel")),
        "Python": machine.get("python"),
        "Handoff": report["handoff"],
        "written": report["at"],
    }
    rows = (
        f"<tr><td>{name}</td><td>{escape(str(said))}</td></tr>"
        for name, said in facts.items()
        if said is not None
    )
    return f"<h2>What was drilled</h2><table class=facts>{''.join(rows)}</table>"


def _with(facts: Mapping[str, Any], name: str, unit: str) -> str | None:
    value = facts.get(name)
    return None if value is None else f"{value:g} {unit}"


def _and(*parts: str | None) -> str | None:
    return ", ".join(filter(None, parts)) or None
