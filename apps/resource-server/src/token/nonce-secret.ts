import { parseDatabaseUrl } from "@countersign/database/database-url";

/**
 * What replicas share, for the nonces of DPoP proofs (RFC 9449 §9): behind a balancer, the proof with the nonce of one
 * comes to another. Clients repeat a request once.
 *
 * @returns undefined if replicas share no secret
 */
export function nonceSecret(config: {
  readonly USERINFO_RESPONSE_SECRET?: string | undefined;
  readonly DATABASE_URL: string;
}): string | undefined {
  const [server] = parseDatabaseUrl(config.DATABASE_URL).servers;
  return config.USERINFO_RESPONSE_SECRET ?? (new URL(server).password || undefined);
}
