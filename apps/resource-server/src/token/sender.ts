/** The sender of a request, which must be the one that its access token is bound to: RFC 9449 §7. */
import { createHash, randomBytes } from "node:crypto";
import { isSameSender, type PresentedToken } from "@countersign/guard/parts";
import {
  type DpopSenders,
  dpopNonces,
  dpopSenders,
  isDpopNonceNeeded,
  isInvalidJwt,
  type ProofMemory,
} from "@countersign/jwt";
import { invalidAccessToken, invalidRequest, ProtocolError } from "@countersign/rules";
import { type Call, MalformedCertificate, type MutualTls } from "@countersign/service";

/** Throws `invalid_token` unless the sender of this request may use a token with this `cnf`. */
export type AssertSender = (call: Call, presented: PresentedToken, cnf: Cnf) => Promise<void>;

type Cnf = Parameters<typeof isSameSender>[0] | undefined;

interface SenderSettings {
  readonly memory: ProofMemory;
  /** Replicas with the same secret accept the nonces of each other. */
  readonly secret: string | undefined;
  /** The public URL of the endpoint. */
  readonly url: string;
  /** Reads the certificate of a request; none at the public listener. */
  readonly certificateOf?: MutualTls["certificateOf"] | undefined;
  readonly now: () => Date;
}

/**
 * The thumbprint of the certificate of a request (RFC 8705 §3.1); `undefined` without one. Throws `invalid_request` if
 * it cannot be read.
 */
export function certificateThumbprint(
  { req }: Pick<Call, "req">,
  certificateOf: SenderSettings["certificateOf"],
): string | undefined {
  try {
    const shown = certificateOf?.(req);
    return shown && createHash("sha256").update(shown.leaf).digest("base64url");
  } catch (err) {
    if (!(err instanceof MalformedCertificate)) throw err;
    throw invalidRequest("the client certificate cannot be read", err.message);
  }
}

/** Checks senders. A nonce is asked for only if the memory was emptied since the proof was made. */
export function senderCheck({ memory, secret, url, certificateOf, now }: SenderSettings): AssertSender {
  const key = secret === undefined ? randomBytes(32) : Buffer.from(secret);
  const senders = dpopSenders({ memory, nonces: dpopNonces([key], "resource-server"), nonceRequired: false });

  return async (call, { token, scheme }, cnf) => {
    // RFC 8705 §3 and §6.3: the certificate of this connection, at each request. A renewed one needs new tokens.
    const thumbprint = certificateThumbprint(call, certificateOf);
    const shown = thumbprint === undefined ? {} : { "x5t#S256": thumbprint };
    if (scheme === "Bearer") return assertSameSender(cnf, shown);
    // RFC 9449 §7.1: the scheme says that the token is bound.
    if (cnf === undefined) throw invalidAccessToken("not bound to a key");
    await refusing(call, assertProved(call, { senders, token, url, cnf, shown, at: now() }));
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
  /** What the connection proves. */
  readonly shown: Parameters<typeof isSameSender>[1];
  readonly at: Date;
}

// RFC 9449 §11.1: the proof is used up last, so only the holder of the key can use it up.
async function assertProved(call: Call, { senders, token, url, cnf, shown, at }: Proving): Promise<void> {
  const expected = { method: call.req.method ?? "", url, accessToken: token, now: at };
  const proof = await senders.verify(call.valuesOf("dpop"), expected);
  if (proof === undefined) throw invalidAccessToken("no proof of the key");
  assertSameSender(cnf, { ...shown, jkt: proof.thumbprint });
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
