/**
 * Prints every page of the console, each of its tabs, the pages that it refuses and empties, and its components, as
 * JSON: an array of `{ page, html }`. The browser tests look at them. The first argument is the language, which may be
 * one for tests.
 */
import { SCREENS } from "../screens/screens.ts";
import { openViews } from "../views/views.ts";
import { answersWith, emptied, unused } from "./answers.ts";
import { startConsole } from "./console.ts";
import { COMPONENTS, renderComponent } from "./sheet/components.ts";

/** As long as an identifier, without a place to break, and a word of the kind that people give things. */
const TEXT = "Donaudampfschifffahrtsgesellschaft 0f9b6c1e-8a52-4f0e-9d5a-3b1c2d4e5f60";

const scopes = SCREENS.flatMap(({ needs, acts = {} }) => [
  ...(needs === undefined ? [] : [needs]),
  ...Object.values(acts).map((act) => act.needs),
]);
const [language = "en"] = process.argv.slice(2);
const views = openViews({ hasPseudo: true });
const console = await startConsole({ scopes, answers: answersWith(TEXT), views });
const headers = { ...console.signedIn(), "accept-language": language };
const addressOf = (path: string) => path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");

const printed: { page: string; html: string }[] = [];
async function print(page: string, answer: Promise<Response>): Promise<string> {
  const html = await (await answer).text();
  printed.push({ page, html });
  return html;
}

for (const { path, acts = {} } of SCREENS) {
  const address = addressOf(path);
  const html = await print(address, console.get(address, headers));
  const tabs = [...html.matchAll(/href="([^"]*\?tab=\w+)"/g)].map(([, href = ""]) => href);
  for (const tab of new Set(tabs)) await print(tab, console.get(tab, headers));
  for (const [act, { confirmation }] of Object.entries(acts)) {
    if (confirmation === undefined) continue;
    await print(`${address} ${act}`, console.post(address, { act, value: "x" }, headers));
  }
}
await print("/nowhere", console.get("/nowhere", headers));
await console.close();

// The places of a deployment that has nothing yet, and of one in which nothing was used.
const OTHERS = { "of nothing": emptied(answersWith(TEXT)), "of what is new": unused(answersWith(TEXT)) };
for (const [what, answers] of Object.entries(OTHERS)) {
  const other = await startConsole({ scopes, answers, views });
  const asked = { ...other.signedIn(), "accept-language": language };
  for (const { path, place } of SCREENS) {
    if (place !== undefined) await print(`${path} ${what}`, other.get(path, asked));
  }
  await other.close();
}
// Each component in each of its states.
for (const [name, one] of Object.entries(COMPONENTS))
  printed.push({ page: `components: ${name}`, html: renderComponent(views, one, language) });
process.stdout.write(JSON.stringify(printed));
