/** What an access token is for: RFC 8707 §2.2, RFC 9068 §3. */
import { invalidTarget } from "../../errors.ts";
import { choicesIn } from "./resources.ts";

/**
 * The scopes that were granted at each resource server of an authorization, by identifier. That of /userinfo is a
 * member without scopes if tokens may be for it: its scopes are those of the authorization.
 */
export type GrantedResources = Readonly<Record<string, readonly string[]>>;

/** The part of an authorization that decides what its tokens are for. */
interface Granted {
  readonly scopes: readonly string[];
  /** The identifier of the resource server of /userinfo. */
  readonly resource: string;
  /** Null if only tokens for /userinfo were granted. */
  readonly resources: GrantedResources | null;
}

/** What a token request names: a resource server as it is registered, and scopes. */
export interface Asked {
  readonly named?: string | undefined;
  readonly scopes?: readonly string[] | undefined;
}

/** What an access token is for, and the scopes that were granted there. */
export interface Audience {
  readonly identifier: string;
  readonly scopes: readonly string[];
  /** Whether /userinfo was also granted. A token that has `openid` is then for /userinfo, too. */
  readonly withUserinfo: boolean;
}

/**
 * The audience of a token: the resource server that the request names, and no other. If it names none, the only one
 * that was granted other than /userinfo, or the only one of these that has every scope that the request names. Throws
 * `invalid_target` if the named one was not granted, or if several are left.
 */
export function audienceOf({ scopes, resource, resources }: Granted, { named, scopes: asked }: Asked): Audience {
  const granted = Object.entries(resources ?? { [resource]: [] });
  const one = (identifier: string, its: readonly string[]): Audience => ({
    identifier,
    scopes: identifier === resource ? scopes : its,
    withUserinfo: false,
  });

  if (named !== undefined) {
    const found = granted.find(([identifier]) => identifier === named);
    if (found === undefined) throw invalidTarget("resource was not granted", named);
    return one(...found);
  }

  const others = granted.filter(([identifier]) => identifier !== resource);
  if (others.length === 0 && granted.length === 1) return one(resource, scopes);
  if (others.length === 0) throw invalidTarget("resource was not granted");

  const has = (its: readonly string[], scope: string) => scopes.includes(scope) || its.includes(scope);
  // What was asked for was granted: whether the only one has it needs no answer here.
  const fitting =
    others.length === 1 ? others : others.filter(([, its]) => asked?.every((scope) => has(its, scope)) ?? true);
  const [found, another] = fitting;
  if (found === undefined || another !== undefined) throw severalGranted(granted.map(([identifier]) => identifier));
  return { ...one(...found), withUserinfo: others.length < granted.length };
}

const severalGranted = (identifiers: readonly string[]) =>
  invalidTarget(`resource must name one of the resource servers that were granted${choicesIn(identifiers)}`);

/** Every scope of an authorization, at all its resource servers. */
export function allScopes({ scopes, resources }: Pick<Granted, "scopes" | "resources">): readonly string[] {
  return resources === null ? scopes : [...new Set([...scopes, ...Object.values(resources).flat()])];
}
