import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { newSecret } from "@countersign/rules";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { atOnce } from "../../testing/at-once.ts";
import { type Act, at, by } from "../../testing/locks/act.ts";
import { GROUND_ACTS } from "../../testing/locks/ground-acts.ts";
import { addPeople, type Someone } from "../../testing/locks/people.ts";
import { type Ground, mail, newTrustedIssuer, openGround, texts } from "../../testing/locks/scene.ts";
import { openWorld, type World } from "../../testing/world.ts";
import { OPERATOR } from "../platform/stores/person/givers.ts";
import { blockedAddresses } from "./blocked-addresses/entity.ts";
import { addKept } from "./entity-acts.ts";
import { exchangePolicies } from "./exchange-policies/entity.ts";
import { hooks } from "./hooks/entity.ts";
import { addImport } from "./imports/jobs.ts";
import { anyInvitation } from "./invitations/invited-roles.ts";
import { addOrganizationDomain } from "./organizations/organization-domains.ts";
import { inviteIntoOrganization } from "./organizations/organization-invitations.ts";
import { changeUsername } from "./people/usernames.ts";
import { addSigned } from "./receiver.ts";
import { isRefused } from "./refused.ts";
import { addResourceServer } from "./resource-servers/resource-servers.ts";
import { trustedIssuers } from "./trusted-issuers/entity.ts";
import { addPasskey } from "./ways-in/passkeys.ts";
import { addTotp } from "./ways-in/second-factors.ts";
import { webhooks } from "./webhooks/entity.ts";

let world: World;
let ground: Ground;
let someone: Someone;
beforeAll(async () => {
  world = await openWorld({ max: 12 });
  ground = await openGround(world);
  [someone] = (await addPeople(world, ground, 1)) as [Someone];
});
afterAll(() => world.close());

const RACERS = 6;

interface Limit {
  /** Makes as many as there may be, but for one. `$count` is that number. */
  readonly fill: string;
  readonly most: number;
  readonly act: Act;
  /** Counts them. */
  readonly count: string;
}

const passkey = () => ({
  ...{
    credentialId: newSecret(),
    publicKey: Buffer.alloc(9),
    alg: -7,
    signCount: 0,
    transports: [],
    aaguid: randomUUID(),
  },
  ...{ backupEligible: true, backedUp: true, rpId: "auth.example", name: "K", browser: "" },
});
const hook = { kind: "sign-in", url: "https://h.example/", timeoutMs: 500, onError: "allow" } as const;

/** The constants that say how many there may be of something, and how that is tried. */
const LIMITS: Readonly<Record<string, Limit>> = {
  MOST_TOKENS: {
    fill: `INSERT INTO scim_token (id, organization_id, note, token_hash, created_at, expires_at)
           SELECT gen_random_uuid(), $organization, '', sha256(i::text::bytea), now(), now()
             FROM generate_series(2, $count) i`,
    most: 10,
    act: GROUND_ACTS.addScimToken as Act,
    count: "SELECT FROM scim_token WHERE organization_id = $organization",
  },
  MOST_DOMAINS: {
    fill: `INSERT INTO organization_domain (id, organization_id, domain, token, created_at)
           SELECT gen_random_uuid(), $organization, i || '.example', '', now() FROM generate_series(2, $count) i`,
    most: 50,
    act: ({ database }) =>
      addOrganizationDomain(database, { organizationId: ground.organization, domain: `${randomUUID()}.example` }, by),
    count: "SELECT FROM organization_domain WHERE organization_id = $organization",
  },
  MOST_OPEN: {
    fill: `INSERT INTO organization_invitation (id, organization_id, address, address_canonical, role_ids, created_at,
                                                expires_at)
           SELECT gen_random_uuid(), $organization, i || '@x.example', i || '@x.example', '{}', now(), '2031-01-01'
             FROM generate_series(1, $count) i`,
    most: 1000,
    act: ({ database }) => {
      const text = `${randomUUID()}@x.example`;
      const about = { organizationId: ground.organization, roleIds: [], lifetimeSeconds: 600, language: "en" };
      const address = { deliverable: text, canonical: text };
      const invitation = { ...about, address, takesSignUps: false, madeBy: OPERATOR };
      return inviteIntoOrganization(
        { database, mail },
        { ...invitation, link: (token) => `/x?token=${token}` },
        by,
        anyInvitation,
      );
    },
    count: "SELECT FROM organization_invitation WHERE organization_id = $organization",
  },
  MOST_EXCHANGE_POLICIES: {
    fill: `INSERT INTO resource_server (identifier, name, scopes, access_token_signing_alg, access_token_ttl_seconds)
           SELECT 'https://' || i || '.example', '', '{}', 'ES256', 300 FROM generate_series(1, $count) i;
           INSERT INTO exchange_policy (id, name, client_id, source, target, subject_tokens, scopes, impersonation,
                                        max_lifetime_seconds, excluded_groups, created_at)
           SELECT gen_random_uuid(), i::text, 'webClient', 'https://' || i || '.example', 'https://1.example', '{own}',
                  '{}', false, 300, '{}', now() FROM generate_series(2, $count) i`,
    most: 500,
    act: ({ database }) =>
      addKept(
        database,
        exchangePolicies,
        {
          ...{ name: randomUUID(), clientId: "serviceClient", source: "https://1.example" },
          ...{ target: "https://2.example", subjectTokens: ["own"], scopes: {}, impersonation: false, mayAct: false },
          ...{ maxLifetimeSeconds: 300, excludedGroups: [] },
        },
        by,
      ),
    count: "SELECT FROM exchange_policy",
  },
  MOST_HOOKS: {
    fill: `INSERT INTO hook (id, kind, name, url, timeout_ms, on_error, claims, scopes, cache_seconds, sealed_secret,
                             key_encryption_key_id, created_at, disabled_at)
           SELECT gen_random_uuid(), 'sign-in', i::text, '', 500, 'allow', '{}', '{}', 9, '', '', now(), now()
             FROM generate_series(2, $count) i`,
    most: 20,
    act: ({ database }) =>
      addSigned(
        { database, texts },
        hooks,
        { ...hook, name: randomUUID(), claims: [], scopes: [], cacheSeconds: 9, clients: [] },
        by,
      ),
    count: "SELECT FROM hook",
  },
  MOST_TRUSTED_ISSUERS: {
    fill: `INSERT INTO trusted_issuer (id, name, issuer, jwks_uri, signing_algs, audience, max_lifetime_seconds,
                                       subject, clients, without_consent, workloads, resources, scopes, created_at)
           SELECT gen_random_uuid(), i::text, i::text, '', '{}', 'issuer', 60, 'workload', '{}', false, '[]', '{}',
                  '{}', now() FROM generate_series(2, $count) i`,
    most: 50,
    act: ({ database }) => addKept(database, trustedIssuers, newTrustedIssuer(randomUUID()), by),
    count: "SELECT FROM trusted_issuer",
  },
  MOST_WEBHOOKS: {
    fill: `INSERT INTO webhook (id, name, url, event_types, personal_data, signature, sealed_secret,
                                key_encryption_key_id, created_at)
           SELECT gen_random_uuid(), i::text, '', '{}', false, 'v1', '', '', now() FROM generate_series(2, $count) i`,
    most: 50,
    act: ({ database }) =>
      addSigned(
        { database, texts },
        webhooks,
        { name: randomUUID(), url: "https://h.example/", eventTypes: [], personalData: false, signature: "v1" },
        by,
      ),
    count: "SELECT FROM webhook",
  },
  MOST_BLOCKED_ADDRESSES: {
    fill: `INSERT INTO blocked_address (id, address, subdomains, reason, created_at)
           SELECT gen_random_uuid(), i || '.example', false, '', now() FROM generate_series(1, $count) i`,
    most: 10_000,
    act: ({ database }) =>
      addKept(
        database,
        blockedAddresses,
        { address: `${randomUUID()}.example`, subdomains: false, reason: "", expiresAt: null },
        by,
      ),
    count: "SELECT FROM blocked_address",
  },
  MOST_UNFINISHED: {
    fill: `INSERT INTO import_job (id, source, trust_verified, allow_weak_hashes, state, actor, created_at, updated_at)
           SELECT gen_random_uuid(), 's', false, false, 'receiving', 'operator', now(), now()
             FROM generate_series(1, $count) i`,
    most: 10,
    act: ({ database }) => addImport(database, { source: "s", trustVerified: false, allowWeakHashes: false }, by),
    count: "SELECT FROM import_job",
  },
  MOST_APPS: {
    fill: `INSERT INTO totp_factor (id, user_id, name, sealed_secret, key_encryption_key_id, last_step, last_used_at,
                                    created_at)
           SELECT gen_random_uuid(), $someone, 'A', '', 'k1', 0, now(), now() FROM generate_series(3, $count) i`,
    most: 10,
    act: ({ database }) =>
      addTotp(
        { userId: someone.id, browser: "" },
        { name: "A", secret: "s", step: 1 },
        { database, mail, sealedTexts: texts },
        by,
      ),
    count: "SELECT FROM totp_factor WHERE user_id = $someone",
  },
  MOST_PASSKEYS: {
    fill: `INSERT INTO passkey (id, user_id, credential_id, public_key, alg, sign_count, transports, aaguid,
                                backup_eligible, backed_up, "use", rp_id, name, created_at)
           SELECT gen_random_uuid(), $someone, i::text::bytea, '', -7, 0, '{}', gen_random_uuid(), true, true,
                  'sign-in', '', '', now() FROM generate_series(3, $count) i`,
    most: 30,
    act: ({ database }) =>
      addPasskey({ pool: database.pool, mail }, { ...passkey(), use: "sign-in", userId: someone.id }, by),
    count: "SELECT FROM passkey WHERE user_id = $someone",
  },
  MOST_CHANGES: {
    fill: `INSERT INTO audit_event (at, type, actor, user_id, detail)
           SELECT '${at.toISOString()}', 'username_changed', 'user', $someone, '{}' FROM generate_series(1, $count) i`,
    most: 3,
    act: ({ database }) =>
      changeUsername({ database, mail }, { userId: someone.id, username: `u${randomUUID()}`, browser: "" }, by),
    count: "SELECT FROM audit_event WHERE user_id = $someone AND type = 'username_changed'",
  },
};

/** What these bound is one statement's, a list's, or of one import under its lock: no two acts exceed it together. */
const NO_ROWS = [
  ...["MOST_AT_ONCE", "MOST_CLAIMS", "MOST_CLIENTS", "MOST_EVENTS", "MOST_GROUPS", "MOST_RESOURCES", "MOST_ROLES"],
  ...["MOST_SCOPES", "MOST_COUNTED", "MOST_HELD", "MOST_LANGUAGES"],
  ...["MOST_LINES", "MOST_CHARACTERS", "MOST_REFUSED", "MOST_BROKEN", "MOST_FAILURES"],
];

const refusedAtLimit = (err: unknown) => {
  if (!isRefused(err, "limit")) throw err;
};

const named = (text: string) =>
  text.replaceAll("$organization", `'${ground.organization}'`).replaceAll("$someone", `'${someone.id}'`);

describe("A22: as many as there may be, and no more", () => {
  it.each(Object.entries(LIMITS))("%s: one of several at once is added", async (_, { fill, most, act, count }) => {
    await world.rows(named(fill).replaceAll("$count", String(most - 1)));
    expect(await world.rows(named(count))).toHaveLength(most - 1);
    const { database } = world;
    await atOnce(
      world,
      Array.from({ length: RACERS }, () => () => act({ database, ground, someone }).catch(refusedAtLimit)),
    );
    expect(await world.rows(named(count))).toHaveLength(most);
  });

  it("every limit of administration and of imports is tried", () => {
    const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .filter((name) => !/\/operations\/|^(?:api|configuration|imports\/convert)\//.test(name));
    const textOf = (name: string) => readFileSync(`${import.meta.dirname}/${name}`, "utf8");
    const found = sources.flatMap((name) => [...textOf(name).matchAll(/const (MOST_\w+) =/g)]);
    const limits = new Set(found.map(([, name]) => name));
    expect([...limits].filter((name) => !NO_ROWS.includes(String(name))).toSorted()).toEqual(
      Object.keys(LIMITS).toSorted(),
    );
  });

  it("two spellings of one resource server are one", async () => {
    const about = { name: "O", scopes: [], accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
    const added = await atOnce(
      world,
      ["https://twice.example", "https://twice.example/"].map(
        (identifier) => () => addResourceServer(world.database, { identifier, listed: false, ...about }, by),
      ),
    );
    expect(added.toSorted()).toEqual([false, true]);
  });
});
