/** The sender of a request, which must be the one that its access token is bound to: RFC 9449 §7. */
import { randomBytes } from "node:crypto";
import { isSameSender, type PresentedToken } from "@countersign/guard/parts";
import {
  type DpopSenders,
  dpopNonces,
  dpopSenders,
  isDpopNonceNeeded,
  isInvalidJwt,
  type ProofMemory,
} from "@countersign/jwt";
import { invalidAccessToken, ProtocolError } from "@countersign/rules";
import type { Call } from "@countersign/service";

/** Throws `invalid_token` unless the sender of this request may use a token with this `cnf`. */
export type AssertSender = (call: Call, presented: PresentedToken, cnf: Cnf) => Promise<void>;

type Cnf = Parameters<typeof isSameSender>[0] | undefined;

interface SenderSettings {
  readonly memory: ProofMemory;
  /** Replicas with the same secret accept the nonces of each other. */
  readonly secret: string | undefined;
  /** The public URL of the endpoint. */
  readonly url: string;
  readonly now: () => Date;
}

/** Checks senders. A nonce is asked for only if the memory was emptied since the proof was made. */
export function senderCheck({ memory, secret, url, now }: SenderSettings): AssertSender {
  const key = secret === undefined ? randomBytes(32) : Buffer.from(secret);
  const senders = dpopSenders({ memory, nonces: dpopNonces([key], "resource-server"), nonceRequired: false });

  return async (call, { token, scheme }, cnf) => {
    if (scheme === "Bearer") return assertSameSender(cnf, {});
    // RFC 9449 §7.1: the scheme says that the token is bound.
    if (cnf === undefined) throw invalidAccessToken("not bound to a key");
    await refusing(call, assertProved(call, { senders, token, url, cnf, at: now() }));
  };
}

function assertSameSender(cnf: Cnf, proved: Parameters<typeof isSameSender>[1]): void {
  if (cnf !== undefined && !isSameSender(cnf, proved)) throw invalidAccessToken("bound to another sender");
}

interface Proving {
  readonly senders: DpopSenders;
  readonly token: string;
  readonly url: string;
  readonly cnf: Cnf;
  readonly at: Date;
}

// RFC 9449 §11.1: the proof is used up last, so only the holder of the key can use it up.
async function assertProved(call: Call, { senders, token, url, cnf, at }: Proving): Promise<void> {
  const expected = { method: call.req.method ?? "", url, accessToken: token, now: at };
  const proof = await senders.verify(call.valuesOf("dpop"), expected);
  if (proof === undefined) throw invalidAccessToken("no proof of the key");
  assertSameSender(cnf, { jkt: proof.thumbprint });
  await senders.use(proof, at);
}

async function refusing(call: Call, checked: Promise<void>): Promise<void> {
  try {
    await checked;
  } catch (err) {
    if (isInvalidJwt(err)) throw new ProtocolError("invalid_dpop_proof", "the DPoP proof is invalid", err.detail);
    if (!isDpopNonceNeeded(err)) throw err;
    call.res.setHeader("dpop-nonce", err.nonce);
    throw new ProtocolError("use_dpop_nonce", "the DPoP proof needs the nonce of this answer");
  }
}
