/** In the minute after the short-lived store was emptied: RFC 9449 §8, decision 22. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asserting, assertionOf, type KeyPair, newKeyPair, registered } from "../../../testing/clients/registration.ts";
import { post } from "../../../testing/clients/tokens.ts";
import { standard } from "../../../testing/flows.ts";
import { type Service, startService } from "../../../testing/service.ts";
import { issuer } from "../../../testing/world.ts";

let service: Service;
let key: KeyPair;
let clientId: string;
beforeAll(async () => {
  service = await startService();
  // An assertion was made after the store was emptied. A proof may come from a clock that is a minute ahead.
  service.pass(30);
  key = await newKeyPair("program");
  const program = await registered(service, {
    profile: "fapi2",
    redirect_uris: ["https://rp.example/cb"],
    grant_types: ["authorization_code", "client_credentials"],
    scope: "openid email",
    token_endpoint_auth_method: "private_key_jwt",
    jwks: { keys: [key.publicJwk] },
  });
  clientId = program.client_id;
});
afterAll(() => service.close());

const seconds = () => Math.floor(service.clock.now.getTime() / 1000);
const proofOf = (path: string, nonce?: string) =>
  key.sign(
    { jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}${path}`, iat: seconds(), nonce },
    { typ: "dpop+jwt", jwk: { ...key.publicJwk, kid: undefined }, kid: undefined },
  );
const assertion = async () => asserting(await key.sign(assertionOf(clientId, service.clock.now)));
const send = async (path: string, form: Parameters<typeof post>[2], nonce?: string) =>
  post(service.origin, path, form, { dpop: await proofOf(path, nonce) });

/** Sends a form with a proof, and the same form again with the nonce of the refusal. */
async function challenged(path: string, form: Parameters<typeof post>[2]) {
  const refused = await send(path, form);
  expect([refused.status, refused.body.error]).toEqual([400, "use_dpop_nonce"]);
  return send(path, form, refused.headers.get("dpop-nonce") ?? "");
}

describe("B10: RFC 9449 §8: the challenge comes before anything is spent", () => {
  it("the assertion of a token request", async () => {
    const form = { grant_type: "client_credentials", ...(await assertion()) };
    expect((await challenged("/token", form)).body).toMatchObject({ token_type: "DPoP" });
    expect((await send("/token", form)).body.error).toBe("invalid_client");
  });

  it("assertion and request object of a pushed request", async () => {
    const { client_id: _, ...parameters } = Object.fromEntries(standard("webClient"));
    const times = { nbf: seconds(), exp: seconds() + 60, jti: crypto.randomUUID() };
    const mine = { client_id: clientId, redirect_uri: "https://rp.example/cb", scope: "openid email" };
    const object = { ...parameters, ...mine, iss: clientId, aud: issuer, ...times };
    const request = await key.sign(object, { typ: "oauth-authz-req+jwt" });
    expect((await challenged("/par", { request, ...(await assertion()) })).status).toBe(201);
    expect((await challenged("/par", { request, ...(await assertion()) })).body.error).toBe("invalid_request_object");
  });
});
