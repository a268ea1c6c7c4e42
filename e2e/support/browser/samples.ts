/** Every page of the issuer and the HTML part of mails with sample data, shown in a browser. */
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "@playwright/test";
import { ROOT } from "../worlds/ecosystem.ts";

const PRINT_SAMPLES = join(ROOT, "apps", "authorization-server", "testing", "print-samples.ts");
const LARGEST_OUTPUT = 2 ** 24;

/** The session iframe: an invisible document. */
const UNSEEN = "checkSession";

export interface Sample {
  readonly page: string;
  readonly html: string;
}

const printed = new Map<string, Promise<readonly Sample[]>>();

/** The samples in this language. They are printed once for all tests of a worker. */
export function samples(language: string): Promise<readonly Sample[]> {
  const known = printed.get(language) ?? print(language);
  printed.set(language, known);
  return known;
}

async function print(language: string): Promise<readonly Sample[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT_SAMPLES, language], {
    maxBuffer: LARGEST_OUTPUT,
  });
  return (JSON.parse(stdout) as readonly Sample[]).filter(({ page }) => page !== UNSEEN);
}

/** For the scripts that may run, a path without a page. */
const PLACES = { "'none'": "sample", "'self'": "sample-with-scripts" } as const;

/**
 * Shows a sample at a path without a page, with the stylesheet of the issuer. Where no scripts run, the samples of a
 * test share one load, which costs more than most of them.
 */
export async function show(page: Page, issuer: string, { html }: Sample, scripts: keyof typeof PLACES = "'none'") {
  const address = `${issuer}/${PLACES[scripts]}`;
  const hasScripts = scripts === "'self'";
  if (hasScripts || page.url() !== address) await load(page, address, { scripts, body: hasScripts ? html : "" });
  if (!hasScripts) await page.setContent(html);
}

async function load(page: Page, address: string, { scripts, body }: { scripts: string; body: string }): Promise<void> {
  const headers = { "content-security-policy": `script-src ${scripts}` };
  await page.route(address, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", headers, body }));
  await page.goto(address);
  await page.unroute(address);
}
