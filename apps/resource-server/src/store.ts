/** What the resource server knows of a person: one statement on one view that it may only read. */
import { type UserinfoDatabase, userinfoLookup } from "@countersign/database/userinfo";
import { ProtocolError, type UserinfoRow } from "@countersign/rules";

export interface UserinfoStore {
  /**
   * The authorization as it stands at this moment. Throws `temporarily_unavailable` when the database does not answer.
   */
  find(authorizationId: string): Promise<UserinfoRow | undefined>;
  /** Rejects unless the view can be read. */
  check(): Promise<unknown>;
}

export function userinfoStore(database: Pick<UserinfoDatabase, "query" | "check">): UserinfoStore {
  const find = userinfoLookup<UserinfoRow>(database);
  return {
    async find(authorizationId) {
      try {
        // The view's columns are a contract: a new shape is a new view.
        return await find(authorizationId);
      } catch (err) {
        throw new ProtocolError("temporarily_unavailable", "the service cannot answer now", `database: ${String(err)}`);
      }
    },

    check: database.check,
  };
}
