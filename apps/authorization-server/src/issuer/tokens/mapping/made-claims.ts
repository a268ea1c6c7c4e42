/** The claims that are made for a client, in ID tokens and UserInfo responses. */
import { type Client, seesGroups } from "@countersign/rules";
import type { ClaimMapper } from "./mapper.ts";

/** What a client may see of a person. */
export interface SeenByClient {
  readonly authorizationId: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly scopes: readonly string[];
}

/** What a claim can be made of. */
export type Making = Pick<Client, "id" | "claimMapping" | "claimsHookId" | "scopes">;

/** Whether claims are made for a client, by a mapping or a hook. */
export const hasMadeClaims = ({ claimMapping, claimsHookId }: Pick<Making, "claimMapping" | "claimsHookId">): boolean =>
  claimMapping !== undefined || claimsHookId !== undefined;

/**
 * The claims that the mapping and the hook of a client make; none, and nothing is looked up, for a client without them.
 * A hook changes no claim of the mapping.
 */
export type MadeClaims = (
  client: Making,
  seen: () => Promise<SeenByClient>,
) => Promise<Readonly<Record<string, unknown>>>;

/** What a claims hook is told. */
export interface AskedForClaims {
  readonly client_id: string;
  readonly user_id: string;
  readonly scopes: readonly string[];
  /** The claims that this client may see. */
  readonly claims: Readonly<Record<string, unknown>>;
}

export interface MappingParts {
  readonly mapper: Pick<ClaimMapper, "apply">;
  /** The names of the groups of the person behind an authorization. */
  readonly groupsBehind: (authorizationId: string) => Promise<readonly string[]>;
  readonly hooks: {
    /** The claims that a hook adds. It calls for what the hook is told only if it is asked. */
    claims(
      hookId: string,
      asked: () => Promise<AskedForClaims>,
      scopes: readonly string[],
    ): Promise<Readonly<Record<string, unknown>>>;
  };
  /** The id of the person behind an authorization. */
  readonly personBehind: (authorizationId: string) => Promise<string | undefined>;
}

export function madeClaims(parts: MappingParts): MadeClaims {
  return async (client, seen) => {
    if (!hasMadeClaims(client)) return {};
    const found = await seen();
    const [added, mapped] = await Promise.all([fromHook(client, found, parts), fromMapping(client, found, parts)]);
    return { ...added, ...mapped };
  };
}

async function fromMapping(
  client: Making,
  { authorizationId, claims, scopes }: SeenByClient,
  { mapper, groupsBehind }: MappingParts,
): Promise<Readonly<Record<string, unknown>>> {
  const { id, claimMapping: mapping } = client;
  if (mapping === undefined) return {};
  const groups = seesGroups(client, scopes) ? await groupsBehind(authorizationId) : [];
  return mapper.apply(mapping, { claims, groups, scopes, client: { id } });
}

async function fromHook(
  { id, claimsHookId }: Making,
  { authorizationId, claims, scopes }: SeenByClient,
  { hooks, personBehind }: MappingParts,
): Promise<Readonly<Record<string, unknown>>> {
  if (claimsHookId === undefined) return {};
  const asked = async () => ({
    client_id: id,
    user_id: (await personBehind(authorizationId)) ?? "",
    scopes,
    claims,
  });
  return hooks.claims(claimsHookId, asked, scopes);
}
