/** Who calls the administration API, and whether they may: RFC 9068 §4, RFC 9470. */
import { type Access, type Demand, type Guard, guard, scopes, stepUp } from "@countersign/guard";
import { nodeRequest } from "@countersign/guard/node";
import { ACCESS_TOKEN_ALGS, type VerifiedAccessToken } from "@countersign/jwt";
import type { Call } from "@countersign/service";
import type { Dependencies } from "../../../dependencies.ts";
import type { Actor } from "../../../platform/stores/audit/audit-events.ts";
import type { LiveAccessToken } from "../../../platform/stores/issued/access-tokens.ts";
import { Problem, type ProblemKind } from "../problem.ts";
import { sendProblem } from "../problems/errors.ts";
import { ADMIN_SCOPES, type AdminScope } from "../scopes.ts";

/** Who calls. */
export interface Caller {
  readonly actor: Extract<Actor, { kind: "administrator" | "client" | "operator" }>;
  /** Tells callers apart: limits, cursors and idempotency keys belong to one of them. */
  readonly id: string;
  /** The client to which the token was issued. An operator has no token, so this is undefined. */
  readonly clientId: string | undefined;
  /** The scopes of its token that are granted still; of a person, those that a role gives, too. */
  readonly scopes: readonly string[];
  /** The one organization that the caller administers; undefined for one that administers the deployment. */
  readonly organizationId?: string;
}

type GuardDependencies = Pick<Dependencies, "issuer" | "keys" | "proofs" | "log" | "now">;

/** The guard of the API. Its keys are ours, so it asks no other server. */
export const administrationGuard = (resource: string, { issuer, keys, proofs, log, now }: GuardDependencies): Guard =>
  guard({
    issuer: { issuer, keys: (header, token) => keys.verificationKeys()(header, token), algs: [...ACCESS_TOKEN_ALGS] },
    resource,
    name: "Administration",
    scopes: ADMIN_SCOPES,
    realm: "administration",
    dpop: { memory: proofs },
    onRefusal: (event) => log.info(event, "the administration API refused a request"),
    now,
  });

/** What an operation needs of its caller. */
export interface Needs {
  readonly scope: AdminScope | "any";
  /** Whether a person must have signed in strongly and recently, because the consequences are grave. */
  readonly needsStepUp: boolean;
  /** Whether administrators of one organization may call it, and the id of the organization in the path. */
  readonly forOrganizationAdmins?: boolean;
  readonly organization?: string | undefined;
}

export type Admission = Pick<Dependencies, "accessTokens" | "roles" | "now"> & { readonly guard: Guard };

/**
 * The caller of an operation; `undefined` if the call was refused, and answered. The authorization behind the token is
 * read for each call, so what was revoked ends at once.
 */
export async function admitted(call: Call, needs: Needs, deps: Admission): Promise<Caller | undefined> {
  let live: LiveAccessToken | undefined;
  const isLive: Demand = {
    async check({ claims }) {
      const token = claims as unknown as VerifiedAccessToken;
      live = await deps.accessTokens.findLive({ ...token, aud: deps.guard.resource }, deps.now());
      if (live === undefined) return REVOKED;
      return needs.scope === "any" || live.scopes.includes(needs.scope) ? undefined : NOT_ALLOWED;
    },
  };
  const ofToken = needs.scope === "any" ? [] : [scopes(needs.scope)];
  const verdict = await deps.guard.check(nodeRequest(call.req), [...ofToken, isLive, ...strong(needs)]);
  if (verdict.allowed && live !== undefined) return callerOf(verdict.access, live, needs, deps);

  if (!verdict.allowed) refuse(call, verdict.answer);
  return undefined;
}

const REVOKED = {
  error: "invalid_token",
  description: "the access token is invalid, expired or revoked",
  detail: "its authorization is not live",
} as const;

const NOT_ALLOWED = { error: "insufficient_scope", description: "the access token does not allow this" } as const;

const STEP_UP = stepUp({ acr: ["urn:countersign:acr:mfa", "phr", "phrh"], maxAge: 900 });

// A program has no sign-in that could be stronger. Its scopes are those that an operator gave it.
const strong = ({ needsStepUp }: Needs): readonly Demand[] =>
  needsStepUp ? [{ check: (access, context) => (isProgram(access) ? undefined : STEP_UP.check(access, context)) }] : [];

const isProgram = ({ subject, client }: Access) => subject === client;

async function callerOf(
  { client, scopes: sent, claims }: Access,
  { userId, scopes: granted }: LiveAccessToken,
  needs: Needs,
  { roles, guard: { resource } }: Admission,
): Promise<Caller> {
  const { scope } = needs;
  const organizationId = typeof claims.org_id === "string" ? claims.org_id : undefined;
  if (organizationId !== undefined) assertOwn(organizationId, needs);
  const own = sent.filter((scope) => granted.includes(scope));
  if (userId === null) {
    return { actor: { kind: "client", clientId: client }, id: `client ${client}`, clientId: client, scopes: own };
  }
  // A person needs a role in addition to the scope. Roles are read for each call, so a lost role counts at once.
  const held =
    organizationId === undefined
      ? await roles.scopesOfPerson(userId, resource)
      : await roles.scopesInOrganization({ organizationId, userId }, resource);
  const scopes = own.filter((one) => held.includes(one));
  const isAllowed = scope === "any" ? scopes.length > 0 : scopes.includes(scope);
  if (!isAllowed) throw new Problem("forbidden", "no role of yours allows this");
  const caller = { actor: { kind: "administrator", userId }, clientId: client, scopes } as const;
  if (organizationId === undefined) return { ...caller, id: `person ${userId}` };
  return { ...caller, id: `person ${userId} in ${organizationId}`, organizationId };
}

/** To the administrators of one organization, everything else does not exist. */
function assertOwn(organizationId: string, { forOrganizationAdmins, organization }: Needs): void {
  if (forOrganizationAdmins === true && (organization ?? organizationId) === organizationId) return;
  throw new Problem("not-found", "there is no such thing in your organization");
}

const KIND_OF: Readonly<Record<number, ProblemKind>> = {
  400: "invalid-request",
  401: "unauthorized",
  403: "forbidden",
  503: "unavailable",
};

/** Answers with what the guard says: its status and challenges stay, its body becomes a problem. */
function refuse(call: Call, { status, headers }: { status: number; headers: readonly (readonly [string, string])[] }) {
  const challenges = headers.filter(([name]) => name === "www-authenticate").map(([, value]) => value);
  const others = headers.filter(([name]) => name !== "www-authenticate" && name !== "content-type");
  const isStepUp = challenges.some((challenge) => challenge.includes('error="insufficient_user_authentication"'));
  sendProblem(call, new Problem(isStepUp ? "insufficient-authentication" : (KIND_OF[status] ?? "unexpected")), {
    ...Object.fromEntries(others),
    ...(challenges.length === 0 ? {} : { "www-authenticate": challenges }),
  });
}
