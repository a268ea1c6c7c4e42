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
import { type ChangesOf, enabled, fixed, managedBy, type RecordOf, type SettingsOf, written } from "../entity.ts";
import type { Shown } from "../entity-declaration.ts";
import { declaredShape } from "../entity-shapes.ts";

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

export const resourceServerFields = {
  resource: fixed(resourceIdentifier.meta({ description: "its identifier (RFC 8707 §2)" }), {
    expression: "resource_server.identifier",
  }),
  name: written(displayName.meta({ description: "its name for people" })),
  scopes: written(scopeNames.meta({ description: "the scopes that it defines" }), { shown }),
  role_scopes: written(
    scopeNames.meta({ description: "those of its scopes that a person gets only by a role" }).default([]),
    { shown },
  ),
  scope_texts: written(
    scopeTexts
      .meta({ description: "what its scopes are called for people: by scope, or by scope, # and a language" })
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
  enabled,
  managed_by: managedBy,
} as const;

/** Resource servers as the console shows them: by their names for people. */
export const shownResourceServers: Shown = {
  ...{ one: "resource_server", many: "resource_servers", fields: resourceServerFields },
  ...{ key: "name", listed: ["name", "resource", "scopes", "enabled", "managed_by"] },
};

type ResourceServerFields = typeof resourceServerFields;

export type ResourceServerRecord = RecordOf<ResourceServerFields>;
export type ResourceChanges = ChangesOf<ResourceServerFields>;

type Settings = SettingsOf<ResourceServerFields>;

/** A new one; what is left out is as usual. */
export type NewResourceServer = { readonly identifier: string } & Pick<
  Settings,
  "name" | "scopes" | "accessTokenSigningAlg" | "accessTokenTtlSeconds" | "listed"
> &
  Partial<Settings>;

/** A whole one, as a configuration declares it. */
export const resourceServerShape = declaredShape(resourceServerFields).superRefine(
  ({ scopes, role_scopes, scope_texts }, context) => {
    const report = (path: string, message: string) => context.addIssue({ code: "custom", path: [path], message });
    if (scopes.some(isPersonScope)) report("scopes", "must not be those of OpenID Connect: /userinfo has them");
    if (role_scopes.some((scope) => !scopes.includes(scope))) report("role_scopes", "must be among scopes");
    if (textsWithoutScope(scope_texts, scopes).length > 0) report("scope_texts", "must be about scopes of it");
  },
);

export type ResourceEntry = z.output<typeof resourceServerShape>;

/** Whether the service itself defines it: the administration API, or /userinfo, which has scopes about people. */
export const isOfService = ({ resource, scopes }: ResourceServerRecord, administration: string | undefined): boolean =>
  resource === administration || scopes.some(isPersonScope);
