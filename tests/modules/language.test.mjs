// The browser's language: one that no number can be written in is replaced.
import assert from "node:assert/strict";
import { test } from "node:test";

import { haveLanguage } from "../../static/js/language.js";

class Browser {
  constructor(language) {
    this.known = language;
  }

  get language() {
    return this.known;
  }
}

test("C is no language", () => {
  const browser = new Browser("C");
  haveLanguage(browser);
  assert.equal(new Intl.NumberFormat(browser.language).format(1), "1");
});

test("a language stays", () => {
  const browser = new Browser("de-CH");
  haveLanguage(browser);
  assert.equal(browser.language, "de-CH");
});
