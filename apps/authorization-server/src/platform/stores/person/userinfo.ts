/**
 * The claims behind an access token, exactly as the resource server sees them: both use one statement on the same view.
 */
import { type Database, userinfoLookup } from "@countersign/database";
import type { UserinfoRow } from "@countersign/rules";

export interface UserinfoStore {
  /**
   * A live authorization with the person's claims; `undefined` if it is revoked or expired, or the person is disabled.
   */
  find(authorizationId: string): Promise<UserinfoRow | undefined>;
}

export function userinfoStore({ pipelined }: Pick<Database, "pipelined">): UserinfoStore {
  return { find: userinfoLookup<UserinfoRow>(pipelined) };
}
