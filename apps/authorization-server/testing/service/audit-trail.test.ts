/**
 * One deployment goes through everything that is audited. Then the audit log is complete, and nothing that was
 * stored contains a secret.
 */

import { randomBytes, randomUUID } from "node:crypto";
import { rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { recordSignInTrial } from "../../src/administration/clients/sign-in-trials.ts";
import { addImport, cancelImport, receiveLines, startImport } from "../../src/administration/imports/jobs.ts";
import { recordActivityRead } from "../../src/administration/people/activity.ts";
import { connectIdentity, disconnectIdentity } from "../../src/administration/people/federated-identities.ts";
import { sendTestMailTo } from "../../src/administration/people/mails-to-oneself.ts";
import { changeUsername } from "../../src/administration/people/usernames.ts";
import { changeSettings } from "../../src/administration/settings/settings.ts";
import { preferFactor } from "../../src/administration/ways-in/second-factors.ts";
import { run } from "../../src/cli/program.ts";
import { eventTypes } from "../../src/platform/stores/audit/audit-event-shape.ts";
import { AUDIT_TYPES } from "../../src/platform/stores/audit/audit-types.ts";
import { relocateDemoClient } from "../../src/platform/stores/client/demo-clients.ts";
import { logoutDeliveryStore } from "../../src/platform/stores/session/logout-deliveries.ts";
import { everythingOfAnAccount } from "../acts/account-acts.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { allDirectoryActs } from "../acts/directory-acts.ts";
import { entityActs } from "../acts/entity-acts.ts";
import { exchangeActs } from "../acts/exchange.ts";
import { invitationOfNobody } from "../acts/invitation-acts.ts";
import { jobActs } from "../acts/job-acts.ts";
import { allOrganizationActs } from "../acts/organization-acts.ts";
import { secretActs } from "../acts/secret-acts.ts";
import { type Browser, openBrowser } from "../browser.ts";
import { alicesToken, assertionOf, grant, ofPeople, prepareTrust, trust } from "../clients/assertions.ts";
import { deviceActs } from "../clients/devices.ts";
import { useLostToken } from "../clients/lost-token.ts";
import { metadata, pathOf, send } from "../clients/registration.ts";
import { post, refresh } from "../clients/tokens.ts";
import { allPasskeyActs, givingUpPassword } from "../factors/passkeys.ts";
import { giveApp, giveRecoveryCodes } from "../factors/second-factors.ts";
import { authorizationOf, basic, codeFor, redeem, signIn } from "../flows.ts";
import { reopenedConsent } from "../reopened-consent.ts";
import { tokenOf } from "../servers/mail.ts";
import { type Service, startService } from "../service.ts";
import { issuer, password, resource } from "../world.ts";

const keys = { from: randomBytes(32).toString("base64url"), next: randomBytes(32).toString("base64url") };
const environment = { ISSUER: issuer, NODE_ENV: "test", KEY_ENCRYPTION_KEYS: `k1:${keys.from}` };
const mail = { MAIL_URL: "smtp://127.0.0.1:9" };
const settings = { KEY_ENCRYPTION_KEYS: environment.KEY_ENCRYPTION_KEYS, SIGN_UP: "open" };
const OFFLINE = "openid email offline_access";

let service: Service;
/** Every secret that was used, by its kind. */
const secrets: Record<string, string> = { password, ...keys };
beforeAll(async () => {
  service = await startService({ ephemeral: "configured", settings });
  await operators();
  await people();
  await forgotten();
  await deleting();
  await signingUp();
  await clients();
  await trustedIssuers();
  await organizations();
  await afterwards();
}, 180_000);
afterAll(() => service.close());

/** Runs a command with --json that must succeed. */
async function command(argv: readonly string[], changes: Record<string, string> = {}) {
  const out: string[] = [];
  const code = await run([...argv, "--json"], {
    environment: { ...environment, DATABASE_URL: service.connectionString, ...changes },
    stdin: Readable.from([]),
    print: (text) => out.push(text),
    complain: (text) => out.push(text),
    terminal: new PassThrough(),
    now: service.deps.now,
  });
  if (code !== 0) throw new Error(`${argv.join(" ")}: ${out.join("\n")}`);
  return JSON.parse(out.join("\n"));
}

async function operators(): Promise<void> {
  secrets.generated = (await command(["users", "add", "carol", "--generate-password"])).password;
  await command(["users", "disable", "carol"]);
  await command(["users", "enable", "carol"]);
  await changeSettings(service.database, { values: { corner: 8 } }, byOperatorAt(service.clock.now));
  secrets.generatedNext = (await command(["users", "set-password", "carol", "--generate-password"])).password;

  const app = ["clients", "add", "--name", "App", "--redirect-uri", "https://app.example/cb"];
  const client = await command([...app, "--token-endpoint-auth-method", "client_secret_jwt"]);
  secrets.sealedClientSecret = client.client_secret;
  secrets.clientSecret = (await command(["clients", "rotate-secret", client.client_id])).client_secret;
  await secretActs(command, secrets);
  const mapping = join(tmpdir(), `${randomUUID()}.json`);
  await writeFile(mapping, JSON.stringify({ claims: { upn: "claims.email" } }));
  await command(["clients", "map-claims", client.client_id, "--file", mapping]);
  await rm(mapping);
  await command(["clients", "disable", client.client_id]);
  await command(["clients", "enable", client.client_id]);
  await command(["clients", "documents", "block", "https://app.example/client.json"]);
  const moved = {
    secretHash: undefined,
    redirectUris: ["https://spa.example/moved"],
    postLogoutRedirectUris: [],
    backchannelLogoutUri: undefined,
    scopes: [],
    authorizationDetailsTypes: [],
    grantTypes: [],
  };
  await recordActivityRead(service.database, service.alice, byOperatorAt(service.clock.now));
  await relocateDemoClient(service.database, { id: "publicClient", location: moved }, byOperatorAt(service.clock.now));

  await command(["resources", "add", "https://orders.example", "--name", "Orders", "--scope", "orders"]);
  await command(["resources", "change", "https://orders.example", "--name", "Purchases"]);
  for (const act of ["disable", "enable"]) await command(["resources", act, "https://orders.example"]);
  const role = ["https://orders.example", "clerk"];
  await command(["roles", "add", ...role, "--scope", "orders"]);
  for (const act of ["assign", "revoke"]) await command(["roles", act, ...role, "--user", "carol"]);
  await command(["roles", "remove", ...role]);
  await command(["groups", "add", "Clerks"]);
  for (const act of ["add", "remove"]) await command(["groups", "members", act, "Clerks", "carol"]);
  await command(["groups", "remove", "Clerks"]);
  await command(["resources", "remove", "https://orders.example"]);
  await providers();
  await entityActs({ service, command, secrets });
  secrets.impersonated = await exchangeActs(service, command);
  await applyRoles(["orders"]);
  await applyRoles(["orders", "refunds"]);
  await service.rows("UPDATE role SET scopes = '{orders}'");
  await jobActs(service).lookForDrift();
  const { id, initial_access_token: token } = await command(["tokens", "add"]);
  secrets.revokedInitialAccessToken = token;
  await command(["tokens", "revoke", id]);
}

async function trustedIssuers(): Promise<void> {
  await prepareTrust(service);
  service.pass(60);
  await trust(service, ofPeople());
  const asserted = await grant(service, await assertionOf(service, alicesToken), "agent");
  expect(asserted.status).toBe(200);
  secrets.asserted = asserted.body.access_token;
  for (const act of ["disable", "remove"]) await command(["trusted-issuers", act, ofPeople().name]);
}

/** Adds, changes and removes a provider; in between alice connects an identity there, and disconnects it. */
async function providers(): Promise<void> {
  secrets.secretAtProvider = randomUUID();
  const file = join(tmpdir(), `secret-${randomUUID()}`);
  await writeFile(file, secrets.secretAtProvider);
  const about = ["--name", "Corp", "--issuer", "https://corp.example", "--client-id", "c", "--secret-file", file];
  await command(["providers", "add", "corp", ...about]);
  await command(["providers", "change", "corp", "--name", "Corporation"]);
  await rm(file);
  const provider = await service.deps.identityProviders.find("corp");
  const identity = { providerId: provider?.id ?? "", issuer: "https://corp.example", subject: "alice-there" };
  const by = { actor: { kind: "person", userId: service.alice }, at: service.clock.now, address: "10.0.0.1" } as const;
  await connectIdentity(service.deps, { userId: service.alice, identity, browser: "" }, by);
  const [connected] = await service.deps.federatedIdentities.listOf(service.alice);
  const own = { userId: service.alice, id: connected?.id ?? "", browser: "" };
  await disconnectIdentity(service.deps, own, () => true, by);
  await command(["providers", "remove", "corp"]);
}

/** Applies a configuration in which a role gives these scopes. */
async function applyRoles(scopes: readonly string[]): Promise<void> {
  const resource = "https://applied.example";
  const file = join(tmpdir(), `configuration-${randomUUID()}.json`);
  const resource_servers = [{ resource, name: "Applied", scopes: ["orders", "refunds"] }];
  const roles = [{ resource, name: "clerk", scopes }];
  await writeFile(file, JSON.stringify({ managed_by: "audited", resource_servers, roles }));
  await command(["apply", file]);
  await rm(file);
}

async function people(): Promise<void> {
  const { origin } = service;
  const browser = openBrowser(origin);
  secrets.code = await codeFor(browser, "offlineClient", { scope: OFFLINE, nonce: "n-1" });
  const changes = { redirect_uri: "https://rp8.example/cb" };
  const tokens = (await redeem(origin, secrets.code, changes, basic("offlineClient"))).body;
  [secrets.accessToken, secrets.idToken] = [tokens.access_token, tokens.id_token].map((jwt) => jwt.split(".")[2]);
  const successor = (await refresh(origin, "offlineClient", tokens.refresh_token)).body.refresh_token;
  Object.assign(secrets, { refreshToken: tokens.refresh_token, successor });
  secrets.secondSuccessor = (await refresh(origin, "offlineClient", successor)).body.refresh_token;
  await refresh(origin, "offlineClient", tokens.refresh_token); // a replay: its successor was used
  secrets.lostToken = await useLostToken(service, browser);

  secrets.replayedCode = await codeFor(browser, "offlineClient", { scope: OFFLINE, prompt: "consent" });
  for (let count = 0; count < 2; count += 1)
    await redeem(origin, secrets.replayedCode, changes, basic("offlineClient"));

  const revoked = await codeFor(browser, "offlineClient", { scope: OFFLINE, prompt: "consent" });
  const { body: issued } = await redeem(origin, revoked, changes, basic("offlineClient"));
  await post(origin, "/revoke", { token: issued.refresh_token }, basic("offlineClient"));
  await codeFor(browser, "webClient"); // This code is never redeemed.
  Object.assign(secrets, await deviceActs(service, browser));
  await reopenedConsent(service, "webClient");
  await command(["consents", "withdraw", "--user", "alice", "--client", "webClient"]);
  for (const [name, value] of browser.cookies) secrets[name] = value;
  await signOut(browser);

  const guessing = openBrowser(origin);
  const page = await guessing.follow(await guessing.get(authorizationOf("webClient")));
  secrets.wrongPassword = "guessed-by-somebody-wrongly";
  const guess = { username: "alice", password: secrets.wrongPassword, action: "sign-in" };
  await allPasskeyActs(service, service.mallory, guessing, page);
  for (let count = 0; count < 12; count += 1) await guessing.submit(page, "/login", guess);
}

async function deleting(): Promise<void> {
  const browser = openBrowser(service.origin);
  const page = await signIn(browser, await browser.get("/account/delete"), "mallory");
  await browser.submit(page, "/account/delete", { username: "mallory", action: "delete" });
  await service.rows("UPDATE end_user SET disabled_at = NULL WHERE username = 'mallory'");
  const pending = await signIn(browser, await browser.get("/account/delete"), "mallory");
  await browser.submit(pending, "/account/delete", { action: "keep" });
  await command(["users", "delete", "mallory"]);
  await jobActs(service).eraseDue();
}

/** Asks for a link as alice, whose address is proved, and sets the password that she had before. */
async function forgotten(): Promise<void> {
  await command(["users", "require-password-change", "carol"]);
  await command(["users", "send-enrolment-link", "mallory"], mail);
  const browser = openBrowser(service.origin);
  await browser.submit(await browser.get("/forgot-password"), "/forgot-password", { email: "alice@example.org" });
  const links = (await service.mails()).flatMap(({ parameters: { link } }) => link ?? []);
  for (const link of links) secrets[`token in ${link}`] = link.split("token=")[1] ?? "";
  const link = (await service.mails()).find(({ kind }) => kind === "reset-link")?.parameters.link ?? "";
  const page = await browser.follow(await browser.get(link));
  await browser.submit(page, "/reset-password", { "new-password": password });
}

/** An invitation is withdrawn. A person signs up and uses all that an account has. The terms are required later. */
async function signingUp(): Promise<void> {
  await command(["users", "invite", "iris@corp.example"], { ...mail, SIGN_UP: "invited" });
  secrets.invitation = tokenOf((await service.mails()).at(-1));
  await command(["users", "withdraw-invitation", "iris@corp.example"]);
  await invitationOfNobody(service.deps, byOperatorAt(service.clock.now));
  const url = "en=https://rp.example/terms";
  await command(["terms", "add", "Terms of use", "1", "--url", url, "--required-from", "2040-01-01T00:00:00Z"]);

  Object.assign(secrets, await everythingOfAnAccount(service, "nora"));
  // The undone change of address took the password away.
  const alices = "(SELECT password_hash FROM end_user WHERE username = 'alice')";
  await service.rows(`UPDATE end_user SET password_hash = ${alices} WHERE username = 'nora'`);
  await givingUpPassword(service, "nora");
  await command(["users", "reset-factors", "nora", "--reason", "lost the phone"]);
  const [nora] = await service.rows("SELECT id FROM end_user WHERE username = 'nora'");
  const renamed = { userId: String(nora?.id), username: "leonora", browser: "" };
  const byNora = { actor: { kind: "person", userId: renamed.userId }, address: "10.0.0.1" } as const;
  await changeUsername(service.deps, renamed, { ...byNora, at: service.clock.now });
  await preferFactor(renamed.userId, "totp", service.deps, { ...byNora, at: service.clock.now });

  // These factors stay, so that their rows are searched for secrets.
  const [carol] = await service.rows("SELECT id FROM end_user WHERE username = 'carol'");
  secrets.keptTotpSecret = (await giveApp(service, String(carol?.id))).secret;
  for (const code of await giveRecoveryCodes(service, String(carol?.id)))
    secrets[`recovery code ${code}`] = code.replace(/^\d+-/, "").replaceAll("-", "");
}

async function signOut(browser: Browser): Promise<void> {
  const page = await browser.get("/end_session");
  await browser.submit(page, "/end_session", {});
}

async function clients(): Promise<void> {
  secrets.initialAccessToken = (await command(["tokens", "add", "--uses", "unlimited"])).initial_access_token;
  const register = async () => (await send(service, { token: secrets.initialAccessToken, body: metadata })).body;
  const client = await register();
  secrets.registrationAccessToken = client.registration_access_token;
  secrets.registeredSecret = client.client_secret;
  const own = { path: pathOf(client), token: client.registration_access_token };
  const body = { ...metadata, client_id: client.client_id, client_name: "Renamed" };
  await send(service, { method: "PUT", ...own, body });
  await send(service, { method: "DELETE", ...own });
  await register();

  secrets.wrongSecret = "guessed-client-secret-guessed-client-secret";
  const wrong = { authorization: `Basic ${Buffer.from(`webPostClient:${secrets.wrongSecret}`).toString("base64")}` };
  const headers = { ...wrong, "content-type": "application/x-www-form-urlencoded", "x-forwarded-for": "10.0.99.9" };
  for (let count = 0; count < 105; count += 1)
    await fetch(`${service.origin}/token`, { method: "POST", headers, body: "grant_type=client_credentials" });
}

async function organizations(): Promise<void> {
  const [person] = await service.rows("SELECT id FROM end_user WHERE username = 'carol'");
  const about = { name: "acme", userId: String(person?.id), resource };
  await allOrganizationActs(service.deps, about, byOperatorAt(service.clock.now));
  await allDirectoryActs(service.database, "acme", byOperatorAt(service.clock.now));
}

async function afterwards(): Promise<void> {
  const people = join(tmpdir(), `${randomUUID()}.jsonl`);
  secrets.importedTotpSecret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
  const imported = { external_id: "1", username: "imported", totp: [{ secret: secrets.importedTotpSecret }] };
  await writeFile(people, JSON.stringify(imported));
  await command(["users", "import", people]);
  await rm(people);
  const nora = { ...byOperatorAt(service.clock.now), address: "10.0.0.1" };
  const options = { source: "shop", trustVerified: false, allowWeakHashes: false };
  const importId = (await addImport(service.database, options, nora)) ?? "";
  const { sealedTexts } = service.deps;
  await receiveLines(service.database, importId, { first: 1, text: "{}" }, sealedTexts, nora);
  await startImport(service.database, importId, true, nora);
  await cancelImport(service.database, importId, nora);
  const trial = { clientId: "webClient", redirectUri: "https://a.example", scope: "openid" };
  await recordSignInTrial(service.database, trial, nora);
  const { database, deps } = service;
  await sendTestMailTo({ database, mail: deps.mail }, { userId: service.alice, count: async () => {} }, nora);
  await command(["keys", "rotate", "--alg", "ES256"]);
  const [key] = await command(["keys", "list"]);
  await command(["keys", "remove", key.kid]);
  await command(["keys", "reseal"], { KEY_ENCRYPTION_KEYS: `k2:${keys.next},k1:${keys.from}` });

  const browser = openBrowser(service.origin);
  secrets.lastCode = await codeFor(browser, "webClient");
  await command(["authorizations", "revoke", "--all"]);
  await command(["sessions", "end", "--all"]);
  await command(["restored", "--to", "2020-01-01T00:00:00Z"]);
  const delivery = { id: "", clientId: "webClient", sub: "s", sid: service.alice, attempts: 8, uri: "", alg: "RS256" };
  const store = logoutDeliveryStore(service.database);
  await store.givenUp(delivery as Parameters<typeof store.givenUp>[0], service.clock.now);
  await jobActs(service).purgeClientsInDays(8);
}

describe("architecture §4.6: security-relevant acts are audited", () => {
  it.each(AUDIT_TYPES)("%s has actor, time, address and subject", async (type) => {
    const rows = await service.rows("SELECT * FROM audit_event WHERE type = $1", [type]);
    expect(rows.length).toBeGreaterThan(0);
    for (const { at, actor, address, user_id, client_id, detail } of rows) {
      expect(at).toBeInstanceOf(Date);
      expect(["user", "operator", "client", "directory", "schedule"]).toContain(actor);
      if (actor === "user" || actor === "client") expect(address).toMatch(/^10\.0\.|^127\.0\.0\.1$/);
      const about = [user_id, client_id, ...Object.keys(detail as object)].filter((one) => one !== null);
      if (!/^sign_in_/.test(type)) expect(about.length).toBeGreaterThan(0);
    }
  });

  it("a source that continues after the limit does not fill the table", async () => {
    expect(await service.rows("SELECT user_id, address FROM audit_event WHERE type = 'sign_in_limited'")).toHaveLength(
      1,
    );
    const failed = "SELECT FROM audit_event WHERE type = 'sign_in_failed' AND user_id = $1";
    expect(await service.rows(failed, [service.alice])).toHaveLength(10);
    const limited = "SELECT client_id, address FROM audit_event WHERE type = 'client_authentication_limited'";
    expect(await service.rows(limited)).toEqual([{ client_id: "webPostClient", address: "10.0.99.9" }]);
  });
});

describe("docs/events.md: what is recorded fits the JSON Schema of its type", () => {
  it("every recorded event fits its own schema", async () => {
    const schemas = new Map<string, z.ZodType>(
      eventTypes().map(({ type, schema }) => [type, z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema)]),
    );
    const columns = "id::text, at, type, actor, actor_id, reference, user_id, client_id, address, detail";
    const events = await service.rows(`SELECT ${columns} FROM audit_event`);
    expect(new Set(events.map(({ type }) => type)).size).toBe(AUDIT_TYPES.length);
    for (const { at, ...event } of events) {
      const fits = schemas.get(String(event.type))?.safeParse({ ...event, at: (at as Date).toISOString() });
      expect([event.type, fits?.error?.issues]).toEqual([event.type, undefined]);
      expect(fits?.success).toBe(true);
    }
  });
});

describe("cred-05, RFC 6819 §5.1.4.1.3: secrets are stored only hashed or sealed", () => {
  /** Whether a text has a secret, as text or as bytes. Six digits are searched for as a word: digests have digits. */
  function has(text: string, secret: string): boolean {
    if (/^\d{6}$/.test(secret)) return new RegExp(`\\b${secret}\\b`).test(text);
    const bytes = [Buffer.from(secret), Buffer.from(secret, "base64url")];
    return [secret, ...bytes.map((one) => one.toString("hex"))].some((form) => text.includes(form));
  }

  it("no row of any table contains a used secret, as text or as bytes", async () => {
    const tables = await service.rows("SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
    expect(tables.length).toBeGreaterThan(18);
    let dump = "";
    for (const { name } of tables) {
      dump += JSON.stringify(await service.rows(`SELECT to_jsonb(t)::text AS row FROM "${name}" t`));
    }
    expect(dump).toContain("refresh_token_replayed"); // Values that are not secret are found by the same search.
    expect(dump).toContain("alice@example.org");
    expect(Object.keys(secrets).length).toBeGreaterThan(20);
    for (const [name, secret] of Object.entries(secrets)) {
      expect(secret, name).toMatch(/^\d{6}$|.{16}/);
      expect([name, has(dump, secret)]).toEqual([name, false]);
    }
  });

  it("resp-14: the log contains no secret either", () => {
    expect(service.log()).toContain("invalid_grant");
    for (const [name, secret] of Object.entries(secrets))
      expect([name, has(service.log(), secret)]).toEqual([name, false]);
  });
});
