/** Resource servers: the audiences of access tokens (RFC 8707), and the scopes that each of them defines. */
import { ACCESS_TOKEN_ALGS, ACCESS_TOKEN_TYPS } from "@countersign/jwt";
import {
  displayName,
  foldResource,
  isPersonScope,
  parseScope,
  scopeTexts,
  textsWithoutScope,
} from "@countersign/rules";
import { z } from "zod";
import type { Query } from "../../platform/stores/transaction.ts";
import {
  type ChangesOf,
  derived,
  enabledOrNot,
  fixed,
  managedBy,
  type NewOf,
  type SettingsOf,
  written,
} from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { Refused } from "../refused.ts";

const MOST_SCOPES = 200;

/** Names without order: the same ones in another order are no change. */
export const sorted = (values: readonly string[]): readonly string[] => [...new Set(values)].sort();

export const scopeNames = z
  .array(z.string().min(1).max(200, { abort: true }).refine(isScope, "is no scope (RFC 6749 §3.3)"))
  .max(MOST_SCOPES)
  .transform(sorted);

function isScope(text: string): boolean {
  try {
    return parseScope(text).join() === text;
  } catch {
    return false;
  }
}

// Requests are compared with the identifier in this form, but for a slash at the end of a host.
const isFolded = (identifier: string) => {
  const folded = foldResource(identifier);
  return folded === identifier || `${folded}/` === identifier;
};

/** RFC 8707 §2: an absolute URI without a fragment. */
export const resourceIdentifier = z
  .url({ protocol: /^https?$/ })
  .max(2000, { abort: true })
  .regex(/^[^#]*$/, "must not have a fragment")
  .refine(isFolded, "must have its scheme and host in lower case, and no user");

const shown = z.array(z.string());

const fields = {
  resource: fixed(resourceIdentifier.meta({ description: "its identifier (RFC 8707 §2)" }), {
    ...{ column: "identifier", audited: () => ({}) },
  }),
  name: written(displayName.meta({ description: "its name, as users read it" })),
  scopes: written(scopeNames.meta({ description: "the scopes that it defines" }), { shown, isUnordered: true }),
  role_scopes: written(
    scopeNames.meta({ description: "those of its scopes that a user gets only by a role" }).default([]),
    { shown, isUnordered: true },
  ),
  scope_texts: written(
    scopeTexts
      .meta({ description: "what its scopes are called on pages: by scope, or by scope, # and a language" })
      .default({}),
  ),
  access_token_signing_alg: written(z.enum(ACCESS_TOKEN_ALGS).default("ES256")),
  access_token_ttl_seconds: written(z.int().min(60).max(3600).default(300)),
  access_token_typ: written(
    z
      .enum(ACCESS_TOKEN_TYPS)
      .meta({
        description: "the typ of its access tokens: JWT for a library that refuses at+jwt, and less safe",
      })
      .default("at+jwt"),
  ),
  dpop_bound_access_tokens_required: written(z.boolean().default(false)),
  listed: written(
    z.boolean().meta({ description: "whether the metadata of this server lists it (RFC 9728 §4)" }).default(false),
  ),
  enabled: enabledOrNot,
  managed_by: managedBy,
  is_of_service: derived(
    z.boolean().meta({ description: "whether the service itself defines it" }),
    (record: Defined, { administration }) => isOfService(record, administration),
  ),
} as const;

type ResourceServerFields = typeof fields;

export type ResourceChanges = ChangesOf<ResourceServerFields>;

type Settings = SettingsOf<ResourceServerFields>;

/** A new one; what is left out is as usual. */
export type NewResourceServer = { readonly identifier: string } & Pick<
  Settings,
  "name" | "scopes" | "accessTokenSigningAlg" | "accessTokenTtlSeconds" | "listed"
> &
  Partial<Settings>;

export const resourceServers = defineEntity({
  one: "resource_server",
  many: "resource_servers",
  called: "identifier",
  about: "resource servers (APIs) for which access tokens are issued, and their scopes",
  says: {
    list: "The resource servers, by identifier",
    read: "One resource server, by its identifier",
    add: "Creates a resource server",
    change: "Changes settings of a resource server",
    remove: "Deletes a resource server that has no roles, and what users agreed to for it",
  },
  fields,
  key: "resource",
  title: "name",
  listed: ["name", "resource", "scopes", "enabled", "managed_by"],
  looks: ["name", "listed"],
  switched: { enabled: "resource_server_enabled", disabled: "resource_server_disabled" },
  taken: "there is a resource server with this identifier, or another spelling of it",
  isRemovedUnread: true,
  isOfService,

  forget(_, { resources }) {
    resources.forget();
  },

  problems: (entry) =>
    misfitsOf({ ...entry, roleScopes: entry.role_scopes, scopeTexts: entry.scope_texts }).map(({ member, detail }) => ({
      ...{ path: [member], message: detail },
    })),

  async before(query, { id, before, after, written }) {
    if (before === undefined) await assertOther(query, id);
    if (after === undefined || !DEPENDENT.some((name) => name in written)) return;
    const members = misfitsOf(after);
    if (members.length > 0) throw new Refused({ kind: "malformed", what: "resource server", members });
  },

  // One with the same identifier may be added later. No person agreed to that one.
  async after(query, { id, after }) {
    if (after === undefined) await query(FORGET, [id]);
  },
});

const DEPENDENT = ["scopes", "roleScopes", "scopeTexts"];

/** The members that do not fit the scopes. */
function misfitsOf({
  scopes,
  roleScopes,
  scopeTexts,
}: Pick<NewOf<ResourceServerFields>, "scopes" | "roleScopes" | "scopeTexts">) {
  const texts = textsWithoutScope(scopeTexts, scopes);
  return [
    ...(scopes.some(isPersonScope) ? [{ member: "scopes", detail: OF_USERINFO }] : []),
    ...(roleScopes.some((scope) => !scopes.includes(scope))
      ? [{ member: "role_scopes", detail: "must be among scopes" }]
      : []),
    ...(texts.length > 0 ? [{ member: "scope_texts", detail: "must be about scopes of it" }] : []),
  ];
}

const OF_USERINFO = "must not be those of OpenID Connect: /userinfo has them";

/** Refuses a spelling of an identifier that requests could use for another one: PostgreSQL finds no conflict there. */
async function assertOther(query: Query, identifier: string): Promise<void> {
  const folded = foldResource(identifier) ?? identifier;
  const same = await query(SAME, [identifier, folded, `${folded}/`]);
  if (same.length > 0) throw new Refused({ kind: "taken", what: "resource server", why: resourceServers.taken ?? "" });
}

/** Whether the service itself defines it: the administration API, or /userinfo, which has scopes about people. */
function isOfService({ resource, scopes }: Defined, administration: string | undefined): boolean {
  return resource === administration || scopes.some(isPersonScope);
}

interface Defined {
  readonly resource: string;
  readonly scopes: readonly string[];
}

const SAME = "SELECT FROM resource_server WHERE identifier IN ($1, $2, $3)";

const FORGET = `
  UPDATE "authorization" SET resources = resources - $1::text WHERE jsonb_exists(resources, $1::text)`;
