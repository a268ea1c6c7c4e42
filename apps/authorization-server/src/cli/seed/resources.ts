/** The resource servers of the sample APIs. */
import type { Database } from "@countersign/database";
import { addResourceServer } from "../../administration/resource-servers/resource-servers.ts";
import type { By } from "../../platform/stores/audit/audit-events.ts";

interface SampleUrls {
  readonly SEED_SAMPLE_API_URL?: string | undefined;
  readonly SEED_SAMPLE_MCP_URL?: string | undefined;
  readonly SEED_SAMPLE_STOCK_URL?: string | undefined;
}

/** Adds those whose URL is given and that do not exist yet. Returns their identifiers. */
export async function seedResources(database: Database, urls: SampleUrls, by: By): Promise<readonly string[]> {
  const about = { accessTokenSigningAlg: "ES256", accessTokenTtlSeconds: 300, listed: false } as const;
  const samples = [
    { identifier: urls.SEED_SAMPLE_API_URL, name: "Orders", scopes: ["orders:read", "orders:write"] },
    { identifier: urls.SEED_SAMPLE_MCP_URL, name: "Notes", scopes: ["notes:read", "notes:write"] },
    { identifier: urls.SEED_SAMPLE_STOCK_URL, name: "Stock", scopes: ["stock:read", "stock:reserve"] },
  ];
  const added: string[] = [];
  for (const { identifier, ...sample } of samples) {
    if (identifier === undefined) continue;
    await addResourceServer(database, { ...about, ...sample, identifier }, by);
    added.push(identifier);
  }
  return added;
}
