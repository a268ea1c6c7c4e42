import { parseDatabaseUrl } from "@countersign/database/database-url";

/** Whoever has a nonce can try passwords on it, without a question to anyone. The guard of APIs has the same bound. */
const SHORTEST = 32;

/**
 * What replicas share, for the nonces of DPoP proofs (RFC 9449 §9): behind a balancer, the proof with the nonce of one
 * comes to another. Clients repeat a request once.
 *
 * @returns undefined if replicas share no secret, or one that could be guessed
 */
export function nonceSecret(config: {
  readonly USERINFO_RESPONSE_SECRET?: string | undefined;
  readonly DATABASE_URL: string;
}): string | undefined {
  const [server] = parseDatabaseUrl(config.DATABASE_URL).servers;
  const { password } = new URL(server);
  const isLong = password.replaceAll(/%[0-9A-Fa-f]{2}/g, "x").length >= SHORTEST;
  return config.USERINFO_RESPONSE_SECRET ?? (isLong ? password : undefined);
}
