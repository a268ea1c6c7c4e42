/** Sessions at other providers that browser sessions began with, and that end with them (RP-Initiated Logout §2). */
import type { Proof, SealedHint } from "@countersign/rules";
import type { Query } from "../transaction.ts";

/** A session at a provider that our sign-out is to end. */
export interface ProviderSession {
  readonly alias: string;
  readonly hint: SealedHint;
}

/** Keeps the session at the provider that a sign-in stands on, if it is to end with ours. */
export async function keepProviderSession(query: Query, sessionId: string, proofs: readonly Proof[]): Promise<void> {
  for (const { provider } of proofs) {
    if (provider?.logoutHint === undefined) continue;
    const { sealed, keyEncryptionKeyId } = provider.logoutHint;
    // biome-ignore lint/performance/noAwaitInLoops: a sign-in has few proofs
    await query(KEEP, [sessionId, provider.id, Buffer.from(sealed, "base64url"), keyEncryptionKeyId]);
  }
}

/** A proof as the sign-in keeps it, which each authorization request reads. */
export function withoutHint(proof: Proof): Proof {
  if (proof.provider === undefined) return proof;
  const { logoutHint: _, ...provider } = proof.provider;
  return { ...proof, provider };
}

/** The session at a provider, if the provider is enabled and asked to end it. */
export async function findProviderSession(query: Query, sessionId: unknown): Promise<ProviderSession | undefined> {
  const [found] = await query(FIND, [sessionId]);
  if (found === undefined) return undefined;
  const sealed = (found.sealed as Buffer).toString("base64url");
  return { alias: String(found.alias), hint: { sealed, keyEncryptionKeyId: String(found.keyId) } };
}

// The provider may have been removed since the person authenticated there.
const KEEP = `
  INSERT INTO provider_session (session_id, provider_id, sealed_hint, key_encryption_key_id)
  SELECT $1, id, $3, $4 FROM identity_provider WHERE id = $2 FOR KEY SHARE
  ON CONFLICT (session_id) DO UPDATE SET provider_id = $2, sealed_hint = $3, key_encryption_key_id = $4`;

const FIND = `
  SELECT p.alias, s.sealed_hint AS sealed, s.key_encryption_key_id AS "keyId"
    FROM provider_session s JOIN identity_provider p ON p.id = s.provider_id
   WHERE s.session_id = $1 AND p.rp_initiated_logout AND p.disabled_at IS NULL`;
