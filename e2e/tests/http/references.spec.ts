/** Decision 254: a page of an error that a person cannot mend has a reference, by which a command finds its request. */
import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page, TestInfo } from "@playwright/test";
import { allow, expectPage, signIn } from "../../support/browser/pages.ts";
import { signedIn } from "../../support/browser/signed-in.ts";
import { arrival, type RelyingParty, relyingParty } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import { replicasOf } from "../../support/worlds/composed.ts";
import { countersign, type Operator } from "../../support/worlds/operator.ts";
import type { Account, World } from "../../support/worlds/world.ts";

interface Stage {
  readonly page: Page;
  readonly world: World;
  readonly operator: Operator;
  readonly person: Account;
}

/** The request of the reference, as the log has it. */
type Request = Readonly<Record<string, unknown>>;

interface Kind {
  readonly kind: string;
  /** Leads the person to the page. */
  readonly provoke: (stage: Stage) => Promise<unknown>;
  readonly request: Request;
}

const UNKNOWN = "A".repeat(43);
const isComposed = replicasOf(process.env) > 0;

/** An app at the home of the sample client, which answers every request. */
async function app({ world, operator }: Stage): Promise<RelyingParty> {
  const redirectUri = `${world.client}/of-references`;
  const client = await operator.addClient("--name", "An app", "--redirect-uri", redirectUri);
  return relyingParty(world, { ...client, redirectUri });
}

/** Sends a form to the issuer from an empty page, which belongs to no site. */
async function sendForm(page: Page, url: string, fields = ""): Promise<void> {
  await page.goto("about:blank");
  await page.setContent(`<form method="post" action="${url}">${fields}<button>Send</button></form>`);
  await page.locator("button").click();
}

async function atConsent(stage: Stage): Promise<RelyingParty> {
  const party = await app(stage);
  await stage.page.goto((await party.begin()).url);
  await signIn(stage.page, stage.person);
  await expectPage(stage.page, "consent");
  return party;
}

/** A client that registered itself, and sends a request that is refused. */
async function refusedApp({ page, world, operator }: Stage): Promise<void> {
  const token = await operator.addInitialAccessToken();
  const answer = await fetch(`${world.issuer}/openid/register`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: ["https://new.example/cb"], token_endpoint_auth_method: "none" }),
  });
  const { client_id = "" } = (await answer.json()) as { client_id?: string };
  const asked = { client_id, redirect_uri: "https://new.example/cb", response_type: "code", scope: 'openid "' };
  await page.goto(`${world.issuer}/authorization?${new URLSearchParams(asked)}`);
  await expect(page.locator("main")).toHaveId("return-error");
}

const OF_ISSUER: readonly Kind[] = [
  {
    kind: "an unknown client",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/authorization?client_id=nothing`),
    request: { route: "/authorization", status: 400 },
  },
  {
    kind: "a redirect URI that is not registered",
    async provoke(stage) {
      const { url } = await (await app(stage)).begin({ redirect_uri: `${stage.world.client}/elsewhere` });
      await stage.page.goto(url);
    },
    request: { route: "/authorization", status: 400 },
  },
  {
    kind: "a request of an app that registered itself",
    provoke: refusedApp,
    request: { route: "/authorization", status: 400 },
  },
  {
    kind: "a request that is over, or of another browser",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/authorization/continue?request=${UNKNOWN}`),
    request: { route: "/authorization/continue", status: 400 },
  },
  {
    kind: "a form that is sent twice",
    async provoke(stage) {
      const { page } = stage;
      const party = await atConsent(stage);
      const second = await page.context().newPage();
      await second.goto(page.url());
      await allow(second);
      await arrival(second, party);
      await allow(page);
    },
    request: { method: "POST", route: "/consent", status: 400 },
  },
  {
    kind: "a form of another person",
    async provoke(stage) {
      await atConsent(stage);
      const other = await stage.page.context().newPage();
      await other.goto((await (await app(stage)).begin({ prompt: "login" })).url);
      await signIn(other, await stage.operator.addUser());
      await expectPage(other, "consent");
      await allow(stage.page);
    },
    request: { method: "POST", route: "/consent", status: 403 },
  },
  {
    kind: "a form of another site",
    provoke: ({ page, world }) =>
      sendForm(page, `${world.issuer}/forgot-password`, '<input name="email" value="a@b.c">'),
    request: { method: "POST", route: "/forgot-password", status: 403 },
  },
  {
    kind: "a file that is too large",
    async provoke({ page, world, person }) {
      await signedIn(page, world.issuer, person);
      await page.goto(`${world.issuer}/account/profile`);
      await page.evaluate(() => {
        const form = document.querySelector<HTMLFormElement>("form:has(#picture)");
        for (const part of form?.querySelectorAll("[disabled]") ?? []) part.removeAttribute("disabled");
      });
      const picture = { name: "photo.png", mimeType: "image/png", buffer: randomBytes(2_000_000) };
      // It is sent as soon as it is chosen.
      await page.locator("#picture").setInputFiles(picture);
    },
    request: { method: "POST", route: "/account/profile", status: 413 },
  },
  {
    kind: "a page that is not there",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/nowhere`),
    request: { route: "none", status: 404 },
  },
  {
    kind: "a method that a page does not have",
    provoke: ({ page, world }) => sendForm(page, `${world.issuer}/signed-out`),
    request: { method: "POST", route: "/signed-out", status: 405 },
  },
  {
    kind: "a link to a new password that is void",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/reset-password?token=${UNKNOWN}`),
    request: { route: "/reset-password", status: 410 },
  },
  {
    kind: "an invitation that is void",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/invitation?token=${UNKNOWN}`),
    request: { route: "/invitation", status: 200 },
  },
  {
    kind: "a link that takes a new address back, and is void",
    provoke: ({ page, world }) => page.goto(`${world.issuer}/undo-email?token=${UNKNOWN}`),
    request: { route: "/undo-email", status: 200 },
  },
  {
    kind: "a link that keeps an account, and is void",
    async provoke({ page, world }) {
      await page.goto(`${world.issuer}/account/keep?token=${UNKNOWN}`);
      await page.locator("main button").click();
    },
    request: { method: "POST", route: "/account/keep", status: 410 },
  },
  {
    kind: "too many attempts to sign in",
    async provoke({ page, world, person }) {
      await page.goto(`${world.issuer}/account`);
      for (let attempt = 0; attempt < 11; attempt += 1) {
        await signIn(page, { ...person, password: "wrong" });
        await expect(page.locator("#problem")).toBeVisible();
        if ((await page.locator("#error-reference").count()) > 0) return;
        await page.reload();
      }
    },
    request: { method: "POST", route: "/login", status: 429 },
  },
];

for (const { kind, provoke, request } of OF_ISSUER)
  test(`the issuer: ${kind}`, async ({ page, world, operator, person }, info) => {
    await provoke({ page, world, operator, person });
    const reference = await page.locator("#error-reference").textContent();
    await expectFound(reference, request, { world, log: () => logOf(world, info) });
  });

test("the issuer: a header that is too large, which reaches no page", async ({ page, world }, info) => {
  const url = world.issuer;
  const cookies = Array.from({ length: 6 }, (_, at) => ({ name: `c${at}`, value: "x".repeat(3500), url }));
  await page.context().addCookies(cookies);
  await page.goto(`${url}/login`);
  const text = (await page.locator("body").textContent()) ?? "";
  const [, reference] = /Reference: (\S+)/.exec(text) ?? [];
  await expectFound(reference, { status: 431, msg: "request unreadable" }, { world, log: () => logOf(world, info) });
});

const OF_CONSOLE: readonly Kind[] = [
  {
    kind: "a page that is not there",
    provoke: ({ page, world }) => page.goto(`${world.console}/nowhere`),
    request: { route: "none", status: 404 },
  },
  {
    kind: "a sign-in that is over",
    provoke: ({ page, world }) => page.goto(`${world.console}/callback?code=x&state=x`),
    request: { route: "/callback", status: 400 },
  },
  {
    kind: "a method that an address does not have",
    provoke: ({ page, world }) => page.goto(`${world.console}/sign-out`),
    request: { route: "/sign-out", status: 405 },
  },
];

for (const { kind, provoke, request } of OF_CONSOLE)
  test(`the console: ${kind}`, async ({ page, world, operator, person }, info) => {
    await provoke({ page, world, operator, person });
    const reference = await page.locator("#reference code").textContent();
    await expectFound(reference, request, {
      world,
      // In containers one command prints the logs of all.
      log: async () => (isComposed ? logOf(world, info) : join(world.dataDir, "logs", "admin-console.log")),
    });
  });

/** The command finds the line of the request, which is none of another request. */
async function expectFound(
  reference: string | null | undefined,
  request: Request,
  { world, log }: { readonly world: World; readonly log: () => Promise<string> },
): Promise<void> {
  expect(reference).toMatch(/^[\w-]{12}$/);
  await expect(async () => {
    const command = ["request", String(reference), "--log", await log()];
    const { lines } = await countersign<{ readonly lines: readonly Request[] }>(world, command);
    expect(lines).toContainEqual(expect.objectContaining({ ...request, requestId: reference }));
    for (const line of lines) expect([line.requestId, line.reference]).toContain(reference);
  }).toPass({ timeout: 10_000 });
}

/** What the authorization servers of the world logged, in a file of this test. */
async function logOf({ logCommand: [program, ...args] }: World, info: TestInfo): Promise<string> {
  const { stdout } = await promisify(execFile)(program, args, { maxBuffer: 256 * 1024 * 1024 });
  const file = info.outputPath("authorization-server.log");
  await writeFile(file, stdout);
  return file;
}
