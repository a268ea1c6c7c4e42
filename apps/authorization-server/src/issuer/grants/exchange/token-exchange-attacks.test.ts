import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  ACCESS_TOKEN,
  allow,
  exchange as exchangeOf,
  openExchange,
  stock,
  tokensOf,
} from "../../../../testing/acts/exchange.ts";
import type { Fields } from "../../../../testing/browser.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer } from "../../../../testing/world.ts";

const REFRESH_TOKEN = "urn:ietf:params:oauth:token-type:refresh_token";
const ID_TOKEN = "urn:ietf:params:oauth:token-type:id_token";
const JWT = "urn:ietf:params:oauth:token-type:jwt";

let service: Service;
beforeAll(async () => {
  service = await startService();
  await openExchange(service);
  service.pass(600); // The memory of proofs is older than every proof.
});
afterAll(() => service.close());
beforeEach(async () => {
  await service.rows("DELETE FROM exchange_policy");
  await service.rows("DELETE FROM consent");
  await allow(service);
});

const exchange = (token: string, changes: Fields = {}, headers: Record<string, string> = {}) =>
  exchangeOf(service, token, changes, { headers });
const refused = (error: string, about: string) => ({
  status: 400,
  body: { error, error_description: expect.stringContaining(about) },
});
const exchanged = () => service.rows(`SELECT FROM "authorization" WHERE exchanged_from IS NOT NULL`);

async function keyPair() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  const proof = async (): Promise<Record<string, string>> => {
    const iat = Math.floor(service.clock.now.getTime() / 1000);
    const dpop = await new SignJWT({ jti: crypto.randomUUID(), htm: "POST", htu: `${issuer}/token`, iat })
      .setProtectedHeader({ alg: "ES256", typ: "dpop+jwt", jwk })
      .sign(privateKey);
    return { dpop };
  };
  return { proof, jkt: await calculateJwkThumbprint(jwk) };
}

describe("RFC 8693 §2.1: the parameters", () => {
  it.each<[string, Fields, string]>([
    ["texx-01: an empty subject_token", { subject_token: "" }, "subject_token"],
    ["texx-01: no subject_token", { subject_token: [] }, "subject_token"],
    ["texx-01: subject_token twice", { subject_token: ["a", "b"] }, "subject_token"],
    ["no subject_token_type", { subject_token_type: [] }, "subject_token_type"],
    ["subject_token_type of a refresh token", { subject_token_type: REFRESH_TOKEN }, "subject_token_type"],
    ["subject_token_type of an ID token", { subject_token_type: ID_TOKEN }, "subject_token_type"],
    ["an actor_token without its type", { actor_token: "x" }, "actor_token_type"],
    ["an actor_token_type without its token", { actor_token_type: ACCESS_TOKEN }, "actor_token is missing"],
    ["another actor_token_type", { actor_token: "x", actor_token_type: JWT }, "actor_token_type"],
    ["texx-06: a refresh token is asked for", { requested_token_type: REFRESH_TOKEN }, "requested_token_type"],
    ["texx-06: an ID token is asked for", { requested_token_type: ID_TOKEN }, "requested_token_type"],
    ["audience twice", { audience: [stock, stock] }, "audience"],
  ])("tex-r02: %s is invalid_request, which names the member", async (_, changes, about) => {
    const { access_token } = await tokensOf(service);
    const before = await exchanged();
    expect(await exchange(access_token, changes)).toMatchObject(refused("invalid_request", about));
    expect(await exchanged()).toEqual(before);
  });

  it("tex-r02: what is asked for may be named", async () => {
    const { access_token } = await tokensOf(service);
    expect((await exchange(access_token, { requested_token_type: ACCESS_TOKEN })).status).toBe(200);
  });

  it.each([
    ["an ID token", "id_token"],
    ["a refresh token", "refresh_token"],
  ])("tex-r03: %s is not an access token, regardless of its type", async (_, member) => {
    const tokens = await tokensOf(service);
    expect(await exchange(tokens[member])).toMatchObject(refused("invalid_request", "subject_token"));
  });

  it("tex-r03: a token with another signature is refused, and so is text", async () => {
    const { access_token } = await tokensOf(service);
    const forged = `${access_token.slice(0, -4)}AAAA`;
    expect(await exchange(forged)).toMatchObject(refused("invalid_request", "subject_token"));
    expect(await exchange("no token")).toMatchObject(refused("invalid_request", "subject_token"));
  });
});

describe("RFC 9449 §5: bound tokens", () => {
  it("texx-03, tex-r09: a bound subject's token gives no plain one, and its key is not copied", async () => {
    const [alice, orders] = [await keyPair(), await keyPair()];
    const { access_token } = await tokensOf(service, {}, { headers: await alice.proof() });
    expect(decodeJwt(access_token)).toMatchObject({ cnf: { jkt: alice.jkt } });
    expect(await exchange(access_token)).toMatchObject(refused("invalid_request", "prove a key"));
    const { body } = await exchange(access_token, {}, await orders.proof());
    expect([body.token_type, decodeJwt(body.access_token).cnf]).toEqual(["DPoP", { jkt: orders.jkt }]);
  });

  it("texx-03, tex-r09: a target that requires bound tokens gets no other", async () => {
    const set = async (isRequired: boolean) => {
      await service.rows("UPDATE resource_server SET dpop_bound_access_tokens_required = $2 WHERE identifier = $1", [
        stock,
        isRequired,
      ]);
      service.deps.resources.forget();
    };
    const { access_token } = await tokensOf(service);
    await set(true);
    const before = await exchanged();
    expect(await exchange(access_token)).toMatchObject({ status: 400, body: { error: "invalid_dpop_proof" } });
    expect(await exchanged()).toEqual(before);
    const { proof, jkt } = await keyPair();
    expect(decodeJwt((await exchange(access_token, {}, await proof())).body.access_token)).toMatchObject({
      cnf: { jkt },
    });
    await set(false);
  });

  it("tex-r09: a bound token of the client itself needs the key that it is bound to", async () => {
    const grant = "urn:ietf:params:oauth:grant-type:token-exchange";
    await service.rows(`UPDATE client SET grant_types = grant_types || $1::text WHERE id = 'resourceClient'`, [grant]);
    await allow(service, { name: "Own", clientId: "resourceClient", subjectTokens: ["own"] });
    const [own, other] = [await keyPair(), await keyPair()];
    const { access_token } = await tokensOf(service, { scope: "openid read count" }, { headers: await own.proof() });
    const as = async (headers: Record<string, string>) =>
      exchangeOf(service, access_token, {}, { by: "resourceClient", headers });
    expect(await as(await other.proof())).toMatchObject(refused("invalid_request", "another key"));
    expect(await as({})).toMatchObject(refused("invalid_request", "another key"));
    expect((await as(await own.proof())).status).toBe(200);
  });
});
