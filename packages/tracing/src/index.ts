/**
 * What services tell while they work, so that it can be traced (decision 222). Without a listener, nothing is made and
 * nothing is loaded: each function looks at one flag. `open.ts` listens if the deployment names a collector.
 */
import { channel } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";

export { traceIdOf } from "./reference.ts";

/** Something that takes time. */
export interface Span {
  /** Ends it, with the error that it ended with, if any. */
  end(err?: unknown): void;
}

/** A request that is answered. It ends with its response. */
export interface RequestSpan {
  readonly traceId: string;
  /** A reference that leads to this request, and to its trace. */
  readonly reference: string;
  /** Does the work of the request: what is told during it belongs to it. */
  run<T>(work: () => T): T;
}

/** A request that we send. */
export interface CallSpan extends Span {
  /** W3C Trace Context §3, for the receiver; empty if it may not know. */
  readonly headers: Readonly<Record<string, string>>;
  /** Tells the status of the response. */
  answered(status: number): void;
}

export interface Arrival {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The path that the route was declared with. */
  readonly route: string;
  /** The address of the client, as far as our proxies vouch for it. */
  readonly address: string;
  /** The reference that a proxy of ours gave. */
  readonly reference: string | undefined;
}

export interface Outgoing {
  /** The purpose, such as `webhook`. */
  readonly kind: string;
  readonly method: string;
  readonly url: URL;
  /** Whether the receiver learns the trace: it belongs to the deployment, or works for it. */
  readonly tellsTrace: boolean;
}

/** The request that waits for a statement that serves several. Only the listener knows what it is. */
export type Asker = object | undefined;

/** What makes spans of what is told. */
export interface Tracer {
  request(arrival: Arrival): RequestSpan | undefined;
  statement(name: string | undefined, text: string, askers: readonly Asker[] | undefined): Span | undefined;
  command(name: string, script: string | undefined): Span | undefined;
  call(outgoing: Outgoing): CallSpan | undefined;
  asker(): Asker;
}

/** Asks the listener, which is handed the question and leaves its answer there. */
const told = channel("countersign:told");

interface Question {
  ask(tracer: Tracer): void;
}

/** Whether what is told is traced. */
export const isTraced = (): boolean => told.hasSubscribers;

/**
 * Makes spans of what is told from now on, until the returned function is called.
 *
 * @param onError called if that fails: then there is no span, and the work goes on
 */
export function listenWith(tracer: Tracer, onError: (err: unknown) => void): () => void {
  const answer = (question: unknown) => {
    try {
      (question as Question).ask(tracer);
    } catch (err) {
      onError(err);
    }
  };
  told.subscribe(answer);
  return () => void told.unsubscribe(answer);
}

function asked<T>(ask: (tracer: Tracer) => T | undefined): T | undefined {
  let answer: T | undefined;
  const question: Question = {
    ask(tracer) {
      answer = ask(tracer);
    },
  };
  told.publish(question);
  return answer;
}

/** A request arrived. */
export const beginRequest = (arrival: Arrival) => asked((tracer) => tracer.request(arrival));

/**
 * A statement is sent to PostgreSQL. Its values are not told.
 *
 * @param name the name of a hot statement; others are named after their text
 * @param askers who waits for it, if it serves several; by default the request that is being answered
 */
export const beginStatement = (name: string | undefined, text: string, askers?: readonly Asker[]) =>
  told.hasSubscribers ? asked((tracer) => tracer.statement(name, text, askers)) : undefined;

/** A command is sent to Redis. @param script the name of the script that it runs */
export const beginCommand = (name: string, script?: string) =>
  told.hasSubscribers ? asked((tracer) => tracer.command(name, script)) : undefined;

/** A request is sent. */
export const beginCall = (outgoing: Outgoing) => asked((tracer) => tracer.call(outgoing));

/** Who asks now, for a statement that is sent later and serves several. */
export const askerNow = (): Asker => (told.hasSubscribers ? asked((tracer) => tracer.asker()) : undefined);
