/** What the resource server knows of a person: one statement on the only view that it may read. */
import { type UserinfoDatabase, userinfoLookup } from "@countersign/database/userinfo";
import { ProtocolError, type UserinfoRow } from "@countersign/rules";

export interface UserinfoStore {
  /**
   * Returns the current state of the authorization. Throws `temporarily_unavailable` if the database does not answer.
   */
  find(authorizationId: string): Promise<UserinfoRow | undefined>;
  /** Rejects unless the view can be read. */
  check(): Promise<unknown>;
  /** Rejects if the view lacks what this version needs. */
  checkSchema(): Promise<unknown>;
}

export function userinfoStore(database: Omit<UserinfoDatabase, "close">): UserinfoStore {
  const find = userinfoLookup<UserinfoRow>(database);
  return {
    async find(authorizationId) {
      try {
        // The view's columns are a contract: a new set of columns needs a new view.
        return await find(authorizationId);
      } catch (err) {
        throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", `database: ${String(err)}`);
      }
    },

    check: database.check,
    checkSchema: database.checkSchema,
  };
}
