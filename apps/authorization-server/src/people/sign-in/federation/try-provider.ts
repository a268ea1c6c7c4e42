/** Tries a provider before people do: whether its metadata and its keys can be read, and fit what we need. */
import { type ProviderProblem, presetOf } from "@countersign/rules";
import type { GuardedFetch } from "../../../platform/outbound/guarded-fetch.ts";
import type { IdentityProvider } from "../../../platform/stores/ways-in/identity-providers.ts";
import { documentAt, isMembers, type Members, metadataAddress } from "./provider-documents.ts";

interface Parts {
  readonly outbound: Pick<GuardedFetch, "exchange" | "mayFetch">;
  readonly log: { info(about: object, message: string): void };
}

export type TriedProvider = Pick<IdentityProvider, "id" | "alias" | "issuer" | "preset"> & {
  /** Null if we authenticate there with our signing keys. */
  readonly keyEncryptionKeyId: string | null;
};

/** Reads the metadata and the keys of a provider. Returns what is wrong; the log says why there was no answer. */
export async function tryProvider(provider: TriedProvider, parts: Parts): Promise<readonly ProviderProblem[]> {
  if (provider.preset !== null) {
    // It has no metadata. What it says without a token shows that it is there.
    const { profile } = presetOf(provider.preset).endpoints(provider.issuer);
    return (await documentAt(profile, provider, parts)) === "no_answer" ? ["no_answer"] : [];
  }
  const metadata = await documentAt(metadataAddress(provider), provider, parts);
  if (typeof metadata === "string") return [metadata];
  const problems = [...problemsIn(metadata, provider, parts)];
  const keys = await documentAt(typeof metadata.jwks_uri === "string" ? metadata.jwks_uri : "", provider, parts);
  return typeof keys !== "string" && hasSigningKey(keys) ? problems : [...problems, "no_keys"];
}

function* problemsIn(
  metadata: Members,
  { issuer, keyEncryptionKeyId }: TriedProvider,
  { outbound }: Parts,
): Generator<ProviderProblem> {
  const lists = (member: string, usual: readonly string[]) => {
    const listed = metadata[member];
    return Array.isArray(listed) ? (listed as readonly unknown[]) : usual;
  };
  if (metadata.issuer !== issuer) yield "other_issuer";
  if (!lists("response_types_supported", []).includes("code")) yield "no_code_flow";
  const endpoints = [metadata.authorization_endpoint, metadata.token_endpoint];
  if (!endpoints.every((url) => typeof url === "string" && outbound.mayFetch(url))) yield "no_endpoint";
  if (!lists("code_challenge_methods_supported", ["S256"]).includes("S256")) yield "no_pkce";
  const methods = lists("token_endpoint_auth_methods_supported", ["client_secret_basic"]);
  const usable = keyEncryptionKeyId === null ? ["private_key_jwt"] : ["client_secret_basic", "client_secret_post"];
  if (!usable.some((method) => methods.includes(method))) {
    yield "no_client_authentication";
  }
}

/** Whether a JWK Set has a public key that may sign (RFC 7517 §4.2). */
const hasSigningKey = ({ keys }: Members) =>
  Array.isArray(keys) && keys.some((key: unknown) => isMembers(key) && maySign(key));

const maySign = ({ kty, use }: Members) =>
  typeof kty === "string" && kty !== "oct" && (use === undefined || use === "sig");
