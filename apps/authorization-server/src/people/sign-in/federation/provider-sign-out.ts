/** Ends the session at a provider that a sign-in here began with (OIDC RP-Initiated Logout §2). */
import { federationSignedOut, type SealedHint, withQuery } from "@countersign/rules";
import type { SealedTexts } from "../../../issuer/keys/sealed-texts.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import { documentAt, metadataAddress } from "./provider-documents.ts";

export interface ProviderSignOut {
  /** Seals an ID token of a provider; undefined if it is not needed, or too long to be sent as a hint. */
  seal(idToken: string, provider: Pick<IdentityProvider, "id" | "rpInitiatedLogout">): SealedHint | undefined;
  /**
   * The address to which the browser goes to sign out; undefined if the provider has none, or does not answer now. What
   * was known of it before does not count: the browser would be left at a provider that is away.
   */
  address(
    provider: IdentityProvider,
    asked: { readonly hint: SealedHint; readonly state: string },
  ): Promise<string | undefined>;
}

/** A person waits for this answer. */
const TIMEOUT_MS = 2000;
/** A longer ID token would not fit into an address. Without one, the provider asks the person. */
const LONGEST_HINT_BYTES = 4096;

const owner = (providerId: string) => ["logout hint", providerId] as const;

interface Parts extends Pick<Parameters<typeof documentAt>[2], "outbound" | "log"> {
  readonly texts: SealedTexts;
  readonly issuer: string;
}

export function openProviderSignOut({ texts, issuer, ...parts }: Parts): ProviderSignOut {
  return {
    seal(idToken, { id, rpInitiatedLogout }) {
      if (!rpInitiatedLogout || idToken.length > LONGEST_HINT_BYTES) return undefined;
      const { sealed, keyEncryptionKeyId } = texts.seal(idToken, owner(id));
      return { sealed: Buffer.from(sealed).toString("base64url"), keyEncryptionKeyId };
    },

    async address(provider, { hint, state }) {
      const metadata = await documentAt(metadataAddress(provider), provider, parts, TIMEOUT_MS);
      if (typeof metadata === "string" || metadata.issuer !== provider.issuer) return undefined;
      const endpoint = endpointIn(metadata.end_session_endpoint, provider);
      if (endpoint === undefined) return undefined;
      const idToken = opened(hint, provider.id, texts);
      return withQuery(endpoint, {
        client_id: provider.clientId,
        post_logout_redirect_uri: federationSignedOut(issuer, provider.alias),
        state,
        ...(idToken !== undefined && { id_token_hint: idToken }),
      });
    },
  };
}

/** Undefined once its key-encryption key was removed. `keys reseal` leaves hints: a session lives shorter than keys. */
function opened({ sealed, keyEncryptionKeyId }: SealedHint, id: string, texts: SealedTexts): string | undefined {
  try {
    return texts.open({ sealed: Buffer.from(sealed, "base64url"), keyEncryptionKeyId }, owner(id));
  } catch {
    return undefined;
  }
}

/** RP-Initiated Logout §2.1: https; plain http only where the issuer has it, too. */
function endpointIn(value: unknown, { issuer }: IdentityProvider): string | undefined {
  const url = typeof value === "string" ? URL.parse(value) : null;
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && issuer.startsWith("http:"));
  return isSafe ? url?.href : undefined;
}
