"""What properdocs asks while it builds the site: which pages and files there are, and how GitHub
names headings.
"""

from __future__ import annotations

import logging
import re
from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from urllib.parse import quote

import properdocs.contrib.search
from properdocs.config.defaults import ProperDocsConfig
from properdocs.structure.files import File, Files, InclusionLevel
from properdocs.structure.pages import Page

DOCS = Path(__file__).resolve().parents[1]
ROOT = DOCS.parent
LUNR = Path(properdocs.contrib.search.__file__).parent / "templates" / "search" / "lunr.js"
OUTSIDE = "checkout"
"""The site's folder for the linked files that lie beside docs/."""
SITEMAP = "sitemap.xml"

log = logging.getLogger("properdocs.hooks.handoff")
"""One of the tool's: in a strict build a warning is an error."""

_FRAME = '<div class="wide" role="region" aria-label="Table %d" tabindex="0"><table>'
_LINKED = re.compile(r'(?:\]\(|\b(?:src|srcset|href)=")([^)#"\s:]+)(?=[)#"])')
_BY_ITS_NAME = re.compile(r"\[(?:docs/)?([\w-]+\.md)\]\((?=\1)")
_TO_README = re.compile(r"\]\(\.\./README\.md(?:#[^)]*)?\)")
_TO_OUTSIDE = re.compile(r"\]\(\.\./([^)#]+)\)")
_TO_FOLDER = re.compile(r"\]\(([a-z]+)/?\)")
_ITEM = re.compile(r"(?:[-*+]|1\.) ")
_OF_GITHUB = re.compile(r" +(?:```|~~~)| {1,3}(?:[-*+]|\d+\.) ")
"""Blocks of code in a list, and lists in one that are indented by less than four spaces."""
_COLOURS = re.compile(r'^:root(?:, :root)?\[data-theme="(dark|light)"\] (\{.*?^\})', re.M | re.S)


def on_config(config: ProperDocsConfig) -> None:
    """Leave out the pages that are not there, and the sitemap, which has dates. The icon goes into
    the pages: its file would be in the wheel twice.
    """
    icon = (ROOT / "static/icon.svg").read_text("utf-8")
    config.extra["icon"] = f"data:image/svg+xml,{quote(icon.strip())}"
    for group in config.nav or []:
        for title, pages in group.items():
            there = [one for one in pages if one == "index.md" or (DOCS / one).is_file()]
            group[title] = there
    config.theme.static_templates.discard(SITEMAP)


def on_files(files: Files, config: ProperDocsConfig) -> None:
    """Keep the pages alone, and add what they link to, and what the theme is made of beside its own
    files.
    """
    for file in [*files]:
        is_page = re.fullmatch(r"[^/]+\.md", file.src_uri)
        if file.src_uri == SITEMAP or (file.src_dir == config.docs_dir and not is_page):
            files.remove(file)
    if files.get_file_from_path("index.md") is None:
        files.append(File.generated(config, "index.md", content=index(config)))
    for target in sorted(linked(files)):
        for path, content in found_at(target):
            inclusion = InclusionLevel.NOT_IN_NAV
            files.append(File.generated(config, path, content=content, inclusion=inclusion))
    files.append(File.generated(config, "tokens.css", content=tokens()))
    files.append(File.generated(config, "search/lunr.js", abs_src_path=str(LUNR)))


def on_page_markdown(markdown: str, page: Page, config: ProperDocsConfig, files: Files) -> str:
    """Lead to what is in the site where a page leads out of docs/; call a page by its title; read
    lists as GitHub does.
    """
    config.mdx_configs["toc"]["slugify"] = Slugs()
    markdown = _BY_ITS_NAME.sub(lambda match: f"[{_title_of(match[1])}](", markdown)
    markdown = _TO_README.sub("](index.md)", markdown)
    markdown = _TO_OUTSIDE.sub(lambda match: f"]({in_site(match[1])})", markdown)
    markdown = _TO_FOLDER.sub(lambda match: f"]({match[1]}/index.md)", markdown)
    return _with_lists(markdown, page.file.src_uri)


def on_page_content(html: str, page: Page, config: ProperDocsConfig, files: Files) -> str:
    """Let what is too wide scroll in itself, by the keyboard too. An empty header is none."""
    numbers = count(1)
    html = re.sub("<table>", lambda _: _FRAME % next(numbers), html)
    html = re.sub(r"<th([^>]*)></th>", r"<td\1></td>", html.replace("</table>", "</table></div>"))
    return html.replace("<pre>", '<pre tabindex="0">')


def _with_lists(markdown: str, where: str) -> str:
    """Set a list off from the paragraph above it, as the tool needs it and GitHub does not; warn of
    what the tool does not take in a list.
    """
    lines, is_code = [""], False
    for line in markdown.splitlines():
        is_code ^= line.startswith("```")
        follows_text = re.match(r"[^\s]", lines[-1]) and not _ITEM.match(lines[-1])
        if not is_code and _OF_GITHUB.match(line):
            log.warning("%s: the site does not take this within a list: %r", where, line)
        if not is_code and _ITEM.match(line) and follows_text:
            lines.append("")
        lines.append(line)
    return "\n".join(lines[1:]) + "\n"


class Slugs:
    """The names of a page's headings as GitHub gives them; a second one of a name gets a number."""

    def __init__(self) -> None:
        self._times: Counter[str] = Counter()

    def __call__(self, heading: str, _separator: str) -> str:
        name = re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")
        before = self._times[name]
        self._times[name] += 1
        return f"{name}-{before}" if before else name


def linked(files: Files) -> set[str]:
    """Return the paths, as the pages write them, of the linked files that are no pages."""
    texts = [one.content_string for one in files.documentation_pages()]
    found = {target for text in texts for target in _LINKED.findall(text)}
    pages = tuple(one.src_uri for one in files.documentation_pages())
    return {one for one in found if one not in pages and one != "../README.md"}


def found_at(target: str) -> Iterator[tuple[str, bytes | str]]:
    """Yield the path and the content in the site of a linked file, or of a folder's files with
    their list. Nothing is there for a link that is wrong: the build then says so.
    """
    path, outside = (DOCS / target).resolve(), target.startswith("../")
    if path.is_file() and path.is_relative_to(ROOT):
        yield in_site(target.removeprefix("../")) if outside else target, path.read_bytes()
    elif path.is_dir() and path.is_relative_to(DOCS):
        target = target.removesuffix("/")
        names = sorted(one.name for one in path.iterdir() if one.is_file())
        for name in names:
            yield f"{target}/{name}", (path / name).read_bytes()
        rows = "".join(f"- [{name}]({name})\n" for name in names)
        yield f"{target}/index.md", f"# Files: {target}\n\n{rows}"


def in_site(name: str) -> str:
    """Return the path in the site of a file beside docs/; of a page its text, for it is no page
    here.
    """
    return f"{OUTSIDE}/{name}{'.txt' if name.endswith('.md') else ''}"


def index(config: ProperDocsConfig) -> str:
    """Return a first page that lists the others."""
    groups = ((title, pages) for group in config.nav or [] for title, pages in group.items())
    lists = [f"## {title}\n\n" + "".join(map(_row, pages)) for title, pages in groups]
    return "# Handoff\n\n" + "\n".join(lists)


def _row(page: str) -> str:
    if page == "index.md":
        return ""
    return f"- [{_title_of(page)}]({page})\n"


def _title_of(page: str) -> str:
    return (DOCS / page).read_text("utf-8").splitlines()[0].removeprefix("# ")


def tokens() -> str:
    """Return the dashboard's colours, by what the reader's system prefers; paper is light."""
    text = (ROOT / "static/css/tokens.css").read_text("utf-8")
    dark, light = (body for _, body in sorted(_COLOURS.findall(text)))
    return f":root {dark}\n@media print, (prefers-color-scheme: light) {{\n:root {light}\n}}\n"
