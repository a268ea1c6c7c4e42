import type { Consent, Proof, SignIn } from "@countersign/rules";

export interface Session {
  readonly id: string;
  readonly signIn: SignIn;
  /** The name to greet the person with. */
  readonly displayName: string;
  /** The consent of this person to the client that the caller asked about. */
  readonly consent: Consent | undefined;
  /** How often the person had taken something back when the session was read. */
  readonly consentsRevision: number;
  /** The client's name for this session; undefined until something was issued to the client in this session. */
  readonly sid: string | undefined;
  readonly idleExpiresAt: Date;
  /** Whether the person must choose another password before anything is issued. */
  readonly mustChangePassword: boolean;
  /** Whether the person has to accept terms before anything is issued. */
  readonly lacksTerms: boolean;
}

/** A session as the statement that finds it returns it. */
export interface SessionRow extends Omit<SignIn, "authenticatedAt" | "proofs"> {
  readonly authenticatedAt: string;
  /** Empty for a sign-in of an earlier version, which knew passwords only. */
  readonly proofs: readonly (Omit<Proof, "at"> & { readonly at: string })[];
  readonly id: string;
  readonly displayName: string;
  readonly consentsRevision: number;
  /** These five columns are all set, or all null if the person has not consented to anything. */
  readonly grantedScopes: string[] | null;
  readonly declinedScopes: string[] | null;
  readonly grantedClaims: string[] | null;
  readonly declinedClaims: string[] | null;
  readonly hosts: string[] | null;
  readonly sid: string | null;
  readonly idleExpiresAt: string;
  readonly mustChangePassword: boolean;
  readonly lacksTerms: boolean;
}

/** A session with its times, and with the consent if the person answered one. */
export function sessionOf(row: SessionRow): Session {
  const {
    id,
    displayName,
    consentsRevision,
    grantedScopes,
    declinedScopes,
    grantedClaims,
    declinedClaims,
    hosts,
    sid,
    ...rest
  } = row;
  const consent =
    grantedScopes && declinedScopes && grantedClaims && declinedClaims
      ? {
          granted: { scopes: grantedScopes, claims: grantedClaims },
          declined: { scopes: declinedScopes, claims: declinedClaims },
          hosts: hosts ?? [],
        }
      : undefined;
  const { idleExpiresAt, mustChangePassword, lacksTerms, proofs: _, ...signIn } = rest;
  return {
    id,
    displayName,
    signIn: { ...signIn, authenticatedAt: new Date(signIn.authenticatedAt), proofs: proofsOf(row) },
    consent,
    consentsRevision,
    sid: sid ?? undefined,
    idleExpiresAt: new Date(idleExpiresAt),
    mustChangePassword,
    lacksTerms,
  };
}

function proofsOf({ proofs, authenticatedAt }: SessionRow): readonly Proof[] {
  const kept = proofs.length > 0 ? proofs : [{ factor: "password" as const, at: authenticatedAt }];
  return kept.map((proof) => ({ ...proof, at: new Date(proof.at) }));
}
