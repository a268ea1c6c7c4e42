/** The sample command line: a person signs in from a terminal, lists and places orders, and signs out. */
import { readFileSync, statSync, writeFileSync } from "node:fs";
import type { Page } from "@playwright/test";
import { allow, expectPage, signIn } from "../../../support/browser/pages.ts";
import { openTerminal, type Terminal } from "../../../support/terminal.ts";
import { expect, test } from "../../../support/test.ts";
import type { Account, World } from "../../../support/worlds/world.ts";

// A device polls every five seconds, and each command is a process of its own.
test.slow();

const onPage = (page: Page, name: string) => expect(page.locator("main")).toHaveId(name);

/** Ends well, and says this. */
const ends = (running: ReturnType<Terminal["type"]>, text: string) =>
  expect(running.ended).resolves.toMatchObject({ code: 0, text: expect.stringContaining(text) });

interface Kept {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly endsAt: number;
}

/** The only file with tokens. */
function kept(terminal: Terminal): { readonly path: string; readonly tokens: Kept } {
  const [path = "", ...others] = terminal.tokenFiles();
  expect(others).toEqual([]);
  return { path, tokens: JSON.parse(readFileSync(path, "utf8")) };
}

async function decide(page: Page, link: string, person: Account, button: "#confirm" | "#deny"): Promise<void> {
  await page.goto(link);
  await signIn(page, person);
  await page.locator("#continue").click();
  await onPage(page, "device-confirm");
  await expect(page.locator("#application")).toHaveText("Sample command line");
  await page.locator(button).click();
}

async function refreshAt({ issuer }: World, refreshToken: string): Promise<unknown> {
  const body = new URLSearchParams({
    ...{ client_id: "sample-cli", grant_type: "refresh_token", refresh_token: refreshToken },
  });
  return (await fetch(`${issuer}/token`, { method: "POST", body })).json();
}

test("RFC 8628: signs in by a code while a browser agrees, refreshes, lists and places orders, and signs out", async ({
  page,
  world,
  person,
}) => {
  const terminal = openTerminal(world, test.info().outputPath("state"));
  const waiting = terminal.type("sign-in");
  await decide(page, await waiting.says(/http\S+user_code=\S+/), person, "#confirm");
  await expectPage(page, "consent");
  await allow(page);
  await onPage(page, "device-done");
  await ends(waiting, "You are signed in as Carol Jones.");

  const { path, tokens } = kept(terminal);
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");
  await ends(terminal.type("who"), "Carol Jones");
  await ends(terminal.type("list"), "coffee");
  await ends(terminal.type("add", "tea"), "Ordered: tea");

  // Its access token has ended, so the next command refreshes.
  writeFileSync(path, JSON.stringify({ ...tokens, endsAt: 0 }));
  await ends(terminal.type("list"), "tea");
  const later = kept(terminal).tokens;
  expect(later.refreshToken).not.toBe(tokens.refreshToken);
  expect((statSync(path).mode & 0o777).toString(8)).toBe("600");

  await ends(terminal.type("sign-out"), "You are signed out.");
  expect(terminal.tokenFiles()).toEqual([]);
  expect(await refreshAt(world, later.refreshToken)).toMatchObject({ error: "invalid_grant" });
  await expect(terminal.type("list").ended).resolves.toMatchObject({ code: 1 });
});

test("RFC 8628 §3.5: the person refuses in the browser, and the terminal says so", async ({ page, world, person }) => {
  const terminal = openTerminal(world, test.info().outputPath("state"));
  const waiting = terminal.type("sign-in");
  await decide(page, await waiting.says(/http\S+user_code=\S+/), person, "#deny");
  await onPage(page, "device-done");
  const { code, text } = await waiting.ended;
  expect(code).toBe(1);
  expect(text).toContain("refused in the browser");
  expect(terminal.tokenFiles()).toEqual([]);
});

test("RFC 8252: signs in with the browser of the same machine, at a port of loopback", async ({
  page,
  world,
  person,
}) => {
  const terminal = openTerminal(world, test.info().outputPath("state"));
  const waiting = terminal.type("sign-in", "--browser");
  await page.goto(await waiting.says(/^http\S+\/authorization\?\S+$/m));
  await signIn(page, person);
  await expectPage(page, "consent");
  await allow(page);
  await expect(page.locator("body")).toHaveText("You can close this page, and go back to the terminal.");
  expect(new URL(page.url()).hostname).toBe("127.0.0.1");
  await ends(waiting, "You are signed in as Carol Jones.");
  await ends(terminal.type("list"), "coffee");
  await ends(terminal.type("sign-out"), "You are signed out.");
});
