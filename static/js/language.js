// The browser's language. In a container whose LANG is C, WebKit's is "C", with which no number can be written.

/**
 * Have a language that numbers can be written in; the charts ask the browser for it as they are loaded.
 * @param {{readonly language: string}} browser
 */
export function haveLanguage(browser = navigator) {
  try {
    new Intl.NumberFormat(browser.language);
  } catch {
    Object.defineProperty(browser, "language", { value: "en", configurable: true });
  }
}
