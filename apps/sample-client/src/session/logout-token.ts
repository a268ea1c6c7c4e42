/** Logout tokens: the provider states that a session ended (OIDC Back-Channel Logout §2.4 and §2.6). */
import { createRemoteJWKSet, customFetch, type JWTVerifyGetKey, jwtVerify } from "jose";
import type { ServerMetadata } from "openid-client";
import { z } from "zod";
import type { Config } from "../config.ts";
import { ProtocolError } from "../errors.ts";
import { providerFetch } from "../provider/outbound.ts";
import type { Provider } from "../provider/provider.ts";
import { SIGNATURE_ALGORITHMS } from "../tokens/at-hash.ts";
import { isSubject } from "../tokens/id-token.ts";
import { boundedMemory } from "./bounded-memory.ts";
import { hashOf } from "./secrets.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const CLOCK_SKEW_SECONDS = 60;
const OLDEST_SECONDS = 300;
/** The time for which a token could be accepted: its maximum age, and the clock difference on either side. */
const REMEMBERED_SECONDS = OLDEST_SECONDS + 2 * CLOCK_SKEW_SECONDS;
const REMEMBERED = 10_000;
/** The limit is short, because the provider waits for the response of this client. */
const KEYS_TIMEOUT_MS = 4_000;

/**
 * The sessions that ended: those of one session at the provider, or all of a person. At least one of the two members
 * is present.
 */
export interface EndedAtProvider {
  readonly sub: string | undefined;
  readonly sid: string | undefined;
}

export interface LogoutTokens {
  /**
   * Accepts a logout token once.
   * @throws ProtocolError answer_refused, provider_unreachable, provider_misconfigured
   */
  accept(token: string): Promise<EndedAtProvider>;
}

const claims = z
  .object({
    aud: z.union([z.string(), z.tuple([z.string()])]),
    sub: z.string().refine(isSubject).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string().min(1),
    events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined, { path: ["sub"], error: "neither sub nor sid" });

type Needs = { config: Pick<Config, "issuer" | "clientId">; provider: Provider; now: () => Date };

export function openLogoutTokens({ config, provider, now }: Needs, send: typeof fetch = fetch): LogoutTokens {
  // Only tokens that the provider signed get here, so a stranger cannot push any out.
  const accepted = boundedMemory<true>({ max: REMEMBERED, ttlSeconds: REMEMBERED_SECONDS }, () => now().getTime());
  let keys: { readonly uri: string; readonly find: JWTVerifyGetKey } | undefined;

  function keysAt(uri: string): JWTVerifyGetKey {
    if (keys?.uri !== uri) keys = { uri, find: keysOf(uri, send) };
    return keys.find;
  }

  return {
    async accept(token) {
      const metadata = (await provider.configuration()).serverMetadata();
      const { payload } = await jwtVerify(token, keysAt(metadata.jwks_uri ?? ""), {
        // §4.1: the type prevents other tokens that the provider signs from being accepted as logout tokens.
        typ: "logout+jwt",
        algorithms: algorithmsOf(metadata),
        issuer: config.issuer,
        audience: config.clientId,
        requiredClaims: ["exp", "iat"],
        maxTokenAge: OLDEST_SECONDS,
        clockTolerance: CLOCK_SKEW_SECONDS,
        currentDate: now(),
      }).catch((err: unknown) => {
        throw err instanceof ProtocolError ? err : refused("the logout token failed a check", err);
      });

      // §2.4: the required claims, and the nonce, which must be absent.
      const read = claims.safeParse(payload);
      if (!read.success) throw refused(`claims: ${read.error.issues.map(({ path }) => path.join(".")).join(", ")}`);
      const { sub, sid, jti } = read.data;

      // §2.6 step 8. There is no await between the check and the entry, so only one of two equal tokens is
      // accepted.
      if (accepted.has(hashOf(jti))) throw refused("this jti was accepted before");
      accepted.set(hashOf(jti), true);
      return { sub, sid };
    },
  };
}

/** The algorithms of the provider's ID tokens, as far as they are signatures: a secret that two know proves nothing. */
function algorithmsOf({ id_token_signing_alg_values_supported: offered = ["RS256"] }: ServerMetadata): string[] {
  return offered.filter((alg) => SIGNATURE_ALGORITHMS.includes(alg));
}

/**
 * The provider's keys. jose keeps them, and fetches them again for an unknown key id after half a minute at the
 * earliest.
 */
function keysOf(uri: string, send: typeof fetch): JWTVerifyGetKey {
  const fetchKeys = providerFetch(send);
  return createRemoteJWKSet(new URL(uri), {
    timeoutDuration: KEYS_TIMEOUT_MS,
    [customFetch]: (url, { headers, ...options }) =>
      fetchKeys(url, { ...options, headers: Object.fromEntries(headers), body: undefined }),
  });
}

const refused = (detail: string, cause?: unknown) => new ProtocolError("answer_refused", detail, cause);
