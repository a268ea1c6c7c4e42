/** An act on several sessions at once, of any people. */
import { endAny } from "../../sessions/operations/sessions.ts";
import type { Operation } from "../operation.ts";
import { actOnSeveral, MOST_AT_ONCE } from "../several.ts";

export const severalSessionOperations: readonly Operation[] = [
  actOnSeveral({
    ...{ id: "endSessionsAtOnce", path: "/sessions/end", scope: "sessions:write", of: { called: "sessions" } },
    does: `Ends up to ${MOST_AT_ONCE} sessions, and revokes what was issued in them`,
    one: { handle: endAny, idIn: "session" },
  }),
];
