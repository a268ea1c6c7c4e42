import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Browser, openBrowser } from "../../../../testing/browser.ts";
import { authorizationOf } from "../../../../testing/flows.ts";
import { isConsent } from "../../../../testing/servers/federation.ts";
import { type OtherProvider, startOtherProvider } from "../../../../testing/servers/other-provider.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import type { NewProvider } from "../../../administration/providers/entity.ts";
import { addIdentityProvider } from "../../../administration/providers/identity-providers.ts";
import { testCa } from "../../../platform/outbound/testing/listener.ts";

const SECRET = "a-secret-of-forty-characters-at-the-other";
const client = (alias: string, metadata: object) => ({
  client_id: `us-${alias}`,
  redirect_uris: [`${issuer}/federation/${alias}/callback`],
  grant_types: ["authorization_code"],
  response_types: ["code"],
  backchannel_logout_uri: `${issuer}/federation/${alias}/backchannel-logout`,
  backchannel_logout_session_required: true,
  ...metadata,
});
const byKey = { token_endpoint_auth_method: "private_key_jwt", jwks_uri: `${issuer}/jwks` };

let service: Service;
let other: OtherProvider;
let browser: Browser;
beforeAll(async () => {
  vi.setSystemTime(noon);
  const clients = [client("secret", { client_secret: SECRET }), client("keys", byKey)];
  other = await startOtherProvider(clients);
  const settings = { OUTBOUND_ALLOWED_HOSTS: `localhost:${other.port}`, OUTBOUND_CA: testCa };
  service = await startService({ settings });
  other.reach(service.origin);
  await add({ alias: "secret", secret: SECRET });
  await add({ alias: "keys", secret: null });
  pass(60); // A store that was just made knows no tokens from before.
});
afterAll(async () => {
  vi.useRealTimers();
  await service.close();
  await other.close();
});
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await service.rows("DELETE FROM browser_session");
});

function pass(seconds: number): void {
  service.pass(seconds);
  vi.setSystemTime(service.clock.now);
}

const add = ({ alias, secret }: Pick<NewProvider, "alias" | "secret">) =>
  addIdentityProvider(
    { database: service.database, texts: service.deps.sealedTexts },
    {
      ...{ alias, secret, name: alias, issuer: other.issuer, clientId: `us-${alias}` },
      ...{ scopes: ["openid", "email", "profile"], mode: "create", domains: ["corp.example"], autoLink: false },
      ...{ mfa: [], claims: ["nickname=nickname@each-time"] },
    },
    byOperatorAt(noon),
  );

/** Signs in at the other provider for a request, and returns the page that follows here. */
async function through(alias: string, login: string, changes: Readonly<Record<string, string>> = {}) {
  const page = await browser.follow(await browser.get(authorizationOf("webClient", changes)));
  const left = await browser.submit(page, "/login", { action: "federated", provider: alias });
  return browser.follow(await browser.get(await other.signIn(left.location as URL, login)));
}

describe("fe.18: a provider that we did not write", () => {
  it.each([["secret"], ["keys"]])("signs people in, authenticated with its %s", async (alias) => {
    expect(isConsent(await through(alias, `iris-${alias}`))).toBe(true);
    const people = await service.rows("SELECT email, nickname FROM end_user WHERE nickname = $1", [`iris-${alias}`]);
    expect(people).toEqual([{ email: `iris-${alias}@corp.example`, nickname: `iris-${alias}` }]);
  });

  it("fe.11: proves a recent authentication if the client demands one", async () => {
    expect(isConsent(await through("secret", "max", { max_age: "60", prompt: "login" }))).toBe(true);
  });

  it("is found to work when it is tried", async () => {
    const tried = { id: "1", alias: "secret", issuer: other.issuer, preset: null, keyEncryptionKeyId: "k1" };
    expect(await service.deps.tryProvider(tried)).toEqual([]);
    expect(await service.deps.tryProvider({ ...tried, keyEncryptionKeyId: null })).toEqual([]);
  });

  it("fe.13: a sign-out there ends the session that began with it", async () => {
    await through("secret", "leaving");
    const signedIn = () => service.rows("SELECT active_user_id FROM browser_session WHERE active_user_id IS NOT NULL");
    expect(await signedIn()).toHaveLength(1);
    await other.signOut();
    await vi.waitFor(async () => expect(await signedIn()).toEqual([]), { timeout: 5000 });
  });
});
