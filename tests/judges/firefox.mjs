// Drives Firefox for firefox.py: each line of stdin is a command, [name, argument], each line of stdout its answer.
// usage: node firefox.mjs BROWSER FOLDER, the folder that has node_modules
import { createRequire } from "node:module";
import { createInterface } from "node:readline";

const [, , executablePath, folder] = process.argv;
const puppeteer = createRequire(`${folder}/`)("puppeteer-core");
const browser = await puppeteer.launch({ browser: "firefox", executablePath, defaultViewport: { width: 1440, height: 860 } });
const page = await browser.newPage();
const complaints = [];
page.on("console", (message) => ["error", "warn"].includes(message.type()) && complaints.push(message.text()));
page.on("pageerror", (error) => complaints.push(String(error)));

const COMMANDS = {
  open: async (url) => void (await page.goto(url)),
  run: (body) => page.evaluate(`(() => { ${body} })()`),
  press: (key) => page.keyboard.press(key),
  complaints: async () => complaints,
  version: () => browser.version(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name, argument] = JSON.parse(line);
  const [answer, error] = await COMMANDS[name](argument).then((answer) => [answer], (error) => [null, String(error)]);
  console.log(JSON.stringify({ answer, error }));
}
await browser.close();
