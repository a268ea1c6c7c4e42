/** What the services do most, as the benchmark has it: each work done once, beside what it needs before. */
import { expect } from "vitest";
import type { NewResourceServer } from "../../src/administration/resource-servers/entity.ts";
import { openBrowser } from "../browser.ts";
import { requestUriOf, visitOf } from "../clients/pushing.ts";
import { initialAccessToken, metadata, send } from "../clients/registration.ts";
import { asClient, post, refresh } from "../clients/tokens.ts";
import { agree, authorizationOf, basic, redeem, signIn } from "../flows.ts";
import type { World } from "../world.ts";
import type { CountedServices } from "./counted-services.ts";

/** Makes what the work needs. Then each call does the work once. */
export type Work = (services: CountedServices, world: World) => Promise<() => Promise<void>>;

/** A resource server for tokens that a client gets for itself. */
export const REPORTS: NewResourceServer = {
  identifier: "https://reports.example",
  name: "Reports",
  scopes: ["api:read"],
  accessTokenSigningAlg: "ES256",
  accessTokenTtlSeconds: 300,
  listed: false,
};

const SCOPE = "openid profile email";

const getting =
  (path: string): Work =>
  async ({ origin }) =>
  async () => {
    const answer = await fetch(`${origin}${path}`);
    expect(answer.status).toBe(200);
    await answer.text();
  };

/** A browser whose person is signed in and has agreed, and the address that now answers with a code at once. */
async function agreed({ origin }: CountedServices, client: "webClient" | "offlineClient", scope: string) {
  const browser = openBrowser(origin);
  const path = authorizationOf(client, { scope });
  await agree(browser, await signIn(browser, await browser.get(authorizationOf(client, { scope, prompt: "consent" }))));
  const codeAt = async (address = path) => {
    const { location } = await browser.get(address);
    return location?.searchParams.get("code") ?? expect.unreachable("no code");
  };
  return { codeAt };
}

async function tokens({ origin }: CountedServices, code: string, changes = {}, headers = basic("webClient")) {
  const { status, body } = await redeem(origin, code, changes, headers);
  expect(status).toBe(200);
  return body as { readonly access_token: string; readonly refresh_token: string };
}

async function userinfo({ userinfoOrigin }: CountedServices, token: string): Promise<void> {
  const answer = await fetch(`${userinfoOrigin}/userinfo`, { headers: { authorization: `Bearer ${token}` } });
  expect(answer.status).toBe(200);
  await answer.text();
}

/** One unit of each work is done more often than it is measured, and each takes a token of its own. */
const FRESH = 12;

async function freshTokens(services: CountedServices): Promise<string[]> {
  const { codeAt } = await agreed(services, "webClient", SCOPE);
  const found: string[] = [];
  while (found.length < FRESH) found.push((await tokens(services, await codeAt())).access_token);
  return found;
}

export const WORKS = {
  discovery: getting("/.well-known/openid-configuration"),
  jwks: getting("/jwks"),
  "client-credentials":
    async ({ origin }) =>
    async () => {
      const form = { grant_type: "client_credentials", scope: "api:read", resource: REPORTS.identifier };
      expect((await post(origin, "/token", form, basic("serviceClient"))).status).toBe(200);
    },
  flow: async (services) => {
    const { codeAt } = await agreed(services, "webClient", SCOPE);
    return async () => userinfo(services, (await tokens(services, await codeAt())).access_token);
  },
  "pushed-flow": async (services) => {
    const { codeAt } = await agreed(services, "webClient", SCOPE);
    return async () => {
      const pushed = visitOf("webClient", await requestUriOf(services.origin, "webClient", { scope: SCOPE }));
      await userinfo(services, (await tokens(services, await codeAt(pushed))).access_token);
    };
  },
  // Each time in another browser, by a person who has agreed.
  "sign-in-password": async (services) => {
    await agreed(services, "webClient", SCOPE);
    return async () => {
      const browser = openBrowser(services.origin);
      const { location } = await signIn(browser, await browser.get(authorizationOf("webClient", { scope: SCOPE })));
      expect(location?.searchParams.get("code")).toBeDefined();
    };
  },
  refresh: async (services) => {
    const { codeAt } = await agreed(services, "offlineClient", "openid email offline_access");
    const at = { redirect_uri: "https://rp8.example/cb" };
    let { refresh_token } = await tokens(services, await codeAt(), at, basic("offlineClient"));
    return async () => {
      const { status, body } = await refresh(services.origin, "offlineClient", refresh_token);
      expect(status).toBe(200);
      refresh_token = body.refresh_token;
    };
  },
  introspection: async (services) => {
    const [token] = await freshTokens(services);
    const { headers, fields } = asClient("webClient");
    return async () => {
      const { body } = await post(services.origin, "/introspect", { token, ...fields }, headers);
      expect(body).toMatchObject({ active: true });
    };
  },
  "userinfo-seen": async (services) => {
    const [token = ""] = await freshTokens(services);
    return () => userinfo(services, token);
  },
  "userinfo-fresh": async (services) => {
    const fresh = await freshTokens(services);
    return () => userinfo(services, fresh.pop() ?? "");
  },
  registration: async ({ origin }, world) => {
    const token = await initialAccessToken(world, { expiresAt: new Date("2031-01-01T00:00:00Z") });
    return async () => expect((await send({ origin }, { token, body: metadata })).status).toBe(201);
  },
} as const satisfies Readonly<Record<string, Work>>;
