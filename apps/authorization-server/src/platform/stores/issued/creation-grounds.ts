/** What an authorization is created on. */
import type { GrantedResources, SecretHash } from "@countersign/rules";
import type { Session } from "../session/session-row.ts";

/**
 * What an authorization is created on: a closed list. For the first two, a person decides in a live session, which the
 * statement locks: an act that ends the session waits for it, and ends the authorization, too, if it should (decisions
 * 180 and 183). Grounds without a session join another row in its place.
 */
export type CreationGrounds =
  /** The authorization belongs to the session of this browser, which is as it was found. */
  | {
      readonly kind: "session";
      readonly session: Pick<Session, "id" | "sid" | "idleExpiresAt" | "consentsRevision">;
    }
  /**
   * The person approved here what a device elsewhere asked for (RFC 8628). The authorization belongs to no session, so
   * it does not end with this one.
   */
  | {
      readonly kind: "approval";
      readonly session: Pick<Session, "id" | "consentsRevision">;
      /** The hash of the device code, which only the device knows. */
      readonly codeHash: SecretHash;
      /** The network address from which the person approved, and that of the device, for the audit log. */
      readonly address: string;
      readonly reference?: string | undefined;
      readonly deviceAddress: string;
    }
  | AssertionGrounds
  /** A client exchanged a token of the person (RFC 8693). It ends with the authorization of that token. */
  | {
      readonly kind: "exchange";
      readonly subject: {
        readonly id: string;
        readonly clientId: string;
        readonly resources: GrantedResources | null;
      };
      readonly session: { readonly id: undefined; readonly consentsRevision: number };
      /** The token that is exchanged, after those that it was exchanged from. */
      readonly jtis: readonly string[];
      readonly policyId: string;
      readonly isImpersonation: boolean;
      /** The network address of the client, for the audit log. */
      readonly address: string;
      readonly reference?: string | undefined;
    };

/** A trusted issuer asserted who the person is (RFC 7523 §2.1), whom the connection names. */
export interface AssertionGrounds {
  readonly kind: "assertion";
  /** The trusted issuer, as it was when the assertion was verified. */
  readonly issuer: { readonly id: string; readonly revision: number };
  /** The connection of the person that has the subject of the assertion. */
  readonly identityId: string;
  /** The network address of the client, for the audit log. */
  readonly address: string;
  readonly reference?: string | undefined;
}
