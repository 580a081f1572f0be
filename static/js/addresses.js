// Gives each script of a saved page a short address, before the first of them runs: at each import, a browser reads the
// importing script's own address, and one that is the script itself costs as long as reading the script. It is no module.
{
  const NOTHING = "data:,"; // no script: whatever imports it cannot be loaded

  /** @param {string} encoded in base64 */
  function addressOf(encoded) {
    try {
      const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
      return URL.createObjectURL(new Blob([bytes], { type: "text/javascript" }));
    } catch {
      return NOTHING;
    }
  }

  /** @type {Record<string, string>} */
  const scripts = JSON.parse(document.getElementById("scripts").textContent);
  const imports = Object.fromEntries(Object.entries(scripts).map(([name, script]) => [name, addressOf(script)]));
  const map = document.createElement("script");
  map.type = "importmap";
  map.nonce = document.currentScript.nonce; // by which the page's policy knows its own
  map.textContent = JSON.stringify({ imports });
  document.head.append(map);
  map.remove(); // it is in force; saved again with the page, it would name addresses that are gone
}
