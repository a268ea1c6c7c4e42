/** What is done with a hook beside its settings. */
import { type By, recordAudit } from "../../platform/stores/audit/audit-events.ts";
import { type Acting, acting } from "../../platform/stores/transaction.ts";
import { lockKept } from "../entity-acts.ts";
import { hooks } from "./entity.ts";

/** Records that a hook is asked a question as a test. It is refused if there is no such hook. */
export const testHook = (database: Acting, id: string, by: By): Promise<void> =>
  acting(database, async (query) => {
    const { kind } = await lockKept(query, hooks, id);
    await recordAudit(query, { type: "hook_tested", ...by, detail: { hook: id, kind } });
  });
