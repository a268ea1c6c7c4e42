import { decodeJwt, decodeProtectedHeader, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { SIGNING_ALGS } from "../keys/algs.ts";
import { localKeys } from "../keys/local-keys.ts";
import { generateSigningKey, importSigningKey, publicJwks } from "../keys/signing-key.ts";
import { verifyIdTokenHint } from "./id-token.ts";
import { signLogoutToken } from "./logout-token.ts";

const issuer = "https://auth.example";
const claims = {
  iss: issuer,
  aud: "webClient",
  sub: "alice",
  sid: "s-1",
  jti: "j-1",
  iat: 1_900_000_000,
  exp: 1_900_000_120,
};

describe("OIDC Back-Channel Logout §2.4: a logout token", () => {
  it.each(SIGNING_ALGS)("logout-17: has these claims, this type and no more, signed with %s", async (alg) => {
    const generated = await generateSigningKey(alg);
    const token = await signLogoutToken(await importSigningKey(generated), claims);
    expect(decodeProtectedHeader(token)).toEqual({ alg, kid: generated.kid, typ: "logout+jwt" });
    const keys = localKeys(publicJwks([generated]));
    const { payload } = await jwtVerify(token, keys, {
      audience: "webClient",
      issuer,
      typ: "logout+jwt",
      currentDate: new Date(1_900_000_060_000),
    });
    expect(payload).toEqual({ ...claims, events: { "http://schemas.openid.net/event/backchannel-logout": {} } });
  });

  it("has no nonce, regardless of the session", async () => {
    const key = await importSigningKey(await generateSigningKey("ES256"));
    const more = { ...claims, nonce: "n", auth_time: 1, acr: "a", amr: [] };
    expect(Object.keys(decodeJwt(await signLogoutToken(key, more))).sort()).toEqual(
      ["aud", "events", "exp", "iat", "iss", "jti", "sid", "sub"].sort(),
    );
  });

  it("logout-11: does not pass as an ID token", async () => {
    const generated = await generateSigningKey("ES256");
    const token = await signLogoutToken(await importSigningKey(generated), claims);
    const keys = localKeys(publicJwks([generated]));
    await expect(verifyIdTokenHint(token, { keys, issuer, secretOf: async () => undefined })).rejects.toMatchObject({
      code: "invalid_jwt",
      detail: "typ is not jwt",
    });
  });
});
