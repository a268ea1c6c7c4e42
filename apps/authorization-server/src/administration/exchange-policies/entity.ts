/** Exchange policies: which client may exchange tokens of people for tokens of another audience (RFC 8693). */
import { displayName, SUBJECT_TOKENS } from "@countersign/rules";
import { z } from "zod";
import type { Query } from "../../platform/stores/transaction.ts";
import { enabled, fixed, managedBy, moment, type NewOf, read, written } from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { malformed } from "../refused.ts";

const MOST_EXCHANGE_POLICIES = 500;
const MOST_SCOPES = 100;
const MOST_GROUPS = 20;
const USUAL_LIFETIME_SECONDS = 300;

const identifier = z.string().min(1).max(2000);

const scope = z
  .string()
  .min(1)
  .max(200)
  .regex(/^[!#-[\]-~]+$/, "must be a scope");

const scopes = z
  .string()
  .min(1)
  .max(2000)
  .regex(/^[!#-[\]-~]+(?: [!#-[\]-~]+)*$/, "must be scopes, separated by one space");

const fields = {
  id: read(z.uuid()),
  name: written(displayName),
  client_id: fixed(identifier.meta({ description: "the client that may exchange" }), { option: "client" }),
  source: fixed(identifier.meta({ description: "the resource server that the subject's tokens are for" })),
  target: fixed(identifier.meta({ description: "the resource server that the new tokens are for" })),
  subject_tokens: written(
    z
      .array(z.enum(SUBJECT_TOKENS))
      .min(1)
      .max(SUBJECT_TOKENS.length)
      .meta({
        description:
          "which tokens: received by the resource server that the client runs, or own, which were issued to the client",
      })
      .default(["received"]),
    { isUnordered: true },
  ),
  scopes: written(
    z
      .record(scope, scopes)
      .refine((given) => Object.keys(given).length <= MOST_SCOPES, `must have at most ${MOST_SCOPES} members`)
      .meta({
        description:
          "by each scope of the subject's token, the scopes that it gives at the target, separated by spaces",
      })
      .default({}),
    { option: "scope" },
  ),
  impersonation: written(
    z
      .boolean()
      .meta({ description: "whether the new token names no actor, as if the user had come by themselves" })
      .default(false),
  ),
  may_act: written(
    z
      .boolean()
      .meta({
        description:
          "whether tokens of users for source name this client in may_act, so that no other actor may exchange them",
      })
      .default(false),
  ),
  max_lifetime_seconds: written(
    z
      .int()
      .min(30)
      .max(86_400)
      .meta({ description: "how long a new token lives at most; never longer than the subject's token" })
      .default(USUAL_LIFETIME_SECONDS),
    { option: "max-lifetime" },
  ),
  excluded_groups: written(
    z
      .array(z.string().min(1).max(100))
      .max(MOST_GROUPS)
      .meta({ description: "groups of users whose tokens are not exchanged, by name" })
      .default([]),
    { isUnordered: true },
  ),
  enabled,
  managed_by: managedBy,
  created_at: moment(),
} as const;

type ExchangePolicyFields = typeof fields;

export type NewExchangePolicy = NewOf<ExchangePolicyFields>;

export const exchangePolicies = defineEntity({
  one: "exchange_policy",
  many: "exchange_policies",
  called: "policy",
  about: "which clients may exchange users' tokens for other audiences (RFC 8693)",
  access: { read: "settings:read", write: "settings:write", also: "owners" },
  says: {
    list: "Which clients may exchange tokens (RFC 8693), by name",
    add: "Allows a client to exchange tokens of users for tokens of another audience; for owners",
    change: "Changes settings of an exchange policy, enables or disables it; for owners",
    remove: "Removes an exchange policy: its client exchanges nothing by it any more; for owners",
    disabling: "exchange nothing by a policy, until it is enabled",
    enabling: "exchange by a disabled policy again",
  },
  fields,
  key: "name",
  listed: ["name", "client_id", "source", "target", "impersonation", "enabled"],
  sought: ["client_id", "source", "target"],
  taken:
    "there is an exchange policy of this name, or for the same client, source and target, " +
    "or another one with may_act for this source",
  most: MOST_EXCHANGE_POLICIES,

  clientIn: ({ clientId }) => clientId,

  // Its clients and groups are looked up when it is applied: a caller who reads settings may be unable to read these.
  references: ({ source, target }) => [
    { section: "resource_servers", key: source, path: ["source"] },
    { section: "resource_servers", key: target, path: ["target"] },
  ],

  problems: ({ target }, administration) =>
    target === administration ? [{ path: ["target"], message: "is the administration API, for which none is" }] : [],

  async before(query, { before, after }) {
    if (after === undefined) return;
    if (before === undefined) {
      // As its foreign keys would, but in the order of all acts (decision 131).
      await query(LOCK_RESOURCES, [after.source, after.target]);
      await query("SELECT FROM client WHERE id = $1 FOR KEY SHARE", [after.clientId]);
    }
    await assertNamed(query, after);
  },
});

/** Refuses a policy by which nothing could be exchanged, because what it names is not there. */
async function assertNamed(query: Query, policy: NewExchangePolicy): Promise<void> {
  const { clientId, excludedGroups } = policy;
  const [row = {}] = await query(NAMED, [clientId, policy.source, policy.target, excludedGroups]);
  const { client, source, target, groups } = row.named as Named;
  const refused = (member: string, detail: string) => malformed("exchange policy", member, detail);
  if (client === null) throw refused("client_id", "is no client");
  if (client.isPublic) throw refused("client_id", "is a public client, which may exchange nothing");
  if (source === null) throw refused("source", "is no resource server");
  if (target === null) throw refused("target", "is no resource server");
  if (policy.subjectTokens.includes("received") && client.resourceServer !== policy.source)
    throw refused("subject_tokens", "has received, and the client does not belong to the resource server source");
  const [from, to] = [Object.keys(policy.scopes), Object.values(policy.scopes).flatMap((scopes) => scopes.split(" "))];
  if (!from.every((scope) => source.includes(scope))) throw refused("scopes", "has one that source does not define");
  if (!to.every((scope) => target.includes(scope))) throw refused("scopes", "gives one that target does not define");
  if (!excludedGroups.every((group) => groups.includes(group)))
    throw refused("excluded_groups", "has a group that is not there");
}

/** What a policy names, as far as it exists. */
interface Named {
  /** Null for a client that is not there. */
  readonly client: { readonly isPublic: boolean; readonly resourceServer: string | null } | null;
  /** The scopes of the two resource servers; null for one that is not there. */
  readonly source: readonly string[] | null;
  readonly target: readonly string[] | null;
  /** Those of the groups that are there. */
  readonly groups: readonly string[];
}

const LOCK_RESOURCES = "SELECT FROM resource_server WHERE identifier IN ($1, $2) ORDER BY identifier FOR KEY SHARE";

const NAMED = `
  SELECT jsonb_build_object(
    'client', (SELECT jsonb_build_object('isPublic', c.token_endpoint_auth_method = 'none',
                                         'resourceServer', c.resource_server) FROM client c WHERE c.id = $1),
    'source', (SELECT to_jsonb(r.scopes) FROM resource_server r WHERE r.identifier = $2),
    'target', (SELECT to_jsonb(r.scopes) FROM resource_server r WHERE r.identifier = $3),
    'groups', ARRAY(SELECT g.name FROM user_group g WHERE g.name = ANY ($4) AND g.organization_id IS NULL)) AS named`;
