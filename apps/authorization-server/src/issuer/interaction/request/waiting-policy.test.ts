/** B4: what a client demands of its requests counts when a request is answered, and not when it came: RFC 9126 §7.4. */
import { clientMetadata } from "@countersign/rules";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { byOperatorAt } from "../../../../testing/acts/acts.ts";
import { type Answer, type Browser, openBrowser } from "../../../../testing/browser.ts";
import { postToPar, requestUriOf, visitOf } from "../../../../testing/clients/pushing.ts";
import { authorizationOf, basic, signIn, standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";
import { changeClient } from "../../../administration/clients/clients.ts";

const { publicKey, privateKey } = await generateKeyPair("ES256");
const jwks = { keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] };

let service: Service;
let browser: Browser;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());
beforeEach(async () => {
  browser = openBrowser(service.origin);
  await demand({});
});

/** An operator changes what the client demands; `{}` takes all of it away. */
async function demand(members: object) {
  const metadata = clientMetadata({ issuer }).parse({
    client_name: "Client webClient",
    redirect_uris: ["https://rp.example/cb"],
    jwks,
    ...members,
  });
  const change = { clientId: "webClient", metadata, assertMeantFor: () => undefined };
  await changeClient(service.database, change, byOperatorAt(service.clock.now));
  service.deps.clients.forget("webClient");
}

const object = () =>
  new SignJWT({
    ...Object.fromEntries(standard("webClient")),
    iss: "webClient",
    aud: issuer,
    exp: noon.getTime() / 1000 + 60,
  })
    .setProtectedHeader({ alg: "ES256", kid: "own" })
    .sign(privateKey);
const pushed = async (fields?: object) => {
  if (fields === undefined) return visitOf("webClient", await requestUriOf(service.origin, "webClient"));
  const { body } = await postToPar(service.origin, { ...fields }, basic("webClient"));
  return visitOf("webClient", body.request_uri);
};

/** How a request comes, up to the page where a person signs in. */
const ways: Readonly<Record<string, () => Promise<Answer>>> = {
  "in the query": () => browser.get(authorizationOf("webClient")),
  "by POST": async () =>
    browser.follow(await browser.post("/authorization", Object.fromEntries(standard("webClient")))),
  pushed: async () => browser.get(await pushed()),
  "signed, in the query": async () =>
    browser.get(`/authorization?${new URLSearchParams({ client_id: "webClient", request: await object() })}`),
  "signed, by POST": async () =>
    browser.follow(await browser.post("/authorization", { client_id: "webClient", request: await object() })),
  "signed and pushed": async () => browser.get(await pushed({ request: await object() })),
};
const SIGNED = { require_signed_request_object: true };
const PUSHED = { require_pushed_authorization_requests: true };

describe("B4, RFC 9126 §7.4: a request that waits meets what its client demands by now", () => {
  it.each([
    ["in the query", SIGNED, "the request must be in a signed request object"],
    ["by POST", SIGNED, "the request must be in a signed request object"],
    ["pushed", SIGNED, "the request must be in a signed request object"],
    ["in the query", PUSHED, "the request must be pushed"],
    ["signed, by POST", PUSHED, "the request must be pushed"],
  ])("one that came %s, with %j: the person sees the error, and no code is made", async (way, members, text) => {
    const arrived = await ways[way]?.();
    const login = arrived && (await browser.follow(arrived));
    await demand(members);
    const end = login && (await signIn(browser, login));
    expect([end?.status, end?.location]).toEqual([400, undefined]);
    expect(end?.body).toContain(text);
    expect(await service.rows(`SELECT id FROM "authorization"`)).toEqual([]);
  });

  it.each([
    ["signed, in the query", SIGNED],
    ["signed, by POST", SIGNED],
    ["signed and pushed", { ...SIGNED, ...PUSHED }],
    ["pushed", PUSHED],
  ])("one that came %s goes on with %j", async (way, members) => {
    const arrived = await ways[way]?.();
    const login = arrived && (await browser.follow(arrived));
    await demand(members);
    const page = login && (await signIn(browser, login));
    expect(page?.body).toContain('action="/consent"');
  });

  it("one that was pushed, and that no browser began with, is refused, too", async () => {
    const address = await pushed();
    await demand(SIGNED);
    const answer = await browser.get(address);
    expect(answer.location?.searchParams.get("error")).toBe("invalid_request");
  });
});
