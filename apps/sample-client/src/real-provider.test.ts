import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Browser, locationOf, openBrowser } from "./testing/browser.ts";
import { type Listening, listen } from "./testing/listen.ts";
import { runRealProvider } from "./testing/real-provider.ts";
import { type RunningClient, runClient } from "./testing/run-client.ts";

let provider: Listening;
let client: RunningClient;
let browser: Browser;

/** The client takes its port first: the provider has to know its addresses. */
async function start(secret: string | undefined): Promise<void> {
  const probe = await listen(() => (_req, res) => res.end());
  const { port } = new URL(probe.origin);
  await probe.close();

  const authentication = secret === undefined ? { token_endpoint_auth_method: "none" } : { client_secret: secret };
  provider = await runRealProvider([
    {
      client_id: "web",
      application_type: "native", // oidc-provider takes http on localhost from native clients only
      redirect_uris: [`http://localhost:${port}/callback`],
      post_logout_redirect_uris: [`http://localhost:${port}/signed-out`],
      ...authentication,
    },
  ]);
  client = await runClient(provider.origin, secret === undefined ? {} : { CLIENT_SECRET: secret }, Number(port));
}

beforeEach(() => {
  browser = openBrowser();
});
afterEach(async () => {
  await client.close();
  await provider.close();
});

/** Follows redirects and fills in the provider's forms until the browser is back at the client. */
async function walk(url: string, answer: (page: string) => Record<string, string>): Promise<Response> {
  let response = await browser.visit(url);
  for (let step = 0; step < 15; step++) {
    const isRedirect = response.status >= 300 && response.status < 400;
    if (isRedirect) {
      const next = locationOf(response);
      response = await browser.visit(next);
      if (next.startsWith(`${client.origin}/`) && response.status === 200) return response;
      continue;
    }
    if (response.url.startsWith(client.origin)) return response;

    const page = await response.text();
    const action = /action="([^"]+)"/.exec(page)?.[1] ?? "";
    const hidden = [...page.matchAll(/type="hidden" name="([^"]+)" value="([^"]*)"/g)];
    const body = new URLSearchParams(hidden.map(([, name = "", value = ""]): [string, string] => [name, value]));
    for (const [name, value] of Object.entries(answer(page))) body.set(name, value);
    response = await browser.visit(new URL(action, response.url).href, { method: "POST", body });
  }
  throw new Error("the browser did not come back");
}

const signInAs = (login: string) => (page: string) =>
  page.includes('value="login"') ? { login, password: "any" } : ({} as Record<string, string>);

describe("against oidc-provider, a provider that knows nothing of this client", () => {
  it.each([
    ["public client", undefined],
    ["confidential client", "a secret with : and % in it"],
  ])("signs in and out as a %s", async (_, secret) => {
    await start(secret);
    const home = await (await walk(`${client.origin}/login`, signInAs("alice"))).text();
    expect(home).toContain('<dd id="sub">alice</dd>');
    expect(home).toContain("You are signed in as Alice Adams");
    for (const value of ["alice@example.com", "Ghent", "+32 9 000 00 00"]) expect(home).toContain(value);

    const leave = await browser.visit(`${client.origin}/logout`, {
      method: "POST",
      headers: { origin: client.origin },
    });
    const page = await walk(locationOf(leave), () => ({ logout: "yes" }));
    expect(new URL(page.url).pathname).toBe("/signed-out");
    expect(await page.text()).toContain("was asked to end your session there");
    expect(await (await browser.visit(client.origin)).text()).toContain('id="sign-in"');
  });

  it("comes back with access_denied when the person cancels", async () => {
    await start(undefined);
    const away = locationOf(await browser.visit(`${client.origin}/login`));
    const pageUrl = locationOf(await browser.visit(away));
    const abort = await browser.visit(`${pageUrl}/abort`);
    const back = locationOf(await browser.visit(locationOf(abort)));
    const response = await browser.visit(back);
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining("access_denied")]);
  });
});
