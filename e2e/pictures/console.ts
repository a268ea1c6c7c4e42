/** The console: each page that its links lead to, and what forms and buttons answer. */
import type { Browser, Page } from "@playwright/test";
import { signInAtConsole } from "../support/console/console.ts";
import type { World } from "../support/worlds/world.ts";
import type { Album } from "./album.ts";
import { crawl } from "./crawl.ts";
import { takeStates } from "./states.ts";

interface Tour {
  readonly world: World;
  readonly shelf: string;
  readonly language?: string | undefined;
}

let signedIn: Awaited<ReturnType<ReturnType<Page["context"]>["storageState"]>> | undefined;

/** As the demo administrator. A code of an app counts once: so the session is kept for the next tour. */
export async function takeConsole(browser: Browser, album: Album, { world, shelf, language }: Tour): Promise<void> {
  signedIn ??= await newSession(browser, world);
  const context = await browser.newContext({ storageState: signedIn, ...(language && { locale: language }) });
  const page = await context.newPage();
  const skips = /sign-out|language|\.csv|\.jsonl|export|\/try|sort=|cursor|before=|after=/;
  await crawl(page, album, { shelf, start: `${world.console}/`, skips });
  if (shelf === "console") {
    await takeAnswers(page, album, world);
    await takeStates(page, album, world);
  }
  await context.close();
}

async function newSession(browser: Browser, world: World) {
  const context = await browser.newContext();
  await signInAtConsole(await context.newPage(), world);
  const state = await context.storageState();
  await context.close();
  return state;
}

/** Pages that are answers: a form with a mistake in it, what an act says before it is done, a page that is missing. */
const REFUSED = [
  ["/clients/new", "add", "new-client"],
  ["/people/new", "add", "new-person"],
  ["/settings/webhooks/new", "add", "new-webhook"],
  ["/settings/configuration", "plan", "configuration"],
] as const;

async function takeAnswers(page: Page, album: Album, { console }: World): Promise<void> {
  for (const [path, act, name] of REFUSED) {
    await page.goto(`${console}${path}`);
    // What the browser would refuse, the server refuses.
    await page.locator("form").evaluateAll((all) => {
      for (const one of all) one.setAttribute("novalidate", "");
    });
    const button = page.locator(`#${act}`);
    if ((await button.count()) === 0) continue;
    await button.click();
    await page.waitForLoadState();
    await album.take(page, "console-answers", `${name}-refused`);
  }
  await page.goto(`${console}/nothing`);
  await album.take(page, "console-answers", "not-found");
}
