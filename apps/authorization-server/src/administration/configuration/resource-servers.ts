/** Resource servers in a configuration file. */
import { ACCESS_TOKEN_ALGS, ACCESS_TOKEN_TYPS } from "@countersign/jwt";
import { isPersonScope, scopeTexts, textsWithoutScope } from "@countersign/rules";
import { z } from "zod";
import { fromRecords } from "../../platform/records/records.ts";
import type { ResourceServerRecord } from "../../platform/records/resource-servers.ts";
import {
  addResourceServer,
  changeResourceServer,
  disableResourceServer,
  type ResourceChanges,
  type ResourceSettings,
  removeResourceServer,
} from "../resource-servers/resource-servers.ts";
import { KEPT_AS_A_WHOLE } from "../roles/kept-role.ts";
import { assertDone, defineKind } from "./kind.ts";
import { refusal } from "./refusal.ts";
import { resourceShape } from "./resource-shape.ts";
import { scopeNames, sorted } from "./shapes.ts";

const { identifier, name } = resourceShape.shape;

export const resourceServerShape = z
  .strictObject({
    resource: identifier.describe("its identifier (RFC 8707 §2)"),
    name: name.describe("its name for people"),
    scopes: scopeNames.describe("the scopes that it defines"),
    role_scopes: scopeNames.default([]).describe("those of its scopes that a person gets only by a role"),
    scope_texts: scopeTexts
      .default({})
      .describe("what its scopes are called for people: by scope, or by scope, # and a language"),
    access_token_signing_alg: z.enum(ACCESS_TOKEN_ALGS).default("ES256"),
    access_token_ttl_seconds: z.int().min(60).max(3600).default(300),
    access_token_typ: z
      .enum(ACCESS_TOKEN_TYPS)
      .default("at+jwt")
      .describe("the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe"),
    dpop_bound_access_tokens_required: z.boolean().default(false),
    listed: z.boolean().default(false).describe("whether the metadata of this server lists it (RFC 9728 §4)"),
    enabled: z.boolean().default(true),
  })
  .superRefine(({ scopes, role_scopes, scope_texts }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (scopes.some(isPersonScope)) report("scopes", "must not be those of OpenID Connect: /userinfo has them");
    if (role_scopes.some((scope) => !scopes.includes(scope))) report("role_scopes", "must be among scopes");
    if (textsWithoutScope(scope_texts, scopes).length > 0) report("scope_texts", "must be about scopes of it");
  });

type ResourceEntry = z.output<typeof resourceServerShape>;

/** What a change of an entry names; the rest stays. */
export type ResourceEntryChange = { readonly [Name in keyof ResourceEntry]?: ResourceEntry[Name] | undefined };

/** The same as settings. */
export const changesOf = (entry: ResourceEntryChange): ResourceChanges => ({
  name: entry.name,
  scopes: entry.scopes,
  roleScopes: entry.role_scopes,
  scopeTexts: entry.scope_texts,
  accessTokenSigningAlg: entry.access_token_signing_alg,
  accessTokenTtlSeconds: entry.access_token_ttl_seconds,
  accessTokenTyp: entry.access_token_typ,
  dpopBoundAccessTokensRequired: entry.dpop_bound_access_tokens_required,
  listed: entry.listed,
  isEnabled: entry.enabled,
});

/** The settings of a whole entry: none of them is undefined. */
export const settingsOf = (entry: ResourceEntry): ResourceSettings => {
  const { isEnabled: _, ...settings } = changesOf(entry);
  return settings as ResourceSettings;
};

/** A resource server as a configuration declares it. */
export const entryOf = (held: ResourceServerRecord): ResourceEntry => ({
  resource: held.identifier,
  name: held.name,
  scopes: sorted(held.scopes),
  role_scopes: sorted(held.roleScopes ?? []),
  scope_texts: held.scopeTexts ?? {},
  access_token_signing_alg: held.accessTokenSigningAlg,
  access_token_ttl_seconds: held.accessTokenTtlSeconds,
  access_token_typ: held.accessTokenTyp ?? "at+jwt",
  dpop_bound_access_tokens_required: held.dpopBoundAccessTokensRequired === true,
  listed: held.listed,
  enabled: held.disabledAt === null,
});

export const resourceServers = defineKind<ResourceEntry>({
  section: "resource_servers",
  noun: "resource server",
  shape: resourceServerShape,
  keyOf: ({ resource }) => resource,
  references: () => [],

  async held({ resourceServer }, { administration }) {
    const rows = await resourceServer.findMany({ orderBy: { identifier: "asc" } });
    return rows.map((row) => ({
      // PostgreSQL checks the algorithm.
      entry: entryOf(row as ResourceServerRecord),
      managedBy: row.managedBy,
      isOfService: row.identifier === administration || row.scopes.some(isPersonScope),
    }));
  },

  async create(database, entry, by) {
    const { resource } = entry;
    const isAdded = await addResourceServer(database, { identifier: resource, ...settingsOf(entry) }, by);
    assertDone(isAdded, `there is a resource server ${resource} already, or one with another spelling of it`);
    if (!entry.enabled) await disableResourceServer(database, resource, by);
  },

  async change(database, { after }, by) {
    const { resource } = after;
    const isChanged = await changeResourceServer(database, resource, changesOf(after), by);
    assertDone(isChanged, `there is no resource server ${resource}`);
  },

  async remove(database, { resource }, by) {
    // The roles that are left would be deleted with it.
    const roles = await fromRecords(database, ({ role }) => role.count({ where: { resource } }));
    if (roles > 0) throw refusal(`${resource} has roles that this configuration does not manage: remove them first`);
    const clients = await fromRecords(database, ({ client }) => client.count({ where: { resourceServer: resource } }));
    if (clients > 0)
      throw refusal(`${resource} has clients that this configuration does not manage: change them first`);
    const isRemoved = await removeResourceServer(database, resource, by, KEPT_AS_A_WHOLE);
    assertDone(isRemoved, `there is no resource server ${resource}`);
  },

  mark: ({ resourceServer }, { resource }, managedBy) =>
    resourceServer.updateMany({ where: { identifier: resource }, data: { managedBy } }),
});
