import { isPersonScope, type ScopeTexts, textsWithoutScope } from "@countersign/rules";
import type { RecordsDatabase } from "../../records/records.ts";
import { findResourceServer, type ResourceServerRecord } from "../../records/resource-servers.ts";
import type { Context } from "../context.ts";
import { administrationIn } from "../owners.ts";
import { refusal } from "../refusal.ts";

/** A resource server under the member names of the protocol. */
export const recordOf = (resource: ResourceServerRecord) => ({
  resource: resource.identifier,
  name: resource.name,
  scope: resource.scopes.join(" "),
  role_scope: (resource.roleScopes ?? []).join(" "),
  scope_texts: resource.scopeTexts ?? {},
  access_token_signing_alg: resource.accessTokenSigningAlg,
  access_token_ttl_seconds: resource.accessTokenTtlSeconds,
  access_token_typ: resource.accessTokenTyp ?? "at+jwt",
  dpop_bound_access_tokens_required: resource.dpopBoundAccessTokensRequired === true,
  listed: resource.listed,
  disabled: resource.disabledAt !== null,
});

/** The resource server of this identifier. Throws a refusal if there is none. */
export async function resourceOf(database: RecordsDatabase, identifier: string): Promise<ResourceServerRecord> {
  const found = await findResourceServer(database, identifier);
  if (found === undefined) throw refusal(`there is no resource server ${identifier}`);
  return found;
}

/** Refuses scopes by role that the resource server does not define. */
export function assertDefined(roleScopes: readonly string[], scopes: readonly string[]): void {
  const other = roleScopes.find((scope) => !scopes.includes(scope));
  if (other !== undefined) throw refusal(`the resource server does not define the scope ${other}`);
}

/** Refuses texts of scopes that the resource server does not define. */
export function assertAbout(texts: ScopeTexts, scopes: readonly string[]): void {
  const [other] = textsWithoutScope(texts, scopes);
  if (other !== undefined) throw refusal(`the resource server does not define the scope of the text ${other}`);
}

/**
 * Refuses what the configuration of the service decides: it alone defines scopes about people, for /userinfo, and those
 * of the administration API, without which no owner could administer.
 */
export async function assertNotConfigured(
  { identifier, scopes }: ResourceServerRecord,
  context: Context,
): Promise<void> {
  if (scopes.some(isPersonScope)) throw refusal(`${identifier} is that of /userinfo, which the configuration defines`);
  if (identifier !== (await administrationIn(context))) return;
  throw refusal(`${identifier} is the administration API, which the configuration defines`);
}
