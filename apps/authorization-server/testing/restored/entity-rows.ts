/** Acts that end or restrict clients, and what else is kept of programs. */
import { randomUUID } from "node:crypto";
import { hashSecret } from "@countersign/rules";
import { blockedAddresses } from "../../src/administration/blocked-addresses/entity.ts";
import { decideDocument } from "../../src/administration/clients/client-documents.ts";
import { endPreviousClientSecret, rotateClientSecret } from "../../src/administration/clients/client-secrets.ts";
import { disableClient, enableClient, removeClient } from "../../src/administration/clients/clients.ts";
import { addKept, changeKept, removeKept } from "../../src/administration/entity-acts.ts";
import type { Entity } from "../../src/administration/entity-declaration.ts";
import { exchangePolicies } from "../../src/administration/exchange-policies/entity.ts";
import { hooks } from "../../src/administration/hooks/entity.ts";
import {
  enableIdentityProvider,
  removeIdentityProvider,
} from "../../src/administration/providers/identity-providers.ts";
import { addSigned } from "../../src/administration/receiver.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  enableResourceServer,
  removeResourceServer,
} from "../../src/administration/resource-servers/resource-servers.ts";
import { trustedIssuers } from "../../src/administration/trusted-issuers/entity.ts";
import { webhooks } from "../../src/administration/webhooks/entity.ts";
import type { AuditType } from "../../src/platform/stores/audit/audit-types.ts";
import { disableFailedWebhook } from "../../src/platform/stores/webhooks/webhook-failures.ts";
import { resource } from "../inhabitants.ts";
import { by, client, provider, type RepeatedRow, type Scene, texts } from "./scene.ts";

const secret = () => ({
  secretHash: hashSecret(randomUUID()),
  sealedSecret: undefined,
  secretKeyEncryptionKeyId: undefined,
});

type Made = RepeatedRow["made"];

const server: Made = async (database) => {
  const identifier = `https://${randomUUID()}.example`;
  const api = { identifier, name: "A", scopes: ["read", "write"], listed: false } as const;
  await addResourceServer(database, { ...api, accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300 }, by);
  return [identifier];
};

const issuer: Made = async (database) => {
  const name = randomUUID();
  const workloads = [{ client: await client(database), claims: { sub: "one" } }];
  const of = { subject: "workload", provider: null, clients: [], withoutConsent: false, workloads } as const;
  const keys = { jwksUri: "https://keys.example/", jwks: null, signingAlgs: ["ES256"], audience: "issuer" } as const;
  const limits = { maxLifetimeSeconds: 60, resources: [resource], scopes: ["email"] };
  return [await addKept(database, trustedIssuers, { name, issuer: name, ...of, ...keys, ...limits }, by)];
};

const policy: Made = async (database) => {
  const never = { impersonation: false, scopes: {}, excludedGroups: [], mayAct: false };
  const settings = { ...never, subjectTokens: ["own"], maxLifetimeSeconds: 300 } as const;
  const about = { name: randomUUID(), clientId: await client(database), source: resource, target: resource };
  return [await addKept(database, exchangePolicies, { ...about, ...settings }, by)];
};

const hook: Made = async (database) => {
  const settings = { name: randomUUID(), url: "https://hooks.example/", timeoutMs: 500, onError: "omit" } as const;
  const whole = { ...settings, kind: "claims", claims: ["plan"], scopes: [], cacheSeconds: 60, clients: [] } as const;
  return [(await addSigned({ database, texts }, hooks, whole, by)).id];
};

const webhook: Made = async (database) => {
  const about = { name: randomUUID(), url: "https://hooks.example/", eventTypes: [], personalData: true } as const;
  return [(await addSigned({ database, texts }, webhooks, { ...about, signature: "v1" }, by)).id];
};

const values = () => ({ address: `${randomUUID()}.example`, subdomains: false, reason: "abuse", expiresAt: null });
const blocked: Made = async (database) => [await addKept(database, blockedAddresses, values(), by)];

const removal = (entity: Entity<never>, made: Made, table: string): RepeatedRow => ({
  made,
  act: (database, [id = ""]) => removeKept(database, entity, id, by),
  left: `SELECT FROM ${table} WHERE id::text = $1`,
});

/** @param isAsBefore SQL: whether it is as it was before the change */
const change = (entity: Entity<never>, made: Made, changes: object, isAsBefore: string): RepeatedRow => ({
  made,
  act: (database, [id = ""]) => changeKept(database, entity, { id, changes: changes as never }, by),
  left: `SELECT FROM ${entity.one} WHERE id::text = $1 AND (${isAsBefore})`,
});

const ended = { isEnabled: false };
const isEnabled = "disabled_at IS NULL";
const clientWhere = (where: string) => `SELECT FROM client WHERE id = $1 AND ${where}`;
const serverWhere = (where: string) => `SELECT FROM resource_server WHERE identifier = $1 AND ${where}`;
const one = async (database: Scene) => [await client(database)];

const [ISSUERS, POLICIES, HOOKS, WEBHOOKS, BLOCKED] = [
  trustedIssuers,
  exchangePolicies,
  hooks,
  webhooks,
  blockedAddresses,
] as unknown as readonly [Entity<never>, Entity<never>, Entity<never>, Entity<never>, Entity<never>];

export const ENTITY_ROWS = {
  client_disabled: { made: one, act: (db, [id = ""]) => disableClient(db, id, by), left: clientWhere(isEnabled) },
  client_enabled: {
    made: async (database) => {
      const id = await client(database);
      await disableClient(database, id, by);
      return [id];
    },
    act: (database, [id = ""]) => enableClient(database, id, by),
    left: clientWhere("disabled_at IS NOT NULL"),
  },
  client_deleted: { made: one, act: (db, [id = ""]) => removeClient(db, id, by), left: clientWhere("true") },
  client_secret_ended: {
    made: async (database) => {
      const clientId = await client(database);
      await rotateClientSecret(database, { clientId, secret: secret(), overlapSeconds: 999_999_999 }, by);
      return [clientId];
    },
    act: (database, [id = ""]) => endPreviousClientSecret(database, id, by),
    left: clientWhere("previous_secret_hash IS NOT NULL"),
  },
  client_document_decided: {
    made: async () => [`https://app.example/${randomUUID()}`],
    act: (database, [url = ""]) => decideDocument(database, { url, decision: "blocked" }, by),
    left: "SELECT WHERE NOT EXISTS (SELECT FROM client_document WHERE url = $1 AND blocked_at IS NOT NULL)",
  },
  resource_server_changed: {
    made: server,
    act: (database, [id = ""]) => changeResourceServer(database, id, { scopes: ["read"] }, by),
    left: serverWhere("'write' = ANY (scopes)"),
  },
  resource_server_disabled: {
    made: server,
    act: (database, [id = ""]) => disableResourceServer(database, id, by),
    left: serverWhere(isEnabled),
  },
  resource_server_enabled: {
    made: async (database) => {
      const [id = ""] = await server(database);
      await disableResourceServer(database, id, by);
      return [id];
    },
    act: (database, [id = ""]) => enableResourceServer(database, id, by),
    left: serverWhere("disabled_at IS NOT NULL"),
  },
  resource_server_removed: {
    made: server,
    act: (database, [id = ""]) => removeResourceServer(database, id, by, undefined),
    left: serverWhere("true"),
  },
  identity_provider_changed: {
    made: provider,
    act: (database, [alias = ""]) => enableIdentityProvider(database, { alias, ...ended }, by),
    left: `SELECT FROM identity_provider WHERE alias = $1 AND id::text = $2 AND ${isEnabled}`,
  },
  identity_provider_removed: {
    made: provider,
    act: (database, [alias = ""]) => removeIdentityProvider(database, alias, by),
    left: "SELECT FROM identity_provider WHERE alias = $1 AND id::text = $2",
  },
  trusted_issuer_changed: change(
    ISSUERS,
    issuer,
    { jwksUri: "https://other.example/", ...ended },
    `${isEnabled} OR jwks_uri = 'https://keys.example/'`,
  ),
  trusted_issuer_removed: removal(ISSUERS, issuer, "trusted_issuer"),
  exchange_policy_changed: change(POLICIES, policy, { maxLifetimeSeconds: 60 }, "max_lifetime_seconds = 300"),
  exchange_policy_removed: removal(POLICIES, policy, "exchange_policy"),
  hook_changed: change(HOOKS, hook, { ...ended, onError: "fail" }, `${isEnabled} OR on_error = 'omit'`),
  hook_removed: removal(HOOKS, hook, "hook"),
  webhook_changed: change(WEBHOOKS, webhook, { personalData: false }, "personal_data"),
  webhook_removed: removal(WEBHOOKS, webhook, "webhook"),
  webhook_disabled: {
    made: webhook,
    act: (database, [id = ""]) =>
      disableFailedWebhook(database, { id, failure: "gone" }, { at: by.at, also: async () => {} }),
    left: `SELECT FROM webhook WHERE id::text = $1 AND ${isEnabled}`,
  },
  blocked_address_added: {
    made: async () => [`${randomUUID()}.example`],
    act: (database, [address = ""]) => addKept(database, blockedAddresses, { ...values(), address }, by),
    left: "SELECT WHERE NOT EXISTS (SELECT FROM blocked_address WHERE address = $1)",
  },
  blocked_address_changed: change(BLOCKED, blocked, { subdomains: true }, "NOT subdomains"),
  blocked_address_removed: removal(BLOCKED, blocked, "blocked_address"),
} as const satisfies Partial<Record<AuditType, RepeatedRow>>;
