/** The exchange policy by which the sample API calls the sample stock API (RFC 8693). */
import type { Database } from "@countersign/database";
import { addKept, listKept, removeKept } from "../../administration/entity-acts.ts";
import { exchangePolicies } from "../../administration/exchange-policies/entity.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";
import { autocommit } from "../../platform/stores/transaction.ts";

const NAME = "Orders to Stock";

interface SampleUrls {
  readonly SEED_SAMPLE_API_URL?: string | undefined;
  readonly SEED_SAMPLE_STOCK_URL?: string | undefined;
}

/** Adds it if both APIs are there. One for other addresses, at which they ran before, makes way for it. */
export async function seedExchangePolicy(
  database: Database,
  { SEED_SAMPLE_API_URL: source, SEED_SAMPLE_STOCK_URL: target }: SampleUrls,
  by: By,
): Promise<void> {
  if (source === undefined || target === undefined) return;
  const found = (await listKept(autocommit(database.pool), exchangePolicies)).find(({ name }) => name === NAME);
  if (found?.source === source && found.target === target) return;
  if (found !== undefined) await removeKept(database, exchangePolicies, found.id, by);
  const policy = {
    ...{ name: NAME, clientId: "sample-api", source, target },
    scopes: { "orders:read": "stock:read", "orders:write": "stock:read stock:reserve" },
    ...{ impersonation: false, mayAct: false, maxLifetimeSeconds: 60, excludedGroups: [] },
  };
  await addKept(database, exchangePolicies, { ...policy, subjectTokens: ["received"] }, by);
}
