/** Asks an issuer about a token: RFC 7662, with signed answers RFC 9701. */
import { errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { audienceOf, type Claims } from "../access.ts";
import { sha256 } from "../base64url.ts";
import { invalidJwt, isInvalidJwt } from "../errors.ts";
import { readJson } from "../json.ts";
import { fetchText } from "../keys/json-document.ts";
import { isRecord } from "../keys/signature-keys.ts";
import { type IntrospectionOptions, MOST_CACHE_SECONDS } from "../options.ts";
import { assertReadable, CLOCK_TOLERANCE_SECONDS } from "./jwt.ts";

export interface IntrospectionExpectations {
  readonly introspection: IntrospectionOptions;
  /** Finds the address of the endpoint. */
  readonly endpoint: () => Promise<string>;
  readonly issuer: string;
  readonly audience: string;
  /** The keys and algorithms of signed answers. */
  readonly keys: JWTVerifyGetKey;
  readonly algs: readonly string[];
  readonly now: () => Date;
}

/** Asks about a token. Throws `invalid_jwt` for one that may not be used here, other errors if it cannot ask. */
export type Introspect = (token: string, options: { readonly isLive: boolean }) => Promise<Claims>;

const MOST_ANSWERS = 10_000;
/** Bytes of a response. */
const LONGEST = 65_536;

/** Asks, or uses an answer that is young enough. Answers about usable tokens are kept, by the hash of the token. */
export function introspecting(expected: IntrospectionExpectations): Introspect {
  const { cacheSeconds = MOST_CACHE_SECONDS } = expected.introspection;
  const answers = new Map<string, { readonly claims: Claims; readonly until: number }>();

  return async (token, { isLive }) => {
    const seconds = expected.now().getTime() / 1000;
    const key = await sha256(token);
    const known = answers.get(key);
    if (!isLive && known !== undefined && seconds < known.until) return known.claims;

    answers.delete(key);
    const claims = await ask(token, expected);
    const exp = typeof claims.exp === "number" ? claims.exp : Number.POSITIVE_INFINITY;
    if (cacheSeconds > 0) answers.set(key, { claims, until: Math.min(seconds + cacheSeconds, exp) });
    for (const oldest of answers.keys()) {
      if (answers.size <= MOST_ANSWERS) break;
      answers.delete(oldest);
    }
    return claims;
  };
}

async function ask(token: string, expected: IntrospectionExpectations): Promise<Claims> {
  const { introspection, endpoint } = expected;
  const body = new URLSearchParams({ token, token_type_hint: "access_token" });
  const accept = introspection.signed === true ? "application/token-introspection+jwt" : "application/json";
  const headers = new Headers({ accept });
  await authenticate(introspection, body, headers);
  const text = await fetchText(await endpoint(), { method: "POST", headers, body }, { maxBytes: LONGEST });

  const answer =
    introspection.signed === true ? await signedAnswer(text, expected) : readJson(text, { longest: LONGEST });
  if (!isRecord(answer)) throw new Error("the introspection response is not an object");
  return usable(answer, expected);
}

/** RFC 6749 §2.3.1: identifier and secret are encoded as in a form before they are joined. */
async function authenticate(
  { clientId, authentication }: IntrospectionOptions,
  form: URLSearchParams,
  headers: Headers,
): Promise<void> {
  if (typeof authentication !== "string") return authentication(form, headers);
  const encoded = [clientId, authentication].map((part) =>
    new URLSearchParams({ part }).toString().slice("part=".length),
  );
  headers.set("authorization", `Basic ${btoa(encoded.join(":"))}`);
}

/** RFC 9701 §4 and §5: asked for by its media type, signed by the issuer, for us, and of a type of its own. */
async function signedAnswer(text: string, expected: IntrospectionExpectations): Promise<unknown> {
  const { keys, algs, issuer, introspection, now } = expected;
  try {
    assertReadable(text, LONGEST);
    const { payload } = await jwtVerify(text, keys, {
      algorithms: [...algs],
      typ: "token-introspection+jwt",
      issuer,
      audience: introspection.clientId,
      requiredClaims: ["iat"],
      maxTokenAge: 60,
      clockTolerance: CLOCK_TOLERANCE_SECONDS,
      currentDate: now(),
    });
    return payload.token_introspection;
  } catch (err) {
    if (!(err instanceof errors.JOSEError) && !isInvalidJwt(err)) throw err;
    // Not an error of the token: the answer is not of the issuer.
    throw new Error("the introspection response is not signed as RFC 9701 demands", { cause: err });
  }
}

/** RFC 7662 §2.2 and §4: active, of this issuer, for this API, and in its time. */
function usable(answer: Claims, { issuer, audience, now }: IntrospectionExpectations): Claims {
  if (answer.active !== true) throw invalidJwt("not active");
  if (answer.iss !== undefined && answer.iss !== issuer) throw invalidJwt("issued by another issuer");
  if (!audienceOf(answer).includes(audience)) throw invalidJwt("for another audience");

  const seconds = now().getTime() / 1000;
  const { exp, nbf } = answer;
  if (exp !== undefined && !(typeof exp === "number" && exp > seconds - CLOCK_TOLERANCE_SECONDS))
    throw invalidJwt("expired");
  if (nbf !== undefined && !(typeof nbf === "number" && nbf <= seconds + CLOCK_TOLERANCE_SECONDS))
    throw invalidJwt("not valid yet");
  assertType(answer);
  return { ...answer, iss: issuer };
}

function assertType({ token_type: type, cnf }: Claims): void {
  if (type === undefined) return;
  const name = typeof type === "string" ? type.toLowerCase() : undefined;
  // RFC 6749 §7.1: a token of a type that is not known, such as a refresh token, must not be used.
  if (name !== "bearer" && name !== "dpop") throw invalidJwt("of a type that is not known");
  // RFC 9449 §6.2: a token of this type is bound; without the key, it must not pass as a bearer token.
  if (name === "dpop" && !(isRecord(cnf) && cnf.jkt !== undefined)) throw invalidJwt("of type DPoP, and not bound");
}
