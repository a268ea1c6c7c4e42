import { createHash, randomUUID } from "node:crypto";
import type { PresentedToken } from "@countersign/guard/parts";
import { dpopNonces } from "@countersign/jwt";
import { type Call, createLogger } from "@countersign/service";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { readConfig } from "../config.ts";
import { openDependencies } from "../dependencies.ts";
import { nonceSecret } from "./nonce-secret.ts";

const password = "0123456789abcdef0123456789abcdef";
const SHORT = password.slice(1);
const SPELLED = SHORT.replace("1", "%31");
const login = `postgres://reader:${password}`;

describe("RFC 9449 §9: nonces of replicas", () => {
  it.each([
    ["the secret that is shared with the issuer", `${login}@db/name`, "s".repeat(32), "s".repeat(32)],
    ["the password of the database", `${login}%2F1@db/name`, undefined, `${password}%2F1`],
    [
      "the password, where the URL names several servers",
      `${login}@db1:5432,db2:5432/name?target_session_attrs=read-write`,
      undefined,
      password,
    ],
    [
      "nothing, if the password could be guessed from a nonce",
      `postgres://reader:${SHORT}@db/name`,
      undefined,
      undefined,
    ],
    [
      "nothing, also if the URL spells a short one with more",
      `postgres://reader:${SPELLED}@db/name`,
      undefined,
      undefined,
    ],
    ["nothing, where the database asks for no password", "postgres://reader@db/name", undefined, undefined],
  ])("are made with %s", (_, url, secret, expected) => {
    expect(nonceSecret({ DATABASE_URL: url, USERINFO_RESPONSE_SECRET: secret })).toBe(expected);
  });

  it("do not tell whether a guess of a short password is right", async () => {
    const guess = "correct horse";
    const config = readConfig({
      ...SETTINGS,
      DATABASE_URL: `postgres://reader:${encodeURIComponent(guess)}@127.0.0.1:1/n`,
    });
    const replica = await open(config);
    const { answers, sent } = await sender();
    await expect(sent(replica)).rejects.toMatchObject({ code: "use_dpop_nonce" });
    for (const key of [guess, encodeURIComponent(guess)]) {
      const nonces = dpopNonces([Buffer.from(key)], "resource-server");
      expect(await nonces.timeOf(answers[0] ?? "", new Date())).toBeUndefined();
    }
    await replica.close();
  });

  it("are accepted by each replica, because a balancer may send the second request to another one", async () => {
    const config = readConfig({ ...SETTINGS, DATABASE_URL: `${login}@127.0.0.1:1/name` });
    const [first, second] = await Promise.all([open(config), open(config)]);
    const { answers, sent } = await sender();
    // Each has just started, and may have forgotten proofs.
    await expect(sent(first)).rejects.toMatchObject({ code: "use_dpop_nonce" });
    await expect(sent(second, answers[0])).resolves.toBeUndefined();
    await expect(sent(second, "A".repeat(38))).rejects.toMatchObject({ code: "use_dpop_nonce" });
    await Promise.all([first.close(), second.close()]);
  });
});

const SETTINGS = { ISSUER: "http://localhost:4000", RESOURCE: "http://localhost:4001" };

/** Who has a key and a token that is bound to it, and the nonces that they were answered. */
async function sender() {
  const { publicKey, privateKey } = await generateKeyPair("ES256");
  const jwk = await exportJWK(publicKey);
  const presented: PresentedToken = { token: "a-token", scheme: "DPoP" };
  const jkt = await calculateJwkThumbprint(jwk);
  const ath = createHash("sha256").update(presented.token).digest("base64url");
  const answers: string[] = [];
  const sent = async (to: Awaited<ReturnType<typeof open>>, nonce?: string) => {
    const claims = { jti: randomUUID(), htm: "GET", htu: "http://localhost:4001/userinfo", ath, nonce };
    const header = { alg: "ES256", typ: "dpop+jwt", jwk };
    const proof = await new SignJWT(claims).setIssuedAt().setProtectedHeader(header).sign(privateKey);
    const res = { setHeader: (_name: string, value: string) => answers.push(value) };
    const call = { req: { method: "GET" }, res, valuesOf: () => [proof] };
    await to.assertSender(call as unknown as Call, presented, { jkt });
  };
  return { answers, sent };
}

const open = (config: ReturnType<typeof readConfig>) =>
  openDependencies(config, createLogger({ name: "test", level: "silent" }));
