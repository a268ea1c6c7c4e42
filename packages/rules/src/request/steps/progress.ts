/** What a person did on our pages for a request that is parked. */
import type { DetailsAnswer } from "../../consent/details-consent.ts";
import type { EnrolmentProgress } from "../../people/levels/enrolment.ts";
import type { Proof, ProviderProof } from "../../people/levels/proofs.ts";

/** What was done on our pages since this request was parked, and by whom. */
export interface Progress {
  /** The person whose proofs these are, while a proof is missing. After that, a session replaces them. */
  readonly proving?: { readonly userId: string; readonly proofs: readonly Proof[] };
  readonly signedInUserId?: string;
  /** The account that the person chose to go on with. */
  readonly selectedUserId?: string;
  /** The person chose to sign in with another account. */
  readonly another?: boolean;
  readonly consentedUserId?: string;
  /** The person said that the request is of a device in front of them. */
  readonly confirmedUserId?: string;
  /** What the person accepted of the authorization details. */
  readonly details?: DetailsAnswer;
  readonly signUp?: SignUpProgress;
  /** The person sets up a second factor, because the request needs one and they have none. */
  readonly enrolment?: EnrolmentProgress;
  /** The person signed in without a passkey, and is offered to add one before the request goes on. */
  readonly offersPasskey?: boolean;
  /** The least `acr` that a decision of the deployment asks of the sign-in of this person. */
  readonly demanded?: { readonly userId: string; readonly acr: string };
  /** The person signed in at another provider with an identity that no account is connected to. */
  readonly federated?: FederatedProgress;
}

/** An identity at a provider that waits for an account: the next sign-in in this browser connects it. */
export interface FederatedProgress {
  /** `choose`: the person is asked what to do. `connect`: they sign in, or sign up. */
  readonly step: "choose" | "connect";
  readonly providerId: string;
  readonly issuer: string;
  readonly subject: string;
  /** When the person came back from the provider, in ISO 8601. */
  readonly at: string;
  /** The address that the provider stated, which proves nothing. */
  readonly address?: string;
  /** The address in canonical form that the provider proved to be its person's, of a domain that it speaks for. */
  readonly proved?: string;
  /** The session there, which ends with ours, as ours does with it. */
  readonly session?: ProviderProof;
}

/** An invitation whose link was opened. */
export interface AcceptedInvitation {
  readonly invitationId: string;
  /**
   * The hash of the link in base64url: the link of one that is sent again is another one. Version 0.2.0 wrote none.
   */
  readonly linkHash?: string;
}

/** How far a person has come with the creation of an account. */
export type SignUpProgress =
  | { readonly step: "address" }
  /** A code was mailed to this address, or a message that there is an account. */
  | { readonly step: "code"; readonly address: string; readonly resentAt?: string }
  /** The address is proved by a code, or by the link of an invitation. */
  | { readonly step: "details"; readonly address: string; readonly proofId: string }
  | ({ readonly step: "details"; readonly address: string } & AcceptedInvitation)
  /** The person signs in to an account that they have. */
  | { readonly step: "left" };
