/** What an operation demands of a token, apart from its validity. */
import type { Access, AuthorizationDetail, Claims } from "./access.ts";
import type { Refusal } from "./answer.ts";

/** What a demand is checked with. */
export interface DemandContext {
  /** Whether the token has a scope, by itself or by the hierarchy. */
  hasScope(scope: string): boolean;
  /** The framework's own request. */
  readonly native: unknown;
  readonly now: Date;
}

type Shortfall = Omit<Refusal, "scopes"> & { readonly namesScopes?: boolean };

/** One demand of an operation. Make it with `scopes`, `anyScope`, `details`, `stepUp`, `claims`, `bound` or `live`. */
export interface Demand {
  /** The scopes that challenges name. */
  readonly scopes?: readonly string[];
  /** The token has to be introspected for this very request. */
  readonly isLive?: true;
  /** What is missing; undefined if nothing is. */
  check(access: Access, context: DemandContext): Shortfall | undefined | Promise<Shortfall | undefined>;
}

const insufficientScope = (detail: string, namesScopes = false): Shortfall => ({
  error: "insufficient_scope",
  description: "the access token does not allow this",
  detail,
  namesScopes,
});

/** All of these scopes. */
export function scopes(...all: readonly [string, ...string[]]): Demand {
  return {
    scopes: all,
    check: (_, { hasScope }) => (all.every(hasScope) ? undefined : insufficientScope("a scope is missing", true)),
  };
}

/** At least one of these scopes. Challenges name the first: put the least there. */
export function anyScope(...any: readonly [string, ...string[]]): Demand {
  return {
    scopes: [any[0]],
    check: (_, { hasScope }) => (any.some(hasScope) ? undefined : insufficientScope("no scope of several", true)),
  };
}

/** A schema that reads one object of authorization details, such as one of zod. */
export interface DetailSchema<Detail> {
  safeParse(value: unknown): { readonly success: true; readonly data: Detail } | { readonly success: false };
}

/** Decides about one object of authorization details; `request` is the framework's own request. */
export type DetailPredicate<Detail, Request> = (detail: Detail, request: Request) => boolean | Promise<boolean>;

/**
 * An object of authorization details of this type for which the predicate is true (RFC 9396 §9). With a schema, the
 * predicate gets what the schema read, and objects that do not fit it do not count.
 */
export function details<Request = unknown>(
  type: string,
  predicate: DetailPredicate<AuthorizationDetail, Request>,
): Demand;
export function details<Detail, Request = unknown>(
  type: string,
  schema: DetailSchema<Detail>,
  predicate: DetailPredicate<Detail, Request>,
): Demand;
export function details(
  type: string,
  ...rest: [DetailPredicate<never, never>] | [DetailSchema<unknown>, DetailPredicate<never, never>]
): Demand {
  const schema = rest.length === 2 ? rest[0] : undefined;
  const predicate = rest.length === 2 ? rest[1] : rest[0];
  return {
    async check(access, { native }) {
      for (const detail of access.details.filter((one) => one.type === type)) {
        const read = schema === undefined ? { success: true as const, data: detail } : schema.safeParse(detail);
        if (read.success && (await predicate(read.data as never, native as never))) return undefined;
      }
      return insufficientScope(`no fitting authorization details of type ${type}`);
    },
  };
}

/** What a sign-in must reach: RFC 9470. */
export interface StepUp {
  /** Values of `acr`, one of which the sign-in must have. */
  readonly acr?: string | readonly string[];
  /** How long ago the person may have signed in, in seconds. */
  readonly maxAge?: number;
}

/** How far clocks may differ, in seconds. */
const CLOCK_TOLERANCE_SECONDS = 5;

/** A strong or recent enough sign-in. What is missing, the client learns from the challenge (RFC 9470 §3). */
export function stepUp({ acr, maxAge }: StepUp): Demand {
  if (acr === undefined && maxAge === undefined) throw new Error("stepUp needs acr or maxAge");
  const acrValues = acr === undefined ? undefined : [acr].flat();
  const shortfall: Shortfall = {
    error: "insufficient_user_authentication",
    description: "a stronger or more recent sign-in is needed",
    acrValues,
    maxAgeSeconds: maxAge,
  };
  return {
    check(access, { now }) {
      if (acrValues !== undefined && !acrValues.includes(access.acr ?? "")) return shortfall;
      if (maxAge === undefined) return undefined;
      const ageSeconds = now.getTime() / 1000 - (access.authTime ?? Number.NEGATIVE_INFINITY);
      return ageSeconds <= maxAge + CLOCK_TOLERANCE_SECONDS ? undefined : shortfall;
    },
  };
}

/** Claims for which the predicate is true. */
export function claims(predicate: (claims: Claims) => boolean | Promise<boolean>): Demand {
  return {
    check: async (access) => ((await predicate(access.claims)) ? undefined : insufficientScope("claims do not fit")),
  };
}

/** A token that is bound to its sender, by a key (RFC 9449) or a certificate (RFC 8705): never a plain bearer token. */
export function bound(): Demand {
  return {
    check: ({ confirmation }) =>
      confirmation === undefined
        ? {
            error: "invalid_token",
            description: "the access token must be bound to its sender",
            detail: "a plain bearer token",
          }
        : undefined,
  };
}

/** A token that its issuer confirms for this very request (RFC 7662). Its issuer needs `introspection` for this. */
export function live(): Demand {
  return { isLive: true, check: () => undefined };
}
