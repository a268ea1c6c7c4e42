/** What operators allow clients to exchange (RFC 8693), as the grant reads it. */
import { batchedLookup, type Database, lookupSql } from "@countersign/database";
import type { ExchangePolicy } from "@countersign/rules";

export interface ExchangePolicyStore {
  /** The enabled policies of a client, in the order of their names. */
  of(clientId: string): Promise<readonly ExchangePolicy[]>;
}

export function exchangePolicyStore({ pipelined }: Pick<Database, "pipelined">): ExchangePolicyStore {
  const find = batchedLookup<{ client_id: string }, { policies: readonly ExchangePolicy[] | null }>(pipelined, OF);
  return { of: async (clientId) => (await find({ client_id: clientId }))?.policies ?? [] };
}

const OF = {
  name: "exchange-policies-of",
  text: lookupSql(
    "client_id text",
    `
  SELECT json_agg(json_build_object(
           'id', x.id, 'source', x.source, 'target', x.target, 'subjectTokens', x.subject_tokens, 'scopes', x.scopes,
           'impersonation', x.impersonation, 'maxLifetimeSeconds', x.max_lifetime_seconds) ORDER BY x.name) AS policies
    FROM exchange_policy x WHERE x.client_id = asked.client_id AND x.disabled_at IS NULL`,
  ),
};
