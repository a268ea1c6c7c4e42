import { clientMetadata } from "@countersign/rules";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../testing/acts/acts.ts";
import { type Answer, type Browser, type Fields, openBrowser } from "../../../testing/browser.ts";
import { agree, authorizationOf, redeem, signIn } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";
import { changeClient } from "../../administration/clients/clients.ts";

const SCOPE = "openid email phone";
let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM consent");
  await service.rows("UPDATE client SET consent_policy = 'implicit' WHERE id IN ('webClient', 'nativeClient')");
  browser = openBrowser(service.origin);
});

const ask = (changes: Fields = {}) => browser.get(authorizationOf("webClient", { scope: SCOPE, ...changes }));
const signedIn = async (changes: Fields = {}) => signIn(browser, await ask(changes));
const scopeOf = async ({ location }: Answer) =>
  (await redeem(service.origin, location?.searchParams.get("code") ?? "")).body.scope;
const consents = () => service.rows("SELECT granted_scopes, declined_scopes, hosts FROM consent");
const policy = (value: string) => service.rows("UPDATE client SET consent_policy = $1 WHERE id = 'webClient'", [value]);

describe("OIDC Core §3.1.2.4: an operator consents for all people to an application of their own", () => {
  it("no page is shown, and what was asked is recorded with the policy", async () => {
    expect(await scopeOf(await signedIn())).toBe(SCOPE);
    expect(await consents()).toEqual([
      { granted_scopes: ["openid", "email", "phone"], declined_scopes: [], hosts: ["rp.example"] },
    ]);
    const [event] = await service.rows(
      "SELECT detail FROM audit_event WHERE type = 'consent' ORDER BY id DESC LIMIT 1",
    );
    expect(event?.detail).toMatchObject({ policy: "implicit", grantedScopes: ["openid", "email", "phone"] });
  });

  it("nor with prompt=none at the first request, nor with prompt=consent", async () => {
    await signedIn();
    await service.rows("DELETE FROM consent");
    expect(await scopeOf(await ask({ prompt: "none" }))).toBe(SCOPE);
    expect(await scopeOf(await ask({ prompt: "consent" }))).toBe(SCOPE);
  });

  it("what a person declined before is granted: no page would let them change it", async () => {
    await policy("explicit");
    const before = await agree(browser, await signedIn(), { scope: ["email"] });
    expect(await scopeOf(before)).toBe("openid email");
    await policy("implicit");
    expect(await scopeOf(await ask())).toBe(SCOPE);
  });

  it("what the account page takes back ends, and the next sign-in grants it again", async () => {
    await signedIn();
    const page = await browser.get("/account/applications?client=webClient");
    expect(page.body).toContain("The team that runs this service decides what this app gets");
    expect(page.body).not.toContain('value="withdraw-part"');
    await browser.submit(page, "/account/applications", { action: "withdraw", client: "webClient" });
    expect(await consents()).toEqual([]);
    expect(await scopeOf(await ask())).toBe(SCOPE);
  });

  it("consent-10: a client that registered itself asks, even if its policy is implicit", async () => {
    await service.rows(`UPDATE client SET registration_access_token_hash = '\\x01' WHERE id = 'webClient'`);
    expect((await signedIn()).body).toContain("Client webClient wants access to your account");
    await service.rows("UPDATE client SET registration_access_token_hash = NULL WHERE id = 'webClient'");
  });

  it("consent-11: a change back to explicit ends what no person consented to", async () => {
    await signedIn();
    const metadata = clientMetadata({ issuer }).parse({
      client_name: "Client webClient",
      redirect_uris: ["https://rp.example/cb"],
    });
    const change = { clientId: "webClient", metadata, assertMeantFor: () => undefined };
    await changeClient(service.database, change, byOperatorAt(service.clock.now));
    service.deps.clients.forget("webClient");
    expect(await consents()).toEqual([]);
    const page = await browser.follow(await ask());
    expect(page.body).toContain("Client webClient wants access to your account");
  });

  it("consent-03: where another app could get the answer, the page is shown each time", async () => {
    const native = (changes: Fields = {}) =>
      browser.get(authorizationOf("nativeClient", { scope: "openid", ...changes }));
    const page = await signIn(browser, await native());
    expect(page.body).toContain("Client nativeClient wants access to your account");
    await agree(browser, page);
    expect((await browser.follow(await native())).body).toContain("Client nativeClient wants access to your account");
    const silent = await native({ prompt: "none" });
    expect(silent.location?.searchParams.get("error")).toBe("consent_required");
  });

  it("a change of the client at that moment is an error for the client, and records nothing", async () => {
    await signedIn();
    await service.rows("DELETE FROM consent");
    await service.deps.clients.find("webClient");
    await service.superuser.pool.query("UPDATE client SET revision = revision + 1 WHERE id = 'webClient'");
    expect(Object.fromEntries((await ask()).location?.searchParams ?? [])).toMatchObject({
      error: "invalid_request",
      error_description: "the client or the consent changed meanwhile",
    });
    expect(await consents()).toEqual([]);
    expect(await scopeOf(await ask())).toBe(SCOPE);
  });
});
