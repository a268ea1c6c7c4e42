/** The claims that are made for a client, in ID tokens and UserInfo responses. */
import type { Client } from "@countersign/rules";
import type { ClaimMapper } from "./mapper.ts";

/** What a client may see of a person. */
export interface SeenByClient {
  readonly authorizationId: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
}

/** The claims that the mapping of a client makes; none, and nothing is looked up, for a client without one. */
export type MadeClaims = (
  client: Pick<Client, "id" | "claimMapping">,
  seen: () => Promise<SeenByClient>,
) => Promise<Readonly<Record<string, unknown>>>;

export interface MappingParts {
  readonly mapper: Pick<ClaimMapper, "apply">;
  /** The names of the groups of the person behind an authorization. */
  readonly groupsBehind: (authorizationId: string) => Promise<readonly string[]>;
}

export function madeClaims({ mapper, groupsBehind }: MappingParts): MadeClaims {
  return async ({ id, claimMapping: mapping }, seen) => {
    if (mapping === undefined) return {};
    const { authorizationId, claims, scopes } = await seen();
    const needsGroups = Object.values(mapping).some((text) => /\bgroups\b/.test(text));
    const groups = needsGroups ? await groupsBehind(authorizationId) : [];
    return mapper.apply(mapping, { claims, groups, scopes, client: { id } });
  };
}
