import { afterAll, afterEach, describe, expect, it } from "vitest";
import { authorizationId, startDatabase } from "../testing/test-database.ts";
import { alice } from "../testing/test-person.ts";
import { outcome, refusal, startWorld } from "../testing/test-world.ts";
import { userinfoStore } from "./store.ts";

const { owner, reader, stop } = await startDatabase();
const store = userinfoStore(reader);
const server = await startWorld(store);
afterAll(async () => {
  await server.stop();
  await stop();
});
afterEach(async () => {
  await owner.query(
    `UPDATE "authorization" SET revoked_at = NULL, claims_request = NULL, expires_at = now() + interval '1 hour'`,
  );
  await owner.query("UPDATE end_user SET disabled_at = NULL");
  await owner.query("UPDATE client SET disabled_at = NULL");
  await owner.query("DELETE FROM revoked_access_token");
});

/** Each way in which an authorization can end, as the authorization server writes it. */
const endings = [
  ["revoked", `UPDATE "authorization" SET revoked_at = now()`],
  ["expired", `UPDATE "authorization" SET expires_at = now()`],
  ["of a disabled person", "UPDATE end_user SET disabled_at = now()"],
  ["of a disabled client", "UPDATE client SET disabled_at = now()"],
] as const;

const revokeJti = (jti: string) =>
  owner.query("INSERT INTO revoked_access_token (jti, authorization_id, expires_at) VALUES ($1, $2, now())", [
    jti,
    authorizationId,
  ]);

describe("the view returns a live authorization, with every claim in its type", () => {
  it("finds it", async () => {
    await expect(store.find(authorizationId)).resolves.toEqual(alice);
  });

  it("finds nothing for an unknown authorization", async () => {
    await expect(store.find("22222222-2222-4222-8222-222222222222")).resolves.toBeUndefined();
  });

  it.each(endings)("finds no authorization that is %s", async (_, statement) => {
    await owner.query(statement);
    await expect(store.find(authorizationId)).resolves.toBeUndefined();
  });

  it("OIDC Core §5.5: returns the claims requested by name at /userinfo, and not those of the ID token", async () => {
    const kept = { userinfo: ["nickname"], id_token: ["email"] };
    await owner.query(`UPDATE "authorization" SET claims_request = $1`, [JSON.stringify(kept)]);
    await expect(store.find(authorizationId)).resolves.toMatchObject({ requested_claims: ["nickname"] });
  });
  it.each(["userinfo_signed_response_alg = 'RS256'", "userinfo_encrypted_response_alg = 'RSA-OAEP'"])(
    "returns that a client with %s wants a JWT (OIDC Core §5.3.2)",
    async (wish) => {
      await owner.query(`UPDATE client SET ${wish}`);
      await expect(store.find(authorizationId)).resolves.toMatchObject({ wants_jwt: true });
      await owner.query(
        "UPDATE client SET userinfo_signed_response_alg = NULL, userinfo_encrypted_response_alg = NULL",
      );
    },
  );

  it("lists the tokens that were revoked one by one", async () => {
    await revokeJti("j-9");
    await expect(store.find(authorizationId)).resolves.toMatchObject({ revoked_jtis: ["j-9"] });
  });
});

describe("at-15: over HTTP, a change in the database takes effect at once", () => {
  it.each(endings)("401 once the authorization is %s", async (_, statement) => {
    expect((await server.get()).status).toBe(200);
    await owner.query(statement);
    await expect(server.get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
  });

  it("401 once the token itself is revoked, and 200 for another of the same authorization", async () => {
    await revokeJti("j-1");
    const other = await server.issuer.accessToken(new Date("2030-01-01T12:00:00Z"), { jti: "j-2" });
    await expect(server.get().then(outcome)).resolves.toEqual(refusal(401, "invalid_token"));
    expect((await server.get("", server.bearer(other))).status).toBe(200);
  });

  it("§4.8 rule 7: 403 for a scope that the authorization has and the token has not", async () => {
    await expect(server.get("?scope=phone").then(outcome)).resolves.toEqual(refusal(403, "insufficient_scope"));
  });
});

describe("a database that does not answer", () => {
  it("does not make a token invalid", async () => {
    const broken = userinfoStore({ ...reader, query: () => Promise.reject(new Error("connection refused")) });
    await expect(broken.find(authorizationId)).rejects.toMatchObject({
      code: "temporarily_unavailable",
      detail: "database: Error: connection refused",
    });
  });
});
