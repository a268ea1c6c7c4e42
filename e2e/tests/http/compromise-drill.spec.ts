/**
 * The drill of docs/security/compromise-drill.md, on separate running services: everything old is refused, and
 * everything
 * new works.
 */
import { createHmac, randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { authorize, scriptedBrowser } from "../../support/browser/scripted-browser.ts";
import { json, send } from "../../support/http.ts";
import { relyingParty, userinfo } from "../../support/relying-party.ts";
import { basic, type Form, tokenRequest } from "../../support/token-endpoint.ts";
import { type Ecosystem, startEcosystem } from "../../support/worlds/ecosystem.ts";
import { countersign, keyEncryptionKeys, operatorOf } from "../../support/worlds/operator.ts";
import { freePorts } from "../../support/worlds/ports.ts";
import type { Account, World } from "../../support/worlds/world.ts";

const REDIRECT_URI = "http://localhost:9/cb";
const OFFLINE = { scope: "openid email offline_access", prompt: "consent" };
const INTERNAL = "/internal/userinfo-response";

interface Kept {
  keyEncryptionKeys: string;
  ownerPassword: string;
  resourceServerPassword: string;
  sampleClientSecret: string;
}

let running: Ecosystem | undefined;
let port = 0;
test.afterAll(() => running?.stop());

/**
 * Starts the ecosystem. With `secrets`, starts it again with those in place of its own. `prepare` runs at each start.
 */
async function start(secrets?: Kept): Promise<World> {
  await running?.stop();
  if (secrets !== undefined && running !== undefined)
    await writeFile(join(running.dataDir, "development.json"), JSON.stringify(secrets));
  running = await startEcosystem(port, {}, { again: secrets !== undefined });
  return { ...running, name: "http", otherSites: "", authority: "", readyAt: Date.now() };
}

const secretsOf = async ({ dataDir }: World) =>
  JSON.parse(await readFile(join(dataDir, "development.json"), "utf8")) as Kept;
const random = () => randomBytes(32).toString("base64url");
const anew = (keyEncryptionKeys: string): Kept => ({
  keyEncryptionKeys,
  ownerPassword: random(),
  resourceServerPassword: random(),
  sampleClientSecret: random(),
});
const kidsOf = async (world: World) => {
  const { keys } = json(await send(world, `${world.issuer}/jwks`)) as { keys: { kid: string }[] };
  return keys.map(({ kid }) => kid);
};
const register = (world: World, token: string) =>
  send(world, `${world.issuer}/openid/register`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ client_name: "New", redirect_uris: [REDIRECT_URI] }),
  });
const internally = (world: World, { keyEncryptionKeys }: Kept, token: string) => {
  const secret = createHmac("sha256", keyEncryptionKeys).update("userinfo response").digest("base64url");
  return send(world, `${world.issuer}${INTERNAL}`, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded", authorization: `Bearer ${secret}` },
    body: String(new URLSearchParams({ token })),
  });
};

/** Everything that a client and a person hold, of each kind that is valid. */
async function issued(world: World, client: { clientId: string; clientSecret: string }, person: Account) {
  const rp = await relyingParty(world, { ...client, redirectUri: REDIRECT_URI });
  const browser = scriptedBrowser(world);
  const codeForm = async (): Promise<Form> => {
    const begun = await rp.begin(OFFLINE);
    const callback = await authorize(browser, begun.url, person);
    const code = callback.searchParams.get("code") ?? "";
    expect(code, callback.href).not.toBe("");
    return { grant_type: "authorization_code", code, redirect_uri: REDIRECT_URI, code_verifier: begun.verifier };
  };
  const tokens = json(await tokenRequest(world, await codeForm(), basic(client))) as Record<string, string>;
  for (const kind of ["access_token", "refresh_token", "id_token"]) expect(tokens, kind).toHaveProperty(kind);
  return { rp, browser, tokens, unredeemed: await codeForm() };
}

const RECEIVERS = ["webhooks", "hooks"] as const;
type Secrets = Readonly<Record<(typeof RECEIVERS)[number], string>>;

/** A webhook, a hook and a provider, each with a secret that is sealed. */
async function addReceivers(world: World): Promise<Secrets> {
  const sealing = await keyEncryptionKeys(world);
  const adding = async (...words: string[]) =>
    (await countersign<{ secret: string }>(world, [...words, "--url", "https://receiver.example/"], sealing)).secret;
  const webhooks = await adding("webhooks", "add", "Billing");
  const asked = ["--kind", "claims", "--on-error", "omit", "--claims", "plan"];
  const hooks = await adding("hooks", "add", "Plans", ...asked);
  const file = join(world.dataDir, "provider.secret");
  await writeFile(file, random());
  const about = ["--issuer", "https://provider.example", "--client-id", "countersign", "--secret-file", file];
  await operatorOf(world).addProvider("corp", "--name", "Corp", ...about);
  return { webhooks, hooks };
}

/** The loops of the document. */
async function rotateReceivers(world: World, withKeys: Readonly<Record<string, string>>): Promise<Secrets> {
  const secrets: Record<string, string> = {};
  for (const noun of RECEIVERS)
    for (const { name } of await countersign<{ name: string }[]>(world, [noun, "list"])) {
      const rotate = [noun, "rotate-secret", name, "--overlap-hours", "0"];
      secrets[noun] = (await countersign<{ secret: string }>(world, rotate, withKeys)).secret;
    }
  return secrets as Secrets;
}

async function renewProviderSecret(world: World, withKeys: Readonly<Record<string, string>>): Promise<void> {
  const file = join(world.dataDir, "provider.secret");
  await writeFile(file, random());
  await countersign(world, ["providers", "change", "corp", "--secret-file", file], withKeys);
}

const refreshing = (refresh_token = ""): Form => ({ grant_type: "refresh_token", refresh_token });

test("after the drill for a compromise, all keys, secrets, tokens, sessions and logins are new", async () => {
  test.setTimeout(240_000);
  port = await freePorts();
  let world = await start();
  const person = await operatorOf(world).addUser();
  const options = [
    "--redirect-uri",
    REDIRECT_URI,
    "--grant-type",
    "authorization_code",
    "--grant-type",
    "refresh_token",
  ];
  const added = await operatorOf(world).addClient("--name", "Shop", "--scope", OFFLINE.scope, ...options);
  const client = { clientId: added.clientId, clientSecret: added.clientSecret ?? "" };
  const initial = await operatorOf(world).addInitialAccessToken("unlimited");
  const receivers = await addReceivers(world);
  const old = await issued(world, client, person);
  const before = { world, kids: await kidsOf(world), secrets: await secretsOf(world) };
  expect((await userinfo(world, old.tokens.access_token ?? "")).status).toBe(200);
  expect((await register(world, initial)).status).toBe(201);
  expect((await internally(world, before.secrets, old.tokens.access_token ?? "")).status).not.toBe(404);

  // 1 to 3: new passwords and secrets, the new key-encryption key before the old one, everything restarted.
  const next = `next:${random()}`;
  const both = anew(`${next},${before.secrets.keyEncryptionKeys}`);
  world = await start(both);
  const withKeys = { KEY_ENCRYPTION_KEYS: both.keyEncryptionKeys };

  // 4 and 5: the sealed keys, then the tokens that they signed.
  await countersign(world, ["keys", "reseal"], withKeys);
  for (const { kid } of await countersign<{ kid: string }[]>(world, ["keys", "list"]))
    await countersign(world, ["keys", "remove", kid], withKeys);

  // 6: clients.
  const clients = await countersign<Record<string, string>[]>(world, ["clients", "list"]);
  const confidential = clients.filter(({ token_endpoint_auth_method: method = "" }) => /^client_secret/.test(method));
  expect(confidential.map(({ client_id: id }) => id)).toContain(client.clientId);
  const renewed = new Map<string, string>();
  for (const { client_id: id = "" } of confidential) {
    const { client_secret: secret = "" } = await countersign<Record<string, string>>(
      world,
      ["clients", "rotate-secret", id, "--overlap-hours", "0"],
      withKeys,
    );
    renewed.set(id, secret);
  }

  // 6: webhooks, hooks and providers.
  const made = await rotateReceivers(world, withKeys);
  for (const noun of RECEIVERS) expect(made[noun], noun).not.toBe(receivers[noun]);
  await renewProviderSecret(world, withKeys);

  // 7 and 8: issued tokens, and sessions.
  await countersign(world, ["tokens", "revoke", "--all"]);
  await countersign(world, ["sessions", "end", "--all"]);
  await countersign(world, ["authorizations", "revoke", "--all"]);

  // 9: the old key-encryption key is removed.
  world = await start(anew(next));

  const now = { ...client, clientSecret: renewed.get(client.clientId) ?? "" };
  await test.step("everything old is refused", async () => {
    const kids = await kidsOf(world);
    expect(kids.length).toBeGreaterThan(0);
    expect(kids.filter((kid) => before.kids.includes(kid))).toEqual([]);
    expect((await userinfo(world, old.tokens.access_token ?? "")).status).toBe(401);
    expect(json(await tokenRequest(world, refreshing(old.tokens.refresh_token), basic(client))).error).toBe(
      "invalid_client",
    );
    for (const form of [refreshing(old.tokens.refresh_token), old.unredeemed])
      expect(json(await tokenRequest(world, form, basic(now))).error).toBe("invalid_grant");
    const silent = await old.browser.open((await old.rp.begin({ scope: "openid", prompt: "none" })).url);
    expect(new URL(silent.url).searchParams.get("error")).toBe("login_required");
    const hinted = await old.browser.once(`${world.issuer}/end_session?id_token_hint=${old.tokens.id_token}`);
    expect(hinted.status).toBe(400);
    expect((await register(world, initial)).status).toBe(401);
    expect((await internally(world, before.secrets, old.tokens.access_token ?? "")).status).toBe(404);
    const reached = countersign({ ...world, databaseUrl: before.world.databaseUrl }, ["keys", "list"]);
    await expect(reached).rejects.toThrow(/password|authentication/i);
    const opened = { KEY_ENCRYPTION_KEYS: `other:${random()},${before.secrets.keyEncryptionKeys}` };
    await expect(countersign(world, ["keys", "reseal"], opened)).rejects.toThrow();
    // A previous key would sign, too.
    for (const noun of RECEIVERS) {
      const [{ previous_until: until } = {}] = await countersign<Record<string, unknown>[]>(world, [noun, "list"]);
      expect(until, noun).toBeNull();
    }
  });

  await test.step("what is new works", async () => {
    const { tokens } = await issued(world, now, person);
    expect((await userinfo(world, tokens.access_token ?? "")).status).toBe(200);
    expect((await tokenRequest(world, refreshing(tokens.refresh_token), basic(now))).status).toBe(200);
    expect((await register(world, await operatorOf(world).addInitialAccessToken())).status).toBe(201);
    const acts = await countersign<{ type: string }[]>(world, ["audit", "list", "--limit", "1000"]);
    for (const type of [
      ...(["keys_resealed", "signing_key_removed", "client_secret_rotated", "session_ended"] as const),
      ...(["webhook_secret_rotated", "hook_secret_rotated", "identity_provider_changed"] as const),
    ])
      expect(acts.map((act) => act.type)).toContain(type);
    // Nothing is left that only the old key-encryption key opens.
    await countersign(world, ["keys", "reseal"], { KEY_ENCRYPTION_KEYS: next });
  });
});
