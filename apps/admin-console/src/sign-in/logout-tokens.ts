/** Logout tokens: the authorization server says that a session ended (OIDC Back-Channel Logout §2.4 and §2.6). */
import { jsonOrUndefined } from "@countersign/guard/json";
import { createRemoteJWKSet, type JWTVerifyGetKey, jwtVerify } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Config } from "../config.ts";
import type { Provider } from "./provider.ts";
import { hashOf } from "./secrets.ts";

const EVENT = "http://schemas.openid.net/event/backchannel-logout";
const ALGORITHMS = ["RS256", "PS256", "ES256", "EdDSA"];
const SKEW_SECONDS = 60;
const OLDEST_SECONDS = 300;
const KEYS_TIMEOUT_MS = 4000;
const LONGEST_TOKEN = 8192;

export interface Ended {
  readonly sub: string | undefined;
  readonly sid: string | undefined;
}

export interface LogoutTokens {
  /** What a token says has ended; `undefined` if it is not valid, or was accepted before. */
  accept(token: string): Promise<Ended | undefined>;
}

/** RFC 7519 §4: the library that verifies the token takes the last of two members with one name. */
const isReadable = (token: string) =>
  token
    .split(".", 2)
    .every((segment) => jsonOrUndefined(Buffer.from(segment, "base64url"), { longest: LONGEST_TOKEN }) !== undefined);

const claims = z
  .object({
    aud: z.union([z.string(), z.tuple([z.string()])]),
    sub: z.string().min(1).optional(),
    sid: z.string().min(1).optional(),
    jti: z.string().min(1),
    events: z.object({ [EVENT]: z.record(z.string(), z.unknown()) }),
    nonce: z.undefined().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined);

type Needs = Pick<Config, "ISSUER" | "CLIENT_ID"> & {
  readonly provider: Pick<Provider, "jwksUri">;
  readonly now: () => Date;
};

export function openLogoutTokens({ ISSUER, CLIENT_ID, provider, now }: Needs): LogoutTokens {
  const accepted = new LRUCache<string, true>({ max: 10_000, ttl: (OLDEST_SECONDS + 2 * SKEW_SECONDS) * 1000 });
  let keys: JWTVerifyGetKey | undefined;
  return {
    async accept(token) {
      if (!isReadable(token)) return undefined;
      keys ??= createRemoteJWKSet(await provider.jwksUri(), { timeoutDuration: KEYS_TIMEOUT_MS });
      const verified = await jwtVerify(token, keys, {
        typ: "logout+jwt",
        algorithms: ALGORITHMS,
        issuer: ISSUER,
        audience: CLIENT_ID,
        requiredClaims: ["exp", "iat"],
        maxTokenAge: OLDEST_SECONDS,
        clockTolerance: SKEW_SECONDS,
        currentDate: now(),
      }).catch(() => undefined);
      const { data } = claims.safeParse(verified?.payload);
      // No await stands between the check and the entry, so one of two equal tokens is accepted.
      if (data === undefined || accepted.has(hashOf(data.jti))) return undefined;
      accepted.set(hashOf(data.jti), true);
      return { sub: data.sub, sid: data.sid };
    },
  };
}
