/** A person who decides about a device: they open the link that it shows, and go through the pages. */
import assert from "node:assert/strict";
import {
  allowFields,
  type Landing,
  type ScriptedBrowser,
  scriptedBrowser,
} from "../support/browser/scripted-browser.ts";
import type { Account, World } from "../support/worlds/world.ts";
import { visit } from "./walk.ts";

export type Decision = "approved" | "denied";

/**
 * Opens the link of a device, and decides.
 *
 * @param link with the code in it (RFC 8628 §3.3.1)
 */
export async function decide(world: World, link: string, person: Account, decision: Decision): Promise<void> {
  const browser = scriptedBrowser(world);
  const code = expectPage(await visit(browser, link, person), "device");
  const typed = / name="user_code" value="([^"]+)"/.exec(code.body)?.[1] ?? "";
  const asked = expectPage(await browser.submit(code, [["user_code", typed]]), "device-confirm");
  const last = decision === "denied" ? await browser.submit(asked, [["action", "deny"]]) : await allow(browser, asked);
  expectPage(last, "device-done");
}

async function allow(browser: ScriptedBrowser, asked: Landing): Promise<Landing> {
  const consent = expectPage(await browser.submit(asked, [["action", "confirm"]]), "consent");
  return browser.submit(consent, allowFields(consent));
}

function expectPage(page: Landing, name: string): Landing {
  assert.match(page.body, new RegExp(`<main id="${name}"`));
  return page;
}
