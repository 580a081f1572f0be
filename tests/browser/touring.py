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


def card(view: View) -> Locator:
    return view.at("tour-card")


def expect_step(view: View, step: str, done: bool | None = None) -> None:
    expect(card(view)).to_have_attribute("data-step", step)
    if done is not None:
        expect(card(view)).to_have_attribute("data-done", str(done).lower())
