/**
 * Verifies responses of authenticators: WebAuthn §7.1 (registration) and §7.2 (authentication). Challenge, origin and
 * type were checked before (`signedChallenge`, `Challenges`); the library checks them again.
 */
import {
  type AssertionResponse,
  type CredentialState,
  PASSKEY_ALGS,
  type RegistrationResponse,
  type RelyingParty,
} from "@countersign/rules";
import { algOf, type CoseKey } from "./cose-key.ts";
import { type Library, loadLibrary } from "./library.ts";

/** A credential that was just registered. */
export interface NewCredential extends CredentialState {
  /** In base64url. */
  readonly credentialId: string;
  /** COSE_Key. */
  readonly publicKey: Uint8Array;
  readonly alg: number;
  readonly transports: readonly string[];
  /** The model of the authenticator, as a UUID; all zero if it does not say. */
  readonly aaguid: string;
  readonly backedUp: boolean;
}

/** What a verified assertion says. */
export interface Assertion extends CredentialState {
  readonly backedUp: boolean;
}

interface Expected {
  readonly challenge: string;
  readonly relyingParty: RelyingParty;
  readonly requireUserVerification: boolean;
}

/** §7.1: the credential of a registration; `undefined` if the response is wrong in any way. */
export async function verifyRegistration(
  response: RegistrationResponse,
  { challenge, relyingParty, requireUserVerification }: Expected,
): Promise<NewCredential | undefined> {
  const library = await loadLibrary();
  const verified = await verifiedOrNothing(async () => {
    assertNoCertificate(response.response.attestationObject, library);
    return library.verifyRegistrationResponse({
      response: { ...response, response: plain(response.response), clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      requireUserVerification,
      // The library would choose others by itself.
      supportedAlgorithmIDs: [...PASSKEY_ALGS],
    });
  });
  if (verified?.verified !== true) return undefined;

  const { credential, aaguid, credentialDeviceType, credentialBackedUp } = verified.registrationInfo;
  const alg = algOf(library.decodeCredentialPublicKey(credential.publicKey) as unknown as CoseKey);
  // The browser names the credential that the authenticator signed for.
  if (alg === undefined || credential.id !== response.id) return undefined;
  return {
    credentialId: credential.id,
    publicKey: credential.publicKey,
    alg,
    signCount: credential.counter,
    transports: response.response.transports,
    aaguid,
    backupEligible: credentialDeviceType === "multiDevice",
    backedUp: credentialBackedUp,
  };
}

/** §7.2: what an assertion says; `undefined` if it is wrong in any way. The caller checks the counter. */
export async function verifyAssertion(
  response: AssertionResponse,
  credential: { readonly credentialId: string; readonly publicKey: Uint8Array; readonly backupEligible: boolean },
  { challenge, relyingParty, requireUserVerification }: Expected,
): Promise<Assertion | undefined> {
  // §6.1: attested credential data belong to a registration, and the library reads over them.
  if (hasAttestedData(response.response.authenticatorData)) return undefined;
  const library = await loadLibrary();
  const { userHandle, ...signed } = response.response;
  const verified = await verifiedOrNothing(() =>
    library.verifyAuthenticationResponse({
      response: { ...response, response: signed, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: [...relyingParty.origins],
      expectedRPID: relyingParty.id,
      // The library refuses counters that go back, also those of synced credentials. `isCloned` decides that here.
      credential: { id: credential.credentialId, publicKey: new Uint8Array(credential.publicKey), counter: 0 },
      requireUserVerification,
    }),
  );
  if (verified?.verified !== true) return undefined;

  const { newCounter, credentialDeviceType, credentialBackedUp } = verified.authenticationInfo;
  const backupEligible = credentialDeviceType === "multiDevice";
  // §6.1.3: whether a credential may be synced is decided when it is made, and never changes.
  if (backupEligible !== credential.backupEligible) return undefined;
  return { signCount: newCounter, backupEligible, backedUp: credentialBackedUp };
}

/** The flag AT: the flags follow the hash of the RP ID, which has 32 bytes. */
const hasAttestedData = (authenticatorData: string) =>
  ((Buffer.from(authenticatorData, "base64url")[32] ?? 0) & 0x40) !== 0;

// We ask for no attestation (§5.4.7), so certificates are not read: reading them is work, and proves nothing here.
function assertNoCertificate(attestationObject: string, library: Library): void {
  const decoded = library.decodeAttestationObject(new Uint8Array(Buffer.from(attestationObject, "base64url")));
  const [format, statement] = [decoded.get("fmt"), decoded.get("attStmt")];
  const isSelfSigned = format === "packed" && statement.get("x5c") === undefined;
  if (format !== "none" && !isSelfSigned) throw new Error("an attestation that was not requested");
}

const plain = ({ clientDataJSON, attestationObject }: RegistrationResponse["response"]) => ({
  clientDataJSON,
  attestationObject,
});

// The library throws for every response that is wrong. The error only tells what was sent.
async function verifiedOrNothing<T>(verify: () => Promise<T>): Promise<T | undefined> {
  try {
    return await verify();
  } catch {
    return undefined;
  }
}
