/** Expand now, contract later (decision 27): what operators, people and clients hold stays valid after an upgrade. */
import { openDatabase } from "@countersign/database";
import { openUserinfoDatabase, userinfoLookup } from "@countersign/database/userinfo";
import { foldUsername, type UserinfoRow } from "@countersign/rules";
import { createLogger } from "@countersign/service";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  importJWK,
  type JSONWebKeySet,
  jwtVerify,
  SignJWT,
} from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { query } from "../../src/cli/testing/deployments.ts";
import { clientSecrets } from "../../src/issuer/clients/secrets.ts";
import { parseKeyEncryptionKeys } from "../../src/issuer/keys/key-encryption-keys.ts";
import { openKeyRing } from "../../src/issuer/keys/key-ring.ts";
import { signerFor } from "../../src/issuer/keys/signer-for.ts";
import { openLogoutDeliveries } from "../../src/platform/jobs/outbox/deliver-logouts.ts";
import { signingKeyStore } from "../../src/platform/stores/signing-keys.ts";
import { type Browser, type Fields, openBrowser } from "../browser.ts";
import { asserting, assertionOf, send } from "../clients/registration.ts";
import { post } from "../clients/tokens.ts";
import { advance, basic, redeem, signIn } from "../flows.ts";
import known from "../upgrade/credentials.json" with { type: "json" };
import { LAST_MINUTE, PAIRWISE, requestOf, WEB } from "../upgrade/history.ts";
import { type Restored, type Row, restore } from "../upgrade/restored.ts";
import type { RunningServer } from "../upgrade/version.ts";
import { issuer } from "../world.ts";

let restored: Restored;
let server: RunningServer;
let origin: string;
beforeAll(async () => {
  restored = await restore(known.key_encryption_keys);
  server = await restored.version.start(LAST_MINUTE);
  origin = server.origin;
});
afterAll(async () => {
  await server.stop();
  await restored.close();
});

const web = basic(known.web_id, known.web_secret);
const requestOfWeb = (scope: string, changes: Fields = {}) => requestOf(known.web_id, WEB, scope, changes);
const refresh = (refresh_token: string, headers: Record<string, string> = web, fields: Fields = {}) =>
  post(origin, "/token", { grant_type: "refresh_token", refresh_token, ...fields }, headers);
const refused = { status: 400, body: { error: "invalid_grant" } };

/** The browser in which carol signed in. */
function browserOfCarol(): Browser {
  const browser = openBrowser(origin);
  for (const [name, value] of Object.entries(known.cookies)) browser.cookies.set(name, value);
  return browser;
}

/** An ID token for a person who signs in to Web now. */
async function idTokenOf(username: string) {
  const code = (await advance(openBrowser(origin), requestOfWeb("openid"), username)).get("code") ?? "";
  return decodeJwt((await redeem(origin, code, { redirect_uri: WEB }, web)).body.id_token);
}

const scopesOf = (token: string) => String(decodeJwt(token).scope).split(" ");
const idOf = (username: string) => restored.before.end_user?.find((row) => row.username === username)?.id;
const inOrder = (rows: readonly Row[] = []) =>
  rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort((a, b) => (a < b ? -1 : 1));

describe("a database of version 0.1.0, as of 22 November 2026, under this version", () => {
  it("has rows in every table", () => {
    const empty = Object.entries(restored.before).filter(([, rows]) => rows.length === 0);
    expect(empty).toEqual([]);
    expect(restored.prepared.applied[0]).toBe("0021_changed_registrations");
  });

  it("keeps each row with each value, except the authorization without its session", () => {
    const { before, after } = restored;
    const isLost = ({ id, authorization_id }: Row) => (id ?? authorization_id) === lost?.id;
    const lost = before.authorization?.find(
      ({ session_id, scopes, created_at }) =>
        session_id === null && String(scopes) === "profile" && String(created_at) < "2030-01-02",
    );

    const { authorization, userinfo_v1, countersign_migration, ...others } = before;
    for (const [table, rows] of Object.entries(others)) expect(inOrder(after[table]), table).toEqual(inOrder(rows));
    expect(after.authorization?.filter(isLost)).toEqual([{ ...lost, revoked_at: expect.any(String) }]);
    const notLost = (rows: readonly Row[] = []) => inOrder(rows.filter((row) => !isLost(row)));
    expect(notLost(after.authorization)).toEqual(notLost(authorization));
    expect(inOrder(after.userinfo_v1)).toEqual(notLost(userinfo_v1));
    expect(after.countersign_migration).toEqual(
      // 0548 adds a column to the list.
      expect.arrayContaining((countersign_migration ?? []).map((row) => expect.objectContaining(row))),
    );
  });

  it("has default values in new columns, and folded usernames", async () => {
    const people = await restored.rows(`SELECT username, username_folded, consents_revision FROM end_user`);
    const folded = people.filter(({ username_folded }) => username_folded !== null);
    expect(people).toHaveLength(7);
    // Of two usernames that are equal now, one stays unchanged.
    expect(folded).toHaveLength(6);
    for (const person of folded) expect(person.username_folded).toBe(foldUsername(String(person.username)));
    expect(people.every(({ consents_revision }) => consents_revision === 0)).toBe(true);

    const others = `SELECT
      (SELECT json_agg(DISTINCT hosts) FROM consent) AS hosts,
      (SELECT json_agg(DISTINCT actor_id) FROM audit_event WHERE id <= 49) AS actors,
      (SELECT count(*)::int FROM client WHERE previous_registration_access_token_hash IS NOT NULL
          OR sealed_registration_access_token IS NOT NULL OR sealed_unused_secret IS NOT NULL) AS unused`;
    expect(await restored.rows(others)).toEqual([{ hosts: [[]], actors: [null], unused: 0 }]);
  });

  it("lets the resource server read the person behind an access token, and nothing else", async () => {
    const { RESOURCE_SERVER_DATABASE_URL: reader } = restored.urls;
    const database = openUserinfoDatabase(reader, { max: 1 });
    const find = userinfoLookup<UserinfoRow>(database);
    const found = await find(String(decodeJwt(known.access_token).authorization_id));
    await database.close();
    expect(found).toMatchObject({ sub: idOf("carol"), name: "carol Example", scopes: scopesOf(known.access_token) });
    await expect(query(reader, "SELECT FROM end_user")).rejects.toThrow("permission denied");
  });
});

describe("people of the earlier version", () => {
  it.each(["carol", "ZOË", "zoë", "Straße", "STRASSE", "strasse"])(
    "%s signs in with the password",
    async (username) => {
      const spelt = { ZOË: "Zoë", zoë: "Zoë", strasse: "STRASSE" }[username] ?? username;
      expect((await idTokenOf(username)).sub).toBe(idOf(spelt));
    },
  );

  it("cannot sign in if they were disabled", async () => {
    const browser = openBrowser(origin);
    const page = await signIn(browser, await browser.get(requestOfWeb("openid")), "dave");
    expect(page.status).toBe(422);
  });

  it("are still signed in, and their consents are remembered", async () => {
    const answer = await advance(browserOfCarol(), requestOfWeb("openid profile offline_access", { prompt: "none" }));
    expect(answer.get("code")).toEqual(expect.any(String));
    expect(answer.get("session_state")).toEqual(expect.any(String));
  });

  it("are not asked again for what they declined, and it is not shared", async () => {
    const answer = await advance(browserOfCarol(), requestOfWeb("openid profile email", { prompt: "none" }));
    const { body } = await redeem(origin, answer.get("code") ?? "", { redirect_uri: WEB }, web);
    expect(body.scope).toBe("openid profile");
    const phone = JSON.stringify({ userinfo: { phone_number: null } });
    const claims = await advance(browserOfCarol(), requestOfWeb("openid", { prompt: "none", claims: phone }));
    expect(claims.get("code")).toEqual(expect.any(String));
  });

  it("are asked for what they have not answered", async () => {
    const answer = await advance(browserOfCarol(), requestOfWeb("openid phone", { prompt: "none" }));
    expect(answer.get("error")).toBe("consent_required");
  });

  it("have the same pairwise subject at a client of a sector", async () => {
    const answer = await advance(openBrowser(origin), requestOf(known.pairwise_id, PAIRWISE, "openid"), "Zoë");
    const credentials = { client_id: known.pairwise_id, client_secret: known.pairwise_secret };
    const changes = { redirect_uri: PAIRWISE, ...credentials };
    const { sub } = decodeJwt((await redeem(origin, answer.get("code") ?? "", changes, {})).body.id_token);
    expect(sub).toBe(decodeJwt(known.pairwise_id_token).sub);
  });
});

describe("codes and refresh tokens of the earlier version", () => {
  it("a code is redeemed once", async () => {
    const answer = await redeem(origin, known.code, { redirect_uri: WEB }, web);
    expect(answer).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
    expect(decodeJwt(answer.body.id_token)).toMatchObject({ sub: idOf("carol"), nonce: "n1" });
    expect(await redeem(origin, known.code, { redirect_uri: WEB }, web)).toMatchObject(refused);
  });

  it.each([
    ["a live refresh token", known.refresh_token],
    ["a refresh token that ends with a session", known.refresh_token_of_session],
    ["a refresh token with fewer scopes than were allowed", known.refresh_token_of_fewer_scopes],
  ])("%s is refreshed, and its successor too", async (_, token) => {
    const first = await refresh(token);
    expect(first).toMatchObject({ status: 200, body: { refresh_token: expect.any(String) } });
    expect(await refresh(first.body.refresh_token)).toMatchObject({ status: 200 });
  });

  it("a refresh token of a public client is refreshed, and repeated it returns the same successor", async () => {
    const asPublic = { client_id: known.spa_id };
    const first = await refresh(known.public_refresh_token, {}, asPublic);
    expect(first).toMatchObject({ status: 200 });
    const again = await refresh(known.public_refresh_token, {}, asPublic);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: first.body.refresh_token } });
  });

  it("a refresh token that was spent just now returns the same successor, which works", async () => {
    const again = await refresh(known.refresh_token_spent_now);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: known.refresh_token_after_now } });
    expect(await refresh(known.refresh_token_after_now)).toMatchObject({ status: 200 });
  });

  it("O1: a refresh token spent yesterday returns its unused successor; then it revokes its family", async () => {
    const again = await refresh(known.refresh_token_spent_yesterday);
    expect(again).toMatchObject({ status: 200, body: { refresh_token: known.refresh_token_after_it } });
    const next = await refresh(known.refresh_token_after_it);
    expect(next).toMatchObject({ status: 200 });
    expect(await refresh(known.refresh_token_spent_yesterday)).toMatchObject(refused);
    expect(await refresh(next.body.refresh_token)).toMatchObject(refused);
  });

  it("a refresh token without its session and without offline_access is refused", async () => {
    expect(await refresh(known.refresh_token_of_lost_session)).toMatchObject(refused);
  });
});

describe("clients of the earlier version", () => {
  const asked = { grant_type: "client_credentials", resource: "https://orders.example", scope: "orders:read" };
  const ownToken = (fields: Fields, headers: Record<string, string> = {}) =>
    post(origin, "/token", { ...asked, ...fields }, headers);
  const issued = { status: 200, body: { scope: "orders:read", access_token: expect.any(String) } };
  const unknown = { status: 401, body: { error: "invalid_client" } };

  it("authenticate with their secret, not with the previous one", async () => {
    expect(await ownToken({}, basic(known.service_id, known.service_secret))).toMatchObject(issued);
    expect(await ownToken({}, basic(known.service_id, known.service_secret_before))).toMatchObject(unknown);
  });

  it("authenticate by client_secret_jwt: the sealed secret is decrypted", async () => {
    const sign = (secret: string) =>
      new SignJWT({ ...assertionOf(known.hmac_id, LAST_MINUTE) })
        .setProtectedHeader({ alg: "HS256" })
        .sign(Buffer.from(secret));
    expect(await ownToken(asserting(await sign(known.hmac_secret)))).toMatchObject(issued);
    expect(await ownToken(asserting(await sign("another secret".repeat(5))))).toMatchObject(unknown);
  });

  it("authenticate by private_key_jwt", async () => {
    const assertion = await new SignJWT({ ...assertionOf(known.key_id, LAST_MINUTE) })
      .setProtectedHeader({ alg: "ES256", kid: "own" })
      .sign(await importJWK(known.key_jwk, "ES256"));
    expect(await ownToken(asserting(assertion))).toMatchObject(issued);
  });

  it("stay disabled", async () => {
    const closed = basic(known.closed_id, known.closed_secret);
    expect(await post(origin, "/revoke", { token: "x" }, closed)).toMatchObject(unknown);
  });

  it("that registered themselves read their registration and authenticate", async () => {
    const token = known.registration_access_token;
    const read = await send({ origin }, { method: "GET", path: known.registration_path, token });
    expect(read).toMatchObject({
      status: 200,
      body: {
        client_id: known.registered_id,
        client_name: "Good partner",
        redirect_uris: ["https://partner.example/cb"],
      },
    });
    const secret = basic(known.registered_id, known.registered_secret);
    expect(await post(origin, "/revoke", { token: "x" }, secret)).toMatchObject({ status: 200 });
  });

  it("register with an initial access token, up to its limit", async () => {
    const register = () =>
      send(
        { origin },
        { token: known.initial_access_token, body: { client_name: "New", redirect_uris: ["https://new.example/cb"] } },
      );
    // The limit is three at a time, and one exists already.
    expect([await register(), await register(), await register()].map(({ status }) => status)).toEqual([201, 201, 401]);
  });
});

describe("tokens of the earlier version", () => {
  const introspect = (token: string, headers = web) => post(origin, "/introspect", { token }, headers);

  it("an access token is active, and a revoked one is not", async () => {
    expect((await introspect(known.access_token)).body).toMatchObject({ active: true, sub: idOf("carol") });
    const service = basic(known.service_id, known.service_secret);
    expect((await introspect(known.service_access_token, service)).body).toMatchObject({ active: true });
    expect((await introspect(known.revoked_access_token, service)).body).toEqual({ active: false });
  });

  it.each([
    ["the key that signs", known.id_token],
    ["the previous key", known.id_token_of_yesterday],
  ])("an ID token by %s verifies with the keys at /jwks", async (_, token) => {
    const jwks = (await (await fetch(`${origin}/jwks`)).json()) as JSONWebKeySet;
    const signed = { issuer, audience: known.web_id, currentDate: new Date((decodeJwt(token).iat ?? 0) * 1000) };
    expect((await jwtVerify(token, createLocalJWKSet(jwks), signed)).payload.sub).toBe(idOf("carol"));
  });

  it("the signing key is decrypted, and still signs", async () => {
    const fresh = await post(
      origin,
      "/token",
      { grant_type: "client_credentials", resource: "https://orders.example" },
      basic(known.service_id, known.service_secret),
    );
    const { kid } = decodeProtectedHeader(known.service_access_token);
    expect(decodeProtectedHeader(fresh.body.access_token)).toMatchObject({ kid });
  });
});

describe("a logout delivery of the earlier version", () => {
  it("reaches its client, signed with an existing key", async () => {
    const later = () => new Date(LAST_MINUTE.getTime() + 3_600_000);
    const database = openDatabase({ connectionString: restored.urls.DATABASE_URL, max: 2 });
    const keyEncryptionKeys = parseKeyEncryptionKeys(known.key_encryption_keys);
    const log = createLogger({ name: "test", level: "silent" });
    const store = signingKeyStore(database);
    const keys = await openKeyRing({ store, keyEncryptionKeys, algs: ["RS256"], now: later, log });
    const sent: Record<string, string>[] = [];
    const deliveries = openLogoutDeliveries({
      database,
      signerFor: signerFor({ keys, clientSecrets: clientSecrets(keyEncryptionKeys) }),
      config: { ISSUER: issuer, OUTBOUND_ALLOWED_HOSTS: new Set() },
      now: later,
      log,
      outbound: {
        async postForm(url, fields) {
          sent.push({ url, ...fields });
          return 200;
        },
        mayFetch: () => true,
        close: async () => {},
      },
    });
    expect(await deliveries.drain()).toEqual({ delivered: 1, failed: 0 });
    await deliveries.close();
    await keys.close();
    await database.close();

    const [{ sid, sub } = {}] = restored.before.logout_delivery ?? [];
    expect(sent).toEqual([{ url: "https://web.example/logged-out", logout_token: expect.any(String) }]);
    expect(decodeJwt(sent[0]?.logout_token ?? "")).toMatchObject({ aud: known.web_id, sid, sub });
    expect(decodeProtectedHeader(sent[0]?.logout_token ?? "").kid).toBe(decodeProtectedHeader(known.id_token).kid);
  });
});

describe("the audit log of the earlier version", () => {
  it("is listed, followed by new events", async () => {
    await idTokenOf("carol");
    const [newest] = await restored.version.command(LAST_MINUTE, ["audit", "list", "--limit", "1"]);
    expect(newest).toMatchObject({ type: "sign_in", user_id: idOf("carol") });
    const listed = await restored.version.command(LAST_MINUTE, ["audit", "list", "--client", known.registered_id]);
    expect(listed.map(({ type }: { type: string }) => type)).toEqual(
      expect.arrayContaining(["client_registered", "client_updated"]),
    );
  });

  it("cannot be changed", async () => {
    const { OWNER_DATABASE_URL: owner } = restored.urls;
    await expect(query(owner, "UPDATE audit_event SET actor = 'nobody'")).rejects.toThrow("only grows");
    await expect(query(owner, "DELETE FROM audit_event")).rejects.toThrow("only grows");
  });
});
