/** A refresh token that the database lost. */
import type { Browser } from "../browser.ts";
import type { Service } from "../service.ts";
import { refresh, tokensFor } from "./tokens.ts";

/** Refreshes twice, and the database forgets the first time in between. Returns the token that was lost. */
export async function useLostToken(service: Service, browser: Browser): Promise<string> {
  const scope = "openid email offline_access";
  const { refresh_token: known } = await tokensFor(browser, service.origin, "offlineClient", scope);
  const { refresh_token: lost } = (await refresh(service.origin, "offlineClient", known)).body;
  await service.rows("DELETE FROM refresh_token WHERE predecessor_hash IS NOT NULL AND spent_at IS NULL");
  await service.rows(
    `UPDATE refresh_token SET spent_at = NULL, successor_hash = NULL, sealed_successor = NULL
      WHERE sealed_successor IS NOT NULL`,
  );
  await refresh(service.origin, "offlineClient", lost);
  return lost;
}
