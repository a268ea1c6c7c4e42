/** Resource servers: who access tokens are for (RFC 8707), and which scopes each of them defines. */
import type { Database } from "@countersign/database";
import type { SigningAlg } from "@countersign/jwt";

export interface ResourceServer {
  readonly identifier: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly accessTokenSigningAlg: SigningAlg;
  readonly accessTokenTtlSeconds: number;
}

export interface ResourceServerStore {
  /** Makes the resource server of /userinfo, or brings its row up to what this release and configuration define. */
  keep(resource: ResourceServer): Promise<void>;
}

export function resourceServerStore({ pool }: Pick<Database, "pool">): ResourceServerStore {
  return {
    async keep({ identifier, name, scopes, accessTokenSigningAlg, accessTokenTtlSeconds }) {
      await pool.query(KEEP, [identifier, name, scopes, accessTokenSigningAlg, accessTokenTtlSeconds]);
    },
  };
}

const KEEP = `
  INSERT INTO resource_server (identifier, name, scopes, access_token_signing_alg, access_token_ttl_seconds)
  VALUES ($1, $2, $3, $4, $5)
  ON CONFLICT (identifier) DO UPDATE SET scopes = $3, access_token_signing_alg = $4, access_token_ttl_seconds = $5`;
