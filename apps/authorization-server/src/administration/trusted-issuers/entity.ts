/** Trusted issuers: others whose assertions give access, in the name of people or to programs (RFC 7523 §2.1). */
import { CLIENT_SIGNING_ALGS, clientJwks, displayName, givenScopes, workloadRules } from "@countersign/rules";
import { z } from "zod";
import { ASSERTION_AUDIENCES, ASSERTION_SUBJECTS } from "../../platform/stores/client/trusted-issuers.ts";
import { type ChangesOf, enabled, fixed, managedBy, moment, type NewOf, read, written } from "../entity.ts";
import { defineEntity } from "../entity-declaration.ts";
import { malformed } from "../refused.ts";
import { assertKnown, endGivenBy, lockWithClients } from "./given.ts";

const TRUSTED_ISSUER = "trusted issuer";

const MOST_TRUSTED_ISSUERS = 50;
const MOST_CLIENTS = 200;
const MOST_RESOURCES = 20;
const LONGEST_SECONDS = 600;
const abort = true;

const identifier = z.string().min(1, { abort }).max(2000, { abort });

/** RFC 7523 §3: compared as it is, byte by byte. */
const issuerText = z
  .string()
  .min(1, { abort })
  .max(500, { abort })
  .regex(/^[\x21-\x7E]+$/, "must be visible ASCII characters without spaces");

const fields = {
  id: read(z.uuid()),
  name: written(displayName),
  issuer: fixed(issuerText.meta({ description: "the iss of its assertions, exactly" })),
  jwks_uri: written(
    z
      .url({ protocol: /^https?$/, abort })
      .max(2000)
      .nullable()
      .meta({ description: "where its keys are fetched; null if they are given" })
      .default(null),
    { shown: z.string().nullable(), isReached: true },
  ),
  jwks: written(
    clientJwks
      .nullable()
      .meta({ description: "its keys as a JWK Set, where they cannot be fetched; null if they are fetched" })
      .default(null),
    {
      shown: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }).nullable(),
      audited: (jwks: { readonly keys: readonly { readonly kid?: string }[] } | null) => ({
        jwks: jwks?.keys.map(({ kid = "" }) => kid) ?? null,
      }),
    },
  ),
  signing_algs: written(
    z
      .array(z.enum(CLIENT_SIGNING_ALGS))
      .min(1, { abort })
      .max(CLIENT_SIGNING_ALGS.length, { abort })
      .meta({ description: "the algorithms that it signs with" })
      .default(["RS256", "ES256"]),
    { option: "algs" },
  ),
  audience: written(
    z
      .enum(ASSERTION_AUDIENCES)
      .meta({
        description:
          "the aud that an assertion must have, and no other: our issuer, or the address of our token endpoint",
      })
      .default("issuer"),
  ),
  max_lifetime_seconds: written(
    z
      .int()
      .min(30)
      .max(LONGEST_SECONDS)
      .meta({ description: "how many seconds may be between iat and exp" })
      .default(LONGEST_SECONDS),
    { option: "max-lifetime" },
  ),
  subject: fixed(
    z
      .enum(ASSERTION_SUBJECTS)
      .meta({ description: "whom its assertions stand for: users (person), or programs (workload)" }),
  ),
  provider: written(
    z
      .string()
      .max(100)
      .nullable()
      .meta({ description: "for users: the alias of the provider whose connections say who a sub is" })
      .default(null),
  ),
  clients: written(
    z
      .array(identifier)
      .max(MOST_CLIENTS, { abort })
      .meta({ description: "for users: the clients that may bring its assertions" })
      .default([]),
  ),
  without_consent: written(
    z
      .boolean()
      .meta({ description: "for users: whether the organization decides for them, where a client asks for consent" })
      .default(false),
  ),
  workloads: written(
    workloadRules
      .meta({ description: "for programs: the client that each acts as, and the claims that say so" })
      .default([]),
  ),
  resources: written(
    z
      .array(identifier)
      .min(1, { abort })
      .max(MOST_RESOURCES, { abort })
      .meta({ description: "the resource servers that it may give tokens for" }),
  ),
  scopes: written(givenScopes.meta({ description: "the most scopes that it may give" })),
  enabled,
  created_at: moment(),
  managed_by: managedBy,
} as const;

type TrustedIssuerFields = typeof fields;

export type NewTrustedIssuer = NewOf<TrustedIssuerFields>;

export const trustedIssuers = defineEntity({
  one: "trusted_issuer",
  many: "trusted_issuers",
  about: "issuers whose assertions give access, to clients of users and to programs",
  access: { read: "clients:read", write: "clients:write", also: "owners" },
  says: {
    list: "The trusted issuers, by name",
    add: "Trusts an issuer: its assertions give access; for owners",
    change: "Changes a trusted issuer, enables or disables it, and ends what its assertions gave; for owners",
    remove: "Removes a trusted issuer, and ends what its assertions gave; for owners",
    adding: "trust an issuer: its assertions give access",
    disabling: "end what its assertions gave, and accept no more of them until it is enabled",
    enabling: "accept the assertions of a disabled trusted issuer again",
  },
  fields,
  key: "name",
  listed: ["name", "issuer", "subject", "enabled", "managed_by"],
  sought: ["issuer"],
  told: ["issuer"],
  taken: "there is a trusted issuer of this name, or of this iss",
  most: MOST_TRUSTED_ISSUERS,
  assertFits,
  completed: withOneSource,
  lock: lockWithClients,

  references: ({ clients, workloads, resources, provider }) => [
    ...clients.map((key, at) => ({ section: "clients", key, path: ["clients", at] })),
    ...workloads.map(({ client: key }, at) => ({ section: "clients", key, path: ["workloads", at, "client"] })),
    ...resources.map((key, at) => ({ section: "resource_servers", key, path: ["resources", at] })),
    ...(provider === null ? [] : [{ section: "providers", key: provider, path: ["provider"] }]),
  ],

  async before(query, { id, before, after, written: changed, by }) {
    if (after !== undefined) await assertKnown(query, after);
    if (before === undefined) return;
    if (after !== undefined) await query("UPDATE trusted_issuer SET revision = revision + 1 WHERE id = $1", [id]);
    if (after === undefined || Object.keys(changed).some((name) => name !== "name"))
      await endGivenBy(query, { id, workloads: before.workloads }, by.at);
  },
});

/** Refuses what does not fit together: keys that are given twice or not at all, and members of the other subject. */
function assertFits(issuer: NewTrustedIssuer): void {
  const { jwks, jwksUri, subject, provider, clients, withoutConsent, workloads } = issuer;
  if ((jwks === null) === (jwksUri === null))
    throw malformed(TRUSTED_ISSUER, "jwks_uri", "or jwks must be given, and not both");
  if (subject === "workload") {
    if (workloads.length === 0) throw malformed(TRUSTED_ISSUER, "workloads", "must have a rule");
    if (provider !== null || clients.length > 0 || withoutConsent)
      throw malformed(
        TRUSTED_ISSUER,
        "provider",
        "belongs to issuers that assert users, as clients and without_consent do",
      );
    return;
  }
  if (provider === null)
    throw malformed(TRUSTED_ISSUER, "provider", "must name the provider that users are connected at");
  if (clients.length === 0) throw malformed(TRUSTED_ISSUER, "clients", "must name a client");
  if (workloads.length > 0) throw malformed(TRUSTED_ISSUER, "workloads", "belongs to issuers of programs");
}

/** Keys that are given replace the address of keys, and the other way round. */
function withOneSource(changes: ChangesOf<TrustedIssuerFields>): ChangesOf<TrustedIssuerFields> {
  const { jwks, jwksUri } = changes;
  if (jwks && jwksUri === undefined) return { ...changes, jwksUri: null };
  return jwksUri && jwks === undefined ? { ...changes, jwks: null } : changes;
}
