/** Chromium, for what a person does on pages that need their scripts. */
import { chromium, type Page } from "@playwright/test";

const WITHIN_MS = 20_000;

/** Why no page can be opened here, or undefined. */
export const noBrowser = (): string | undefined =>
  process.env.CHROMIUM_PATH === undefined ? "no Chromium is installed" : undefined;

/**
 * Acts on a page of a new browser. What the page logged is in the error.
 *
 * @param withinMs how long an act on the page waits for what it needs
 */
export async function inBrowser(act: (page: Page) => Promise<void>, withinMs = WITHIN_MS): Promise<void> {
  const names = "--host-resolver-rules=MAP *.test 127.0.0.1";
  const args = [names, ...(process.getuid?.() === 0 ? ["--no-sandbox"] : [])]; // the sandbox does not work for root
  const { CHROMIUM_PATH: executablePath } = process.env;
  const browser = await chromium.launch({ args, ...(executablePath === undefined ? {} : { executablePath }) });
  const page = await browser.newPage({ ignoreHTTPSErrors: true });
  page.setDefaultTimeout(withinMs);
  const logged: string[] = [];
  page.on("console", (message) => logged.push(message.text()));
  page.on("pageerror", (error) => logged.push(String(error)));
  try {
    await act(page);
  } catch (error) {
    throw new Error(`at ${page.url()}, which logged: ${logged.join("\n")}`, { cause: error });
  } finally {
    await browser.close();
  }
}
