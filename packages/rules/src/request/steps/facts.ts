/** What decides what must happen before a request gets a code. */
import type { Consent } from "../../consent/consent.ts";
import type { Demands } from "../../people/levels/demands.ts";
import type { Authentication, Factor, Level, Proof } from "../../people/levels/proofs.ts";
import type { AuthorizationRequest } from "../authorization-request.ts";
import type { Progress } from "./progress.ts";

/** How and when a person last proved their identity. */
export interface SignIn extends Authentication {
  readonly userId: string;
  /** The proofs of this sign-in. A stronger sign-in can build on them. */
  readonly proofs?: readonly Proof[] | undefined;
}

export interface Facts {
  readonly request: Pick<
    AuthorizationRequest,
    "prompt" | "maxAgeSeconds" | "scopes" | "claims" | "acrValues" | "named" | "details"
  > &
    Partial<Pick<AuthorizationRequest, "resource" | "requiredScopes">>;
  /** The least `acr` that the deployment and the client accept. */
  readonly required?: Pick<Demands, "deployment" | "client"> | undefined;
  readonly signIn: SignIn | undefined;
  /** The consent that this person gave this client before. */
  readonly consent: Consent | undefined;
  /** The consents for the other resource servers that the request names, by identifier. */
  readonly consents?: ReadonlyMap<string, Consent> | undefined;
  /** Whether the answer goes to a client. Our own pages need no consent. */
  readonly asksConsent: boolean;
  /** Whether the request came from a device: the person says first that it is in front of them. */
  readonly isOfDevice?: boolean | undefined;
  /** Whether the operator agreed for all people to what the client asks for. */
  readonly impliesConsent?: boolean | undefined;
  /** Whether the person has to accept terms. Our own pages are open without that. */
  readonly lacksTerms?: boolean | undefined;
  /** The host that receives the answer, in the form that consents keep. */
  readonly host: string;
  /** Whether the person must choose another password, because others know it. */
  readonly mustChangePassword?: boolean;
  readonly progress: Progress;
  /** RFC 8252 §8.6: it is unknown which app receives the answer, so a person must look each time. */
  readonly mustPrompt: boolean;
  /** Every level that a sign-in can have, the weakest first. */
  readonly levels: readonly Level[];
  /** The factors of the person that `personToProve` names; undefined if it names no person. */
  readonly has?: readonly Factor[] | undefined;
  readonly now: Date;
}
