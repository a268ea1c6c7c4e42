/** What people belong to, and what a deployment has other than people: something of everything that acts lock. */
import { hashSecret, newSecret } from "@countersign/rules";
import { addClient } from "../../src/administration/clients/clients.ts";
import { addKept } from "../../src/administration/entity-acts.ts";
import { exchangePolicies } from "../../src/administration/exchange-policies/entity.ts";
import { hooks } from "../../src/administration/hooks/entity.ts";
import { addSigned } from "../../src/administration/receiver.ts";
import { addResourceServer } from "../../src/administration/resource-servers/resource-servers.ts";
import { type NewTrustedIssuer, trustedIssuers } from "../../src/administration/trusted-issuers/entity.ts";
import { testWebhook } from "../../src/administration/webhooks/acts.ts";
import { webhooks } from "../../src/administration/webhooks/entity.ts";
import { type SealedTexts, sealedTexts } from "../../src/issuer/keys/sealed-texts.ts";
import type { Outbox } from "../../src/people/mail/message.ts";
import { openOutbox } from "../../src/people/mail/outbox.ts";
import type { Query } from "../../src/platform/stores/transaction.ts";
import { byOperatorAt } from "../acts/acts.ts";
import { clientsOf } from "../clients/clients.ts";
import { issuer, noon, type World } from "../world.ts";

const KEY = { id: "k1", key: Buffer.alloc(32) };
export const texts: SealedTexts = sealedTexts([KEY]);
export const mail: Outbox = openOutbox({ isOn: true, domain: "auth.example", texts });

/** What people belong to, and what is not a person's. All of it is once in a database. */
export interface Ground {
  readonly organization: string;
  readonly otherOrganization: string;
  readonly group: string;
  readonly organizationGroup: string;
  /** A group of the organization with no one in it. */
  readonly spareGroup: string;
  /** Roles of `resource` whose changes end what was issued; no one has `spare`. */
  readonly role: string;
  readonly spareRole: string;
  readonly provider: string;
  readonly document: string;
  readonly exchangePolicy: string;
  readonly hook: string;
  readonly trustedIssuer: string;
  readonly webhook: string;
  readonly delivery: string;
  readonly domain: string;
  readonly scimToken: string;
  readonly invitation: string;
  readonly initialAccessToken: string;
}

export const orders = "https://orders.example";
export const client = "offlineClient";

/** One of programs, whose name is its `iss`, too. */
export const newTrustedIssuer = (name: string): NewTrustedIssuer => ({
  ...{ name, issuer: name, jwksUri: "https://keys.example/", jwks: null, signingAlgs: ["ES256"], audience: "issuer" },
  ...{ maxLifetimeSeconds: 60, subject: "workload", provider: null, clients: [], withoutConsent: false },
  ...{ workloads: [{ client, claims: { sub: "one" } }], resources: [orders], scopes: ["read"] },
});

const rowsOf = async (query: Query, text: string, ...values: readonly unknown[]) =>
  String((await query(text, values))[0]?.id);

/** Makes what people belong to. */
export async function openGround({ database, superuser }: World): Promise<Ground> {
  const by = byOperatorAt(noon);
  const query: Query = async (text, values) => (await superuser.pool.query(text, [...values])).rows;
  const id = (text: string, ...values: readonly unknown[]) => rowsOf(query, text, ...values);
  const [declared] = clientsOf(issuer).filter((one) => one.id === client);
  if (declared !== undefined) await addClient(database, { ...declared, id: "idleClient" }, by);
  const about = { scopes: ["read", "write"], accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 } as const;
  await addResourceServer(database, { identifier: orders, name: "O", listed: false, ...about }, by);
  const role = (name: string) => id(ROLE, orders, name, noon);
  const organization = (slug: string) => id(ORGANIZATION, slug, noon);
  const acme = await organization("acme");
  const [clerk, spareRole] = [await role("clerk"), await role("spare")];
  const [group, organizationGroup] = [await id(GROUP, "Staff", null, noon), await id(GROUP, "Guides", acme, noon)];
  const spareGroup = await id(GROUP, "Spare", acme, noon);
  for (const one of [organizationGroup, spareGroup]) await query(GIVEN, [clerk, one, acme, noon]);
  await query(GIVEN_HERE, [clerk, group, noon]);
  const acting = { database, texts };
  const settings = { name: "H", url: "https://hooks.example/h", timeoutMs: 500, onError: "omit" } as const;
  const hooked = { ...settings, kind: "claims", claims: ["plan"], scopes: [], cacheSeconds: 60 } as const;
  const hook = await addSigned(acting, hooks, { ...hooked, clients: [client] }, by);
  const exchanging = {
    ...{ name: "E", clientId: "resourceClient", source: orders, target: orders, subjectTokens: ["own"] as const },
    ...{ scopes: {}, impersonation: false, mayAct: false, maxLifetimeSeconds: 300, excludedGroups: [] },
  };
  const told = {
    name: "W",
    url: "https://hooks.example/w",
    eventTypes: [],
    personalData: false,
    signature: "v1",
  } as const;
  const webhook = await addSigned(acting, webhooks, told, by);
  await query("UPDATE client SET backchannel_logout_uri = 'https://rp8.example/out' WHERE id = $1", [client]);
  return {
    organization: acme,
    otherOrganization: await organization("other"),
    group,
    organizationGroup,
    spareGroup,
    role: clerk,
    spareRole,
    provider: await id(PROVIDER, texts.seal("s", ["provider", "x"]).sealed, noon),
    document: await id(DOCUMENT, noon),
    exchangePolicy: await addKept(database, exchangePolicies, exchanging, by),
    hook: hook.id,
    trustedIssuer: await addKept(database, trustedIssuers, newTrustedIssuer("T"), by),
    webhook: webhook.id,
    delivery: await testWebhook(database, webhook.id, by),
    domain: await id(DOMAIN, acme, noon),
    scimToken: await id(SCIM_TOKEN, acme, hashSecret(newSecret()), noon),
    invitation: await id(INVITATION, hashSecret(newSecret()), [clerk], acme, noon),
    initialAccessToken: await id(INITIAL, hashSecret(newSecret()), noon),
  };
}

const ROLE = `
  INSERT INTO role (id, resource, name, scopes, created_at, in_organizations, revoke_on_change)
  VALUES (gen_random_uuid(), $1, $2, '{read}', $3, true, true) RETURNING id`;
const ORGANIZATION = `
  INSERT INTO organization (id, slug, name, created_at) VALUES (gen_random_uuid(), $1, $1, $2) RETURNING id`;
const GROUP = `
  INSERT INTO user_group (id, name, name_key, organization_id, created_at)
  VALUES (gen_random_uuid(), $1, concat($2::uuid, lower($1)), $2, $3) RETURNING id`;
const GIVEN = `
  INSERT INTO organization_role (id, organization_id, role_id, group_id, created_at)
  VALUES (gen_random_uuid(), $3, $1, $2, $4)`;
const GIVEN_HERE = `
  INSERT INTO role_assignment (id, role_id, group_id, created_at) VALUES (gen_random_uuid(), $1, $2, $3)`;
const PROVIDER = `
  INSERT INTO identity_provider (id, alias, name, issuer, client_id, sealed_secret, key_encryption_key_id, scopes, mode,
                                 domains, auto_link, mfa, created_at)
  VALUES (gen_random_uuid(), 'corp', 'Corp', 'https://provider.example', 'us', $1, 'k1', '{openid}', 'create', '{}',
          false, '{}', $2) RETURNING id`;
const DOCUMENT = `
  INSERT INTO terms_document (id, name, version, urls, required_from, created_at)
  VALUES (gen_random_uuid(), 'Terms', '1', '{}', $1, $1) RETURNING id`;
const DOMAIN = `
  INSERT INTO organization_domain (id, organization_id, domain, token, verified_at, created_at)
  VALUES (gen_random_uuid(), $1, 'acme.example', 't', $2, $2) RETURNING id`;
const SCIM_TOKEN = `
  INSERT INTO scim_token (id, organization_id, note, token_hash, created_at, expires_at)
  VALUES (gen_random_uuid(), $1, '', $2, $3, $3::timestamptz + interval '9 days') RETURNING id`;
const INVITATION = `
  INSERT INTO invitation (id, address, address_canonical, token_hash, role_ids, organization_id, created_at, expires_at)
  VALUES (gen_random_uuid(), 'new@example.org', 'new@example.org', $1, $2, $3, $4, $4::timestamptz + interval '9 days')
  RETURNING id`;
const INITIAL = `
  INSERT INTO initial_access_token (id, token_hash, note, uses_remaining, created_at, expires_at)
  VALUES (gen_random_uuid(), $1, '', 9, $2, $2::timestamptz + interval '9 days') RETURNING id`;
