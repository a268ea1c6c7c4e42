/** Verifies a token by the issuer that it names, of those that the configuration has: RFC 9068 §4, RFC 7662. */
import type { JWTVerifyGetKey } from "jose";
import type { Claims } from "../access.ts";
import { invalidToken } from "../answer.ts";
import { isInvalidJwt } from "../errors.ts";
import { discover } from "../keys/discovery.ts";
import { remoteJwks } from "../keys/remote-keys.ts";
import { SIGNATURE_ALGS } from "../keys/signature-keys.ts";
import type { GuardOptions, IssuerOptions } from "../options.ts";
import { isRefused, refused } from "../refused.ts";
import { type Introspect, introspecting } from "./introspection.ts";
import { claimedIssuer, isJwt, verifyJwt } from "./jwt.ts";

/** Verifies a token, and asks its issuer now if it must be live. Throws a refusal. */
export type TokenCheck = (token: string, isLive: boolean) => Promise<Claims>;

interface CheckOptions {
  readonly issuers: readonly IssuerOptions[];
  readonly resource: string;
  readonly onRefusal?: GuardOptions["onRefusal"] | undefined;
  readonly now: () => Date;
  readonly elapsed?: (() => number) | undefined;
}

/** One issuer, with what its tokens are verified by. */
interface Issuer {
  readonly verify: (token: string) => Promise<Claims>;
  readonly introspect?: Introspect | undefined;
  readonly use?: "always" | "live" | undefined;
}

/** Makes the check of an API. Keys are fetched when the first token comes: the issuer may start later. */
export function tokenCheck(options: CheckOptions): TokenCheck {
  const known = new Map(options.issuers.map((one) => [one.issuer, issuerOf(one, options)]));
  const introspected = [...known.values()].filter(({ use }) => use === "always");
  // The token says who issued it, but only among these issuers: no other one is asked for anything. An opaque token is
  // sent to one issuer only, because others could use it.
  const issuerFor = (token: string) =>
    isJwt(token) ? known.get(String(claimedIssuer(token))) : introspected.length === 1 ? introspected[0] : undefined;

  return async (token, isLive) => {
    try {
      const issuer = issuerFor(token);
      if (issuer === undefined) throw refused(invalidToken("of an unknown issuer"));
      return await claimsOf(token, issuer, isLive);
    } catch (err) {
      if (isRefused(err)) throw err;
      if (isInvalidJwt(err)) throw refused(invalidToken(err.detail));
      throw refused({ error: "temporarily_unavailable", description: "the API cannot check tokens now" }, err);
    }
  };
}

/** What only the answer of the issuer grants: if it grants none of it any more, it leaves the member out. */
const NOT_GRANTED = { scope: undefined, authorization_details: undefined };

async function claimsOf(token: string, { verify, introspect, use }: Issuer, isLive: boolean): Promise<Claims> {
  if (introspect === undefined) {
    if (isLive) throw new Error("live() needs introspection");
    return verify(token);
  }
  if (use === "always") return introspect(token, { isLive });

  const claims = await verify(token);
  return isLive ? { ...claims, ...NOT_GRANTED, ...(await introspect(token, { isLive })) } : claims;
}

function issuerOf(options: IssuerOptions, { resource, now, onRefusal, elapsed }: CheckOptions): Issuer {
  const { issuer, introspection, algs = SIGNATURE_ALGS, typ = "at+jwt", audience = resource } = options;
  const keys = keysOf(options, { onRefusal, elapsed });
  const expected = { keys, algs, issuer, now };
  return {
    verify: (token) => verifyJwt(token, { ...expected, typ, resource: audience, now: now() }),
    introspect:
      introspection &&
      introspecting({ ...expected, audience, introspection, endpoint: addressOf(introspection.endpoint, issuer) }),
    use: introspection?.use,
  };
}

/** Each issuer has a set of its own: a kid of one never finds a key of another. */
function keysOf(
  { issuer, jwksUri, keys }: IssuerOptions,
  { onRefusal, elapsed }: Pick<CheckOptions, "onRefusal" | "elapsed">,
): JWTVerifyGetKey {
  if (keys !== undefined) return keys;
  return remoteJwks(jwksUri ?? (() => discover(issuer, "jwks_uri")), {
    ...(elapsed && { elapsed }),
    onFailure: (cause) =>
      onRefusal?.({ error: "temporarily_unavailable", status: 503, detail: "keys cannot be fetched", cause }),
  });
}

/** The address of the introspection endpoint, which is looked up once. */
function addressOf(endpoint: string | undefined, issuer: string): () => Promise<string> {
  let found: Promise<string> | undefined;
  return () => {
    if (endpoint !== undefined) return Promise.resolve(endpoint);
    found ??= discover(issuer, "introspection_endpoint").catch((err: unknown) => {
      found = undefined; // asked again for the next token
      throw err;
    });
    return found;
  };
}
