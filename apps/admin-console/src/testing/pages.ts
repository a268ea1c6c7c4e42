/** Every page of the console with sample data, in a language. */
import { SCREENS } from "../screens/screens.ts";
import { openViews } from "../views/views.ts";
import { answersWith, emptied, unused } from "./answers.ts";
import { startConsole, type TestConsole } from "./console.ts";
import { COMPONENTS, renderComponent } from "./sheet/components.ts";

export interface ShownPage {
  readonly page: string;
  readonly html: string;
}

/** What the screens and their acts need. */
export const EVERY_SCOPE: readonly string[] = [
  ...new Set(
    SCREENS.flatMap(({ needs, acts = {} }) => [
      ...(needs === undefined ? [] : [needs]),
      ...Object.values(acts).map((act) => act.needs),
    ]),
  ),
];

/** The address of a screen, with an ID for each parameter. */
export const sampleAddress = (path: string): string => path.replace(/:\w+/g, "00000000-0000-4000-8000-000000000001");

/** The tabs that a page links to. */
export const tabsIn = (html: string): readonly string[] => [
  ...new Set([...html.matchAll(/href="([^"]*\?tab=\w+)"/g)].map(([, href = ""]) => href)),
];

/**
 * Each page with its tabs and the questions before its acts, the page of an unknown address, the places of a deployment
 * that has nothing and of one in which nothing was used, and the components.
 *
 * @param language may be one for tests
 * @param text what stands in every place that people fill in
 */
export async function everyPage(language: string, text: string): Promise<readonly ShownPage[]> {
  const views = openViews({ hasPseudo: true });
  const others = { "of nothing": emptied(answersWith(text)), "of what is new": unused(answersWith(text)) };
  const start = (answers: Readonly<Record<string, unknown>>) => startConsole({ scopes: EVERY_SCOPE, answers, views });
  const shown = await pagesOf(await start(answersWith(text)), language);
  for (const [what, answers] of Object.entries(others))
    shown.push(...(await placesOf(await start(answers), language, what)));
  const sheet = Object.entries(COMPONENTS).map(([name, one]) => ({
    page: `components: ${name}`,
    html: renderComponent(views, one, language),
  }));
  return [...shown, ...sheet];
}

async function pagesOf(console: TestConsole, language: string): Promise<ShownPage[]> {
  const headers = { ...console.signedIn(), "accept-language": language };
  const shown: ShownPage[] = [];
  const show = async (page: string, answer: Promise<Response>) => {
    const html = await (await answer).text();
    shown.push({ page, html });
    return html;
  };
  for (const { path, acts = {} } of SCREENS) {
    const address = sampleAddress(path);
    const html = await show(address, console.get(address, headers));
    for (const tab of tabsIn(html)) await show(tab, console.get(tab, headers));
    for (const [act, { confirmation }] of Object.entries(acts)) {
      if (confirmation === undefined) continue;
      await show(`${address} ${act}`, console.post(address, { act, value: "x" }, headers));
    }
  }
  await show("/nowhere", console.get("/nowhere", headers));
  await console.close();
  return shown;
}

async function placesOf(console: TestConsole, language: string, what: string): Promise<readonly ShownPage[]> {
  const headers = { ...console.signedIn(), "accept-language": language };
  const shown: ShownPage[] = [];
  for (const { path, place } of SCREENS) {
    if (place === undefined) continue;
    shown.push({ page: `${path} ${what}`, html: await (await console.get(path, headers)).text() });
  }
  await console.close();
  return shown;
}
