/** Whether the sender of a request may use its token: RFC 9449 §7, RFC 8705 §3, RFC 7800 §3.1. */
import type { Claims } from "./access.ts";
import { invalidToken } from "./answer.ts";
import { sha256 } from "./base64url.ts";
import { proofsInMemory } from "./dpop/memory.ts";
import { dpopNonces } from "./dpop/nonces.ts";
import { verifyProof } from "./dpop/proof.ts";
import type { DpopProof } from "./dpop/rules.ts";
import { type DpopSenders, dpopSenders, isDpopNonceNeeded } from "./dpop/senders.ts";
import { isInvalidJwt } from "./errors.ts";
import type { DpopOptions, GuardOptions } from "./options.ts";
import { refused } from "./refused.ts";
import { type GuardRequest, type PresentedToken, pathOf } from "./request.ts";

/** The thumbprints that a sender proved, by the member of `cnf` that they are compared with. */
export type Proved = Readonly<Partial<Record<"jkt" | "x5t#S256", string>>>;

/**
 * Whether a sender is the one that a token is bound to: each member of the `cnf` must be known and match. An unknown
 * member may be the one that matters, and a `cnf` without members proves nothing.
 */
export function isSameSender(confirmation: Claims, proved: Proved): boolean {
  const byName = new Map<string, unknown>(Object.entries(proved));
  const members = Object.entries(confirmation);
  return members.length > 0 && members.every(([name, value]) => value !== undefined && byName.get(name) === value);
}

/** What a sender check answers: the nonce that the next proof should have, if there is a new one. */
export interface SenderVerdict {
  readonly nonce?: string | undefined;
}

/** Throws a refusal unless the sender of a request may use a token that is bound to this `cnf`, if it is bound. */
export type SenderCheck = (
  request: GuardRequest,
  presented: PresentedToken,
  confirmation: Claims | undefined,
) => Promise<SenderVerdict>;

type SenderOptions = Pick<GuardOptions, "resource" | "pathPrefix" | "dpop" | "certificate"> & {
  readonly now: () => Date;
};

/** Makes the check of an API. */
export function senderCheck({ resource, pathPrefix = "", dpop = {}, certificate, now }: SenderOptions): SenderCheck {
  const proofs = dpop === false ? undefined : proofCheck(dpop, now);
  // From the configuration: neither Host nor forwarded headers decide what a proof is for.
  const origin = new URL(resource).origin;

  return async (request, { token, scheme }, confirmation) => {
    if (scheme === "Bearer") {
      // RFC 9449 §7.2: a bound token is never accepted as a bearer token.
      if (confirmation !== undefined && !isSameSender(confirmation, await byCertificate(confirmation, request)))
        throw refused(invalidToken("bound to another sender"));
      return {};
    }

    // RFC 9449 §7.1: the scheme says that the token is bound.
    if (confirmation?.jkt === undefined) throw refused(invalidToken("not bound to a key"));
    if (proofs === undefined) throw refused(invalidToken("proofs are not accepted here"));
    // By concatenation: the path `//x` would be a host if it were resolved against the origin.
    const url = `${origin}${pathPrefix}${pathOf(request.target)}`;
    const proof = await proofs.verify(request, { token, url });
    const proved = { jkt: proof.thumbprint, ...(await byCertificate(confirmation, request)) };
    if (!isSameSender(confirmation, proved)) throw refused(invalidToken("bound to another sender"));
    // §11.1: the proof is used up last, so only the holder of the key can use it up.
    return proofs.use(proof);
  };

  async function byCertificate(confirmation: Claims, request: GuardRequest): Promise<Proved> {
    if (confirmation["x5t#S256"] === undefined) return {};
    const der = certificate?.(request);
    return der === undefined ? {} : { "x5t#S256": await sha256(der) };
  }
}

interface ProofCheck {
  verify(request: GuardRequest, expected: { token: string; url: string }): Promise<DpopProof>;
  use(proof: DpopProof): Promise<SenderVerdict>;
}

function proofCheck(options: DpopOptions, now: () => Date): ProofCheck {
  const { nonceRequired = false, aheadSeconds = 60, memory = proofsInMemory({ now }) } = options;
  let isNoted = options.memory !== undefined;
  const nonces = dpopNonces([nonceKey(options.nonceSecret)], "api");
  const senders = dpopSenders({ memory, nonces, nonceRequired, verifyProof });

  return {
    async verify(request, { token, url }) {
      if (!isNoted) note();
      isNoted = true;
      const expected = { method: request.method, url, accessToken: token, aheadSeconds, now: now() };
      const proof = await asRefusal(senders.verify(request.values("dpop"), expected));
      if (proof === undefined) throw refused(invalidToken("no proof of the key"));
      return proof;
    },
    async use(proof) {
      const nonce = await asRefusal(remembering(senders, proof, now()));
      return nonce === undefined ? {} : { nonce };
    },
  };
}

function note(): void {
  const text = "DPoP proofs are remembered only in this process: with several replicas, set dpop.memory.";
  // biome-ignore lint/suspicious/noConsole: an operator has to see this once, and a library has no log.
  console.warn(`@countersign/guard: ${text}`);
}

function nonceKey(secret: string | Uint8Array | undefined): Uint8Array {
  const key = typeof secret === "string" ? new TextEncoder().encode(secret) : secret;
  if (key !== undefined && key.length < 32) throw new Error("dpop.nonceSecret: at least 32 bytes");
  return key ?? crypto.getRandomValues(new Uint8Array(32));
}

async function remembering(senders: DpopSenders, proof: DpopProof, at: Date): Promise<string | undefined> {
  try {
    return await senders.use(proof, at);
  } catch (err) {
    if (isInvalidJwt(err) || isDpopNonceNeeded(err)) throw err;
    // Without the memory, a proof could be used twice.
    throw refused({ error: "temporarily_unavailable", description: "the API cannot check this now" }, err);
  }
}

/** Turns the errors of proofs into refusals. */
async function asRefusal<T>(checked: Promise<T>): Promise<T> {
  try {
    return await checked;
  } catch (err) {
    if (isDpopNonceNeeded(err)) {
      const { nonce } = err;
      throw refused({ error: "use_dpop_nonce", description: "the DPoP proof needs the nonce of this answer", nonce });
    }
    if (!isInvalidJwt(err)) throw err;
    throw refused({ error: "invalid_dpop_proof", description: "the DPoP proof is invalid", detail: err.detail });
  }
}
