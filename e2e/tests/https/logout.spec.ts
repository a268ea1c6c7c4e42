/** The end of a session reaches clients on other sites: from server to server, in frames, and by the session iframe. */
import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from "jose";
import { allow, expectPage, openSite, signInAndAllow } from "../../support/browser/pages.ts";
import { json, send } from "../../support/http.ts";
import { arrival, type RelyingParty, relyingParty, type Tokens } from "../../support/relying-party.ts";
import { expect, test } from "../../support/test.ts";
import type { Operator } from "../../support/worlds/operator.ts";
import { MAILBOX } from "../../support/worlds/tls-proxy.ts";
import { siteOf, type World } from "../../support/worlds/world.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";

/** A client on its own site that returns to /bye, with more options of `clients add`. */
async function party(world: World, operator: Operator, site: string, ...options: string[]): Promise<RelyingParty> {
  const redirectUri = `${siteOf(world, site)}/cb`;
  const bye = ["--post-logout-redirect-uri", `${siteOf(world, site)}/bye`];
  const client = await operator.addClient("--name", "Told", "--redirect-uri", redirectUri, ...bye, ...options);
  return relyingParty(world, { ...client, redirectUri });
}

/** The address to which the client sends the browser to sign out. It names a page of the client to return to. */
function signOutOf(world: World, site: string, { id_token = "" }: Tokens): string {
  const back = { id_token_hint: id_token, post_logout_redirect_uri: `${siteOf(world, site)}/bye`, state: "s-1" };
  return `${world.issuer}/end_session?${new URLSearchParams(back)}`;
}

/** Signs a new person in for a client. Returns what the client received. */
async function signedIn(page: Page, party: RelyingParty, person: Parameters<typeof signInAndAllow>[2]) {
  const begun = await party.begin();
  await signInAndAllow(page, begun.url, person);
  const callback = await arrival(page, party);
  return { callback, tokens: await party.redeem(begun, callback) };
}

test("OIDC Back-Channel Logout §2.5: each client of the session is notified at its server", async ({
  page,
  world,
  operator,
  person,
}) => {
  const box = `${siteOf(world, "rp")}${MAILBOX}${randomUUID()}`;
  const told = await party(world, operator, "rp", "--backchannel-logout-uri", box);
  const other = await party(world, operator, "rp2");
  const { tokens } = await signedIn(page, told, person);
  const begun = await other.begin();
  await page.goto(begun.url);
  await expectPage(page, "consent");
  await allow(page);
  const others = await other.redeem(begun, await arrival(page, other));

  await page.goto(signOutOf(world, "rp2", others));
  expect(page.url()).toBe(`${siteOf(world, "rp2")}/bye?state=s-1`);

  const received = async () => JSON.parse((await send(world, box)).body) as Record<string, string>[];
  await expect.poll(async () => (await received()).length).toBe(1);
  const [{ method, type, body } = {}] = await received();
  expect([method, type]).toEqual(["POST", "application/x-www-form-urlencoded"]);
  const form = new URLSearchParams(body);
  expect([...form.keys()]).toEqual(["logout_token"]);

  const keys = createLocalJWKSet(json(await send(world, `${world.issuer}/jwks`)) as unknown as JSONWebKeySet);
  const expected = { issuer: world.issuer, audience: told.clientId, typ: "logout+jwt", maxTokenAge: 60 };
  const { payload } = await jwtVerify(form.get("logout_token") ?? "", keys, expected);
  const { sub, sid } = decodeJwt(tokens.id_token ?? "");
  expect(payload).toMatchObject({ sub, sid, events: { [EVENT]: {} } });
  expect(payload).not.toHaveProperty("nonce");
});

for (const script of [true, false]) {
  test.describe(`OIDC Front-Channel Logout §3: with scripts ${script ? "on" : "off"}`, () => {
    test.use({ javaScriptEnabled: script });

    test("the clients' pages are loaded with iss and sid, and then the browser is redirected", async ({
      page,
      world,
      operator,
      person,
    }) => {
      const page1 = `${siteOf(world, "rp")}/out?tenant=1`;
      const told = await party(world, operator, "rp", "--frontchannel-logout-uri", page1);
      const { tokens } = await signedIn(page, told, person);
      const complaints: string[] = [];
      page.on("console", (message) => complaints.push(message.text()));

      const framed = page.waitForRequest((request) => request.url().startsWith(page1));
      await page.goto(signOutOf(world, "rp", tokens));
      const { searchParams } = new URL((await framed).url());
      const { sid } = decodeJwt(tokens.id_token ?? "");
      expect([...searchParams]).toEqual([
        ["tenant", "1"],
        ["iss", world.issuer],
        ["sid", sid],
      ]);
      if (!script) await page.locator("#continue").click();
      await page.waitForURL(`${siteOf(world, "rp")}/bye?state=s-1`);
      expect(complaints.filter((text) => /content security policy/i.test(text))).toEqual([]);
    });
  });
}

/**
 * A page of a client that sends a message to the session iframe each time its button is pressed, and shows the reply.
 */
const asking = (world: World, message: string) => `
  <iframe id=op src="${world.issuer}/session/check"></iframe>
  <button id=ask
    onclick="document.getElementById('op').contentWindow.postMessage('${message}', '${world.issuer}')"
  >Ask</button>
  <pre id=said></pre>
  <script>addEventListener("message", function (event) {
    if (event.origin === "${world.issuer}") document.getElementById("said").textContent += event.data + ";";
  });</script>`;

// Browsers keep cookies from frames of other sites, and so does this one. The client's host is on the issuer's site.
const SAME_SITE = "rp.countersign";

test.describe("OIDC Session Management §3: the session iframe", () => {
  test("replies unchanged to the client's page until the person signs out, and changed afterwards", async ({
    page,
    context,
    world,
    operator,
    person,
  }) => {
    const asker = await party(world, operator, SAME_SITE);
    const { callback, tokens } = await signedIn(page, asker, person);
    const state = callback.searchParams.get("session_state");
    await openSite(page, world, SAME_SITE, asking(world, `${asker.clientId} ${state}`));
    await page.frameLocator("#op").locator("body[data-cookie]").waitFor({ state: "attached" });
    await page.locator("#ask").click();
    await expect(page.locator("#said")).toHaveText("unchanged;");

    const elsewhere = await context.newPage();
    await elsewhere.goto(signOutOf(world, SAME_SITE, tokens));
    await elsewhere.waitForURL(`${siteOf(world, SAME_SITE)}/bye?state=s-1`);
    await page.locator("#ask").click();
    await expect(page.locator("#said")).toHaveText("unchanged;changed;");
  });

  test("logout-18: does not reply to a page of another site, and looks it up once", async ({
    page,
    world,
    operator,
    person,
  }) => {
    const asker = await party(world, operator, "rp");
    const { callback } = await signedIn(page, asker, person);
    const lookUps: string[] = [];
    page.on("request", (request) => {
      if (request.url().includes("/session/check/client")) lookUps.push(request.url());
    });
    const message = `${asker.clientId} ${callback.searchParams.get("session_state")}`;
    await openSite(page, world, "evil", asking(world, message));
    await page.frameLocator("#op").locator("body[data-cookie]").waitFor({ state: "attached" });
    const answered = page.waitForResponse((response) => response.url().includes("/session/check/client"));
    await page.locator("#ask").evaluate((button: HTMLButtonElement) => {
      for (let i = 0; i < 20; i++) button.click();
    });
    expect((await answered).status()).toBe(404);
    await page.locator("#ask").click();
    await expect(page.locator("#said")).toHaveText("");
    expect(lookUps).toHaveLength(1);
  });
});
