"""The guided tour, as its tests see it."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.browser.view import View

FORM = """async () => {
  const { VIEWS } = await import("/static/js/views/registry.js");
  const isText = (value) => ["string", "function"].includes(typeof value) || Array.isArray(value);
  const tours = VIEWS.filter(({ tour }) => tour)
    .map(async ({ id, tour }) => ({ id, steps: (await tour()).steps }));
  return (await Promise.all(tours)).map(({ id, steps }) => ({
    chapter: id,
    ids: steps.map((step) => step.id),
    faults: steps.flatMap(({ id, title, say, do: what, run, until, note }) => [
      ...(typeof title === "string" && title ? [] : [`${id}: no title`]),
      ...(isText(say) ? [] : [`${id}: nothing to say`]),
      ...(Boolean(until) === Boolean(what) ? [] : [`${id}: until without do, or do without until`]),
      ...(run && !until ? [`${id}: done for the reader, and never ticked`] : []),
      ...(until?.length > 2 && !note ? [`${id}: until wants a note, and none is taken`] : []),
    ]),
  }));
}"""

LOST = """() => {
  const card = document.querySelector(".tour").getBoundingClientRect();
  const isBeyond = ({ left, right, top, bottom }) => left < card.left - 1 || right > card.right + 1
    || top < card.top - 1 || bottom > card.bottom + 1;
  const buttons = [...document.querySelectorAll(".tour button")]
    .filter((one) => isBeyond(one.getBoundingClientRect())).map((one) => one.textContent);
  const words = document.querySelector(".tour-words");
  const scrolls = [words, ...words.querySelectorAll("*")].filter((one) =>
    one.scrollHeight > one.clientHeight + 1 && getComputedStyle(one).overflowY !== "visible");
  if (document.documentElement.dataset.projector === "true") {
    return [...buttons, ...scrolls.map((one) => one.textContent)];
  }
  const { top, bottom } = words.getBoundingClientRect();
  const range = document.createRange();
  range.selectNodeContents(words);
  const isCut = (line) => line.top < bottom - 3 && line.bottom > bottom + 3
    || line.top < top - 3 && line.bottom > top + 3;
  const cut = [0, words.scrollHeight].flatMap((to) => {
    words.scrollTo(0, to);
    return [...range.getClientRects()].filter((line) => line.height < 30).filter(isCut);
  });
  words.scrollTo(0, 0);
  const others = scrolls.filter((one) => one !== words);
  return [...buttons, ...cut, ...others].map(String);
}"""
"""What a reader of the card would miss: a button beyond it, a line that is cut at the top of its
words or at their end; and in the hall, where nobody scrolls, what does.
"""


def card(view: View) -> Locator:
    return view.at("tour-card")


def expect_step(view: View, step: str, done: bool | None = None) -> None:
    expect(card(view)).to_have_attribute("data-step", step)
    if done is not None:
        expect(card(view)).to_have_attribute("data-done", str(done).lower())
