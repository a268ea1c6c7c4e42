/** What an API states about itself and its issuers, and how it is checked at start. */
import type { JWTVerifyGetKey } from "jose";
import type { Refusal } from "./answer.ts";
import type { ProofMemory } from "./dpop/senders.ts";
import { isSafeUrl } from "./keys/json-document.ts";
import { SIGNATURE_ALGS } from "./keys/signature-keys.ts";
import type { GuardRequest } from "./request.ts";

/** An authorization server whose tokens are accepted. */
export interface IssuerOptions {
  /** Its identifier, exactly as its metadata spells it. */
  readonly issuer: string;
  /** The audience of its tokens, if it knows this API by another identifier; by default the guard's `resource`. */
  readonly audience?: string;
  /** The address of its keys; by default, its metadata names it. */
  readonly jwksUri?: string;
  /** Finds its keys in another way than by an address. */
  readonly keys?: JWTVerifyGetKey;
  /** The algorithms of its tokens; by default every asymmetric one. */
  readonly algs?: readonly (typeof SIGNATURE_ALGS)[number][];
  /** The `typ` of its tokens: by default `at+jwt` (RFC 9068 §2.1). ID tokens have `JWT`, too. */
  readonly typ?: "at+jwt" | "JWT";
  /** How it is asked about tokens (RFC 7662); without this, its tokens must be JWTs. */
  readonly introspection?: IntrospectionOptions;
}

/** How an issuer is asked about tokens: RFC 7662, RFC 9701. */
export interface IntrospectionOptions {
  /** The identifier of this API as a client of the issuer. */
  readonly clientId: string;
  /** Its secret, sent as `client_secret_basic`; or a function that adds another authentication to the request. */
  readonly authentication: string | ((form: URLSearchParams, headers: Headers) => void | Promise<void>);
  /** By default, the metadata of the issuer names it. */
  readonly endpoint?: string;
  /**
   * `always`: each token is introspected, also opaque ones. `live`: tokens are JWTs, and only routes with `live()`
   * introspect them, too.
   */
  readonly use: "always" | "live";
  /** Whether the answer must be a signed JWT (RFC 9701); by default not. */
  readonly signed?: boolean;
  /** How long an answer may be used again, in seconds: by default 30, which is the most; 0 means never. */
  readonly cacheSeconds?: number;
}

/** Proofs of possession of keys: RFC 9449. */
export interface DpopOptions {
  /** Whether each token must be bound to a key; by default not. For single routes: `bound()`. */
  readonly required?: boolean;
  /** Where used proofs are remembered; replicas must share it. By default, only in this process. */
  readonly memory?: ProofMemory;
  /** Whether each proof must have a nonce of this API (§9); by default only where the memory was emptied. */
  readonly nonceRequired?: boolean;
  /** A secret of at least 32 bytes, by which replicas accept each other's nonces; by default, a random one. */
  readonly nonceSecret?: string | Uint8Array;
  /** How far ahead a client's clock may be, in seconds: by default 60, at most 300 (which MCP clients expect). */
  readonly aheadSeconds?: number;
}

/** Reads the certificate of a request's sender, in DER. */
export type CertificateGetter = (request: GuardRequest) => Uint8Array | undefined;

/** A refused request, for a log: it contains no token. */
export interface RefusalEvent extends Pick<Refusal, "error" | "detail"> {
  readonly status: number;
  readonly cause?: unknown;
}

export interface GuardOptions {
  /** The issuer of the tokens, or several. No other issuer is ever asked for anything. */
  readonly issuer: string | IssuerOptions | readonly (string | IssuerOptions)[];
  /**
   * The identifier of this API: the audience of its tokens, and the base of the URLs that proofs and metadata name. It
   * is never taken from a request.
   */
  readonly resource: string;
  /** A path that a proxy in front takes away, such as `/api`: proofs name the public path. */
  readonly pathPrefix?: string;
  /** The scopes that the metadata names. */
  readonly scopes?: readonly string[];
  /** The scopes that a scope includes, such as `{ "files:write": ["files:read"] }`. */
  readonly scopeHierarchy?: Readonly<Record<string, readonly string[]>>;
  /** The types of authorization details that the metadata names (RFC 9396). */
  readonly detailTypes?: readonly string[];
  /** The name of this API for people, and the address of its documentation. */
  readonly name?: string;
  readonly documentation?: string;
  /** The `realm` of challenges; by default none. */
  readonly realm?: string;
  /** How proofs of possession are checked; `false` if this API accepts none. Tokens bound to a key are refused then. */
  readonly dpop?: DpopOptions | false;
  /** Reads client certificates (RFC 8705). Without it, tokens that are bound to one are refused. */
  readonly certificate?: CertificateGetter;
  /**
   * What the middlewares do with a preflight of CORS, which has no token. By default they answer it with 204 and no
   * permission. `pass` gives it to what comes behind them, which must then expect requests of unknown callers.
   */
  readonly preflights?: "answer" | "pass";
  /** For an MCP server: origins other than its own whose Web pages may call it, such as `https://inspector.example`. */
  readonly origins?: readonly string[];
  /** Is told of every refusal, and of failures to fetch keys. */
  readonly onRefusal?: (event: RefusalEvent) => void;
  /** For tests: the time of day, and milliseconds on a monotonic clock, by which keys age. */
  readonly now?: () => Date;
  readonly elapsed?: () => number;
}

const MOST_AHEAD_SECONDS = 300;
export const MOST_CACHE_SECONDS = 30;

/** The issuers of a configuration, each as an object. Throws a sentence for each mistake. */
export function checkedIssuers(options: GuardOptions): readonly IssuerOptions[] {
  const { issuer, resource, pathPrefix = "", dpop, origins = [] } = options;
  assertIdentifier("resource", resource);
  if (!origins.every(isOrigin)) throw new Error('origins: must be origins such as "https://inspector.example"');
  const issuers = [issuer].flat().map((one) => (typeof one === "string" ? { issuer: one } : one));
  if (issuers.length === 0) throw new Error("issuer: at least one is needed");
  for (const one of issuers) assertIssuer(one, resource);
  if (new Set(issuers.map((one) => one.issuer)).size < issuers.length) throw new Error("issuer: one is named twice");

  if (!/^(?:\/[\w.~%-]+)*$/.test(pathPrefix)) throw new Error('pathPrefix: must be a path such as "/api"');
  const aheadSeconds = dpop === false ? 0 : (dpop?.aheadSeconds ?? 0);
  // Written so that NaN is refused, too: with it, a proof from any future would be accepted.
  if (!(aheadSeconds >= 0 && aheadSeconds <= MOST_AHEAD_SECONDS))
    throw new Error(`dpop.aheadSeconds: 0 to ${MOST_AHEAD_SECONDS}`);
  return issuers;
}

function assertIssuer({ issuer, audience, algs, introspection }: IssuerOptions, resource: string): void {
  assertIdentifier("issuer", issuer);
  assertIdentifier("audience", audience ?? resource);
  const unknown = algs?.find((alg) => !SIGNATURE_ALGS.includes(alg));
  const cacheSeconds = introspection?.cacheSeconds ?? 0;
  if (!(cacheSeconds >= 0 && cacheSeconds <= MOST_CACHE_SECONDS))
    throw new Error(`introspection.cacheSeconds: 0 to ${MOST_CACHE_SECONDS}`);
  if (unknown !== undefined) throw new Error(`algs: ${unknown} is no asymmetric algorithm of access tokens`);
}

const isOrigin = (text: string) => URL.canParse(text) && new URL(text).origin === text;

// RFC 8707 §2, RFC 8414 §2: compared byte by byte, so it has no query and no fragment.
function assertIdentifier(name: string, value: unknown): void {
  if (typeof value === "string" && isSafeUrl(value) && !/[?#]/.test(value)) return;
  throw new Error(`${name}: must be an https URL, or http on localhost, without query or fragment`);
}
