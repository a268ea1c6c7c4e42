/** What waits for a person, and how it is written down. */
import type { Progress, Proof } from "@countersign/rules";

export interface ParkedRequest {
  /** Says what issuing and refusing mean. */
  readonly kind: "redirect";
  readonly request: SentRequest;
  /** What the person did on our pages so far. */
  readonly progress: Progress;
}

/** A request as it came. What it says is checked anew, each time that it is read. */
export interface SentRequest {
  readonly parameters: readonly (readonly [string, string])[];
  /** The request URI this came by, if any: spent when the request is completed. */
  readonly requestUri: string | undefined;
  /** The only people whom the answer may be about, where the client named any: found when the request came. */
  readonly intended?: { readonly userIds: readonly string[] } | undefined;
}

/**
 * The text of a parked request. Its members have the names that the version before gave them: during an upgrade both
 * versions read what either wrote. What is read is written the same again, byte for byte.
 */
export function writeParked({ kind, request, progress }: ParkedRequest): string {
  const { parameters, requestUri, intended } = request;
  return JSON.stringify({ kind, parameters, answers: progress, requestUri, intended });
}

/** Reads that text. `undefined` for what this version does not know: another kind, another shape. */
export function readParked(text: string): ParkedRequest | undefined {
  const { kind, parameters, answers, requestUri, intended } = JSON.parse(text) as Written;
  if (kind !== "redirect" || !Array.isArray(parameters) || answers === undefined) return undefined;
  return { kind, request: { parameters, requestUri, intended }, progress: progressOf(answers) };
}

interface Written extends SentRequest {
  readonly kind: string;
  readonly answers: WrittenProgress | undefined;
}

interface WrittenProgress extends Omit<Progress, "proving"> {
  readonly proving?: { readonly userId: string; readonly proofs: readonly (Omit<Proof, "at"> & { at: string })[] };
}

// JSON has no dates. The order of the members stays.
function progressOf(answers: WrittenProgress): Progress {
  const { proving, ...others } = answers;
  if (proving === undefined) return others;
  const proofs = proving.proofs.map((proof) => ({ ...proof, at: new Date(proof.at) }));
  return { ...answers, proving: { userId: proving.userId, proofs } };
}
