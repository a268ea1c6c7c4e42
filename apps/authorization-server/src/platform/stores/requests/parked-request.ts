/** A request that waits for a person, and the text in which it is stored. */
import type { Progress, Proof } from "@countersign/rules";

/**
 * A client's request that is answered at a redirect URI, one of our own pages that needs a sign-in, a request that came
 * from a device, or a sign-in that an administrator tries, whose answer no client gets.
 */
const KINDS = ["redirect", "account", "device", "trial"] as const;
export type RequestKind = (typeof KINDS)[number];

export interface ParkedRequest {
  /** How the request is answered: it decides what issuing and refusing mean. */
  readonly kind: RequestKind;
  readonly request: SentRequest;
  /** What the person has done on our pages so far. */
  readonly progress: Progress;
}

/** A request as it was received. Its content is checked again each time it is read. */
export interface SentRequest {
  readonly parameters: readonly (readonly [string, string])[];
  /** The request URI that this request came by, if any. It is spent when the request is completed. */
  readonly requestUri: string | undefined;
  /** If the client named people, the answer may be about these people only. They were found when the request came. */
  readonly intended?: { readonly userIds: readonly string[] } | undefined;
  /** Set if its client pushed the request (RFC 9126). */
  readonly pushed?: PushedByClient | undefined;
}

/** What is known of a request in addition to its parameters, if its client pushed it. */
export interface PushedByClient {
  /** How often the client's authority had been ended when it pushed the request. */
  readonly timesEnded: number;
  /** Whether the client proved who it is. A public client cannot. */
  readonly isAuthenticated: boolean;
  /** Until when a browser can begin with the request, in milliseconds since the epoch. */
  readonly resolvableUntil: number;
  /** The hash of the browser that began with the request; absent before that. */
  readonly browser?: string | undefined;
}

/**
 * The text of a parked request. Its members have the names that the previous version used: during an upgrade each
 * version can read what the other wrote. A request that was read is written again byte for byte the same.
 */
export function writeParked({ kind, request, progress }: ParkedRequest): string {
  const { parameters, requestUri, intended, pushed } = request;
  return JSON.stringify({ kind, parameters, answers: progress, requestUri, intended, pushed });
}

/** Reads that text. Returns `undefined` for a kind or shape that this version does not know. */
export function readParked(text: string): ParkedRequest | undefined {
  const { kind: written, parameters, answers, requestUri, intended, pushed } = JSON.parse(text) as Written;
  const kind = KINDS.find((known) => known === written);
  if (kind === undefined || !Array.isArray(parameters) || answers === undefined) return undefined;
  return { kind, request: { parameters, requestUri, intended, pushed }, progress: progressOf(answers) };
}

interface Written extends SentRequest {
  readonly kind: string;
  readonly answers: WrittenProgress | undefined;
}

interface WrittenProgress extends Omit<Progress, "proving"> {
  readonly proving?: { readonly userId: string; readonly proofs: readonly (Omit<Proof, "at"> & { at: string })[] };
}

// JSON has no dates. The order of the members must stay the same.
function progressOf(answers: WrittenProgress): Progress {
  const { proving, ...others } = answers;
  if (proving === undefined) return others;
  const proofs = proving.proofs.map((proof) => ({ ...proof, at: new Date(proof.at) }));
  return { ...answers, proving: { userId: proving.userId, proofs } };
}
