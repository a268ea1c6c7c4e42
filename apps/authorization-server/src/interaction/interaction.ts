/**
 * An interaction: an authorization request from its arrival to its answer, with all that a person is asked in between.
 *
 * - It arrives (authorization.ts, authorization-post.ts). Client and redirect URI are trusted first: until then an
 *   error is shown to the person, from then on it goes to the client. Then the request is checked (request/).
 * - What comes next is decided in one place (next.ts), by one pure rule (`nextStep`): a page, or the answer.
 * - What needs a page waits. It is parked as { kind, request, progress }: how it is answered, the request as it came,
 *   and what the person did so far. It belongs to one browser. Pages and addresses carry its handle, and nothing else.
 * - What waits is found again (find.ts) once for each HTTP request, and checked against its client as it is now.
 * - A page (page.ts, pages/) is shown, and acts, only while it is the next one. An act adds to the progress, shows the
 *   page again, or refuses. Then the browser returns to the continue step (continue.ts), and the decision is made anew.
 * - What the person proves is a list of proofs in the progress (prove.ts). The session is made when none is missing.
 * - It is answered (answer/). What waits is completed first, and of racing callers one completes it. What issuing and
 *   refusing mean is the kind's (answer/kinds.ts). Only the kind `redirect` knows a redirect URI.
 */
import type { ClaimsByName, Client, SignIn } from "@countersign/rules";
import type { ParkedRequest } from "../stores/parked-request.ts";
import type { Session } from "../stores/sessions.ts";
import type { IntendedRequest } from "./request/read-request.ts";

/** What every kind of interaction has. */
export interface Interaction {
  readonly client: Client;
  readonly request: IntendedRequest;
  readonly recipient: Recipient;
  /** What waits, or will. */
  readonly parked: ParkedRequest;
  /** Where it waits; nowhere yet when it just arrived. */
  readonly place: Place | undefined;
}

/** An interaction that waits for its person. */
export type Waiting<I extends Interaction = Interaction> = I & { readonly place: Place };

/** A parked request is known by its handle, in one browser. */
export interface Place {
  readonly handle: string;
  readonly browser: string;
}

/** Who receives the answer, as far as a person can tell. */
export interface Recipient {
  /** The host, as a person reads it. */
  readonly host: string;
  /** The host, as consents keep it. */
  readonly agreedHost: string;
  /** RFC 8252 §8.6: any app on the person's machine could receive the answer, and the client cannot prove otherwise. */
  readonly isImpersonable: boolean;
}

/** What a person who is signed in granted. */
export interface Granted {
  readonly session: Session;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** Those that were requested by name. */
  readonly claims: ClaimsByName;
}
