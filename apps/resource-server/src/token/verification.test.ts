import { type RemoteJwks, remoteJwks } from "@countersign/jwt";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { startIssuer, type TestIssuer } from "../testing/test-issuer.ts";
import { tokenVerification } from "./verification.ts";

const noon = new Date("2030-01-01T12:00:00Z");
const audience = "http://localhost:4001";
const invalid = { code: "invalid_token" };

let issuer: TestIssuer;
let now: Date;
let searches: number;
let verify: ReturnType<typeof tokenVerification>;

beforeEach(async () => {
  issuer = await startIssuer(audience);
  now = noon;
  searches = 0;
  const remote = remoteJwks(`${issuer.issuer}/jwks`, { elapsed: () => now.getTime() });
  const keys: RemoteJwks = Object.assign(
    (...search: Parameters<RemoteJwks>) => {
      searches++;
      return remote(...search);
    },
    { has: remote.has, pick: remote.pick, ready: remote.ready },
  );
  verify = tokenVerification({ keys, issuer: issuer.issuer, audience, now: () => now, maxRemembered: 2 });
});
afterEach(() => issuer.stop());

const passSeconds = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000);
};

describe("a valid signature is verified once", () => {
  it("the result is cached by the whole token", async () => {
    const token = await issuer.accessToken(now);
    await verify(token);
    await expect(verify(token)).resolves.toMatchObject({ sub: "alice" });
    expect(searches).toBe(1);
  });

  it("a token with another signature is not found in the cache", async () => {
    const token = await issuer.accessToken(now);
    await verify(token);
    const forged = `${token.slice(0, token.lastIndexOf("."))}.${Buffer.alloc(64, 1).toString("base64url")}`;
    await expect(verify(forged)).rejects.toMatchObject(invalid);
  });

  it("invalid tokens are not cached", async () => {
    const token = await issuer.accessToken(now, { aud: "https://other.example" });
    await expect(verify(token)).rejects.toMatchObject(invalid);
    await expect(verify(token)).rejects.toMatchObject(invalid);
    expect(searches).toBe(2);
  });

  it("the least recently used token is removed from a full cache", async () => {
    const tokens = await Promise.all(["a", "b", "c"].map((jti) => issuer.accessToken(now, { jti })));
    for (const token of [...tokens, ...tokens]) await verify(token);
    expect(searches).toBe(6);
  });
});

describe("conditions that can change are checked every time", () => {
  it("refuses a cached token once it expired", async () => {
    const token = await issuer.accessToken(now, { exp: noon.getTime() / 1000 + 60 });
    await verify(token);
    passSeconds(64);
    await expect(verify(token)).resolves.toMatchObject({ sub: "alice" });
    passSeconds(1);
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });

  it("jose-21: refuses a cached token once its key left the issuer's set", async () => {
    const token = await issuer.accessToken(now, { exp: noon.getTime() / 1000 + 3600 });
    await verify(token);
    issuer.withdraw(issuer.keys.es.kid);
    passSeconds(300);
    await expect(verify(token)).rejects.toMatchObject(invalid);
  });

  it("accepts a token of a key that is still in the set after a rotation", async () => {
    const token = await issuer.accessToken(now, { exp: noon.getTime() / 1000 + 3600 }, issuer.keys.rs);
    await verify(token);
    issuer.withdraw(issuer.keys.es.kid);
    passSeconds(300);
    await expect(verify(token)).resolves.toMatchObject({ sub: "alice" });
  });
});

describe("when the issuer's keys are unavailable", () => {
  it("does not report the token as invalid", async () => {
    const token = await issuer.accessToken(now);
    await issuer.stop();
    await expect(verify(token)).rejects.toMatchObject({ code: "temporarily_unavailable" });
  });
});
