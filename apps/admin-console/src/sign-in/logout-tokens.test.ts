import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { CompactSign, exportJWK, generateKeyPair } from "jose";
import { afterAll, describe, expect, it } from "vitest";
import { openLogoutTokens } from "./logout-tokens.ts";

const { publicKey, privateKey } = await generateKeyPair("ES256");
const keys = JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: "1" }] });
const server = createServer((_req, res) => res.setHeader("content-type", "application/json").end(keys));
await once(server.listen(0, "127.0.0.1"), "listening");
afterAll(() => void server.close());

const now = () => new Date("2030-01-01T12:00:00Z");
const seconds = now().getTime() / 1000;
const tokens = openLogoutTokens({
  ISSUER: "https://auth.example",
  CLIENT_ID: "admin-console",
  provider: { jwksUri: async () => new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`) },
  now,
});

const claims = JSON.stringify({
  iss: "https://auth.example",
  aud: "admin-console",
  sub: "ada",
  iat: seconds,
  exp: seconds + 60,
  events: { "http://schemas.openid.net/event/backchannel-logout": {} },
});
let count = 0;
const accepted = async (more: string) => {
  count += 1;
  const text = `{"jti":"${count}",${more}${claims.slice(1)}`;
  const header = { alg: "ES256", kid: "1", typ: "logout+jwt" };
  return tokens.accept(await new CompactSign(Buffer.from(text)).setProtectedHeader(header).sign(privateKey));
};

describe("OpenID Connect Back-Channel Logout §2.6: a logout token", () => {
  it("says whose sessions end", async () => {
    expect(await accepted("")).toEqual({ sub: "ada", sid: undefined });
    expect(await accepted('"sid":"s",')).toEqual({ sub: "ada", sid: "s" });
  });

  it.each(['"sub":"bob",', '"sid":"a","sid":"b",', '"x":[{"y":1,"y":2}],'])(
    "A4: RFC 7519 §4: with a member twice ends nothing: %s",
    async (more) => expect(await accepted(more)).toBeUndefined(),
  );
});
