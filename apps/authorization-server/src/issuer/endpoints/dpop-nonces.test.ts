/** Where each proof needs a nonce of ours (RFC 9449 §8): what a refusal uses up, and when a nonce is replaced. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openBrowser } from "../../../testing/browser.ts";
import { redirectUriOf } from "../../../testing/clients/clients.ts";
import { asserting, assertionOf, type KeyPair, newKeyPair, registered } from "../../../testing/clients/registration.ts";
import { asClient, post } from "../../../testing/clients/tokens.ts";
import { basic, codeFor, standard, verifier } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

let service: Service;
let key: KeyPair;
let programId: string;
beforeAll(async () => {
  service = await startService({ settings: { DPOP_NONCE: "required" } });
  service.pass(600); // the memory of proofs is older than every proof
  key = await newKeyPair("program");
  const program = await registered(service, {
    redirect_uris: ["https://rp.example/cb"],
    grant_types: ["authorization_code", "client_credentials"],
    scope: "openid email",
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  programId = program.client_id;
});
afterAll(() => service.close());

const seconds = () => Math.floor(service.clock.now.getTime() / 1000);
const proofOf = (path: string, nonce?: string) =>
  key.sign(
    { jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}${path}`, iat: seconds(), nonce },
    { typ: "dpop+jwt", jwk: { ...key.publicJwk, kid: undefined }, kid: undefined },
  );

type Form = Parameters<typeof post>[2];

/** Sends a request with a proof. After a refusal, the same form is sent again with the nonce of the refusal. */
async function sendTwice(path: string, form: Form, headers: Record<string, string> = {}) {
  const refused = await post(service.origin, path, form, { ...headers, dpop: await proofOf(path) });
  expect([refused.status, refused.body.error]).toEqual([400, "use_dpop_nonce"]);
  const nonce = refused.headers.get("dpop-nonce") ?? "";
  return post(service.origin, path, form, { ...headers, dpop: await proofOf(path, nonce) });
}

const assertion = async () => asserting(await key.sign(assertionOf(programId, service.clock.now)));

describe("dpop-r08, RFC 9449 §8: a request for a nonce uses nothing up", () => {
  it("neither a code nor a refresh token", async () => {
    const { headers, fields } = asClient("publicOfflineClient");
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const code = await codeFor(openBrowser(service.origin), "publicOfflineClient", offline);
    const redemption = {
      grant_type: "authorization_code",
      code,
      redirect_uri: redirectUriOf("publicOfflineClient"),
      code_verifier: verifier,
      ...fields,
    };
    const { status, body } = await sendTwice("/token", redemption, headers);
    expect([status, body.token_type]).toEqual([200, "DPoP"]);
    const refresh = { grant_type: "refresh_token", refresh_token: body.refresh_token, ...fields };
    expect((await sendTwice("/token", refresh, headers)).status).toBe(200);
  });

  it("nor the assertion of a client", async () => {
    const form = { grant_type: "client_credentials", ...(await assertion()) };
    expect((await sendTwice("/token", form)).status).toBe(200);
    // It was used up by the second request.
    expect((await sendTwice("/token", form)).body.error).toBe("invalid_client");
  });

  it("par-r16: nor that of a pushed request", async () => {
    const { client_id: _, ...request } = Object.fromEntries(standard("webClient"));
    const mine = { ...request, redirect_uri: "https://rp.example/cb", scope: "openid email" };
    expect((await sendTwice("/par", { ...mine, ...(await assertion()) })).status).toBe(201);
  });
});

describe("RFC 9449 §8.2: a nonce that ages is replaced", () => {
  it("dpop-r09: with the answer to a request that succeeds", async () => {
    const ask = async (nonce: string) =>
      post(
        service.origin,
        "/token",
        { grant_type: "client_credentials" },
        {
          ...basic("serviceClient"),
          dpop: await proofOf("/token", nonce),
        },
      );
    const nonce = (await ask("none")).headers.get("dpop-nonce") ?? "";
    const young = await ask(nonce);
    expect([young.status, young.headers.get("dpop-nonce")]).toEqual([200, null]);
    service.pass(160);
    const old = await ask(nonce);
    expect([old.status, old.headers.get("dpop-nonce")]).toEqual([200, expect.stringMatching(/^[\w-]{38}$/)]);
    expect((await ask(old.headers.get("dpop-nonce") ?? "")).status).toBe(200);
  });
});
