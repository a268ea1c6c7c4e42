/**
 * An interaction: an authorization request from its arrival to its response, with every page shown to the person.
 * One of our own pages may need a sign-in as well: then the interaction has no client, and its response is that page.
 *
 * - The request arrives (authorization.ts, authorization-post.ts). First the client and the redirect URI are
 *   verified. Until then an error is shown to the person. From then on, errors go to the client. Then the request is
 *   checked (request/).
 * - One place (next.ts) decides what comes next, by one pure rule (`nextStep`): a page, or the response.
 * - A request that needs a page is parked as { kind, request, progress }: the kind of its response, the request as it
 *   arrived, and what the person did so far. It belongs to one browser. Pages and URLs carry only its handle.
 * - A parked request is found (find.ts) once for each HTTP request, and checked against the current state of its
 *   client.
 * - A page (page.ts, pages/) is shown and acts only while it is the next page. The sign-in form also acts if
 *   only another request signed a person in. An act adds to the progress, shows the page again, or refuses. Then the
 *   browser returns to the continue step (continue.ts), which decides again.
 * - The proofs that the person gave are a list in the progress (prove.ts). The session is created when none is
 *   missing.
 * - The request is answered (answer/). A parked request is completed first. If several callers race, one completes
 *   it. The kind defines how to issue and how to refuse (answer/kinds.ts). Only the kind `redirect` knows a redirect
 *   URI. The kind `account` returns the browser to one of our own pages (sign-in-for-page.ts). The kind `device` tells
 *   a device that polls (begin-device.ts). The kind `trial` tells no client: the person sees what it would get
 *   (begin-trial.ts).
 */
import type { ClaimsByName, Client, GrantedDetails, GrantedResources, SignIn } from "@countersign/rules";
import type { ParkedRequest } from "../../platform/stores/requests/parked-request.ts";
import type { Session } from "../../platform/stores/session/session-row.ts";
import type { IntendedRequest } from "./request/read-request.ts";

/** The members that every kind of interaction has. */
export interface Interaction {
  /** The client of the request; undefined if one of our own pages needs a sign-in. */
  readonly client: Client | undefined;
  readonly request: PersonRequest;
  readonly recipient: Recipient;
  /** Set if the request came from a device, which gets the answer: it has no host, so that of the recipient is ours. */
  readonly device?: AskingDevice;
  /** The request that is parked, or will be parked. */
  readonly parked: ParkedRequest;
  /** The place where the request is parked; undefined when the request has just arrived. */
  readonly place: Place | undefined;
}

/** The part of a request that decides what a person is asked, and how. */
export type PersonRequest = Pick<
  IntendedRequest,
  | "prompt"
  | "maxAgeSeconds"
  | "scopes"
  | "requiredScopes"
  | "claims"
  | "acrValues"
  | "loginHint"
  | "idpHint"
  | "uiLocales"
  | "display"
  | "resource"
  | "named"
  | "details"
  | "intended"
>;

/** An interaction that is parked until its person acts. */
export type Waiting<I extends Interaction = Interaction> = I & { readonly place: Place };

/** A parked request is identified by its handle, in one browser. */
export interface Place {
  readonly handle: string;
  readonly browser: string;
}

/** The recipient of the response, as far as a person can tell. */
export interface Recipient {
  /** The host in the form that is shown to a person. */
  readonly host: string;
  /** The host in the form that consents store. */
  readonly agreedHost: string;
  /**
   * RFC 8252 §8.6: any app on the person's device could receive the response, and the client cannot prove its identity.
   */
  readonly isImpersonable: boolean;
}

/** A device without a browser, as far as a person can tell it from others. */
export interface AskingDevice {
  readonly address: string;
  readonly userAgent: string | undefined;
  readonly startedAt: Date;
}

/** What a person who is signed in granted. */
export interface Granted {
  readonly session: Session;
  readonly signIn: SignIn;
  readonly scopes: readonly string[];
  /** The claims that were requested by name. */
  readonly claims: ClaimsByName;
  /** The resource servers; absent if the request names none other than /userinfo. */
  readonly resources?: GrantedResources;
  /** The authorization details; absent if there are none. */
  readonly details?: GrantedDetails;
}
