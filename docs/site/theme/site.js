// What each page does beside being read: the search field, and a button that copies a block of code.

const form = document.querySelector('form[role="search"]');
const field = form.querySelector("input");
form.hidden = false; // without scripts there is no search

// The dashboard's policy lets no form be sent, so that the field leads to the page of the search itself.
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const words = field.value.trim();
  if (words) location.assign(`${form.getAttribute("action")}?q=${encodeURIComponent(words)}`);
});

document.addEventListener("keydown", (event) => {
  const writes = event.target.closest?.("input, textarea, [contenteditable]");
  if (event.key !== "/" || writes || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  field.focus();
  field.select();
});

// Where the address is not a safe one, a browser has no clipboard for a page.
if (navigator.clipboard)
  for (const block of document.querySelectorAll("pre")) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "copy";
    button.textContent = "Copy";
    button.addEventListener("click", () => copy(block, button));
    const frame = document.createElement("div");
    frame.className = "code";
    block.replaceWith(frame);
    frame.append(block, button);
  }

async function copy(block, button) {
  const done = await navigator.clipboard.writeText(block.textContent.trimEnd()).then(() => true, () => false);
  button.textContent = done ? "Copied" : "Not allowed";
  setTimeout(() => (button.textContent = "Copy"), 2000);
}
