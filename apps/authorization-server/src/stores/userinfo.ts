/**
 * The claims behind an access token, exactly as the resource server sees them: one statement on the view that it reads
 * too.
 */
import { type Database, userinfoLookup } from "@countersign/database";
import type { UserinfoRow } from "@countersign/rules";

export interface UserinfoStore {
  /**
   * A live authorization with the person's claims; `undefined` for one that is revoked, expired, or of who is disabled.
   */
  find(authorizationId: string): Promise<UserinfoRow | undefined>;
}

export function userinfoStore({ pipelined }: Pick<Database, "pipelined">): UserinfoStore {
  return { find: userinfoLookup<UserinfoRow>(pipelined) };
}
