/** The pages of the issuer and mails: each state with sample data, the components, and what a person sees live. */
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { addAuthenticator } from "../support/browser/authenticator.ts";
import { setUpApp } from "../support/browser/factors.ts";
import { type Sample, samples, show } from "../support/browser/samples.ts";
import { signedIn, signedInAtClient } from "../support/browser/signed-in.ts";
import { ROOT } from "../support/worlds/ecosystem.ts";
import type { World } from "../support/worlds/world.ts";
import type { Album } from "./album.ts";
import { crawl } from "./crawl.ts";

interface Preview {
  readonly url: string;
  close(): Promise<void>;
}
const PREVIEW = join(ROOT, "apps", "authorization-server", "src", "people", "theme", "preview.ts");
/** The longest words: pages with little room in all their states. */
const IN_GERMAN = new Set(["login", "consent", "accountOverview", "accountSecurity", "error", "mailHtml"]);

/** Pages whose script goes on to another page. */
const LEAVES = new Set(["formPost", "signingOut"]);

/** The logo of a sample: the samples have no files. */
const LOGO = join(ROOT, "packages", "pages", "assets", "icon.svg");

/**
 * Every page in each of its states, some of them in German, and each once in Chinese, which has no spaces; with a
 * language, every page in that one.
 */
export async function takeSamples(
  page: Page,
  album: Album,
  { world, language }: { readonly world: World; readonly language?: string | undefined },
): Promise<void> {
  await page.route(/\/(?:logo|account\/picture|picture)\b/, (route) =>
    route.fulfill({ path: LOGO, contentType: "image/svg+xml" }),
  );
  const all = named(await samples(language ?? "en"));
  for (const one of all) await takeSample(page, album, { world, shelf: "samples", ...one });
  if (language !== undefined) return;
  const german = named(await samples("de")).filter(({ sample }) => IN_GERMAN.has(sample.page));
  for (const one of german) await takeSample(page, album, { world, shelf: "samples-de", ...one });
  const chinese = named(await samples("zh")).filter(({ name }) => name.endsWith("-1"));
  for (const one of chinese) await takeSample(page, album, { world, shelf: "samples-zh", ...one });
}

/** Each with its name and the number of its state. */
const named = (all: readonly Sample[]) =>
  all.map((sample, index) => {
    const state = all.slice(0, index + 1).filter((one) => one.page === sample.page).length;
    return { name: `${sample.page}-${state}`, sample };
  });

interface Shown {
  readonly world: World;
  readonly shelf: string;
  readonly name: string;
  readonly sample: Sample;
}

async function takeSample(page: Page, album: Album, { world, shelf, name, sample }: Shown): Promise<void> {
  if (!album.wants(`${shelf}/${name}`)) return;
  await show(page, world.issuer, sample, LEAVES.has(sample.page) ? "'none'" : "'self'");
  await album.take(page, shelf, name);
}

/** The page of components, and the list of pages, of `theme preview`. */
export async function takePreview(page: Page, album: Album): Promise<void> {
  const { openPreview } = (await import(PREVIEW)) as {
    openPreview(options: { overrides: undefined; port: number }): Promise<Preview>;
  };
  const preview = await openPreview({ overrides: undefined, port: 0 });
  await page.goto(`${preview.url}auto/components`);
  await album.take(page, "preview", "components");
  await page.goto(preview.url);
  await album.take(page, "preview", "pages");
  await preview.close();
}

/** The account of a person who is new, and of one who has everything: each page that its links lead to. */
export async function takeAccounts(browser: Browser, album: Album, world: World): Promise<void> {
  const [alice, bob] = ["alice", "bob"].map((name) => world.accounts.find(({ username }) => username === name));
  if (alice === undefined || bob === undefined) throw new Error("the demo accounts are missing");
  const skips = /sign-out|end_session|export\/|language|picture/;
  const start = `${world.issuer}/account`;

  const empty = await browser.newPage();
  await signedIn(empty, world.issuer, bob);
  await crawl(empty, album, { shelf: "account-empty", start, skips });
  await empty.close();

  const full = await browser.newPage();
  await addAuthenticator(full);
  await signedInAtClient(full, world, alice);
  await full.goto(`${world.issuer}/account/passkeys`);
  await full.locator("#add-passkey").click();
  await full.locator("#done").waitFor();
  await album.take(full, "account-full", "passkey-added");
  await setUpApp(full, world);
  await album.take(full, "account-full", "recovery-codes-new");
  await full.locator("#saved").check();
  await full.locator("button#done").click();
  await crawl(full, album, { shelf: "account-full", start, skips });
  await full.close();
}
