import {
  CompactEncrypt,
  createLocalJWKSet,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  SignJWT,
  UnsecuredJWT,
} from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Browser, type Fields, openBrowser } from "../../../../testing/browser.ts";
import { registered } from "../../../../testing/clients/registration.ts";
import { standard } from "../../../../testing/flows.ts";
import { type Service, startService } from "../../../../testing/service.ts";
import { issuer, noon } from "../../../../testing/world.ts";

const ALGS = ["RSA-OAEP", "RSA-OAEP-256", "ECDH-ES"];

const seconds = noon.getTime() / 1000;
const registeredUri = "https://rp.example/objects/1.jwt";
const { publicKey, privateKey } = await generateKeyPair("ES256", { extractable: true });

let service: Service;
let browser: Browser;
let ours: JWK[];
let served: string | undefined;
beforeAll(async () => {
  service = await startService({ fetchRequestObject: async () => served });
  const jwks = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "own" }] });
  await service.rows("UPDATE client SET jwks = $1, request_uris = $2 WHERE id = 'webClient'", [jwks, [registeredUri]]);
  ours = ((await (await fetch(`${service.origin}/jwks`)).json()) as { keys: JWK[] }).keys;
});
afterAll(() => service.close());
beforeEach(() => {
  browser = openBrowser(service.origin);
});

const ourKey = (alg: string) => {
  const key = ours.find((key) => key.use === "enc" && key.alg === alg);
  if (key === undefined) throw new Error("no encryption key is published");
  return key;
};
const signed = (changes: Record<string, unknown> = {}) =>
  new SignJWT({
    ...Object.fromEntries(standard("webClient")),
    iss: "webClient",
    aud: issuer,
    exp: seconds + 60,
    nbf: seconds,
    ...changes,
  })
    .setProtectedHeader({ alg: "ES256", kid: "own" })
    .sign(privateKey);

/** Encrypts for us as a client does, with changes of the header. */
async function encrypted(content: string, alg = "RSA-OAEP-256", header: object = {}, key = ourKey(alg)) {
  return new CompactEncrypt(new TextEncoder().encode(content))
    .setProtectedHeader({ alg, enc: "A128GCM", kid: key.kid, cty: "JWT", ...header } as never)
    .encrypt(await importJWK(key, alg));
}
const send = (fields: Fields) => browser.get(`/authorization?${new URLSearchParams(fields as Record<string, string>)}`);
const ask = (request: string) => send({ client_id: "webClient", request });
const shown = (code: string) => ({ status: 400, location: undefined, body: expect.stringContaining(code) });

describe("OIDC Core §6.1 and RFC 9101 §6.1: a request object is signed, then encrypted for us", () => {
  it.each(ALGS)("by %s", async (alg) => {
    const answer = await ask(await encrypted(await signed(), alg, { enc: "A256CBC-HS512" }));
    expect([answer.status, answer.location?.pathname]).toEqual([303, "/login"]);
  });

  it("by reference, and by POST", async () => {
    served = await encrypted(await signed(), "ECDH-ES");
    expect((await send({ client_id: "webClient", request_uri: registeredUri })).location?.pathname).toBe("/login");
    const posted = await browser.post("/authorization", { client_id: "webClient", request: served });
    expect((await browser.follow(posted)).body).toContain('action="/login"');
  });

  it("without a kid, and without cty", async () => {
    const object = await encrypted(await signed(), "ECDH-ES", { kid: undefined, cty: undefined });
    expect((await ask(object)).location?.pathname).toBe("/login");
  });

  it("the decrypted content is validated like a query (specification §4.8 rule 3)", async () => {
    const evil = await encrypted(await signed({ redirect_uri: "https://evil.example/cb" }));
    expect(await ask(evil)).toMatchObject(shown("invalid_request"));
  });
});

describe("RFC 9101 §6: an encrypted request object is refused, always with the same description", () => {
  const bytes = async (content: string) => encrypted(content);
  it.each([
    ["jar-03: encrypted and not signed", async () => bytes(JSON.stringify(Object.fromEntries(standard("webClient"))))],
    [
      "jar-03: unsigned inside",
      async () => bytes(new UnsecuredJWT(Object.fromEntries(standard("webClient"))).encode()),
    ],
    ["signed with another party's key", async () => bytes((await signed()).replace(/[^.]+$/, "A".repeat(86)))],
    ["jar-02: for another audience", async () => bytes(await signed({ aud: "https://other.example" }))],
    ["encrypted twice", async () => bytes(await encrypted(await signed(), "ECDH-ES"))],
    ["jose-09: with zip", async () => encrypted(await signed(), "RSA-OAEP-256", { zip: "DEF" })],
    ["jose-12: with a changed tag", async () => (await bytes(await signed())).replace(/[^.]{4}$/, "AAAA")],
    ["by a key for another algorithm", async () => encrypted(await signed(), "RSA-OAEP", {}, ourKey("RSA-OAEP-256"))],
    ["by a kid that we do not have", async () => encrypted(await signed(), "RSA-OAEP-256", { kid: "x" })],
    [
      "for another recipient",
      async () => {
        const other = await generateKeyPair("RSA-OAEP-256", { extractable: true });
        const key = { ...(await exportJWK(other.publicKey)), kid: ourKey("RSA-OAEP-256").kid } as JWK & { kid: string };
        return encrypted(await signed(), "RSA-OAEP-256", {}, key);
      },
    ],
  ])("%s", async (_, make) => {
    const answer = await ask(await make());
    expect(answer).toMatchObject(shown("invalid_request_object"));
    expect(answer.body).toContain("the request object is not valid");
  });

  it("its content is never logged", async () => {
    const object = await encrypted(await signed(), "ECDH-ES", { kid: "x" });
    await ask(object);
    expect(service.log()).not.toContain(object.slice(0, 60));
  });
});

describe("RFC 7517 §4.2: the keys for encryption", () => {
  it("are in the same set as the signature keys, and cannot be confused with them", async () => {
    const forEncryption = ours.filter(({ use }) => use === "enc");
    expect(forEncryption.map(({ alg }) => alg).sort()).toEqual([...ALGS].sort());
    expect(new Set(ours.map(({ kid }) => kid)).size).toBe(ours.length);
    expect(ours.every(({ use }) => use === "enc" || use === "sig")).toBe(true);
    for (const { kid } of forEncryption) {
      const find = createLocalJWKSet({ keys: ours });
      for (const alg of ["RS256", "PS256", "ES256"]) await expect(find({ alg, kid: String(kid) })).rejects.toThrow();
    }
  });

  it("have no private member", () => {
    for (const key of ours) expect(Object.keys(key).filter((name) => /^(d|p|q|dp|dq|qi|k)$/.test(name))).toEqual([]);
  });

  it("are for the algorithms that discovery and registration name", async () => {
    const response = await fetch(`${service.origin}/.well-known/openid-configuration`);
    expect(await response.json()).toMatchObject({
      request_object_encryption_alg_values_supported: ALGS,
      request_object_encryption_enc_values_supported: expect.arrayContaining(["A128CBC-HS256", "A256GCM"]),
    });
    const client = await registered(service, { request_object_encryption_alg: "ECDH-ES" });
    expect(client).toMatchObject({
      request_object_encryption_alg: "ECDH-ES",
      request_object_encryption_enc: "A128CBC-HS256",
    });
  });
});
