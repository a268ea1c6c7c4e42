/** The `claims` parameter: OIDC Core §5.5. It requests single claims, in addition to those of the scopes. */
import { isUnreadableJson, readJson } from "@countersign/guard/json";
import { z } from "zod";
import { invalidRequest } from "../errors.ts";
import {
  allClaimsOfScopes,
  isMembershipScope,
  MEMBERSHIP_SCOPES,
  type MembershipClaim,
  SCOPE_CLAIMS,
  type StandardClaim,
} from "../people/claims/claims.ts";
import type { RequestedArtifacts } from "./response/response-type.ts";

/** A claim about a person that they may share or withhold. `sub` is in every answer, so it cannot be chosen. */
export type RequestableClaim = Exclude<StandardClaim, "sub"> | MembershipClaim;

/** The claims that are requested by name, and where they are to be returned. */
export interface ClaimsByName {
  readonly userinfo: readonly RequestableClaim[];
  readonly idToken: readonly RequestableClaim[];
}

/** What a `claims` parameter asks for. Unknown names are left out. */
export interface ClaimsRequest extends ClaimsByName {
  /** The answer must be about one of these subjects (§3.1.2.2); undefined for any subject. */
  readonly subs: readonly string[] | undefined;
  /** The sign-in must have one of these `acr` values (§5.5.1.1); undefined for any. */
  readonly essentialAcrs: readonly string[] | undefined;
  /**
   * Whether the ID token is to name the session (`sid`). It says nothing about the person, so the person is not asked.
   */
  readonly sid?: boolean;
}

const NOTHING: ClaimsRequest = { userinfo: [], idToken: [], subs: undefined, essentialAcrs: undefined };

// The longest request that is read. Claims of a real request are nested four levels deep.
const LONGEST = 8192;
const DEEPEST = 10;
const MOST_VALUES = 50;

/** §5.5.1: null asks for the claim in the default manner. Unknown members are ignored. */
const wish = <T extends z.ZodType>(value: T) =>
  z
    .object({
      essential: z.boolean().optional(),
      value: value.optional(),
      values: z.array(value).min(1).max(MOST_VALUES).optional(),
    })
    .nullable();

const text = z.string().min(1).max(500);
const member = z
  .object({ sub: wish(text).optional(), acr: wish(text).optional() })
  .catchall(wish(z.unknown()))
  .optional();
const shape = z.object({ userinfo: member, id_token: member });

type Member = z.output<typeof member>;
type ClaimPreference = {
  essential?: boolean | undefined;
  value?: string | undefined;
  values?: string[] | undefined;
} | null;

/**
 * Reads a `claims` parameter. Unknown names ask for nothing, as §5.5 requires. A `value` or `values` of a claim about a
 * person is ignored and the held value is returned: it is no error if a claim, essential or not, is not available as
 * requested (§5.5.1). Throws `invalid_request` for anything but the JSON that §5.5 describes.
 */
export function readClaimsRequest(parameter: string | undefined): ClaimsRequest {
  if (parameter === undefined) return NOTHING;

  const taken = shape.safeParse(parsed(parameter));
  if (!taken.success) throw malformed(taken.error.issues[0]?.path.join("."));
  const { userinfo, id_token: idToken } = taken.data;
  const acr = idToken?.acr;
  return {
    userinfo: known(userinfo),
    idToken: known(idToken),
    subs: common(valuesOf(userinfo?.sub), valuesOf(idToken?.sub)),
    essentialAcrs: acr?.essential === true ? valuesOf(acr) : undefined,
    ...(Object.hasOwn(idToken ?? {}, "sid") && { sid: true }),
  };
}

/**
 * The requested claims that such an answer can return. Claims for a place that the answer does not lead to are left out
 * (§5.5).
 */
export function deliverableClaims({ userinfo, idToken }: ClaimsByName, wanted: RequestedArtifacts): ClaimsByName {
  return {
    userinfo: wanted.code || wanted.token ? userinfo : [],
    idToken: wanted.code || wanted.idToken ? idToken : [],
  };
}

/**
 * What is asked for by name of what the person belongs to. Each name is the scope that stands for the claim: the person
 * is asked for the scope, and only a client that may ask for it gets the claim.
 */
export const membershipsByName = ({ userinfo, idToken }: ClaimsByName): readonly MembershipClaim[] => [
  ...new Set([...userinfo, ...idToken].filter(isMembershipScope)),
];

/** The claims that a person is asked about one by one: those that belong to none of the requested scopes. */
export function individualClaims(
  { userinfo, idToken }: ClaimsByName,
  scopes: readonly string[],
): readonly RequestableClaim[] {
  if (userinfo.length === 0 && idToken.length === 0) return [];
  const covered: readonly string[] = [...allClaimsOfScopes(scopes), ...MEMBERSHIP_SCOPES];
  return [...new Set([...userinfo, ...idToken])].filter((claim) => !covered.includes(claim));
}

const NAMED_BY_SCOPES = allClaimsOfScopes([...Object.keys(SCOPE_CLAIMS), ...MEMBERSHIP_SCOPES]);
const REQUESTABLE = new Set<string>(NAMED_BY_SCOPES.filter((claim) => claim !== "sub"));

export const isRequestableClaim = (name: string): name is RequestableClaim => REQUESTABLE.has(name);

const known = (wishes: Member) => Object.keys(wishes ?? {}).filter(isRequestableClaim);

// §5.5.1: one value, or one of several.
function valuesOf(preference: ClaimPreference | undefined): readonly string[] | undefined {
  return preference?.value === undefined ? preference?.values : [preference.value];
}

function common(some: readonly string[] | undefined, others: readonly string[] | undefined) {
  return some === undefined || others === undefined ? (some ?? others) : some.filter((value) => others.includes(value));
}

const malformed = (detail?: string) =>
  invalidRequest("claims must be a JSON object with userinfo, id_token or both", detail);

function parsed(parameter: string): unknown {
  try {
    const value = readJson(parameter, { longest: LONGEST, deepest: DEEPEST });
    assertFinite(value);
    return value;
  } catch (err) {
    throw isUnreadableJson(err) ? malformed(err.problem) : err;
  }
}

/** RFC 8259 §6: what is too large for a number here may be another number elsewhere. */
function assertFinite(value: unknown): void {
  if (typeof value === "number" && !Number.isFinite(value)) throw malformed("a number out of range");
  if (typeof value === "object" && value !== null) for (const one of Object.values(value)) assertFinite(one);
}
